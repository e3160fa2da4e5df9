/** Deploys and moves without a commit: the game's methods, the session object and its view. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BITS, CotulenhError, CoTuLenh, MoveResult, MoveSession, SQUARE_MAP } from 'cotulenh-bitboard'
import { fenOf, guarded, GUARDS, piece, plainError, red, stateOf } from './support.mjs'

const STACK = '(F+TI)e4 ie8 Fg4'

const INFANTRY_STEP = {
  color: 'r', from: SQUARE_MAP.e4, to: SQUARE_MAP.e5, piece: piece('I'), flags: BITS.NORMAL | BITS.DEPLOY,
}

/** The deploy of a session as the last field of a FEN. */
function suffixOf(session) {
  assert.ok(session.toFenString().startsWith(`${session.startFEN} `))
  return session.toFenString().slice(session.startFEN.length + 1)
}

/** A game in which these steps have been played. */
function open(units, ...steps) {
  const game = guarded(units)
  for (const step of steps) game.move(step, { autoCommit: false })
  return game
}

/** Throws a CotulenhError with this code, and the game stays as it was. */
function refuses(game, code, action) {
  const before = stateOf(game)
  assert.throws(action, (error) => error instanceof CotulenhError && error.code === code)
  assert.deepEqual(stateOf(game), before)
}

test('getSession() is null without a deploy, and one object as long as it is open', () => {
  const game = guarded(STACK)
  assert.equal(game.getSession(), null)
  game.move('F>xe8')
  const session = game.getSession()
  assert.ok(session instanceof MoveSession)
  assert.equal(game.getSession(), session)
  game.move('I>e5')
  assert.equal(game.getSession(), session, 'it follows the game')
  assert.equal(session.moves.length, 2)
  game.commitSession()
  assert.equal(game.getSession(), null)
})

test('Session: stackSquare, turn, originalPiece, isDeploy, startFEN stay as they were at the start', () => {
  const start = fenOf(`${GUARDS} ${STACK}`)
  const game = open(STACK, 'F>xe8')
  for (const step of [null, '+T>e7']) {
    if (step !== null) game.move(step)
    const session = game.getSession()
    assert.equal(session.stackSquare, SQUARE_MAP.e4)
    assert.equal(session.turn, 'r')
    assert.deepEqual(session.originalPiece, piece('(F+TI)'))
    assert.equal(session.isDeploy, true)
    assert.equal(session.startFEN, start)
  }
})

test('Session: remaining are the pieces that may still step off, one by one', () => {
  const game = open(STACK, 'F>xe8')
  const session = game.getSession()
  assert.deepEqual(session.remaining, [piece('+T'), piece('I')])
  game.move('+T>e7')
  assert.deepEqual(session.remaining, [piece('I')])
  game.move('I>e5', { autoCommit: false })
  assert.deepEqual(session.remaining, [])
})

test('Session: remaining omits a piece that has captured by staying (RULES 9.2)', () => {
  const game = open('(TI)c5 nb5 na1', 'T>_b5')
  assert.deepEqual(game.getSession().remaining, [piece('I')])
  assert.deepEqual(game.get('c5'), piece('(TI)'))
  assert.equal(suffixOf(game.getSession()), 'c5:I:T>_b5...')
})

test('Session: isComplete when nothing remains or no step is possible; isEmpty never while it is open', () => {
  const game = open(STACK, 'F>xe8', '+T>e7')
  const session = game.getSession()
  assert.deepEqual([session.isComplete, session.isEmpty], [false, false])
  game.move('I>e5', { autoCommit: false })
  assert.deepEqual([session.isComplete, session.isEmpty], [true, false])
  // A plain Headquarter remains, which cannot step.
  const stuck = red('(HC)e1 ck12 hk8 hd9 Hd1')
  stuck.move('C>e3', { autoCommit: false })
  assert.equal(stuck.getSession().isComplete, true)
})

test('Session: moves and commands are InternalMoves, with the captured unit and the resulting stack', () => {
  const game = open('(FTI)e4 (ti)e8 Fg4', 'F>xe8', 'T>&g4')
  const { e4, e8, g4 } = SQUARE_MAP
  assert.deepEqual(game.getSession().moves, [
    { color: 'r', from: e4, to: e8, piece: piece('F'), flags: BITS.CAPTURE | BITS.DEPLOY, captured: piece('(ti)') },
    { color: 'r', from: e4, to: g4, piece: piece('T'), flags: BITS.COMBINATION | BITS.DEPLOY, combined: piece('(FT)') },
  ])
  assert.equal(game.getSession().commands.length, 2)
})

test('Session: moves have a recombined group as one step, with the flags of the first (RULES 9.3)', () => {
  const { e4, e8 } = SQUARE_MAP
  const group = { color: 'r', from: e4, to: e8, flags: BITS.CAPTURE | BITS.DEPLOY, captured: piece('i') }
  const game = open(STACK, 'F>xe8', '+T>&e8')
  assert.deepEqual(game.getSession().moves, [{ ...group, piece: piece('(F+T)'), combined: piece('(F+T)') }])
  assert.equal(game.getSession().commands.length, 1)
  // The carrier of the stack makes a step of its own.
  const carrier = open('(FTI)g4', 'T>g6', 'F>&g6')
  assert.deepEqual(carrier.getSession().moves.map(({ flags }) => flags), [17, 48])
  assert.deepEqual(carrier.getSession().moves[1].combined, piece('(FT)'))
})

test('Session: moves of another game in the same position can be played by move()', () => {
  const played = open(STACK, 'F>xe8', '+T>&g4')
  const copy = guarded(STACK)
  for (const move of played.getSession().moves) copy.move(move)
  assert.deepEqual(stateOf(copy), stateOf(played))
})

test('Session: addMove() plays a further step without ending the turn', () => {
  const game = open(STACK, 'F>xe8', '+T>e7')
  const session = game.getSession()
  session.addMove(INFANTRY_STEP)
  assert.equal(game.getSession(), session)
  assert.equal(session.moves.length, 3)
  assert.equal(game.turn(), 'r')
  const before = stateOf(game)
  assert.throws(() => session.addMove(INFANTRY_STEP), plainError('No matching legal move found: '))
  assert.deepEqual(stateOf(game), before)
})

test('Session: undoLastMove() takes back the last step and returns it; taking back the first closes the session', () => {
  const game = open(STACK, 'F>xe8', '+T>e7')
  const session = game.getSession()
  const steps = session.moves
  assert.deepEqual(session.undoLastMove(), steps[1])
  assert.equal(suffixOf(session), 'e4:(+TI):F>xe8...')
  assert.deepEqual(session.undoLastMove(), steps[0])
  assert.deepEqual(stateOf(game), stateOf(guarded(STACK)))
  refuses(game, 'SESSION_INVALID_OPERATION', () => session.undoLastMove())
})

test('Session: undoLastMove() takes a recombination back as a whole (RULES 9.6)', () => {
  const game = open(STACK, 'F>xe8', '+T>&e8')
  const session = game.getSession()
  assert.equal(suffixOf(session), 'e4:I:(F+T)>xe8...')
  const [group] = session.moves
  assert.deepEqual(session.undoLastMove(), group)
  assert.equal(suffixOf(session), 'e4:(+TI):F>xe8...')
})

test('Session: cancel() takes the whole deploy back', () => {
  const game = open(STACK, 'F>xe8', '+T>e7')
  const session = game.getSession()
  session.cancel()
  assert.deepEqual(stateOf(game), stateOf(guarded(STACK)))
  refuses(game, 'SESSION_INVALID_OPERATION', () => session.cancel())
})

test('Session: getCurrentResult() is the turn so far, not completed', () => {
  const game = guarded(STACK)
  const played = game.move('F>xe8')
  const result = game.getSession().getCurrentResult()
  assert.ok(result instanceof MoveResult)
  assert.deepEqual({ ...result }, { ...played })
  assert.equal(result.completed, false)
})

test('Session: canCommit() and commit() (RULES 9.5)', () => {
  const game = open(STACK, 'F>xe8')
  const session = game.getSession()
  assert.equal(session.canCommit(), true)
  const { success, result, reason } = session.commit()
  assert.deepEqual([success, result.san, reason], [true, '(+TI)<F>xe8', undefined])
  assert.deepEqual([game.turn(), game.history()], ['b', ['(+TI)<F>xe8']])
  // A Tank cannot stay at sea.
  const sea = open('(NT)b5', 'N>b6')
  assert.equal(sea.getSession().canCommit(), false)
  refuses(sea, 'SESSION_INVALID_OPERATION', () => sea.getSession().commit())
  assert.notEqual(sea.getSession(), null)
})

test('Session: one that is committed automatically includes its last step', () => {
  const game = open('(TI)e4', 'T>e6')
  const session = game.getSession()
  assert.equal(game.move('I>e5').completed, true)
  assert.deepEqual(session.moves.map(({ piece }) => piece.type), ['t', 'i'])
  assert.deepEqual([session.remaining, session.isComplete], [[], true])
  assert.equal(suffixOf(session), 'e4::T>e6,I>e5')
})

test('Session: one that has ended still describes its deploy, but cannot be changed', () => {
  const game = open(STACK, 'F>xe8')
  const session = game.getSession()
  game.commitSession()
  assert.deepEqual([session.stackSquare, suffixOf(session)], [SQUARE_MAP.e4, 'e4:(+TI):F>xe8...'])
  assert.deepEqual(session.remaining, [piece('+T'), piece('I')])
  refuses(game, 'SESSION_INVALID_OPERATION', () => session.addMove(INFANTRY_STEP))
  refuses(game, 'SESSION_INVALID_OPERATION', () => session.cancel())
  refuses(game, 'SESSION_INVALID_OPERATION', () => session.undoLastMove())
  refuses(game, 'SESSION_INVALID_OPERATION', () => session.getCurrentResult())
  refuses(game, 'SESSION_INVALID_OPERATION', () => session.commit())
})

test('Session: toFenString() is the FEN with the deploy (RULES 11.1)', () => {
  const game = open(STACK, 'F>xe8')
  assert.equal(suffixOf(game.getSession()), 'e4:(+TI):F>xe8...')
  assert.equal(game.fen(), game.getSession().toFenString())
  game.move('+T>e7')
  game.move('I>e5', { autoCommit: false })
  assert.equal(suffixOf(game.getSession()), 'e4::F>xe8,+T>e7,I>e5')
})

test('Session: getRecombineOptions() and generateRecombineMoves() list the recombinations (RULES 9.3)', () => {
  const game = open('(FTI)g4', 'F>g7')
  const session = game.getSession()
  assert.deepEqual(session.getRecombineOptions(), [{ square: 'g7', piece: 't' }, { square: 'g7', piece: 'i' }])
  const step = { color: 'r', from: SQUARE_MAP.g4, to: SQUARE_MAP.g7, flags: BITS.COMBINATION | BITS.DEPLOY }
  assert.deepEqual(session.generateRecombineMoves(), [
    { ...step, piece: piece('T'), combined: piece('(FT)') }, { ...step, piece: piece('I'), combined: piece('(FI)') },
  ])
  assert.equal(game.move(session.generateRecombineMoves()[0]).lan, 'g4:I:(FT)>g7')
  game.commitSession()
  refuses(game, 'SESSION_INVALID_OPERATION', () => session.getRecombineOptions())
})

test('Session: isRecombineTarget() asks for a step to the point and a remaining piece that is not the carrier', () => {
  const session = open('(FTI)g4', 'T>g6').getSession()
  assert.equal(session.isRecombineTarget('g6', 'i'), true)
  assert.equal(session.isRecombineTarget(SQUARE_MAP.g6, 'i'), true)
  for (const [square, type] of [['g6', 'f'], ['g6', 't'], ['g6', 'm'], ['g7', 'i'], ['z9', 'i'], ['g6', undefined]]) {
    assert.equal(session.isRecombineTarget(square, type), false, `${square} ${type}`)
  }
})

test('Session: the original carrier can recombine; an ordinary combination is not a recombination (RULES 9.3)', () => {
  // The Air Force, which carried both, joins the Tank; the Infantry would have left with the Tank.
  const carrier = open('(FTI)g4', 'T>g6')
  assert.ok(carrier.moves().includes('F>&g6'))
  assert.deepEqual(carrier.getSession().getRecombineOptions().map(({ piece }) => piece), ['f', 'i'])
  // A piece that stood there before the deploy is not rejoined.
  const other = open('(NFT)c5 Fd5', 'N>c7')
  assert.ok(other.moves().includes('T>&d5'))
  assert.ok(other.getSession().getRecombineOptions().every(({ square }) => square !== 'd5'))
  // The Air Force could not have flown in the Tank's place, into the zone of the Anti-Air.
  const barred = open('(NFT)c5 ge6', 'T>e5')
  assert.ok(barred.moves().includes('F>&e5'))
  assert.deepEqual(barred.getSession().getRecombineOptions(), [])
})

test('Session: getDeployView() and getDeployState() have every field of a DeployStateView', () => {
  const game = open(STACK, 'F>xe8')
  const view = {
    stackSquare: 'e4', turn: 'r', originalPiece: piece('(F+TI)'), movedPieces: [piece('F')],
    remainingPieces: [piece('+T'), piece('I')], stayPiece: piece('(+TI)'), canCommit: true, isComplete: false,
  }
  assert.deepEqual(game.getDeployState(), view)
  assert.deepEqual(game.getSession().getDeployView(), view)
  game.move('+T>&e8')
  game.move('I>e5', { autoCommit: false })
  assert.deepEqual(game.getDeployState(), {
    stackSquare: 'e4', turn: 'r', originalPiece: piece('(F+TI)'), movedPieces: [piece('F'), piece('+T'), piece('I')],
    remainingPieces: [], canCommit: true, isComplete: true,
  })
  game.commitSession()
  assert.equal(game.getDeployState(), null)
})

test('setSession(null) takes the open deploy back', () => {
  const game = open(STACK, 'F>xe8')
  game.setSession(null)
  assert.deepEqual(stateOf(game), stateOf(guarded(STACK)))
  game.setSession(null)
  assert.deepEqual(stateOf(game), stateOf(guarded(STACK)))
})

test('setSession(session) opens a deploy that began in the present position', () => {
  const session = open(STACK, 'F>xe8', '+T>e7').getSession()
  const game = guarded(STACK)
  game.setSession(session)
  assert.equal(game.fen(), session.toFenString())
  game.undo()
  assert.equal(game.getSession().moves.length, 1)
  // In place of another one, too.
  const other = open(STACK, 'I>e5')
  other.setSession(session)
  assert.equal(other.getSession().toFenString(), session.toFenString())
  refuses(new CoTuLenh(), 'SESSION_INVALID_OPERATION', () => new CoTuLenh().setSession(session))
  for (const none of [{}, 5, 'x']) refuses(game, 'SESSION_INVALID_OPERATION', () => game.setSession(none))
})

test('commitSession() answers {success, result} or {success, reason} and never throws', () => {
  const game = open(STACK, 'F>xe8')
  const { result, ...rest } = game.commitSession()
  assert.deepEqual(rest, { success: true })
  assert.ok(result instanceof MoveResult)
  assert.equal(result.completed, true)
  assert.equal(result.after, game.fen())
  const none = game.commitSession()
  assert.deepEqual(Object.keys(none).sort(), ['reason', 'success'])
  assert.equal(none.success, false)
})

test('canCommitSession(): the unit that stays can stand there, and the Commander is safe (RULES 9.5)', () => {
  assert.equal(guarded(STACK).canCommitSession(), false, 'nothing is open')
  assert.equal(open(STACK, 'F>xe8').canCommitSession(), true)
  assert.equal(open('(NT)b5', 'N>b6').canCommitSession(), false)
  assert.equal(open('(NT)c5', 'N>c6').canCommitSession(), true)
  const exposed = red('Cg1 cg12 hk8 hd9 Hd1 (TI)g5')
  exposed.move('T>h5')
  assert.equal(exposed.canCommitSession(), true, 'the Infantry still stands between')
  const { completed } = exposed.move('I>f5')
  assert.deepEqual([completed, exposed.canCommitSession(), exposed.commitSession().success], [false, false, false])
  assert.deepEqual(exposed.moves(), [])
  exposed.undo()
  assert.equal(exposed.canCommitSession(), true)
})

test('cancelSession() takes everything back; without a deploy nothing happens', () => {
  const game = open(STACK, 'F>xe8', '+T>&e8')
  game.cancelSession()
  assert.deepEqual(stateOf(game), stateOf(guarded(STACK)))
  game.move('Fgg6')
  const before = stateOf(game)
  game.cancelSession()
  assert.deepEqual(stateOf(game), before)
})

test('a deploy is committed automatically when no piece remains (RULES 9.5)', () => {
  const game = guarded('(TI)e4')
  assert.equal(game.move('T>e6').completed, false)
  const last = game.move('I>&e6')
  assert.deepEqual([last.completed, last.san, last.lan], [true, '(TI)>e6', 'e4::(TI)>e6'])
  assert.deepEqual([game.turn(), game.history()], ['b', ['(TI)>e6']])
})

test('setSession() with the open session changes nothing, also after a recombination', () => {
  const game = open('(FTI)e4', 'F>e8')
  game.move('I>e5', { autoCommit: false })
  game.move('T>&e8', { autoCommit: false })
  const session = game.getSession()
  const before = game.fen()
  game.setSession(session)
  assert.equal(game.getSession(), session)
  assert.equal(game.fen(), before)
  game.undo()
  assert.match(game.fen(), / e4:T:F>e8,I>e5\.\.\.$/)
  game.cancelSession()
  game.setSession(session)
  assert.match(game.fen(), / e4:T:F>e8,I>e5\.\.\.$/, 'as it was last')
  assert.equal(game.getSession(), session)
  assert.equal(session.commit().success, true)
})

test('Session: commit() throws after the game was freed, commitSession() does not', () => {
  const game = open(STACK, 'F>xe8')
  const session = game.getSession()
  game.free()
  assert.throws(() => session.commit(), { name: 'CotulenhError', message: 'This game has been freed' })
  assert.deepEqual(game.commitSession(), { success: false, reason: 'This game has been freed' })
})

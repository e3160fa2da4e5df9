/** Moves with `autoCommit: false` that are not deploy steps: they wait for their commit. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BITS, CoTuLenh, SQUARE_MAP } from 'cotulenh-bitboard'
import { fenOf, guarded, GUARDS, piece, plainError, red, stateOf } from './support.mjs'

const UNITS = 'Te4 ie6 Ig9 ih9'
const BEFORE = fenOf(`${GUARDS} ${UNITS}`)
const AFTER = fenOf(`${GUARDS} Te6 Ig9 ih9`)

function pending() {
  const game = guarded(UNITS)
  return { game, result: game.move('Txe6', { autoCommit: false }) }
}

test('move(…, {autoCommit: false}) changes the board, but neither side, clocks nor history', () => {
  const { game, result } = pending()
  assert.deepEqual([result.completed, result.before, result.after], [false, BEFORE, AFTER])
  assert.deepEqual([game.fen(), game.fen(false), game.turn(), game.history()], [AFTER, AFTER, 'r', []])
  assert.deepEqual([game.get('e6'), game.get('e4')], [piece('T'), undefined])
  assert.deepEqual([game.moves(), game.moves({ verbose: true }), [...game.dests()]], [[], [], []])
  assert.throws(() => game.move('Ig10'), plainError('A move waits for its commit'))
})

test('getSession() describes a move that waits for its commit', () => {
  const { game, result } = pending()
  const session = game.getSession()
  const move = {
    color: 'r', from: SQUARE_MAP.e4, to: SQUARE_MAP.e6, piece: piece('T'), captured: piece('i'), flags: BITS.CAPTURE,
  }
  assert.equal(game.getSession(), session)
  assert.deepEqual([session.isDeploy, session.stackSquare, session.turn], [false, SQUARE_MAP.e4, 'r'])
  assert.deepEqual([session.originalPiece, session.moves, session.commands.length], [piece('T'), [move], 1])
  assert.deepEqual([session.remaining, session.isEmpty, session.isComplete], [[], false, true])
  assert.deepEqual([session.startFEN, session.toFenString()], [BEFORE, BEFORE])
  assert.deepEqual([session.getDeployView(), game.getDeployState()], [null, null])
  assert.deepEqual([session.getRecombineOptions(), session.generateRecombineMoves()], [[], []])
  assert.equal(session.isRecombineTarget('e6', 't'), false)
  assert.deepEqual([session.canCommit(), game.canCommitSession()], [true, true])
  assert.deepEqual(session.getCurrentResult(), result)
  assert.throws(() => session.addMove(move), plainError('A move waits for its commit'))
})

test('commitSession() plays the move for good', () => {
  for (const commit of [(game) => game.commitSession(), (game) => game.getSession().commit()]) {
    const { game } = pending()
    const { success, result } = commit(game)
    const direct = guarded(UNITS)
    assert.deepEqual([success, result], [true, direct.move('Txe6')])
    assert.deepEqual(stateOf(game), stateOf(direct))
  }
})

test('cancelSession(), undo(), session.cancel(), session.undoLastMove() and setSession(null) take it back', () => {
  for (const back of [
    (game) => game.cancelSession(),
    (game) => game.undo(),
    (game) => game.getSession().cancel(),
    (game) => assert.equal(game.getSession().undoLastMove().flags, BITS.CAPTURE),
    (game) => game.setSession(null),
  ]) {
    const { game } = pending()
    const session = game.getSession()
    back(game)
    assert.deepEqual(stateOf(game), stateOf(guarded(UNITS)))
    assert.throws(() => session.cancel(), { code: 'SESSION_INVALID_OPERATION' })
    game.setSession(session)
    assert.deepEqual([game.fen(), game.getSession()], [AFTER, session], 'setSession() opens it again')
    assert.equal(game.commitSession().success, true)
  }
})

test('a whole stack that combines waits with the resulting stack', () => {
  const game = guarded('(FT)e4 Ig4')
  game.move('(FT)&g4', { autoCommit: false })
  const [{ piece: moved, combined, flags }] = game.getSession().moves
  assert.deepEqual([moved, combined, flags], [piece('(FT)'), piece('(FTI)'), BITS.COMBINATION])
})

test('a move with {legal: false} that endangers the own Commander waits, and its commit is refused', () => {
  for (const autoCommit of [true, false]) {
    const game = red('Cg1 cg12 Tg5 Hd1 Hc1 hd9 hk8')
    const start = stateOf(game)
    const { completed, san } = game.move('Th5', { legal: false, autoCommit })
    assert.deepEqual([completed, san, game.canCommitSession(), game.turn()], [false, 'Th5', false, 'r'])
    const open = stateOf(game)
    const { success, reason } = game.commitSession()
    assert.deepEqual([success, typeof reason], [false, 'string'])
    assert.throws(() => game.getSession().commit(), { code: 'SESSION_INVALID_OPERATION' })
    assert.deepEqual(stateOf(game), open)
    game.undo()
    assert.deepEqual(stateOf(game), start)
  }
  // The same holds for the last step of a deploy.
  const deploy = red('Cg1 cg12 (TI)g5 Hd1 Hc1 hd9 hk8')
  deploy.move('T>h5', { legal: false })
  assert.equal(deploy.move('I>f5', { legal: false }).completed, false)
  assert.deepEqual([deploy.canCommitSession(), deploy.commitSession().success], [false, false])
  // A safe move, and one of a side without a Commander, are played.
  assert.equal(red('Cg1 cg12 Tg5 Hd1 Hc1 hd9 hk8').move('Tg6', { legal: false }).completed, true)
  assert.equal(red('Tg5 ck12 hd9 hk8').move('Th5', { legal: false }).completed, true)
})

test('a game does not end before the commit', () => {
  const game = red('Cj1 ck12 Tk10 Hd1')
  game.move('Txk12', { autoCommit: false })
  assert.deepEqual([game.isCommanderCaptured(), game.isGameOver()], [true, false])
  assert.match(game.pgn(), /\[Result "\*"\]/)
  assert.equal(game.commitSession().success, true)
  assert.deepEqual([game.isGameOver(), /\[Result "1-0"\]/.test(game.pgn())], [true, true])
  const clock = new CoTuLenh(fenOf(`${GUARDS} Te4`).replace(' 0 1', ' 100 60'))
  assert.equal(clock.isDraw(), true)
  clock.move('Te5', { autoCommit: false })
  assert.deepEqual([clock.isDraw(), clock.isDrawByFiftyMoves(), clock.isGameOver()], [false, true, false])
})

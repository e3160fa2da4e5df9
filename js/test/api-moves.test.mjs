/** Moves: listing, playing, taking back; MoveResult. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BITS, CoTuLenh, DEFAULT_POSITION, FLAGS, MoveResult, SQUARE_MAP } from 'cotulenh-bitboard'
import { fenOf, guarded, piece, plainError, random, randomAction, red, stateOf } from './support.mjs'

/** Throws a plain Error whose message begins like this, and the game stays as it was. */
function refuses(game, beginning, ...move) {
  const before = stateOf(game)
  assert.throws(() => game.move(...move), plainError(beginning))
  assert.deepEqual(stateOf(game), before)
}

test('moves(): SAN strings in the order of RULES 11.6', () => {
  const sans = new CoTuLenh().moves()
  assert.equal(sans.length, 116)
  assert.deepEqual(sans.slice(0, 5), ['Ic6', 'I&c4', 'Ed6', 'Ee5', 'Ed4'])
  assert.ok(sans.every((san) => typeof san === 'string'))
  assert.deepEqual(new CoTuLenh().moves({ verbose: false }), sans)
})

test('moves({verbose}): MoveResults with after "?" and to a string, also of deploy steps', () => {
  const game = guarded('(TI)e4 ie6')
  const moves = game.moves({ verbose: true })
  assert.ok(moves.every((move) => move instanceof MoveResult && move.after === '?' && typeof move.to === 'string'))
  const step = moves.find(({ lan }) => lan === 'Te4>xe6')
  assert.deepEqual({ ...step }, {
    color: 'r', from: 'e4', to: 'e6', piece: piece('T'), captured: [piece('i')], flags: 'cd', before: game.fen(),
    after: '?', completed: true, san: 'T>xe6', lan: 'Te4>xe6',
  })
  const whole = moves.find(({ lan }) => lan === '(TI)e4xe6')
  assert.deepEqual([whole.piece, whole.completed, whole.flags], [piece('(TI)'), true, 'c'])
})

test('moves({square}): only from this point; none for an invalid point', () => {
  const game = new CoTuLenh()
  assert.deepEqual(game.moves({ square: 'c5' }), ['Ic6', 'I&c4'])
  assert.deepEqual(game.moves({ square: 'c5', verbose: true }).map(({ lan }) => lan), ['Ic5c6', 'Ic5&c4'])
  for (const square of ['c6', 'c8', 'z9', '', 'C5', 7e9, {}]) assert.deepEqual(game.moves({ square }), [])
})

test('moves({pieceType}): only units with that top and pieces of that role that step off', () => {
  const game = guarded('(FT)e4 Tg4 ik9')
  const lans = game.moves({ pieceType: 't', verbose: true }).map(({ lan }) => lan)
  assert.ok(lans.every((lan) => /^Te4>|^Tg4/.test(lan)))
  assert.ok(lans.includes('Te4>e6') && lans.includes('Tg4g6'))
  assert.deepEqual(game.moves({ pieceType: 't', square: 'g4' }), game.moves({ square: 'g4' }))
  for (const pieceType of ['s', 'x', 'T', '']) assert.deepEqual(game.moves({ pieceType }), [])
})

test('moves({legal = true}): without it, moves that leave the own Commander in danger too', () => {
  // The Tank shields its Commander from the other one.
  const game = red('Cg1 cg12 Tg5 Hd1 Hc1 hd9 hk8')
  assert.equal(game.moves().includes('Th5'), false)
  assert.equal(game.moves({ legal: true }).includes('Th5'), false)
  assert.equal(game.moves({ legal: false }).includes('Th5'), true)
})

test('moves() of a side without a Commander is empty', () => {
  const game = red('Tg5 ck12 Hd1 hk8')
  assert.deepEqual(game.moves(), [])
  assert.ok(game.moves({ legal: false }).includes('Tg6'))
})

test('move(text): SAN, LAN, coordinates, marks at the end', () => {
  for (const text of ['Ic6', 'Ic5c6', 'c5c6', 'c5-c6', 'Ic6!', 'Ic6?', 'Ic6#', 'Ic6!?']) {
    const game = new CoTuLenh()
    const result = game.move(text)
    assert.ok(result instanceof MoveResult, text)
    assert.deepEqual({ ...result }, {
      color: 'r', from: 'c5', to: 'c6', piece: piece('I'), flags: 'n', before: DEFAULT_POSITION,
      after: game.fen(), completed: true, san: 'Ic6', lan: 'Ic5c6',
    })
    assert.equal(game.fen(), DEFAULT_POSITION.replace('11/2IE2M2EI', '2I8/3E2M2EI').replace('r - - 0', 'b - - 1'))
  }
})

test('move(text) of a whole deploy turn plays and commits it', () => {
  for (const text of ['I<T>e6', 'e4:I:T>e6']) {
    const game = guarded('(TI)e4')
    const result = game.move(text)
    assert.deepEqual([result.san, result.lan, result.flags, result.completed], ['I<T>e6', 'e4:I:T>e6', 'dn', true])
    assert.deepEqual([game.turn(), game.getSession(), game.history()], ['b', null, ['I<T>e6']])
  }
})

test('move({from, to}): the whole unit where it can, the capture that moves', () => {
  const game = guarded('(TI)e4 ie6')
  assert.equal(game.move({ from: 'e4', to: 'e6' }).lan, '(TI)e4xe6')
  const plane = guarded('Fe4 ie6')
  assert.equal(plane.move({ from: 'e4', to: 'e6' }).lan, 'Fe4xe6')
})

test('move({from, to, piece}): the role on top of the moving unit', () => {
  const game = guarded('(TI)e4')
  assert.equal(game.move({ from: 'e4', to: 'e5', piece: 't' }).lan, '(TI)e4e5')
  const other = guarded('(TI)e4')
  assert.equal(other.move({ from: 'e4', to: 'e5', piece: 'i' }).lan, 'e4:T:I>e5')
})

test('move({from, to, stay}): with or without moving there', () => {
  for (const [stay, lan] of [[true, 'Fe4_e6'], [false, 'Fe4xe6'], [undefined, 'Fe4xe6']]) {
    assert.equal(guarded('Fe4 ie6').move({ from: 'e4', to: 'e6', stay }).lan, lan)
  }
})

test('move({from, to, deploy}): a step or the whole unit', () => {
  for (const [deploy, lan] of [[true, 'e4:I:T>e6'], [false, '(TI)e4e6'], [undefined, '(TI)e4e6']]) {
    assert.equal(guarded('(TI)e4').move({ from: 'e4', to: 'e6', deploy }).lan, lan)
  }
})

test('move(InternalMove): color, numbers of points, piece, flag bits', () => {
  const game = guarded('(TI)e4 ie6')
  const { e4, e6 } = SQUARE_MAP
  const step = { color: 'r', from: e4, to: e6, piece: piece('T'), flags: BITS.CAPTURE | BITS.DEPLOY }
  assert.equal(game.move(step).lan, 'e4:I:T>xe6')
  game.undo()
  const whole = { color: 'r', from: e4, to: e6, piece: piece('(TI)'), captured: piece('i'), flags: BITS.CAPTURE }
  assert.equal(game.move(whole).lan, '(TI)e4xe6')
})

test('move(): in an open deploy completed is false, and the result is the turn so far', () => {
  const game = guarded('(FTI)e4 gg4')
  const start = game.fen()
  const result = game.move('F>@g4')
  assert.equal(result.completed, false)
  assert.deepEqual([result.san, result.lan, result.flags], ['(TI)<F>@g4', 'e4:(TI):F>@g4', 'dk'])
  assert.deepEqual([result.before, result.after], [start, game.fen()])
  assert.deepEqual([result.stay, result.captured], [piece('(TI)'), [piece('g')]])
  assert.equal(game.turn(), 'r')
})

test('move(text) throws "Invalid or illegal move: …"', () => {
  const game = new CoTuLenh()
  for (const text of ['Ic7', 'Cg12', '', 'x', 'Ic6 Ic7', 'c5', '(Ic6)', '\ud800', 'I'.repeat(1e6)]) {
    refuses(game, `Invalid or illegal move: ${text.slice(0, 100)}`, text)
  }
  for (const none of [undefined, null, 5, true, Symbol('x')]) refuses(game, 'Invalid or illegal move: ', none)
})

test('move(object) throws "No matching legal move found: …"', () => {
  const game = guarded('(TI)e4')
  for (const move of [
    { from: 'e4', to: 'e9' }, { from: 'e5', to: 'e6' }, { from: 'k12', to: 'k11' },
    { from: 'e4', to: 'e6', piece: 'i' }, { from: 'e4', to: 'e6', piece: 'x' }, { from: 'e4', to: 'e6', stay: true },
    { from: 'c1', to: 'c2', deploy: true },
  ]) {
    refuses(game, `No matching legal move found: ${JSON.stringify(move)}`, move)
  }
})

test('move(InternalMove): other flag bits, and all of the piece but its type, are ignored', () => {
  const { e4, e6 } = SQUARE_MAP
  for (const [text, flags, lan] of [
    ['T', 1, '(TI)e4e6'], ['(TI)', 0, '(TI)e4e6'], ['+T', 63 & ~20, '(TI)e4e6'], ['t', 18, 'e4:I:T>e6'], ['(TM)', 16, 'e4:I:T>e6'],
  ]) {
    assert.equal(guarded('(TI)e4').move({ color: 'b', from: e4, to: e6, piece: piece(text), flags }).lan, lan)
  }
})

test('move(InternalMove) throws "No matching legal move found: …" unless type, deploy and stay fit', () => {
  const game = guarded('(TI)e4')
  const { e4, e6 } = SQUARE_MAP
  for (const [text, flags] of [['I', 1], ['I', 17], ['F', 17], ['T', 4], ['T', 20]]) {
    const move = { color: 'r', from: e4, to: e6, piece: piece(text), flags }
    refuses(game, 'No matching legal move found: ', move)
  }
  for (const none of [undefined, null, 't', {}, { type: 'x', color: 'r' }]) {
    refuses(game, 'No matching legal move found: ', { color: 'r', from: e4, to: e6, piece: none, flags: 1 })
  }
})

test('move(object) throws "Invalid square in move object: …"', () => {
  const game = new CoTuLenh()
  for (const [from, to] of [
    ['z9', 'c6'], ['c5', 'c13'], ['', ''], [undefined, 'c6'], ['c5', null], ['C5', 'c6'], [-1, 11],
  ]) {
    refuses(game, 'Invalid square in move object: ', { from, to })
  }
  refuses(game, 'Invalid square in move object: ', {})
  refuses(game, 'Invalid square in move object: ', [])
})

test('move() throws "Multiple matching legal moves found: …" for an ambiguous move', () => {
  const game = guarded('(FTI)e4')
  refuses(game, 'Multiple matching legal moves found: ', { from: 'e4', to: 'e5', deploy: true })
  game.move('F>e7')
  refuses(game, 'Multiple matching legal moves found: ', { from: 'e4', to: 'e5' })
  assert.equal(game.move({ from: 'e4', to: 'e5', piece: 'i' }).lan, 'e4:T:F>e7,I>e5')
  // A deploy turn's SAN names no point.
  refuses(guarded('(TI)e4 (TI)g4'), 'Multiple matching legal moves found: I<T>f4', 'I<T>f4')
})

test('move(text, {strict}) does not accept coordinates', () => {
  const game = new CoTuLenh()
  refuses(game, 'Invalid or illegal move: c5c6', 'c5c6', { strict: true })
  assert.equal(game.move('Ic5c6', { strict: true }).san, 'Ic6')
})

test('move(step, {autoCommit = true}): whether a deploy ends by itself when nothing remains', () => {
  const steps = ['T>e6', 'I>e5']
  const game = guarded('(TI)e4')
  assert.deepEqual(steps.map((step) => game.move(step).completed), [false, true])
  const open = guarded('(TI)e4')
  assert.deepEqual(steps.map((step) => open.move(step, { autoCommit: false }).completed), [false, false])
  assert.equal(open.turn(), 'r')
  assert.equal(open.fen().split(' ').at(-1), 'e4::T>e6,I>e5')
  assert.equal(open.commitSession().success, true)
  assert.equal(open.fen(), game.fen())
  const turn = guarded('(TI)e4')
  assert.equal(turn.move('I<T>e6', { autoCommit: false }).completed, false)
  assert.notEqual(turn.getSession(), null)
})

test('move(move, {legal = true}): without it, the own Commander may be left in danger', () => {
  const units = 'Cg1 cg12 Tg5 Hd1 Hc1 hd9 hk8'
  const object = { from: 'g5', to: 'h5' }
  const internal = { color: 'r', from: SQUARE_MAP.g5, to: SQUARE_MAP.h5, piece: piece('T'), flags: BITS.NORMAL }
  refuses(red(units), 'Invalid or illegal move: Th5', 'Th5')
  refuses(red(units), 'No matching legal move found: ', object)
  refuses(red(units), 'No matching legal move found: ', internal)
  for (const move of ['Th5', object, internal]) {
    const game = red(units)
    assert.equal(game.move(move, { legal: false }).lan, 'Tg5h5')
    assert.equal(game.isCommanderInDanger('r'), true)
    game.undo()
    assert.equal(game.fen(), fenOf(units))
  }
})

test('undo() takes back the last step of a deploy, else the last turn', () => {
  const game = guarded('(FTI)e4 ig9')
  const fens = [game.fen()]
  for (const text of ['F>e7', 'T>&e7']) {
    game.move(text)
    fens.push(game.fen())
  }
  assert.equal(game.undo(), undefined)
  assert.equal(game.fen(), fens[1])
  game.undo()
  assert.deepEqual([game.fen(), game.getSession()], [fens[0], null])
  // A turn that has passed is taken back as a whole.
  game.move('F>e7')
  game.commitSession()
  game.move('Ig8')
  game.undo()
  assert.deepEqual(game.history(), ['(TI)<F>e7'])
  game.undo()
  assert.equal(game.fen(), fens[0])
  game.undo()
  assert.equal(game.fen(), fens[0])
})

test('undo() all the way of random games restores every position', () => {
  for (let seed = 0; seed < 20; seed += 1) {
    const below = random(seed)
    const game = new CoTuLenh()
    const turns = [stateOf(game)]
    while (turns.length < 30 && randomAction(game, below)) if (game.getSession() === null) turns.push(stateOf(game))
    game.cancelSession()
    while (turns.length > 0) {
      assert.deepEqual(stateOf(game), turns.pop())
      game.undo()
    }
    assert.equal(game.fen(), DEFAULT_POSITION)
  }
})

test('history(): SANs of the completed turns; history({verbose}): the results', () => {
  const game = guarded('(TI)e4 ig9 Tg4')
  const results = ['I<T>e6', 'Ig8', 'Tg5'].map((text) => game.move(text))
  assert.deepEqual(game.history(), ['I<T>e6', 'Ig8', 'Tg5'])
  assert.deepEqual(game.history({ verbose: false }), game.history())
  const verbose = game.history({ verbose: true })
  assert.deepEqual(verbose, results)
  assert.ok(verbose.every((result) => result instanceof MoveResult))
  assert.ok(verbose.every(({ completed, after }, i) => completed && after === (verbose[i + 1]?.before ?? game.fen())))
})

test('history({verbose}) gives new results: changing them does not change the game', () => {
  const game = guarded('(TI)e4 ig9 Tg4')
  const spoil = (result) => {
    result.to instanceof Map ? result.to.clear() : (result.to = 'a1')
    Object.assign(result, { san: 'XX', lan: 'XX', before: 'garbage', after: 'garbage' })
    result.piece.type = 'h'
  }
  const twin = guarded('(TI)e4 ig9 Tg4')
  for (const text of ['I<T>e6', 'Ig8', 'Tg5']) {
    twin.move(text)
    spoil(game.move(text))
  }
  game.history({ verbose: true }).forEach(spoil)
  game._history.forEach(spoil)
  assert.deepEqual(game.history({ verbose: true }), twin.history({ verbose: true }))
  assert.equal(game.pgn(), twin.pgn())
  game.undo()
  twin.undo()
  assert.deepEqual([game.fen(), game.history()], [twin.fen(), twin.history()])
})

test('move(MoveResult) plays a listed move, and a played turn again', () => {
  const game = guarded('(FTI)e4 ig9')
  for (const listed of game.moves({ verbose: true })) {
    const played = game.move(listed, { autoCommit: false })
    assert.equal(played.isDeploy, listed.isDeploy)
    if (!listed.isDeploy) assert.deepEqual([played.san, played.flags], [listed.san, listed.flags])
    game.undo()
  }
  const turn = game.move('I<F>e8,T>e6')
  game.undo()
  assert.deepEqual(game.move(turn), turn)
  assert.throws(() => game.move(turn), /^Error: Invalid or illegal move: /)
})

test('null means the default in every option', () => {
  const game = new CoTuLenh()
  assert.equal(game.moves(null).length, 116)
  assert.equal(game.moves({ square: null, pieceType: null }).length, 116)
  game.move({ from: 'c5', to: 'c6', piece: null, stay: null, deploy: null }, null)
  assert.deepEqual(game.history(null), ['Ic6'])
  assert.equal(game.pgn(null), game.pgn())
  assert.equal(game.pgn({ newline: null, maxWidth: null, clocks: null }), game.pgn())
  assert.equal(game.pgn({ clocks: [null] }), game.pgn())
  game.loadPgn(game.pgn(), null)
  game.load(game.fen(), null)
  game.clear(null)
})

test('history() does not disturb the game, and an open deploy is not in it', () => {
  const game = guarded('(FTI)e4 ig9')
  game.move('(FTI)e5')
  game.move('Ig8')
  game.move('F>e8')
  const before = stateOf(game)
  assert.deepEqual(game.history(), ['(FTI)e5', 'Ig8'])
  game.history({ verbose: true }).length = 0
  game.history().push('x')
  assert.deepEqual(stateOf(game), before)
  game.move('T>e7')
  game.undo()
  assert.deepEqual(stateOf(game), before)
})

test('MoveResult: color, from, to, piece, flags, before, after, completed, san and lan of a plain move', () => {
  const game = guarded('(TI)e4 Tg6')
  const before = game.fen()
  const result = game.move('(TI)f4')
  assert.deepEqual({ ...result }, {
    color: 'r', from: 'e4', to: 'f4', piece: piece('(TI)'), flags: 'n', before, after: game.fen(), completed: true,
    san: '(TI)f4', lan: '(TI)e4f4',
  })
  assert.equal(game.move('Ck11').color, 'b')
})

test('MoveResult: stay is the unit that remains of a deployed stack', () => {
  assert.deepEqual(guarded('(FTI)e4').move('F>e6').stay, piece('(TI)'))
  assert.deepEqual(guarded('(FTI)e4').move('I<F>e6,T>e5').stay, piece('I'))
  assert.equal('stay' in guarded('(TI)e4').move('T>e6,I>e5'), false)
})

test('MoveResult: captured lists the pieces of a stack one by one, and is missing without a capture', () => {
  const game = guarded('Te4 (t+i)e6')
  const { captured } = game.move('Txe6')
  assert.deepEqual(captured, [piece('t'), piece('+i')])
  const quiet = guarded('Te4').move('Te6')
  assert.equal('captured' in quiet, false)
  assert.equal('stay' in quiet, false)
})

test('MoveResult: to is a Map of what stepped off, by the destination or target of each step', () => {
  const game = guarded('(FTI)e4 ie8')
  const result = game.move('I<(FT)>xe8')
  assert.ok(result.to instanceof Map)
  assert.deepEqual(result.to, new Map([['e8', piece('(FT)')]]))
  assert.deepEqual([result.piece, result.stay, result.captured], [piece('(FTI)'), piece('I'), [piece('i')]])
  const all = guarded('(TI)e4').move('T>e6,I>e5')
  assert.deepEqual(all.to, new Map([['e6', piece('T')], ['e5', piece('I')]]))
  assert.equal('stay' in all, false)
  // Targets count, promotions afterwards and units that were joined do not.
  assert.deepEqual(guarded('(FTI)e4 gg4').move('F>@g4,T>e6,I>e5').to.get('g4'), piece('F'))
  assert.deepEqual(guarded('(TI)c5 nb5 na1').move('T>_b5').to, new Map([['b5', piece('T')]]))
  assert.deepEqual(guarded('(FT)e4 Ig4').move('T>&g4').to, new Map([['g4', piece('T')]]))
  const promoted = red('Cj1 cg12 (TI)e10 Hd1 Hc1 hd9 hk8')
  assert.deepEqual(promoted.move('T>g10').to, new Map([['g10', piece('T')]]))
  assert.deepEqual(promoted.get('g10'), piece('+T'))
})

test('MoveResult: captured in a deploy has the heroic flags at the capture', () => {
  // The Infantry becomes the last guard, and heroic, when the Tank is captured.
  const game = red('Cj1 ck12 (FT)e4 Hd1 te8 if4')
  assert.deepEqual(game.move('F>xe8').captured, [piece('t')])
  assert.deepEqual(game.move('T>xf4').captured, [piece('t'), piece('+i')])
  assert.deepEqual(game.history({ verbose: true })[0].captured, [piece('t'), piece('+i')])
})

test('MoveResult: isDeploy, isCapture, isStayCapture, isSuicideCapture follow the flags', () => {
  const kinds = (game, text) => {
    const { flags, isDeploy, isCapture, isStayCapture, isSuicideCapture } = game.move(text)
    return [flags, isDeploy, isCapture, isStayCapture, isSuicideCapture]
  }
  assert.deepEqual(kinds(guarded('Te4'), 'Te6'), ['n', false, false, false, false])
  assert.deepEqual(kinds(guarded('Te4 ie6'), 'Txe6'), ['c', false, true, false, false])
  assert.deepEqual(kinds(guarded('Fe4 ie6'), 'F_e6'), ['s', false, false, true, false])
  assert.deepEqual(kinds(guarded('Fe4 ge6'), 'F@e6'), ['k', false, false, false, true])
  assert.deepEqual(kinds(guarded('Te4 Fe6'), 'T&e6'), ['b', false, false, false, false])
  assert.deepEqual(kinds(guarded('(TI)e4 ie6'), 'T>xe6'), ['dc', true, true, false, false])
})

test('MoveResult: getHighlightSquares() are the start, every destination and every target', () => {
  assert.deepEqual(guarded('Te4').move('Te6').getHighlightSquares(), ['e4', 'e6'])
  assert.deepEqual(guarded('Fe4 ie6').move('F_e6').getHighlightSquares(), ['e4', 'e6'])
  const deploy = guarded('(FTI)e4 gg4').move('F>@g4,T>e6,I>e5')
  assert.deepEqual(deploy.getHighlightSquares(), ['e4', 'g4', 'e6', 'e5'])
})

test('MoveResult.create() makes a result of its fields', () => {
  const fields = {
    color: 'r', from: 'e4', to: new Map([['e6', piece('T')]]), piece: piece('(TI)'), flags: 'dn', before: 'x',
    after: 'y', completed: true, stay: piece('I'), san: 'I<T>e6', lan: 'e4:I:T>e6',
  }
  const result = MoveResult.create(fields)
  assert.ok(result instanceof MoveResult)
  assert.deepEqual({ ...result }, fields)
  assert.equal(result.isDeploy, true)
  assert.deepEqual(result.getHighlightSquares(), ['e4', 'e6'])
  const { completed, stay, san, lan, ...few } = fields
  const short = MoveResult.create({ ...few, captured: piece('(ti)') })
  assert.deepEqual({ ...short }, { ...few, captured: [piece('t'), piece('i')], completed: true, san: '', lan: '' })
  assert.deepEqual(MoveResult.create({ ...few, captured: [piece('(ti)')] }).captured, [piece('(ti)')])
})

test('new MoveResult() takes its fields in order; the last ones may be missing', () => {
  const short = new MoveResult('r', 'e4', piece('T'), 'n', 'x', 'y', 'e6')
  assert.deepEqual({ ...short }, {
    color: 'r', from: 'e4', to: 'e6', piece: piece('T'), flags: 'n', before: 'x', after: 'y', completed: true, san: '', lan: '',
  })
  const fields = [[piece('i')], false, piece('I'), 'I<T>xe6', 'e4:I:T>xe6']
  const { captured, completed, stay, san, lan } = new MoveResult('r', 'e4', piece('T'), 'dc', 'x', 'y', new Map(), ...fields)
  assert.deepEqual([captured, completed, stay, san, lan], fields)
})

test('MoveResult.flagsToString() writes bits in the order n c s k d b (RULES 11.5)', () => {
  for (let bits = 0; bits < 64; bits += 1) {
    const letters = Object.keys(BITS).filter((name) => bits & BITS[name]).map((name) => FLAGS[name])
    assert.equal(MoveResult.flagsToString(bits), letters.join(''))
  }
  assert.equal(MoveResult.flagsToString(BITS.DEPLOY | BITS.NORMAL), 'nd')
})

test('MoveResult.calculateDeployFlags(): d, then each kind once in order of appearance (RULES 11.5)', () => {
  const flags = (...kinds) => MoveResult.calculateDeployFlags(kinds.map((bit) => ({ flags: bit | BITS.DEPLOY })))
  assert.equal(flags(BITS.SUICIDE_CAPTURE, BITS.NORMAL), 'dkn')
  assert.equal(flags(BITS.NORMAL, BITS.CAPTURE, BITS.NORMAL), 'dnc')
  assert.equal(flags(BITS.COMBINATION), 'db')
  assert.equal(flags(BITS.STAY_CAPTURE, BITS.STAY_CAPTURE), 'ds')
})

test('MoveResult.calculateDeploySanLan() writes the texts of a deploy turn (RULES 11.4)', () => {
  const game = guarded('(F+TI)e4 gg4')
  for (const texts of [['F>@g4'], ['F>@g4', '+T>e7'], ['F>@g4', '+T>e7', 'I>e5']]) {
    let result
    for (const text of texts) result = game.move(text, { autoCommit: false })
    const { moves, stackSquare } = game.getSession()
    const { san, lan } = MoveResult.calculateDeploySanLan(moves, stackSquare, result.stay)
    assert.deepEqual([san, lan], [result.san, result.lan])
    assert.deepEqual(MoveResult.calculateDeploySanLan(moves, 'e4', result.stay), { san, lan })
    game.cancelSession()
  }
})

test('dests(): a Map from point and role name to destinations, stay where the unit does not move', () => {
  const dests = guarded('(TI)e4 Fg4 ig6 nb4').dests()
  assert.ok(dests instanceof Map)
  // The Infantry alone, and the Tank alone or with it: each destination once.
  assert.deepEqual(dests.get('e4.infantry').map(({ square }) => square), ['e5', 'f4', 'e3', 'd4'])
  const tank = dests.get('e4.tank').map(({ square }) => square)
  assert.equal(new Set(tank).size, tank.length)
  assert.ok(tank.includes('e6') && tank.includes('c4'))
  const plane = dests.get('g4.air_force').filter(({ square }) => square === 'g6')
  assert.deepEqual(plane, [{ square: 'g6' }, { square: 'g6', stay: true }])
  assert.equal(dests.has('g6.infantry'), false, 'only the side to move')
  assert.equal(dests.has('d1.headquarter'), false, 'only units that can go somewhere')
})

test('dests() in an open deploy are those of the remaining pieces', () => {
  const game = guarded('(FTI)e4 Tg4')
  game.move('F>e7')
  assert.deepEqual([...game.dests().keys()].sort(), ['e4.infantry', 'e4.tank'])
  assert.ok(game.dests().get('e4.infantry').some(({ square }) => square === 'e7'), 'to rejoin the Air Force')
})

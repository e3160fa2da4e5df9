/** Status: checks, draws, endings, attacks, air defense. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CoTuLenh, DEFAULT_POSITION, SQUARE_MAP } from 'cotulenh-bitboard'
import { blue, guarded, GUARDS, red } from './support.mjs'

test('isCheck(): the Commander of the side to move is attacked, not only exposed', () => {
  assert.equal(red('Cg1 ck12 tg3 Hd1 hd9').isCheck(), true)
  assert.equal(blue('Cg1 ck12 tg3 Hd1 hd9').isCheck(), false)
  assert.equal(red('Cg1 cg12 Hd1 hd9').isCheck(), false, 'exposure (RULES 6.6)')
  assert.equal(red('ck12 Hd1 hd9').isCheck(), true, 'none left')
})

test('isCheckmate() and isStalemate(): no turn can be completed (RULES 6.6)', () => {
  const status = (game) => [game.isCheckmate(), game.isStalemate(), game.isDraw(), game.isGameOver()]
  assert.deepEqual(status(red('(HC)k1 Hd1 tk3 cj12 hd9')), [true, false, false, true])
  assert.deepEqual(status(red('(HC)k1 Hd1 tk4 cj12 hd9')), [false, true, true, true])
  assert.deepEqual(status(new CoTuLenh()), [false, false, false, false])
})

test('isDrawByFiftyMoves() from a half-move clock of 100 on', () => {
  for (const [clock, draw] of [[99, false], [100, true], [101, true]]) {
    const game = new CoTuLenh(DEFAULT_POSITION.replace(' 0 1', ` ${clock} 60`))
    assert.deepEqual([game.isDrawByFiftyMoves(), game.isDraw(), game.isGameOver()], [draw, draw, draw])
  }
  const game = new CoTuLenh(DEFAULT_POSITION.replace(' 0 1', ' 99 60'))
  game.move('Ic6')
  assert.equal(game.isDrawByFiftyMoves(), true)
  game.undo()
  assert.equal(game.isDrawByFiftyMoves(), false)
})

test('isDraw(): stalemate, fifty moves or threefold repetition, and nothing else (RULES 10.2)', () => {
  const stalemate = red('(HC)k1 Hd1 tk4 cj12 hd9')
  const fifty = new CoTuLenh(DEFAULT_POSITION.replace(' 0 1', ' 100 60'))
  const threefold = new CoTuLenh()
  threefold.incrementPositionCount(DEFAULT_POSITION)
  threefold.incrementPositionCount(DEFAULT_POSITION)
  for (const game of [stalemate, fifty, threefold]) assert.equal(game.isDraw(), true, game.fen())
  const [mate, taken] = [red('(HC)k1 Hd1 tk3 cj12 hd9'), red('Cj1 Hd1 hd9')]
  for (const game of [new CoTuLenh(), mate, taken]) assert.equal(game.isDraw(), false, game.fen())
})

test('isThreefoldRepetition() counts placement, heroic flags and side to move, over undo() too', () => {
  const game = guarded('Tg4 ig9')
  const round = ['Tg5', 'Ig8', 'Tg4', 'Ig9']
  for (const text of [...round, ...round.slice(0, 3)]) game.move(text)
  assert.equal(game.isThreefoldRepetition(), false)
  game.move('Ig9')
  assert.deepEqual([game.isThreefoldRepetition(), game.isDraw(), game.isGameOver()], [true, true, true])
  game.undo()
  assert.equal(game.isThreefoldRepetition(), false)
  game.move('Ig9')
  assert.equal(game.isThreefoldRepetition(), true)
  game.load(game.fen())
  assert.equal(game.isThreefoldRepetition(), false)
})

test('isThreefoldRepetition(): taking back and changing by hand do not count twice', () => {
  const game = guarded('Tg4 ig9')
  for (const text of ['Tg5', 'Ig8', 'Tg4', 'Ig9']) game.move(text)
  for (let i = 0; i < 3; i += 1) {
    game.undo()
    game.move('Ig9')
  }
  assert.equal(game.isThreefoldRepetition(), false, 'it has occurred twice')
  for (const halfMoves of [5, 6, 7]) game.setMetadata({ halfMoves })
  assert.equal(game.isThreefoldRepetition(), false)
})

test('isThreefoldRepetition(): the same placement with the other side to move is another position', () => {
  const game = guarded('Tg4 ig9')
  const [side, other] = [game.fen(), game.fen().replace(' r ', ' b ')]
  for (let i = 0; i < 3; i += 1) game.incrementPositionCount(other)
  assert.equal(game.isThreefoldRepetition(), false)
  for (let i = 0; i < 3; i += 1) game.incrementPositionCount(side.replace('T', '+T'))
  assert.equal(game.isThreefoldRepetition(), false, 'heroic flags count too')
})

test('isThreefoldRepetition() is never true while a deploy is open (RULES 9.7)', () => {
  const game = guarded('(TI)e4')
  game.incrementPositionCount(game.fen())
  game.incrementPositionCount(game.fen())
  assert.equal(game.isThreefoldRepetition(), true)
  game.move('T>e6')
  assert.deepEqual([game.isThreefoldRepetition(), game.isDraw(), game.isGameOver()], [false, false, false])
  game.cancelSession()
  assert.equal(game.isThreefoldRepetition(), true)
})

test('incrementPositionCount() and decrementPositionCount() count towards a repetition', () => {
  const game = new CoTuLenh()
  game.incrementPositionCount(DEFAULT_POSITION)
  assert.equal(game.isThreefoldRepetition(), false)
  // The clocks do not matter (RULES 10.2).
  game.incrementPositionCount(DEFAULT_POSITION.replace(' 0 1', ' 8 5'))
  assert.equal(game.isThreefoldRepetition(), true)
  game.decrementPositionCount(DEFAULT_POSITION)
  assert.equal(game.isThreefoldRepetition(), false)
  for (let i = 0; i < 5; i += 1) game.decrementPositionCount(DEFAULT_POSITION)
  for (let i = 0; i < 3; i += 1) game.incrementPositionCount(DEFAULT_POSITION)
  assert.equal(game.isThreefoldRepetition(), true, 'a count never falls below none')
})

test('isCommanderCaptured() and isGameOver(): a Commander taken ends the game (RULES 10.3)', () => {
  const game = red('Cj1 cg7 Tg5 Hd1 hk8 hd9')
  assert.deepEqual([game.isCommanderCaptured(), game.isGameOver()], [false, false])
  game.move('Txg7')
  assert.deepEqual([game.isCommanderCaptured(), game.isGameOver(), game.isDraw()], [true, true, false])
  // Never while a deploy is open (RULES 9.7).
  const open = red('Cj1 cg7 (TI)g5 Hd1 hk8 hd9')
  open.move('T>xg7')
  assert.deepEqual([open.isCommanderCaptured(), open.isGameOver()], [true, false])
  open.commitSession()
  assert.equal(open.isGameOver(), true)
})

test('isCommanderInDanger(color): attacked, exposed or missing (RULES 6.4)', () => {
  const danger = (units) => ['r', 'b'].map((color) => red(units).isCommanderInDanger(color))
  assert.deepEqual(danger(GUARDS), [false, false])
  assert.deepEqual(danger('Cg1 ck12 tg3 hd9'), [true, false])
  assert.deepEqual(danger('Cg1 cg12 hd9'), [true, true])
  assert.deepEqual(danger('Cg1 hd9'), [false, true])
})

test('getCommanderSquare(color): its number, carried or not, −1 if it is missing', () => {
  const game = red('(NFC)b5 hd9')
  assert.deepEqual([game.getCommanderSquare('r'), game.getCommanderSquare('b')], [SQUARE_MAP.b5, -1])
  game.move('F>e5', { legal: false })
  assert.equal(game.getCommanderSquare('r'), SQUARE_MAP.b5)
})

test('getAttackers(index, color): the pieces that attack a point, including carried ones (RULES 6.1)', () => {
  const game = guarded('(TI)g5 Ag9 ig8 Fk2')
  const by = game.getAttackers(SQUARE_MAP.g6, 'r')
  assert.deepEqual(by.map(({ square, type }) => `${type}${square}`).sort(), [
    `a${SQUARE_MAP.g9}`, `f${SQUARE_MAP.k2}`, `i${SQUARE_MAP.g5}`, `t${SQUARE_MAP.g5}`,
  ])
  assert.deepEqual(game.getAttackers(SQUARE_MAP.g7, 'b'), [{ square: SQUARE_MAP.g8, type: 'i' }])
  for (const none of [11, -1, 999, NaN, null, 'z9']) assert.deepEqual(game.getAttackers(none, 'r'), [])
})

test('getAttackers(index, color, assumeTargetType): a Navy reaches a Navy one point further', () => {
  const game = guarded('Nb2')
  const far = (type) => game.getAttackers(SQUARE_MAP.b6, 'r', type).length
  assert.deepEqual([far(undefined), far('n'), far('t')], [0, 1, 0])
  const near = game.getAttackers(SQUARE_MAP.b5, 'r', 't')
  assert.deepEqual(near, [{ square: SQUARE_MAP.b2, type: 'n' }])
})

test('getAirDefense(): Maps of numbers per colour; getAirDefenseInfluence(): the same with names', () => {
  // Neither a Headquarter nor a carried piece defends (RULES 5.1).
  const game = guarded('Gg4 Sh4 (eg)e9 gi9')
  const { r, b } = game.getAirDefenseInfluence()
  const around = (file, rank, radius) => Object.keys(SQUARE_MAP).filter((name) => {
    const [x, y] = ['abcdefghijk'.indexOf(name[0]) - 'abcdefghijk'.indexOf(file), Number(name.slice(1)) - rank]
    return x * x + y * y <= radius * radius
  })
  assert.deepEqual([...r.keys()].sort(), [...new Set([...around('g', 4, 1), ...around('h', 4, 2)])].sort())
  assert.deepEqual([...b.keys()].sort(), around('i', 9, 1).sort())
  assert.deepEqual([[...r.get('g5')].sort(), r.get('j4'), b.get('i9')], [['g4', 'h4'], ['h4'], ['i9']])
  const numbered = game.getAirDefense()
  assert.ok(numbered.r instanceof Map && numbered.b instanceof Map && r instanceof Map && b instanceof Map)
  assert.deepEqual(numbered.b.get(SQUARE_MAP.i8), [SQUARE_MAP.i9])
  assert.equal(numbered.r.size, r.size)
  const none = guarded('Te5')
  assert.deepEqual(none.getAirDefense(), { r: new Map(), b: new Map() })
})

/** Questions about positions: checks, capturers, differences, mirrors, outcomes, results of deploys. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bridge, CotulenhError, CoTuLenh, DEFAULT_POSITION } from 'cotulenh-bitboard'
import { fenOf, records } from './support.mjs'

const STACK = fenOf('Cd1 ck12 Ij2 ic9 id9 (TI)g4 tg6')

/** Some positions of every kind. */
const stock = records('positions').map(({ fen }) => fen).filter((_, i) => i % 40 === 0)

test('checksAfter(): whom a move, a step or a turn checks; nothing is played', () => {
  const game = new CoTuLenh(fenOf('Cd1 ck12 Ij2 ic9 id9 Tk8'))
  const before = game.fen()
  assert.deepEqual(game.checksAfter('Tk10'), { r: false, b: true })
  assert.deepEqual(game.checksAfter({ from: 'k8', to: 'k9' }), { r: false, b: false })
  assert.equal(game.fen(), before)
  assert.throws(() => game.checksAfter('Tk1'), { code: 'ILLEGAL_MOVE' })
  assert.deepEqual(new CoTuLenh(STACK).checksAfter('I<T>xg6'), { r: false, b: false })
  const pinned = new CoTuLenh(fenOf('Ck1 cg2 Tk2 tk3 Id5 ic9'))
  assert.throws(() => pinned.checksAfter('Ti2'), { code: 'ILLEGAL_MOVE' })
  assert.deepEqual(pinned.checksAfter('Ti2', { legal: false }), { r: true, b: true })
})

test('checksAfter(): agrees with the position after every move', () => {
  for (const fen of stock) {
    const game = new CoTuLenh(fen)
    for (const san of game.moves().slice(0, 20)) {
      const checks = game.checksAfter(san)
      game.move(san)
      assert.equal(checks[game.turn()], game.isCheck(), `${san} in ${fen}`)
      game.undo()
    }
  }
})

test('getCapturers(): attackers and defenders, carried pieces told apart', () => {
  const game = new CoTuLenh(STACK)
  assert.deepEqual(game.getCapturers('g6'), {
    r: [{ square: 'g4', piece: { type: 't', color: 'r' }, carried: false, flag: 'c' }],
    b: [],
  })
  const { r, b } = game.getCapturers('g5')
  assert.deepEqual(r.map(({ piece, carried }) => [piece.type, carried]), [['t', false], ['i', true]])
  assert.deepEqual(b.map(({ square }) => square), ['g6'])
  assert.throws(() => game.getCapturers('z9'), { code: 'BOARD_INVALID_SQUARE' })
})

test('outcome(): winner, reason and clauses, repetition included', () => {
  const game = new CoTuLenh()
  assert.equal(game.outcome(), null)
  for (let i = 0; i < 2; i++) for (const san of ['Ic6', 'Ic7', 'Ic5', 'Ic8']) game.move(san)
  assert.deepEqual(game.outcome(), { winner: null, reason: 'threefold', clauses: ['10.2'] })
  const mated = new CoTuLenh(fenOf('(HC)k1 Hd1 tk3 cj12 hd9'))
  assert.deepEqual(mated.outcome(), { winner: 'b', reason: 'checkmate', clauses: ['10.3', '6.6'] })
  const open = new CoTuLenh(STACK)
  open.move('T>xg6')
  assert.equal(open.outcome(), null)
})

test('unreachableReasons(): codes, clauses and data', () => {
  assert.deepEqual(new CoTuLenh().unreachableReasons(), [])
  assert.deepEqual(new CoTuLenh(fenOf('Cd1 ck12 Ij2 ic9 id9 Te5 Tf5 Tg5')).unreachableReasons(), [
    { code: 'TOO_MANY_PIECES', clause: '1.6', color: 'r', role: 'tank', found: 3, limit: 2 },
  ])
})

test('deployResults(): each position once, with actions that lead to it; square', () => {
  const game = new CoTuLenh(STACK)
  const results = game.deployResults()
  assert.equal(new Set(results.map(({ fen }) => fen)).size, results.length)
  for (const { actions, fen, lan } of results) {
    assert.equal(bridge.play({ fen: STACK, moves: actions }).fen, fen)
    assert.equal(bridge.play({ fen: STACK, moves: [lan] }).fen, fen)
  }
  assert.ok(results.some(({ sameAs }) => sameAs === '(TI)g4xg6'))
  assert.ok(results.some(({ clockOnly }) => clockOnly === true))
  assert.deepEqual(game.deployResults({ square: 'g4' }), results)
  assert.deepEqual(game.deployResults({ square: 'a1' }), [])
  assert.throws(() => game.deployResults({ square: 'z9' }), CotulenhError)
  assert.equal(game.fen(), STACK)
})

test('bridge.checks(), bridge.capturers(), bridge.outcome(), bridge.unreachable(), bridge.deployResults()', () => {
  assert.deepEqual(bridge.checks(), { r: false, b: false })
  assert.deepEqual(bridge.checks({ fen: fenOf('Cd1 ck12 Ij2 ic9 id9 Tk8'), move: 'Tk10' }), { r: false, b: true })
  assert.deepEqual(bridge.capturers({ fen: STACK, square: 'g6' }).r, [
    { square: 'g4', piece: 'T', carried: false, flag: 'c' },
  ])
  assert.equal(bridge.outcome(), null)
  assert.deepEqual(bridge.unreachable(), [])
  assert.deepEqual(bridge.deployResults({ fen: STACK }), new CoTuLenh(STACK).deployResults())
  assert.throws(() => bridge.capturers({}), CotulenhError)
  assert.throws(() => bridge.checks({ fen: 'x' }), { code: 'FEN_INVALID_FORMAT' })
})

test('bridge.diff(): points, pieces, side and clocks', () => {
  const game = new CoTuLenh(STACK)
  game.move('I<T>xg6')
  assert.deepEqual(bridge.diff({ fen: STACK, after: game.fen() }), {
    points: [{ square: 'g6', before: 't', after: 'T' }, { square: 'g4', before: '(TI)', after: 'I' }],
    pieces: [
      { before: { square: 'g6', piece: 't' }, after: null },
      { before: { square: 'g4', piece: 'T' }, after: { square: 'g6', piece: 'T' } },
    ],
    turn: { before: 'r', after: 'b' },
  })
  assert.deepEqual(bridge.diff({ after: DEFAULT_POSITION }), { points: [], pieces: [] })
  assert.throws(() => bridge.diff({}), CotulenhError)
  assert.throws(() => bridge.diff({ after: 'x' }), { code: 'FEN_INVALID_FORMAT' })
})

test('bridge.mirror(): positions and moves', () => {
  const mirrored = bridge.mirror({ moves: ['Ic5c6', '(+TI)d5>xd10'] })
  assert.deepEqual(mirrored, { fen: DEFAULT_POSITION.replace(' r ', ' b '), moves: ['Ic8c7', '(+TI)d8>xd3'] })
  for (const fen of stock) {
    const mirror = bridge.mirror({ fen }).fen
    assert.equal(bridge.mirror({ fen: mirror }).fen, new CoTuLenh(fen).fen())
  }
  assert.throws(() => bridge.mirror({ moves: ['zz'] }), CotulenhError)
  assert.throws(() => bridge.mirror({ moves: 'Ic5c6' }), CotulenhError)
})

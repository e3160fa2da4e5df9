// The figures of docs/benchmarks.md come from bench.mjs on a quiet machine. Here a fifth of them
// must be reached even on a busy one: enough to notice a slowdown by an order of magnitude.

import assert from 'node:assert/strict'
import test from 'node:test'
import * as api from 'cotulenh-bitboard'
import { renderCalls } from '../render-loop.mjs'

const { CoTuLenh, DEFAULT_POSITION } = api

/** Calls per second: the best of five rounds of a fifth of a second each. */
function rate(work) {
  let best = 0
  for (let round = 0; round < 5; round++) {
    const start = performance.now()
    let calls = 0
    for (; performance.now() - start < 200; calls++) work()
    best = Math.max(best, (calls / (performance.now() - start)) * 1000)
  }
  return best
}

const start = performance.now()
const game = new CoTuLenh()
const firstGame = performance.now() - start

test('the first game, which compiles the rules, takes little time', () => {
  assert.ok(firstGame < 250, `${firstGame} ms`)
})

const promised = {
  'the first moves() in a position': [20_000, () => { game.setMetadata({ halfMoves: game.halfMoves() ^ 1 }); game.moves() }],
  'new CoTuLenh(fen) and moves({verbose})': [5_000, () => new CoTuLenh(DEFAULT_POSITION).moves({ verbose: true })],
  'move() and undo()': [20_000, () => { game.move('Ic6'); game.undo() }],
}

/**
 * Calls per second while nothing changes. A fifth of it is more than a game reaches that reads its
 * position again each time.
 */
const kept = {
  'get() on all 132 points': 1_500_000, 'moves()': 1_000_000, 'moves({ verbose: true })': 250_000,
  'moves({ square })': 1_000_000, 'moves({ pieceType })': 1_000_000, 'moves({ square, verbose: true })': 600_000,
}
const calls = renderCalls(api)
for (const [name, count] of Object.entries(kept)) promised[`repeated ${name}`] = [count, calls[name]]

for (const [name, [calls, work]] of Object.entries(promised)) {
  test(`${name}: far more than ${calls / 5} times a second`, () => {
    const found = rate(work)
    assert.ok(found > calls / 5, `${Math.round(found)} times a second`)
  })
}

// The figures of docs/benchmarks.md come from bench.mjs on a quiet machine. Here a fifth of them
// must be reached even on a busy one: enough to notice a slowdown by an order of magnitude.

import assert from 'node:assert/strict'
import test from 'node:test'
import { CoTuLenh, DEFAULT_POSITION } from 'cotulenh-bitboard'

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
  'moves()': [20_000, () => game.moves()],
  'new CoTuLenh(fen) and moves({verbose})': [5_000, () => new CoTuLenh(DEFAULT_POSITION).moves({ verbose: true })],
  'move() and undo()': [20_000, () => { game.move('Ic6'); game.undo() }],
}

for (const [name, [calls, work]] of Object.entries(promised)) {
  test(`${name}: far more than ${calls / 5} times a second`, () => {
    const found = rate(work)
    assert.ok(found > calls / 5, `${Math.round(found)} times a second`)
  })
}

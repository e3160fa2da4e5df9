/** Dropped games leak no memory, with and without free(), and long games take little. */

import assert from 'node:assert/strict'
import test from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gameBytes, longGame } from '../render-loop.mjs'

/** The memory of the WASM instance that the package makes on first use. */
let memory
const { Instance } = WebAssembly
WebAssembly.Instance = class extends Instance {
  constructor(...args) {
    super(...args)
    memory = this.exports.memory
  }
}
const { CoTuLenh, CotulenhError } = await import('cotulenh-bitboard')

test('importing compiles nothing, the first game does', () => {
  assert.equal(memory, undefined)
  new CoTuLenh()
  assert.ok(memory instanceof WebAssembly.Memory)
})

test('a million games made, played and dropped stay under 64 MB', async () => {
  new CoTuLenh()
  for (let i = 0; i < 1_000_000; i++) {
    const game = new CoTuLenh()
    game.move('Ic6')
    if (i % 1000 === 0) {
      await new Promise((resolve) => setImmediate(resolve))
      assert.ok(memory.buffer.byteLength < 64e6, `${memory.buffer.byteLength} bytes after ${i} games`)
    }
  }
  assert.ok(memory.buffer.byteLength < 64e6, `${memory.buffer.byteLength} bytes`)
})

test('a game with 100 turns, some of them deploys, takes less than 32 kB', () => {
  setFlagsFromString('--expose-gc')
  globalThis.gc = runInNewContext('gc')
  const lans = longGame({ CoTuLenh })
  assert.ok(lans.filter((lan) => lan.includes('>')).length >= 5)
  const bytes = gameBytes({ CoTuLenh }, lans)
  assert.ok(bytes > 5_000 && bytes < 32_000, `${bytes} bytes`)
})

test('texts that are too long do not enlarge it', () => {
  const game = new CoTuLenh()
  const before = memory.buffer.byteLength
  for (let i = 0; i < 200; i++) {
    assert.throws(() => new CoTuLenh('x'.repeat(1 << 20)))
    assert.throws(() => game.move('y'.repeat(1 << 20)))
    assert.throws(() => game.loadPgn('z'.repeat(1 << 22)))
  }
  assert.ok(memory.buffer.byteLength < before + 16e6, `${before} → ${memory.buffer.byteLength}`)
})

test('every call of a freed game throws', () => {
  const game = new CoTuLenh()
  game.move('Ic6')
  game.free()
  game.free()
  const names = Object.getOwnPropertyNames(CoTuLenh.prototype).filter((name) => !['constructor', 'free'].includes(name))
  const args = {
    put: [{ type: 't', color: 'r' }, 'e5'], remove: ['e5'], setHeroicStatus: ['c5', 'i', true], move: ['Ic7'],
    loadPgn: ['1. Ic6 *'], load: [undefined], setHeader: ['Event', 'x'], setComment: ['x'], setMetadata: [{ turn: 'r' }],
    incrementPositionCount: ['x'], decrementPositionCount: ['x'], getAttackers: [0, 'r'], isCommanderInDanger: ['r'],
    getCommanderSquare: ['r'], get: ['c5'], getHeroicStatus: ['c5'], setSession: [null],
  }
  for (const name of names) {
    if (name === 'getOptions') continue
    const use = () => (typeof Object.getOwnPropertyDescriptor(CoTuLenh.prototype, name).value === 'function'
      ? game[name](...(args[name] ?? []))
      : game[name])
    if (name === 'commitSession') {
      assert.deepEqual(use(), { success: false, reason: 'This game has been freed' })
      continue
    }
    assert.throws(use, (error) => error instanceof CotulenhError && /freed/.test(error.message), name)
  }
  assert.equal(new CoTuLenh().moves().length, 116)
})

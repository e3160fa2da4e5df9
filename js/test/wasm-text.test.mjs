import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import text from '../dist/engine-wasm.js'
import { partsFromWasm, wasmFromParts } from '../wasm-parts.mjs'
import { bytesFromText, textFromBytes, wasmFromText } from '../wasm-text.mjs'

const engine = new Uint8Array(readFileSync(new URL('../dist/engine.wasm', import.meta.url)))

test('bytes survive as text', () => {
  const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  const uneven = Uint8Array.from({ length: 10_000 }, (_, i) => (i * i) % 251)
  for (const bytes of [new Uint8Array(), Uint8Array.of(0), everyByte, uneven, new Uint8Array(randomBytes(10_000))]) {
    assert.deepEqual(bytesFromText(textFromBytes(bytes)), bytes)
  }
})

test('the text can be quoted in any way', () => {
  assert.doesNotMatch(textFromBytes(new Uint8Array(randomBytes(10_000))), /[^ -~]|["'`\\$<]/)
})

test('WASM survives as text', () => {
  assert.deepEqual(wasmFromText(text), engine)
})

test('every form of instruction survives', () => {
  const body = [
    0x00, // no locals
    0x02, 0x40, 0x03, 0x40, 0x41, 0x80, 0x80, 0x7f, 0x0d, 0x00, 0x0b, 0x0b, // block, loop, constant, branch
    0x41, 0x00, 0x0e, 0x02, 0x00, 0x00, 0x00, // a branch table
    0x43, 0xff, 0xff, 0xff, 0xff, 0x44, 1, 2, 3, 4, 5, 6, 7, 0xff, 0x42, 0xff, 0xff, 0xff, 0xff, 0x0f, // constants
    0x28, 0x02, 0xff, 0x01, 0x11, 0x00, 0x00, 0x1c, 0x01, 0x7f, 0xfc, 0x00, 0xfc, 0x0a, 0x00, 0x00, 0xfc, 0x0b, 0x00,
    0x0b,
  ]
  const code = [1, body.length, ...body]
  const wasm = Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 0, 3, 1, 0x61, 0xff, 10, code.length, ...code])
  assert.deepEqual(wasmFromParts(partsFromWasm(wasm)), wasm)
})

test('what is not WASM is refused', () => {
  const overlong = Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 0, 100, 1])
  assert.throws(() => partsFromWasm(overlong), /not a WASM module/)
})

test('sorted bytes compress better', () => {
  const size = (bytes) => gzipSync(bytes, { level: 9 }).length
  assert.ok(size(partsFromWasm(engine)) < 0.9 * size(engine))
})

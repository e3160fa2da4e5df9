import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { bytesFromText, textFromBytes } from '../wasm-text.mjs'

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

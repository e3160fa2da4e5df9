// WASM as text, for the bundles: its bytes sorted, then each as a character.
//
// Base64 does not align characters with bytes, so gzip finds fewer repetitions, and a bundle would
// be a quarter larger. Here a frequent byte is one character and a rare one two, and gzip
// compresses the text as well as the bytes.

import { partsFromWasm, wasmFromParts } from './wasm-parts.mjs'

/** The ASCII characters that need no escape in any kind of quotes, nor in HTML. */
const CHARACTERS = ' !#%&()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}~'
/** The number of characters that stand for one byte each; the other two begin a pair. */
const SINGLES = CHARACTERS.length - 2
/** The text begins with all bytes from frequent to rare, as hexadecimal digits. */
const ORDER_DIGITS = 512

/** @param {Uint8Array} wasm */
export const textFromWasm = (wasm) => textFromBytes(partsFromWasm(wasm))

/** @param {string} text */
export const wasmFromText = (text) => wasmFromParts(bytesFromText(text))

/** @param {Uint8Array} bytes */
export function textFromBytes(bytes) {
  const counts = new Array(256).fill(0)
  for (const byte of bytes) counts[byte] += 1
  const order = [...counts.keys()].sort((a, b) => counts[b] - counts[a])
  const texts = new Array(256)
  order.forEach((byte, index) => {
    const rest = index - SINGLES
    const pair = () => CHARACTERS[SINGLES + Math.floor(rest / CHARACTERS.length)] + CHARACTERS[rest % CHARACTERS.length]
    texts[byte] = rest < 0 ? CHARACTERS[index] : pair()
  })
  const digits = order.map((byte) => byte.toString(16).padStart(2, '0'))
  return digits.join('') + Array.from(bytes, (byte) => texts[byte]).join('')
}

/** @param {string} text */
export function bytesFromText(text) {
  const values = new Uint8Array(128)
  for (let value = 0; value < CHARACTERS.length; value++) values[CHARACTERS.charCodeAt(value)] = value
  const order = new Uint8Array(256)
  for (let i = 0; i < 256; i++) order[i] = parseInt(text.slice(2 * i, 2 * i + 2), 16)
  const bytes = new Uint8Array(text.length)
  let length = 0
  for (let i = ORDER_DIGITS; i < text.length; i++) {
    let index = values[text.charCodeAt(i)]
    if (index >= SINGLES) {
      i += 1
      index = SINGLES + (index - SINGLES) * CHARACTERS.length + values[text.charCodeAt(i)]
    }
    bytes[length++] = order[index]
  }
  return bytes.slice(0, length)
}

/** Data that the rules answer (crates/cotulenh-wasm-protocol/src/length_prefixed.rs), and lists of texts. */

import { DATA_MARKS } from './generated.js'

/** Reads data. */
export function readData<T>(text: string): T {
  return valueIn(text, 0, text.length) as T
}

function valueIn(text: string, start: number, end: number): unknown {
  const first = start + 1
  switch (text[start]) {
    case DATA_MARKS.TEXT:
      return text.slice(first, end)
    case DATA_MARKS.NUMBER:
      return Number(text.slice(first, end))
    case DATA_MARKS.TRUE:
      return true
    case DATA_MARKS.FALSE:
      return false
    case DATA_MARKS.LIST:
      return partsIn(text, first, end)
    case DATA_MARKS.OBJECT: {
      const parts = partsIn(text, first, end)
      const object: Record<string, unknown> = {}
      for (let i = 0; i < parts.length; i += 2) object[parts[i] as string] = parts[i + 1]
      return object
    }
    default:
      return null
  }
}

/** Values that follow their lengths. */
function partsIn(text: string, start: number, end: number): unknown[] {
  const parts: unknown[] = []
  for (let at = start; at < end; ) {
    const first = text.indexOf(':', at) + 1
    at = first + Number(text.slice(at, first - 1))
    parts.push(valueIn(text, first, at))
  }
  return parts
}

/** Writes a list of texts for the rules, each after its length. */
export function writeTexts(texts: readonly string[]): string {
  return texts.map((text) => `${text.length}:${text}`).join('')
}

// The module `#wasm` of the bundles.

import text from '#wasm-text'
import { bytesFromText } from './wasm-text.mjs'

export const wasmBytes = () => bytesFromText(text)

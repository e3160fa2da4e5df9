// The module `#wasm` of the bundles. build.mjs defines the text in their first line.

import { bytesFromText } from './wasm-text.mjs'

export const wasmBytes = () => bytesFromText(COTULENH_RULES_WASM)

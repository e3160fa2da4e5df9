// The module `#wasm` of the bundles. build.mjs defines the text in their first line.

import { wasmFromText } from './wasm-text.mjs'

export const wasmBytes = () => wasmFromText(COTULENH_RULES_WASM)

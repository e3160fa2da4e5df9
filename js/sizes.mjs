// Checks what a page transfers: the sizes of the bundles as servers compress them.
// `cargo xtask js` runs it.

import { readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/** The files, with their maximum sizes under gzip. */
const FILES = { 'index.js': 170_000, 'index.cjs': 170_000, 'engine.js': 5_000, 'engine-script.js': 5_000, 'engine-wasm.js': 110_000 }

let failed = false
for (const [file, limit] of Object.entries(FILES)) {
  const bytes = readFileSync(new URL(`dist/${file}`, import.meta.url))
  const gzip = gzipSync(bytes, { level: 9 }).length
  console.error(`-- js: ${file} has ${bytes.length} bytes, ${gzip} under gzip of at most ${limit}, ${brotliCompressSync(bytes).length} under brotli`)
  failed ||= gzip > limit
}
if (failed) {
  console.error('error: a bundle is larger than expected')
  process.exit(1)
}

// Checks what a page transfers: the sizes of the bundles as servers compress them.
// `cargo xtask js` runs it.

import { readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/** What is loaded together, with its maximum size under gzip. */
const GROUPS = [
  [170_000, ['index.js', 'rules.js', 'engine-client.js']],
  [170_000, ['index.cjs']],
  [115_000, ['engine-script.js', 'engine-wasm.js']],
]

let failed = false
for (const [limit, files] of GROUPS) {
  const bytes = files.map((file) => readFileSync(new URL(`dist/${file}`, import.meta.url)))
  const size = (compress) => bytes.reduce((sum, file) => sum + compress(file).length, 0)
  const gzip = size((file) => gzipSync(file, { level: 9 }))
  const sizes = `${size((file) => file)} bytes, ${gzip} under gzip of at most ${limit}, ${size((file) => brotliCompressSync(file))} under brotli`
  console.error(`-- js: ${files.join(' + ')}: ${sizes}`)
  failed ||= gzip > limit
}
if (failed) {
  console.error('error: a bundle is larger than expected')
  process.exit(1)
}

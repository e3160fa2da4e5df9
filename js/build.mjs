// Makes dist/ of src/ and the bindings in ../target/wasm/bindgen. `cargo xtask js` calls it.
//   --update-api   records the public API as it is now in api/

import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor'
import * as esbuild from 'esbuild'
import { textFromBytes } from './wasm-text.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
process.chdir(here)

const REPORT = 'api/cotulenh-bitboard.api.md'
const BINDINGS = '../target/wasm/bindgen'

step('types')
rmSync('dist', { recursive: true, force: true })
rmSync('../target/js', { recursive: true, force: true })
const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc'], { stdio: 'inherit' })
if (status !== 0) fail('the types have faults')

step('bundles')
await bundle('esm', 'dist/index.js')
await bundle('cjs', 'dist/index.cjs')

step('one file of types, and the report of the public API')
rollUpTypes(process.argv.includes('--update-api'))

function step(text) {
  console.error(`-- js: ${text}`)
}

function fail(text) {
  console.error(`error: ${text}`)
  process.exit(1)
}

/** The bindings can also fetch the WASM: left out, for that needs what not every place has. */
function leaveOutAsyncStart(build) {
  build.onLoad({ filter: /cotulenh_wasm\.js$/ }, ({ path }) => {
    const text = readFileSync(path, 'utf8')
    const contents = text.replace('export { initSync, __wbg_init as default };', 'export { initSync };')
    if (contents === text) fail('the bindings do not end as expected')
    return { contents, loader: 'js' }
  })
}

/** The module `#wasm-text`. */
function makeWasmText(build) {
  build.onResolve({ filter: /^#wasm-text$/ }, ({ path }) => ({ path, namespace: 'wasm' }))
  build.onLoad({ filter: /.*/, namespace: 'wasm' }, () => {
    return { contents: textFromBytes(readFileSync(`${BINDINGS}/cotulenh_wasm_bg.wasm`)), loader: 'text' }
  })
}

async function bundle(format, outfile) {
  const { metafile } = await esbuild.build({
    absWorkingDir: here,
    entryPoints: ['src/index.ts'],
    outfile,
    format,
    bundle: true,
    platform: 'neutral',
    target: 'es2022',
    charset: 'utf8',
    // Names stay as they are, so that error stacks can be read.
    minifySyntax: true,
    minifyWhitespace: true,
    // Node shows the line of an uncaught error: not all of it at once.
    lineLimit: 160,
    sourcemap: true,
    alias: {
      '#wasm': './wasm.mjs',
      '#wasm-bindings': `${BINDINGS}/cotulenh_wasm.js`,
    },
    plugins: [
      { name: 'without async start', setup: leaveOutAsyncStart },
      { name: 'wasm as text', setup: makeWasmText },
    ],
    metafile: true,
    logLevel: 'warning',
  })
  tidySourceMap(`${outfile}.map`)
  const { imports } = metafile.outputs[outfile]
  if (imports.length > 0) fail(`${outfile} imports ${imports.map(({ path }) => path).join(', ')}`)
  const found = readFileSync(outfile, 'utf8').match(/\bimport\.meta\b|\bfetch\(/)
  if (found) fail(`${outfile} contains ${found[0]}`)
}

/** Leaves the WASM out of a source map, and shows the bindings as if they stood in the package. */
function tidySourceMap(file) {
  const map = JSON.parse(readFileSync(file, 'utf8'))
  map.sourcesContent = map.sourcesContent.map((text, i) => (map.sources[i].startsWith('wasm:') ? null : text))
  map.sources = map.sources.map((source) => source.replace('../../target/wasm/bindgen', '../wasm'))
  writeFileSync(file, JSON.stringify(map))
}

function rollUpTypes(update) {
  mkdirSync(dirname(REPORT), { recursive: true })
  const configuration = ExtractorConfig.loadFileAndPrepare('api-extractor.json')
  const result = Extractor.invoke(configuration, {
    localBuild: update,
    messageCallback(message) {
      // Whether the report has changed, we say ourselves, with the command that we use.
      if (message.messageId.startsWith('console-') && message.logLevel !== 'error') message.handled = true
    },
  })
  // Nothing in it is relative, so it serves both module systems.
  copyFileSync('dist/index.d.ts', 'dist/index.d.cts')
  const types = readFileSync('dist/index.d.ts', 'utf8')
  if (/^(import|export) .*\bfrom |\bimport\('/m.test(types)) fail('dist/index.d.ts needs other modules')
  if (result.errorCount > 0) fail('the public API has faults')
  if (result.apiReportChanged && !update) {
    fail(`the public API differs from js/${REPORT}; if that is meant, run: cargo xtask js --update-api`)
  }
}

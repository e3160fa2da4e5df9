// Builds dist/ from src/ and the bindings in ../target/wasm/bindgen. `cargo xtask js` runs it.
//   --update-api   records the present public API in api/

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
if (status !== 0) fail('type checking failed')

step('bundles')
const rules = { entry: 'src/index.ts', wasm: 'cotulenh_wasm', imports: ['./engine.js'] }
await bundle({ ...rules, format: 'esm', outfile: 'dist/index.js', engineScript: './engine-script.mjs' })
await bundle({ ...rules, format: 'cjs', outfile: 'dist/index.cjs', engineScript: './engine-script-cjs.mjs' })
// One ES module for both module systems: it is the script of a worker, or loaded with `import()`.
const engine = { entry: 'src/engine/worker-script.ts', wasm: 'cotulenh_engine_wasm', imports: [] }
await bundle({ ...engine, format: 'esm', outfile: 'dist/engine.js' })

step('type declarations and the report of the public API')
rollUpTypes(process.argv.includes('--update-api'))

function step(text) {
  console.error(`-- js: ${text}`)
}

function fail(text) {
  console.error(`error: ${text}`)
  process.exit(1)
}

/**
 * Removes the asynchronous initialisation of the bindings, which needs `fetch` and `import.meta`.
 */
function removeAsyncInit(build) {
  build.onLoad({ filter: /cotulenh_\w*wasm\.js$/ }, ({ path }) => {
    const text = readFileSync(path, 'utf8')
    const contents = text.replace('export { initSync, __wbg_init as default };', 'export { initSync };')
    if (contents === text) fail('the bindings do not end with the expected exports')
    return { contents, loader: 'js' }
  })
}

/** The module `#wasm-text`. */
function makeWasmText(name) {
  return (build) => {
    build.onResolve({ filter: /^#wasm-text$/ }, ({ path }) => ({ path, namespace: 'wasm' }))
    build.onLoad({ filter: /.*/, namespace: 'wasm' }, () => {
      return { contents: textFromBytes(readFileSync(`${BINDINGS}/${name}_bg.wasm`)), loader: 'text' }
    })
  }
}

/**
 * Bundles an entry with its WASM into one file, which may import only `imports`, and those
 * dynamically.
 */
async function bundle({ entry, wasm, imports, format, outfile, engineScript }) {
  const { metafile } = await esbuild.build({
    absWorkingDir: here,
    entryPoints: [entry],
    external: imports,
    outfile,
    format,
    bundle: true,
    platform: 'neutral',
    target: 'es2022',
    charset: 'utf8',
    // Identifiers are kept, so that stack traces are readable.
    minifySyntax: true,
    minifyWhitespace: true,
    // Node prints the line of an uncaught error, so lines are kept short.
    lineLimit: 160,
    sourcemap: true,
    alias: {
      '#wasm': './wasm.mjs',
      '#wasm-bindings': `${BINDINGS}/${wasm}.js`,
      '#engine-bindings': `${BINDINGS}/${wasm}.js`,
      ...(engineScript && { '#engine-script': engineScript }),
    },
    plugins: [
      { name: 'remove async init', setup: removeAsyncInit },
      { name: 'wasm as text', setup: makeWasmText(wasm) },
    ],
    metafile: true,
    logLevel: 'warning',
  })
  tidySourceMap(`${outfile}.map`)
  const surplus = metafile.outputs[outfile].imports.filter(({ path, kind }) => !imports.includes(path) || kind !== 'dynamic-import')
  if (surplus.length > 0) fail(`${outfile} imports ${surplus.map(({ path }) => path).join(', ')}`)
  // The bundler drops comments, so these are inserted here. Without them other bundlers warn about
  // the import.
  const bundled = readFileSync(outfile, 'utf8')
  const quiet = bundled.replace(/import\((?=\s*\[\s*"node",)/, 'import(/* webpackIgnore: true */ /* @vite-ignore */ ')
  if (quiet === bundled) fail(`${outfile} does not contain the expected import of node:worker_threads`)
  writeFileSync(outfile, quiet)
  // `import.meta` is allowed only to locate engine.js.
  const text = quiet.replaceAll('\n', '').replaceAll('new URL("./engine.js",import.meta.url)', '')
  const found = text.match(/\bimport\.meta\b|\bfetch\(/)
  if (found) fail(`${outfile} contains ${found[0]}`)
}

/** Removes the WASM from a source map, and shows the bindings as files of the package. */
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
      // A changed report is reported below, with the command that updates it.
      if (message.messageId.startsWith('console-') && message.logLevel !== 'error') message.handled = true
    },
  })
  // It contains no relative imports, so both module systems can use it.
  copyFileSync('dist/index.d.ts', 'dist/index.d.cts')
  const types = readFileSync('dist/index.d.ts', 'utf8')
  if (/^(import|export) .*\bfrom |\bimport\('/m.test(types)) fail('dist/index.d.ts imports other modules')
  if (result.errorCount > 0) fail('api-extractor reported errors')
  if (result.apiReportChanged && !update) {
    fail(`the public API differs from js/${REPORT}; if this is intended, run: cargo xtask js --update-api`)
  }
}

// Builds dist/ from src/ and the bindings in ../target/wasm/bindgen. `cargo xtask js` runs it.
//   --update-api   records the present public API in api/

import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor'
import * as esbuild from 'esbuild'
import { textFromWasm } from './wasm-text.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
process.chdir(here)

const BINDINGS = '../target/wasm/bindgen'
/** Modules with state or classes, of which a program must have one copy only. */
const SHARED = /\/(bridge-call|cotulenh|errors)\.js$/

/** The names that each bundle exports. */
const exportsOf = new Map()

step('types')
rmSync('dist', { recursive: true, force: true })
rmSync('../target/js', { recursive: true, force: true })
const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc'], { stdio: 'inherit' })
if (status !== 0) fail('type checking failed')

step('bundles')
const rulesWasm = `var COTULENH_RULES_WASM="${wasmText('cotulenh_wasm')}";`
const ENGINE_FILES = ['./engine-script.js', './engine-wasm.js', './engine.js']
const rules = { bindings: 'cotulenh_wasm', firstLine: rulesWasm }
await bundle({ ...rules, entry: 'src/index.ts', imports: ENGINE_FILES, format: 'cjs', outfile: 'dist/index.cjs' })
// What the engine's part needs of the rules beyond their public names.
const INTERNALS = ['callBridge', 'isErrorCode', 'moveError', 'respond']
await bundle({ ...rules, entry: 'src/rules-internals.ts', imports: [], format: 'esm', outfile: 'dist/rules.js' })
const client = { entry: 'src/engine-api.ts', bindings: 'cotulenh_wasm', imports: ENGINE_FILES, rulesFile: './rules.js' }
await bundle({ ...client, format: 'esm', outfile: 'dist/engine-client.js' })
const names = (file) => exportsOf.get(file).filter((name) => !INTERNALS.includes(name)).sort().join(', ')
writeFileSync(
  'dist/index.js',
  `export { ${names('dist/engine-client.js')} } from './engine-client.js'\nexport { ${names('dist/rules.js')} } from './rules.js'\n`,
)
// One ES module for both module systems: it is the script of a worker, or loaded with `import()`.
const engine = { entry: 'src/engine/worker-script.ts', bindings: 'cotulenh_engine_wasm', imports: [] }
await bundle({ ...engine, format: 'esm', outfile: 'dist/engine.js' })
const script = await bundle({ ...engine, format: 'iife', outfile: '../target/js/engine-script.js', minifyIdentifiers: true, sourcemap: false })
writeFileSync('dist/engine-script.js', `export default ${JSON.stringify(script)}\n`)
writeFileSync('dist/engine-wasm.js', `export default "${wasmText('cotulenh_engine_wasm')}"\n`)
copyFileSync(wasmFile('cotulenh_engine_wasm'), 'dist/engine.wasm')

step('type declarations and the report of the public API')
const update = process.argv.includes('--update-api')
rollUpTypes('index', 'dist/index.d.ts', 'cotulenh-bitboard', update)
rollUpTypes('engine/worker-script', 'dist/engine.d.ts', 'cotulenh-bitboard-engine', update)
copyFileSync('dist/index.d.ts', 'dist/index.d.cts')

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

function wasmText(name) {
  return textFromWasm(readFileSync(wasmFile(name)))
}

function wasmFile(name) {
  return `${BINDINGS}/${name}_bg.wasm`
}

/** Takes the shared modules from another bundle. */
function takeShared(rulesFile, build) {
  if (rulesFile !== undefined) build.onResolve({ filter: SHARED }, () => ({ path: rulesFile, external: true, sideEffects: false }))
}

/**
 * Bundles an entry with its bindings into one file, which may import only `rulesFile` and, with
 * `import()`, `imports`. Returns its text.
 */
async function bundle({ entry, bindings, imports, rulesFile, format, outfile, firstLine, minifyIdentifiers = false, sourcemap = true }) {
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
    // Identifiers of modules are kept, so that stack traces are readable.
    minifyIdentifiers,
    minifySyntax: true,
    minifyWhitespace: true,
    // Node prints the line of an uncaught error, so lines are kept short. The WASM is one line: in
    // short ones gzip would find fewer repetitions.
    lineLimit: 160,
    ...(firstLine && { banner: { js: firstLine } }),
    sourcemap,
    alias: {
      '#engine-bindings': `${BINDINGS}/${bindings}.js`,
      '#engine-files': './engine-files.mjs',
      '#wasm': './wasm.mjs',
      '#wasm-bindings': `${BINDINGS}/${bindings}.js`,
      '#wasm-text': './wasm-text.mjs',
    },
    plugins: [
      { name: 'remove async init', setup: removeAsyncInit },
      { name: 'take shared modules', setup: (build) => takeShared(rulesFile, build) },
    ],
    metafile: true,
    logLevel: 'warning',
  })
  if (sourcemap) tidySourceMap(`${outfile}.map`)
  exportsOf.set(outfile, metafile.outputs[outfile].exports)
  const isExpected = ({ path, kind }) => (kind === 'dynamic-import' ? imports.includes(path) : path === rulesFile)
  const surplus = metafile.outputs[outfile].imports.filter((it) => !isExpected(it))
  if (surplus.length > 0) fail(`${outfile} imports ${surplus.map(({ path }) => path).join(', ')}`)
  // The bundler drops comments, so these are inserted here. Without them other bundlers warn about
  // the import.
  const bundled = readFileSync(outfile, 'utf8')
  const quiet = bundled.replace(/import\((?=\s*\[\s*"node",)/, 'import(/* webpackIgnore: true */ /* @vite-ignore */ ')
  if (quiet === bundled && outfile !== 'dist/rules.js') fail(`${outfile} does not contain the expected import of node:worker_threads`)
  writeFileSync(outfile, quiet)
  // CommonJS has no `import.meta`, and bundlers treat it in different ways.
  if (/\bimport\.meta\b/.test(quiet)) fail(`${outfile} contains import.meta`)
  return quiet
}

/** Shows the bindings as files of the package. */
function tidySourceMap(file) {
  const map = JSON.parse(readFileSync(file, 'utf8'))
  map.sources = map.sources.map((source) => source.replace('../../target/wasm/bindgen', '../wasm'))
  writeFileSync(file, JSON.stringify(map))
}

/** Rolls up the types of an entry into one file of dist, and compares them with their report. */
function rollUpTypes(entry, types, report, update) {
  mkdirSync('api', { recursive: true })
  const configObject = ExtractorConfig.loadFile('api-extractor.json')
  configObject.mainEntryPointFilePath = join(here, `../target/js/types/${entry}.d.ts`)
  configObject.apiReport.reportFileName = `${report}.api.md`
  configObject.dtsRollup.untrimmedFilePath = join(here, types)
  const configuration = ExtractorConfig.prepare({
    configObject,
    configObjectFullPath: join(here, 'api-extractor.json'),
    packageJsonFullPath: join(here, 'package.json'),
  })
  const result = Extractor.invoke(configuration, {
    localBuild: update,
    messageCallback(message) {
      // A changed report is reported below, with the command that updates it.
      if (message.messageId.startsWith('console-') && message.logLevel !== 'error') message.handled = true
    },
  })
  // It contains no relative imports, so both module systems can use it.
  if (/^(import|export) .*\bfrom |\bimport\('/m.test(readFileSync(types, 'utf8'))) fail(`${types} imports other modules`)
  if (result.errorCount > 0) fail('api-extractor reported errors')
  if (result.apiReportChanged && !update) {
    fail(`the public API differs from js/api/${report}.api.md; if this is intended, run: cargo xtask js --update-api`)
  }
}

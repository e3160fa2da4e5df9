// How each bundler builds an application: with the configuration that its users need, and no more.

import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import nodeResolve from '@rollup/plugin-node-resolve'
import { Parcel } from '@parcel/core'
import * as esbuild from 'esbuild'
import { rollup } from 'rollup'
import * as vite from 'vite'
import webpack from 'webpack'

const require = createRequire(import.meta.url)

/** A page for bundlers that only make scripts. */
function writePage(folder, script) {
  writeFileSync(join(folder, 'index.html'), `<!doctype html><title>page</title><script type="module" src="${script}"></script>`)
}

/** Throws what a bundler warns about. */
function refuseWarnings(warnings) {
  if (warnings.length > 0) throw new Error(warnings.map(({ message }) => message).join('\n'))
}

/**
 * The entries of bundlers that leave `new URL(…, import.meta.url)` alone: workers are entries, too.
 */
function entries(root, app) {
  const workers = { rules: { 'rules-worker': join(root, 'rules-worker.js') }, 'own-worker-entry': { engine: 'cotulenh-bitboard/engine' } }
  return { [app]: join(root, `${app}.js`), ...workers[app] }
}

async function buildVite(root, app, outDir) {
  writePage(root, `./${app}.js`)
  const build = { outDir, emptyOutDir: true, chunkSizeWarningLimit: 1000 }
  await vite.build({ root, configFile: false, base: './', logLevel: 'warn', customLogger: strictLogger(), build })
}

/** A logger of Vite that throws warnings. */
function strictLogger() {
  const refuse = (message) => refuseWarnings([{ message }])
  return { ...vite.createLogger('warn'), warn: refuse, warnOnce: refuse }
}

async function buildWebpack(root, app, outDir) {
  writePage(outDir, `./${app}.js`)
  const compiler = webpack({
    mode: 'production',
    context: root,
    entry: { [app]: `./${app}.js` },
    output: { path: outDir, filename: '[name].js' },
    performance: { hints: false },
  })
  const stats = await new Promise((resolve, reject) => compiler.run((error, result) => (error ? reject(error) : resolve(result))))
  await new Promise((closed) => compiler.close(closed))
  refuseWarnings([...stats.compilation.errors, ...stats.compilation.warnings])
}

async function buildRollup(root, app, outDir) {
  writePage(outDir, `./${app}.js`)
  const onLog = (_, { message }) => refuseWarnings([{ message }])
  const bundle = await rollup({ input: entries(root, app), plugins: [nodeResolve({ rootDir: root })], onLog })
  await bundle.write({ dir: outDir, format: 'es' })
  await bundle.close()
}

const buildEsbuild = (splitting) => async (root, app, outDir) => {
  writePage(outDir, `./${app}.js`)
  const format = { format: 'esm', splitting, bundle: true, minify: true }
  const { warnings } = await esbuild.build({ absWorkingDir: root, entryPoints: entries(root, app), outdir: outDir, logLevel: 'silent', ...format })
  refuseWarnings(warnings.map(({ text }) => ({ message: text })))
}

async function buildParcel(root, app, outDir) {
  writePage(outDir, `./${app}.js`)
  const parcel = new Parcel({
    entries: join(root, `${app}.js`),
    defaultConfig: require.resolve('@parcel/config-default'),
    targets: { main: { distDir: outDir, publicUrl: './', outputFormat: 'esmodule', scopeHoist: true, optimize: true, sourceMap: false, context: 'browser' } },
    shouldDisableCache: true,
    cacheDir: join(root, '.parcel-cache'),
    mode: 'production',
    env: { NODE_ENV: 'production' },
    shouldAutoInstall: false,
  })
  await parcel.run()
}

/** Serves an application with Vite's development server; answers its address and its end. */
export async function startVite(root, app) {
  writePage(root, `./${app}.js`)
  const server = await vite.createServer({ root, configFile: false, logLevel: 'warn', customLogger: strictLogger(), cacheDir: join(root, `.vite-${app}`), server: { host: '127.0.0.1' } })
  await server.listen()
  const { port } = server.httpServer.address()
  return { address: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

/**
 * The bundlers, with the file of the application that starts its worker itself. One with
 * `emitsUnused` writes the file of every `import()`, even of modules that are not used.
 */
export const BUNDLERS = {
  Vite: { build: buildVite, ownWorker: 'own-worker' },
  webpack: { build: buildWebpack, ownWorker: 'own-worker' },
  Rollup: { build: buildRollup, ownWorker: 'own-worker-entry' },
  esbuild: { build: buildEsbuild(false), ownWorker: 'own-worker-entry' },
  'esbuild with splitting': { build: buildEsbuild(true), ownWorker: 'own-worker-entry', emitsUnused: true },
  Parcel: { build: buildParcel, ownWorker: 'own-worker-parcel' },
}

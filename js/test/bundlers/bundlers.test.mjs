// Applications that use the packed tarball, built by each bundler and run in Chromium.

import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { pagesInChromium } from '../environments/chromium.mjs'
import { installPackage } from '../environments/installed-package.mjs'
import { BUNDLERS, startVite } from './bundlers.mjs'

const { root, dist, remove } = installPackage()
/** Apart from the sources, where Vite looks for pages. */
const output = mkdtempSync(join(tmpdir(), 'cotulenh-built-'))
cpSync(fileURLToPath(new URL('app', import.meta.url)), root, { recursive: true })
// Parcel reads the field `exports` of packages only if the application says so.
writeFileSync(join(root, 'package.json'), '{ "private": true, "type": "module", "@parcel/resolver-default": { "packageExports": true } }')

const { CoTuLenh, DEFAULT_POSITION } = await import(join(dist, 'index.js'))
const { search } = await import(join(root, 'search.js'))

/** A part of a text that is not in another text. */
function markOf(text, other) {
  for (let at = text.length >> 1; at < text.length; at += 40) {
    const mark = text.slice(at, at + 40)
    if (!other.includes(mark) && text.split(mark).length === 2) return mark
  }
  throw new Error('the texts do not differ')
}

const rulesText = readFileSync(join(dist, 'rules.js'), 'utf8').split('\n')[0]
const engineText = readFileSync(join(dist, 'engine-wasm.js'), 'utf8')
const ENGINE = markOf(engineText, rulesText)
const RULES = markOf(rulesText, engineText)

/** The files that a bundler has emitted, without source maps. */
function emittedFiles(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => !name.endsWith('.map'))
  assert(!names.some((name) => name.endsWith('.wasm')), names.join())
  return names.map((name) => join(folder, name)).filter((file) => statSync(file).isFile())
}

const count = (text, mark) => text.split(mark).length - 1

/** The addresses that pages have loaded. */
const loaded = new Set()

const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' }
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'"

const reportOf = pagesInChromium(({ url }, response) => {
  // The folder of an application whose policy allows workers from text has this in its name.
  const policy = url.includes('/default-') ? `${POLICY} blob:` : POLICY
  try {
    const content = readFileSync(join(output, decodeURI(url)))
    response.writeHead(200, { 'content-type': TYPES[extname(url)], 'content-security-policy': policy })
    response.end(content)
    loaded.add(decodeURI(url))
  } catch {
    response.writeHead(404)
    response.end()
  }
})

after(() => {
  remove()
  rmSync(output, { recursive: true, force: true })
})

/** Builds an application and runs it: its report, and how often it contains rules and engine. */
async function buildAndRun(name, app, folder) {
  const outDir = join(output, folder)
  mkdirSync(outDir, { recursive: true })
  await BUNDLERS[name].build(root, app, outDir)
  const counts = (files) => {
    const text = files.map((file) => readFileSync(file, 'latin1')).join('\n')
    return { rules: count(text, RULES), engine: count(text, ENGINE) }
  }
  const report = await reportOf(`/${folder}/index.html`)
  const files = [...loaded].filter((url) => url.startsWith(`/${folder}/`)).map((url) => join(output, url))
  return { report, emitted: counts(emittedFiles(outDir)), loaded: counts(files) }
}

const afterIc6 = new CoTuLenh()
afterIc6.move('Ic6')
const EXPECTED = {
  default: await search(afterIc6.fen(), {}),
  rules: { page: 116, worker: 116 },
  ownWorker: await search(DEFAULT_POSITION, {}),
}

const ONCE = { rules: 1, engine: 1 }

for (const [name, { ownWorker, emitsUnused = false }] of Object.entries(BUNDLERS)) {
  const folder = name.replaceAll(' ', '-')

  test(`${name}: the engine without configuration, each WASM once`, async () => {
    const built = await buildAndRun(name, 'engine', `default-${folder}`)
    assert.deepEqual(built, { report: EXPECTED.default, emitted: ONCE, loaded: ONCE })
  })

  test(`${name}: rules on a page and in a worker, without the engine`, async () => {
    const { report, emitted, loaded: used } = await buildAndRun(name, 'rules', `rules-${folder}`)
    assert.deepEqual(report, EXPECTED.rules)
    // Page and worker have a copy of the rules each, or share a chunk.
    assert(used.rules === 1 || used.rules === 2)
    assert.equal(used.engine, 0)
    assert.equal(emitted.engine, emitsUnused ? 1 : 0)
  })

  test(`${name}: a worker of the page's own, under a strict policy`, async () => {
    const built = await buildAndRun(name, ownWorker, `own-${folder}`)
    assert.deepEqual(built, { report: EXPECTED.ownWorker, emitted: ONCE, loaded: ONCE })
  })
}

for (const [app, expected] of [['engine', 'default'], ['rules', 'rules'], ['own-worker', 'ownWorker']]) {
  test(`Vite's development server: ${app}`, async () => {
    const { address, close } = await startVite(root, app)
    try {
      assert.deepEqual(await reportOf(address), EXPECTED[expected])
    } finally {
      await close()
    }
  })
}

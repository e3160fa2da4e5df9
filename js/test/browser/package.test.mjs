// The packed bundle in Chromium: on a page, in a worker, under a strict content security policy.

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { pagesInChromium } from '../environments/chromium.mjs'
import { installPackage } from '../environments/installed-package.mjs'
import { playRandomGame } from '../environments/random-game.mjs'

const SEEDS = [1, 2, 3]
const STRICT = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; base-uri 'none'"
/** Engines start their worker from text unless the page starts it. */
const POLICY = STRICT.replace("worker-src 'self'", "worker-src 'self' blob:")
const FEN = '6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/2I8/3E2M2EI/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4 b - - 1 1'

const USE = `
  import { CoTuLenh } from './index.js'
  const game = new CoTuLenh()
  const count = game.moves().length
  game.move('Ic6')
  const report = { count, fen: game.fen() }
`
const PAGES = {
  '/': '<!doctype html><title>page</title><script type="module" src="page.js"></script>',
  '/page.js': `${USE}; globalThis.report = report`,
  '/in-worker': '<!doctype html><title>worker</title><script type="module" src="start-worker.js"></script>',
  '/start-worker.js': `
    const worker = new Worker('worker.js', { type: 'module' })
    worker.onmessage = ({ data }) => { globalThis.report = data }
    worker.onerror = ({ message }) => { globalThis.report = { error: message } }
  `,
  '/worker.js': `${USE}; postMessage(report)`,
  '/search': '<!doctype html><title>search</title><script type="module" src="search.js"></script>',
  '/isolated': '<!doctype html><title>isolated</title><script type="module" src="search.js"></script>',
  '/search.js': `
    import { Engine, selectAiMove, DEFAULT_POSITION } from './index.js'
    const engine = new Engine()
    const first = await engine.bestMove(DEFAULT_POSITION, { depth: 3 })
    // The page stays responsive while the engine searches, and can stop it.
    let beats = 0
    const heart = setInterval(() => (beats += 1), 10)
    const search = engine.bestMove(DEFAULT_POSITION, { infinite: true })
    await new Promise((done) => setTimeout(done, 400))
    const start = performance.now()
    engine.stop()
    const stopped = await search
    const time = performance.now() - start
    clearInterval(heart)
    const again = await engine.bestMove(DEFAULT_POSITION, { depth: 2 })
    const here = await new Engine({ worker: false }).bestMove(DEFAULT_POSITION, { depth: 3 })
    const move = await selectAiMove(DEFAULT_POSITION, 'easy', { seed: 7 })
    globalThis.report = {
      isolated: crossOriginIsolated, first, stopped, time, beats, again, here, completed: move.completed,
    }
  `,
  '/transcripts': '<!doctype html><title>transcripts</title><script type="module" src="transcripts.js"></script>',
  '/transcripts.js': `
    import * as api from './index.js'
    import { replay } from './transcripts.mjs'
    console.log = () => {} // printBoard() prints.
    const lines = (await (await fetch('/transcripts.jsonl')).text()).trimEnd().split('\\n')
    const differences = lines.map((line) => replay(api, JSON.parse(line))).filter((found) => found !== undefined)
    globalThis.report = { count: lines.length, differences }
  `,
  '/strict': '<!doctype html><title>strict</title><script type="module" src="strict.js"></script>',
  '/strict.js': `
    import { Engine, selectAiMove, DEFAULT_POSITION } from './index.js'
    const answer = (promise) => promise.then(({ san }) => san, ({ code, message }) => code + ': ' + message)
    const search = (source) => answer(new Engine(source).bestMove(DEFAULT_POSITION, { depth: 3 }))
    const worker = () => new Worker('engine.js', { type: 'module' })
    globalThis.report = {
      refused: await search({}),
      own: await search({ worker }),
      url: await search({ worker, wasmUrl: 'engine.wasm' }),
      here: await search({ worker: false, wasmUrl: new URL('engine.wasm', location.href) }),
      selected: await answer(selectAiMove(DEFAULT_POSITION, 'easy', { seed: 7, worker, wasmUrl: 'engine.wasm' })),
      noScript: await search({ worker: () => new Worker('missing.js', { type: 'module' }) }),
      noWasm: await search({ worker, wasmUrl: 'missing.wasm' }),
    }
  `,
  '/games': '<!doctype html><title>games</title><script type="module" src="games.js"></script>',
  '/games.js': `
    import { CoTuLenh } from './index.js'
    import { playRandomGame } from './random-game.mjs'
    globalThis.report = ${JSON.stringify(SEEDS)}.map((seed) => playRandomGame(CoTuLenh, seed))
  `,
}

const installed = installPackage()
const FILES = {
  ...Object.fromEntries(readdirSync(installed.dist).map((name) => [`/${name}`, join(installed.dist, name)])),
  '/transcripts.mjs': fileURLToPath(new URL('../environments/transcripts.mjs', import.meta.url)),
  '/random-game.mjs': fileURLToPath(new URL('../environments/random-game.mjs', import.meta.url)),
}

/** Recorded calls, one a line. */
async function dataAt(url) {
  if (url !== '/transcripts.jsonl') return undefined
  return gunzipSync(await readFile(new URL('../vectors/transcripts.jsonl.gz', import.meta.url)))
}

const reportOf = pagesInChromium(async ({ url }, response) => {
  const content = PAGES[url] ?? (FILES[url] && (await readFile(FILES[url]))) ?? (await dataAt(url))
  const type = /js$/.test(url) ? 'text/javascript' : 'text/html; charset=utf-8'
  const isolation = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' }
  // The scripts of workers of an isolated page need these headers, too; other pages ignore them.
  const headers = url === '/search' ? {} : isolation
  const policy = url === '/strict' ? STRICT : POLICY
  response.writeHead(content ? 200 : 404, { 'content-type': type, 'content-security-policy': policy, ...headers })
  response.end(content)
})

after(installed.remove)

test('on a page', async () => {
  assert.deepEqual(await reportOf('/'), { count: 116, fen: FEN })
})

test('in a module worker', async () => {
  assert.deepEqual(await reportOf('/in-worker'), { count: 116, fen: FEN })
})

for (const [path, isolated] of [['/search', false], ['/isolated', true]]) {
  test(`the engine in a worker, ${isolated ? 'isolated: stopped by shared memory' : 'not isolated: stopped by replacing the worker'}`, async () => {
    const report = await reportOf(path)
    assert.equal(report.isolated, isolated)
    assert.equal(report.first.depth, 3)
    assert.deepEqual(report.here, report.first)
    assert(report.stopped.depth >= 3 && report.stopped.steps.length > 0)
    assert(report.time < 500, `${report.time} ms`)
    assert(report.beats >= 10, `${report.beats} beats in 400 ms`)
    assert.equal(report.again.depth, 2)
    assert.equal(report.completed, true)
  })
}

test('a strict policy: the error names the remedy, and workers and WASM of the page work', async () => {
  const { CoTuLenh, Engine, selectAiMove } = await import(FILES['/index.js'])
  const fen = new CoTuLenh().fen()
  const { san } = await new Engine().bestMove(fen, { depth: 3 })
  const selected = (await selectAiMove(fen, 'easy', { seed: 7 })).san
  const { refused, noScript, noWasm, ...works } = await reportOf('/strict', /Content Security Policy|404/)
  assert.deepEqual(works, { own: san, url: san, here: san, selected })
  assert.match(refused, /^INTERNAL_INCONSISTENCY: .*worker-src blob:.*option `worker`.*cotulenh-bitboard\/engine/)
  assert.match(noScript, /^INTERNAL_INCONSISTENCY: .*script cannot be loaded.*cotulenh-bitboard\/engine/)
  assert.match(noWasm, /^INTERNAL_INCONSISTENCY: .*missing\.wasm \(status 404\): serve the file dist\/engine\.wasm/)
})

test('whole games end as they do in Node', async () => {
  const { CoTuLenh } = await import(FILES['/index.js'])
  const expected = SEEDS.map((seed) => playRandomGame(CoTuLenh, seed))
  assert.deepEqual(await reportOf('/games'), expected)
  for (const { over, history } of expected) assert(over || history.length === 300)
  assert(expected.some(({ history }) => history.some((san) => san.includes('>'))), 'no game has a deploy')
})

test('recorded calls get the recorded answers', async () => {
  assert.deepEqual(await reportOf('/transcripts'), { count: 1044, differences: [] })
})

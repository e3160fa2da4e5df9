// Shared by the tests of the page: a server, a browser, and helpers to play on the page.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, afterEach } from 'node:test'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { chromiumOptions } from '../../js/test/environments/chromium-options.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const RESULTS = fileURLToPath(new URL('../test-results', import.meta.url))

/** The program under test: `COTULENH_BIN`, or else the release or debug build of this tree. */
function program() {
  if (process.env.COTULENH_BIN) return process.env.COTULENH_BIN
  const target = process.env.CARGO_TARGET_DIR ?? join(ROOT, 'target')
  const found = ['release', 'debug'].map((profile) => join(target, profile, 'cotulenh')).find((path) => existsSync(path))
  assert(found, 'the program is missing; run `cargo build --release`, or set COTULENH_BIN')
  return found
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

/**
 * A server with its own data. `crash` kills it without warning, `start` restarts it on the same
 * port.
 */
async function startServer() {
  const data = mkdtempSync(join(tmpdir(), 'cotulenh-web-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child

  async function start() {
    child = spawn(program(), ['serve', '--port', String(port), '--data', data, '--no-open'], { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = new Promise((_, reject) => child.once('exit', (code) => reject(new Error(`the server ended with ${code}`))))
    ended.catch(() => {})
    const ready = new Promise((resolve) => createInterface(child.stdout).on('line', (line) => line.includes(`:${port}`) && resolve()))
    await Promise.race([ready, ended])
  }

  function end(signal) {
    return new Promise((resolve) => {
      child.once('exit', resolve)
      child.kill(signal)
    })
  }

  await start()
  return {
    url,
    start,
    crash: () => end('SIGKILL'),
    async stop() {
      await end('SIGTERM')
      rmSync(data, { recursive: true, force: true })
    },
    /** A request as the page makes it. */
    async post(path, body) {
      const response = await fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
      const answer = await response.json()
      assert(response.ok, `${path}: ${JSON.stringify(answer)}`)
      return answer
    },
    async get(path) {
      return (await fetch(url + path)).json()
    },
  }
}

/**
 * A server and a browser for all tests of a file. Pages are closed after each test, or they would
 * keep the engine busy.
 */
export async function stage() {
  const server = await startServer()
  const browser = await chromium.launch(chromiumOptions())
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))
  after(async () => {
    await browser.close()
    await server.stop()
  })
  return { server, browser }
}

/**
 * Opens a page with its own settings. Its errors are collected in `complaints`.
 * @param options `language`, `theme`, `animation`, `firstVisit` and the options of Playwright; `intercepted` if
 *   the test will answer requests of the page with `page.route` later.
 */
export async function openPage(browser, url, { language = 'en', theme = 'light', animation = false, intercepted = false, firstVisit = false, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  await context.addInitScript(
    ([settings, known]) => {
      if (!localStorage.getItem('cotulenh.settings')) localStorage.setItem('cotulenh.settings', settings)
      if (known) localStorage.setItem('cotulenh.visited', 'yes')
    },
    [JSON.stringify({ language, theme, animation, coordinates: true }), !firstVisit],
  )
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  // The first route changes how the browser sends requests, and on a loaded page that may take
  // effect late.
  if (intercepted) await page.route('**/no-such-address', (route) => route.abort())
  const complaints = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.complaints = complaints
  await page.goto(url)
  return page
}

/** Saves a screenshot for inspection. */
export async function picture(page, name) {
  mkdirSync(RESULTS, { recursive: true })
  await page.screenshot({ path: join(RESULTS, `${name}.png`) })
}

export const point = (page, square) => page.locator(`.point[data-square="${square}"]`)

/** Moves by two taps. */
export async function tapMove(page, from, to) {
  await point(page, from).click()
  await point(page, to).click()
}

/** Moves by dragging. */
export async function dragMove(page, from, to) {
  const [start, end] = await Promise.all([from, to].map((square) => point(page, square).boundingBox()))
  const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(...middle(start))
  await page.mouse.down()
  await page.mouse.move(...middle(end), { steps: 5 })
  await page.mouse.up()
}

/** The label of a point. */
export async function labelOf(page, square) {
  return point(page, square).getAttribute('aria-label')
}

/** Waits until the point has this label. */
export async function waitForLabel(page, square, label) {
  await page.waitForFunction(
    ([where, what]) => document.querySelector(`.point[data-square="${where}"]`)?.getAttribute('aria-label') === what,
    [square, label],
  )
}

export const TWO_HUMANS = { r: { kind: 'human', name: 'An' }, b: { kind: 'human', name: 'Bình' } }

/** Opens a new game of two humans on the page. */
export async function openGame(browser, server, game, options) {
  const { id } = await server.post('/api/games', { players: TWO_HUMANS, ...game })
  const page = await openPage(browser, `${server.url}/#/play/${id}`, options)
  await page.waitForSelector('.board-frame .unit')
  return { page, id }
}

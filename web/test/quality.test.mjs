// How the page looks, feels and speaks: speed, accessibility, both languages, light and dark.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { seriousFindings } from './axe.mjs'
import { openGame, openPage, picture, point, stage } from './support.mjs'

const SCREENSHOT = fileURLToPath(new URL('../../docs/screenshot.png', import.meta.url))
/** A few turns into a game, with stacks and a capture on the way. */
const OPENING = ['A&d5', 'A&d8', 'Tf6', 'N_f6', 'F&b2', 'F&b11', 'M&h4', 'I&c9']

const { server, browser } = await stage()

test('the first paint comes within 300 ms', async (context) => {
  const times = []
  for (let i = 0; i < 3; i++) {
    const page = await openPage(browser, `${server.url}/#/play`)
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    times.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime))
    await page.context().close()
  }
  context.diagnostic(`first contentful paint after ${times.map(Math.round)} ms`)
  assert(Math.min(...times) <= 300, `${times} ms`)
})

test('a move is shown in the frame of its tap, before the server answers', async (context) => {
  const { page } = await openGame(browser, server, {}, { animation: true })
  const times = []
  for (const [from, to, label] of [['c5', 'c6', 'Red Infantry'], ['c8', 'c7', 'Blue Infantry'], ['k5', 'k6', 'Red Infantry'], ['k8', 'k7', 'Blue Infantry'], ['f4', 'f5', 'Red Tank']]) {
    await page.waitForSelector(`.point.movable[data-square=${from}]`)
    await point(page, from).click()
    const shown = await page.evaluate(async (square) => {
      const target = document.querySelector(`.point[data-square=${square}]`)
      let answered = false
      const { fetch } = globalThis
      globalThis.fetch = async (...what) => {
        const answer = await fetch(...what)
        answered = true
        return answer
      }
      const start = performance.now()
      target.click()
      const time = performance.now() - start
      const before = { label: target.getAttribute('aria-label'), answered, time }
      await new Promise(requestAnimationFrame)
      globalThis.fetch = fetch
      return before
    }, to)
    assert.deepEqual([shown.label, shown.answered], [`${to}, ${label}`, false])
    times.push(shown.time)
  }
  const median = times.toSorted((a, b) => a - b)[2]
  context.diagnostic(`shown ${times.map((time) => time.toFixed(1))} ms after the tap`)
  assert(median < 16, `${median} ms`)
})

for (const theme of ['light', 'dark']) {
  test(`no serious finding of axe on any page, ${theme}`, async () => {
    const { page, id } = await openGame(browser, server, { moves: OPENING }, { theme, language: theme === 'light' ? 'vi' : 'en' })
    const pages = { play: '.new-game option', [`play/${id}`]: '.turn', analyse: '.board-frame .unit', learn: '.tile', games: 'a[href*="/play/"]' }
    for (const [path, content] of Object.entries(pages)) {
      await page.goto(`${server.url}/#/${path}`)
      await page.waitForSelector(content, { state: 'attached' })
      assert.deepEqual(await seriousFindings(page), [], path)
    }
    // A stack that is picked up, and the settings.
    await page.goto(`${server.url}/#/play/${id}`)
    await page.waitForSelector('.board-frame .unit')
    await page.locator('.header-tools .icon').click()
    await page.waitForSelector('dialog[open]')
    assert.deepEqual(await seriousFindings(page), [], 'settings')
    await picture(page, `settings-${theme}`)
  })
}

test('the language changes everything, at once and for good', async () => {
  const { page } = await openGame(browser, server, { moves: OPENING }, { language: 'vi' })
  assert.equal(await page.locator('html').getAttribute('lang'), 'vi')
  assert.equal(await point(page, 'g1').getAttribute('aria-label'), 'g1, Tư lệnh Đỏ')
  assert.equal(await page.locator('nav a').first().textContent(), 'Chơi')
  await page.locator('.header-tools [lang=en]').click()
  await page.waitForFunction(() => document.querySelector('.point[data-square=g1]')?.getAttribute('aria-label') === 'g1, Red Commander')
  await page.reload()
  await page.waitForSelector('.board-frame .unit')
  assert.equal(await page.locator('html').getAttribute('lang'), 'en')
})

test('light and dark, narrow and wide, zones and settings', async () => {
  for (const [theme, width, height] of [['light', 1280, 900], ['dark', 1280, 900], ['light', 1920, 1080], ['dark', 768, 1024]]) {
    const { page } = await openGame(browser, server, { moves: OPENING }, { theme, viewport: { width, height } })
    await page.locator('.controls select').selectOption('both')
    assert(await page.locator('.zone').count() === 2)
    if (width === 1280) await page.locator('.controls select').selectOption('none')
    await point(page, 'b2').click()
    await picture(page, `play-${theme}-${width}`)
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'nothing sticks out')
    await page.goto(`${server.url}/#/play`)
    await page.waitForSelector('.new-game')
    await page.waitForTimeout(300)
    await picture(page, `new-${theme}-${width}`)
  }
})

test('air-defence zones can be shown on every board, and the choice is kept', async () => {
  const page = await openPage(browser, `${server.url}/#/analyse`)
  const zones = page.getByLabel('Air-defence zones')
  const shown = (count) => page.waitForFunction((n) => document.querySelectorAll('.board .zone').length === n, count)
  await page.waitForSelector('.board-frame .unit')
  await shown(0)
  await zones.selectOption('both')
  await shown(2)
  await page.getByRole('button', { name: 'Set up position' }).click()
  await page.waitForSelector('.setup')
  await page.waitForFunction(() => document.querySelectorAll('.zone.blue rect').length > 20)
  // Without its defenders Red has no zone.
  await page.getByRole('button', { name: 'Clear the board' }).click()
  await page.waitForFunction(() => document.querySelectorAll('.zone rect').length === 0)
  await page.evaluate(() => (location.hash = '#/learn/air-force'))
  await page.waitForSelector('.lesson .board-frame .unit')
  await shown(2)
  await picture(page, 'learn-zones')
  await zones.selectOption('b')
  await shown(1)
  await page.reload()
  await page.waitForSelector('.lesson .board-frame .unit')
  await shown(1)
  assert.deepEqual(page.complaints, [])
})

test('the picture for the README; COTULENH_SCREENSHOT=1 puts it there', async () => {
  const { page } = await openGame(browser, server, { moves: OPENING }, { language: 'vi', viewport: { width: 1200, height: 860 } })
  await point(page, 'i2').click()
  await page.waitForSelector('.board-frame [aria-selected=true]')
  const bytes = await page.screenshot(process.env.COTULENH_SCREENSHOT ? { path: SCREENSHOT } : {})
  assert(bytes.length < 250_000, `${bytes.length} bytes`)
})

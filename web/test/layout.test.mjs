// Sizes and places: the board on every page and screen, what scrolls, and what stands where.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGame, openPage, picture, point, stage } from './support.mjs'

const OPENING = ['A&d5', 'A&d8', 'Tf6', 'N_f6', 'F&b2', 'F&b11', 'M&h4', 'I&c9']
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
const LANDSCAPE = { ...PHONE, viewport: { width: 844, height: 390 } }

const { server, browser } = await stage()

/** Opens every page with a board, and calls `look` on each with its name. */
async function eachBoard(options, look) {
  const { page, id } = await openGame(browser, server, { moves: OPENING }, options)
  const pages = {
    new: ['#/play', '.new-game option'],
    game: [`#/play/${id}`, '.turn'],
    analysis: ['#/analyse', '.analyse .board-frame .unit'],
    lesson: ['#/learn/deploy', '.lesson .board-frame .unit'],
  }
  for (const [name, [hash, content]] of Object.entries(pages)) {
    await page.goto(`${server.url}/${hash}`)
    await page.waitForSelector(content, { state: 'attached' })
    await look(page, name)
    if (name !== 'analysis') continue
    await page.locator('.page-tools button').nth(2).click()
    await page.waitForSelector('.setup')
    await look(page, 'set-up')
  }
  assert.deepEqual(page.complaints, [])
}

const boxOf = (page, selector) => page.locator(selector).first().boundingBox()
const scrolls = (page) => page.evaluate(() => [document.documentElement.scrollWidth > innerWidth, document.documentElement.scrollHeight > innerHeight])

for (const [width, height, least] of [[1280, 720, 600], [1440, 900, 760], [1920, 1080, 900]]) {
  for (const language of ['en', 'vi']) {
    test(`at ${width}×${height} every page has the same large board and does not scroll, ${language}`, async () => {
      const widths = new Set()
      await eachBoard({ viewport: { width, height }, language }, async (page, name) => {
        const board = await boxOf(page, '.board-frame')
        assert(board.width >= least, `${name}: the board is ${board.width} px wide`)
        assert(board.y + board.height <= height, `${name}: the board ends at ${board.y + board.height}`)
        widths.add(board.width)
        assert.deepEqual(await scrolls(page), [false, false], name)
        await picture(page, `layout-${name}-${width}-${language}`)
      })
      assert.equal(widths.size, 1, `widths: ${[...widths]}`)
    })
  }
}

test('on a phone the board is as wide as the screen and in view at once', async () => {
  await eachBoard(PHONE, async (page, name) => {
    const board = await boxOf(page, '.board-frame')
    assert.deepEqual([board.x, board.width], [0, 390], name)
    assert(board.y >= 0 && board.y + board.height <= 844, `${name}: the board is at ${board.y}`)
    assert.equal((await scrolls(page))[0], false, `${name} sticks out`)
    if (['game', 'analysis'].includes(name)) {
      const steps = await boxOf(page, '.steps')
      assert(steps.y >= board.y + board.height && steps.y + steps.height <= 844, `${name}: the steps are at ${steps.y}`)
    }
    if (name === 'set-up') {
      const palette = await boxOf(page, '.palette')
      assert(palette.y + palette.height <= 844, `the palette ends at ${palette.y + palette.height}`)
    }
    if (name === 'new') {
      const start = await boxOf(page, '.new-game [type=submit]')
      assert(start.y + start.height <= 844, 'the game can be started without scrolling')
    }
  })
})

test('on a phone in landscape the board has the whole height, and the rest is beside it', async () => {
  await eachBoard(LANDSCAPE, async (page, name) => {
    const [board, side] = [await boxOf(page, '.board-frame'), await boxOf(page, '.side')]
    assert(board.height >= 370 && board.y + board.height <= 390, `${name}: ${JSON.stringify(board)}`)
    assert(side.x >= board.x + board.width, `${name}: the side is at ${side.x}`)
    assert.equal((await scrolls(page))[0], false, `${name} sticks out`)
    await picture(page, `layout-${name}-844`)
  })
})

test('a new page starts at its top', async () => {
  const page = await openPage(browser, `${server.url}/#/learn`, PHONE)
  await page.waitForSelector('.tile')
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await page.locator('.tile').last().click()
  await page.waitForSelector('.lesson .board-frame .unit')
  await page.waitForFunction(() => scrollY === 0)
})

test('no piece covers a coordinate', async () => {
  const { page } = await openGame(browser, server, { fen: 'n4c5/11/11/11/11/n10/n10/11/11/11/2(NFT)8/(NFT)1(+N+F+T)C+T+I+AHHHH r - - 0 1' })
  const covered = await page.evaluate(() => {
    const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect())
    const pieces = boxes('.pieces .disc-base')
    const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    return boxes('.coordinates text').filter((text) => pieces.some((piece) => overlap(text, piece))).length
  })
  assert.equal(covered, 0)
})

test('little moves while a page loads', async () => {
  for (const viewport of [{ width: 1280, height: 720 }, { width: 390, height: 844 }]) {
    for (const path of ['play', 'analyse', 'learn/deploy', `play/${(await server.post('/api/games', { players: { r: { kind: 'human', name: 'An' }, b: { kind: 'human', name: 'Ba' } }, moves: OPENING })).id}`]) {
      const page = await openPage(browser, 'about:blank', { viewport })
      await page.context().addInitScript(() => {
        globalThis.shift = 0
        new PerformanceObserver((list) => list.getEntries().forEach((entry) => (globalThis.shift += entry.value))).observe({ type: 'layout-shift', buffered: true })
      })
      await page.goto(`${server.url}/#/${path}`)
      await point(page, 'g1').waitFor({ state: 'attached' })
      await page.waitForTimeout(600)
      const shift = await page.evaluate(() => globalThis.shift)
      assert(shift <= 0.02, `${path} at ${viewport.width}: ${shift}`)
      await page.context().close()
    }
  }
})

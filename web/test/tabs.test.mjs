// Several tabs and pages: leaving a page with an open dialog, changes by other tabs, and many tabs
// on few connections.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGame, openPage, picture, point, stage, tapMove, TWO_HUMANS, waitForLabel } from './support.mjs'

const { server, browser } = await stage()

test('a dialog closes with its page', async () => {
  const { page, id } = await openGame(browser, server, { moves: ['Ic6'] })
  await page.locator('.resign').click()
  await page.waitForSelector('dialog[open]')
  await page.evaluate(() => (location.hash = '#/learn'))
  await page.waitForSelector('.tiles')
  assert.equal(await page.locator('dialog[open]').count(), 0)
  assert.equal((await server.get(`/api/games/${id}`)).outcome, null)
  for (const [path, name] of [['analyse', 'Share / export'], ['analyse', 'Import FEN/PGN'], ['analyse', 'Play from here'], ['games', 'Import PGN']]) {
    await page.evaluate((where) => (location.hash = `#/${where}`), path)
    await page.getByRole('button', { name }).click()
    await page.waitForSelector('dialog[open]')
    await page.evaluate(() => (location.hash = '#/learn'))
    await page.waitForSelector('.tiles')
    assert.equal(await page.locator('dialog[open]').count(), 0, name)
  }
  assert.deepEqual(page.complaints, [])
})

test('a game deleted in another tab shows that, and takes no more moves', async () => {
  const { page, id } = await openGame(browser, server, { clock: { initial: 300, increment: 0 }, moves: ['Ic6'] })
  await page.locator('.resign').click()
  await page.waitForSelector('dialog[open]')
  await fetch(`${server.url}/api/games/${id}`, { method: 'DELETE', headers: { 'content-type': 'application/json' } })
  await page.locator('.banner', { hasText: 'This game was deleted' }).waitFor()
  assert.equal(await page.locator('dialog[open]').count(), 0)
  assert.equal(await page.locator('.controls').isVisible(), false)
  await point(page, 'c8').click()
  assert.equal(await point(page, 'c8').getAttribute('aria-selected'), 'false')
  await waitForLabel(page, 'c6', 'c6, Red Infantry')
  await picture(page, 'deleted')
  await page.locator('.banner').getByRole('link', { name: 'All games' }).click()
  await page.waitForURL(/#\/games$/)
  assert.deepEqual(page.complaints, [])
})

test('a game deleted without an event is noticed at the next move', async () => {
  const { page } = await openGame(browser, server, {}, { intercepted: true })
  await page.route(/\/actions$/, (route) => route.fulfill({ status: 404, json: { error: { code: 'UNKNOWN_GAME', message: 'no such game' } } }))
  await tapMove(page, 'c5', 'c6')
  await page.locator('.banner', { hasText: 'This game was deleted' }).waitFor()
  await waitForLabel(page, 'c5', 'c5, Red Infantry')
})

test('a turn that is taken back while its position is loading is not shown', async () => {
  const { page, id } = await openGame(browser, server, { moves: ['Ic6', 'Ic7', 'Mg6'] }, { intercepted: true })
  let answer
  const held = new Promise((resolve) => (answer = resolve))
  await page.route('**/api/position', async (route) => {
    await held
    await route.continue()
  })
  // The pieces are shown at once; the rest of the position is still to come.
  await page.locator('.turn').nth(1).click()
  await waitForLabel(page, 'g5', 'g5, Red Militia')
  const { revision } = await server.get(`/api/games/${id}`)
  await server.post(`/api/games/${id}/actions`, { revision, action: { type: 'undo' } })
  await page.waitForFunction(() => document.querySelectorAll('.turn').length === 2)
  const late = page.waitForResponse('**/api/position')
  answer()
  await (await late).finished()
  await page.locator('.undo').click()
  await page.waitForFunction(() => document.querySelectorAll('.turn').length === 1)
  await waitForLabel(page, 'c8', 'c8, Blue Infantry')
  assert.deepEqual(page.complaints, [])
})

test('an engine that could not move is reported, and can be asked again', async () => {
  const { id } = await server.post('/api/games', { players: TWO_HUMANS })
  const game = { ...(await server.get(`/api/games/${id}`)), busy: null }
  let stalled = true
  const page = await openPage(browser, 'about:blank')
  const view = () => JSON.stringify({ ...game, stalled })
  await page.route(`**/api/games/${id}`, (route) => route.fulfill({ contentType: 'application/json', body: view() }))
  await page.route(`**/api/games/${id}/events`, (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: `retry: 600000\nevent: game\ndata: ${view()}\n\n` }),
  )
  await page.goto(`${server.url}/#/play/${id}`)
  const banner = page.locator('.banner', { hasText: 'The engine could not move.' })
  await banner.waitFor()
  // It may fail once more: the button is there for the next try.
  const again = banner.getByRole('button', { name: 'Try again' })
  const answered = page.waitForResponse(`**/api/games/${id}`)
  await again.click()
  await (await answered).finished()
  await page.evaluate(() => new Promise((later) => setTimeout(later, 100)))
  assert.equal(await again.evaluate((one) => one === document.activeElement), true)
  stalled = false
  await again.click()
  await banner.waitFor({ state: 'hidden' })
})

/** Simulates moving a tab to the background or to the front. */
async function setVisibility(page, state) {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

test('nine tabs of one browser do not block each other, and catch up when visible', async () => {
  const { id } = await server.post('/api/games', { players: TWO_HUMANS })
  const first = await openPage(browser, `${server.url}/#/play/${id}`)
  await first.waitForSelector('.board-frame .unit')
  const behind = [first]
  for (let i = 0; i < 8; i++) {
    await setVisibility(behind.at(-1), 'hidden')
    const page = await first.context().newPage()
    page.setDefaultTimeout(15_000)
    await page.goto(i === 4 ? `${server.url}/#/analyse` : `${server.url}/#/play/${id}`)
    await page.waitForSelector('.board-frame .unit')
    if (i === 4) await page.locator('.engine-lines li').first().waitFor()
    behind.push(page)
  }
  const front = behind.at(-1)
  await tapMove(front, 'c5', 'c6')
  await front.waitForFunction(() => document.querySelectorAll('.turn').length === 1)
  // The first tab is not updated until it is visible again.
  assert.equal(await first.locator('.turn').count(), 0)
  await setVisibility(front, 'hidden')
  await setVisibility(first, 'visible')
  await waitForLabel(first, 'c6', 'c6, Red Infantry')
  // The same for the analysis: the engine continues.
  await setVisibility(behind[5], 'visible')
  const asked = behind[5].waitForRequest(/\/api\/analysis/)
  await setVisibility(behind[5], 'hidden')
  await setVisibility(behind[5], 'visible')
  await asked
})

test('the page ticks only while a clock runs', async () => {
  const page = await openPage(browser, `${server.url}/#/learn`)
  await page.context().addInitScript(() => {
    globalThis.timers = new Set()
    const { setInterval, clearInterval } = globalThis
    globalThis.setInterval = (...what) => {
      const id = setInterval(...what)
      globalThis.timers.add(id)
      return id
    }
    globalThis.clearInterval = (id) => {
      globalThis.timers.delete(id)
      clearInterval(id)
    }
  })
  const timersOf = async (game) => {
    const { id } = await server.post('/api/games', { players: TWO_HUMANS, ...game })
    await page.goto(`${server.url}/?game=${id}#/play/${id}`)
    await page.waitForSelector('.board-frame .unit')
    return page.evaluate(() => globalThis.timers.size)
  }
  const clock = { initial: 300, increment: 0 }
  assert.equal(await timersOf({ moves: ['Ic6'] }), 0, 'without a clock')
  assert.equal(await timersOf({ clock }), 0, 'before the first turn')
  await tapMove(page, 'c5', 'c6')
  await page.waitForFunction(() => document.querySelector('.player[data-side=b] .clock').textContent.startsWith('4:59'))
  assert.equal(await page.evaluate(() => globalThis.timers.size), 1, 'while it runs')
  await page.locator('.resign').click()
  await page.locator('dialog .primary').click()
  await page.waitForSelector('.banner.red')
  assert.equal(await page.evaluate(() => globalThis.timers.size), 0, 'after the game')
})

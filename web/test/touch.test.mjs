// Touch input on a phone: dragging, and a whole deploy.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labelOf, openGame, picture, point, stage, waitForLabel } from './support.mjs'

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
const STACK = '7c3/11/11/11/11/8i2/11/11/11/2(NFT)8/11/5C5 r - - 0 1'

const { server, browser } = await stage()

/** Drags a finger from one point of the board to another. */
async function fingerDrag(page, from, to, { onTheWay = async () => {} } = {}) {
  const finger = await page.context().newCDPSession(page)
  const [start, end] = await Promise.all([from, to].map((square) => point(page, square).boundingBox()))
  const at = (part) => ({
    x: start.x + start.width / 2 + part * (end.x - start.x),
    y: start.y + start.height / 2 + part * (end.y - start.y),
  })
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at(0)] })
  for (const part of [0.2, 0.4, 0.6, 0.8, 1]) await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at(part)] })
  await onTheWay()
  // It rests before it is lifted: else the browser takes it for a flick, and the next tap for its
  // end.
  await page.waitForTimeout(150)
  await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ ...at(1), x: at(1).x + 1 }] })
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('a finger drags a piece without scrolling the page', async () => {
  const { page, id } = await openGame(browser, server, {}, PHONE)
  await fingerDrag(page, 'c5', 'c6', {
    onTheWay: async () => {
      await page.waitForSelector('.drag .unit')
      assert.equal(await page.locator('.target').count() > 0, true)
    },
  })
  await page.waitForFunction(() => document.querySelectorAll('.turn').length === 1)
  assert.equal(await labelOf(page, 'c6'), 'c6, Red Infantry')
  assert.deepEqual((await server.get(`/api/games/${id}`)).turns.map(({ san }) => san), ['Ic6'])
  // A drag that the rules refuse leaves everything as it was, and says why.
  await fingerDrag(page, 'c8', 'g8')
  await page.waitForSelector('.board-message.error')
  assert.equal(await labelOf(page, 'c8'), 'c8, Blue Infantry')
  assert.equal(await page.locator('.drag .unit').count(), 0)
  assert.equal(await page.evaluate(() => scrollY), 0)
  // Beside the pieces a finger scrolls the page as ever; a swipe across steps through the moves.
  assert.equal(await point(page, 'e6').evaluate((one) => getComputedStyle(one).touchAction), 'pan-y pinch-zoom')
  assert.deepEqual(page.complaints, [])
})

test('a deploy on a phone by taps and by dragging: every button can be reached', async () => {
  for (const theme of ['light', 'dark']) {
    const { page, id } = await openGame(browser, server, { fen: STACK }, { ...PHONE, theme })
    const within = async (selector) => {
      for (const one of await page.locator(selector).all()) {
        const { x, width, height } = await one.boundingBox()
        assert(x >= 0 && x + width <= 360, `${selector} sticks out`)
        assert(width >= 40 && height >= 40, `${selector} is ${width} by ${height} px`)
      }
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360)
    }
    await point(page, 'c3').tap()
    await page.locator('.piece-button').nth(3).waitFor()
    await within('.piece-button')
    await picture(page, `phone-tray-${theme}`)
    await page.locator('.piece-button[data-unit="F"]').tap()
    await point(page, 'e5').tap()
    await page.waitForSelector('.deploy-commit')
    await within('.tray .button')
    await picture(page, `phone-deploy-${theme}`)
    await page.locator('.deploy-undo').tap()
    await waitForLabel(page, 'c3', 'c3, Red Navy with Air Force, Tank')
    await point(page, 'c3').tap()
    await page.locator('.piece-button[data-unit="F"]').tap()
    await point(page, 'e5').tap()
    await page.waitForSelector('.deploy-commit')
    await page.locator('.piece-button[data-unit="T"]').tap()
    await fingerDrag(page, 'c3', 'd3')
    await waitForLabel(page, 'd3', 'd3, Red Tank')
    await page.locator('.deploy-commit').tap()
    await page.waitForFunction(() => document.querySelectorAll('.turn').length === 1)
    assert.deepEqual((await server.get(`/api/games/${id}`)).turns.map(({ san }) => san), ['N<F>e5,T>d3'])
    assert.deepEqual(page.complaints, [])
  }
})

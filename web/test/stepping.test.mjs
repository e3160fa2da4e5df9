// Stepping through the moves of a game by buttons, keys, wheel and swipe; typed moves; shortcuts;
// sounds.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seriousFindings } from './axe.mjs'
import { labelOf, openGame, openPage, picture, point, stage, tapMove, waitForLabel } from './support.mjs'

const MOVES = ['Ic6', 'Ic7', 'Mg6']
const MATE = '10c/8T2/6h4/11/10A/11/11/11/11/11/11/5HCH3 r - - 0 1'
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const { server, browser } = await stage()

/** Waits until the turn of this index is the shown one; -1 for none. */
async function waitForTurn(page, index) {
  await page.waitForFunction((wanted) => [...document.querySelectorAll('.turn')].findIndex((turn) => turn.getAttribute('aria-current')) === wanted, index)
}

test('a running game is stepped through by buttons, keys and wheel', async () => {
  const { page } = await openGame(browser, server, { moves: MOVES })
  const press = async (name) => page.locator('.steps').getByRole('button', { name }).click()
  await press('One move back')
  await waitForTurn(page, 1)
  assert.equal(await labelOf(page, 'g5'), 'g5, Red Militia')
  await press('To the start')
  await waitForTurn(page, -1)
  assert.equal(await labelOf(page, 'c5'), 'c5, Red Infantry')
  await press('One move forward')
  await waitForTurn(page, 0)
  await press('To the end')
  await waitForTurn(page, 2)

  for (const [key, turn] of [['ArrowLeft', 1], ['ArrowLeft', 0], ['ArrowLeft', -1], ['ArrowLeft', -1], ['ArrowRight', 0], ['End', 2], ['Home', -1], ['End', 2]]) {
    await page.keyboard.press(key)
    await waitForTurn(page, turn)
  }

  await point(page, 'f6').hover()
  await page.mouse.wheel(0, -100)
  await waitForTurn(page, 1)
  await page.mouse.wheel(0, 100)
  await waitForTurn(page, 2)
  assert.deepEqual(page.complaints, [])
})

test('for a keyboard user on the board the arrows go over the points', async () => {
  const { page } = await openGame(browser, server, { moves: MOVES })
  await point(page, 'a1').focus()
  await page.keyboard.press('ArrowRight')
  assert.equal(await page.evaluate(() => document.activeElement.dataset.square), 'b1')
  await waitForTurn(page, 2)
})

test('a swipe across the board steps through the moves', async () => {
  for (const path of ['play', 'analyse']) {
    const { page, id } = await openGame(browser, server, { moves: MOVES }, PHONE)
    if (path === 'analyse') await page.goto(`${server.url}/#/analyse?game=${id}`)
    await waitForLabel(page, 'g6', 'g6, Red Militia')
    await page.waitForSelector('[aria-current=true]')
    const finger = await page.context().newCDPSession(page)
    const swipe = async (from, to) => {
      const [start, end] = [await point(page, from).boundingBox(), await point(page, to).boundingBox()]
      const at = (box) => [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(start) })
      await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(end) })
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    await swipe('e7', 'i7')
    await waitForLabel(page, 'g5', 'g5, Red Militia')
    await swipe('i7', 'e7')
    await waitForLabel(page, 'g6', 'g6, Red Militia')
    await page.context().close()
  }
})

test('the wheel steps through an analysis', async () => {
  const { id } = await server.post('/api/games', { players: { r: { kind: 'human', name: 'An' }, b: { kind: 'human', name: 'Ba' } }, moves: MOVES })
  const page = await openPage(browser, `${server.url}/#/analyse?game=${id}`)
  await waitForLabel(page, 'g6', 'g6, Red Militia')
  await point(page, 'f6').hover()
  await page.mouse.wheel(0, -100)
  await waitForLabel(page, 'g5', 'g5, Red Militia')
  await page.mouse.wheel(0, 100)
  await waitForLabel(page, 'g6', 'g6, Red Militia')
})

test('moves are typed, in any notation; an unknown one is refused', async () => {
  const { page, id } = await openGame(browser, server, {})
  const type = async (text) => {
    await page.keyboard.press('/')
    await page.locator('.typed-move').fill(text)
    await page.keyboard.press('Enter')
  }
  await type('xyz')
  await page.locator('.board-message.error', { hasText: 'xyz' }).waitFor()
  for (const [i, text] of ['ic6', 'c8c7', 'Mg5g6'].entries()) {
    await page.keyboard.press('Escape')
    await type(text)
    await page.waitForFunction((n) => document.querySelectorAll('.turn').length === n, i + 1)
  }
  assert.deepEqual((await server.get(`/api/games/${id}`)).turns.map(({ san }) => san), MOVES)
})

test('a deploy is typed', async () => {
  const { page, id } = await openGame(browser, server, { fen: '7c3/11/11/11/11/8i2/11/11/11/2(NFT)8/11/5C5 r - - 0 1' })
  await page.keyboard.press('/')
  await page.keyboard.type('F>e5\n')
  await page.waitForSelector('.deploy-commit')
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await page.keyboard.type('done\n')
  await page.waitForFunction(() => document.querySelectorAll('.turn').length === 1)
  assert.deepEqual((await server.get(`/api/games/${id}`)).turns.map(({ san }) => san), ['(NT)<F>e5'])
})

test('the shortcuts are listed, and those of the board work', async () => {
  const { page } = await openGame(browser, server, {})
  await page.keyboard.press('?')
  await page.waitForSelector('dialog .shortcuts')
  assert.deepEqual(await seriousFindings(page), [])
  await picture(page, 'shortcuts')
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('f')
  assert.equal(await page.locator('.point').first().getAttribute('data-square'), 'k1')
  await page.keyboard.press('z')
  assert.equal(await page.locator('.zone').count(), 10)
})

test('check and mate are marked in the list of moves', async () => {
  const { page } = await openGame(browser, server, { fen: '4c6/11/11/11/4T6/11/11/11/11/11/11/6C4 r - - 0 1', moves: ['Te10'] })
  await page.locator('.turn .move-check', { hasText: '+' }).waitFor()
  const { page: mated, id } = await openGame(browser, server, { fen: MATE, moves: ['Ti12'] })
  await mated.locator('.turn .move-check', { hasText: '#' }).waitFor()
  await mated.goto(`${server.url}/#/analyse?game=${id}`)
  await mated.locator('.move .move-check', { hasText: '#' }).waitFor()
})

const marks = (page) => page.evaluate(() => performance.getEntriesByType('mark').map(({ name }) => name).filter((name) => name.startsWith('sound')))

test('moves, captures, deploys, checks and the end have their own sounds, which can be switched off', async () => {
  const heard = async (game, from, to, options) => {
    const { page } = await openGame(browser, server, game, options)
    await tapMove(page, from, to)
    await page.waitForFunction(() => document.querySelector('.turn, .deploy-commit'))
    await page.waitForTimeout(100)
    assert.deepEqual(page.complaints, [])
    return marks(page)
  }
  assert.deepEqual(await heard({}, 'c5', 'c6'), ['sound move'])
  assert.deepEqual(await heard({ fen: '7c3/11/11/11/11/6i4/6I4/11/11/11/11/5C5 r - - 0 1' }, 'g6', 'g7'), ['sound capture'])
  assert.deepEqual(await heard({ fen: '4c6/11/11/4T6/4i6/11/11/11/11/11/11/6C4 r - - 0 1' }, 'e9', 'e10'), ['sound move', 'sound check'])
  assert.deepEqual(await heard({ fen: MATE }, 'i11', 'i12'), ['sound move', 'sound end'])

  const { page } = await openGame(browser, server, {})
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByLabel('Sound').uncheck()
  assert.equal(await page.getByLabel('Volume').isDisabled(), true)
  await page.keyboard.press('Escape')
  await tapMove(page, 'c5', 'c6')
  await page.waitForSelector('.turn')
  assert.deepEqual(await marks(page), [])
})

test('a captured piece vanishes with a motion, unless motion is reduced', async () => {
  const fen = '7c3/11/11/11/11/6i4/6I4/11/11/11/11/5C5 r - - 0 1'
  for (const reducedMotion of ['no-preference', 'reduce']) {
    const { page } = await openGame(browser, server, { fen }, { animation: true, reducedMotion })
    await page.evaluate(() => {
      globalThis.vanished = 0
      new MutationObserver(() => (globalThis.vanished += document.querySelectorAll('.vanishing').length)).observe(document.querySelector('.pieces'), { childList: true })
    })
    await tapMove(page, 'g6', 'g7')
    await page.waitForSelector('.turn')
    await page.waitForFunction(() => document.querySelectorAll('.vanishing').length === 0)
    assert.equal((await page.evaluate(() => globalThis.vanished)) > 0, reducedMotion === 'no-preference')
    assert.equal(await page.locator('.pieces .unit').count(), 3)
    await page.context().close()
  }
})

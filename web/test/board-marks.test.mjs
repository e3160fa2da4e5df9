// What the board shows: the bar of a deploy, marks of the last turn, zones, cards, sets of pieces.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGame, openPage, picture, point, stage, tapMove, waitForLabel } from './support.mjs'

const STACK = '7c3/11/11/11/11/8i2/11/6I4/11/2(NFT)8/11/5C5 r - - 0 1'
const CAPTURES = '7c3/11/11/4g6/11/6i4/11/1nT1F1F4/11/11/11/5C5 r - - 0 1'
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
const NARROW = { viewport: { width: 1280, height: 720 } }

const { server, browser } = await stage()

/** Opens a game with an open deploy: the Air Force has left its ship. */
async function openDeploy(options) {
  const game = await openGame(browser, server, { fen: STACK }, options)
  await point(game.page, 'c3').click()
  await game.page.locator('.piece-button[data-unit="F"]').click()
  await point(game.page, 'e5').click()
  await game.page.waitForSelector('.deploy-commit')
  return game
}

for (const language of ['en', 'vi']) {
  for (const [name, options] of [['desktop', NARROW], ['phone', PHONE]]) {
    test(`the bar of a deploy is one row within the screen, with a line that says what is next, ${name}, ${language}`, async () => {
      const { page } = await openDeploy({ ...options, language })
      const { width, height } = options.viewport
      const boxes = await page.locator('.tray-row .button').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))
      assert(boxes.length >= 4)
      const middles = new Set(boxes.map(({ y, height: tall }) => Math.round(y + tall / 2)))
      assert.equal(middles.size, 1, `rows at ${[...middles]}`)
      for (const box of boxes) assert(box.left >= 0 && box.right <= width && box.bottom <= height && box.width >= 40, JSON.stringify(box))
      assert.match(await page.locator('.tray-note').textContent(), language === 'en' ? /press Done/ : /bấm Hoàn tất/)
      await picture(page, `deploy-${name}-${language}`)
    })
  }
}

test('while a deploy is open another unit cannot be picked up, and the rule says why', async () => {
  const { page, id } = await openDeploy(NARROW)
  const pieces = () => page.locator('.piece-button').evaluateAll((all) => all.map((one) => one.dataset.unit))
  const before = await pieces()
  await point(page, 'g5').click()
  await page.locator('.board-message.error', { hasText: 'A deploy from c3 is open' }).waitFor()
  assert.deepEqual(await pieces(), before)
  assert.equal(await point(page, 'g5').getAttribute('aria-selected'), 'false')
  assert.equal(await point(page, 'g5').evaluate((one) => one.classList.contains('movable')), false)
  await page.locator('.deploy-commit').click()
  await page.waitForFunction(() => document.querySelectorAll('.turn').length === 1)
  assert.deepEqual((await server.get(`/api/games/${id}`)).turns.map(({ san }) => san), ['(NT)<F>e5'])
})

test('a dragged badge takes its piece off the stack', async () => {
  for (const [badge, to, label] of [[[0.27, 0.29], 'e5', 'e5, Red Air Force'], [[-0.27, 0.29], 'd3', 'd3, Red Tank']]) {
    const { page } = await openGame(browser, server, { fen: STACK }, NARROW)
    const [start, end] = [await point(page, 'c3').boundingBox(), await point(page, to).boundingBox()]
    await page.mouse.move(start.x + start.width * (0.5 + badge[0]), start.y + start.height * (0.5 + badge[1]))
    await page.mouse.down()
    await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 5 })
    await page.mouse.up()
    await waitForLabel(page, to, label)
    await page.waitForSelector('.deploy-commit')
    await page.context().close()
  }
})

test('stay and suicide captures show the line of fire and the hit, not a move', async () => {
  for (const [kind, from, to] of [['stay', 'c5', 'b5'], ['suicide', 'e5', 'e9']]) {
    const { page } = await openGame(browser, server, { fen: CAPTURES })
    await tapMove(page, from, to)
    await page.waitForFunction(() => document.querySelectorAll('.turn').length === 1)
    assert.equal(await page.locator(`.shot-${kind}`).count(), 1)
    assert.equal(await page.locator(`.hit-${kind}`).count(), 1)
    assert.equal(await page.locator('.last-to').count(), 0)
    assert.equal(await page.locator('.last-from').count(), kind === 'stay' ? 0 : 1)
    await picture(page, `shot-${kind}`)
  }
})

test('the steps of a deploy are numbered', async () => {
  const { page } = await openGame(browser, server, { fen: STACK, moves: ['N<F>e5,T>d3'] })
  assert.deepEqual(await page.locator('.step-number text').allTextContents(), ['1', '2'])
})

test('the enemy zones are shown while an Air Force is picked up, one outline per defender', async () => {
  const { page } = await openGame(browser, server, { fen: CAPTURES })
  assert.equal(await page.locator('.zone').count(), 0)
  await point(page, 'e5').click()
  const defenders = await page.locator('.zone').evaluateAll((all) => all.map((one) => one.dataset.defender))
  assert.deepEqual(defenders.sort(), ['b5', 'e9'])
  await page.keyboard.press('Escape')
  assert.equal(await page.locator('.zone').count(), 0)
  await point(page, 'c5').click()
  assert.equal(await page.locator('.zone').count(), 0)
  await page.goto(`${server.url}/#/learn/air-defence`)
  await page.waitForSelector('.lesson .zone')
})

test('the zones of the page are those of the rules', async () => {
  const fens = [
    CAPTURES,
    '6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/11/2IE2M2EI/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4 r - - 0 1',
    '6c4/11/1+n9/2(nf)8/11/3g1+g1s1+s1/11/(+NT)9S/4(ES)1(+EG)4/11/11/+N5C3+S r - - 0 1',
  ]
  const page = await openPage(browser, `${server.url}/#/play`)
  for (const fen of fens) {
    const { position } = await server.post('/api/position', { fen })
    const zones = await page.evaluate(async (units) => (await import('/src/board/zones.js')).zonesOf(units), position.units)
    for (const side of ['r', 'b']) {
      const union = new Set(zones.filter((zone) => zone.side === side).flatMap(({ squares }) => squares))
      assert.deepEqual([...union].sort(), Object.keys(position.airDefense[side]).sort(), `${side} in ${fen}`)
    }
  }
})

test('a card describes the piece under a resting mouse, a held finger, or the selection', async () => {
  const { page } = await openGame(browser, server, {}, NARROW)
  const card = page.locator('.piece-card')
  await point(page, 'g10').hover()
  await card.filter({ hasText: 'Missile' }).waitFor()
  assert.match(await card.textContent(), /Moves and captures 2 points, in all eight directions.*radius 2/)
  await page.mouse.move(5, 5)
  await card.waitFor({ state: 'detached' })
  await point(page, 'c5').click()
  await card.filter({ hasText: /Infantry.*1 point,/ }).waitFor()

  const { page: phone } = await openGame(browser, server, {}, { ...PHONE, language: 'vi' })
  const finger = await phone.context().newCDPSession(phone)
  const { x, y, width, height } = await point(phone, 'g12').boundingBox()
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + width / 2, y: y + height / 2 }] })
  await phone.locator('.piece-card', { hasText: 'Tư lệnh' }).waitFor()
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await phone.locator('.piece-card').waitFor({ state: 'detached' })
})

test('every piece has a card without gaps, in both languages', async () => {
  for (const language of ['en', 'vi']) {
    const page = await openPage(browser, `${server.url}/#/play`, { language })
    await page.waitForSelector('.new-game')
    const texts = await page.evaluate(async () => {
      const { unitCard } = await import('/src/board/card.js')
      return [...'CITMEAGSFNH'].flatMap((role) => [unitCard(role).textContent, unitCard(`+${role}`).textContent])
    })
    for (const text of texts) assert.doesNotMatch(text, /[{}⟦⟧]|undefined|NaN/, text)
    assert.equal(new Set(texts).size, 22)
  }
})

test('sets of pieces and boards can be chosen, and the choice applies at once', async () => {
  const { page } = await openGame(browser, server, { moves: ['A&d5'] }, { language: 'vi' })
  assert.equal(await page.locator('.pieces .disc-name').count(), 0)
  await page.locator('.header-tools .icon').click()
  await page.locator('dialog').getByLabel('Quân cờ').selectOption('names')
  await page.locator('dialog .field', { hasText: 'Giấy' }).locator('select').selectOption('paper')
  await page.keyboard.press('Escape')
  // Two words each; the carried Artillery is a letter.
  assert.equal(await page.locator('.pieces .disc-name').count(), 2 * 37 + 1)
  assert.equal(await page.locator('.waves').evaluate((one) => getComputedStyle(one).display), 'none')
  await picture(page, 'names-paper')
})

// Whole games: against the engine to the end, across reloads and crashes of the server, on a phone,
// by keyboard only.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeploy, kindOf } from '../src/move.js'
import { labelOf, openGame, openPage, picture, point, stage, tapMove, waitForLabel } from './support.mjs'

const { server, browser } = await stage()

const gameOf = (page) => page.url().match(/#\/play\/(.+)$/)[1]

/** Starts a game against the engine through the form. */
async function startGame(page, { side = 'r', level = '0', thinking = '0.2' } = {}) {
  await page.waitForFunction(() => document.querySelectorAll('select[name=level] option').length > 1)
  await page.locator(`input[name=side][value=${side}]`).check({ force: true })
  await page.locator('select[name=level]').selectOption(level)
  await page.locator('select[name=thinking]').selectOption(thinking)
  await page.locator('button[type=submit]').click()
  await page.waitForURL(/#\/play\/.+/)
  await page.waitForSelector('.board-frame .unit')
}

/** Makes a listed move by taps. */
async function make(page, move) {
  const { from, to, piece } = move
  if ((await point(page, from).getAttribute('aria-selected')) !== 'true') await point(page, from).click()
  const parts = page.locator('.piece-button')
  if ((await parts.count()) > 0) {
    const roles = (text) => text.replace(/[^a-z]/gi, '').toUpperCase()
    for (const part of await parts.all()) {
      const whole = (await part.getAttribute('class')).includes('whole')
      if (whole !== isDeploy(move) && roles(await part.getAttribute('data-unit')) === roles(piece)) await part.click()
    }
  }
  await point(page, to).click()
  const choice = page.locator(`.chooser [data-kind=${kindOf(move)}]`)
  if ((await choice.count()) > 0) await choice.click()
}

/**
 * Waits until the page shows the server's state and it is the human's turn, or the game is over.
 */
async function myTurn(page, id, side, revision) {
  for (let i = 0; i < 600; i++) {
    const game = await server.get(`/api/games/${id}`)
    if (game.revision > revision && (game.outcome || (game.position.turn === side && game.busy === null))) {
      await page.waitForFunction((n) => document.querySelectorAll('.turn').length === n, game.turns.length)
      return game
    }
    await new Promise((later) => setTimeout(later, 25))
  }
  throw new Error('the engine does not move')
}

test('a full game against the engine, to the end', async (context) => {
  const page = await openPage(browser, `${server.url}/#/play`)
  await startGame(page, { level: '3' })
  const id = gameOf(page)
  let game = await myTurn(page, id, 'r', -1)
  let seed = 7
  while (!game.outcome) {
    // Takes what it can, else moves at random: such a player loses.
    const { moves } = game.position
    const captures = moves.filter((move) => kindOf(move) === 'capture')
    seed = (seed * 1103515245 + 12345) % 2 ** 31
    const list = captures.length > 0 && seed % 3 === 0 ? captures : moves.filter((move) => !isDeploy(move) || game.position.session)
    const move = (list.length > 0 ? list : moves)[seed % (list.length || moves.length)]
    const { revision } = game
    if (game.position.session?.canCommit) await page.locator('.deploy-commit').click()
    else if (move) await make(page, move)
    // A deploy that leads nowhere.
    else await page.locator('.deploy-cancel').click()
    game = await myTurn(page, id, 'r', revision)
    if (game.turns.length === 16) await picture(page, 'game')
    assert(game.turns.length < 400, 'the game does not end')
  }
  await page.waitForSelector('.banner:not([hidden])')
  context.diagnostic(`${game.turns.length} turns: ${JSON.stringify(game.outcome)}`)
  assert.match(await page.locator('.banner').textContent(), /You won|You lost|Draw/)
  await picture(page, 'game-over')
  await tapMove(page, game.position.commanders.r ?? 'g1', 'k6')
  assert.equal((await server.get(`/api/games/${id}`)).revision, game.revision)
  assert.deepEqual(page.complaints, [])
})

test('stored choices that are no longer offered become the defaults', async () => {
  const page = await openPage(browser, `${server.url}/#/play`)
  await page.evaluate(() => localStorage.setItem('cotulenh.new-game', JSON.stringify({ opponent: 'unknown', side: 'x', level: 'x', thinking: '7', clock: '99' })))
  await page.reload()
  await page.waitForFunction(() => document.querySelectorAll('select[name=level] option').length > 1)
  await page.locator('button[type=submit]').click()
  await page.waitForURL(/#\/play\/.+/)
  const { players, thinking, clock } = await server.get(`/api/games/${gameOf(page)}`)
  assert.deepEqual([players.r.kind, players.b.kind, players.b.level, thinking, clock], ['human', 'engine', 6, 1000, null])
})

test('Blue against the engine, with a hint and a move taken back', async () => {
  const page = await openPage(browser, `${server.url}/#/play`, { language: 'vi' })
  await startGame(page, { side: 'b' })
  const id = gameOf(page)
  const game = await myTurn(page, id, 'b', -1)
  assert.equal(game.turns.length, 1)
  assert.equal(await point(page, 'a1').evaluate((one) => one === document.querySelector('.points').firstElementChild.lastElementChild), true, 'Blue sits at the bottom')
  await page.locator('.hint').click()
  await page.waitForSelector('.arrow')
  await picture(page, 'hint')
  await make(page, game.position.moves.find((move) => !isDeploy(move)))
  await myTurn(page, id, 'b', game.revision + 1)
  await page.locator('.undo').click()
  await page.waitForFunction(() => document.querySelectorAll('.turn').length === 1)
  await page.locator('.resign').click()
  await page.locator('dialog .primary').click()
  await page.waitForSelector('.banner.red')
  assert.match(await page.locator('.banner').textContent(), /Bạn thua: xin thua/)
})

test('two players on one device agree to a draw; the clock runs', async () => {
  const page = await openPage(browser, `${server.url}/#/play`)
  await page.locator('input[name=opponent][value=human]').check({ force: true })
  await page.locator('input[name=red]').fill('<b>An</b>')
  await page.locator('select[name=clock]').selectOption('1')
  await page.locator('button[type=submit]').click()
  await page.waitForSelector('.board-frame .unit')
  await tapMove(page, 'c5', 'c6')
  await tapMove(page, 'c8', 'c7')
  await page.waitForFunction(() => document.querySelectorAll('.turn').length === 2)
  assert.equal(await page.locator('.player[data-side=r] .player-name').textContent(), '<b>An</b>')
  await page.waitForFunction(() => document.querySelector('.player[data-side=r] .clock').textContent.startsWith('4:5'))
  await page.locator('.draw').click()
  await page.locator('dialog .primary').click()
  await page.waitForSelector('.banner.draw')
})

test('a reload, a crash of the server and a lost connection lose nothing', async () => {
  const { page, id } = await openGame(browser, server, {})
  await tapMove(page, 'c5', 'c6')
  await page.waitForFunction(() => document.querySelectorAll('.turn').length === 1)
  await page.reload()
  await waitForLabel(page, 'c6', 'c6, Red Infantry')

  await server.crash()
  await page.waitForSelector('.board-message.error')
  // A move that the server never saw is taken back, and the page says so.
  await tapMove(page, 'c8', 'c7')
  await waitForLabel(page, 'c8', 'c8, Blue Infantry')
  await server.start()
  await page.waitForFunction(() => !document.querySelector('.board-message').classList.contains('error'))
  assert.equal(await labelOf(page, 'c6'), 'c6, Red Infantry')
  await tapMove(page, 'c8', 'c7')
  await page.waitForFunction(() => document.querySelectorAll('.turn').length === 2)
  await server.crash()
  await server.start()
  assert.equal((await server.get(`/api/games/${id}`)).turns.length, 2)
})

test('an open deploy survives a crash', async () => {
  const { page, id } = await openGame(browser, server, { fen: '7c3/11/11/11/11/8i2/11/11/11/2(NFT)8/11/5C5 r - - 0 1' })
  await point(page, 'c3').click()
  await page.keyboard.press('3')
  await point(page, 'e5').click()
  await page.waitForSelector('.deploy-commit')
  await server.crash()
  await server.start()
  await page.reload()
  await page.waitForSelector('.deploy-commit')
  assert.equal(await labelOf(page, 'e5'), 'e5, Red Air Force')
  await page.locator('.deploy-commit').click()
  await page.waitForFunction(() => document.querySelectorAll('.turn').length === 1)
  assert.equal((await server.get(`/api/games/${id}`)).turns[0].san, '(NT)<F>e5')
})

test('a game by keyboard only', async () => {
  const page = await openPage(browser, `${server.url}/#/play`)
  await page.waitForFunction(() => document.querySelectorAll('select[name=level] option').length > 1)
  const focused = () => page.evaluate(() => document.activeElement.getAttribute('data-square') ?? document.activeElement.getAttribute('type') ?? document.activeElement.tagName)
  const tabTo = async (what) => {
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab')
      if (what.test(await focused())) return
    }
    throw new Error(`Tab does not lead to ${what}`)
  }
  await tabTo(/submit/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/#\/play\/.+/)
  await page.waitForSelector('.board-frame .unit')
  await tabTo(/^[a-k]\d+$/)
  assert.equal(await focused(), 'a1')
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key)
  assert.equal(await focused(), 'c5')
  await page.keyboard.press('Enter')
  assert.equal(await point(page, 'c5').getAttribute('aria-selected'), 'true')
  await page.keyboard.press('Escape')
  assert.equal(await point(page, 'c5').getAttribute('aria-selected'), 'false')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.querySelectorAll('.turn').length >= 1)
  assert.equal(await labelOf(page, 'c6'), 'c6, Red Infantry')
  assert.equal(await focused(), 'c6', 'the focus goes with the piece')
})

test('a deploy and a choice of captures by keyboard only', async () => {
  const { page, id } = await openGame(browser, server, { fen: '7c3/11/11/11/11/6i4/11/6(FT)4/11/11/11/5C5 r - - 0 1' })
  await point(page, 'g5').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.chooser')
  await page.keyboard.press('Escape')
  assert.equal(await page.locator('.chooser').count(), 0)
  await page.keyboard.press('3')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.querySelectorAll('.turn, .deploy-commit').length > 0)
  await page.locator('.deploy-commit').focus()
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.querySelectorAll('.turn').length === 1)
  assert.equal((await server.get(`/api/games/${id}`)).turns[0].san, 'F<T>xg7')
})

test('on a phone the board fills the width and nothing is cut off', async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
  for (const language of ['vi', 'en']) {
    const { page } = await openGame(browser, server, {}, { ...phone, language })
    const { width } = await page.locator('.board-frame').boundingBox()
    assert(width > 335, `the board is ${width} px wide`)
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360)
    await point(page, 'c5').tap()
    await point(page, 'c6').tap()
    await page.waitForFunction(() => document.querySelectorAll('.turn').length === 1)
    await point(page, 'e11').tap()
    await picture(page, `phone-${language}`)
  }
})

test('a game that was changed elsewhere is shown in its current state', async () => {
  const { page, id } = await openGame(browser, server, {}, { intercepted: true })
  // Another program that plays in the same file: the refusal does not bring the game along.
  await page.route(/\/actions$/, (route) => route.fulfill({ status: 409, json: { error: { code: 'CONFLICT', message: 'changed elsewhere' } } }))
  const before = await labelOf(page, 'c5')
  await tapMove(page, 'c5', 'c6')
  await waitForLabel(page, 'c5', before)
  await page.unroute(/\/actions$/)
  // And it can be played on.
  await tapMove(page, 'c5', 'c6')
  await page.waitForFunction(() => document.querySelectorAll('.turn').length === 1)
  assert.equal((await server.get(`/api/games/${id}`)).turns.length, 1)
})

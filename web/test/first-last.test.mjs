// The first minute and the last: the card of the first visit, the end of a game, and what is kept.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seriousFindings } from './axe.mjs'
import { openGame, openPage, picture, point, stage, tapMove } from './support.mjs'

const MATE = '10c/8T2/6h4/11/10A/11/11/11/11/11/11/5HCH3 r - - 0 1'
const AGAINST_ENGINE = { r: { kind: 'human', name: 'You' }, b: { kind: 'engine', name: 'Engine', level: 0 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const { server, browser } = await stage()

const gameOf = (page) => new URL(page.url()).hash.split('/')[2]

test('the first visit shows what the game is, and both ways in are in view', async () => {
  for (const [language, options] of [['en', {}], ['vi', PHONE], ['en', { viewport: { width: 1280, height: 720 } }]]) {
    const page = await openPage(browser, server.url, { ...options, language, firstVisit: true })
    await page.waitForSelector('.welcome')
    await page.waitForSelector('.board-frame .unit')
    const { height } = page.viewportSize()
    for (const way of ['.welcome .primary', '.welcome-play']) {
      const box = await page.locator(way).boundingBox()
      assert(box.y + box.height <= height, `${way} ends at ${box.y + box.height} of ${height}`)
    }
    assert.deepEqual(await seriousFindings(page), [])
    await picture(page, `welcome-${language}-${height}`)
    await page.context().close()
  }
})

test('from the first card to a lesson, to a game, and to the form', async () => {
  const open = async () => {
    const page = await openPage(browser, server.url, { firstVisit: true })
    await page.waitForSelector('.welcome')
    return page
  }
  const learner = await open()
  await learner.getByRole('link', { name: 'Learn in three minutes' }).click()
  await learner.waitForSelector('.lesson .board-frame .unit')
  await learner.goto(`${server.url}/#/play`)
  await learner.waitForSelector('.new-game')
  assert.equal(await learner.locator('.welcome').count(), 0)

  const player = await open()
  await player.getByRole('button', { name: 'Play the beginner' }).click()
  await player.waitForSelector('.table .player')
  const { players } = await server.get(`/api/games/${gameOf(player)}`)
  assert.deepEqual([players.r.kind, players.b.kind, players.b.level], ['human', 'engine', 0])

  const chooser = await open()
  await chooser.getByRole('button', { name: 'Choose opponent and level' }).click()
  await chooser.waitForSelector('.new-game option', { state: 'attached' })
  await chooser.reload()
  await chooser.waitForSelector('.new-game')
})

test('the end of a game says who won and how; a rematch and a switch of sides start at once', async () => {
  for (const [name, side] of [['Rematch', 'r'], ['Switch sides', 'b']]) {
    const { page, id } = await openGame(browser, server, { fen: MATE, players: AGAINST_ENGINE, thinking: 200, clock: { initial: 300, increment: 3 } })
    await tapMove(page, 'i11', 'i12')
    await page.locator('.banner strong', { hasText: 'You won: checkmate' }).waitFor()
    await picture(page, 'end')
    assert.equal(await page.locator('.banner').getByRole('link', { name: 'Analyse' }).getAttribute('href'), `#/analyse?game=${id}`)
    await page.getByRole('button', { name }).click()
    await page.waitForFunction((old) => !location.hash.endsWith(old), id)
    // With sides switched, the engine has the mate and may play it at once.
    if (side === 'r') await page.locator('.banner:not([hidden])').waitFor({ state: 'detached' })
    const next = await server.get(`/api/games/${gameOf(page)}`)
    assert.equal(next.players[side].kind, 'human')
    assert.deepEqual([next.start, next.thinking, next.clock.initial, next.clock.increment], [MATE, 200, 300_000, 3000])
    await page.context().close()
  }
})

test('a lost game and a game of two players are reported from the right side', async () => {
  const lost = await openGame(browser, server, { players: AGAINST_ENGINE })
  await lost.page.locator('.resign').click()
  await lost.page.locator('dialog .primary').click()
  await lost.page.locator('.banner strong', { hasText: 'You lost: resignation' }).waitFor()
  const two = await openGame(browser, server, { fen: MATE }, { language: 'vi' })
  await tapMove(two.page, 'i11', 'i12')
  await two.page.locator('.banner strong', { hasText: 'Đỏ thắng: chiếu hết' }).waitFor()
})

test('captured pieces are counted, with the lead', async () => {
  const fen = '7c3/11/11/11/6i4/6i4/6I4/4t6/4T6/11/11/5C5 r - - 0 1'
  const { page } = await openGame(browser, server, { fen })
  await tapMove(page, 'g6', 'g7')
  await page.waitForFunction(() => document.querySelectorAll('.turn').length === 1)
  await tapMove(page, 'e5', 'e4')
  await page.waitForFunction(() => document.querySelectorAll('.turn').length === 2)
  assert.equal(await page.locator('.lead-count').count(), 0)
  await tapMove(page, 'g7', 'g8')
  await page.locator('.player[data-side=r] .lead-count', { hasText: '+1' }).waitFor()
  assert.equal(await page.locator('.player[data-side=r] .captured-piece').count(), 1)
  assert.equal(await page.locator('.player[data-side=r] .captured-count').textContent(), '×2')
})

test('a game without a move is not kept when it is left; a change of language keeps it', async () => {
  const { page, id } = await openGame(browser, server, {})
  await page.locator('.header-tools [lang=vi]').click()
  await page.waitForFunction(() => document.documentElement.lang === 'vi')
  await page.waitForSelector('.board-frame .unit')
  assert.equal((await server.get(`/api/games/${id}`)).id, id)
  await page.locator('nav a').first().click()
  await page.waitForSelector('.new-game')
  await page.waitForFunction(async (path) => (await fetch(path)).status === 404, `/api/games/${id}`)

  const played = await openGame(browser, server, {})
  await tapMove(played.page, 'c5', 'c6')
  await played.page.waitForSelector('.turn')
  await played.page.locator('nav a').first().click()
  await played.page.waitForSelector('.continue-list')
  assert.equal(await played.page.locator('.continue-list .muted').first().textContent(), '1 turn')
  assert.equal((await server.get(`/api/games/${played.id}`)).turns.length, 1)
  await point(played.page, 'c5').waitFor()
})

test('a game without a title is named after its players', async () => {
  const { page } = await openGame(browser, server, { players: { r: { kind: 'human', name: 'Lan' }, b: { kind: 'human', name: 'Minh' } }, moves: ['Ic6'] })
  await page.goto(`${server.url}/#/games`)
  await page.locator('.game h2', { hasText: /Lan – .*Minh/ }).waitFor()
})

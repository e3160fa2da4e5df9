// The analysis board: engine lines, variations, navigation, import and export, links, and what a
// hostile link can do.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { seriousFindings } from './axe.mjs'
import { openPage, picture, point, stage, tapMove, TWO_HUMANS, waitForLabel } from './support.mjs'

const STACK = '7c3/11/11/11/11/8i2/11/11/11/2(NFT)8/11/5C5 r - - 0 1'
const HOSTILE = '<img src=x onerror="document.title=\'stolen\'">'

const { server, browser } = await stage()

async function analyse(query = '', options = {}) {
  const page = await openPage(browser, `${server.url}/#/analyse${query}`, options)
  await page.waitForSelector('.board-frame .unit')
  return page
}

const link = (fen) => `?fen=${encodeURIComponent(fen)}`
const current = (page) => page.locator('.move-list [aria-current]').textContent({ timeout: 5000 })

/** Waits until this turn is on the board. */
async function waitForTurn(page, san) {
  await page.locator('.move-list [aria-current]', { hasText: san }).waitFor()
}

/** Plays a turn by two taps and waits for it. */
async function turn(page, from, to, san) {
  await tapMove(page, from, to)
  await waitForTurn(page, san)
}

test('the engine gives lines, arrows and a score, follows the position, and can be turned off', async () => {
  const page = await analyse()
  await page.locator('.engine-lines li').nth(2).waitFor()
  await page.waitForFunction(() => document.querySelectorAll('.arrow').length >= 1)
  assert.match(await page.locator('.evaluation').getAttribute('aria-label'), /Evaluation: [+−]?[\d#]/)
  await page.getByRole('combobox', { name: 'Lines' }).selectOption('5')
  await page.locator('.engine-lines li').nth(4).waitFor()
  await picture(page, 'analyse-engine')
  // A line is played by choosing a turn in it.
  const second = page.locator('.engine-lines li').first().locator('.move').nth(1)
  await second.click()
  await page.locator('.move-list .move-row .move').nth(1).waitFor()
  await page.locator('.engine-lines li').first().waitFor()
  await page.getByRole('checkbox', { name: 'Engine' }).uncheck()
  await page.waitForFunction(() => document.querySelectorAll('.arrow, .engine-lines li').length === 0)
  // The choice is remembered.
  await page.reload()
  await page.waitForSelector('.board-frame .unit')
  assert.equal(await page.getByRole('checkbox', { name: 'Engine' }).isChecked(), false)
  assert.deepEqual(page.complaints, [])
})

test('the engine is told how a position was reached', async () => {
  const page = await analyse()
  await page.locator('.engine-lines li').first().waitFor()
  const asked = page.waitForRequest(/\/api\/analysis.*moves=/)
  await tapMove(page, 'c5', 'c6')
  const query = new URL((await asked).url()).searchParams
  assert.match(query.get('fen'), / r - - 0 1$/)
  assert.equal(query.get('moves'), 'Ic5c6')
  await page.locator('.engine-lines li').first().waitFor()
  assert.deepEqual(page.complaints, [])
})

/** A complete answer of the engine with these lines. */
function engineAnswer(lines) {
  const info = { depth: 5, nodes: 1000, nps: 1000, time: 1000, lines }
  const body = `event: info\ndata: ${JSON.stringify(info)}\n\nevent: done\ndata: {"bestmove":null,"depth":5,"nodes":1000}\n\n`
  return { status: 200, headers: { 'content-type': 'text/event-stream' }, body }
}

test('after a failure the engine is asked about the position without the turns before it', async () => {
  const page = await analyse('', { intercepted: true })
  await page.route(/\/api\/analysis.*moves=/, (route) => route.fulfill({ status: 422, json: { error: { code: 'ILLEGAL_MOVE', message: 'not legal' } } }))
  await page.route(/\/api\/analysis(?!.*moves=)/, (route) => route.fulfill(engineAnswer([{ score: { cp: 60 }, moves: [], turns: ['Ic7'] }])))
  await tapMove(page, 'c5', 'c6')
  await page.locator('.engine-state', { hasText: 'trying again' }).waitFor()
  await page.locator('.engine-lines li', { hasText: 'Ic7' }).waitFor()
})

test('arrows show whole turns once each, with the best line on top; an equal score has no colour', async () => {
  const page = await analyse(link(STACK))
  const step = (from, to) => ({ from, to, lan: `${from}${to}`, san: to, kind: 'move' })
  await page.route(/\/api\/analysis/, (route) =>
    route.fulfill(
      engineAnswer([
        // A deploy of two steps, and Blue's answer.
        { score: { cp: -3 }, moves: [step('c3', 'e5'), step('c3', 'd3'), step('h12', 'g12')], turns: ['N<F>e5,T>d3', 'Cg12'] },
        { score: { cp: -40 }, moves: [step('c3', 'e5'), step('h12', 'g12')], turns: ['(NT)<F>e5', 'Cg12'] },
        { score: { cp: 60 }, moves: [step('f1', 'f2')], turns: ['Cf2'] },
      ]),
    ),
  )
  await page.reload()
  await page.locator('.engine-lines li').nth(2).waitFor()
  // Where arrows begin, and how wide they are; what is drawn later lies on top.
  const arrows = await page.locator('.arrow').evaluateAll((all) =>
    all.map((one) => ({ from: /translate\(([^)]*)\)/.exec(one.getAttribute('transform'))[1], width: one.getBBox().height })),
  )
  assert.equal(arrows.length, 3)
  assert.equal(arrows[1].from, arrows[2].from)
  assert.notEqual(arrows[0].from, arrows[1].from)
  assert(arrows[0].width < arrows[2].width && arrows[1].width === arrows[2].width, JSON.stringify(arrows))
  assert.deepEqual(await page.locator('.score').evaluateAll((all) => all.map((one) => one.className)), ['score score-even', 'score score-blue', 'score score-red'])
  await picture(page, 'analyse-arrows')
  assert.deepEqual(await seriousFindings(page), [])
})

test('nothing below the engine lines moves when they arrive', async () => {
  const page = await analyse('', { intercepted: true })
  let answer
  const held = new Promise((resolve) => (answer = resolve))
  const turns = ['N<F>e5,T>d3', '(NT)<F>e5', 'Cg12', 'Cf2', 'N<F>e5,T>d3', '(NT)<F>e5', 'Cg12', 'Cf2']
  await page.route(/\/api\/analysis/, async (route) => {
    await held
    await route.fulfill(engineAnswer([turns, turns.slice(0, 1), turns].map((line, i) => ({ score: { cp: 60 - i }, moves: [], turns: line }))))
  })
  await turn(page, 'c5', 'c6', 'Ic6')
  const place = () => page.getByRole('button', { name: 'Delete from here on' }).boundingBox()
  const before = await place()
  assert.equal(await page.locator('.engine-lines li').count(), 0)
  answer()
  await page.locator('.engine-lines li').nth(2).waitFor()
  assert.deepEqual(await place(), before)
  await picture(page, 'analyse-lines')
})

test('a different move at an earlier position is a variation; it can be promoted and deleted', async () => {
  const page = await analyse()
  await turn(page, 'c5', 'c6', 'Ic6')
  await turn(page, 'c8', 'c7', 'Ic7')
  await turn(page, 'g5', 'g6', 'Mg6')
  await page.keyboard.press('ArrowLeft')
  await waitForTurn(page, 'Ic7')
  await page.keyboard.press('ArrowLeft')
  await waitForTurn(page, 'Ic6')
  await turn(page, 'k8', 'k7', 'Ik7')
  await turn(page, 'd5', 'd6', 'Ed6')
  assert.equal(await page.locator('.variation .move').count(), 2)
  await picture(page, 'analyse-variation')
  await page.getByRole('button', { name: 'Make this the main line' }).click()
  await page.locator('.move-row .move', { hasText: 'Ik7' }).waitFor()
  assert.deepEqual(await page.locator('.variation .move').allTextContents(), ['1…Ic7', '2.Mg6'])
  await page.locator('.variation .move', { hasText: 'Ic7' }).click()
  await waitForTurn(page, 'Ic7')
  await page.getByRole('button', { name: 'Delete from here on' }).click()
  await waitForTurn(page, 'Ic6')
  assert.equal(await page.locator('.variation').count(), 0)
  assert.deepEqual(page.complaints, [])
})

test('navigation by keys and buttons', async () => {
  const page = await analyse()
  await turn(page, 'c5', 'c6', 'Ic6')
  await turn(page, 'c8', 'c7', 'Ic7')
  await page.keyboard.press('Home')
  await page.waitForFunction(() => !document.querySelector('.move-list [aria-current]'))
  await waitForLabel(page, 'c5', 'c5, Red Infantry')
  await page.keyboard.press('ArrowRight')
  await waitForTurn(page, 'Ic6')
  await page.keyboard.press('End')
  await waitForTurn(page, 'Ic7')
  await page.getByRole('button', { name: 'One move back' }).click()
  await waitForTurn(page, 'Ic6')
  await page.getByRole('button', { name: 'To the end' }).click()
  await waitForTurn(page, 'Ic7')
  // A change of language keeps everything.
  await page.locator('.header-tools [lang=vi]').click()
  await page.getByRole('button', { name: 'Lùi một nước' }).waitFor()
  assert.equal(await current(page), 'Ic7')
  assert.deepEqual(page.complaints, [])
})

/** Plays a deploy in which the Air Force and then the Tank leave the ship. */
async function deploy(page) {
  await point(page, 'c3').click()
  await page.locator('.piece-button[data-unit="F"]').click()
  await point(page, 'e5').click()
  await page.waitForSelector('.deploy-commit')
  await page.locator('.piece-button[data-unit="T"]').click()
  await point(page, 'd3').click()
  await waitForLabel(page, 'd3', 'd3, Red Tank')
  await page.locator('.deploy-commit').click()
  await page.locator('.move-list [aria-current]').waitFor()
}

test('a deploy is one turn; its FEN and PGN can be exported and imported', async () => {
  const page = await analyse(link(STACK))
  await deploy(page)
  const san = await current(page)
  assert.match(san, /^N<F>e5,T>d3/)
  await page.getByRole('button', { name: 'Share / export' }).click()
  const fen = await page.getByLabel('FEN', { exact: true }).inputValue()
  const pgn = await page.getByLabel('PGN', { exact: true }).inputValue()
  const shared = await page.getByLabel('Link to the position').inputValue()
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the PGN' }).click()
  assert.equal(readFileSync(await (await waiting).path(), 'utf8'), pgn)
  await picture(page, 'analyse-share')
  assert.deepEqual(await seriousFindings(page), [])
  await page.getByRole('button', { name: 'Close' }).click()

  // The link opens in another browser.
  const other = await openPage(browser, shared)
  await waitForLabel(other, 'e5', 'e5, Red Air Force')
  await waitForLabel(other, 'd3', 'd3, Red Tank')
  await other.getByRole('button', { name: 'Share / export' }).click()
  assert.equal(await other.getByLabel('FEN', { exact: true }).inputValue(), fen)
  await other.getByRole('button', { name: 'Close' }).click()

  // The PGN brings the deploy back, pasted or as a file.
  await other.getByRole('button', { name: 'Import FEN/PGN' }).click()
  await other.getByLabel('Paste a FEN or a PGN').fill(pgn)
  await other.locator('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  await waitForTurn(other, san)
  await other.keyboard.press('Home')
  await waitForLabel(other, 'c3', 'c3, Red Navy with Air Force, Tank')
  await other.getByRole('button', { name: 'Import FEN/PGN' }).click()
  await other.getByLabel('Or choose a file').setInputFiles({ name: 'game.pgn', mimeType: 'text/plain', buffer: Buffer.from(pgn) })
  await other.waitForFunction(() => document.querySelector('.import-text').value !== '')
  await other.locator('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  await waitForTurn(other, san)

  // The FEN brings the position.
  await other.getByRole('button', { name: 'Import FEN/PGN' }).click()
  await other.getByLabel('Paste a FEN or a PGN').fill(fen)
  await other.locator('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  await other.getByText('No moves yet').waitFor()
  await waitForLabel(other, 'd3', 'd3, Red Tank')
  assert.deepEqual([...page.complaints, ...other.complaints], [])
})

test('an unreadable import shows an error and changes nothing', async () => {
  const page = await analyse()
  await turn(page, 'c5', 'c6', 'Ic6')
  await page.getByRole('button', { name: 'Import FEN/PGN' }).click()
  for (const text of ['1. Zz9 nonsense', '11/11 r - - 0 1', HOSTILE, `[Event "${HOSTILE}"]\n\n1. ${HOSTILE} *`]) {
    await page.getByLabel('Paste a FEN or a PGN').fill(text)
    await page.locator('dialog').getByRole('button', { name: 'Import', exact: true }).click()
    await page.locator('dialog .fault', { hasText: /\S/ }).waitFor()
  }
  await page.locator('dialog').getByRole('button', { name: 'Cancel' }).click()
  await waitForTurn(page, 'Ic6')
  assert.equal(await page.locator('#page img, dialog img').count(), 0)
})

test('a hostile link shows the start position and runs nothing', async () => {
  for (const text of [HOSTILE, `6c4/11/11/11/11/11/11/11/11/11/11/${HOSTILE} r - - 0 1`, 'javascript:alert(1)', '%', 'x'.repeat(5000)]) {
    const page = await openPage(browser, `${server.url}/#/analyse?fen=${encodeURIComponent(text)}`)
    await waitForLabel(page, 'g1', 'g1, Red Commander')
    await page.locator('.toast-error').first().waitFor()
    assert.equal(await page.locator('#page img').count(), 0)
    assert.doesNotMatch(await page.title(), /stolen/)
    await page.context().close()
  }
})

test('hostile headers of a PGN remain text', async () => {
  const page = await analyse()
  await page.getByRole('button', { name: 'Import FEN/PGN' }).click()
  await page.getByLabel('Paste a FEN or a PGN').fill('[Event "<img src=x onerror=alert(1)>"]\n[Red "<script>alert(2)</script>"]\n\n1. Ic6 *\n')
  await page.locator('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  await waitForTurn(page, 'Ic6')
  await page.getByRole('button', { name: 'Share / export' }).click()
  assert.match(await page.getByLabel('PGN', { exact: true }).inputValue(), /<script>alert\(2\)<\/script>/)
  assert.equal(await page.locator('#page img, #page script, dialog img, dialog script').count(), 0)
  assert.deepEqual(page.complaints, [])
})

test('a stored game can be replayed', async () => {
  const { id } = await server.post('/api/games', { players: TWO_HUMANS, moves: ['Ic6', 'Ic7', 'Mg6'] })
  const page = await analyse(`?game=${id}`)
  await waitForTurn(page, 'Mg6')
  assert.equal(await page.locator('.move-row button.move').count(), 3)
  // A variation survives a visit to another page, and the game may have gone on.
  await page.keyboard.press('ArrowLeft')
  await waitForTurn(page, 'Ic7')
  await turn(page, 'd5', 'd6', 'Ed6')
  await page.getByRole('link', { name: 'Learn' }).click()
  await page.waitForSelector('.tiles')
  await page.goBack()
  await page.waitForSelector('.variation .move')
  assert.deepEqual(page.complaints, [])
  // The study remains after the game is deleted.
  await page.route(`**/api/games/${id}`, (route) => route.fulfill({ status: 404, json: { error: { code: 'UNKNOWN_GAME', message: 'no such game' } } }))
  await page.reload()
  await page.locator('.toast-error').waitFor()
  await page.waitForSelector('.variation .move')
})

test('an import after a stored game is not mixed with it', async () => {
  const { id } = await server.post('/api/games', { players: TWO_HUMANS, moves: ['Ic6', 'Ic7', 'Mg6'] })
  const page = await analyse(`?game=${id}`)
  await waitForTurn(page, 'Mg6')
  await page.getByRole('button', { name: 'Import FEN/PGN' }).click()
  await page.getByLabel('Paste a FEN or a PGN').fill('1. Ic6 Ic7 2. Ed6 *')
  await page.locator('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  await waitForTurn(page, 'Ed6')
  await page.waitForURL(/#\/analyse$/)
  await page.reload()
  await waitForTurn(page, 'Ed6')
  assert.deepEqual(await page.locator('.move-list button.move').allTextContents(), ['Ic6', 'Ic7', 'Ed6'])
  await page.goto(`${server.url}/#/analyse?game=${id}`)
  await waitForTurn(page, 'Mg6')
  assert.deepEqual(await page.locator('.move-list button.move').allTextContents(), ['Ic6', 'Ic7', 'Mg6'])
  assert.deepEqual(page.complaints, [])
})

test('while the server is unreachable, the board and the move list still agree', async () => {
  const page = await analyse('', { intercepted: true })
  await turn(page, 'c5', 'c6', 'Ic6')
  await turn(page, 'c8', 'c7', 'Ic7')
  await page.route('**/api/position', (route) => route.abort())
  await page.keyboard.press('ArrowLeft')
  await page.locator('.toast-error').waitFor()
  assert.equal(await current(page), 'Ic7')
  await page.unroute('**/api/position')
  await page.getByRole('button', { name: 'Delete from here on' }).click()
  await waitForTurn(page, 'Ic6')
  await page.waitForFunction(() => document.querySelectorAll('.move-list button.move').length === 1)
})

test('play from here opens a game against the engine in this position', async () => {
  const page = await analyse(link(STACK))
  await page.getByRole('button', { name: 'Play from here' }).click()
  await page.locator('dialog').getByRole('button', { name: 'Start', exact: true }).click()
  await page.waitForURL(/#\/play\/.+/)
  const id = new URL(page.url()).hash.split('/')[2]
  const game = await server.get(`/api/games/${id}`)
  assert.equal(game.start, STACK)
  assert.deepEqual([game.players.r.kind, game.players.b.kind], ['human', 'engine'])
})

test('play from here offers the choices of a new game', async () => {
  const page = await analyse(link(STACK))
  await page.getByRole('button', { name: 'Play from here' }).click()
  const box = page.locator('dialog')
  await box.locator('select[name=level] option').nth(1).waitFor({ state: 'attached' })
  await box.locator('input[name=side][value=b]').check({ force: true })
  await box.locator('select[name=level]').selectOption('0')
  await box.locator('select[name=thinking]').selectOption('0.2')
  await box.locator('select[name=clock]').selectOption('1')
  await picture(page, 'play-from')
  assert.deepEqual(await seriousFindings(page), [])
  await box.getByRole('button', { name: 'Start', exact: true }).click()
  await page.waitForURL(/#\/play\/.+/)
  const { start, players, thinking, clock } = await server.get(`/api/games/${new URL(page.url()).hash.split('/')[2]}`)
  assert.deepEqual([start, players.r.kind, players.r.level, players.b.kind, thinking], [STACK, 'engine', 0, 'human', 200])
  assert.deepEqual([clock.initial, clock.increment], [300_000, 3000])
  // Two players can continue from there as well.
  await page.goBack()
  await page.getByRole('button', { name: 'Play from here' }).click()
  await box.locator('select[name=level] option').nth(1).waitFor({ state: 'attached' })
  await box.locator('input[name=opponent][value=human]').check({ force: true })
  await box.getByRole('button', { name: 'Start', exact: true }).click()
  await page.waitForURL(/#\/play\/.+/)
  const second = await server.get(`/api/games/${new URL(page.url()).hash.split('/')[2]}`)
  assert.deepEqual([second.start, second.players.r.kind, second.players.b.kind], [STACK, 'human', 'human'])
})

test('axe finds nothing serious, wide and narrow, light and dark', async () => {
  for (const [theme, width] of [['light', 1280], ['dark', 390], ['dark', 1800], ['light', 390]]) {
    const page = await analyse(link(STACK), { theme, language: 'vi', viewport: { width, height: 900 } })
    await page.locator('.engine-lines li').first().waitFor()
    assert.deepEqual(await seriousFindings(page), [])
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'nothing sticks out')
    await picture(page, `analyse-${theme}-${width}`)
    await page.context().close()
  }
})

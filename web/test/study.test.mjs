// Studies are exported, imported and restored completely: variations, comments, long games,
// reloads.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeploy, kindOf } from '../src/move.js'
import { openPage, picture, stage, tapMove, waitForLabel } from './support.mjs'

const STACK = '7c3/11/11/11/11/8i2/11/11/11/2(NFT)8/11/5C5 r - - 0 1'
const NESTED = `[Event "Club evening"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[Red "An"]
[Blue "<b>Bình</b>"]
[Result "1-0"]
[SetUp "1"]
[FEN "${STACK}"]

{Red has a ship <img src=x onerror="document.title='stolen'"> with a crew.} 1.
N<F>e5,T>d3 $3 $14 {The crew goes ashore.} (1. {Or less:} (NT)<F>e5 {Only the
plane.} 1... +Ii6 (1... Cg12 2. Cf2 (2. Ce1 $6 {nested twice}) 2... Ch12) 2.
Cf2) (1. Cf2 +Ii6) 1... {So far good.} +Ii6 2. Cf2 {[%clk 0:04:58]} {[%foo x]}
1-0
`

const { server, browser } = await stage()

async function analyse(query = '', options = {}) {
  const page = await openPage(browser, `${server.url}/#/analyse${query}`, options)
  await page.waitForSelector('.board-frame .unit')
  await page.getByRole('checkbox', { name: 'Engine' }).uncheck()
  return page
}

async function importText(page, text) {
  await page.getByRole('button', { name: 'Import FEN/PGN' }).click()
  await page.getByLabel('Paste a FEN or a PGN').fill(text)
  await page.locator('dialog').getByRole('button', { name: 'Import', exact: true }).click()
}

async function exported(page) {
  await page.getByRole('button', { name: 'Share / export' }).click()
  const pgn = await page.getByLabel('PGN', { exact: true }).inputValue()
  await page.getByRole('button', { name: 'Close' }).click()
  return pgn
}

test('nested variations and comments are imported and exported, as text', async () => {
  const page = await analyse()
  await importText(page, NESTED)
  await page.locator('.move-list [aria-current]', { hasText: 'Cf2' }).waitFor()
  assert.equal(await page.locator('.variation').count(), 4)
  assert.deepEqual(await page.locator('.variations .variation .variation .variation .move').allTextContents(), ['2.Ce1?!'])
  assert.deepEqual(await page.locator('.move-list .move-row button.move').allTextContents(), ['N<F>e5,T>d3!! $14', '+Ii6', 'Cf2'])
  assert.deepEqual(await page.locator('.comment').allTextContents(), [
    'Red has a ship <img src=x onerror="document.title=\'stolen\'"> with a crew.',
    'The crew goes ashore.',
    'Or less:',
    'Only the plane.',
    'nested twice',
    'So far good.',
    '[%clk 0:04:58]',
    '[%foo x]',
  ])
  assert.equal(await page.locator('#page img').count(), 0)
  await picture(page, 'analyse-comments')
  const pgn = await exported(page)
  assert.equal(pgn, NESTED)
  const { nodes } = await server.post('/api/pgn/read', { pgn })
  assert.deepEqual(nodes.slice(1, 4).map(({ turn }) => turn.san), ['N<F>e5,T>d3', '+Ii6', 'Cf2'])
  assert.deepEqual(page.complaints, [])
})

test('other notations are understood; broken texts show an error', async () => {
  const page = await analyse()
  await importText(page, '% an escape\n[Event "x"]\n\n1.c5c6$1(1.Mg6!?)1...Ic7 ; to the end\n2. Mg6 * {that was it}\n\n[Event "another"]\n\n1. Zz9 *')
  await page.locator('.move-list [aria-current]', { hasText: 'Mg6' }).waitFor()
  assert.deepEqual(await page.locator('.move-list .move-row button.move').allTextContents(), ['Ic6!', 'Ic7', 'Mg6'])
  assert.deepEqual(await page.locator('.variation .move').allTextContents(), ['1.Mg6!?'])
  assert.deepEqual(await page.locator('.comment').allTextContents(), ['to the end', 'that was it'])
  await importText(page, '; from the club\n{round one,\r\n[not] a header}\r\n[Event "x"]\n\n1. Ic6 *')
  await page.waitForFunction(() => document.querySelectorAll('.move-list .move').length === 1)
  assert.deepEqual(await page.locator('.comment').allTextContents(), ['from the club', 'round one, [not] a header'])
  await page.getByRole('button', { name: 'Import FEN/PGN' }).click()
  for (const [text, fault] of [
    ['1. Ic6\n (1. Zz9) *', /line 2, column 6: “Zz9”: no legal move/],
    ['1. Ic6 $999 *', /column 8: “\$999”: a glyph/],
    ['[FEN "x"]\n\n*', /line 1, column 1: .*FEN header.* 6 fields/],
    ['1. Ic6 (1. Mg6 *', /parentheses/],
    ['1. Ic6 ) *', /parentheses/],
    ['(1. Ic6) *', /variation/],
    ['1. Ic6 {open', /comment/],
    [`1. Ic6 ${'(1. Mg6 '.repeat(200)}`, /variation/],
    ['f4f5 f9f8 f5f4 f8f9 '.repeat(5001), /more than 20000 turns/],
    [`1. f4f5${Array.from({ length: 70 }, (_, i) => ` ${['Ic7', 'Ic6'][i % 2]} (${['f9f8', 'f5f4', 'f8f9', 'f4f5'][i % 4]}`).join('')}${')'.repeat(70)} *`, /more than 64 deep/],
    ['[Event x]\n\n1. Ic6', /header/],
    ['', /no game/],
  ]) {
    await page.getByLabel('Paste a FEN or a PGN').fill(text)
    await page.locator('dialog').getByRole('button', { name: 'Import', exact: true }).click()
    await page.locator('dialog .fault', { hasText: fault }).waitFor()
  }
  await page.locator('dialog').getByRole('button', { name: 'Cancel' }).click()
  assert.deepEqual(await page.locator('.comment').allTextContents(), ['from the club', 'round one, [not] a header'])
})

test('a slow import is dropped when another study is opened meanwhile', async () => {
  const page = await analyse('', { intercepted: true })
  let answer
  const held = new Promise((resolve) => (answer = resolve))
  let requests = 0
  await page.route('**/api/pgn/read', async (route) => {
    requests++
    await held
    await route.continue()
  })
  const waiting = page.waitForRequest('**/api/pgn/read')
  await importText(page, NESTED)
  await waiting
  await importText(page, STACK)
  await waitForLabel(page, 'f1', 'f1, Red Commander')
  const late = page.waitForResponse('**/api/pgn/read')
  answer()
  await (await late).finished()
  await page.evaluate(() => new Promise((later) => setTimeout(later, 100)))
  assert.equal(await page.locator('.move-list button.move').count(), 0)
  assert.equal(requests, 1)
  assert.deepEqual(page.complaints, [])
})

/**
 * A game whose moves are longer than one request: quiet moves, with a capture at least every fifty
 * moves.
 */
async function longGame(bytes) {
  const turns = []
  const seen = new Set()
  let { position } = await server.post('/api/position', {})
  for (let length = 0; length < bytes; ) {
    const idle = Number(position.fen.split(' ')[4])
    const whole = position.moves.filter((move) => !isDeploy(move))
    const captures = whole.filter(({ captured }) => captured && !/c/i.test(captured))
    const quiet = whole.filter((move) => kindOf(move) === 'move')
    const list = idle > 60 && captures.length > 0 ? captures : quiet.length > 0 ? quiet : whole
    let next
    // The least often seen of a few: no position comes up three times.
    for (let i = 0; i < 8; i++) {
      const { lan, flags } = list[(turns.length * 31 + i * 7) % list.length]
      next = await server.post('/api/position', { fen: position.fen, moves: [{ lan, flags }] })
      if (!next.position.outcome && !next.position.check && !seen.has(next.position.fen.split(' ')[0])) break
    }
    assert.equal(next.position.outcome, null, `the game is over after ${turns.length} turns`)
    position = next.position
    seen.add(position.fen.split(' ')[0])
    turns.push(next.turns[0])
    length += next.turns[0].lan.length + 3
  }
  return turns
}

test('a game that is longer than one request is read and written completely', async (context) => {
  const turns = await longGame(9000)
  const text = `${turns.map(({ san }) => `${san} {${'a note '.repeat(3)}}`).join(' ')} *`
  context.diagnostic(`${turns.length} turns, ${text.length} bytes`)
  const page = await analyse()
  await importText(page, text)
  await waitForCount(page, turns.length)
  const pgn = await exported(page)
  assert(pgn.length > 20_000, `${pgn.length}`)
  await importText(page, '1. Ic6 *')
  await waitForCount(page, 1)
  await importText(page, pgn)
  await waitForCount(page, turns.length)
  assert.equal(await exported(page), pgn)
  assert.deepEqual(page.complaints, [])
})

async function waitForCount(page, count) {
  await page.waitForFunction((n) => document.querySelectorAll('.move-list .move-row button.move').length === n, count)
}

test('link and FEN are offered even if the PGN cannot be written', async () => {
  const page = await analyse('', { intercepted: true })
  await page.route(/\/api\/pgn\/write$/, (route) => route.fulfill({ status: 413, json: { error: { code: 'TOO_LARGE', message: 'too large' } } }))
  await tapMove(page, 'c5', 'c6')
  await page.locator('.move-list [aria-current]').waitFor()
  await page.getByRole('button', { name: 'Share / export' }).click()
  assert.match(await page.getByLabel('Link to the position').inputValue(), /#\/analyse\?fen=/)
  assert.match(await page.getByLabel('FEN', { exact: true }).inputValue(), / b - - 1 1$/)
  assert.match(await page.locator('dialog .fault').textContent(), /data is too large/)
})

test('a reload restores the whole analysis, including an open deploy', async () => {
  const page = await analyse()
  await importText(page, NESTED)
  await page.locator('.move-list [aria-current]', { hasText: 'Cf2' }).waitFor()
  await page.keyboard.press('Home')
  await waitForLabel(page, 'c3', 'c3, Red Navy with Air Force, Tank')
  await tapMove(page, 'c3', 'c3')
  await page.locator('.piece-button[data-unit="F"]').click()
  await page.locator('.point[data-square=e5]').click()
  await page.waitForSelector('.deploy-commit')
  const shown = await page.locator('.move-list').textContent()
  await page.reload()
  await page.waitForSelector('.deploy-commit')
  await waitForLabel(page, 'e5', 'e5, Red Air Force')
  assert.equal(await page.locator('.move-list').textContent(), shown)
  assert.equal(await page.locator('.comment').count(), 8)
  await page.locator('.deploy-cancel').click()
  await waitForLabel(page, 'c3', 'c3, Red Navy with Air Force, Tank')
  assert.equal(await exported(page), NESTED)
  // What is stored may be anything.
  for (const stored of ['{', '{"nodes":[{}]}', '{"nodes":[],"headers":{},"query":"","steps":[],"at":0}', 'null']) {
    await page.evaluate((text) => sessionStorage.setItem('cotulenh.study', text), stored)
    await page.reload()
    await waitForLabel(page, 'g1', 'g1, Red Commander')
  }
  assert.deepEqual(page.complaints, [])
})

test('an invalid stored analysis is replaced by the start position; one that cannot be checked stays', async () => {
  const page = await analyse()
  for (const part of ['turn', 'steps', 'fen']) {
    await importText(page, NESTED)
    await page.locator('.move-list [aria-current]', { hasText: 'Cf2' }).waitFor()
    await page.evaluate((spoiled) => {
      const study = JSON.parse(sessionStorage.getItem('cotulenh.study'))
      if (spoiled === 'turn') study.nodes[study.at].turn.steps = [null]
      if (spoiled === 'steps') study.steps = [null]
      if (spoiled === 'fen') study.nodes[study.at].fen = 'nonsense'
      sessionStorage.setItem('cotulenh.study', JSON.stringify(study))
    }, part)
    await page.reload()
    await waitForLabel(page, 'g1', 'g1, Red Commander')
  }
  await importText(page, NESTED)
  await page.locator('.move-list [aria-current]', { hasText: 'Cf2' }).waitFor()
  await page.route('**/api/position', (route) => route.abort())
  await page.reload()
  await page.locator('.toast-error').first().waitFor()
  await page.unroute('**/api/position')
  await page.reload()
  await page.locator('.move-list [aria-current]', { hasText: 'Cf2' }).waitFor()
})

test('an analysis that does not fit into the storage removes the older one', async () => {
  const page = await analyse()
  await tapMove(page, 'c5', 'c6')
  await page.locator('.move-list [aria-current]', { hasText: 'Ic6' }).waitFor()
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('no room', 'QuotaExceededError')
    }
  })
  await tapMove(page, 'c8', 'c7')
  await page.locator('.move-list [aria-current]', { hasText: 'Ic7' }).waitFor()
  assert.equal(await page.evaluate(() => sessionStorage.getItem('cotulenh.study')), null)
})

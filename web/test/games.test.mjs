// The list of games: search, filters, resume, replay, rename, delete, import and export.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { seriousFindings } from './axe.mjs'
import { openPage, picture, stage, TWO_HUMANS, waitForLabel } from './support.mjs'

const HOSTILE = '<img src=x onerror=alert(1)>'

const { server, browser } = await stage()

const titles = (page) => page.locator('.game h2').allTextContents()
const game = (page, title) => page.locator('.game', { has: page.getByRole('heading', { name: title, exact: true }) })

async function waitForTitles(page, expected) {
  await page.waitForFunction((texts) => {
    const shown = [...document.querySelectorAll('.game h2')].map((heading) => heading.textContent)
    return JSON.stringify(shown) === JSON.stringify(texts)
  }, expected)
}

const create = (title, more = {}) => server.post('/api/games', { players: TWO_HUMANS, title, ...more })

test('without games the page links to a new one', async () => {
  const page = await openPage(browser, `${server.url}/#/games`, { language: 'vi' })
  await page.getByText('Bạn chưa có ván nào.').waitFor()
  assert.deepEqual(await seriousFindings(page), [])
  await picture(page, 'games-empty')
  await page.getByRole('link', { name: 'Chơi ván đầu tiên' }).click()
  await page.waitForURL(/#\/play/)
  assert.deepEqual(page.complaints, [])
})

test('games are listed newest first, searched, filtered, resumed and replayed', async () => {
  await create('Old battle', { moves: ['Ic6', 'Ic7'] })
  const finished = await create('Lost war')
  await server.post(`/api/games/${finished.id}/actions`, { revision: finished.revision, action: { type: 'resign', color: 'r' } })
  await create('Young skirmish', { moves: ['Mg6'] })
  const page = await openPage(browser, `${server.url}/#/games`)
  await waitForTitles(page, ['Young skirmish', 'Lost war', 'Old battle'])
  await page.getByText('3 games').waitFor()
  assert.match(await game(page, 'Lost war').textContent(), /Blue wins – resignation/)
  await picture(page, 'games-light')

  await page.getByRole('button', { name: 'Finished' }).click()
  await waitForTitles(page, ['Lost war'])
  await page.getByRole('button', { name: 'Running' }).click()
  await waitForTitles(page, ['Young skirmish', 'Old battle'])
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.getByLabel('Search games').fill('battle')
  await waitForTitles(page, ['Old battle'])
  await page.getByLabel('Search games').fill('Mg6')
  await waitForTitles(page, ['Young skirmish'])
  await page.getByLabel('Search games').fill('no such thing')
  await page.getByText('No game was found.').waitFor()
  await page.getByLabel('Search games').fill('')
  await waitForTitles(page, ['Young skirmish', 'Lost war', 'Old battle'])

  await game(page, 'Old battle').getByRole('link', { name: 'Replay' }).click()
  await page.locator('.move-list [aria-current]', { hasText: 'Ic7' }).waitFor()
  await page.goBack()
  await game(page, 'Young skirmish').getByRole('link', { name: 'Resume' }).click()
  await page.waitForURL(/#\/play\/.+/)
  await waitForLabel(page, 'g6', 'g6, Red Militia')
  assert.deepEqual(page.complaints, [])
})

test('a game is renamed, also with a hostile title, and deleted after confirmation', async () => {
  await create('Rename me')
  const page = await openPage(browser, `${server.url}/#/games`)
  await game(page, 'Rename me').getByRole('button', { name: 'Rename' }).click()
  await page.getByLabel('Title of the game').fill(HOSTILE)
  await page.getByRole('button', { name: 'Save' }).click()
  await game(page, HOSTILE).waitFor()
  assert.equal(await page.locator('#page img').count(), 0)
  await page.reload()
  await game(page, HOSTILE).waitFor()

  await game(page, HOSTILE).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: `Delete “${HOSTILE}”?` }).waitFor()
  await page.locator('dialog').getByRole('button', { name: 'Cancel' }).click()
  assert.equal(await game(page, HOSTILE).count(), 1)
  await game(page, HOSTILE).getByRole('button', { name: 'Delete' }).click()
  await page.locator('dialog').getByRole('button', { name: 'Delete' }).click()
  await game(page, HOSTILE).waitFor({ state: 'detached' })
  assert.equal(await page.locator('img').count(), 0)
  assert(!(await titles(page)).includes(HOSTILE))
  assert.deepEqual(page.complaints, [])
})

test('a game is exported as PGN and imported again', async () => {
  const { id } = await create('Voyage', { fen: '7c3/11/11/11/11/8i2/11/11/11/2(NFT)8/11/5C5 r - - 0 1', moves: ['c3:N:F>e5,T>d3'] })
  const page = await openPage(browser, `${server.url}/#/games`)
  const waiting = page.waitForEvent('download')
  await game(page, 'Voyage').getByRole('link', { name: 'PGN' }).click()
  const pgn = readFileSync(await (await waiting).path(), 'utf8')
  const before = await server.get(`/api/games/${id}`)
  await page.getByRole('button', { name: 'Import PGN' }).click()
  await page.getByLabel('PGN', { exact: true }).fill('not a game')
  await page.locator('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  await page.locator('dialog .fault', { hasText: /\S/ }).waitFor()
  await page.getByLabel('PGN', { exact: true }).fill(pgn)
  await page.locator('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('The game was imported.', { exact: true }).waitFor()
  const { games } = await server.get('/api/games')
  const copy = await server.get(`/api/games/${games[0].id}`)
  assert.notEqual(copy.id, id)
  assert.deepEqual([copy.start, copy.turns.map(({ lan }) => lan)], [before.start, before.turns.map(({ lan }) => lan)])
  // The browser reports the refused text; nothing else.
  assert.deepEqual(page.complaints.filter((text) => !text.includes('422')), [])
})

test('an import reports what a stored game cannot contain', async () => {
  const page = await openPage(browser, `${server.url}/#/games`)
  await page.getByRole('button', { name: 'Import PGN' }).click()
  await page.getByLabel('PGN', { exact: true }).fill('1. Ic6 {solid} (1. Ii6) Ic7 *')
  await page.locator('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('Left out: variations 1, comments 1, further games 0.').waitFor()
  assert.deepEqual(page.complaints, [])
})

test('many games are loaded in pages; axe finds nothing serious, wide and narrow, light and dark', async () => {
  for (let i = 0; i < 26; i++) await create(`Game ${i}`)
  const page = await openPage(browser, `${server.url}/#/games`)
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.waitForFunction(() => document.querySelectorAll('.game').length > 24)
  for (const [theme, width] of [['light', 390], ['dark', 1600]]) {
    const other = await openPage(browser, `${server.url}/#/games`, { theme, language: 'vi', viewport: { width, height: 900 } })
    await other.waitForSelector('.game')
    assert.deepEqual(await seriousFindings(other), [])
    assert.equal(await other.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'nothing sticks out')
    await picture(other, `games-${theme}-${width}`)
  }
})

test('a damaged game does not hide others, in the list and among the games to continue', async () => {
  await server.post('/api/games', { players: TWO_HUMANS, title: 'Whole' })
  await server.post('/api/games', { players: TWO_HUMANS, title: 'Damaged' })
  const page = await openPage(browser, `${server.url}/#/learn`, { intercepted: true })
  await page.route(/\/api\/games\?/, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    for (const game of answer.games) if (game.title === 'Damaged') game.players = null
    await route.fulfill({ response, json: answer })
  })
  await page.goto(`${server.url}/#/games`)
  await game(page, 'Damaged').waitFor()
  await game(page, 'Whole').waitFor()
  await page.goto(`${server.url}/#/play`)
  await page.locator('.continue-list a').first().waitFor()
})

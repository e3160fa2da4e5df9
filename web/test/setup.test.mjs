// The position editor: placing, stacks, heroes and faults.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seriousFindings } from './axe.mjs'
import { openPage, picture, point, stage, waitForLabel } from './support.mjs'

const { server, browser } = await stage()

async function openSetup(options = {}) {
  const page = await openPage(browser, `${server.url}/#/analyse`, options)
  await page.waitForSelector('.board-frame .unit')
  await page.getByRole('button', { name: options.language === 'vi' ? 'Xếp thế cờ' : 'Set up position' }).click()
  await page.waitForSelector('.setup')
  return page
}

const tool = (page, name) => page.locator('.palette').getByRole('button', { name, exact: true })
const fen = (page) => page.locator('.setup input[type=text]')
const done = (page) => page.getByRole('button', { name: 'Analyse this' })

async function place(page, name, ...squares) {
  await tool(page, name).click()
  for (const square of squares) await point(page, square).click()
}

async function clear(page) {
  await page.getByRole('button', { name: 'Clear the board' }).click()
}

test('a position is set up on an empty board and analysed', async () => {
  const page = await openSetup()
  await clear(page)
  await page.getByText('Red has no Commander.').waitFor()
  await page.getByText('Blue has no Commander.').waitFor()
  assert.equal(await done(page).isDisabled(), true)
  await place(page, 'Red Commander', 'g1')
  await place(page, 'Blue Commander', 'e12')
  await place(page, 'Red Navy', 'b4')
  await page.getByLabel('Add to the unit there').check()
  await page.getByRole('checkbox', { name: 'Heroic' }).check()
  await place(page, 'Red heroic Tank', 'b4')
  await page.getByRole('checkbox', { name: 'Heroic' }).uncheck()
  await place(page, 'Red Air Force', 'b4')
  await page.getByLabel('Side to move').selectOption('b')
  await page.getByText('The position is valid.').waitFor()
  assert.equal(await fen(page).inputValue(), '4c6/11/11/11/11/11/11/11/1(NF+T)9/11/11/6C4 b - - 0 1')
  await done(page).click()
  await page.getByText('Blue to move').waitFor()
  await page.getByText('No moves yet').waitFor()
  assert.deepEqual(page.complaints, [])
})

test('every fault is shown at its point in both languages, and prevents the analysis', async () => {
  const page = await openSetup()
  await place(page, 'Red Tank', 'a5')
  await page.getByText('a5: the Tank cannot stand at sea.').waitFor()
  assert.equal(await page.locator('.highlight.faulty').count(), 1)
  assert.equal(await done(page).isDisabled(), true)
  await picture(page, 'setup-fault')
  assert.deepEqual(await seriousFindings(page), [])
  // Tapping it again takes it away.
  await point(page, 'a5').click()
  await page.getByText('The position is valid.').waitFor()

  await page.getByLabel('Add to the unit there').check()
  await place(page, 'Red Infantry', 'd3')
  await page.getByText(/^d3: the .+ cannot form a stack with the .+\.$/).waitFor()
  await page.getByRole('button', { name: 'Start position' }).click()
  await page.getByText('The position is valid.').waitFor()
  await page.getByLabel('Add to the unit there').uncheck()
  await place(page, 'Blue Commander', 'k10')
  await page.getByText('k10: Blue already has a Commander.').waitFor()

  for (const [text, words] of [
    ['11/11 r - - 0 1', 'The FEN must have 12 ranks; found 2.'],
    ['6c4/11/11/11/11/11/11/11/11/11/11/6C5 r - - 0 1', 'rank 1: expected 11 points; found 12.'],
    ['6c4/11/11/11/11/11/11/11/11/11/11/5xC4 r - - 0 1', 'rank 1: “x” is not a piece.'],
    ['6c4/11/11/11/11/11/11/11/11/11/11/6(C4 r - - 0 1', 'rank 1: “(” without a matching “)”.'],
    ['nonsense', 'The FEN must have at least 6 fields; found 1.'],
    ['<img src=x onerror=alert(1)>', 'The FEN must have at least 6 fields; found 3.'],
  ]) {
    await fen(page).fill(text)
    await page.locator('.faults .fault', { hasText: words }).first().waitFor()
    assert.equal(await done(page).isDisabled(), true)
  }
  assert.equal(await page.locator('#page img').count(), 0)
  assert.deepEqual(page.complaints, [])

  const vietnamese = await openSetup({ language: 'vi', theme: 'dark' })
  await tool(vietnamese, 'Hải quân Xanh').click()
  await point(vietnamese, 'g6').click()
  await vietnamese.getByText('g6: Hải quân không đứng được trên đất liền.').waitFor()
  await picture(vietnamese, 'setup-dark')
})

test('the hand moves units, the eraser removes them, cancel changes nothing', async () => {
  const page = await openSetup()
  await tool(page, 'Move pieces').click()
  await point(page, 'c5').click()
  await point(page, 'd6').click()
  await waitForLabel(page, 'd6', 'd6, Red Infantry')
  await place(page, 'Remove pieces', 'd6')
  await page.waitForFunction(() => !document.querySelector('.point[data-square=d6]').getAttribute('aria-label').includes('Infantry'))
  await page.getByText('The position is valid.').waitFor()
  assert.doesNotMatch(await fen(page).inputValue(), /2IE2M2EI/)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await waitForLabel(page, 'c5', 'c5, Red Infantry')
})

test('by keyboard only, and on a phone', async () => {
  const page = await openSetup({ viewport: { width: 390, height: 844 } })
  await tool(page, 'Red Tank').focus()
  await page.keyboard.press('Enter')
  await point(page, 'e6').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await waitForLabel(page, 'f6', 'f6, Red Tank')
  await page.getByText('The position is valid.').waitFor()
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'nothing sticks out')
  assert.deepEqual(await seriousFindings(page), [])
  await done(page).focus()
  await page.keyboard.press('Enter')
  await page.getByText('No moves yet').waitFor()
  await waitForLabel(page, 'f6', 'f6, Red Tank')
})

// Special moves, made by pointer: deploys, both kinds of capture, suicide captures, refusals.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dragMove, labelOf, openGame, picture, point, stage, tapMove, waitForLabel } from './support.mjs'

const CAPTURES = '7c3/11/11/4g6/11/6i4/11/1nT1F1F4/11/11/11/5C5 r - - 0 1'
const STACK = '7c3/11/11/11/11/8i2/11/11/11/2(NFT)8/11/5C5 r - - 0 1'

const { server, browser } = await stage()

const sans = async (id) => (await server.get(`/api/games/${id}`)).turns.map(({ san }) => san)

async function waitForTurns(page, count) {
  await page.waitForFunction((n) => document.querySelectorAll('.turn').length === n, count)
}

test('a deploy with a recombination: step, undo, step, recombine by dragging, commit', async () => {
  const { page, id } = await openGame(browser, server, { fen: STACK })
  await point(page, 'c3').click()
  assert.equal(await page.locator('.piece-button').count(), 4)
  await page.locator('.piece-button[data-unit="F"]').click()
  await point(page, 'e5').click()
  await waitForLabel(page, 'e5', 'e5, Red Air Force')
  await page.waitForSelector('.deploy-commit')
  await page.locator('.deploy-undo').click()
  await waitForLabel(page, 'c3', 'c3, Red Navy with Air Force, Tank')
  assert.equal(await page.locator('.deploy-commit').count(), 0)

  await point(page, 'c3').click()
  await page.locator('.piece-button[data-unit="F"]').click()
  await point(page, 'e5').click()
  await page.waitForSelector('.deploy-commit')
  await page.locator('.piece-button[data-unit="T"]').click()
  await picture(page, 'deploy')
  await dragMove(page, 'c3', 'e5')
  await waitForLabel(page, 'e5', 'e5, Red Air Force with Tank')
  await page.locator('.deploy-commit').click()
  await waitForTurns(page, 1)
  assert.deepEqual(await sans(id), ['N<(FT)>e5'])
  assert.equal(await labelOf(page, 'c3'), 'c3, Red Navy')
  assert.deepEqual(page.complaints, [])
})

test('a hint within a deploy shows only the remaining steps', async () => {
  const { page } = await openGame(browser, server, { fen: STACK })
  await point(page, 'c3').click()
  await page.locator('.piece-button[data-unit="F"]').click()
  await point(page, 'e5').click()
  await page.waitForSelector('.deploy-commit')
  const answer = page.waitForResponse(/\/hint$/)
  await page.locator('.hint').click()
  const { turn, actions } = await (await answer).json()
  await page.locator('.board-message', { hasText: 'Hint' }).waitFor({ state: 'attached' })
  assert.equal(turn.steps[0].to, 'e5')
  assert.equal(await page.locator('.arrow').count(), actions.filter((action) => action !== null).length)
  assert(actions.length <= turn.steps.length)
})

test('a cancelled deploy leaves nothing behind', async () => {
  const { page, id } = await openGame(browser, server, { fen: STACK })
  await point(page, 'c3').click()
  await page.keyboard.press('4')
  await point(page, 'd3').click()
  await page.waitForSelector('.deploy-cancel')
  await page.locator('.deploy-cancel').click()
  await waitForLabel(page, 'c3', 'c3, Red Navy with Air Force, Tank')
  assert.deepEqual(await sans(id), [])
})

test('repeated taps on a stack go through its pieces', async () => {
  const { page } = await openGame(browser, server, { fen: STACK })
  const pressed = () => page.locator('.piece-button[aria-pressed=true]').getAttribute('data-unit')
  const units = []
  for (let i = 0; i < 4; i++) {
    await point(page, 'c3').click()
    units.push(await pressed())
  }
  assert.deepEqual(units, ['(NFT)', 'N', 'F', 'T'])
  await point(page, 'c3').click()
  assert.equal(await page.locator('.piece-button').count(), 0)
})

test('a stay capture where the target cannot be entered', async () => {
  const { page, id } = await openGame(browser, server, { fen: CAPTURES })
  await point(page, 'c5').click()
  assert.equal(await labelOf(page, 'b5'), 'b5, Blue Navy, can be captured without moving')
  await point(page, 'b5').click()
  await waitForTurns(page, 1)
  assert.deepEqual(await sans(id), ['T_b5'])
  assert.equal(await labelOf(page, 'c5'), 'c5, Red Tank')
  assert.equal(await labelOf(page, 'b5'), 'b5, sea')
})

test('where both captures are legal the player chooses', async () => {
  for (const [kind, san] of [['capture', 'Fgxg7'], ['stay', 'Fg_g7']]) {
    const { page, id } = await openGame(browser, server, { fen: CAPTURES })
    await tapMove(page, 'g5', 'g7')
    await page.waitForSelector('.chooser')
    if (kind === 'stay') await picture(page, 'chooser')
    await page.locator(`.chooser [data-kind=${kind}]`).click()
    await waitForTurns(page, 1)
    assert.deepEqual(await sans(id), [san])
  }
})

test('a suicide capture removes both units', async () => {
  const { page, id } = await openGame(browser, server, { fen: CAPTURES })
  await point(page, 'e5').click()
  assert.equal(await labelOf(page, 'e9'), 'e9, Blue Anti-Air, can be taken by a suicide attack')
  await point(page, 'e9').click()
  await waitForTurns(page, 1)
  assert.deepEqual(await sans(id), ['F@e9'])
  assert.equal(await labelOf(page, 'e5'), 'e5, land')
  assert.equal(await labelOf(page, 'e9'), 'e9, land')
})

test('a piece of a stack that cannot move can be picked, and an attempt shows why it is refused', async () => {
  // The Infantry is at sea: it can neither leave the ship nor be put ashore from there.
  const { page, id } = await openGame(browser, server, { fen: '7c3/11/11/11/11/8i2/11/11/11/(NI)10/11/5C5 r - - 0 1' })
  await point(page, 'a3').click()
  const stuck = page.locator('.piece-button[data-unit="I"]')
  assert.match(await stuck.getAttribute('aria-label'), /no legal move/)
  await stuck.click()
  assert.equal(await stuck.getAttribute('aria-pressed'), 'true')
  assert.equal(await page.locator('.target').count(), 0)
  await point(page, 'b3').click()
  await page.locator('.board-message.error', { hasText: /\(rule \d+\.\d+\)$/ }).waitFor()
  await picture(page, 'stuck')
  assert.deepEqual(await sans(id), [])
})

test('undo and redo', async () => {
  const { page, id } = await openGame(browser, server, {})
  await dragMove(page, 'c5', 'c6')
  await waitForTurns(page, 1)
  await tapMove(page, 'c8', 'c7')
  await waitForTurns(page, 2)
  const [first, second] = await sans(id)
  await page.locator('.undo').click()
  await waitForTurns(page, 1)
  assert.equal(await labelOf(page, 'c8'), 'c8, Blue Infantry')
  await page.locator('.redo').click()
  await waitForTurns(page, 2)
  assert.deepEqual(await sans(id), [first, second])
  // An earlier position can be looked at, and nothing can be moved there.
  await page.locator('.turn').first().click()
  await waitForLabel(page, 'c8', 'c8, Blue Infantry')
  await tapMove(page, 'k5', 'k6')
  await page.locator('.present').click()
  await waitForLabel(page, 'c7', 'c7, Blue Infantry')
  assert.deepEqual(await sans(id), [first, second])
})

test('a refused move shows the reason and the clause, in both languages', async () => {
  for (const [language, words] of [['en', /\(rule \d+\.\d+\)$/], ['vi', /\(luật \d+\.\d+\)$/]]) {
    const { page, id } = await openGame(browser, server, {}, { language })
    await tapMove(page, 'c5', 'c8')
    await page.waitForSelector('.board-message.error')
    const text = await page.locator('.board-message').textContent()
    assert.match(text, words)
    assert.doesNotMatch(text, /[{}⟦⟧]/)
    assert.deepEqual(await sans(id), [])
    if (language === 'vi') await picture(page, 'refused')
    assert.deepEqual(page.complaints, [])
  }
})

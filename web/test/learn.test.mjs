// The lessons: every task can be solved, not every move solves it, and the page judges the turn.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CARDS } from '../src/learn/cards.js'
import { kindOf } from '../src/move.js'
import { seriousFindings } from './axe.mjs'
import { openPage, picture, point, stage, tapMove } from './support.mjs'

const { server, browser } = await stage()
const { default: texts } = await import('../../locales/en.json', { with: { type: 'json' } })

/** A text of a card in English, such as `title` or `1.task`. */
function textOf(card, name) {
  const text = texts[`lesson.${card.id}.${name}`]
  assert(text, `locales/en.json has no text lesson.${card.id}.${name}`)
  return text
}

/** Plays moves from a task's position. Returns the listed moves and the position after them. */
async function attempt(task, moves) {
  const played = []
  for (const [index, text] of moves.entries()) {
    if (text === 'commit') continue
    const { position } = await server.post('/api/position', { fen: task.fen, moves: moves.slice(0, index) })
    const move = position.moves.find(({ lan }) => lan === text)
    assert(move, `${text} is not legal; there are ${position.moves.map(({ lan }) => lan).join(' ')}`)
    played.push(move)
  }
  const { position } = await server.post('/api/position', { fen: task.fen, moves })
  return { played, after: position }
}

const ROLES = [...'CITMEAGSFNH']

test('there is a card for every piece and for every special rule', () => {
  const ids = CARDS.map(({ id }) => id)
  assert.deepEqual(CARDS.slice(0, ROLES.length).map(({ symbol }) => symbol), ROLES)
  assert.deepEqual(ids.slice(ROLES.length), [
    'terrain', 'stay-capture', 'air-defence', 'kamikaze', 'stacks', 'deploy', 'heroic', 'last-guard', 'facing-commanders', 'check-and-mate', 'draws',
  ])
  assert.equal(new Set(ids).size, ids.length)
})

test('every card and every task has its texts', () => {
  const names = (card) => ['title', 'text', ...card.tasks.flatMap((_, index) => [`${index + 1}.task`, `${index + 1}.wrong`])]
  const expected = CARDS.flatMap((card) => names(card).map((name) => `lesson.${card.id}.${name}`))
  assert.deepEqual(Object.keys(texts).filter((key) => key.startsWith('lesson.')).sort(), expected.sort())
})

for (const card of CARDS) {
  test(`${card.id}: valid and solvable, but not by every turn`, async () => {
    for (const task of card.tasks) {
      const { valid } = await server.post('/api/validate', { fen: task.fen })
      assert(valid, task.fen)
      assert(task.goal(await attempt(task, task.solution)), `the solution ${task.solution} of ${task.fen}`)
      const { position } = await server.post('/api/position', { fen: task.fen })
      assert.equal(position.turn, 'r')
      assert.equal(position.outcome, null)
      assert.equal(task.goal({ played: [], after: position }), false, 'solved before it began')
      let others = 0
      for (const move of position.moves) {
        const { position: next } = await server.post('/api/position', { fen: task.fen, moves: [{ lan: move.lan, flags: move.flags }] })
        if (!task.goal({ played: [move], after: next })) others++
      }
      assert(others > 1, `${others} turns miss the goal: ${task.fen}`)
    }
  })
}

/**
 * Makes a listed move by taps: picks the piece, taps the target, and chooses the kind of capture.
 */
async function makeMove(page, position, text) {
  const move = position.moves.find(({ lan }) => lan === text)
  const selected = await point(page, move.from).getAttribute('aria-selected')
  if (selected !== 'true') await point(page, move.from).click()
  const piece = page.locator(`.piece-button[data-unit="${move.piece}"]`)
  if (await piece.count()) await piece.click()
  await point(page, move.to).click()
  const choice = page.locator(`.chooser [data-kind="${kindOf(move)}"]`)
  if (await choice.count()) await choice.click()
}

test('every task can be solved on the page, one after the other', async () => {
  const page = await openPage(browser, `${server.url}/#/learn`)
  await page.getByRole('link', { name: 'Start learning' }).click()
  for (const [place, card] of CARDS.entries()) {
    await page.getByRole('heading', { level: 1, name: textOf(card, 'title') }).waitFor()
    for (const [index, task] of card.tasks.entries()) {
      await page.locator('.task-text', { hasText: textOf(card, `${index + 1}.task`) }).waitFor()
      for (const [step, text] of task.solution.entries()) {
        const { position } = await server.post('/api/position', { fen: task.fen, moves: task.solution.slice(0, step) })
        await page.waitForFunction((count) => document.querySelectorAll('.point.movable').length >= count, 1)
        if (text === 'commit') await page.locator('.deploy-commit:not([disabled])').click()
        else await makeMove(page, position, text)
      }
      await page.locator('.feedback.solved').waitFor()
      const last = index + 1 === card.tasks.length
      const onward = !last ? 'Next task' : place + 1 < CARDS.length ? `${textOf(CARDS[place + 1], 'title')} →` : 'All lessons'
      await page.locator('.task').getByRole('link', { name: onward }).click()
    }
  }
  await page.getByText(`${CARDS.length} of ${CARDS.length} lessons learnt`).waitFor()
  // It is remembered, and can be forgotten.
  await page.reload()
  await page.getByText(`${CARDS.length} of ${CARDS.length} lessons learnt`).waitFor()
  await picture(page, 'learn-done')
  await page.getByRole('button', { name: 'Start over' }).click()
  await page.locator('dialog').getByRole('button', { name: 'Start over' }).click()
  await page.getByText(`0 of ${CARDS.length} lessons learnt`).waitFor()
  assert.deepEqual(page.complaints, [])
})

test('a wrong turn differs from a refused move, and can be tried again', async () => {
  const page = await openPage(browser, `${server.url}/#/learn/tank`, { language: 'vi' })
  await page.waitForSelector('.point.movable')
  await tapMove(page, 'f5', 'f9')
  await page.locator('.board-message.error', { hasText: /\S/ }).waitFor()
  // The Tank is still in the hand.
  await point(page, 'e5').click()
  await page.locator('.feedback.wrong').waitFor()
  await page.getByRole('button', { name: 'Làm lại' }).click()
  await tapMove(page, 'f5', 'h5')
  await page.locator('.feedback.solved', { hasText: 'Đúng rồi!' }).waitFor()
  assert.deepEqual(page.complaints, [])
})

test('the solution is shown but has to be played', async () => {
  const page = await openPage(browser, `${server.url}/#/learn/deploy`)
  await page.waitForSelector('.point.movable')
  await page.getByRole('button', { name: 'Show the solution' }).click()
  await page.getByText('The solution: N<T>d4').waitFor()
  assert.equal(await page.locator('.feedback.solved').count(), 0)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForSelector('.point.movable')
})

test('an unknown lesson shows the list; axe finds nothing serious', async () => {
  for (const [theme, path, width] of [['light', 'learn/nonsense', 1280], ['dark', 'learn/deploy', 1280], ['light', 'learn/terrain', 390], ['dark', 'learn', 390]]) {
    const page = await openPage(browser, `${server.url}/#/${path}`, { theme, language: 'vi', viewport: { width, height: 844 } })
    await page.waitForSelector('#page h1')
    await page.waitForTimeout(300)
    assert.deepEqual(await seriousFindings(page), [], path)
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'nothing sticks out')
    await picture(page, `${path.replace('/', '-')}-${theme}-${width}`)
    await page.context().close()
  }
})

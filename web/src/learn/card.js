// One card: its text, and its tasks one after the other on a board. The server knows what is legal; the task only says
// whether the turn was the one asked for.

import { api } from '../api.js'
import { createBoard } from '../board/board.js'
import { after } from '../board/preview.js'
import { unitPicture } from '../board/symbols.js'
import { t } from '../i18n.js'
import { explainRefusal } from '../refusal.js'
import { settings } from '../settings.js'
import { airDefenseChoice } from '../settings-dialog.js'
import { tell } from '../share.js'
import { button, el } from '../ui.js'
import { CARDS } from './cards.js'
import { isSolved, markSolved } from './progress.js'

/** @import { Move, PositionView, Step } from '../types.js' */
/** @import { Card } from './cards.js' */

/** @typedef {'open' | 'solved' | 'wrong'} State */

/**
 * @param {HTMLElement} host
 * @param {Card} card
 * @returns {() => void} Leaves the card.
 */
export function mountCard(host, card) {
  const language = settings().language
  const place = CARDS.indexOf(card)
  const firstOpen = card.tasks.findIndex((_, index) => !isSolved(card, index))
  let index = Math.max(firstOpen, 0)
  /** @type {PositionView | null} */
  let view = null
  /** What a move looks like until the server has answered. @type {PositionView | null} */
  let preview = null
  /** @type {Move[]} */
  let played = []
  /** @type {State} */
  let state = 'open'
  let pending = false
  /** Counts the questions to the server, so that a late answer cannot overtake a newer one. */
  let asked = 0

  const steps = el('ol', { class: 'task-steps', 'aria-label': t('learn.tasks') })
  const taskText = el('p', { class: 'task-text' })
  const feedback = el('p', { class: 'feedback', role: 'status' })
  const again = button(t('learn.again'), () => void start(index))
  const solution = button(t('learn.solution'), () => void showSolution(), { class: 'quiet' })
  const onward = el('a', { class: 'button primary', href: '#/learn' })
  const boardHost = el('div', { class: 'board-host' })
  host.append(
    el(
      'div',
      { class: 'table lesson' },
      el('div', { class: 'board-column' }, boardHost),
      el(
        'article',
        { class: 'side lesson-text' },
        el('p', { class: 'breadcrumb' }, el('a', { href: '#/learn' }, t('learn.all')), ` ${place + 1} / ${CARDS.length}`),
        el('h1', {}, unitPicture(card.symbol), card.title[language]),
        el('p', { class: 'lead' }, card.text[language]),
        el('section', { class: 'card task', 'aria-label': t('learn.task') }, steps, taskText, feedback, el('div', { class: 'button-row' }, onward, again, solution)),
        airDefenseChoice(),
        el('nav', { class: 'button-row lesson-nav', 'aria-label': t('learn.neighbours') }, neighbour(place - 1, 'learn.previous'), neighbour(place + 1, 'learn.next')),
      ),
    ),
  )
  const board = createBoard(boardHost, {
    onMove(move) {
      preview = view && after(view, move)
      void play([...played, move])
    },
    onCommit: () => void play(played, true),
    onUndoStep: () => void play(played.slice(0, -1)),
    onCancel: () => void play([]),
    onRefused: (attempt) => void (view && explainRefusal(view.fen, attempt, board.say)),
  })
  void start(index)
  return () => {
    asked++
    board.destroy()
  }

  /**
   * @param {number} at
   * @param {'learn.previous' | 'learn.next'} key
   */
  function neighbour(at, key) {
    const other = CARDS[at]
    return other ? el('a', { class: 'button', href: `#/learn/${other.id}` }, t(key, { title: other.title[language] })) : el('span')
  }

  /** @param {number} task */
  async function start(task) {
    index = task
    state = 'open'
    await play([])
  }

  /**
   * Plays these steps from the task's position.
   * @param {Move[]} moves
   * @param {boolean} [commit]
   */
  async function play(moves, commit = false) {
    const mine = ++asked
    const task = card.tasks[index]
    pending = true
    draw()
    try {
      const actions = [...moves.map(({ lan, flags }) => ({ lan, flags })), ...(commit ? ['commit'] : [])]
      const { position, turns } = await api.position({ fen: task.fen, moves: actions })
      if (mine !== asked) return
      view = position
      played = moves
      if (moves.length > 0) judge(turns.length > 0)
      else state = 'open'
    } catch (error) {
      if (mine === asked) tell(error)
    }
    if (mine !== asked) return
    pending = false
    preview = null
    board.say(null)
    draw()
  }

  /** @param {boolean} complete The turn has passed. */
  function judge(complete) {
    if (!view) return
    if (card.tasks[index].goal({ played, after: view })) {
      state = 'solved'
      markSolved(card, index)
    } else {
      // While a deploy is open nothing is lost yet.
      state = complete ? 'wrong' : 'open'
    }
  }

  async function showSolution() {
    const mine = ++asked
    const task = card.tasks[index]
    try {
      const { position, turns } = await api.position({ fen: task.fen, moves: task.solution })
      if (mine !== asked) return
      view = position
      state = 'open'
      pending = true
      played = []
      draw(turns.at(-1)?.steps)
      feedback.textContent = t('learn.solutionShown', { moves: turns.map(({ san }) => san).join(' ') })
      again.hidden = false
      again.focus()
    } catch (error) {
      tell(error)
    }
  }

  /** @param {Step[]} [lastMove] */
  function draw(lastMove = played.map(({ from, to }) => ({ from, to }))) {
    const task = card.tasks[index]
    taskText.textContent = task.text[language]
    feedback.textContent = state === 'solved' ? t('learn.right') : state === 'wrong' ? task.wrong[language] : ''
    feedback.className = `feedback ${state}`
    again.hidden = state === 'open'
    solution.hidden = state === 'solved'
    drawSteps()
    drawOnward()
    if (view) board.show(preview ?? view, { interactive: state === 'open' ? 'r' : false, lastMove, pending })
  }

  function drawSteps() {
    steps.hidden = card.tasks.length < 2
    steps.replaceChildren(
      ...card.tasks.map((_, task) => {
        const label = t(isSolved(card, task) ? 'learn.taskSolved' : 'learn.taskNumber', { number: task + 1 })
        const attributes = { class: isSolved(card, task) ? 'solved' : '', 'aria-current': task === index ? 'step' : null }
        return el('li', {}, button(label, () => void start(task), attributes, task + 1))
      }),
    )
  }

  /** The way on after a solved task: the next task, the next card, or the list. */
  function drawOnward() {
    const more = index + 1 < card.tasks.length
    const next = CARDS[place + 1]
    onward.hidden = state !== 'solved'
    onward.textContent = more ? t('learn.nextTask') : next ? t('learn.next', { title: next.title[language] }) : t('learn.all')
    onward.setAttribute('href', more ? `#/learn/${card.id}` : next ? `#/learn/${next.id}` : '#/learn')
    onward.onclick = more
      ? (event) => {
          event.preventDefault()
          void start(index + 1)
        }
      : null
  }
}

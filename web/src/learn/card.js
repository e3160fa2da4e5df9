// One card: its text, and its tasks one after the other on a board. The server decides what is
// legal; the task only checks whether the turn reaches its goal.

import { api } from '../api.js'
import { createBoard } from '../board/board.js'
import { after } from '../board/preview.js'
import { unitPicture } from '../board/symbols.js'
import { t } from '../i18n.js'
import { explainRefusal } from '../refusal.js'
import { airDefenseButton } from '../settings-dialog.js'
import { tell } from '../share.js'
import { button, el } from '../ui.js'
import { CARDS, cardText } from './cards.js'
import { isSolved, markSolved } from './progress.js'

/** @import { Move, PositionView, Step } from '../types.js' */
/** @import { Board } from '../board/board.js' */
/** @import { Card } from './cards.js' */

/** The cards whose boards show the air-defence zones. */
const ABOUT_ZONES = ['anti-air', 'missile', 'air-defence', 'kamikaze']

/** @typedef {'open' | 'solved' | 'wrong'} TaskState */

/**
 * @typedef {object} Lesson
 * @property {Card} card
 * @property {number} index The task on the board.
 * @property {PositionView | null} view The position of the server's last answer.
 * @property {PositionView | null} preview The position as a move leaves it, until the server has
 *   answered.
 * @property {Move[]} played The steps of the player's turn.
 * @property {TaskState} state
 * @property {boolean} pending The server has not answered yet.
 * @property {number} requests Counts the requests, so that a late answer is recognized and dropped.
 * @property {LessonView} elements
 * @property {Board} board
 */

/**
 * @param {HTMLElement} host
 * @param {Card} card
 * @returns {() => void} Leaves the card.
 */
export function mountCard(host, card) {
  const elements = lessonView(card, {
    onAgain: () => void start(lesson, lesson.index),
    onSolution: () => void showSolution(lesson),
  })
  host.append(elements.page)
  const board = createBoard(elements.boardHost, {
    onMove(move) {
      lesson.preview = lesson.view && after(lesson.view, move)
      void play(lesson, [...lesson.played, move])
    },
    onCommit: () => void play(lesson, lesson.played, true),
    onUndoStep: () => void play(lesson, lesson.played.slice(0, -1)),
    onCancel: () => void play(lesson, []),
    onRefused: (attempt) => void (lesson.view && explainRefusal(lesson.view.fen, attempt, board.say)),
  })
  /** @type {Lesson} */
  const lesson = { card, index: 0, view: null, preview: null, played: [], state: 'open', pending: false, requests: 0, elements, board }
  const firstOpen = card.tasks.findIndex((_, index) => !isSolved(card, index))
  void start(lesson, Math.max(firstOpen, 0))
  return () => {
    lesson.requests++
    board.destroy()
  }
}

/**
 * The elements of a card's page.
 * @param {Card} card
 * @param {{onAgain: () => void, onSolution: () => void}} handlers
 */
function lessonView(card, { onAgain, onSolution }) {
  const place = CARDS.indexOf(card)
  const steps = el('ol', { class: 'task-steps', 'aria-label': t('learn.tasks') })
  const taskText = el('p', { class: 'task-text' })
  const feedback = el('p', { class: 'feedback', role: 'status' })
  const again = button(t('learn.again'), onAgain)
  const solution = button(t('learn.solution'), onSolution, { class: 'quiet' })
  const onward = el('a', { class: 'button primary', href: '#/learn' })
  const boardHost = el('div', { class: 'board-host' })
  const page = el(
    'div',
    { class: 'table lesson' },
    el('div', { class: 'board-column' }, boardHost),
    el(
      'article',
      { class: 'side lesson-text' },
      el('p', { class: 'breadcrumb' }, el('a', { href: '#/learn' }, t('learn.all')), ` ${place + 1} / ${CARDS.length}`),
      el('h1', {}, unitPicture(card.symbol), cardText(card, 'title')),
      el('p', { class: 'lead' }, cardText(card, 'text')),
      el('section', { class: 'card task', 'aria-label': t('learn.task') }, steps, taskText, feedback, el('div', { class: 'button-row' }, onward, again, solution)),
      el('nav', { class: 'button-row lesson-nav', 'aria-label': t('learn.neighbours') }, neighbour(place - 1, 'learn.previous'), airDefenseButton(), neighbour(place + 1, 'learn.next')),
    ),
  )
  return { page, boardHost, steps, taskText, feedback, again, solution, onward }
}

/** @typedef {ReturnType<typeof lessonView>} LessonView */

/**
 * A link to another card, or an empty place.
 * @param {number} place
 * @param {'learn.previous' | 'learn.next'} key
 */
function neighbour(place, key) {
  const card = CARDS[place]
  return card ? el('a', { class: 'button', href: `#/learn/${card.id}` }, t(key, { title: cardText(card, 'title') })) : el('span')
}

/**
 * @param {Lesson} lesson
 * @param {number} index The task.
 */
async function start(lesson, index) {
  lesson.index = index
  lesson.state = 'open'
  await play(lesson, [])
}

/**
 * Plays these steps from the task's position.
 * @param {Lesson} lesson
 * @param {Move[]} moves
 * @param {boolean} [commit]
 */
async function play(lesson, moves, commit = false) {
  const request = ++lesson.requests
  const task = lesson.card.tasks[lesson.index]
  lesson.pending = true
  draw(lesson)
  try {
    const actions = [...moves.map(({ lan, flags }) => ({ lan, flags })), ...(commit ? ['commit'] : [])]
    const { position, turns } = await api.position({ fen: task.fen, moves: actions })
    if (request !== lesson.requests) return
    lesson.view = position
    lesson.played = moves
    lesson.state = moves.length > 0 ? judge(lesson, position, turns.length > 0) : 'open'
  } catch (error) {
    if (request === lesson.requests) tell(error)
  }
  if (request !== lesson.requests) return
  lesson.pending = false
  lesson.preview = null
  lesson.board.say(null)
  draw(lesson)
}

/**
 * Whether the steps so far solve the task. A solved task is recorded.
 * @param {Lesson} lesson
 * @param {PositionView} position
 * @param {boolean} complete The turn has ended.
 * @returns {TaskState}
 */
function judge({ card, index, played }, position, complete) {
  if (card.tasks[index].goal({ played, after: position })) {
    markSolved(card, index)
    return 'solved'
  }
  // An open deploy can still reach the goal.
  return complete ? 'wrong' : 'open'
}

/** @param {Lesson} lesson */
async function showSolution(lesson) {
  const request = ++lesson.requests
  const { card, index, elements } = lesson
  const task = card.tasks[index]
  try {
    const { position, turns } = await api.position({ fen: task.fen, moves: task.solution })
    if (request !== lesson.requests) return
    lesson.view = position
    lesson.state = 'open'
    lesson.pending = true
    lesson.played = []
    draw(lesson, turns.at(-1)?.steps)
    elements.feedback.textContent = t('learn.solutionShown', { moves: turns.map(({ san }) => san).join(' ') })
    elements.again.hidden = false
    elements.again.focus()
  } catch (error) {
    tell(error)
  }
}

/**
 * @param {Lesson} lesson
 * @param {Step[]} [lastMove]
 */
function draw(lesson, lastMove = lesson.played) {
  const { card, index, state, pending, view, preview, board } = lesson
  const { taskText, feedback, again, solution } = lesson.elements
  taskText.textContent = cardText(card, `${index + 1}.task`)
  feedback.textContent = state === 'solved' ? t('learn.right') : state === 'wrong' ? cardText(card, `${index + 1}.wrong`) : ''
  feedback.className = `feedback ${state}`
  again.hidden = state === 'open'
  solution.hidden = state === 'solved'
  drawSteps(lesson)
  drawOnward(lesson)
  if (view) board.show(preview ?? view, { interactive: state === 'open' ? 'r' : false, lastMove, zones: ABOUT_ZONES.includes(card.id), pending })
}

/**
 * The buttons of the card's tasks.
 * @param {Lesson} lesson
 */
function drawSteps(lesson) {
  const { card, index, elements } = lesson
  elements.steps.hidden = card.tasks.length < 2
  elements.steps.replaceChildren(
    ...card.tasks.map((_, task) => {
      const label = t(isSolved(card, task) ? 'learn.taskSolved' : 'learn.taskNumber', { number: task + 1 })
      const attributes = { class: isSolved(card, task) ? 'solved' : '', 'aria-current': task === index ? 'step' : null }
      return el('li', {}, button(label, () => void start(lesson, task), attributes, task + 1))
    }),
  )
}

/**
 * The link after a solved task: to the next task, the next card, or the list of lessons.
 * @param {Lesson} lesson
 */
function drawOnward(lesson) {
  const { card, index, state } = lesson
  const { onward } = lesson.elements
  const more = index + 1 < card.tasks.length
  const next = CARDS[CARDS.indexOf(card) + 1]
  onward.hidden = state !== 'solved'
  onward.textContent = more ? t('learn.nextTask') : next ? t('learn.next', { title: cardText(next, 'title') }) : t('learn.all')
  onward.setAttribute('href', more ? `#/learn/${card.id}` : next ? `#/learn/${next.id}` : '#/learn')
  onward.onclick = more
    ? (event) => {
        event.preventDefault()
        void start(lesson, index + 1)
      }
    : null
}

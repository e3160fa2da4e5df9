// The page of a new game: the form, and links to running games.

import { api, ApiError } from '../api.js'
import { createBoard } from '../board/board.js'
import { readFen, sketch } from '../fen.js'
import { START_FEN } from '../generated.js'
import { count, t } from '../i18n.js'
import { el, toast } from '../ui.js'
import { beginnerGame, createGameForm } from './game-form.js'
import { playerName } from './player.js'
import { isFirstVisit, welcomeCard } from './welcome.js'

/** @import { GameSummary, NewGame } from '../api.js' */

/** @param {HTMLElement} host */
export function mountNewGame(host) {
  const choices = createGameForm()
  const boardHost = el('div', { class: 'board-column' })
  const running = el('section', { class: 'card continue', hidden: true })
  const side = el('div', { class: 'side' }, newGameForm(choices), running)
  if (isFirstVisit()) {
    const form = [...side.children]
    side.replaceChildren(welcomeCard(() => void orToast(() => start(beginnerGame())), () => side.replaceChildren(...form)))
  }
  host.append(el('div', { class: 'table new-table' }, boardHost, side))
  const board = createBoard(boardHost, {})
  // The board is only a picture here, so it does not wait for the server.
  const placement = readFen(START_FEN)
  if (placement) board.show(sketch(placement), { orientation: choices.side() })
  let left = false
  void orToast(async () => {
    const { games } = await api.games.list({ state: 'running', limit: 4 })
    if (!left) showRunning(running, games)
  })
  return () => {
    left = true
    board.destroy()
  }
}

/** @param {ReturnType<typeof createGameForm>} choices */
function newGameForm(choices) {
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault()
    void orToast(() => start(choices.game()))
  }
  return el(
    'form',
    { class: 'card new-game', onsubmit: submit },
    el('h1', {}, t('new.title')),
    el('p', { class: 'muted' }, t('new.lead')),
    choices.element,
    el('button', { type: 'submit', class: 'button primary large' }, t('new.start')),
  )
}

/** @param {NewGame} wanted */
async function start(wanted) {
  const game = await api.games.create(wanted)
  location.hash = `#/play/${encodeURIComponent(game.id)}`
}

/**
 * Runs a request and shows its error.
 * @param {() => Promise<void>} request
 */
async function orToast(request) {
  try {
    await request()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    toast(error.text, 'error')
  }
}

/**
 * @param {HTMLElement} section
 * @param {GameSummary[]} games
 */
function showRunning(section, games) {
  section.hidden = games.length === 0
  section.replaceChildren(
    el('h2', {}, t('new.continue')),
    el('ul', { class: 'continue-list' }, ...games.map(runningGame)),
    el('a', { href: '#/games' }, t('new.continue.all')),
  )
}

/**
 * A link to a running game; a damaged game cannot be continued.
 * @param {GameSummary} game
 */
function runningGame({ id, players, turns }) {
  if (!players) return null
  const names = el('span', {}, `${playerName(players.r)} – ${playerName(players.b)}`)
  const length = el('span', { class: 'muted' }, count('new.continue.turns', turns))
  return el('li', {}, el('a', { href: `#/play/${encodeURIComponent(id)}` }, names, length))
}

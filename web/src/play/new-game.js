// The page of a new game: the form, and links to running games.

import { api, ApiError } from '../api.js'
import { createBoard } from '../board/board.js'
import { readFen, sketch, START_FEN } from '../fen.js'
import { t } from '../i18n.js'
import { el, toast } from '../ui.js'
import { createGameForm } from './game-form.js'
import { playerName } from './player.js'

/** @import { GameSummary } from '../api.js' */

/** @param {HTMLElement} host */
export function mountNewGame(host) {
  let left = false

  const choices = createGameForm()
  const boardHost = el('div', { class: 'board-column' })
  const form = el(
    'form',
    { class: 'card new-game', onsubmit: begin },
    el('h1', {}, t('new.title')),
    el('p', { class: 'muted' }, t('new.lead')),
    choices.element,
    el('button', { type: 'submit', class: 'button primary large' }, t('new.start')),
  )
  const running = el('section', { class: 'card continue', hidden: true })
  host.append(el('div', { class: 'table new-table' }, boardHost, el('div', { class: 'side' }, form, running)))
  const board = createBoard(boardHost, {})
  // The board is only a picture here, so it does not wait for the server.
  const start = readFen(START_FEN)
  if (start) board.show(sketch(start), { orientation: choices.side() })
  void fetchGames()

  async function fetchGames() {
    try {
      const { games } = await api.games.list({ state: 'running', limit: 4 })
      if (!left) showRunning(games)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.text, 'error')
    }
  }

  /** @param {SubmitEvent} event */
  async function begin(event) {
    event.preventDefault()
    try {
      const game = await api.games.create(choices.game())
      location.hash = `#/play/${encodeURIComponent(game.id)}`
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.text, 'error')
    }
  }

  /** @param {GameSummary[]} games */
  function showRunning(games) {
    running.hidden = games.length === 0
    running.replaceChildren(
      el('h2', {}, t('new.continue')),
      el(
        'ul',
        { class: 'continue-list' },
        ...games.flatMap(({ id, players, turns }) =>
          // A damaged game cannot be continued.
          players
            ? el(
                'li',
                {},
                el(
                  'a',
                  { href: `#/play/${encodeURIComponent(id)}` },
                  el('span', {}, `${playerName(players.r)} – ${playerName(players.b)}`),
                  el('span', { class: 'muted' }, t('new.continue.turns', { n: turns })),
                ),
              )
            : [],
        ),
      ),
      el('a', { href: '#/games' }, t('new.continue.all')),
    )
  }

  return () => {
    left = true
    board.destroy()
  }
}

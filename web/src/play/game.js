// The page of one game: it shows the server's state, sends the player's actions, and shows a move
// before it is confirmed.

import { api, ApiError } from '../api.js'
import { createBoard } from '../board/board.js'
import { after } from '../board/preview.js'
import { t } from '../i18n.js'
import { stepOf } from '../move.js'
import { refusalText } from '../refusal-text.js'
import { explainRefusal } from '../refusal.js'
import { listenForSteps, stepButtons } from '../steps.js'
import { closeDialogs, confirm, el, toast } from '../ui.js'
import { createBanner } from './banner.js'
import { remaining } from './clock.js'
import { createControls } from './controls.js'
import { goToTurn, shownTurn, turnAt } from './look-back.js'
import { createMoves } from './moves.js'
import { createPlayerBar } from './player.js'
import { isEmpty, nextGame } from './rematch.js'

/** @import { Color, GameView, Move, PositionView, Step } from '../types.js' */
/** @import { GameCommand } from '../api.js' */
/** @import { Board } from '../board/board.js' */

/** The interval at which the clocks are drawn, in milliseconds. */
const TICK = 100

/**
 * @typedef {object} GamePage
 * @property {string} id
 * @property {GameView | null} game The last state from the server.
 * @property {number} received When it arrived, in the time of `performance.now()`; the clocks count
 *   from there.
 * @property {Color} orientation
 * @property {{position: PositionView, step: Step} | null} pending A move that is shown but not yet
 *   confirmed.
 * @property {{index: number, position: PositionView} | null} past The earlier position that is
 *   shown instead: after the turn of this index, or at the start for -1.
 * @property {number} looked Counts the requests for earlier positions, so that a late answer is
 *   recognized.
 * @property {Step[]} hint
 * @property {boolean} flagged The server was told that a clock ran out.
 * @property {boolean} reconnecting The connection was lost, and the user was told.
 * @property {boolean} deleted The game was deleted: it can be looked at, but not played.
 * @property {boolean} left The page was left.
 * @property {number} ticking The timer that draws running clocks.
 * @property {() => void} closeEvents
 * @property {Board} board
 * @property {GameElements} elements
 */

/**
 * @param {HTMLElement} host
 * @param {string} id
 */
export function mountGame(host, id) {
  const page = createPage(id)
  host.append(el('h1', { class: 'visually-hidden' }, t('nav.play')), page.elements.table)
  page.board.say(t('play.loading'))
  page.closeEvents = api.games.events(id, {
    game: (game) => receive(page, game),
    thinking: ({ depth }) => {
      if (page.game?.busy === 'engine' && !page.past) page.board.say(t('play.thinkingDepth', { depth }))
    },
    deleted: () => showDeleted(page),
    error: () => void reconnect(page),
  })
  return () => {
    page.left = true
    // A game without a move is not worth keeping. A change of language opens the same game again.
    const again = location.hash.endsWith(`/${encodeURIComponent(id)}`)
    if (page.game && !again && !page.deleted && isEmpty(page.game)) void api.games.delete(id).catch(() => {})
    clearInterval(page.ticking)
    page.closeEvents()
    page.elements.stopKeys()
    page.board.destroy()
  }
}

/**
 * @param {string} id
 * @returns {GamePage}
 */
function createPage(id) {
  const elements = createElements(() => page)
  const board = createGameBoard(elements.boardHost, () => page)
  /** @type {GamePage} */
  const page = {
    id,
    game: null,
    received: 0,
    orientation: 'r',
    pending: null,
    past: null,
    looked: 0,
    hint: [],
    flagged: false,
    reconnecting: false,
    deleted: false,
    left: false,
    ticking: 0,
    closeEvents: () => {},
    board,
    elements,
  }
  return page
}

/** @param {() => GamePage} page */
function createElements(page) {
  const boardHost = el('div', { class: 'board-host' })
  const far = createPlayerBar()
  const near = createPlayerBar()
  const banner = createBanner({ onTryAgain: () => void wakeEngine(page()), onRematch: (switched) => void rematch(page(), switched) })
  const moves = createMoves((index) => look(page(), index))
  const controls = createControls({
    onHint: () => void requestHint(page()),
    onUndo: () => void act(page(), { type: 'undo' }),
    onRedo: () => void act(page(), { type: 'redo' }),
    onResign: () => void resign(page()),
    onDraw: () => void offerDraw(page()),
    onPresent: () => look(page(), Infinity),
  })
  const stepHandlers = {
    onFirst: () => look(page(), -1),
    onBack: () => look(page(), shownTurn(page()) - 1),
    onForward: () => look(page(), shownTurn(page()) + 1),
    onLast: () => look(page(), Infinity),
    onFlip: () => flip(page()),
  }
  far.element.classList.add('far')
  near.element.classList.add('near')
  const side = el('div', { class: 'side' }, moves.element)
  const table = el('div', { class: 'table' }, far.element, boardHost, near.element, stepButtons(stepHandlers), controls.element, side, banner.element)
  return { boardHost, far, near, banner, moves, controls, table, stopKeys: listenForSteps(table, stepHandlers) }
}

/** @typedef {ReturnType<typeof createElements>} GameElements */

/**
 * @param {HTMLElement} host
 * @param {() => GamePage} page
 */
function createGameBoard(host, page) {
  const board = createBoard(host, {
    onMove: (move) => play(page(), move),
    onCommit: () => void act(page(), { type: 'commit' }),
    onUndoStep: () => void act(page(), { type: 'undo' }),
    onCancel: () => void act(page(), { type: 'cancel' }),
    onRefused(attempt) {
      const { game } = page()
      if (game) void explainRefusal(game.position.fen, attempt, board.say)
    },
    onSelect: (square) => {
      if (square !== null) board.say(statusText(page()))
    },
  })
  return board
}

/**
 * Takes over a state of the game from the server.
 * @param {GamePage} page
 * @param {GameView} next
 */
function receive(page, next) {
  const { game } = page
  if (page.left || page.deleted || (game && next.revision < game.revision)) return
  if (!game) page.orientation = next.players.r.kind === 'engine' && next.players.b.kind === 'human' ? 'b' : 'r'
  const changed = !game || next.revision > game.revision
  const before = statusText(page)
  if (changed) Object.assign(page, { pending: null, past: null, hint: [] })
  page.game = next
  page.received = performance.now()
  page.flagged = false
  show(page)
  // Without a change the last message still holds, such as a hint or why a move was refused.
  if (changed || page.reconnecting || statusText(page) !== before) page.board.say(statusText(page))
  page.reconnecting = false
}

/**
 * The connection was lost: the server is unreachable, or the game does not exist.
 * @param {GamePage} page
 */
async function reconnect(page) {
  if (page.left || page.deleted) return
  page.reconnecting = true
  page.board.say(t('play.reconnecting'), 'error')
  try {
    receive(page, await api.games.get(page.id))
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404 || page.left) return
    if (page.game) return showDeleted(page)
    page.closeEvents()
    toast(error.text, 'error')
    location.hash = '#/play'
  }
}

/**
 * The game was deleted elsewhere: it can still be looked at.
 * @param {GamePage} page
 */
function showDeleted(page) {
  if (page.left) return
  Object.assign(page, { deleted: true, pending: null, hint: [] })
  page.closeEvents()
  closeDialogs()
  show(page)
  page.board.say('')
}

/**
 * The sides that are moved on this board.
 * @param {GamePage} page
 */
function playersOf({ game, past, deleted }) {
  if (!game || game.outcome || past || deleted) return false
  const humans = /** @type {Color[]} */ (['r', 'b']).filter((side) => game.players[side].kind === 'human')
  return humans.length === 2 ? 'both' : (humans[0] ?? false)
}

/** @param {GamePage} page */
function show(page) {
  const { game, past, pending, hint, deleted, orientation, board, elements } = page
  if (!game) return
  board.show(past?.position ?? pending?.position ?? game.position, {
    orientation,
    interactive: playersOf(page),
    lastMove: lastMove(page, game),
    arrows: hint.map(({ from, to }) => ({ from, to, strength: 0.8 })),
    pending: pending !== null,
  })
  elements.moves.update(game.turns, past?.index ?? game.turns.length - 1)
  elements.controls.update(game, { past: past !== null, pending: pending !== null })
  elements.controls.element.hidden = deleted
  elements.banner.update(game, deleted)
  tick(page)
  clearInterval(page.ticking)
  if (game.clock?.running && !game.outcome && !deleted) page.ticking = setInterval(() => tick(page), TICK)
}

/**
 * @param {GamePage} page
 * @param {GameView} game
 * @returns {Step[]}
 */
function lastMove({ past, pending }, game) {
  if (past) return turnAt(game, past.index)?.steps ?? []
  const open = game.position.session?.steps.map(stepOf) ?? []
  if (pending) return [...open, pending.step]
  return open.length > 0 ? open : (game.turns.at(-1)?.steps ?? [])
}

/** @param {GamePage} page */
function flip(page) {
  page.orientation = page.orientation === 'r' ? 'b' : 'r'
  show(page)
}

/**
 * Draws the clocks, and tells the server when one has run out.
 * @param {GamePage} page
 */
function tick(page) {
  const { game, received, orientation, deleted, elements } = page
  if (!game) return
  const far = orientation === 'r' ? 'b' : 'r'
  elements.far.update(game, far, remaining(game, far, received))
  elements.near.update(game, orientation, remaining(game, orientation, received))
  const running = game.clock?.running
  if (running && !page.flagged && !game.outcome && !deleted && remaining(game, running, received) === 0) {
    page.flagged = true
    void act(page, { type: 'flag' })
  }
}

/**
 * The message under the board when there is nothing else to report.
 * @param {GamePage} page
 */
function statusText(page) {
  const { game, past, deleted } = page
  if (!game || game.outcome || deleted) return ''
  if (past) return t('play.viewing')
  if (game.busy === 'engine') return t('play.thinking')
  if (game.stalled) return ''
  const both = playersOf(page) === 'both'
  const turn = both ? t('play.toMove', { color: t(`color.${game.position.turn}`) }) : t('play.yourTurn')
  return game.position.check ? `${t('play.check')} ${turn}` : turn
}

/**
 * Shows a move of the board at once, and sends it.
 * @param {GamePage} page
 * @param {Move} move
 */
function play(page, move) {
  if (!page.game) return
  const start = performance.now()
  page.pending = { position: after(page.game.position, move), step: move }
  page.hint = []
  show(page)
  performance.measure('move shown', { start })
  void act(page, { type: 'move', lan: move.lan, flags: move.flags })
}

/**
 * Sends a command. If the server refuses it, the move shown in advance is taken back.
 * @param {GamePage} page
 * @param {GameCommand} command
 */
async function act(page, command) {
  if (!page.game) return
  try {
    receive(page, await api.games.act(page.id, page.game.revision, command))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await showRefused(page, error)
  }
}

/**
 * @param {GamePage} page
 * @param {ApiError} error
 */
async function showRefused(page, error) {
  if (error.status === 404) return showDeleted(page)
  page.pending = null
  if (error.code === 'TIME_LEFT') {
    // The clock of this page was ahead of the server's.
    receive(page, await api.games.get(page.id))
    return
  }
  if (error.code === 'CONFLICT') receive(page, error.body.game ?? (await api.games.get(page.id)))
  else show(page)
  page.board.say(error.body.why ? refusalText(error.body.why) : error.text, 'error')
}

/** @param {GamePage} page */
async function requestHint(page) {
  if (!page.game) return
  const { revision } = page.game
  const { controls } = page.elements
  controls.thinking(true)
  try {
    const { turn, actions } = await api.games.hint(page.id)
    if (page.left || page.deleted || page.game.revision !== revision) return
    // In an open deploy, only the steps that are left.
    page.hint = actions.filter((action) => action !== null)
    show(page)
    page.board.say(t('play.hintText', { san: turn.san }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    page.board.say(error.text, 'error')
  } finally {
    controls.thinking(false)
  }
}

/**
 * Opening a game makes an engine that could not move try again.
 * @param {GamePage} page
 */
async function wakeEngine(page) {
  try {
    receive(page, await api.games.get(page.id))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 404) showDeleted(page)
    else if (!page.left) toast(error.text, 'error')
  }
}

/**
 * Starts another game with the same players, position and time.
 * @param {GamePage} page
 * @param {boolean} switched
 */
async function rematch({ game }, switched) {
  if (!game) return
  try {
    const next = await api.games.create(nextGame(game, switched))
    location.hash = `#/play/${encodeURIComponent(next.id)}`
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    toast(error.text, 'error')
  }
}

/**
 * The side that resigns or offers a draw: the human's, or the side to move of two humans.
 * @param {GamePage} page
 * @returns {Color}
 */
function speaker(page) {
  const side = playersOf(page)
  return side === 'r' || side === 'b' ? side : (page.game?.position.turn ?? 'r')
}

/** @param {GamePage} page */
async function resign(page) {
  const color = speaker(page)
  const question = t('play.resignQuestion', { color: t(`color.${color}`) })
  if (await confirm(question, t('play.resign'))) await act(page, { type: 'resign', color })
}

/** @param {GamePage} page */
async function offerDraw(page) {
  const question = playersOf(page) === 'both' ? t('play.drawQuestion') : t('play.drawOffer')
  if (await confirm(question, t('play.draw'))) await act(page, { type: 'draw', color: speaker(page) })
}

/**
 * Shows the position after a turn.
 * @param {GamePage} page
 * @param {number} index
 */
function look(page, index) {
  void goToTurn(page, index, () => {
    show(page)
    page.board.say(statusText(page))
  })
}

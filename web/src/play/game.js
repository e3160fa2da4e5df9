// One game on the table: it shows what the server says, sends what the player does, and shows a move at once.

import { api, ApiError } from '../api.js'
import { createBoard } from '../board/board.js'
import { after } from '../board/preview.js'
import { t } from '../i18n.js'
import { refusalText } from '../refusal-text.js'
import { explainRefusal } from '../refusal.js'
import { button, closeDialogs, confirm, el, toast } from '../ui.js'
import { remaining } from './clock.js'
import { createControls } from './controls.js'
import { createMoves } from './moves.js'
import { createPlayerBar } from './player.js'

/** @import { Color, GameView, Move, PositionView, Step } from '../types.js' */
/** @import { Action } from '../api.js' */

/** How often the clocks are drawn, in milliseconds. */
const TICK = 100

/**
 * @param {HTMLElement} host
 * @param {string} id
 */
export function mountGame(host, id) {
  /** @type {GameView | null} */
  let game = null
  /** When the game's view arrived, for the clocks. */
  let received = 0
  /** @type {Color} */
  let orientation = 'r'
  /**
   * A move that is shown but not yet confirmed.
   * @type {{position: PositionView, step: Step} | null}
   */
  let pending = null
  /**
   * An earlier position that is looked at.
   * @type {{index: number, position: PositionView} | null}
   */
  let past = null
  /** Counts what was looked at, so that a late answer cannot overtake a newer question. */
  let looked = 0
  /** @type {Step[]} */
  let hint = []
  let flagged = false
  /** The connection broke, and the user was told so. */
  let reconnecting = false
  /** The game was deleted: what is shown is all there is left of it. */
  let deleted = false
  let left = false
  /** What the banner says. */
  let announced = ''
  /** Draws the clocks while one of them runs. */
  let ticking = 0

  const boardHost = el('div', { class: 'board-place' })
  const [top, bottom] = [createPlayerBar(), createPlayerBar()]
  const banner = el('div', { class: 'banner', role: 'status', hidden: true })
  const moves = createMoves((index) => void lookAt(index))
  const controls = createControls({
    onHint: () => void askHint(),
    onUndo: () => void act({ type: 'undo' }),
    onRedo: () => void act({ type: 'redo' }),
    onResign: () => void resign(),
    onDraw: () => void offerDraw(),
    onFlip: () => {
      orientation = orientation === 'r' ? 'b' : 'r'
      show()
    },
    onPresent: () => void lookAt(Infinity),
  })
  const column = el('div', { class: 'board-column with-players' }, top.element, boardHost, bottom.element)
  host.append(
    el('h1', { class: 'visually-hidden' }, t('nav.play')),
    el('div', { class: 'table' }, column, el('div', { class: 'side' }, banner, controls.element, moves.element)),
  )
  const board = createBoard(boardHost, {
    onMove: play,
    onCommit: () => void act({ type: 'commit' }),
    onUndoStep: () => void act({ type: 'undo' }),
    onCancel: () => void act({ type: 'cancel' }),
    onRefused: (attempt) => void (game && explainRefusal(game.position.fen, attempt, say)),
    onSelect: (square) => {
      if (square !== null) say(status())
    },
  })
  board.say(t('play.loading'))

  const closeEvents = api.games.events(id, {
    game: receive,
    thinking: ({ depth }) => {
      if (game?.busy === 'engine' && !past) say(t('play.thinkingDepth', { depth }))
    },
    deleted: gone,
    error: () => void lost(),
  })

  /** @param {GameView} next */
  function receive(next) {
    if (left || deleted || (game && next.revision < game.revision)) return
    if (!game) orientation = next.players.r.kind === 'engine' && next.players.b.kind === 'human' ? 'b' : 'r'
    const changed = !game || next.revision > game.revision
    const before = status()
    if (changed) {
      pending = null
      past = null
      hint = []
    }
    game = next
    received = performance.now()
    flagged = false
    show()
    // Where nothing has happened, what was said last still holds: a hint, or why a move was refused.
    if (changed || reconnecting || status() !== before) say(status())
    reconnecting = false
  }

  /** The connection broke; either the server is away, or there is no such game. */
  async function lost() {
    if (left || deleted) return
    reconnecting = true
    say(t('play.reconnecting'), 'error')
    try {
      receive(await api.games.get(id))
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404 || left) return
      if (game) return gone()
      closeEvents()
      toast(error.text, 'error')
      location.hash = '#/play'
    }
  }

  /** The game was deleted elsewhere: it can still be looked at, no more. */
  function gone() {
    if (left) return
    deleted = true
    pending = null
    hint = []
    closeEvents()
    closeDialogs()
    show()
    say('')
  }

  /** Whose moves are made on this board. */
  function players() {
    if (!game || game.outcome || past || deleted) return false
    const humans = /** @type {Color[]} */ (['r', 'b']).filter((side) => game?.players[side].kind === 'human')
    return humans.length === 2 ? 'both' : (humans[0] ?? false)
  }

  function show() {
    if (!game) return
    const position = past?.position ?? pending?.position ?? game.position
    board.show(position, {
      orientation,
      interactive: players(),
      lastMove: lastMove(game),
      arrows: hint.map(({ from, to }) => ({ from, to, strength: 0.8 })),
      pending: pending !== null,
    })
    moves.update(game.turns, past?.index ?? game.turns.length - 1)
    controls.update(game, { past: past !== null, pending: pending !== null })
    controls.element.hidden = deleted
    showBanner(game)
    tick()
    const running = game.clock?.running && !game.outcome && !deleted
    clearInterval(ticking)
    if (running) ticking = setInterval(tick, TICK)
  }

  /**
   * @param {GameView} game
   * @returns {Step[]}
   */
  function lastMove(game) {
    if (past) return game.turns[past.index].steps
    const open = game.position.session?.steps ?? []
    if (pending) return [...open, pending.step]
    return open.length > 0 ? open : (game.turns.at(-1)?.steps ?? [])
  }

  /**
   * The banner is built anew only when it says something else: its button keeps the focus.
   * @param {GameView} game
   */
  function showBanner({ outcome, stalled }) {
    const kind = deleted ? 'deleted' : stalled ? 'stalled' : outcome ? `${outcome.result} ${outcome.reason}` : ''
    if (kind === announced) return
    announced = kind
    banner.hidden = kind === ''
    banner.className = 'banner'
    if (deleted) {
      const list = el('a', { class: 'button', href: '#/games' }, t('new.continue.all'))
      banner.replaceChildren(el('strong', {}, t('play.deleted')), el('span', {}, t('play.deletedElsewhere')), list)
    } else if (stalled) {
      const again = button(t('play.tryAgain'), () => void wakeEngine())
      banner.replaceChildren(el('strong', {}, t('play.stalled')), again)
    } else if (outcome) {
      const { result, reason } = outcome
      const key = /** @type {'checkmate'} */ (reason)
      banner.classList.add(result)
      banner.replaceChildren(el('strong', {}, t(`outcome.${result}`)), el('span', {}, t(`outcome.reason.${key}`)))
    }
  }

  /** An engine that could not move tries again when somebody opens the game. */
  async function wakeEngine() {
    try {
      receive(await api.games.get(id))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 404) gone()
      else if (!left) toast(error.text, 'error')
    }
  }

  function tick() {
    if (!game) return
    const far = orientation === 'r' ? 'b' : 'r'
    top.update(game, far, remaining(game, far, received))
    bottom.update(game, orientation, remaining(game, orientation, received))
    const running = game.clock?.running
    if (running && !flagged && !game.outcome && !deleted && remaining(game, running, received) === 0) {
      flagged = true
      void act({ type: 'flag' })
    }
  }

  /** What is to be said when nothing special is. */
  function status() {
    if (!game || game.outcome || deleted) return ''
    if (past) return t('play.viewing')
    if (game.busy === 'engine') return t('play.thinking')
    if (game.stalled) return ''
    const both = players() === 'both'
    const turn = both ? t('play.toMove', { color: t(`color.${game.position.turn}`) }) : t('play.yourTurn')
    return game.position.check ? `${t('play.check')} ${turn}` : turn
  }

  /**
   * @param {string} text
   * @param {'info' | 'error'} [tone]
   */
  function say(text, tone = 'info') {
    board.say(text, tone)
  }

  /** @param {Move} move */
  function play(move) {
    if (!game) return
    const start = performance.now()
    pending = { position: after(game.position, move), step: move }
    hint = []
    show()
    performance.measure('move shown', { start })
    void act({ type: 'move', lan: move.lan, flags: move.flags })
  }

  /**
   * Sends an action; whatever was shown in advance is taken back if the server refuses it.
   * @param {Action} action
   */
  async function act(action) {
    if (!game) return
    try {
      receive(await api.games.act(id, game.revision, action))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 404) return gone()
      pending = null
      if (error.code === 'TIME_LEFT') {
        // Our clock was ahead of the server's.
        receive(await api.games.get(id))
        return
      }
      if (error.code === 'CONFLICT') receive(error.body.game ?? (await api.games.get(id)))
      else show()
      say(error.body.why ? refusalText(error.body.why) : error.text, 'error')
    }
  }

  async function askHint() {
    if (!game) return
    const { revision } = game
    controls.thinking(true)
    try {
      const { turn, actions } = await api.games.hint(id)
      if (left || deleted || game.revision !== revision) return
      // Of an open deploy only what is left to be done.
      hint = actions.filter((action) => action !== null)
      show()
      say(t('play.hintText', { san: turn.san }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      say(error.text, 'error')
    } finally {
      controls.thinking(false)
    }
  }

  /** The side that resigns or asks for a draw: the human's, or of two humans the one to move. */
  function speaker() {
    const side = players()
    return side === 'r' || side === 'b' ? side : (game?.position.turn ?? 'r')
  }

  async function resign() {
    const color = speaker()
    if (await confirm(t('play.resignQuestion', { color: t(`color.${color}`) }), t('play.resign'))) await act({ type: 'resign', color })
  }

  async function offerDraw() {
    const question = players() === 'both' ? t('play.drawQuestion') : t('play.drawOffer')
    if (await confirm(question, t('play.draw'))) await act({ type: 'draw', color: speaker() })
  }

  /** @param {number} index A turn; from the last one on it is the present. */
  async function lookAt(index) {
    if (!game) return
    const mine = ++looked
    const { revision, turns } = game
    if (index >= turns.length - 1) {
      past = null
    } else {
      // A turn that is looked at may be taken back meanwhile.
      const late = () => left || mine !== looked || game?.revision !== revision
      try {
        const { position } = await api.position({ fen: turns[index].fen })
        if (late()) return
        past = { index, position }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (!late()) say(error.text, 'error')
        return
      }
    }
    show()
    say(status())
  }

  return () => {
    left = true
    clearInterval(ticking)
    closeEvents()
    board.destroy()
  }
}

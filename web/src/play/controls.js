// The buttons beside the board of a game.

import { api } from '../api.js'
import { t } from '../i18n.js'
import { button, el } from '../ui.js'

/** @import { GameView } from '../types.js' */

/**
 * @typedef {object} ControlHandlers
 * @property {() => void} onHint
 * @property {() => void} onUndo
 * @property {() => void} onRedo
 * @property {() => void} onResign
 * @property {() => void} onDraw
 * @property {() => void} onPresent
 */

/** @param {ControlHandlers} handlers */
export function createControls(handlers) {
  const hint = button(t('play.hint'), handlers.onHint, { class: 'hint' })
  const undo = button(t('play.undo'), handlers.onUndo, { class: 'undo' })
  const redo = button(t('play.redo'), handlers.onRedo, { class: 'redo' })
  const draw = button(t('play.draw'), handlers.onDraw, { class: 'draw' })
  const resign = button(t('play.resign'), handlers.onResign, { class: 'resign' })
  const present = button(t('play.latest'), handlers.onPresent, { class: 'primary present', hidden: true })
  const analyse = el('a', { class: 'button' }, t('play.analyse'))
  const pgn = el('a', { class: 'button', download: '' }, t('play.pgn'))
  const fresh = el('a', { class: 'button', href: '#/play' }, t('play.new'))
  const element = el(
    'section',
    { class: 'card controls' },
    present,
    el('div', { class: 'control-row' }, undo, redo, hint),
    el('div', { class: 'control-row' }, draw, resign),
    el('div', { class: 'control-row' }, fresh, analyse, pgn),
  )
  let asking = false

  return {
    element,
    /**
     * @param {GameView} game
     * @param {{past: boolean, pending: boolean}} state
     */
    update(game, { past, pending }) {
      const over = game.outcome !== null
      const engineTurn = game.players[game.position.turn].kind === 'engine'
      undo.disabled = !game.canUndo || pending || past
      redo.disabled = !game.canRedo || pending || past
      hint.disabled = over || pending || past || engineTurn || asking
      draw.disabled = over || past
      resign.disabled = over || past
      present.hidden = !past
      analyse.setAttribute('href', `#/analyse?game=${encodeURIComponent(game.id)}`)
      pgn.setAttribute('href', api.games.pgnPath(game.id))
    },
    /** @param {boolean} yes Whether a hint is being computed. */
    thinking(yes) {
      asking = yes
      hint.disabled = yes
      hint.classList.toggle('busy', yes)
    },
  }
}

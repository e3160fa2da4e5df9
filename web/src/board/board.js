// The board shows a position and turns the player's input into one of the position's legal moves.
// The server decides what is legal.

import { t } from '../i18n.js'
import { onSettings } from '../settings.js'
import { playSound, soundOf } from '../sound.js'
import { firstUsable } from './choice.js'
import { inputHandlers, leaveChooser, makeMove, pick } from './input.js'
import { render, renderGround, renderPoints } from './render.js'
import { orientationOf, ownSession, pickable, pickedOption, playerOf } from './state.js'
import { createTypedMove } from './typed-move.js'
import { createBoardView } from './view.js'

/** @import { PositionView } from '../types.js' */
/** @import { BoardHandlers, BoardOptions, BoardState, Selection } from './state.js' */

/**
 * @param {HTMLElement} host
 * @param {BoardHandlers} handlers
 */
export function createBoard(host, handlers) {
  const state = createState(handlers)
  const { element, tray } = state.view
  const typed = createTypedMove(typedHandlers(state))
  tray.element.append(typed.input)
  host.append(element)
  const stopSettings = onSettings(() => {
    renderGround(state)
    if (state.position) state.view.pieces.show(state.position.units, orientationOf(state), { slide: false, steps: [] })
    render(state)
  })
  renderGround(state)
  renderPoints(state)
  return {
    element,
    /**
     * @param {PositionView} position
     * @param {BoardOptions} [options]
     */
    show: (position, options = {}) => show(state, position, options),
    /**
     * Shows a message in the bar under the board, such as why a move was refused; null clears it.
     * @param {string | null} text
     * @param {'info' | 'error'} [tone]
     */
    say: (text, tone = 'info') => tray.say(text, tone),
    destroy() {
      stopSettings()
      typed.destroy()
      element.remove()
    },
  }
}

/**
 * @param {BoardHandlers} handlers
 * @returns {BoardState}
 */
function createState(handlers) {
  const view = createBoardView(inputHandlers(() => state), {
    onPick: (index) => pick(state, index),
    onCommit: () => handlers.onCommit?.(),
    onUndoStep: () => handlers.onUndoStep?.(),
    onCancel: () => handlers.onCancel?.(),
  })
  /** @type {BoardState} */
  const state = { handlers, view, position: null, options: {}, selection: null, inspected: null, closeChooser: null, ghost: null, dropped: false }
  return state
}

/**
 * @param {BoardState} state
 * @returns {import('./typed-move.js').TypedMoveHandlers}
 */
function typedHandlers(state) {
  const { handlers } = state
  const mayMove = () => [state.position?.turn, 'both'].includes(playerOf(state) || undefined)
  return {
    moves: () => (mayMove() ? (state.position?.moves ?? []) : []),
    onMove: (move) => makeMove(state, move),
    onCommit: () => {
      if (ownSession(state)?.canCommit) handlers.onCommit?.()
    },
    onUnknown: (text) => state.view.tray.say(t('typed.unknown', { text }), 'error'),
  }
}

/**
 * @param {BoardState} state
 * @param {PositionView} position
 * @param {BoardOptions} options
 */
function show(state, position, options) {
  const turned = (options.orientation ?? 'r') !== orientationOf(state)
  const sound = state.position && !turned && !state.handlers.onPoint ? soundOf(state.position, position) : null
  if (sound) playSound(sound)
  state.position = position
  state.options = options
  if (turned) renderGround(state)
  leaveChooser(state)
  state.view.pieces.show(position.units, orientationOf(state), { slide: !state.dropped && !turned, steps: turned ? [] : (options.lastMove ?? []) })
  state.inspected = null
  state.selection = keptSelection(state) ?? sessionSelection(state)
  render(state)
}

/**
 * The selection, if the selected unit can still be picked up in the new position.
 * @param {BoardState} state
 * @returns {Selection | null}
 */
function keptSelection(state) {
  if (!state.selection) return null
  const { square } = state.selection
  const options = pickable(state, square)
  const index = options.findIndex(({ unit }) => unit === pickedOption(state)?.unit)
  return index < 0 ? null : { square, options, index }
}

/**
 * In an open deploy the next piece is selected at once.
 * @param {BoardState} state
 * @returns {Selection | null}
 */
function sessionSelection(state) {
  const session = ownSession(state)
  if (!session || state.handlers.onPoint) return null
  const options = pickable(state, session.square)
  const canMove = options.some(({ moves }) => moves.length > 0)
  return canMove ? { square: session.square, options, index: firstUsable(options) } : null
}

/** @typedef {ReturnType<typeof createBoard>} Board */

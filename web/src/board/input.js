// What the player does on the board: taps, drags and keys select a unit and make one of the
// position's legal moves.

import { firstUsable, mayPick, targetsOf } from './choice.js'
import { openChooser } from './chooser.js'
import { STEP } from './geometry.js'
import { render, renderTray } from './render.js'
import { isLocked, orientationOf, ownSession, pickable, pickedOption, playerOf } from './state.js'
import { drawUnit, pieceAt } from './symbols.js'

/** @import { Move } from '../types.js' */
/** @import { Pickable } from './choice.js' */
/** @import { PointsHandlers, Spot } from './points.js' */
/** @import { BoardState, Selection } from './state.js' */

/**
 * The handlers of the points of a board.
 * @param {() => BoardState} state
 * @returns {PointsHandlers}
 */
export function inputHandlers(state) {
  return {
    onTap: (square, spot) => tap(state(), square, spot),
    canDrag: (square) => canDrag(state(), square),
    onDragStart: (square, spot) => startDrag(state(), square, spot),
    onDrag: (column, row) => state().ghost?.setAttribute('transform', `translate(${column * STEP} ${row * STEP})`),
    onDrop: (square) => drop(state(), square),
    onInspect: (square) => inspect(state(), square),
    onKey: (key) => pressKey(state(), key),
  }
}

/**
 * @param {BoardState} state
 * @param {string} square
 * @param {Spot} [spot]
 */
function tap(state, square, spot) {
  leaveChooser(state)
  const { handlers, selection } = state
  if (handlers.onPoint) {
    handlers.onPoint(square)
    return
  }
  if (tryMove(state, square)) return
  if (isLocked(state, square)) {
    refuseOther(state, square)
    return
  }
  const here = pickable(state, square)
  if (selection?.square === square) select(state, nextOption(selection, here))
  else if (here.length > 0) select(state, { square, options: here, index: touchedOption(state, square, here, spot) })
  else if (selection) refuse(state, square)
  else select(state, null)
}

/**
 * The option that a touch asks for: a carried piece by its badge, else the first that can move.
 * @param {BoardState} state
 * @param {string} square
 * @param {Pickable[]} options
 * @param {Spot} [spot]
 */
function touchedOption({ position }, square, options, spot) {
  const piece = spot && pieceAt(position?.units[square] ?? '', spot)
  const index = piece ? options.findIndex(({ unit, whole }) => !whole && unit === piece) : -1
  return index < 0 ? firstUsable(options) : index
}

/**
 * Tapping a stack again goes through its options that can move; after the last one the selection is
 * cleared.
 * @param {Selection} selection
 * @param {Selection['options']} options What can be picked up there now.
 * @returns {Selection | null}
 */
function nextOption({ square, index }, options) {
  const next = options.findIndex(({ moves }, place) => place > index && moves.length > 0)
  return next < 0 ? null : { square, options, index: next }
}

/**
 * Moves the picked unit to the point, if a listed move does that.
 * @param {BoardState} state
 * @param {string} square
 */
function tryMove(state, square) {
  const picked = pickedOption(state)
  const moves = picked && targetsOf(picked).get(square)
  if (!moves) return false
  if (moves.length === 1) makeMove(state, moves[0])
  else chooseKind(state, square, moves)
  return true
}

/**
 * @param {BoardState} state
 * @param {string} square
 * @param {Move[]} moves
 */
function chooseKind(state, square, moves) {
  state.closeChooser = openChooser(state.view.frame, {
    square,
    orientation: orientationOf(state),
    moves,
    onChoose: (move) => makeMove(state, move),
    onLeave: () => {
      leaveChooser(state)
      state.view.points.focus(square)
    },
  })
}

/** @param {BoardState} state */
export function leaveChooser(state) {
  state.closeChooser?.()
  state.closeChooser = null
}

/**
 * @param {BoardState} state
 * @param {Move} move
 */
export function makeMove(state, move) {
  const { frame, tray, points } = state.view
  const keyboard = frame.contains(document.activeElement)
  leaveChooser(state)
  select(state, null)
  tray.say(null, 'info')
  if (keyboard) points.focus(move.to)
  state.handlers.onMove?.(move)
}

/**
 * @param {BoardState} state
 * @param {string} to
 */
function refuse(state, to) {
  const { selection, view, handlers } = state
  if (!selection) return
  view.pieces.shake(selection.square)
  handlers.onRefused?.({ from: selection.square, to, unit: selection.options[selection.index].unit })
}

/**
 * While a deploy is open, another unit of the player is refused with the rule that says so.
 * @param {BoardState} state
 * @param {string} square
 */
function refuseOther({ view, handlers, position }, square) {
  const { session, units } = position ?? {}
  if (!session || !units) return
  view.pieces.shake(square)
  handlers.onRefused?.({ from: square, to: session.square, unit: units[square] })
}

/**
 * @param {BoardState} state
 * @param {Selection | null} selection
 */
function select(state, selection) {
  state.selection = selection
  render(state)
  state.handlers.onSelect?.(selection?.square ?? null)
}

/**
 * Picks one of the options on the selected point.
 * @param {BoardState} state
 * @param {number} index
 */
export function pick(state, index) {
  const square = state.selection?.square ?? ownSession(state)?.square
  if (!square) return
  const options = pickable(state, square)
  if (index < options.length) select(state, { square, options, index })
}

/**
 * @param {BoardState} state
 * @param {string} square
 */
function canDrag(state, square) {
  const { handlers, position } = state
  return !handlers.onPoint && position !== null && mayPick(position, square, playerOf(state)) && !isLocked(state, square)
}

/**
 * Drags the picked piece of the selected stack; a badge drags the piece that it shows.
 * @param {BoardState} state
 * @param {string} square
 * @param {Spot} spot
 */
function startDrag(state, square, spot) {
  leaveChooser(state)
  const options = pickable(state, square)
  const badge = pieceAt(state.position?.units[square] ?? '', spot) !== undefined
  if (badge || state.selection?.square !== square) select(state, { square, options, index: touchedOption(state, square, options, spot) })
  const picked = pickedOption(state)
  if (!picked) return
  state.ghost = drawUnit(picked.unit)
  state.view.layers.drag.append(state.ghost)
  state.view.pieces.lift(square, picked.whole || picked.unit === state.position?.units[square])
}

/**
 * @param {BoardState} state
 * @param {string | null} square Null beside the board.
 */
function drop(state, square) {
  state.ghost?.remove()
  state.ghost = null
  state.view.pieces.settle()
  if (!state.selection || square === null || square === state.selection.square) return
  state.dropped = true
  if (!tryMove(state, square)) refuse(state, square)
  state.dropped = false
}

/**
 * Describes the unit on a point.
 * @param {BoardState} state
 * @param {string | null} square
 */
function inspect(state, square) {
  if (state.inspected === square) return
  state.inspected = square
  renderTray(state)
}

/**
 * @param {BoardState} state
 * @param {string} key
 * @returns {boolean} Whether the key has a meaning here.
 */
function pressKey(state, key) {
  if (key === 'Escape') {
    leaveChooser(state)
    select(state, null)
    return true
  }
  if (!/^[1-4]$/.test(key) || (!state.selection && !ownSession(state))) return false
  pick(state, Number(key) - 1)
  return true
}

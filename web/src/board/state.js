// The state of a board, and what follows from it without drawing.

import { mayPick, optionsAt } from './choice.js'

/** @import { Color, Move, PositionView, Session, Step } from '../types.js' */
/** @import { Pickable } from './choice.js' */
/** @import { BoardView } from './view.js' */

/**
 * What the board reports to its page.
 * @typedef {object} BoardHandlers
 * @property {(move: Move) => void} [onMove] A legal move was made; it is always one of the
 *   position's list.
 * @property {() => void} [onCommit] Commit the open deploy.
 * @property {() => void} [onUndoStep] Take back the last step of the open deploy.
 * @property {() => void} [onCancel] Take back the whole open deploy.
 * @property {(attempt: {from: string, to: string, unit: string}) => void} [onRefused] The unit
 *   cannot go there.
 * @property {(square: string | null) => void} [onSelect] A point was selected, or the selection was
 *   cleared.
 * @property {(square: string) => void} [onPoint] A point was tapped. A board with this handler
 *   makes no moves; it is used to set up positions.
 */

/**
 * How a position is shown.
 * @typedef {object} BoardOptions
 * @property {Color} [orientation] The side at the bottom; Red by default.
 * @property {Color | 'both' | false} [interactive] The sides that can be moved on the board.
 * @property {Step[]} [lastMove]
 * @property {{from: string, to: string, strength: number}[]} [arrows] Strength from 0 to 1.
 * @property {{squares: string[], class: string}} [highlight]
 * @property {boolean} [zones] Both sides' air-defence zones are shown.
 * @property {boolean} [pending] The server has not answered a move yet: the board takes no input.
 */

/**
 * @typedef {{square: string, options: Pickable[], index: number}} Selection The selected point and
 *   which of its options is picked.
 */

/**
 * @typedef {object} BoardState
 * @property {BoardHandlers} handlers
 * @property {BoardView} view
 * @property {PositionView | null} position
 * @property {BoardOptions} options
 * @property {Selection | null} selection
 * @property {string | null} inspected The point whose unit is described, under a resting pointer.
 * @property {(() => void) | null} closeChooser Closes the choice between two kinds of capture, if
 *   it is open.
 * @property {SVGGElement | null} ghost The piece under a dragging pointer.
 * @property {boolean} dropped The move was made by dropping the piece on its target, so it does not
 *   slide there.
 */

/**
 * The side at the bottom.
 * @param {BoardState} state
 * @returns {Color}
 */
export function orientationOf(state) {
  return state.options.orientation ?? 'r'
}

/**
 * The sides that can be moved now.
 * @param {BoardState} state
 */
export function playerOf({ options }) {
  return options.pending ? false : (options.interactive ?? false)
}

/**
 * What can be picked up on a point.
 * @param {BoardState} state
 * @param {string} square
 */
export function pickable(state, square) {
  return state.position ? optionsAt(state.position, square, playerOf(state)) : []
}

/**
 * The picked option of the selection.
 * @param {BoardState} state
 * @returns {Pickable | undefined}
 */
export function pickedOption({ selection }) {
  return selection?.options[selection.index]
}

/**
 * The open deploy, if the player can continue it.
 * @param {BoardState} state
 * @returns {Session | null}
 */
export function ownSession(state) {
  const { position } = state
  if (!position?.session) return null
  const player = playerOf(state)
  return player === 'both' || player === position.turn ? position.session : null
}

/**
 * Whether the player's unit on a point must wait, because a deploy from another point is open.
 * @param {BoardState} state
 * @param {string} square
 */
export function isLocked(state, square) {
  const session = ownSession(state)
  return session !== null && session.square !== square && state.position !== null && mayPick(state.position, square, playerOf(state))
}

// What can be picked up and where it can go, read from the position's list of legal moves.

import { isDeploy, kindOf } from '../move.js'
import { colorOf, formatUnit, parseUnit, rolesOf } from './units.js'

/** @import { Color, Move, MoveKind, PositionView } from '../types.js' */

/**
 * Something that can be picked up on a point: a whole unit, or one piece that steps off its stack.
 * @typedef {object} Pickable
 * @property {string} unit
 * @property {boolean} whole
 * @property {Move[]} moves May be empty; then every target is refused with a reason.
 */

/**
 * Whether the unit on a point is the player's, and it is the player's turn.
 * @param {PositionView} position
 * @param {string} square
 * @param {Color | 'both' | false} player
 */
export function mayPick(position, square, player) {
  const unit = position.units[square]
  return unit !== undefined && (player === 'both' || player === position.turn) && colorOf(unit) === position.turn
}

/**
 * What the player can pick up on a point: the whole unit, then its pieces in the order of the
 * stack. While a deploy is open, only the remaining pieces of its stack. Empty if the unit is not
 * the player's.
 * @param {PositionView} position
 * @param {string} square
 * @param {Color | 'both' | false} player
 * @returns {Pickable[]}
 */
export function optionsAt(position, square, player) {
  if (!mayPick(position, square, player)) return []
  const text = position.units[square]
  const here = position.moves.filter(({ from }) => from === square)
  /** @param {string} unit @param {boolean} whole @returns {Pickable} */
  const option = (unit, whole) => ({
    unit,
    whole,
    moves: here.filter((move) => isDeploy(move) !== whole && rolesOf(move.piece) === rolesOf(unit)),
  })
  const pieces = parseUnit(text)
  if (position.session?.square === square) {
    const remaining = rolesOf(position.session.remaining)
    return pieces.filter(({ role }) => remaining.includes(role)).map((piece) => option(formatUnit([piece]), false))
  }
  const parts = pieces.length > 1 ? pieces.map((piece) => option(formatUnit([piece]), false)) : []
  return [option(text, true), ...parts]
}

/**
 * The first option that has a move.
 * @param {Pickable[]} options
 */
export function firstUsable(options) {
  const index = options.findIndex(({ moves }) => moves.length > 0)
  return index < 0 ? 0 : index
}

/**
 * The moves of an option by target. A target that can be captured with or without moving there has
 * two.
 * @param {Pickable} option
 * @returns {Map<string, Move[]>}
 */
export function targetsOf(option) {
  /** @type {Map<string, Move[]>} */
  const targets = new Map()
  for (const move of option.moves) targets.set(move.to, [...(targets.get(move.to) ?? []), move])
  return targets
}

/**
 * The kind of mark for a target.
 * @param {Move[]} moves
 * @returns {MoveKind | 'both'}
 */
export function targetKind(moves) {
  return moves.length > 1 ? 'both' : kindOf(moves[0])
}

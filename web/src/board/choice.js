// What can be picked up and where it may go, read from the position's list of legal moves. No drawing here.

import { colorOf, formatUnit, parseUnit, rolesOf } from './units.js'

/** @import { Color, Move, MoveKind, PositionView } from '../types.js' */

/**
 * Something that can be picked up on a point: a whole unit, or one piece that steps off its stack.
 * @typedef {object} Option
 * @property {string} unit
 * @property {boolean} whole
 * @property {Move[]} moves May be empty: then every target is refused, with the reason.
 */

/**
 * Whether what stands on a point is the player's, and it is the player's turn.
 * @param {PositionView} position
 * @param {string} square
 * @param {Color | 'both' | false} player
 */
export function mayPick(position, square, player) {
  const unit = position.units[square]
  return unit !== undefined && (player === 'both' || player === position.turn) && colorOf(unit) === position.turn
}

/**
 * What the player may pick up on a point, in the order of the stack with the whole unit first; empty if nothing there
 * is the player's. While a deploy is open the pieces that remain are offered one by one.
 * @param {PositionView} position
 * @param {string} square
 * @param {Color | 'both' | false} player
 * @returns {Option[]}
 */
export function optionsAt(position, square, player) {
  if (!mayPick(position, square, player)) return []
  const text = position.units[square]
  const here = position.moves.filter(({ from }) => from === square)
  /** @param {string} unit @param {boolean} whole @returns {Option} */
  const option = (unit, whole) => ({
    unit,
    whole,
    moves: here.filter((move) => move.deploy !== whole && rolesOf(move.unit) === rolesOf(unit)),
  })
  const pieces = parseUnit(text)
  if (position.session?.square === square) {
    const remaining = position.session.remaining.map(rolesOf)
    return pieces.filter(({ role }) => remaining.includes(role)).map((piece) => option(formatUnit([piece]), false))
  }
  const parts = pieces.length > 1 ? pieces.map((piece) => option(formatUnit([piece]), false)) : []
  return [option(text, true), ...parts]
}

/**
 * The option to begin with: the first that can go anywhere.
 * @param {Option[]} options
 */
export function firstUsable(options) {
  const index = options.findIndex(({ moves }) => moves.length > 0)
  return index < 0 ? 0 : index
}

/**
 * The moves of an option by target; two where a target can be taken with or without going there.
 * @param {Option} option
 * @returns {Map<string, Move[]>}
 */
export function targetsOf(option) {
  /** @type {Map<string, Move[]>} */
  const targets = new Map()
  for (const move of option.moves) targets.set(move.to, [...(targets.get(move.to) ?? []), move])
  return targets
}

/**
 * The one word that marks a target.
 * @param {Move[]} moves
 * @returns {MoveKind | 'both'}
 */
export function targetKind(moves) {
  return moves.length > 1 ? 'both' : moves[0].kind
}

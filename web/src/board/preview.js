// The position as it looks right after a move, until the server has answered. Promotions and the
// list of moves come with the answer.

import { kindOf } from '../move.js'
import { formatUnit, parseUnit, rolesOf } from './units.js'

/** @import { Move, PositionView } from '../types.js' */

/**
 * @param {PositionView} position
 * @param {Move} move One of the position's own list.
 * @returns {PositionView}
 */
export function after(position, move) {
  const units = { ...position.units }
  const standing = parseUnit(units[move.from])
  const kind = kindOf(move)
  const moving = rolesOf(move.piece)
  const goes = standing.filter(({ role }) => moving.includes(role))
  const stays = standing.filter(({ role }) => !moving.includes(role))
  if (kind === 'stay') {
    delete units[move.to]
  } else {
    if (stays.length > 0) units[move.from] = formatUnit(stays)
    else delete units[move.from]
    if (kind === 'suicide') delete units[move.to]
    else units[move.to] = kind === 'combine' ? combined(units[move.to], goes, move) : formatUnit(goes)
  }
  return { ...position, units, check: false, moves: [] }
}

/**
 * The unit on the target after a combination: the order of the listed result with the pieces' own
 * heroic flags.
 * @param {string} there
 * @param {import('./units.js').Piece[]} goes
 * @param {Move} move
 */
function combined(there, goes, move) {
  const pieces = [...parseUnit(there), ...goes]
  const order = rolesOf(move.result ?? formatUnit(pieces))
  return formatUnit(pieces.sort((a, b) => order.indexOf(a.role) - order.indexOf(b.role)))
}

// The position as it looks right after a move, before the server has answered. It shows no promotions and lists no
// moves: the server's answer follows with both.

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
  const moving = rolesOf(move.unit)
  const goes = standing.filter(({ role }) => moving.includes(role))
  const stays = standing.filter(({ role }) => !moving.includes(role))
  if (move.kind === 'stay') {
    delete units[move.to]
  } else {
    if (stays.length > 0) units[move.from] = formatUnit(stays)
    else delete units[move.from]
    if (move.kind === 'suicide') delete units[move.to]
    else units[move.to] = move.kind === 'combine' ? combined(units[move.to], goes, move) : formatUnit(goes)
  }
  return { ...position, units, check: false, moves: [] }
}

/**
 * The unit on the target after a combination: the order comes from the listed result, heroes from the pieces.
 * @param {string} there
 * @param {import('./units.js').Piece[]} goes
 * @param {Move} move
 */
function combined(there, goes, move) {
  const pieces = [...parseUnit(there), ...goes]
  const order = rolesOf(move.result ?? formatUnit(pieces))
  return formatUnit(pieces.sort((a, b) => order.indexOf(a.role) - order.indexOf(b.role)))
}

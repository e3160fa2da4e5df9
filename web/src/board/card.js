// What a piece can do, in words: its name, its range and its special rule. The numbers come from
// the rules crate.

import { PIECE_TABLE } from '../generated.js'
import { count, t } from '../i18n.js'
import { el } from '../ui.js'
import { unitPicture } from './symbols.js'
import { parseUnit, unitName } from './units.js'

/** @import { Piece } from './units.js' */

/**
 * The card of a unit: that of its top, which decides how the unit moves.
 * @param {string} unit
 */
export function unitCard(unit) {
  const [top] = parseUnit(unit)
  return el(
    'div',
    { class: 'piece-card', 'data-unit': unit },
    unitPicture(unit),
    el('p', {}, el('strong', {}, unitName(unit)), ` ${rangeText(top)} ${ruleText(top)}`),
  )
}

/** @param {Piece} piece */
function rowOf({ role, heroic }) {
  return PIECE_TABLE[heroic ? /** @type {'+T'} */ (`+${role}`) : role]
}

/** @param {Piece} piece */
function rangeText(piece) {
  const { move, capture, diagonals } = rowOf(piece)
  if (move === 0) return ''
  const directions = t(diagonals ? 'card.all' : 'card.straight')
  if (move === capture) return t('card.range', { range: count('card.points', move), directions })
  const range = move === Infinity ? t('card.unlimited') : count('card.points', move)
  return t('card.ranges', { range, capture: count('card.points', capture), directions })
}

/** @param {Piece} piece */
function ruleText(piece) {
  const { capture, shorter, airDefense, heavy } = rowOf(piece)
  const own = t(`card.${piece.role}`, { less: capture - 1, diagonal: capture - shorter })
  const zone = airDefense > 0 ? t('card.zone', { radius: airDefense }) : ''
  return [own, zone, heavy ? t('card.heavy') : ''].filter((text) => text !== '').join(' ')
}

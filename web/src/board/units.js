// Units as text, such as `F`, `+i` or `(NFT)`, carrier first, and in words.

import { ROLE_LETTERS } from '../generated.js'
import { t } from '../i18n.js'

/** @import { Color } from '../types.js' */

/** @typedef {'C' | 'I' | 'T' | 'M' | 'E' | 'A' | 'G' | 'S' | 'F' | 'N' | 'H'} Role */
/** @typedef {{role: Role, color: Color, heroic: boolean}} Piece */

export const ROLES = /** @type {readonly Role[]} */ ([...ROLE_LETTERS])

/**
 * @param {string} text
 * @returns {Piece[]}
 */
export function parseUnit(text) {
  return [...text.matchAll(/(\+?)([a-z])/gi)].map(([, plus, letter]) => ({
    role: /** @type {Role} */ (letter.toUpperCase()),
    color: letter === letter.toUpperCase() ? 'r' : 'b',
    heroic: plus === '+',
  }))
}

/** @param {Piece[]} pieces */
export function formatUnit(pieces) {
  const text = pieces.map(({ role, color, heroic }) => (heroic ? '+' : '') + (color === 'r' ? role : role.toLowerCase())).join('')
  return pieces.length > 1 ? `(${text})` : text
}

/**
 * The side a unit belongs to.
 * @param {string} text
 * @returns {Color}
 */
export function colorOf(text) {
  return /[A-Z]/.test(text) ? 'r' : 'b'
}

/**
 * The roles of a unit, without colour and heroic flags: `(+TI)` gives `TI`.
 * @param {string} text
 */
export function rolesOf(text) {
  return text.replace(/[^a-z]/gi, '').toUpperCase()
}

/**
 * A piece in words, without its side: "heroic Tank".
 * @param {Piece} piece
 */
export function pieceName({ role, heroic }) {
  const name = t(`piece.${role}`)
  return heroic ? t('unit.heroic', { name }) : name
}

/**
 * A unit in words, without its side: "Tank with Infantry".
 * @param {string} text
 */
export function unitName(text) {
  const [carrier, ...carried] = parseUnit(text).map(pieceName)
  return carried.length === 0 ? carrier : t('unit.stack', { carrier, carried: carried.join(', ') })
}

/**
 * A unit in words, with its side.
 * @param {string} text
 */
export function unitLabel(text) {
  return t(colorOf(text) === 'r' ? 'unit.red' : 'unit.blue', { name: unitName(text) })
}

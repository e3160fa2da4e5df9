// Pictures of units: discs with a pictogram, or with a name in the other set. Red's are round with a solid rim, Blue's are octagons
// with a broken rim, so that the sides differ without colour. A heroic piece has a golden rim and a
// star. The carrier of a stack is drawn a little smaller, with the carried pieces as badges at its
// foot.

import { t } from '../i18n.js'
import { settings } from '../settings.js'
import { svg } from '../ui.js'
import { GLYPHS, star } from './glyphs.js'
import { formatUnit, parseUnit } from './units.js'

/** @import { Piece, Role } from './units.js' */

const OCTAGON = octagon(45)
const INNER_OCTAGON = octagon(38)

/** @param {number} radius */
function octagon(radius) {
  const corners = Array.from({ length: 8 }, (_, i) => {
    const angle = ((i + 0.5) * Math.PI) / 4
    return `${(radius * 1.045 * Math.cos(angle)).toFixed(1)} ${(radius * 1.045 * Math.sin(angle)).toFixed(1)}`
  })
  return `M${corners.join(' ')}Z`
}

/**
 * @param {Piece} piece
 * @param {boolean} [badge] A small disc: it has no room for a name.
 */
function disc({ role, color, heroic }, badge = false) {
  const shape = (/** @type {string} */ name, /** @type {number} */ radius, /** @type {string} */ path) =>
    color === 'r' ? svg('circle', { class: name, r: radius }) : svg('path', { class: name, d: path })
  return svg(
    'g',
    { class: `disc ${color === 'r' ? 'red' : 'blue'}${heroic ? ' heroic' : ''}` },
    shape('disc-base', 44, OCTAGON),
    shape('disc-rim', 37.5, INNER_OCTAGON),
    ...(settings().pieces === 'names' ? name(badge ? role : t(`piece.short.${role}`)) : glyph(role)),
    heroic && svg('path', { class: 'hero-star', d: star(15, 6.5), transform: 'translate(0 -40)' }),
  )
}

/** @param {Role} role */
function glyph(role) {
  const { fill, line, hole } = GLYPHS[role]
  const parts = Object.entries({ 'glyph-fill': fill, 'glyph-hole': hole, 'glyph-line': line })
  return parts.flatMap(([name, path]) => (path ? [svg('path', { class: name, d: path })] : []))
}

/** The width and height within a disc for its name. */
const ROOM = { width: 62, height: 52 }

/**
 * A name, one word per line, as large as the disc allows.
 * @param {string} text
 */
function name(text) {
  const words = text.split(' ')
  const longest = Math.max(...words.map((word) => word.length))
  const size = Math.min(ROOM.width / (0.64 * longest), ROOM.height / words.length, 36)
  return words.map((word, i) => {
    const y = (i - (words.length - 1) / 2) * size + 0.36 * size
    return svg('text', { class: 'disc-name', y: y.toFixed(1), 'font-size': size.toFixed(1) }, word)
  })
}

/** @typedef {{x: number, y: number, scale: number}} Seat */

/** The seats of a stack by the number of carried pieces: first the carrier's, then the badges. */
const SEATS = [
  [{ x: 0, y: 0, scale: 1 }],
  [{ x: -6, y: -8, scale: 0.87 }, { x: 28, y: 29, scale: 0.46 }],
  [{ x: 0, y: -11, scale: 0.83 }, { x: 27, y: 29, scale: 0.46 }, { x: -27, y: 29, scale: 0.46 }],
]
/** The radius of a disc. */
const RADIUS = 45

/**
 * The seats of a unit's pieces; there are at most two badges.
 * @param {number} pieces
 * @returns {Seat[]}
 */
function seatsOf(pieces) {
  return SEATS[Math.min(pieces, SEATS.length) - 1]
}

/**
 * The carried piece whose badge is at this place, as text.
 * @param {string} unit
 * @param {{x: number, y: number}} spot From the middle of the unit.
 * @returns {string | undefined}
 */
export function pieceAt(unit, { x, y }) {
  const pieces = parseUnit(unit)
  if (pieces.length < 2) return undefined
  const badge = seatsOf(pieces.length).findIndex((seat, i) => i > 0 && Math.hypot(x - seat.x, y - seat.y) <= seat.scale * RADIUS)
  return badge < 0 ? undefined : formatUnit([pieces[badge]])
}

/**
 * A unit, drawn around (0, 0) with a radius of about 45.
 * @param {string} unit
 * @returns {SVGGElement}
 */
export function drawUnit(unit) {
  const pieces = parseUnit(unit)
  const seats = seatsOf(pieces.length)
  const drawn = pieces.slice(0, seats.length).map((piece, i) => {
    const { x, y, scale } = seats[i]
    return svg('g', { class: i > 0 ? 'carried' : 'carrier', transform: `translate(${x} ${y}) scale(${scale})` }, disc(piece, i > 0))
  })
  return svg('g', { class: 'unit' }, ...drawn)
}

/**
 * A picture of a unit, such as `F`, `+i` or `(NFT)`, for use in text, trays and palettes. Its size
 * is that of the text (class `unit-picture`); it is decoration and has no accessible name of its
 * own.
 * @param {string} unit
 * @returns {SVGSVGElement}
 */
export function unitPicture(unit) {
  return svg('svg', { class: 'unit-picture', viewBox: '-54 -56 108 108', 'aria-hidden': 'true' }, drawUnit(unit))
}

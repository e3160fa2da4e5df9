// Pictures of units: discs with a pictogram. Red's are round with a solid rim, Blue's are octagons
// with a broken rim, so that the sides differ without colour. A heroic piece has a golden rim and a
// star; carried pieces are small discs at the foot of their carrier.

import { svg } from '../ui.js'
import { GLYPHS, star } from './glyphs.js'
import { parseUnit } from './units.js'

/** @import { Piece } from './units.js' */

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

/** @param {Piece} piece */
function disc({ role, color, heroic }) {
  const shape = (/** @type {string} */ name, /** @type {number} */ radius, /** @type {string} */ path) =>
    color === 'r' ? svg('circle', { class: name, r: radius }) : svg('path', { class: name, d: path })
  const { fill, line, hole } = GLYPHS[role]
  const part = (/** @type {string} */ name, /** @type {string | undefined} */ path) =>
    path ? svg('path', { class: name, d: path }) : null
  return svg(
    'g',
    { class: `disc ${color === 'r' ? 'red' : 'blue'}${heroic ? ' heroic' : ''}` },
    shape('disc-base', 44, OCTAGON),
    shape('disc-rim', 37.5, INNER_OCTAGON),
    part('glyph-fill', fill),
    part('glyph-hole', hole),
    part('glyph-line', line),
    heroic && svg('path', { class: 'hero-star', d: star(15, 6.5), transform: 'translate(0 -40)' }),
  )
}

/** The places of carried pieces, in order. */
const SEATS = [
  { x: 29, y: 29 },
  { x: -29, y: 29 },
]

/**
 * A unit, drawn around (0, 0) with a radius of about 45.
 * @param {string} unit
 * @returns {SVGGElement}
 */
export function drawUnit(unit) {
  const [carrier, ...carried] = parseUnit(unit)
  const seats = carried.map((piece, i) => {
    const seat = SEATS[i % SEATS.length]
    return svg('g', { class: 'carried', transform: `translate(${seat.x} ${seat.y}) scale(0.46)` }, disc(piece))
  })
  return svg('g', { class: 'unit' }, disc(carrier), ...seats)
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

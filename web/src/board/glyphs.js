// The pictograms of the pieces, drawn around (0, 0) within about 28 units each way. `fill` paths
// are filled with the glyph's colour, `line` paths are drawn with it, `hole` paths are filled with
// the colour of the disc.

/** @import { Role } from './units.js' */

/** @typedef {{fill?: string, line?: string, hole?: string}} Glyph */

const SHOULDERS = 'M-24 28C-24 16-17 13-10 13H10C17 13 24 16 24 28Z'

/** @type {Record<Role, Glyph>} */
export const GLYPHS = {
  // A star.
  C: { fill: star(29, 12) },
  // A soldier with a helmet.
  I: { fill: `M-25-4C-20-6-18-6-18-9A18 18 0 0 1 18-9C18-6 20-6 25-4V0H-25ZM-13 3H13V4A13 11 0 0 1-13 4Z${SHOULDERS}` },
  // A tank from the side.
  T: {
    fill: 'M-25 6-18-1H19L26 6ZM-14-3-10-15H8L13-3ZM9-13H31V-8H11ZM-20 8H20A8 8 0 0 1 20 24H-20A8 8 0 0 1-20 8Z',
    hole: ring(-18, 16, 4) + ring(-6, 16, 4) + ring(6, 16, 4) + ring(18, 16, 4),
  },
  // A fighter with a conical hat.
  M: { fill: `M0-29 29-3C20 1 10 2 0 2S-20 1-29-3ZM-12 4C-4 6 4 6 12 4A12 11 0 0 1-12 4Z${SHOULDERS}` },
  // A pickaxe and a shovel, crossed.
  E: {
    fill: 'M-30-5C-27-16-17-25-5-28L-3-22C-8-20-12-17-15-14L24 25 19 30-20-9C-23-6-25-2-27 3ZM9-19C13-26 21-29 29-29 29-21 26-13 19-9L15-10-20 25-25 20 10-15Z',
  },
  // A howitzer: barrel with muzzle brake, shield, spoked wheel and trail.
  A: {
    fill: 'M-15 10-21-2 22-23 26-17ZM27-13 19-26 27-31 35-17ZM-9 2-3 10-28 28-32 22ZM4-17 10-20 14 0 8 2Z',
    line: `${ring(2, 14, 13)}M2 1V27M-11 14H15`,
  },
  // Twin guns raised from a tracked carriage.
  G: {
    fill: 'M-22 13H22A8 8 0 0 1 22 28H-22A8 8 0 0 1-22 13ZM-20 11-15 0H13L19 11ZM-4 3-12-1 2-32 10-28ZM10 3 2-1 16-32 24-28Z',
    hole: ring(-17, 20.5, 3.8) + ring(0, 20.5, 3.8) + ring(17, 20.5, 3.8),
  },
  // A rocket.
  S: { fill: 'M21-21C14-22 5-18-1-12L-16 3-3 16 12 1C18-5 22-14 21-21ZM-11-4-23-3-28 6-17 3ZM4 11 3 23-6 28-3 17ZM-14 8-8 14-25 25Z', hole: ring(8, -8, 4) },
  // A jet from above.
  F: { fill: 'M0-31C3-27 5-20 5-11L29 9V15L5 9 4 18 12 25V30L0 26-12 30V25L-4 18-5 9-29 15V9L-5-11C-5-20-3-27 0-31Z' },
  // An anchor.
  N: { fill: 'M-29 4-19 4-25 14ZM29 4 19 4 25 14Z', line: `M0-14V25M-13-8H13M-24 8C-22 20-11 25 0 25S22 20 24 8${ring(0, -20, 6)}` },
  // A building with a flag.
  H: { fill: 'M-27 28V23H27V28ZM-27 2 0-11 27 2V7H-27ZM-22 9H-15V21H-22ZM-9 9H-2V21H-9ZM2 9H9V21H2ZM15 9H22V21H15ZM1-31 18-25 1-19Z', line: 'M0-11V-29' },
}

/**
 * @param {number} outer
 * @param {number} inner
 */
export function star(outer, inner) {
  const corners = Array.from({ length: 10 }, (_, i) => polar(i % 2 === 0 ? outer : inner, i * 36 - 90))
  return `M${corners.join(' ')}Z`
}

/**
 * @param {number} radius
 * @param {number} degrees
 */
function polar(radius, degrees) {
  const angle = (degrees * Math.PI) / 180
  return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`
}

/**
 * A circle as part of a path.
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
function ring(x, y, radius) {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`
}

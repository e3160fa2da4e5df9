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
  // A cog wheel.
  E: { fill: cog(28, 21, 8), hole: ring(0, 0, 10) },
  // A field gun.
  A: { fill: 'M-27-8-22 4 31-19 27-30ZM-12 3-31 21-26 28-2 16Z', line: ring(3, 12, 13), hole: ring(3, 12, 10.5) },
  // A twin gun pointing at the sky.
  G: { fill: 'M-20 8H14V16H-20Z', line: 'M-13 8-1-27M3 8 15-27M-14 16-22 28M8 16 16 28M-3 16V28' },
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
 * @param {number} outer
 * @param {number} inner
 * @param {number} teeth
 */
function cog(outer, inner, teeth) {
  const turn = 360 / teeth
  const corners = Array.from({ length: teeth }, (_, i) => [
    polar(inner, (i - 0.3) * turn),
    polar(outer, (i - 0.2) * turn),
    polar(outer, (i + 0.2) * turn),
    polar(inner, (i + 0.3) * turn),
  ]).flat()
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

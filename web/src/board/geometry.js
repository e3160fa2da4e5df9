// The coordinates of the points. Neighbouring points are 100 units of the drawing apart; a12 is at
// (0, 0) with Red at the bottom.

import { FILES, LAND_ROWS, NAVY_ROWS, RANKS } from '../generated.js'

/** @import { Color } from '../types.js' */

export const STEP = 100
/**
 * From the outermost lines to the edge of the drawing: room for half a piece and, beyond it, the
 * coordinates.
 */
export const MARGIN = 76
export const WIDTH = (FILES.length - 1) * STEP + 2 * MARGIN
export const HEIGHT = (RANKS - 1) * STEP + 2 * MARGIN

/** @type {readonly string[]} Every point, from a12 to k1, row by row. */
export const SQUARES = Array.from({ length: RANKS }, (_, row) => [...FILES].map((file) => `${file}${RANKS - row}`)).flat()

/**
 * Column and row on the screen, from the top left.
 * @param {string} square
 * @param {Color} orientation
 */
export function cellOf(square, orientation) {
  const file = FILES.indexOf(square[0])
  const rank = Number(square.slice(1))
  return orientation === 'r'
    ? { column: file, row: RANKS - rank }
    : { column: FILES.length - 1 - file, row: rank - 1 }
}

/**
 * The point of a column and row on the screen, null outside the board.
 * @param {number} column
 * @param {number} row
 * @param {Color} orientation
 */
export function squareAt(column, row, orientation) {
  if (column < 0 || column >= FILES.length || row < 0 || row >= RANKS) return null
  return orientation === 'r' ? `${FILES[column]}${RANKS - row}` : `${FILES[FILES.length - 1 - column]}${row + 1}`
}

/**
 * The place of a point in the drawing.
 * @param {string} square
 * @param {Color} orientation
 */
export function centre(square, orientation) {
  const { column, row } = cellOf(square, orientation)
  return { x: column * STEP, y: row * STEP }
}

/** @typedef {'sea' | 'coast' | 'land'} Terrain */

/**
 * The terrain of a point (RULES 1.2, 1.3). Both ships and land pieces can stand on the coast.
 * @param {string} square
 * @returns {Terrain}
 */
export function terrainOf(square) {
  const { column, row } = cellOf(square, 'r')
  if (LAND_ROWS[row][column] !== '#') return 'sea'
  return NAVY_ROWS[row][column] === '#' ? 'coast' : 'land'
}

// Finds a place for the choice of pieces next to its stack that covers no target and no piece.

import { FILES, RANKS } from '../generated.js'

/** @typedef {{column: number, row: number}} Cell */

/** The largest distance from the stack, in points. */
const REACH = 5

/**
 * The middle of the nearest free place, or null if there is none.
 * @param {Cell} stack
 * @param {{width: number, height: number}} size In points.
 * @param {Cell[]} taken The cells that must not be covered.
 * @returns {Cell | null}
 */
export function clearPlace(stack, { width, height }, taken) {
  /** @type {Cell | null} */
  let best = null
  let nearest = REACH
  for (let row = height / 2 - 0.5; row <= RANKS - 0.5 - height / 2; row += 0.5) {
    for (let column = width / 2 - 0.5; column <= FILES.length - 0.5 - width / 2; column += 0.5) {
      const covers = (/** @type {Cell} */ cell) =>
        Math.abs(cell.column - column) < (width + 0.7) / 2 && Math.abs(cell.row - row) < (height + 0.7) / 2
      const distance = Math.hypot(stack.column - column, stack.row - row)
      if (distance >= nearest || taken.some(covers)) continue
      best = { column, row }
      nearest = distance
    }
  }
  return best
}

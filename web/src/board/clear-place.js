// Where the choice of pieces can float next to its stack without covering a target.

import { FILES, RANKS } from './geometry.js'

/** @typedef {{column: number, row: number}} Cell */

/** How far from the stack the choice may be, in points. */
const REACH = 5

/**
 * The middle of the best free place, or null if every place near the stack covers a target.
 * @param {Cell} stack
 * @param {{width: number, height: number}} size In points.
 * @param {Cell[]} targets Never covered.
 * @param {Cell[]} units Covered only if there is no other way.
 * @returns {Cell | null}
 */
export function clearPlace(stack, { width, height }, targets, units) {
  /** @type {{cell: Cell, cost: number} | null} */
  let best = null
  for (let row = height / 2 - 0.5; row <= RANKS - 0.5 - height / 2; row += 0.5) {
    for (let column = width / 2 - 0.5; column <= FILES.length - 0.5 - width / 2; column += 0.5) {
      const covers = (/** @type {Cell} */ cell) =>
        Math.abs(cell.column - column) < (width + 0.7) / 2 && Math.abs(cell.row - row) < (height + 0.7) / 2
      const distance = Math.hypot(stack.column - column, stack.row - row)
      if (distance > REACH || covers(stack) || targets.some(covers)) continue
      const cost = distance + 2 * units.filter(covers).length
      if (!best || cost < best.cost) best = { cell: { column, row }, cost }
    }
  }
  return best?.cell ?? null
}

/** What callers pass, checked. */

import { describe, pointOf, type Color } from './board.js'
import { createError } from './errors.js'

/** Is there anything? Callers write null and undefined alike. */
export function isGiven<T>(value: T): value is NonNullable<T> {
  return value !== undefined && value !== null
}

export function colorArgument(color: unknown): Color {
  if (color === 'r' || color === 'b') return color
  throw new TypeError(`A color is 'r' or 'b', not ${describe(color)}`)
}

/** One field of a FEN; whether it is a good one is for the rules to say. */
export function fieldArgument(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  if (/^\S+$/.test(text)) return text
  throw createError('FEN_INVALID_FORMAT', `Not a field of a FEN: ${describe(value)}`)
}

/** The number of a point; throws if there is none. */
export function pointArgument(square: unknown): number {
  const point = pointOf(square)
  if (point === undefined) throw createError('BOARD_INVALID_SQUARE', `Invalid square: ${describe(square)}`, { square })
  return point
}

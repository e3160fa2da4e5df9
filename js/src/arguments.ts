/** Checks of arguments. */

import { pointOf, type Color } from './board.js'
import { describe } from './describe.js'
import { createError } from './errors.js'

/** Whether an argument was passed. Callers use null and undefined alike for a missing one. */
export function isGiven<T>(value: T): value is NonNullable<T> {
  return value !== undefined && value !== null
}

export function colorArgument(color: unknown): Color {
  if (color === 'r' || color === 'b') return color
  throw new TypeError(`Unknown color ${describe(color)}: expected 'r' or 'b'`)
}

/** One field of a FEN. The rules check its value. */
export function fieldArgument(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  if (/^\S+$/.test(text)) return text
  throw createError('FEN_INVALID_FORMAT', `Invalid FEN field ${describe(value)}: expected text without spaces`)
}

/** The number of a point; throws if it is not on the board. */
export function pointArgument(square: unknown): number {
  const point = pointOf(square)
  if (point === undefined) throw createError('BOARD_INVALID_SQUARE', `Invalid square: ${describe(square)}`, { square })
  return point
}

/**
 * A text for the rules. They reject a text that is too long, so only as much of it is passed on as
 * shows that: the memory of WebAssembly grows, but never shrinks.
 */
export function textArgument(value: unknown, what: string, limit: number): string {
  if (typeof value !== 'string') throw new TypeError(`${what} must be a string, not ${typeof value}`)
  return value.length > limit ? value.slice(0, limit + 1) : value
}

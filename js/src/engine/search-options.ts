/** Checks of objects with options. */

import { isGiven } from '../arguments.js'
import { describe } from '../describe.js'

/**
 * An object with options, or none. Throws a TypeError if it is something else, or has a field that
 * is not among `known`: an option with a typing error must not be ignored.
 */
export function optionsArgument<T extends object>(
  value: unknown,
  what: string,
  known: Readonly<Record<keyof T, true>>,
): Partial<T> {
  if (!isGiven(value)) return {}
  if (typeof value !== 'object') throw new TypeError(`${what} must be an object, not ${describe(value)}`)
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(known, name))
  if (unknown === undefined) return value
  throw new TypeError(`${what}: unknown field "${describe(unknown)}", expected ${Object.keys(known).join(', ')}`)
}

/** A field that must be a whole number within a range, or missing. */
export function numberArgument<T extends object>(
  object: T,
  name: keyof T & string,
  least: number,
  most: number,
): number | undefined {
  const value: unknown = object[name]
  if (!isGiven(value)) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
  throw new TypeError(`${name} must be a whole number from ${least} to ${most}, not ${describe(value)}`)
}

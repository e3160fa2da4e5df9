/** The headers of a game. */

import { describe } from './describe.js'
import { createError } from './errors.js'
import { SEVEN_TAG_ROSTER } from './generated.js'

export { SEVEN_TAG_ROSTER } from './generated.js'

/** The headers in the order of a PGN; others follow as they were set. */
const ORDER: readonly string[] = [
  .../* @__PURE__ */ Object.keys(SEVEN_TAG_ROSTER), 'RedElo', 'BlueElo', 'TimeControl', 'SetUp', 'FEN', 'Termination', 'Annotator',
]

export class Headers {
  /** By name; undefined for one that was set to nothing. */
  #values = new Map<string, string | undefined>()
  /** Those that have a value; forgotten with every change. */
  #record: Readonly<Record<string, string>> | undefined

  get(name: string): string | undefined {
    return this.#values.get(name)
  }

  all(): Record<string, string> {
    this.#record ??= Object.fromEntries([...this.#values].filter((header): header is [string, string] => header[1] !== undefined))
    return { ...this.#record }
  }

  /** Sets a header; without a value, one of the roster returns to its default, another is unset. */
  set(name: string, value: string | undefined): void {
    if (typeof name !== 'string' || !/^[A-Za-z0-9_]{1,255}$/.test(name)) {
      throw createError(
        'UNKNOWN_ERROR',
        `Invalid header name ${describe(name)}: expected 1 to 255 letters, digits or underscores`,
      )
    }
    const wanted = value ?? SEVEN_TAG_ROSTER[name]
    if (wanted !== undefined && typeof wanted !== 'string') throw new TypeError(`A header value must be a string, not ${typeof wanted}`)
    this.#record = undefined
    this.#values.set(name, wanted)
  }

  /** Replaces all headers. */
  replace(headers: Iterable<readonly [string, string | undefined]>): void {
    const replaced = new Headers()
    for (const [name, value] of headers) replaced.set(name, value)
    this.#record = undefined
    this.#values = replaced.#values
  }

  /** Removes a header, or returns one of the roster to its default; false if it was never set. */
  remove(name: string): boolean {
    if (!this.#values.has(name)) return false
    this.#record = undefined
    this.#values.delete(name)
    const usual = SEVEN_TAG_ROSTER[name]
    if (usual !== undefined) this.#values.set(name, usual)
    return true
  }

  /** Sets the headers of a position where a game begins. */
  setPosition(fen: string): void {
    this.#record = undefined
    this.#values.set('SetUp', '1').set('FEN', fen)
  }

  removePosition(): void {
    this.#record = undefined
    this.#values.delete('SetUp')
    this.#values.delete('FEN')
  }

  /** All headers of a PGN in order: the roster, and those that are set, with these in their places. */
  inOrder(replaced: Readonly<Record<string, string>>): [name: string, value: string][] {
    const given = new Map([...this.#values, ...Object.entries(replaced)])
    const ordered: [name: string, value: string][] = []
    const add = (name: string, value: string | undefined): void => {
      if (value !== undefined) ordered.push([name, value])
    }
    for (const name of ORDER) {
      add(name, given.get(name) ?? (name === 'Date' ? today() : SEVEN_TAG_ROSTER[name]))
      given.delete(name)
    }
    given.forEach((value, name) => add(name, value))
    return ordered
  }
}

/** The date of a PGN that has none. */
function today(): string {
  const now = new Date()
  const [month, day] = [now.getMonth() + 1, now.getDate()].map((number) => String(number).padStart(2, '0'))
  return `${now.getFullYear()}.${month}.${day}`
}

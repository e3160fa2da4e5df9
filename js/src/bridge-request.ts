/** Requests of the bridge: objects whose fields are read by name and type, and their errors. */

import { pointOf } from './board.js'
import { describe } from './describe.js'
import { DEFAULT_POSITION, MAX_LINE_LENGTH } from './generated.js'

/** An error of the bridge (docs/protocol.md). */
export interface BridgeErrorData {
  code: string
  variant?: string
  message: string
  location?: Record<string, unknown>
  params?: Record<string, unknown>
  index?: number
}

/** Why a request was refused. */
export class BridgeError {
  constructor(readonly data: BridgeErrorData) {}
}

export function bridgeError(code: string, message: string, params?: Record<string, unknown>): BridgeError {
  return new BridgeError(params === undefined ? { code, message } : { code, message, params })
}

/** Untrusted text is repeated only in part. */
export function shorten(text: string): string {
  return [...text.slice(0, 128)].slice(0, 64).join('')
}

/** Whether a value is a text that UTF-8 can represent: one without unpaired surrogates. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && !/\p{Surrogate}/u.test(value)
}

/** Throws if a text is too long for a line; the memory of WebAssembly grows, but never shrinks. */
export function checkLength(text: string): string {
  const isShort = text.length * 3 <= MAX_LINE_LENGTH
  const fits = isShort || (text.length <= MAX_LINE_LENGTH && new TextEncoder().encode(text).length <= MAX_LINE_LENGTH)
  if (fits) return text
  throw bridgeError('LINE_TOO_LONG', `expected a line of at most ${MAX_LINE_LENGTH} bytes`, { limit: MAX_LINE_LENGTH })
}

/** A request. A field that is null counts as absent. */
export class BridgeRequest {
  readonly #fields: Record<string, unknown>

  constructor(fields: object) {
    this.#fields = fields as Record<string, unknown>
  }

  /** The value of a field; undefined if it is absent. */
  field(name: string): unknown {
    return Object.hasOwn(this.#fields, name) ? (this.#fields[name] ?? undefined) : undefined
  }

  /** A field is missing or has the wrong type. */
  wrongField(field: string, expected: string): BridgeError {
    return bridgeError('INVALID_REQUEST', `${field}: expected ${expected}`, { field })
  }

  /** A text. */
  text(name: string): string | undefined {
    const value = this.field(name)
    if (value === undefined) return undefined
    if (!isText(value)) throw this.wrongField(name, 'a string')
    return checkLength(value)
  }

  /** A text that must be there. */
  requiredText(name: string): string {
    const text = this.text(name)
    if (text === undefined) throw this.wrongField(name, 'a string')
    return text
  }

  /** True or false. */
  flag(name: string, otherwise: boolean): boolean {
    const value = this.field(name) ?? otherwise
    if (typeof value !== 'boolean') throw this.wrongField(name, 'true or false')
    return value
  }

  /** The FEN; without one, that of the start position. The rules check it. */
  fen(): string {
    return this.text('fen') ?? DEFAULT_POSITION
  }

  /** The number of the point that `square` names. */
  point(): number | undefined {
    const name = this.text('square')
    const point = pointOf(name)
    if (name === undefined || point !== undefined) return point
    const params = { found: shorten(name), field: 'square' }
    throw bridgeError('BOARD_INVALID_SQUARE', `Invalid square: ${describe(name)}`, params)
  }
}

/** The rules in WebAssembly: compiled on first use, asked through one function. */

import * as bindings from '#wasm-bindings'
import { wasmBytes } from '#wasm'
import { createError, isErrorCode } from './errors.js'

/** The functions of crates/cotulenh-wasm. */
export type Rules = typeof bindings

let ready = false

/** Compiles the rules if nobody has asked anything yet. */
function compile(): void {
  bindings.initSync({ module: wasmBytes() })
  ready = true
}

/** Why the rules refused: a code, not always one of ErrorCode, and a sentence. */
export class Refusal {
  constructor(
    readonly code: string,
    readonly message: string,
  ) {}
}

/** Asks the rules; what they refuse is thrown as a {@link Refusal}. */
export function tryRules<T>(question: (rules: Rules) => T): T {
  if (!ready) compile()
  const answer = question(bindings)
  // A refusal is an exclamation mark, a code and a sentence.
  if (typeof answer !== 'string' || !answer.startsWith('!')) return answer
  const space = answer.indexOf(' ')
  throw new Refusal(answer.slice(1, space), answer.slice(space + 1))
}

/** Asks the rules; what they refuse is thrown as a CotulenhError. */
export function askRules<T>(question: (rules: Rules) => T, metadata?: Record<string, unknown>): T {
  try {
    return tryRules(question)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, message } = error
    throw createError(isErrorCode(code) ? code : 'UNKNOWN_ERROR', message, metadata)
  }
}

/** What holds in a position, as bits (crates/cotulenh-wasm/src/query.rs). */
export function statusOf(fen: string, skipLastGuard: boolean): number {
  const status = askRules((rules) => rules.status(fen, skipLastGuard))
  if (status === undefined) throw createError('INTERNAL_INCONSISTENCY', `No position: ${fen}`)
  return status
}

/**
 * A text from outside for the rules. They refuse what is too long anyway, so no more of it is handed over than shows
 * that: memory of WebAssembly grows, but never shrinks.
 */
export function textArgument(value: unknown, what: string, limit: number): string {
  if (typeof value !== 'string') throw new TypeError(`${what} must be a string, not ${typeof value}`)
  return value.length > limit ? value.slice(0, limit + 1) : value
}

export const MAX_FEN_LENGTH = 2048
export const MAX_MOVE_LENGTH = 128
export const MAX_PGN_LENGTH = 1 << 20

/** The rules in WebAssembly: compiled on first use, called through one function. */

import * as bindings from '#wasm-bindings'
import { wasmBytes } from '#wasm'
import { readData } from './data.js'
import { createError, isErrorCode } from './errors.js'
import { DATA_MARKS, ERROR_MARK } from './generated.js'
import type { RuleBits } from './options.js'

/** The functions of crates/cotulenh-wasm. */
export type Rules = typeof bindings

let ready = false

function compile(): void {
  bindings.initSync({ module: wasmBytes() })
  ready = true
}

/** What an error of the rules says apart from code and message. */
interface ErrorDetails {
  /** The fault of a FEN or board. */
  fault?: { variant: string; location?: Record<string, unknown>; params: Record<string, unknown> }
  /** The place of the fault in a PGN. */
  pgn?: { line: number; column: number; token: string }
}

/** Why a call of the rules failed: a code, not always an ErrorCode, a sentence, and details. */
export class CallError {
  constructor(
    readonly code: string,
    readonly message: string,
    readonly details?: ErrorDetails,
  ) {}
}

/** The error in an answer of either WASM module, if it is one. */
export function callErrorIn(answer: string): CallError | undefined {
  if (!answer.startsWith(ERROR_MARK)) return undefined
  if (answer.startsWith(DATA_MARKS.OBJECT, ERROR_MARK.length)) {
    const { code, message, ...details } = readData<ErrorDetails & { code: string; message: string }>(
      answer.slice(ERROR_MARK.length),
    )
    return new CallError(code, message, details)
  }
  const space = answer.indexOf(' ')
  return new CallError(answer.slice(ERROR_MARK.length, space), answer.slice(space + 1))
}

/** Calls the rules; throws a {@link CallError} if they refuse. */
export function tryRules<T>(call: (rules: Rules) => T): T {
  if (!ready) compile()
  const answer = call(bindings)
  const error = typeof answer === 'string' ? callErrorIn(answer) : undefined
  if (error !== undefined) throw error
  return answer
}

/** Calls the rules; throws a CotulenhError if they refuse. */
export function askRules<T>(call: (rules: Rules) => T, metadata?: Record<string, unknown>): T {
  try {
    return tryRules(call)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const { code, message, details } = error
    const all = details === undefined ? metadata : { ...metadata, ...details }
    throw createError(isErrorCode(code) ? code : 'UNKNOWN_ERROR', message, all)
  }
}

/** What holds in a position that has occurred so many times, as bits of STATUS. */
export function statusOf(fen: string, options: RuleBits, repetitions: number): number {
  const status = askRules((rules) => rules.status(fen, options, repetitions))
  if (status === undefined) throw createError('INTERNAL_INCONSISTENCY', `Invalid position: ${fen}`)
  return status
}

/** Errors with codes. */

import type { CallErrorCode } from './generated.js'

/** Codes of the rules if no legal move matches, or more than one: see {@link MoveErrorCode}. */
type MoveMatchCode = 'NO_MOVE' | 'AMBIGUOUS_MOVE'

/** What went wrong, for programs. */
export const ErrorCode = /* @__PURE__ */ Object.freeze({
  FEN_INVALID_FORMAT: 'FEN_INVALID_FORMAT',
  FEN_INVALID_PIECE: 'FEN_INVALID_PIECE',
  FEN_INVALID_RANK_COUNT: 'FEN_INVALID_RANK_COUNT',
  FEN_INVALID_FILE_COUNT: 'FEN_INVALID_FILE_COUNT',
  FEN_MISMATCH_PARENTHESES: 'FEN_MISMATCH_PARENTHESES',
  BOARD_INVALID_SQUARE: 'BOARD_INVALID_SQUARE',
  BOARD_INVALID_TERRAIN: 'BOARD_INVALID_TERRAIN',
  COMMANDER_LIMIT_EXCEEDED: 'COMMANDER_LIMIT_EXCEEDED',
  MOVE_INVALID_DESTINATION: 'MOVE_INVALID_DESTINATION',
  MOVE_NO_PIECE_TO_MOVE: 'MOVE_NO_PIECE_TO_MOVE',
  MOVE_PIECE_NOT_FOUND: 'MOVE_PIECE_NOT_FOUND',
  COMBINATION_FAILED: 'COMBINATION_FAILED',
  CAPTURE_INVALID_TARGET: 'CAPTURE_INVALID_TARGET',
  SESSION_INVALID_OPERATION: 'SESSION_INVALID_OPERATION',
  INTERNAL_INCONSISTENCY: 'INTERNAL_INCONSISTENCY',
  UNKNOWN_ERROR: 'UNKNOWN_ERROR',
  APP_UNKNOWN_ERROR: 'APP_UNKNOWN_ERROR',
  // The compiler checks that every code of the rules is here.
} as const satisfies { [Code in Exclude<CallErrorCode, MoveMatchCode>]: Code } & Record<string, string>)

/** One of the codes. */
export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode]

/** An error with a {@link ErrorCode} and, where it helps, the values that caused it. */
export class CotulenhError extends Error {
  override readonly name = 'CotulenhError'
  readonly code: ErrorCode
  declare readonly metadata?: Record<string, unknown>

  constructor(code: ErrorCode, message: string, metadata?: Record<string, unknown>) {
    super(message)
    this.code = code
    if (metadata !== undefined) this.metadata = metadata
  }

  /** The fields that are worth logging. */
  toJSON(): { name: string; code: ErrorCode; message: string; metadata?: Record<string, unknown> } {
    const { name, code, message, metadata } = this
    return metadata === undefined ? { name, code, message } : { name, code, message, metadata }
  }
}

/**
 * Why `move()` has refused:
 *
 * - `ILLEGAL_MOVE`: no legal move matches.
 * - `AMBIGUOUS_MOVE`: more than one legal move matches.
 * - `INVALID_SQUARE`: `from` or `to` is not a point of the board.
 * - `INVALID_MOVE`: the argument cannot describe a move.
 * - `UNCOMMITTED_MOVE`: another move waits for its commit.
 */
export type MoveErrorCode = 'ILLEGAL_MOVE' | 'AMBIGUOUS_MOVE' | 'INVALID_SQUARE' | 'INVALID_MOVE' | 'UNCOMMITTED_MOVE'

/** What `move()` throws: a plain Error, as in cotulenh-core, with a code. */
export interface MoveError extends Error {
  code: MoveErrorCode
}

export function moveError(code: MoveErrorCode, message: string): MoveError {
  return Object.assign(new Error(message), { code })
}

/** Makes a {@link CotulenhError}; the default message is the code. */
export function createError(
  code: ErrorCode,
  message?: string,
  metadata?: Record<string, unknown>,
): CotulenhError {
  return new CotulenhError(code, message ?? code, metadata)
}

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ErrorCode, text)
}

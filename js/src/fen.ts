/** FENs as texts: their fields, and what is wrong with them. */

import { bridge } from './bridge.js'
import type { Color, Square } from './board.js'
import { createError, type ErrorCode } from './errors.js'
import { MAX_FEN_LENGTH, textArgument } from './rules.js'

/** Where in a FEN: a field (1 to 7), a rank, a character of that rank's text, or a point. */
export interface FenLocation {
  field?: number
  rank?: number
  column?: number
  square?: Square
}

/** At which level something is wrong. */
export type ValidationErrorCategory = 'structure' | 'lexical' | 'combination' | 'terrain' | 'semantic'

/** One thing that is wrong with a FEN. */
export interface ValidationError {
  code: ErrorCode
  message: string
  category: ValidationErrorCategory
  location?: FenLocation
}

/** What a check of a FEN has found. */
export interface ValidationResult {
  valid: boolean
  /** Everything that is wrong, in the order of the text; empty for a valid FEN. */
  errors: ValidationError[]
}

/** How {@link CoTuLenh.checkFen} checks. */
export interface CheckFenOptions {
  /** Also ask whether the pieces can stand like that, and whether both Commanders are there. */
  checkSemantics?: boolean
  /** Throw the first error instead of listing all. */
  throwOnError?: boolean
}

/** Everything that is wrong with a FEN. */
export function validateFenString(
  fen: string,
  options?: CheckFenOptions | null,
): ValidationResult {
  const { checkSemantics = true, throwOnError = false } = options ?? {}
  const all = bridge.checkFen({ fen: textArgument(fen, 'A FEN', MAX_FEN_LENGTH) })
  const isText = ({ category }: ValidationError): boolean => category === 'structure' || category === 'lexical'
  const errors = checkSemantics ? all.errors : all.errors.filter(isText)
  const first = errors[0]
  if (throwOnError && first !== undefined) {
    const { code, message, category, location } = first
    throw createError(code, message, location === undefined ? { category } : { category, location })
  }
  return { valid: first === undefined, errors }
}

/** Side to move, half-move clock and move number of a FEN that the rules wrote. */
export function fieldsOf(fen: string): { turn: Color; halfMoves: number; moveNumber: number } {
  const [, turn, , , halfMoves, moveNumber] = fen.split(' ')
  return { turn: turn as Color, halfMoves: Number(halfMoves), moveNumber: Number(moveNumber) }
}

/** Is a deploy open? Nothing else in a FEN has a colon. */
export function hasOpenDeploy(fen: string): boolean {
  return fen.includes(':')
}

/** The deploy suffix of a FEN with an open deploy. */
export function deploySuffix(fen: string): string {
  return fen.slice(fen.lastIndexOf(' ') + 1)
}

/** How many pieces may still step off; before the first step, more than ever after. */
export function remainingIn(fen: string): number {
  if (!hasOpenDeploy(fen)) return Infinity
  return deploySuffix(fen).split(':')[1]?.replace(/[^A-Z]/g, '').length ?? 0
}

/** What counts for a repetition: placement with heroic flags, and side to move. */
export function repetitionKey(fen: string): string {
  return fen.split(' ', 2).join(' ')
}

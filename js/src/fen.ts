/** FENs as texts: their fields and their faults. */

import { textArgument } from './arguments.js'
import type { Color, Square } from './board.js'
import { readData } from './data.js'
import { createError, type ErrorCode } from './errors.js'
import { MAX_FEN_LENGTH, type ValidationErrorCategory } from './generated.js'
import { askRules } from './rules.js'

export type { ValidationErrorCategory } from './generated.js'

/** A place in a FEN. */
export interface FenLocation {
  /** The rank, 1 to 12. */
  rank?: number
  /** The last character of what is wrong in the text of the rank, from 0. */
  charIndex?: number
  /** What is wrong there. */
  context?: string
  /** The field, 1 to 7. */
  field?: number
  /** The first character of what is wrong in the text of the rank, from 0. */
  column?: number
  /** The point. */
  square?: Square
}

/** One fault of a FEN. */
export interface ValidationError {
  code: ErrorCode
  message: string
  category: ValidationErrorCategory
  location?: FenLocation
}

/** The result of checking a FEN. */
export interface ValidationResult {
  valid: boolean
  /** All faults, in the order of the text; empty for a valid FEN. */
  errors: ValidationError[]
}

/** Options of {@link CoTuLenh.checkFen}. */
export interface CheckFenOptions {
  /** Also check stacks, terrain and Commanders. The default is true. */
  checkSemantics?: boolean
  /** Throw the first fault instead of returning all. The default is false. */
  throwOnError?: boolean
}

/** Checks a FEN and returns all its faults. */
export function checkFen(fen: string, options?: CheckFenOptions | null): ValidationResult {
  const { checkSemantics = true, throwOnError = false } = options ?? {}
  const text = textArgument(fen, 'A FEN', MAX_FEN_LENGTH)
  const all = readData<ValidationResult>(askRules((rules) => rules.check_fen(text)))
  const isText = ({ category }: ValidationError): boolean => category === 'structure' || category === 'lexical'
  const errors = (checkSemantics ? all.errors : all.errors.filter(isText)).map(
    ({ code, message, category, location }): ValidationError =>
      location === undefined ? { code, message, category } : { code, message, category, location },
  )
  const first = errors[0]
  if (throwOnError && first !== undefined) {
    const { code, message, ...metadata } = first
    throw createError(code, message, metadata)
  }
  return { valid: first === undefined, errors }
}

/** Whether a text is a valid FEN. */
export function validateFenString(fen: string): boolean {
  return typeof fen === 'string' && checkFen(fen).valid
}

/** Side to move, half-move clock and move number of a FEN that the rules wrote. */
export function fieldsOf(fen: string): { turn: Color; halfMoves: number; moveNumber: number } {
  const [, turn, , , halfMoves, moveNumber] = fen.split(' ')
  return { turn: turn as Color, halfMoves: Number(halfMoves), moveNumber: Number(moveNumber) }
}

/** The side to move of a FEN that the rules wrote. */
export function turnOf(fen: string): Color {
  return fen[fen.indexOf(' ') + 1] as Color
}

/** Whether a deploy is open. Only the deploy suffix of a FEN contains a colon. */
export function hasOpenDeploy(fen: string): boolean {
  return fen.includes(':')
}

/** The deploy suffix of a FEN with an open deploy. */
export function deploySuffix(fen: string): string {
  return fen.slice(fen.lastIndexOf(' ') + 1)
}

/** The number of pieces that may still step off; infinite before the first step. */
export function remainingIn(fen: string): number {
  if (!hasOpenDeploy(fen)) return Infinity
  return deploySuffix(fen).split(':')[1]?.replace(/[^A-Z]/g, '').length ?? 0
}

/** The part of a FEN that counts for repetition: placement with heroic flags, and side to move. */
export function repetitionKey(fen: string): string {
  return fen.split(' ', 2).join(' ')
}

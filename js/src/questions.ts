/** Questions about a position that are also methods of the bridge. */

import type { Color, Square } from './board.js'
import { BridgeError, type BridgeErrorData } from './bridge-request.js'
import { readData } from './data.js'
import { createError, isErrorCode } from './errors.js'
import type { RESULTS } from './generated.js'
import type { RuleBits } from './options.js'
import { pieceFromText, type Piece, type Role } from './pieces.js'
import { askRules } from './rules.js'

/** A value for each side. */
export interface Sides<T> {
  r: T
  b: T
}

/** How a game has ended. */
export interface GameOutcome {
  /** The winner, or null for a draw. */
  winner: Color | null
  reason: Exclude<(typeof RESULTS)[number]['reason'], ''>
  /** The clauses of the rules: first that of the result, then that of checkmate or stalemate. */
  clauses: string[]
}

/** A piece that could capture on a point. */
export interface Capturer {
  square: Square
  piece: Piece
  /** Whether it is carried, and captures by a deploy step. */
  carried: boolean
  /** The flag of its capture: normal, stay or suicide. */
  flag: 'c' | 's' | 'k'
}

/** Why a position cannot arise from the start position. Each code has its own further fields. */
export interface UnreachableReason {
  code:
    | 'TOO_MANY_PIECES'
    | 'HEADQUARTER_MOVED'
    | 'COMMANDER_MISSING'
    | 'COMMANDER_IN_DANGER'
    | 'NOT_PROMOTED'
    | 'LAST_GUARD_NOT_PROMOTED'
  /** The clause of the rules that play would have broken. */
  clause: string
  color: Color
  role?: Role
  found?: number
  limit?: number
  square?: Square
  /** The piece as in FEN. */
  piece?: string
}

/** A position in which a deploy turn can end, and the way to it. */
export interface DeployResult {
  /** The LAN of the turn. */
  lan: string
  /** LANs of the steps, and `commit` unless the last step commits by itself. */
  actions: string[]
  /** The FEN after the turn. */
  fen: string
  /** The LAN of a move of a whole unit that leads to the same position. */
  sameAs?: string
  /** Set if an earlier result differs in the half-move clock only. */
  clockOnly?: true
}

/** The name of a question. */
export type QuestionName = 'checks' | 'capturers' | 'diff' | 'mirror' | 'outcome' | 'unreachable' | 'deployResults'

/** Asks the rules; throws a {@link BridgeError} if they refuse. */
export function tryQuestion<T>(name: QuestionName, fen: string, options: RuleBits, argument = '', repetitions = 1): T {
  const answer = readData<{ Ok: T } | { Err: BridgeErrorData }>(
    askRules((rules) => rules.question(name, fen, options, argument, repetitions)),
  )
  if ('Err' in answer) throw new BridgeError(answer.Err)
  return answer.Ok
}

/** Asks the rules; throws a CotulenhError if they refuse. */
export function askQuestion<T>(...question: Parameters<typeof tryQuestion>): T {
  try {
    return tryQuestion(...question)
  } catch (error) {
    if (!(error instanceof BridgeError)) throw error
    const { code, message, ...details } = error.data
    throw createError(isErrorCode(code) ? code : 'UNKNOWN_ERROR', message, details)
  }
}

/** Capturers as the rules answer them: pieces as texts. */
export type CapturerTexts = Sides<(Omit<Capturer, 'piece'> & { piece: string })[]>

export function capturersOf(fen: string, options: RuleBits, square: string): Sides<Capturer[]> {
  const { r, b } = askQuestion<CapturerTexts>('capturers', fen, options, square)
  const withPieces = (list: CapturerTexts['r']): Capturer[] =>
    list.map((found) => ({ ...found, piece: pieceFromText(found.piece) }))
  return { r: withPieces(r), b: withPieces(b) }
}

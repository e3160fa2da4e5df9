/** Options of games, moves and move lists. */

import type { Color, Square } from './board.js'
import { RULE_OPTION_BITS } from './generated.js'
import type { PieceSymbol } from './pieces.js'

/** Options that change the rules. */
export interface GameOptions {
  /** Do not promote the last guard of a side. */
  skipLastGuardPromotion?: boolean
}

/** Rule options as one number, as the rules take them. */
export type RuleBits = number

/** The bits of a game's options. */
export function ruleBits(options: GameOptions | null | undefined): RuleBits {
  return options?.skipLastGuardPromotion ? RULE_OPTION_BITS.skipLastGuardPromotion : 0
}

/** The options with these bits. */
export function gameOptions(bits: RuleBits): Required<GameOptions> {
  return { skipLastGuardPromotion: (bits & RULE_OPTION_BITS.skipLastGuardPromotion) !== 0 }
}

/** The same rules with or without moves that leave the own Commander in danger. */
export function withLegality(bits: RuleBits, legal: boolean): RuleBits {
  return legal ? bits : bits | RULE_OPTION_BITS.skipCommanderSafety
}

/** Side to move, clocks and FEN. */
export interface GameStateMetadata {
  turn: Color
  /** Turns since the last capture by moving. */
  halfMoves: number
  moveNumber: number
  fen: string
}

/** A game as plain data. */
export interface GameJson {
  /** The present FEN, with an open deploy. */
  fen: string
  /** The FEN before the first turn. */
  start: string
  /** The LANs of the completed turns. They lead from `start` to `fen` unless the board was changed by hand. */
  turns: string[]
  headers: Record<string, string>
  options: Required<GameOptions>
}

/** A move by its points. */
export interface MoveObject {
  from: Square
  to: Square
  /** The role on top of the moving unit, or the role of a piece that leaves its stack. */
  piece?: PieceSymbol
  /**
   * True: capture without moving. False: any other move. By default another move, and a stay
   * capture only if there is no other.
   */
  stay?: boolean
  /**
   * True: a piece that leaves its stack. False: the whole unit. By default the whole unit, and a
   * piece that leaves its stack only if the unit cannot move there.
   */
  deploy?: boolean
}

/** Options of {@link CoTuLenh.move}. */
export interface MoveOptions {
  /** Accept SAN, LAN and whole deploy turns only, not `c5c6`. The default is false. */
  strict?: boolean
  /** Commit a deploy when no further step is possible. The default is true. */
  autoCommit?: boolean
  /**
   * Reject moves that leave the own Commander in danger. The default is true. A deploy that began
   * with such a move can be continued, but its FEN and PGN cannot be loaded.
   */
  legal?: boolean
}

/** Options of {@link CoTuLenh.moves}. */
export interface MovesOptions {
  /** Return results instead of SANs. The default is false. */
  verbose?: boolean
  /** Only moves from this point. */
  square?: Square
  /** Only units with this role on top, and pieces of this role that leave their stack. */
  pieceType?: PieceSymbol
  /** Omit moves that leave the own Commander in danger. The default is true. */
  legal?: boolean
}

/** What can be chosen, and what is told about a game. */

import type { Color, Square } from './board.js'
import type { PieceSymbol } from './pieces.js'

/** Rules that can be chosen. */
export interface GameOptions {
  /** Do not promote a side's last unit beside its Commander. */
  skipLastGuardPromotion?: boolean
}

/** Side to move, clocks and FEN. */
export interface GameStateMetadata {
  turn: Color
  /** Turns since the last capture. */
  halfMoves: number
  moveNumber: number
  fen: string
}

/** A move by its points. */
export interface MoveObject {
  from: Square
  to: Square
  /** The role on top of what moves; of a piece that leaves its stack, its own. */
  piece?: PieceSymbol
  /** Capture without moving (true) or by moving there (false). Left open, the latter where it is possible. */
  stay?: boolean
  /** Only a piece that leaves its stack (true) or only the whole unit (false). Left open, the whole unit where it can. */
  deploy?: boolean
}

/** How {@link CoTuLenh.move} plays. */
export interface MoveOptions {
  /** Understand only SAN, LAN and whole deploy turns, not `c5c6`; false unless said. */
  strict?: boolean
  /** End a deploy by itself when nothing remains to be done (true, unless said), or leave it open (false). */
  autoCommit?: boolean
  /**
   * Refuse moves that leave the own Commander in danger (true, unless said). A deploy that began with such a move can be played on, but its
   * FEN and PGN are refused when read elsewhere.
   */
  legal?: boolean
}

/** What {@link CoTuLenh.moves} lists. */
export interface MovesOptions {
  /** Results instead of SANs; false unless said. */
  verbose?: boolean
  /** Only from this point. */
  square?: Square
  /** Only units with this role on top, and pieces of this role that leave their stack. */
  pieceType?: PieceSymbol
  /** Leave out moves that leave the own Commander in danger; true unless said. */
  legal?: boolean
}

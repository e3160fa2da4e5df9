/** What a game store shows: plain frozen objects. */

import type { Color, Square } from '../board.js'
import type { MOVE_KINDS, RESULTS, RuleRefusalCode } from '../generated.js'
import type { PieceSymbol } from '../pieces.js'

/** A piece, or a stack: its carrier with the pieces that it carries. Equal pieces are one object. */
export interface StorePiece {
  readonly type: PieceSymbol
  readonly color: Color
  readonly heroic: boolean
  /** The pieces that it carries; missing for a single piece. */
  readonly carrying?: readonly StorePiece[]
}

/**
 * What a move does at its destination. A `stay` captures without moving; in a `suicide` the
 * capturing piece is lost too; a `recombination` joins a piece that left in the same deploy.
 */
export type StoreMoveKind = (typeof MOVE_KINDS)[number]

/** A legal or played move of a unit, or of one piece that leaves its stack. */
export interface StoreMove {
  readonly from: Square
  /** Its destination; of a stay capture, where the target stands. */
  readonly to: Square
  /** What moves, as it stands before the move. */
  readonly piece: StorePiece
  readonly kind: StoreMoveKind
  /** Whether a piece leaves its stack. */
  readonly deploy: boolean
}

/** A unit, or a piece of a stack, with its legal moves. */
export interface StoreMover {
  readonly piece: StorePiece
  /** Whether it would leave its stack. */
  readonly deploy: boolean
  readonly moves: readonly StoreMove[]
}

/** An open deploy. */
export interface StoreDeploy {
  readonly square: Square
  /** The stack as it stood when the deploy began. */
  readonly original: StorePiece
  /** The pieces that may still step off, carrier first. */
  readonly remaining: readonly StorePiece[]
  /** The steps so far. Pieces that have recombined are one step. */
  readonly steps: readonly StoreMove[]
  readonly canCommit: boolean
}

/** The turn that was completed last. */
export interface StoreTurn {
  readonly color: Color
  readonly from: Square
  /** The unit that moved; of a deploy, the whole stack. */
  readonly piece: StorePiece
  readonly deploy: boolean
  /** One move, or the steps of a deploy. */
  readonly steps: readonly StoreMove[]
  /** What remained of a deployed stack, or null. */
  readonly stay: StorePiece | null
  /** The captured units. */
  readonly captured: readonly StorePiece[]
}

/** How a game has ended. */
export interface StoreResult {
  /** The winner, or null for a draw. */
  readonly winner: Color | null
  readonly reason: Exclude<(typeof RESULTS)[number]['reason'], ''>
}

/**
 * Everything about the present position. A snapshot never changes. The next one shares all parts
 * that are the same.
 */
export interface GameSnapshot {
  /** The units by point. */
  readonly pieces: Readonly<Partial<Record<Square, StorePiece>>>
  readonly turn: Color
  readonly moveNumber: number
  /** Turns since the last capture by moving. */
  readonly halfMoves: number
  /**
   * The legal moves by point: for each, the pieces that may leave the stack, carrier first, and the
   * whole unit. Empty when the game is over.
   */
  readonly destinations: Readonly<Partial<Record<Square, readonly StoreMover[]>>>
  readonly deploy: StoreDeploy | null
  readonly lastTurn: StoreTurn | null
  /** Whether the Commander of the side to move is attacked or missing. */
  readonly check: boolean
  /** The points of the Commanders, null for a missing one. */
  readonly commanders: Readonly<Record<Color, Square | null>>
  readonly result: StoreResult | null
  /** The number of completed turns. */
  readonly turns: number
  readonly canUndo: boolean
  readonly canRedo: boolean
}

/** A move as a caller describes it: a move of a snapshot, or as much of it as is needed. */
export interface StoreMoveRequest {
  readonly from: Square
  readonly to: Square
  /** What moves: its role, or the role on top of it. */
  readonly piece?: PieceSymbol | StorePiece
  readonly kind?: StoreMoveKind
  readonly deploy?: boolean
}

/** Why the store itself refuses an action. */
export type StoreRefusalCode =
  /** Not a move, or not a FEN or game. */
  | 'INVALID_ARGUMENT'
  /** The text is not a legal move. */
  | 'NO_SUCH_MOVE'
  /** Several legal moves match. */
  | 'AMBIGUOUS_MOVE'
  /** The piece reaches the point, but not by a move of this kind. */
  | 'OTHER_KIND'
  | 'NO_OPEN_DEPLOY'
  | 'NOTHING_TO_UNDO'
  | 'NOTHING_TO_REDO'
  /** The FEN is invalid; `fault` is the code of its first fault. */
  | 'INVALID_FEN'
  /** The history of the game cannot be replayed. */
  | 'INVALID_HISTORY'

/**
 * Why an action is refused: data from which an interface chooses its words. Clause, variant and
 * parameters are those of the rules.
 */
export interface StoreRefusal {
  readonly code: RuleRefusalCode | StoreRefusalCode
  /** Distinguishes cases that share a code. */
  readonly variant?: string
  /** The clause of the rules. */
  readonly clause?: string
  /** The points to mark on a board. */
  readonly squares: readonly Square[]
  /** The data of the cause: units as in a FEN, points, ranges. */
  readonly params: Readonly<Record<string, unknown>>
}

/** The answer of an action. */
export type StoreAnswer =
  | { readonly ok: true; readonly snapshot: GameSnapshot }
  | { readonly ok: false; readonly refusal: StoreRefusal }

/** The events of a store and what listeners get. */
export interface StoreEvents {
  /** A turn was completed by the move of a whole unit. */
  move: { readonly turn: StoreTurn; readonly snapshot: GameSnapshot }
  /** A piece left its stack. If that completed the turn, `commit` follows. */
  step: { readonly move: StoreMove; readonly snapshot: GameSnapshot }
  /** A deploy was committed. */
  commit: { readonly turn: StoreTurn; readonly snapshot: GameSnapshot }
  /** The open deploy was taken back. */
  cancel: { readonly snapshot: GameSnapshot }
  /** A step or a turn was taken back. */
  undo: { readonly snapshot: GameSnapshot }
  /** Another game or position was loaded. */
  load: { readonly snapshot: GameSnapshot }
  /** The game has ended. */
  end: { readonly result: StoreResult; readonly snapshot: GameSnapshot }
}

/** An open deploy. */

import { pointOf, type Color, type Square } from './board.js'
import type { CoTuLenh } from './cotulenh.js'
import { createError } from './errors.js'
import { deploySuffix } from './fen.js'
import { internalMove, turnSoFar, type InternalMove, type MoveResult } from './moves.js'
import { flattenPiece, pieceFromText, pieceFromTextOrDash, symbolOf, type Piece, type PieceSymbol } from './pieces.js'
import { STATUS } from './queries.js'
import { askRules, statusOf } from './rules.js'

/** What became of a commit. */
export interface CommitResult {
  success: boolean
  /** Why not. */
  reason?: string
  /** The whole turn. */
  result?: MoveResult
}

/** An open deploy, to be shown. */
export interface DeployStateView {
  /** The point of the stack, as a square number. */
  stackSquare: number
  turn: Color
  /** The stack as it stood when the deploy began. */
  originalPiece: Piece
  /** The pieces that have stepped off, step by step. */
  movedPieces: Piece[]
  /** The pieces that may still step off, one by one. */
  remainingPieces: Piece[]
  /** The same as one unit: what stays if it is committed now; missing if nothing does. */
  stayPiece?: Piece
  canCommit: boolean
  /** Nothing remains, or no step is possible. */
  isComplete: boolean
}

/** A piece that can rejoin another that left before it. */
export interface RecombineOption {
  /** Where they meet. */
  square: Square
  /** Who would join. */
  piece: Piece
}

interface Description {
  square: number
  original: Piece
  remaining: Piece | undefined
  steps: InternalMove[]
}

/** What a session keeps for its game: the FEN with the deploy open, and the FENs before each of its actions. */
interface SessionState {
  readonly game: CoTuLenh
  readonly fen: string
  readonly stages: readonly string[]
}

/** Kept apart from the sessions themselves, where callers could reach it. */
const states = new WeakMap<DeploySession, SessionState>()

export function stateOf(session: DeploySession): SessionState {
  return states.get(session) as SessionState
}

/** The deploy has gone on, or back. */
export function followDeploy(session: DeploySession, fen: string, stages: readonly string[]): void {
  states.set(session, { ...stateOf(session), fen, stages })
}

/**
 * An open deploy: a stack sends its pieces off one by one. It belongs to its game and follows it; once the deploy has
 * ended it still tells what it was, but can no longer be changed.
 */
export class DeploySession {
  /** The point of the stack, as a square number. */
  readonly stackSquare: number
  /** Who deploys. */
  readonly turn: Color
  /** The stack as it stood when the deploy began. */
  readonly originalPiece: Piece
  /** Every session of this game is a deploy. */
  readonly isDeploy = true
  /** The FEN before the first step. */
  readonly startFEN: string
  readonly #skipLastGuard: boolean

  /** @internal */
  constructor(game: CoTuLenh, skipLastGuard: boolean, turn: Color, fen: string, stages: readonly [string, ...string[]]) {
    this.#skipLastGuard = skipLastGuard
    this.turn = turn
    this.startFEN = stages[0]
    states.set(this, { game, fen, stages })
    const { square, original } = this.#describe()
    this.stackSquare = square
    this.originalPiece = original
  }

  get #fen(): string {
    return stateOf(this).fen
  }

  #describe(): Description {
    const text = askRules((rules) => rules.session(this.#fen, this.#skipLastGuard))
    const [head, ...lines] = text.split('\n') as [string, ...string[]]
    const [square, original, remaining] = head.split(' ') as [string, string, string]
    const from = Number(square)
    const steps = lines.map((line) => {
      const [bits, to, piece, target] = line.split(' ') as [string, string, string, string]
      return internalMove(this.turn, Number(bits), from, Number(to), piece, target)
    })
    return { square: from, original: pieceFromText(original), remaining: pieceFromTextOrDash(remaining), steps }
  }

  #status(): number {
    return statusOf(this.#fen, this.#skipLastGuard)
  }

  /** The game, as long as this deploy is its open one. */
  #openGame(): CoTuLenh {
    const { game } = stateOf(this)
    if (game.getSession() !== this) throw createError('SESSION_INVALID_OPERATION', 'This deploy has ended')
    return game
  }

  /** What may still step off, as one unit; undefined if nothing remains. */
  get remaining(): Piece | undefined {
    return this.#describe().remaining
  }

  /** Nothing remains, or no step is possible. */
  get isComplete(): boolean {
    return (this.#status() & STATUS.DEPLOY_COMPLETE) !== 0
  }

  /** No step has been made. A deploy begins with its first step, so an open one never is. */
  get isEmpty(): boolean {
    return this.moves.length === 0
  }

  /** The steps so far; pieces that recombined are one step. */
  get moves(): InternalMove[] {
    return this.#describe().steps
  }

  /** Plays a further step. */
  addMove(move: InternalMove): MoveResult {
    return this.#openGame().move(move, { autoCommit: false })
  }

  /** Takes the whole deploy back. */
  cancel(): void {
    this.#openGame().cancelSession()
  }

  /** Takes the last step back; with the first, the deploy is closed. */
  undoLastMove(): void {
    this.#openGame().undo()
  }

  /** The turn so far. */
  getCurrentResult(): MoveResult {
    this.#openGame()
    return turnSoFar(this.#fen, this.startFEN, this.#skipLastGuard)
  }

  /** May the deploy end here? */
  canCommit(): boolean {
    return (this.#status() & STATUS.CAN_COMMIT) !== 0
  }

  /** Ends the turn; what remains stays. Never throws. */
  commit(): CommitResult {
    try {
      return this.#openGame().commitSession()
    } catch (error) {
      return { success: false, reason: (error as Error).message }
    }
  }

  /** The deploy as the last field of a FEN: `d5:I:T>d7...`. */
  toFenString(): string {
    return deploySuffix(this.#fen)
  }

  /** Can a remaining piece rejoin one that now stands on this point? */
  isRecombineTarget(square: Square | number): boolean {
    const point = pointOf(square)
    return this.getRecombineOptions().some((option) => pointOf(option.square) === point)
  }

  /**
   * Where a remaining piece (or any, if none is named) can rejoin one that left before it, as if they had left together. A
   * combination that is a step of its own is none; the stack's carrier only has those.
   */
  getRecombineOptions(piece?: Piece | PieceSymbol): RecombineOption[] {
    const wanted = typeof piece === 'object' && piece !== null ? piece.type : piece
    if (wanted !== undefined && symbolOf(wanted) === undefined) {
      throw createError('MOVE_PIECE_NOT_FOUND', `Not a piece: ${String(wanted)}`)
    }
    return this.#openGame()
      .moves({ verbose: true })
      .filter(({ flags, piece }) => flags.includes('b') && (wanted === undefined || piece.type === wanted))
      .map(({ to, piece }) => ({ square: to as Square, piece }))
      .filter((option) => this.#recombines(option))
  }

  /** Does joining there leave the number of steps as it is? */
  #recombines({ square, piece }: RecombineOption): boolean {
    const stepsIn = (fen: string): number => deploySuffix(fen).split(',').length
    const to = pointOf(square) as number
    const [after] = askRules((rules) =>
      rules.play_squares(this.#fen, this.#skipLastGuard, this.stackSquare, to, piece.type, true, undefined, false, true),
    ).split('\n') as [string]
    return stepsIn(after) === stepsIn(this.#fen)
  }

  /** Everything a board needs to show the deploy. */
  getDeployView(): DeployStateView {
    const { square, original, remaining, steps } = this.#describe()
    const status = this.#status()
    const view: DeployStateView = {
      stackSquare: square,
      turn: this.turn,
      originalPiece: original,
      movedPieces: steps.map(({ piece }) => piece),
      remainingPieces: remaining === undefined ? [] : flattenPiece(remaining),
      canCommit: (status & STATUS.CAN_COMMIT) !== 0,
      isComplete: (status & STATUS.DEPLOY_COMPLETE) !== 0,
    }
    if (remaining !== undefined) view.stayPiece = remaining
    return view
  }
}

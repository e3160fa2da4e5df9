/** An open deploy. */

import { pointOf, type Color, type Square } from './board.js'
import type { CoTuLenh } from './cotulenh.js'
import { describe } from './describe.js'
import { createError } from './errors.js'
import { deploySuffix } from './fen.js'
import { readDeploySteps, readOpenDeploy, readRecombinations, STATUS } from './generated.js'
import type { DeployStages } from './history.js'
import { deployStep, turnSoFar, type InternalMove, type MoveResult } from './moves.js'
import type { RuleBits } from './options.js'
import { flattenPiece, pieceFromText, pieceFromTextOrDash, symbolOf, type Piece, type PieceSymbol } from './pieces.js'
import { askRules, statusOf } from './rules.js'

/** The result of a commit. */
export interface CommitResult {
  success: boolean
  /** Why the commit was refused. */
  reason?: string
  /** The whole turn. */
  result?: MoveResult
}

/** An open deploy for display. */
export interface DeployStateView {
  /** The number of the stack's point. */
  stackSquare: number
  turn: Color
  /** The stack as it stood when the deploy began. */
  originalPiece: Piece
  /** The pieces that have stepped off, step by step. */
  movedPieces: Piece[]
  /** The pieces that may still step off, one by one. */
  remainingPieces: Piece[]
  /**
   * The remaining pieces as one unit, which stays if the deploy is committed; missing if there are
   * none.
   */
  stayPiece?: Piece
  canCommit: boolean
  /** Whether no further step is possible. */
  isComplete: boolean
}

/** A piece that can rejoin one that left before it. */
export interface RecombineOption {
  /** The point where they meet. */
  square: Square
  /** The piece that would join. */
  piece: Piece
}

interface Description {
  square: number
  original: Piece
  remaining: Piece | undefined
  steps: InternalMove[]
}

/** The state of a session: its game, and the stages of the deploy. */
interface SessionState extends Readonly<DeployStages> {
  readonly game: CoTuLenh
}

/** Kept outside the sessions, where callers cannot reach it. */
const states = new WeakMap<DeploySession, SessionState>()

export function stateOf(session: DeploySession): SessionState {
  return states.get(session) as SessionState
}

/** Updates a session after a step was played or taken back. */
export function updateSession(session: DeploySession, { fen, stages }: DeployStages): void {
  states.set(session, { ...stateOf(session), fen, stages })
}

/**
 * An open deploy: the pieces of a stack step off one by one. It belongs to its game and changes
 * with it. When the deploy has ended, the session still describes it, but can no longer be changed.
 */
export class DeploySession {
  /** The number of the stack's point. */
  readonly stackSquare: number
  /** The side that deploys. */
  readonly turn: Color
  /** The stack as it stood when the deploy began. */
  readonly originalPiece: Piece
  /** True: every session is a deploy. */
  readonly isDeploy = true
  /** The FEN before the first step. */
  readonly startFEN: string
  readonly #options: RuleBits

  /** @internal */
  constructor(game: CoTuLenh, options: RuleBits, turn: Color, { fen, stages }: DeployStages) {
    this.#options = options
    this.turn = turn
    this.startFEN = stages[0] ?? fen
    states.set(this, { game, fen, stages })
    const { square, original } = this.#describe()
    this.stackSquare = square
    this.originalPiece = original
  }

  get #fen(): string {
    return stateOf(this).fen
  }

  #describe(): Description {
    const deploy = readOpenDeploy(askRules((rules) => rules.open_deploy(this.#fen, this.#options)))
    const square = Number(deploy.square)
    return {
      square,
      original: pieceFromText(deploy.original),
      remaining: pieceFromTextOrDash(deploy.stay),
      steps: readDeploySteps(deploy.steps).map((step) => deployStep(this.turn, square, step)),
    }
  }

  #holds(bit: number): boolean {
    // Repetition does not matter while a deploy is open.
    return (statusOf(this.#fen, this.#options, 1) & bit) !== 0
  }

  /** The game, while this is its open deploy. */
  #openGame(): CoTuLenh {
    const { game } = stateOf(this)
    if (game.getSession() !== this) throw createError('SESSION_INVALID_OPERATION', 'This deploy has ended')
    return game
  }

  /** The pieces that may still step off, as one unit; undefined if there are none. */
  get remaining(): Piece | undefined {
    return this.#describe().remaining
  }

  /** Whether no further step is possible. */
  get isComplete(): boolean {
    return this.#holds(STATUS.DEPLOY_FINISHED)
  }

  /**
   * Whether no step has been made. A deploy begins with its first step, so this is false while it
   * is open.
   */
  get isEmpty(): boolean {
    return this.moves.length === 0
  }

  /** The steps so far. Recombined pieces are one step. */
  get moves(): InternalMove[] {
    return this.#describe().steps
  }

  /** Plays a further step. */
  addMove(move: InternalMove): MoveResult {
    return this.#openGame().move(move, { autoCommit: false })
  }

  /** Takes back the whole deploy. */
  cancel(): void {
    this.#openGame().cancelSession()
  }

  /** Takes back the last step. Taking back the first one closes the deploy. */
  undoLastMove(): void {
    this.#openGame().undo()
  }

  /** The turn so far. */
  getCurrentResult(): MoveResult {
    this.#openGame()
    return turnSoFar(this.#fen, this.startFEN, this.#options)
  }

  /** Whether the deploy can be committed. */
  canCommit(): boolean {
    return this.#holds(STATUS.CAN_COMMIT)
  }

  /** Ends the turn. The remaining pieces stay. Never throws. */
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

  /** Whether a remaining piece can rejoin one that stands on this point. */
  isRecombineTarget(square: Square | number): boolean {
    const point = pointOf(square)
    return this.getRecombineOptions().some((option) => pointOf(option.square) === point)
  }

  /**
   * The points where a remaining piece (by default any) can rejoin one that left before it, as if
   * they had left together. A combination that is a step of its own is not a recombination.
   */
  getRecombineOptions(piece?: Piece | PieceSymbol): RecombineOption[] {
    const wanted = typeof piece === 'object' && piece !== null ? piece.type : piece
    if (wanted !== undefined && symbolOf(wanted) === undefined) {
      throw createError('MOVE_PIECE_NOT_FOUND', `Not a piece: ${describe(wanted)}`)
    }
    this.#openGame()
    return readRecombinations(askRules((rules) => rules.recombinations(this.#fen, this.#options)))
      .map(({ square, piece }) => ({ square: square as Square, piece: pieceFromText(piece) }))
      .filter(({ piece }) => wanted === undefined || piece.type === wanted)
  }

  /** The deploy for display. */
  getDeployView(): DeployStateView {
    const { square, original, remaining, steps } = this.#describe()
    const view: DeployStateView = {
      stackSquare: square,
      turn: this.turn,
      originalPiece: original,
      movedPieces: steps.map(({ piece }) => piece),
      remainingPieces: remaining === undefined ? [] : flattenPiece(remaining),
      canCommit: this.canCommit(),
      isComplete: this.isComplete,
    }
    if (remaining !== undefined) view.stayPiece = remaining
    return view
  }
}

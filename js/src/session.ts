/** A session: a turn before its commit. */

import { nameOf, pointOf, type Color, type Square } from './board.js'
import type { CoTuLenh } from './cotulenh.js'
import { createError } from './errors.js'
import { STATUS } from './generated.js'
import type { InternalMove, MoveResult } from './moves.js'
import { canCommit, turnSoFar, type OpenTurn } from './open-turn.js'
import type { RuleBits } from './options.js'
import { flattenPiece, type Piece, type PieceSymbol } from './pieces.js'
import { askRules, statusOf } from './rules.js'
import { playedTurn, recombinationsOf, type PlayedTurn } from './turns.js'

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
  /** The name of the stack's point. */
  stackSquare: Square
  turn: Color
  /** The stack as it stood when the deploy began. */
  originalPiece: Piece
  /** The pieces that have stepped off, one by one. */
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

/** A piece that can join a group that left before it. */
export interface RecombineOption {
  /** The point where they meet. */
  square: Square
  /** The letter of the piece that would join. */
  piece: PieceSymbol
}

/** The state of a session: its game, and its turn. */
interface SessionState extends Readonly<OpenTurn> {
  readonly game: CoTuLenh
}

/** Kept outside the sessions, where callers cannot reach it. */
const states = new WeakMap<MoveSession, SessionState>()

export function stateOf(session: MoveSession): SessionState {
  return states.get(session) as SessionState
}

/** Updates a session after a step was played or taken back. */
export function updateSession(session: MoveSession, turn: OpenTurn): void {
  states.set(session, { ...turn, game: stateOf(session).game })
}

/**
 * A turn before its commit: a deploy, whose pieces step off one by one, or a move that was played
 * with `autoCommit: false`. It belongs to its game and changes with it. When the turn has ended,
 * the session still describes it, but can no longer be changed.
 */
export class MoveSession {
  /** The number of the point where the turn begins. */
  readonly stackSquare: number
  /** The side that moves. */
  readonly turn: Color
  /** The stack or unit as it stood when the turn began. */
  readonly originalPiece: Piece
  /** Whether it is a deploy. */
  readonly isDeploy: boolean
  /** The FEN before the turn. */
  readonly startFEN: string
  readonly #options: RuleBits

  /** @internal */
  constructor(game: CoTuLenh, options: RuleBits, turn: OpenTurn) {
    this.#options = options
    this.startFEN = turn.stages[0] ?? turn.fen
    this.isDeploy = turn.pending === undefined
    states.set(this, { ...turn, game })
    const { from, original, result } = this.#soFar()
    this.turn = result.color
    this.stackSquare = from
    this.originalPiece = original
  }

  #soFar(): PlayedTurn {
    return playedTurn(turnSoFar(stateOf(this), this.#options), this.startFEN)
  }

  /** The game, while this is its session. */
  #openGame(): CoTuLenh {
    const { game } = stateOf(this)
    if (game.getSession() !== this) throw createError('SESSION_INVALID_OPERATION', 'This session has ended')
    return game
  }

  /** The pieces that may still step off, one by one. */
  get remaining(): Piece[] {
    const { remaining } = this.#soFar()
    return remaining === undefined ? [] : flattenPiece(remaining)
  }

  /** Whether no further step is possible. */
  get isComplete(): boolean {
    // Repetition does not matter before the commit.
    return !this.isDeploy || (statusOf(stateOf(this).fen, this.#options, 1) & STATUS.DEPLOY_FINISHED) !== 0
  }

  /**
   * Whether no step has been made. A session begins with its first step, so this is false while it
   * is open.
   */
  get isEmpty(): boolean {
    return this.moves.length === 0
  }

  /** The steps so far. Recombined pieces are one step. */
  get moves(): InternalMove[] {
    return this.#soFar().steps
  }

  /** What can be taken back: one entry for each of {@link MoveSession.moves}. */
  get commands(): InternalMove[] {
    return this.moves
  }

  /** Plays a further step. Does not commit, even if no further step is possible. */
  addMove(move: InternalMove): MoveResult {
    return this.#openGame().move(move, { autoCommit: false })
  }

  /** Takes back the whole turn. */
  cancel(): void {
    this.#openGame().cancelSession()
  }

  /**
   * Takes back the last step and returns it; of a recombination, the step of the group. Taking back
   * the first step closes the session.
   */
  undoLastMove(): InternalMove {
    const game = this.#openGame()
    const steps = this.moves
    game.undo()
    // After the first step is undone the session is closed, but `moves` still returns it.
    const left = game.getSession() === this ? this.moves : []
    const isNew = ({ to, piece }: InternalMove, i: number): boolean =>
      left[i] === undefined || left[i].to !== to || flattenPiece(left[i].piece).length < flattenPiece(piece).length
    return steps.find(isNew) as InternalMove
  }

  /** The turn so far. */
  getCurrentResult(): MoveResult {
    this.#openGame()
    return this.#soFar().result
  }

  /** Whether the turn can be committed. */
  canCommit(): boolean {
    return canCommit(stateOf(this), this.#options)
  }

  /** Ends the turn. The remaining pieces stay. Throws a CotulenhError if the rules refuse. */
  commit(): CommitResult {
    const outcome = this.#openGame().commitSession()
    if (!outcome.success) throw createError('SESSION_INVALID_OPERATION', outcome.reason)
    return outcome
  }

  /** The FEN with the open deploy; of another move, the FEN before it. */
  toFenString(): string {
    return this.isDeploy ? stateOf(this).fen : this.startFEN
  }

  /**
   * Whether a step went to this point and a piece of this role remains that is not the carrier of
   * the stack. {@link MoveSession.getRecombineOptions} says whether the rules let it join.
   */
  isRecombineTarget(square: Square | number, type: PieceSymbol): boolean {
    if (!this.isDeploy || type === this.originalPiece.type) return false
    const point = pointOf(square)
    return this.moves.some(({ to }) => to === point) && this.remaining.some((piece) => piece.type === type)
  }

  /** The remaining pieces that can join a group that left before them, as if they had left together. */
  getRecombineOptions(): RecombineOption[] {
    return this.generateRecombineMoves().map(({ to, piece }) => ({ square: nameOf(to), piece: piece.type }))
  }

  /** The moves that play {@link MoveSession.getRecombineOptions}. */
  generateRecombineMoves(): InternalMove[] {
    this.#openGame()
    if (!this.isDeploy) return []
    const answer = askRules((rules) => rules.recombinations(stateOf(this).fen, this.#options))
    return recombinationsOf(answer, this.turn, this.stackSquare)
  }

  /** The deploy for display; null for another move. */
  getDeployView(): DeployStateView | null {
    if (!this.isDeploy) return null
    const { original, remaining, steps } = this.#soFar()
    const view: DeployStateView = {
      stackSquare: nameOf(this.stackSquare),
      turn: this.turn,
      originalPiece: original,
      movedPieces: steps.flatMap(({ piece }) => flattenPiece(piece)),
      remainingPieces: remaining === undefined ? [] : flattenPiece(remaining),
      canCommit: this.canCommit(),
      isComplete: this.isComplete,
    }
    if (remaining !== undefined) view.stayPiece = remaining
    return view
  }
}

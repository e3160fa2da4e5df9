/** A turn before its commit: an open deploy, or a move that was played without one. */

import { hasOpenDeploy } from './fen.js'
import { readPlayedTurn, STATUS } from './generated.js'
import type { RuleBits } from './options.js'
import { askRules, CallError, statusOf, tryRules } from './rules.js'

/** A move that is not a deploy step: the answer of the rules, and the options for it. */
export interface PendingMove {
  answer: string
  options: RuleBits
}

/** A turn before its commit, as it stands after its last step. The rules are asked at most once. */
export class OpenTurn {
  /** The FEN as it is now. */
  readonly fen: string
  /** The FENs before each of its steps; the first one is that before the turn. */
  readonly stages: readonly [string, ...string[]]
  /** Undefined for a deploy. */
  readonly pending: PendingMove | undefined
  readonly #options: RuleBits
  #soFar: string | undefined
  #status: number | undefined
  #canCommit: boolean | undefined

  constructor(fen: string, options: RuleBits, stages: readonly [string, ...string[]], pending?: PendingMove) {
    this.fen = fen
    this.#options = options
    this.stages = stages
    this.pending = pending
  }

  /** The open deploy of a FEN; undefined if there is none. */
  static inFen(fen: string, options: RuleBits): OpenTurn | undefined {
    const [first, ...others] = stagesOf(fen, options)
    return first === undefined ? undefined : new OpenTurn(fen, options, [first, ...others])
  }

  /** The turn so far, as the rules answer it. */
  get soFar(): string {
    return (this.#soFar ??= this.pending?.answer ?? askRules((rules) => rules.open_turn(this.fen, this.#options)))
  }

  /** Whether no further step is possible. */
  get isComplete(): boolean {
    return this.pending !== undefined || this.#holds(STATUS.DEPLOY_FINISHED)
  }

  /** Whether the turn can be committed. */
  get canCommit(): boolean {
    return (this.#canCommit ??= this.pending === undefined ? this.#holds(STATUS.CAN_COMMIT) : this.#isCommitted())
  }

  #holds(bit: number): boolean {
    // Repetition does not matter before the commit.
    this.#status ??= statusOf(this.fen, this.#options, 1)
    return (this.#status & bit) !== 0
  }

  #isCommitted(): boolean {
    try {
      this.commit()
      return true
    } catch (error) {
      if (error instanceof CallError) return false
      throw error
    }
  }

  /** Commits the turn and returns the answer of the rules; throws a {@link CallError} if they refuse. */
  commit(): string {
    const { fen, pending } = this
    if (pending === undefined) return tryRules((rules) => rules.commit(fen, this.#options))
    const { lan } = readPlayedTurn(pending.answer)
    return tryRules((rules) => rules.commit_move(this.stages[0], pending.options, lan))
  }
}

/** The FENs before each step of the open deploy of a FEN; none if no deploy is open. */
export function stagesOf(fen: string, options: RuleBits): readonly string[] {
  if (!hasOpenDeploy(fen)) return []
  return askRules((rules) => rules.stages(fen, options)).split('\n')
}

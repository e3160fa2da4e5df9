/** Answers about one position, asked of the rules at most once. */

import { STATUS } from './generated.js'
import { unitsOf } from './queries.js'
import { statusOf } from './rules.js'
import type { History } from './history.js'

/** What holds only between turns: a game does not end before the commit (RULES 9.7). */
const BETWEEN_TURNS = STATUS.CHECKMATE | STATUS.STALEMATE | STATUS.DRAW | STATUS.THREEFOLD | STATUS.OVER

export class PositionFacts {
  readonly #history: History
  readonly #fen: string
  readonly #repetitions: number
  readonly #isOpen: boolean
  #units: Map<number, string> | undefined
  #status: number | undefined

  /** About the present position of a game. */
  constructor(history: History) {
    this.#history = history
    this.#fen = history.fen
    this.#repetitions = history.repetitions
    this.#isOpen = history.isOpen
  }

  /** Whether these are still facts about the present position of a game. */
  isAbout(history: History): boolean {
    return (
      this.#history === history &&
      this.#fen === history.fen &&
      this.#repetitions === history.repetitions &&
      this.#isOpen === history.isOpen
    )
  }

  /** The units as texts, by point. */
  get units(): ReadonlyMap<number, string> {
    return (this.#units ??= unitsOf(this.#fen, this.#history.options))
  }

  /** Whether a bit of STATUS is set. */
  holds(bit: number): boolean {
    this.#status ??= this.#askStatus()
    return (this.#status & bit) !== 0
  }

  #askStatus(): number {
    const status = statusOf(this.#fen, this.#history.options, this.#repetitions)
    return this.#isOpen ? status & ~BETWEEN_TURNS : status
  }
}

/** Answers about one position, asked of the rules at most once. */

import { unitsOf } from './queries.js'
import { statusOf } from './rules.js'
import type { History } from './history.js'

export class PositionFacts {
  readonly #history: History
  readonly #fen: string
  readonly #repetitions: number
  #units: Map<number, string> | undefined
  #status: number | undefined

  /** About the present position of a game. */
  constructor(history: History) {
    this.#history = history
    this.#fen = history.fen
    this.#repetitions = history.repetitions
  }

  /** Whether these are still facts about the present position of a game. */
  isAbout(history: History): boolean {
    return (
      this.#history === history && this.#fen === history.fen && this.#repetitions === history.repetitions
    )
  }

  /** The units as texts, by point. */
  get units(): ReadonlyMap<number, string> {
    return (this.#units ??= unitsOf(this.#fen, this.#history.options))
  }

  /** Whether a bit of STATUS is set. */
  holds(bit: number): boolean {
    this.#status ??= statusOf(this.#fen, this.#history.options, this.#repetitions)
    return (this.#status & bit) !== 0
  }
}

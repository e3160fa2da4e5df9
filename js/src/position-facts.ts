/**
 * Answers about one state of a game, asked of the rules at most once. User interfaces ask the same
 * questions whenever they draw. Callers may change what they get, so a game gives them copies.
 */

import { VALID_SQUARES, type Color } from './board.js'
import { fieldsOf } from './fen.js'
import { COMMANDER, STATUS } from './generated.js'
import { MoveLists } from './move-lists.js'
import { memberOf, type Piece } from './pieces.js'
import { airDefenseOf, byKey, unitsOf, type AirDefense } from './queries.js'
import { statusOf } from './rules.js'
import type { History } from './history.js'

/**
 * What does not hold while a single move waits for its commit, which the rules do not see: a game
 * does not end before the commit (RULES 9.7).
 */
const BETWEEN_TURNS = STATUS.CHECKMATE | STATUS.STALEMATE | STATUS.DRAW | STATUS.THREEFOLD | STATUS.OVER

export class PositionFacts {
  readonly #history: History
  #units: readonly (Piece | undefined)[] | undefined
  #unitsByKey: ReadonlyMap<unknown, Piece> | undefined
  #fields: Readonly<ReturnType<typeof fieldsOf>> | undefined
  #status: number | undefined
  #airDefense: AirDefense | undefined
  #lists: MoveLists | undefined
  #sans: readonly string[] | undefined

  /** About the present state of a game, which forgets these facts when it changes. */
  constructor(history: History) {
    this.#history = history
  }

  /** The units by the number of their point. */
  get units(): readonly (Piece | undefined)[] {
    return (this.#units ??= unitsOf(this.#history.fen, this.#history.options))
  }

  /** The units by the name and by the number of their point: one map look-up instead of two. */
  get unitsByKey(): ReadonlyMap<unknown, Piece> {
    return (this.#unitsByKey ??= byKey(this.units))
  }

  /** The point of a side's Commander, carried or not; −1 if it is missing. */
  commanderSquare(color: Color): number {
    const isThere = (unit: Piece | undefined): boolean =>
      unit !== undefined && unit.color === color && memberOf(unit, COMMANDER) !== undefined
    return VALID_SQUARES.find((point) => isThere(this.units[point])) ?? -1
  }

  /** Side to move and clocks. */
  get fields(): Readonly<ReturnType<typeof fieldsOf>> {
    return (this.#fields ??= fieldsOf(this.#history.fen))
  }

  get airDefense(): Readonly<AirDefense> {
    return (this.#airDefense ??= airDefenseOf(this.#history.fen, this.#history.options))
  }

  /** The possible moves; none while a move waits for its commit. */
  get lists(): MoveLists {
    return (this.#lists ??= new MoveLists(this.#history))
  }

  /** The SANs of the completed turns. */
  get sans(): readonly string[] {
    return (this.#sans ??= this.#history.sans())
  }

  /** Whether a bit of STATUS is set. */
  holds(bit: number): boolean {
    this.#status ??= this.#askStatus()
    return (this.#status & bit) !== 0
  }

  #askStatus(): number {
    const { fen, options, repetitions, isOpen } = this.#history
    const status = statusOf(fen, options, repetitions)
    return isOpen ? status & ~BETWEEN_TURNS : status
  }
}

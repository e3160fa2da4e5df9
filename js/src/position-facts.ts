/**
 * Answers about one state of a game, asked of the rules at most once. User interfaces ask the same
 * questions whenever they draw. Callers may change what they get, so a game gives them copies.
 */

import { pointOf, type Color } from './board.js'
import { fieldsOf, hasOpenDeploy } from './fen.js'
import { COMMANDER, STATUS } from './generated.js'
import type { History } from './history.js'
import { MoveLists } from './move-lists.js'
import type { MoveResult } from './moves.js'
import { memberOf, type Piece } from './pieces.js'
import { airDefenseOf, unitsOf, type AirDefense } from './queries.js'
import { askRules, statusOf } from './rules.js'

/**
 * What does not hold while a single move waits for its commit, which the rules do not see: a game
 * does not end before the commit (RULES 9.7).
 */
const BETWEEN_TURNS = STATUS.CHECKMATE | STATUS.STALEMATE | STATUS.DRAW | STATUS.THREEFOLD | STATUS.OVER

export class PositionFacts {
  readonly #history: History
  #units: readonly (Piece | undefined)[] | undefined
  #commanders: Readonly<Record<Color, number>> | undefined
  #fields: Readonly<ReturnType<typeof fieldsOf>> | undefined
  #status: number | undefined
  #airDefense: AirDefense | undefined
  #lists: MoveLists | undefined
  #sans: readonly string[] | undefined
  #results: readonly MoveResult[] | undefined
  #bareFen: string | undefined
  #outcome: string | undefined

  /** About the present state of a game, which forgets these facts when it changes. */
  constructor(history: History) {
    this.#history = history
  }

  /** The units by the number of their point. */
  get units(): readonly (Piece | undefined)[] {
    return (this.#units ??= unitsOf(this.#history.fen, this.#history.options))
  }

  /** The unit on a point, given by name or number. */
  unitAt(square: unknown): Piece | undefined {
    const point = typeof square === 'number' ? square : pointOf(square)
    return point === undefined ? undefined : this.units[point]
  }

  /** The points of the Commanders, carried or not; −1 for a missing one. */
  get commanders(): Readonly<Record<Color, number>> {
    return (this.#commanders ??= { r: this.#commander('r'), b: this.#commander('b') })
  }

  #commander(color: Color): number {
    return this.units.findIndex((unit) => unit?.color === color && memberOf(unit, COMMANDER) !== undefined)
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

  /** The results of the completed turns. */
  get results(): readonly MoveResult[] {
    return (this.#results ??= this.#history.results())
  }

  /** The FEN of the board as it stands, without an open deploy. */
  get bareFen(): string {
    const { fen, options } = this.#history
    return (this.#bareFen ??= hasOpenDeploy(fen) ? askRules((rules) => rules.bare_fen(fen, options)) : fen)
  }

  /** The result by the rules, as in a PGN. */
  get outcome(): string {
    const { fen, options, repetitions, isOpen } = this.#history
    return (this.#outcome ??= isOpen ? '*' : askRules((rules) => rules.result(fen, options, repetitions)))
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

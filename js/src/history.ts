/** The course of a game: its turns, its open turn, and how often positions have occurred. */

import type { MoveResult } from './moves.js'
import { OpenTurn, stagesOf } from './open-turn.js'
import type { RuleBits } from './options.js'
import { PositionFacts } from './position-facts.js'
import { askRules } from './rules.js'
import { TurnLog, type RecordedTurn } from './turn-log.js'
import { playedTurn } from './turns.js'

/** The positions of a game as FENs. */
export class History {
  readonly options: RuleBits
  /** The present position; an open turn is part of it. */
  #fen = ''
  readonly #log: TurnLog
  /** The turn that has not been committed. */
  #open: OpenTurn | undefined
  /** What has been asked about the present state; forgotten with every change. */
  #facts: PositionFacts | undefined

  /** Starts from a FEN that the rules wrote. */
  constructor(fen: string, options: RuleBits) {
    this.options = options
    this.#open = OpenTurn.inFen(fen, options)
    this.#fen = fen
    this.#log = new TurnLog(this.turnStart)
  }

  /** Answers about the present state. */
  get facts(): PositionFacts {
    return (this.#facts ??= new PositionFacts(this))
  }

  get fen(): string {
    return this.#fen
  }

  get start(): string {
    return this.#log.start
  }

  /** The number of completed turns. */
  get length(): number {
    return this.#log.length
  }

  /** The completed turns. */
  turns(): RecordedTurn[] {
    return this.#log.turns()
  }

  /** The SANs of the completed turns. */
  sans(): string[] {
    return this.#log.sans()
  }

  /** The turn that has not been committed; undefined if there is none. */
  get openTurn(): OpenTurn | undefined {
    return this.#open
  }

  /** Whether a turn has not been committed. */
  get isOpen(): boolean {
    return this.#open !== undefined
  }

  /** Whether it is a move that was played without a commit. */
  get isPending(): boolean {
    return this.#open?.pending !== undefined
  }

  /** The FEN at the beginning of the present turn. */
  get turnStart(): string {
    return this.#open?.stages[0] ?? this.#fen
  }

  /** The results of the completed turns. */
  results(): MoveResult[] {
    return this.#log.results()
  }

  /**
   * Records what the rules have played by these options. `open` is the open turn if there is one,
   * or how the deploy stood before the commit if a step has led to it.
   */
  advance(answer: string, options: RuleBits): { result: MoveResult; open?: OpenTurn } {
    const { result, open } = playedTurn(answer, this.turnStart)
    const { after } = result
    this.#facts = undefined
    const previous = this.#fen
    const stages = this.#open && ([...this.#open.stages, previous] as const)
    this.#fen = after
    if (!result.completed) {
      const deploy = stages === undefined ? OpenTurn.inFen(after, this.options) : new OpenTurn(after, this.options, stages)
      this.#open = deploy ?? new OpenTurn(after, this.options, [previous], { answer, options })
      return { result, open: this.#open }
    }
    // A whole turn in one text passes through the positions between its steps, too.
    const inside = open === '' ? [] : [...(stages ?? stagesOf(open, this.options)).slice(1), open]
    this.#log.push(answer, inside)
    this.#open = undefined
    return open === '' || open === previous || stages === undefined
      ? { result }
      : { result, open: new OpenTurn(open, this.options, stages) }
  }

  /** Takes back the last step of the open turn, else the last turn. */
  undo(): void {
    this.#facts = undefined
    if (this.#open === undefined) {
      this.#fen = this.#log.pop() ?? this.#fen
      return
    }
    const [first, ...others] = this.#open.stages
    const last = others.pop()
    this.#fen = last ?? first
    this.#open = last === undefined ? undefined : new OpenTurn(last, this.options, [first, ...others])
  }

  /** Takes back the whole open turn. */
  cancelTurn(): void {
    this.#facts = undefined
    this.#fen = this.turnStart
    this.#open = undefined
  }

  /** Opens a turn that began in the present position. */
  reopen({ fen, stages, pending }: OpenTurn): void {
    this.#facts = undefined
    this.#open = new OpenTurn(fen, this.options, stages, pending)
    this.#fen = fen
  }

  /** Plays LANs, then opens a deploy given by its suffix. */
  replay(lans: readonly string[], deploySuffix: string | null): void {
    for (const lan of lans) {
      const answer = askRules((rules) => rules.play_text(this.#fen, this.options, lan, true, true))
      this.advance(answer, this.options)
    }
    if (deploySuffix === null) return
    const open = `${this.#fen} ${deploySuffix}`
    this.#facts = undefined
    this.#fen = askRules((rules) => rules.load(open, this.options))
    this.#open = OpenTurn.inFen(this.#fen, this.options)
  }

  /**
   * Replaces the present position by one that was changed by hand, also in the count of
   * repetitions.
   */
  replace(fen: string): void {
    this.#facts = undefined
    this.#open = OpenTurn.inFen(fen, this.options)
    this.#fen = fen
    this.#log.edit(this.turnStart)
  }

  /** How often the present position has occurred. */
  get repetitions(): number {
    return this.#log.occurrences(this.#fen)
  }

  /** Counts an occurrence of a position, or takes one back. */
  count(fen: string, change: 1 | -1): void {
    this.#facts = undefined
    this.#log.count(fen, change)
  }
}

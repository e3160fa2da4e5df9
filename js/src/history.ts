/** The course of a game: its turns, its open turn, and how often positions have occurred. */

import { hasOpenDeploy, repetitionKey } from './fen.js'
import type { MoveResult } from './moves.js'
import { stagesOf, type OpenTurn } from './open-turn.js'
import type { RuleBits } from './options.js'
import { askRules } from './rules.js'
import { playedTurn } from './turns.js'

/** A completed turn. */
export interface RecordedTurn {
  /** The FENs before and after it. */
  before: string
  after: string
  san: string
  lan: string
  /**
   * The answer of the rules. Results are made of it anew each time, so that callers cannot change
   * history.
   */
  answer: string
  /** Of a deploy: the FEN before its commit; else empty. */
  open: string
  /** Of a deploy: the FENs after each of its steps, including the last; else empty. */
  stages: string[]
}

/** The positions of a game as FENs. */
export class History {
  readonly options: RuleBits
  /** The present position; an open turn is part of it. */
  #fen = ''
  /** The position where the game began. */
  #start = ''
  #turns: RecordedTurn[] = []
  /** The FENs before each step of the open turn; empty if none is open. */
  #stages: readonly string[] = []
  #pending: OpenTurn['pending']
  readonly #occurrences = new Map<string, number>()

  /** Starts from a FEN that the rules wrote. */
  constructor(fen: string, options: RuleBits) {
    this.options = options
    this.#stages = stagesOf(fen, options)
    this.#start = this.#stages[0] ?? fen
    this.#fen = fen
    this.count(fen, 1)
  }

  get fen(): string {
    return this.#fen
  }

  get start(): string {
    return this.#start
  }

  get turns(): readonly RecordedTurn[] {
    return this.#turns
  }

  /** The turn that has not been committed; undefined if there is none. */
  get openTurn(): OpenTurn | undefined {
    if (this.#stages.length === 0) return undefined
    return { fen: this.#fen, stages: this.#stages, pending: this.#pending }
  }

  /** Whether a turn has not been committed. */
  get isOpen(): boolean {
    return this.#stages.length > 0
  }

  /** Whether it is a move that was played without a commit. */
  get isPending(): boolean {
    return this.#pending !== undefined
  }

  /** The FEN at the beginning of the present turn. */
  get turnStart(): string {
    return this.#stages[0] ?? this.#fen
  }

  /** The results of the completed turns. */
  results(): MoveResult[] {
    return this.#turns.map(({ answer, before }) => playedTurn(answer, before).result)
  }

  /**
   * Records what the rules have played by these options. `open` is the open turn if there is one,
   * or how the deploy stood before the commit if a step has led to it.
   */
  advance(answer: string, options: RuleBits): { result: MoveResult; open?: OpenTurn } {
    const before = this.turnStart
    const { result, open } = playedTurn(answer, before)
    const { after, san, lan } = result
    const previous = this.#fen
    const stages = this.#stages.length > 0 ? [...this.#stages, previous] : undefined
    this.#fen = after
    if (!result.completed) {
      const isDeploy = hasOpenDeploy(after)
      this.#stages = stages ?? (isDeploy ? stagesOf(after, this.options) : [previous])
      this.#pending = isDeploy ? undefined : { answer, options }
      return { result, open: this.openTurn as OpenTurn }
    }
    // A whole turn in one text passes through the positions between its steps, too.
    const inside = open === '' ? [] : [...(stages ?? stagesOf(open, this.options)).slice(1), open]
    this.#turns.push({ before, after, san, lan, answer, open, stages: inside })
    this.#close()
    this.count(after, 1)
    return open === '' || open === previous ? { result } : { result, open: { fen: open, stages: stages ?? [] } }
  }

  /** Takes back the last step of the open turn, else the last turn. */
  undo(): void {
    const stage = this.#stages.at(-1)
    if (stage !== undefined) {
      this.#stages = this.#stages.slice(0, -1)
      this.#pending = undefined
      this.#fen = stage
      return
    }
    const turn = this.#turns.pop()
    if (turn === undefined) return
    this.count(this.#fen, -1)
    this.#fen = turn.before
  }

  /** Takes back the whole open turn. */
  cancelTurn(): void {
    this.#fen = this.turnStart
    this.#close()
  }

  /** Opens a turn that began in the present position. */
  reopen({ fen, stages, pending }: OpenTurn): void {
    this.#stages = [...stages]
    this.#pending = pending
    this.#fen = fen
  }

  #close(): void {
    this.#stages = []
    this.#pending = undefined
  }

  /** Plays LANs, then opens a deploy given by its suffix. */
  replay(lans: readonly string[], deploySuffix: string | null): void {
    for (const lan of lans) {
      const answer = askRules((rules) => rules.play_text(this.#fen, this.options, lan, true, true))
      this.advance(answer, this.options)
    }
    if (deploySuffix === null) return
    const open = `${this.#fen} ${deploySuffix}`
    this.#fen = askRules((rules) => rules.load(open, this.options))
    this.#stages = stagesOf(this.#fen, this.options)
  }

  /**
   * Replaces the present position by one that was changed by hand, also in the count of
   * repetitions.
   */
  replace(fen: string): void {
    this.count(this.#fen, -1)
    this.#stages = stagesOf(fen, this.options)
    if (this.#turns.length === 0) this.#start = this.#stages[0] ?? fen
    this.#fen = fen
    this.count(fen, 1)
  }

  /** How often the present position has occurred. */
  get repetitions(): number {
    return this.#occurrences.get(repetitionKey(this.#fen)) ?? 0
  }

  /** Counts an occurrence of a position, or takes one back. */
  count(fen: string, change: 1 | -1): void {
    const key = repetitionKey(fen)
    const count = (this.#occurrences.get(key) ?? 0) + change
    if (count > 0) this.#occurrences.set(key, count)
    else this.#occurrences.delete(key)
  }
}

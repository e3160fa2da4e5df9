/** The course of a game: its turns, its open deploy, and how often positions have occurred. */

import { hasOpenDeploy, repetitionKey } from './fen.js'
import { playedTurn, turnSoFar, type MoveResult } from './moves.js'
import type { RuleBits } from './options.js'
import { askRules } from './rules.js'

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

/** An open deploy: its FEN, and the FENs before each of its steps. */
export interface DeployStages {
  fen: string
  stages: readonly string[]
}

/** The positions of a game as FENs. */
export class History {
  readonly options: RuleBits
  /** The present position; an open deploy is part of it. */
  #fen = ''
  /** The position where the game began. */
  #start = ''
  #turns: RecordedTurn[] = []
  /** The FENs before each step of the open deploy; empty if none is open. */
  #stages: readonly string[] = []
  readonly #occurrences = new Map<string, number>()

  /** Starts from a FEN that the rules wrote. */
  constructor(fen: string, options: RuleBits) {
    this.options = options
    this.#stages = this.#stagesOf(fen)
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

  get stages(): readonly string[] {
    return this.#stages
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
   * Records what the rules have played. `deploy` is the open deploy if there is one, or how the
   * deploy stood before the commit if a step has led to it.
   */
  advance(answer: string): { result: MoveResult; deploy?: DeployStages } {
    const before = this.turnStart
    const { result, open } = playedTurn(answer, before)
    const { after, san, lan } = result
    const previous = this.#fen
    const stages = this.#stages.length > 0 ? [...this.#stages, previous] : undefined
    this.#fen = after
    if (!result.completed) {
      this.#stages = stages ?? this.#stagesOf(after)
      return { result, deploy: { fen: after, stages: this.#stages } }
    }
    // A whole turn in one text passes through the positions between its steps, too.
    const inside = open === '' ? [] : [...(stages ?? this.#stagesOf(open)).slice(1), open]
    this.#turns.push({ before, after, san, lan, answer, open, stages: inside })
    this.#stages = []
    this.count(after, 1)
    return open === previous ? { result } : { result, deploy: { fen: open, stages: stages ?? [] } }
  }

  /** Takes back the last step of an open deploy, else the last turn; null at the beginning. */
  undo(): MoveResult | null {
    const stage = this.#stages.at(-1)
    if (stage !== undefined) {
      const undone = turnSoFar(this.#fen, this.turnStart, this.options)
      this.#stages = this.#stages.slice(0, -1)
      this.#fen = stage
      return undone
    }
    const turn = this.#turns.pop()
    if (turn === undefined) return null
    this.count(this.#fen, -1)
    this.#fen = turn.before
    return playedTurn(turn.answer, turn.before).result
  }

  /** Takes back the whole open deploy. */
  cancelDeploy(): void {
    this.#fen = this.turnStart
    this.#stages = []
  }

  /** Opens a deploy that began in the present position. */
  openDeploy({ fen, stages }: DeployStages): void {
    this.#stages = [...stages]
    this.#fen = fen
  }

  /** Plays LANs, then opens a deploy given by its suffix. */
  replay(lans: readonly string[], deploySuffix: string | null): void {
    for (const lan of lans) this.advance(askRules((rules) => rules.play_text(this.#fen, this.options, lan, true, true)))
    if (deploySuffix === null) return
    const open = `${this.#fen} ${deploySuffix}`
    this.#fen = askRules((rules) => rules.load(open, this.options))
    this.#stages = this.#stagesOf(this.#fen)
  }

  /**
   * Replaces the present position by one that was changed by hand, also in the count of
   * repetitions.
   */
  replace(fen: string): void {
    this.count(this.#fen, -1)
    this.#stages = this.#stagesOf(fen)
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

  #stagesOf(fen: string): readonly string[] {
    if (!hasOpenDeploy(fen)) return []
    return askRules((rules) => rules.stages(fen, this.options)).split('\n')
  }
}

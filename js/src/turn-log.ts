/** The completed turns of a game, and how often positions have occurred. */

import { deploySuffix, repetitionKey } from './fen.js'
import { readPlayedTurn } from './generated.js'
import type { MoveResult } from './moves.js'
import { playedTurn } from './turns.js'

/** A completed turn. */
export interface RecordedTurn {
  /** The FENs before and after it. */
  before: string
  after: string
  san: string
  lan: string
  /** Of a deploy: the FENs after each of its steps, including the last; else empty. */
  stages: string[]
}

/**
 * Completed turns. A game may have hundreds and a server thousands of games, so each turn is one
 * text: the answer of the rules, in which suffixes replace the FENs of a deploy. Everything else is
 * read from it when asked for, and made anew each time, so that callers cannot change history.
 */
export class TurnLog {
  /** The position before the first turn. */
  #start: string
  readonly #answers: string[] = []
  /** The positions that were changed by hand, by the number of turns before them. */
  readonly #edited = new Map<number, string>()
  /** What callers have added to the occurrences of positions, by the key of the position. */
  readonly #counted = new Map<string, number>()

  constructor(start: string) {
    this.#start = start
  }

  get start(): string {
    return this.#start
  }

  get length(): number {
    return this.#answers.length
  }

  /** Adds a turn by the answer of the rules; `stages` as in {@link RecordedTurn}. */
  push(answer: string, stages: readonly string[]): void {
    // Joining copies the text. A part of a text would keep the whole in memory.
    const compact = [...answer.split('\n').slice(0, -1), stages.map(deploySuffix).join(' ')].join('\n')
    this.#answers.push(compact)
  }

  /** Removes the last turn and returns the FEN before it; undefined if there is none. */
  pop(): string | undefined {
    const { length } = this
    if (length === 0) return undefined
    const removed = this.present
    this.#edited.delete(length)
    this.#answers.pop()
    this.#forgetSurplus(removed)
    return this.present
  }

  /** Replaces the position after the last turn by one that was changed by hand. */
  edit(fen: string): void {
    const removed = this.present
    if (this.length === 0) this.#start = fen
    else this.#edited.set(this.length, fen)
    this.#forgetSurplus(removed)
  }

  /** The FEN after the last turn. */
  get present(): string {
    return this.#before(this.length)
  }

  /** The FEN before a turn. */
  #before(index: number): string {
    if (index === 0) return this.#start
    const played = this.#answers[index - 1] as string
    return this.#edited.get(index) ?? played.slice(0, played.indexOf('\n'))
  }

  /** The turns. */
  turns(): RecordedTurn[] {
    return this.#answers.map((answer, i) => {
      const before = this.#before(i)
      const { after, san, lan, open } = readPlayedTurn(answer)
      const stages = open === '' ? [] : open.split(' ').map((suffix) => `${before} ${suffix}`)
      return { before, after, san, lan, stages }
    })
  }

  /** The SANs of the turns. */
  sans(): string[] {
    return this.#answers.map((answer) => readPlayedTurn(answer).san)
  }

  /** The results of the turns. */
  results(): MoveResult[] {
    return this.#answers.map((answer, i) => playedTurn(answer, this.#before(i)).result)
  }

  /** How often a position began a turn, plus adjustments by `incrementPositionCount`. */
  occurrences(fen: string): number {
    const key = repetitionKey(fen)
    return this.#seen(key) + (this.#counted.get(key) ?? 0)
  }

  /** Counts an occurrence of a position, or takes one back if there is one. */
  count(fen: string, change: 1 | -1): void {
    if (this.occurrences(fen) + change < 0) return
    const key = repetitionKey(fen)
    this.#counted.set(key, (this.#counted.get(key) ?? 0) + change)
  }

  /** Keeps the adjusted count from going below 0 after an undo. */
  #forgetSurplus(fen: string): void {
    if (this.#counted.size === 0) return
    const key = repetitionKey(fen)
    const counted = this.#counted.get(key)
    if (counted !== undefined) this.#counted.set(key, Math.max(counted, -this.#seen(key)))
  }

  /** How many turns began with this key, the present one included. */
  #seen(key: string): number {
    const prefix = `${key} `
    let seen = this.#start.startsWith(prefix) ? 1 : 0
    for (let i = 1; i <= this.length; i++) {
      const fen = this.#edited.get(i) ?? (this.#answers[i - 1] as string)
      if (fen.startsWith(prefix)) seen += 1
    }
    return seen
  }
}

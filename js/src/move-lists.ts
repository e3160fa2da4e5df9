/** The moves of one position, kept until it changes. */

import { isGiven } from './arguments.js'
import { pointOf } from './board.js'
import { turnOf } from './fen.js'
import type { History } from './history.js'
import type { MoveResult } from './moves.js'
import { withLegality, type MovesOptions } from './options.js'
import { PIECE_SYMBOLS, symbolOf } from './pieces.js'
import { askRules } from './rules.js'
import { listedMoves } from './turns.js'

/** Which moves to list. */
export interface MoveFilter {
  from: number | undefined
  type: (typeof PIECE_SYMBOLS)[number] | undefined
  legal: boolean
}

/** Reads the options of `moves()`; undefined if no move can match, as with an invalid point. */
export function moveFilter({ square, pieceType, legal = true }: MovesOptions): MoveFilter | undefined {
  const from = pointOf(square)
  const type = symbolOf(pieceType)
  if ((isGiven(square) && from === undefined) || (isGiven(pieceType) && type === undefined)) return undefined
  return { from, type, legal: Boolean(legal) }
}

/**
 * The lists of each form that are kept at a time: enough for every point. In the start position,
 * `moves()` keeps 2 kB, its verbose form 26 kB, and both forms for the board and every point 84 kB.
 */
const MAX_LISTS = 300

export class MoveLists {
  readonly #history: History
  readonly #sans = new Map<number, readonly string[]>()
  readonly #results = new Map<number, readonly MoveResult[]>()

  /** Of the present position of a game. */
  constructor(history: History) {
    this.#history = history
  }

  sans(filter: MoveFilter): readonly string[] {
    return kept(this.#sans, filter, () => {
      const text = this.#ask(filter, false)
      return text === '' ? [] : text.split(' ')
    })
  }

  results(filter: MoveFilter): readonly MoveResult[] {
    return kept(this.#results, filter, () => {
      const { fen } = this.#history
      return listedMoves(this.#ask(filter, true), turnOf(fen), fen)
    })
  }

  #ask({ from, type, legal }: MoveFilter, verbose: boolean): string {
    const { fen, options, isPending } = this.#history
    if (isPending) return ''
    return askRules((rules) => rules.moves(fen, withLegality(options, legal), from, type, verbose))
  }
}

function kept<T>(lists: Map<number, T>, { from, type, legal }: MoveFilter, list: () => T): T {
  const role = type === undefined ? 0 : PIECE_SYMBOLS.indexOf(type) + 1
  const key = (((from ?? -1) + 1) * (PIECE_SYMBOLS.length + 1) + role) * 2 + Number(legal)
  const known = lists.get(key)
  if (known !== undefined) return known
  const found = list()
  if (lists.size >= MAX_LISTS) lists.clear()
  lists.set(key, found)
  return found
}

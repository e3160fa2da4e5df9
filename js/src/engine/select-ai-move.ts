/** A move of a computer opponent, with one call. */

import { CoTuLenh } from '../cotulenh.js'
import { describe } from '../describe.js'
import { createError } from '../errors.js'
import type { MoveResult } from '../moves.js'
import { Engine } from './search-engine.js'
import type { BestMove } from './report.js'
import { numberArgument, type SearchLimits, type SearchPosition, type SearchSignal } from './search-arguments.js'

/** The strength of the opponent. */
export type Difficulty = 'easy' | 'medium' | 'hard'

/** Options of {@link selectAiMove}. */
export interface SelectOptions {
  /**
   * The same seed gives the same move. The default is random, so that weaker opponents vary their
   * moves.
   */
  seed?: number
  /** Aborts the search: the promise is rejected. */
  signal?: SearchSignal
}

/** Nodes limit the search, so that all devices play alike; the time limit is for slow devices. */
const LIMITS: Readonly<Record<Difficulty, SearchLimits>> = /* @__PURE__ */ Object.freeze({
  easy: { level: 2, movetime: 2000 },
  medium: { level: 8, movetime: 2000 },
  hard: { level: 20, nodes: 200_000, movetime: 4000 },
})

/** The shared engine is disposed of after so many milliseconds without a search. */
const IDLE_TIME = 10_000

let shared: Engine | undefined
let users = 0
let idleTimer: ReturnType<typeof setTimeout> | undefined

/**
 * Searches with a shared engine. Each search is a new game, so that its result depends on its
 * arguments only.
 */
export async function askShared(position: SearchPosition, limits: SearchLimits): Promise<BestMove | null> {
  clearTimeout(idleTimer)
  users += 1
  shared ??= new Engine()
  try {
    shared.newGame()
    return await shared.bestMove(position, limits)
  } finally {
    users -= 1
    if (users === 0) {
      idleTimer = setTimeout(() => {
        shared?.dispose()
        shared = undefined
      }, IDLE_TIME)
      // In Node, a timer keeps the process alive unless it is unreferenced.
      ;(idleTimer as { unref?(): void }).unref?.()
    }
  }
}

/**
 * A whole turn for the side to move, or null if the game is over. It can be passed to
 * {@link CoTuLenh.move}; its `after` is the position after the turn.
 */
export async function selectAiMove(
  fen: string,
  difficulty: Difficulty = 'medium',
  options?: SelectOptions | null,
): Promise<MoveResult | null> {
  if (!Object.hasOwn(LIMITS, difficulty)) {
    throw new TypeError(`Unknown difficulty ${describe(difficulty)}: expected 'easy', 'medium' or 'hard'`)
  }
  const given = options ?? {}
  const seed = numberArgument(given, 'seed', 0, Number.MAX_SAFE_INTEGER) ?? Math.floor(Math.random() * 2 ** 32)
  const game = new CoTuLenh(fen)
  const limits = { ...LIMITS[difficulty], seed, ...(given.signal ? { signal: given.signal } : {}) }
  const best = await askShared({ fen: game.fen() }, limits)
  if (best === null) return null
  let played: MoveResult | undefined
  for (const step of best.steps) {
    played = step === 'commit' ? game.commitSession().result : game.move(step, { strict: true })
  }
  if (played === undefined) throw createError('INTERNAL_INCONSISTENCY', `The engine's turn ${best.lan} has no steps in ${fen}`)
  return played
}

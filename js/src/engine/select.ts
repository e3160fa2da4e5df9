/** A move for a computer opponent, with one call. */

import { describe } from '../board.js'
import { CoTuLenh } from '../cotulenh.js'
import { createError } from '../errors.js'
import type { MoveResult } from '../moves.js'
import { Engine } from './client.js'
import { numberOf, type SearchLimits, type SearchPosition, type SearchSignal } from './limits.js'
import type { BestMove } from './report.js'

/** How strong the opponent is. */
export type Difficulty = 'easy' | 'medium' | 'hard'

/** Further choices of {@link selectAiMove}. */
export interface SelectOptions {
  /** The same seed, the same move; without one, the weaker opponents vary. */
  seed?: number
  /** Gives it up: the promise is rejected. */
  signal?: SearchSignal
}

/** By nodes, so that all devices play alike; the time is for slow ones. */
const LIMITS: Readonly<Record<Difficulty, SearchLimits>> = /* @__PURE__ */ Object.freeze({
  easy: { level: 2, movetime: 2000 },
  medium: { level: 8, movetime: 2000 },
  hard: { level: 20, nodes: 200_000, movetime: 4000 },
})

/** An idle worker, and its memory, are given back after so many milliseconds. */
const PATIENCE = 10_000

let shared: Engine | undefined
let users = 0
let farewell: ReturnType<typeof setTimeout> | undefined

/** Asks an engine that all such calls share. Each is a game of its own: an answer depends on its question alone. */
export async function askShared(position: SearchPosition, limits: SearchLimits): Promise<BestMove | null> {
  clearTimeout(farewell)
  users += 1
  shared ??= new Engine()
  try {
    shared.newGame()
    return await shared.bestMove(position, limits)
  } finally {
    users -= 1
    if (users === 0) {
      farewell = setTimeout(() => {
        shared?.dispose()
        shared = undefined
      }, PATIENCE)
      // In Node a timer would keep the process alive.
      ;(farewell as { unref?(): void }).unref?.()
    }
  }
}

/**
 * A whole turn for the side to move, or null if the game is over. It can be handed to {@link CoTuLenh.move}; its `after` is the position
 * behind it.
 */
export async function selectAiMove(
  fen: string,
  difficulty: Difficulty = 'medium',
  options?: SelectOptions | null,
): Promise<MoveResult | null> {
  if (!Object.hasOwn(LIMITS, difficulty)) {
    throw new TypeError(`A difficulty is 'easy', 'medium' or 'hard', not ${describe(difficulty)}`)
  }
  const given = options ?? {}
  const seed = numberOf(given, 'seed', 0, Number.MAX_SAFE_INTEGER) ?? Math.floor(Math.random() * 2 ** 32)
  const game = new CoTuLenh(fen)
  const limits = { ...LIMITS[difficulty], seed, ...(given.signal ? { signal: given.signal } : {}) }
  const best = await askShared({ fen: game.fen() }, limits)
  if (best === null) return null
  let played: MoveResult | undefined
  for (const step of best.steps) {
    played = step === 'commit' ? game.commitSession().result : game.move(step, { strict: true })
  }
  if (played === undefined) throw createError('INTERNAL_INCONSISTENCY', `No turn: ${best.lan} in ${fen}`)
  return played
}

/** A move of a computer opponent, with one call. */

import { CoTuLenh } from '../cotulenh.js'
import { describe } from '../describe.js'
import { createError } from '../errors.js'
import type { MoveResult } from '../moves.js'
import type { BestMove } from './report.js'
import type { SearchLimits, SearchPosition, SearchSignal } from './search-arguments.js'
import { Engine, type EngineSource } from './search-engine.js'
import { numberArgument, optionsArgument } from './search-options.js'

/** The strength of the opponent. */
export type Difficulty = 'easy' | 'medium' | 'hard'

/**
 * Options of {@link selectAiMove}. Calls with the same `worker` and `wasmUrl` share one worker, so
 * pass the same function each time.
 */
export interface SelectOptions extends EngineSource {
  /**
   * The same seed gives the same move. The default is random, so that weaker opponents vary their
   * moves.
   */
  seed?: number
  /** Aborts the search: the promise is rejected. */
  signal?: SearchSignal
}

const OPTIONS: Readonly<Record<keyof SelectOptions, true>> = { seed: true, signal: true, worker: true, wasmUrl: true }

/** Nodes limit the search, so that all devices play alike; the time limit is for slow devices. */
const LIMITS: Readonly<Record<Difficulty, SearchLimits>> = /* @__PURE__ */ Object.freeze({
  easy: { level: 2, movetime: 2000 },
  medium: { level: 8, movetime: 2000 },
  hard: { level: 20, nodes: 200_000, movetime: 4000 },
})

/** The shared engine is disposed of after so many milliseconds without a search. */
const IDLE_TIME = 10_000

/** An engine that several calls use. */
interface SharedEngine {
  engine: Engine
  source: EngineSource
  users: number
  idleTimer: ReturnType<typeof setTimeout> | undefined
}

/** The one that the last call used. */
let shared: SharedEngine | undefined

/** The shared engine for a source. One for another source ends when its last search does. */
function sharedEngine(source: EngineSource): SharedEngine {
  if (shared !== undefined && shared.source.worker === source.worker && shared.source.wasmUrl === source.wasmUrl) return shared
  const created = { engine: new Engine(source), source, users: 0, idleTimer: undefined }
  if (shared?.users === 0) close(shared)
  shared = created
  return created
}

function close(old: SharedEngine): void {
  clearTimeout(old.idleTimer)
  old.engine.dispose()
  if (shared === old) shared = undefined
}

/**
 * Searches with a shared engine. Each search is a new game, so that its result depends on its
 * arguments only.
 */
export async function askShared(
  position: SearchPosition,
  limits: SearchLimits,
  source: EngineSource = {},
): Promise<BestMove | null> {
  const used = sharedEngine(source)
  clearTimeout(used.idleTimer)
  used.users += 1
  try {
    used.engine.newGame()
    return await used.engine.bestMove(position, limits)
  } finally {
    used.users -= 1
    if (used.users === 0) {
      used.idleTimer = setTimeout(close, used === shared ? IDLE_TIME : 0, used)
      // In Node, a timer keeps the process alive unless it is unreferenced.
      ;(used.idleTimer as { unref?(): void }).unref?.()
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
  const given = optionsArgument<SelectOptions>(options, 'The options of selectAiMove', OPTIONS)
  const { worker, wasmUrl } = given
  const source = { ...(worker !== undefined && { worker }), ...(wasmUrl !== undefined && { wasmUrl }) }
  const seed = numberArgument(given, 'seed', 0, Number.MAX_SAFE_INTEGER) ?? Math.floor(Math.random() * 2 ** 32)
  const game = new CoTuLenh(fen)
  const limits = { ...LIMITS[difficulty], seed, ...(given.signal ? { signal: given.signal } : {}) }
  const best = await askShared({ fen: game.fen() }, limits, source)
  if (best === null) return null
  let played: MoveResult | undefined
  for (const step of best.steps) {
    played = step === 'commit' ? game.commitSession().result : game.move(step, { strict: true })
  }
  if (played === undefined) throw createError('INTERNAL_INCONSISTENCY', `The engine's turn ${best.lan} has no steps in ${fen}`)
  return played
}

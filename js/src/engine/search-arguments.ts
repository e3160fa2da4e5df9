/** The arguments of a search, checked. */

import { isGiven, textArgument } from '../arguments.js'
import { describe } from '../describe.js'
import { moveError } from '../errors.js'
import { DEFAULT_POSITION, MAX_FEN_LENGTH, MAX_MOVE_LENGTH, SEARCH_LIMITS } from '../generated.js'
import { ruleBits } from '../options.js'
import type { SearchRequest } from './messages.js'
import { numberArgument, optionsArgument } from './search-options.js'

/** The part of an `AbortSignal` that a search uses. */
export interface SearchSignal {
  readonly aborted: boolean
  readonly reason?: unknown
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** When a search ends: at the first limit that it reaches. Without a limit, after one second. */
export interface SearchLimits {
  /** Milliseconds. */
  movetime?: number
  /** The number of searched actions. */
  nodes?: number
  /** The depth in actions. A deploy step and a commit are one action each. */
  depth?: number
  /** Search until {@link Engine.stop}. */
  infinite?: boolean
  /** The playing strength: 0 (beginner) to 20 (full strength, the default). */
  level?: number
  /** The seed of the errors of weaker levels. The default is 0. */
  seed?: number
  /**
   * The cost of a draw for the side to move, in centipawns, -1000 to 1000. The default is 100: the
   * engine avoids draws. Use 0 for analysis; `infinite` searches always use 0.
   */
  contempt?: number
  /** The number of lines to report. The default is 1. */
  multiPV?: number
  /** Aborts the search: its promise is rejected. */
  signal?: SearchSignal
}

/** A position with the moves played from it, so that the engine recognises repetitions. */
export interface SearchPosition {
  /** The default is the start position. */
  fen?: string
  /** SANs, LANs, whole deploy turns or `commit`. */
  moves?: readonly string[]
  /** As in {@link GameOptions}. */
  skipLastGuardPromotion?: boolean
}

const LIMITS: Readonly<Record<keyof SearchLimits, true>> = {
  movetime: true, nodes: true, depth: true, infinite: true, level: true, seed: true, contempt: true, multiPV: true, signal: true,
}
const POSITION: Readonly<Record<keyof SearchPosition, true>> = { fen: true, moves: true, skipLastGuardPromotion: true }

const DEFAULT_TIME = 1000
const MAX_NODES = 1e12
const MAX_MOVES = 10_000

/** The part of a request that the caller decides. */
export type SearchArguments = Omit<SearchRequest, 'id' | 'game'> & {
  infinite: boolean
  signal: SearchSignal | undefined
}

/**
 * Throws a TypeError for an argument of another type or out of range, and for an unknown field.
 * The engine checks the position.
 */
export function searchArguments(position: unknown, limits: unknown): SearchArguments {
  const { fen, moves, skipLastGuardPromotion } = positionArgument(position)
  const given = optionsArgument<SearchLimits>(limits, 'The limits of a search', LIMITS)
  const infinite = Boolean(given.infinite)
  const { maxDepth, maxMovetime, maxContempt, maxLevel, maxLines } = SEARCH_LIMITS
  const depth = numberArgument(given, 'depth', 1, maxDepth)
  const nodes = numberArgument(given, 'nodes', 1, MAX_NODES)
  const movetime = numberArgument(given, 'movetime', 1, maxMovetime)
  const contempt = numberArgument(given, 'contempt', -maxContempt, maxContempt)
  const limited = infinite || depth !== undefined || nodes !== undefined
  return {
    fen: textArgument(fen ?? DEFAULT_POSITION, 'A FEN', MAX_FEN_LENGTH),
    options: ruleBits({ skipLastGuardPromotion: Boolean(skipLastGuardPromotion) }),
    moves: movesArgument(moves),
    level: numberArgument(given, 'level', 0, maxLevel) ?? maxLevel,
    seed: numberArgument(given, 'seed', 0, Number.MAX_SAFE_INTEGER) ?? 0,
    contempt: infinite ? 0 : contempt,
    lines: numberArgument(given, 'multiPV', 1, maxLines) ?? 1,
    depth: infinite ? undefined : depth,
    nodes: infinite ? undefined : nodes,
    movetime: infinite ? undefined : (movetime ?? (limited ? undefined : DEFAULT_TIME)),
    infinite,
    signal: signalArgument(given.signal),
  }
}

function positionArgument(position: unknown): SearchPosition {
  return typeof position === 'string' ? { fen: position } : optionsArgument<SearchPosition>(position, 'A position', POSITION)
}

function movesArgument(moves: unknown): string {
  if (!isGiven(moves)) return ''
  if (!Array.isArray(moves) || moves.length > MAX_MOVES) {
    throw new TypeError(`moves must be an array of at most ${MAX_MOVES} texts`)
  }
  const texts = moves.map((move) => textArgument(move, 'A move', MAX_MOVE_LENGTH))
  // The engine receives one text a line, so a text must not contain white space.
  const broken = texts.find((text) => !/^\S+$/.test(text))
  if (broken !== undefined) throw moveError('INVALID_MOVE', `Invalid or illegal move: ${describe(broken)}`)
  return texts.join('\n')
}

function signalArgument(signal: unknown): SearchSignal | undefined {
  if (!isGiven(signal)) return undefined
  if (typeof signal === 'object' && 'aborted' in signal && 'addEventListener' in signal) return signal as SearchSignal
  throw new TypeError(`signal must be an AbortSignal, not ${describe(signal)}`)
}

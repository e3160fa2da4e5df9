/** What callers say about a search, checked. */

import { isGiven } from '../arguments.js'
import { DEFAULT_POSITION, describe } from '../board.js'
import { MAX_FEN_LENGTH, MAX_MOVE_LENGTH, textArgument } from '../rules.js'
import type { SearchRequest } from './protocol.js'

/** As much of an `AbortSignal` as a search needs. */
export interface SearchSignal {
  readonly aborted: boolean
  readonly reason?: unknown
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** When a search ends: at the first limit that is reached. Without any, after a second. */
export interface SearchLimits {
  /** Milliseconds. */
  movetime?: number
  /** Actions that are tried. */
  nodes?: number
  /** Actions that are looked ahead; a deploy step and a commit are one each. */
  depth?: number
  /** Until {@link Engine.stop}. */
  infinite?: boolean
  /** How strong it plays: 0 (has just learned the rules) to 20 (everything it has, which is the default). */
  level?: number
  /** What the errors of weaker levels depend on: the same seed, the same errors. 0 unless said. */
  seed?: number
  /**
   * What a draw costs the side that searches, in centipawns, -1000 to 1000; 100 unless said: it avoids draws. 0 for analyses; a search that is `infinite`
   * has no such preference.
   */
  contempt?: number
  /** How many lines are reported; 1 unless said. */
  multiPV?: number
  /** Gives the search up: its promise is rejected. */
  signal?: SearchSignal
}

/** A position with what was played from it, so that the engine knows of repetitions. */
export interface SearchPosition {
  /** The start position, unless said. */
  fen?: string
  /** SANs, LANs, whole deploy turns, or `commit`. */
  moves?: readonly string[]
  /** As in {@link GameOptions}. */
  skipLastGuardPromotion?: boolean
}

const DEFAULT_TIME = 1000
const MAX_TIME = 86_400_000
const MAX_MOVES = 10_000

/** The part of a request that the caller decides. */
export type Wish = Omit<SearchRequest, 'id' | 'game'> & { infinite: boolean; signal: SearchSignal | undefined }

/** Throws a TypeError for what cannot be meant; whether it is a position is for the rules to say. */
export function wishOf(position: unknown, limits: unknown): Wish {
  const { fen, moves, skipLastGuardPromotion } = positionArgument(position)
  const given = objectArgument<SearchLimits>(limits, 'The limits of a search')
  const infinite = Boolean(given.infinite)
  const depth = numberOf(given, 'depth', 1, 100)
  const nodes = numberOf(given, 'nodes', 1, 1e12)
  const movetime = numberOf(given, 'movetime', 1, MAX_TIME)
  const contempt = numberOf(given, 'contempt', -1000, 1000)
  const limited = infinite || depth !== undefined || nodes !== undefined
  return {
    fen: textArgument(fen ?? DEFAULT_POSITION, 'A FEN', MAX_FEN_LENGTH),
    skipLastGuard: Boolean(skipLastGuardPromotion),
    moves: movesArgument(moves),
    level: numberOf(given, 'level', 0, 20) ?? 20,
    seed: numberOf(given, 'seed', 0, Number.MAX_SAFE_INTEGER) ?? 0,
    contempt: infinite ? 0 : contempt,
    lines: numberOf(given, 'multiPV', 1, 256) ?? 1,
    depth: infinite ? undefined : depth,
    nodes: infinite ? undefined : nodes,
    movetime: infinite ? undefined : (movetime ?? (limited ? undefined : DEFAULT_TIME)),
    infinite,
    signal: signalArgument(given.signal),
  }
}

function positionArgument(position: unknown): SearchPosition {
  return typeof position === 'string' ? { fen: position } : objectArgument<SearchPosition>(position, 'A position')
}

function objectArgument<T extends object>(value: unknown, what: string): Partial<T> {
  if (!isGiven(value)) return {}
  if (typeof value !== 'object') throw new TypeError(`${what} must be an object, not ${describe(value)}`)
  return value
}

function movesArgument(moves: unknown): string {
  if (!isGiven(moves)) return ''
  if (!Array.isArray(moves) || moves.length > MAX_MOVES) {
    throw new TypeError(`moves must be an array of at most ${MAX_MOVES} texts`)
  }
  const texts = moves.map((move) => textArgument(move, 'A move', MAX_MOVE_LENGTH))
  // One text a line: whatever breaks it, or is none, is no move.
  const broken = texts.find((text) => !/^\S+$/.test(text))
  if (broken !== undefined) throw new Error(`Invalid or illegal move: ${describe(broken)}`)
  return texts.join('\n')
}

export function numberOf<T extends object>(from: T, name: keyof T & string, least: number, most: number): number | undefined {
  const value: unknown = from[name]
  if (!isGiven(value)) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
  throw new TypeError(`${name} must be a whole number from ${least} to ${most}, not ${describe(value)}`)
}

function signalArgument(signal: unknown): SearchSignal | undefined {
  if (!isGiven(signal)) return undefined
  if (typeof signal === 'object' && 'aborted' in signal && 'addEventListener' in signal) return signal as SearchSignal
  throw new TypeError(`signal must be an AbortSignal, not ${describe(signal)}`)
}

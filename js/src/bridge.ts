/** The stateless functions of the bridge: each takes an object and returns one. */

import { callBridge, respond } from './bridge-call.js'
import type { BestMove } from './engine/report.js'
import { askShared } from './engine/select-ai-move.js'
import type { ValidationResult } from './fen.js'

/** A request about a position, by default the start position. */
interface WithFen {
  fen?: string
}

/** An open deploy. */
export interface BridgeSession {
  square: string
  /** The stack as it stood when the deploy began: `(NFT)`. */
  original: string
  /** The LANs of the steps so far. */
  steps: string[]
  /** The letters of the remaining pieces, each heroic one after a `+`. */
  remaining: string
  /** The remaining pieces as a piece text. */
  stay: string
  canCommit: boolean
}

/** The status of a position. */
export interface BridgePosition {
  fen: string
  turn: 'r' | 'b'
  check: boolean
  checkmate: boolean
  stalemate: boolean
  draw50: boolean
  /** Whether a Commander is missing. */
  captured: boolean
  over: boolean
  result: null | 'red' | 'blue' | 'draw'
  commanders: { r: string | null; b: string | null }
  session: BridgeSession | null
  /** 16 hexadecimal digits. */
  hash: string
}

/** A move. Pieces are written as in RULES 11.2. */
export interface BridgeMove {
  lan: string
  san: string
  flags: string
  from: string
  to: string
  piece: string
  captured?: string
  combined?: string
}

/** The position after the last entry that was played, and the texts of its turn. */
export interface BridgePlayed {
  fen: string
  /** The FEN of the bare board. */
  board: string
  /** Whether the turn has passed. */
  completed: boolean
  san: string
  lan: string
  flags: string
  check: boolean
  over: boolean
  session: BridgeSession | null
}

/** Searches in a worker. Other limits of an engine are not part of the bridge. */
async function bestMove(request: WithFen & { movetime?: number; nodes?: number; depth?: number }): Promise<BestMove | null> {
  if (typeof request !== 'object' || request === null) throw new TypeError('A request must be an object')
  const { fen, movetime, nodes, depth } = request
  return askShared({ fen } as WithFen, { movetime, nodes, depth } as typeof request)
}

/**
 * The bridge: stateless functions. Each takes a FEN (by default the start position) and the
 * arguments of its method, and throws if they are invalid. `respond` takes and returns the lines of
 * `cotulenh bridge`, and never throws for their contents. `bestMove` searches, so it returns a
 * promise; `respond` does not offer it.
 */
export const bridge = {
  /** Turn, checks, result, Commanders, open deploy and hash of a position. */
  position: (request: WithFen = {}): BridgePosition => callBridge('position', request),
  /**
   * The moves in order: from all points or one, with any role on top or one (its letter); with
   * `legal: false`, including those that leave the Commander in danger.
   */
  moves: (request: WithFen & { square?: string; role?: string; legal?: boolean } = {}): BridgeMove[] =>
    callBridge('moves', request),
  /** Plays SANs, LANs, `"commit"` or `{lan, flags}`, and returns the position after the last. */
  play: (request: WithFen & { moves: (string | { lan: string; flags?: string })[] }): BridgePlayed =>
    callBridge('play', request),
  /** The pieces of a color that attack a point: point and role letter, sorted. */
  attackers: (request: WithFen & { square: string; color: 'r' | 'b' }): string[] => callBridge('attackers', request),
  /** Covered points with their defenders. */
  airDefense: (request: WithFen = {}): { r: Record<string, string[]>; b: Record<string, string[]> } =>
    callBridge('airDefense', request),
  /** Checks a FEN and returns all its faults. */
  checkFen: (request: WithFen = {}): ValidationResult => callBridge('checkFen', request),
  /** The move that a text describes, or null. */
  parseMove: (request: WithFen & { text: string }): { lan: string; flags: string } | null => callBridge('parseMove', request),
  /** Counts the positions at a depth in actions. */
  perft: (
    request: WithFen & { depth: number; divide?: boolean },
  ): { nodes: number; divide?: Record<string, number> } => callBridge('perft', request),
  /**
   * The best turn that the engine finds within its limits, by default one second; null if the game
   * is over.
   */
  bestMove: (request: WithFen & { movetime?: number; nodes?: number; depth?: number } = {}): Promise<BestMove | null> =>
    bestMove(request),
  /** Answers a line of JSON with a line of JSON. */
  respond,
} as const

/** The stateless functions of the bridge: one object in, one object out. */

import type { BestMove } from './engine/report.js'
import { askShared } from './engine/select.js'
import type { ValidationResult } from './fen.js'
import { createError, isErrorCode } from './errors.js'
import { askRules } from './rules.js'

/** Where nothing else is said, the start position. */
interface WithFen {
  fen?: string
}

/** An open deploy. */
export interface BridgeSession {
  square: string
  /** The stack as it stood: `(NFT)`. */
  original: string
  /** LANs of the steps so far. */
  steps: string[]
  /** Letters of the pieces left, heroic ones after a `+`. */
  remaining: string
  /** The same as a piece text. */
  stay: string
  canCommit: boolean
}

/** How a position stands. */
export interface BridgePosition {
  fen: string
  turn: 'r' | 'b'
  check: boolean
  checkmate: boolean
  stalemate: boolean
  draw50: boolean
  /** A Commander is missing. */
  captured: boolean
  over: boolean
  result: null | 'red' | 'blue' | 'draw'
  commanders: { r: string | null; b: string | null }
  session: BridgeSession | null
  /** 16 hexadecimal digits. */
  hash: string
}

/** One move, with its texts; pieces are written as in RULES 11.2. */
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

/** How it stands after the last entry that was played, and the texts of its turn. */
export interface BridgePlayed {
  fen: string
  /** The FEN of the bare board. */
  board: string
  /** The turn has passed. */
  completed: boolean
  san: string
  lan: string
  flags: string
  check: boolean
  over: boolean
  session: BridgeSession | null
}

/** Searches in a worker. Further fields that an engine would understand are no matter of the bridge. */
async function bestMove(request: WithFen & { movetime?: number; nodes?: number; depth?: number }): Promise<BestMove | null> {
  if (typeof request !== 'object' || request === null) throw new TypeError('A request must be an object')
  const { fen, movetime, nodes, depth } = request
  return askShared({ fen } as WithFen, { movetime, nodes, depth } as typeof request)
}

/** Asks one method; a refusal is thrown as a CotulenhError whose metadata hold the bridge's own code. */
function ask<T>(method: string, request: object): T {
  if (typeof request !== 'object' || request === null) throw new TypeError('A request must be an object')
  const answer = JSON.parse(respond(JSON.stringify({ ...request, method, toJSON: undefined }))) as
    | { ok: true; result: T }
    | { ok: false; error: { code: string; message: string; index?: number } }
  if (answer.ok) return answer.result
  const { message, ...details } = answer.error
  throw createError(isErrorCode(details.code) ? details.code : 'UNKNOWN_ERROR', message, details)
}

function respond(line: string): string {
  if (typeof line !== 'string') throw new TypeError('A line must be a string')
  return askRules((rules) => rules.bridge(line))
}

/**
 * The bridge: functions without memory. Each takes a FEN (the start position if there is none) and whatever else its
 * method needs; refusals are thrown. `respond` takes and gives the lines of `cotulenh bridge`, and never throws for what
 * they contain. `bestMove` alone takes its time, so it gives a promise, and is not among the methods of `respond`.
 */
export const bridge = {
  /** Turn, checks, result, Commanders, open deploy and hash of a position. */
  position: (request: WithFen = {}): BridgePosition => ask('position', request),
  /** The moves in their order; only from a point, or with a role (its letter) on top; with `legal: false` also those that lose the Commander. */
  moves: (request: WithFen & { square?: string; role?: string; legal?: boolean } = {}): BridgeMove[] =>
    ask('moves', request),
  /** Plays SANs, LANs, `"commit"`, or `{lan, flags}`, and tells how it stands after the last. */
  play: (request: WithFen & { moves: (string | { lan: string; flags?: string })[] }): BridgePlayed =>
    ask('play', request),
  /** Who of a colour threatens a point: point and role letter, sorted. */
  attackers: (request: WithFen & { square: string; color: 'r' | 'b' }): string[] => ask('attackers', request),
  /** Covered points with their defenders. */
  airDefense: (request: WithFen = {}): { r: Record<string, string[]>; b: Record<string, string[]> } =>
    ask('airDefense', request),
  /** Everything that is wrong with a FEN. */
  checkFen: (request: WithFen = {}): ValidationResult => ask('checkFen', request),
  /** What a move text means, or null. */
  parseMove: (request: WithFen & { text: string }): { lan: string; flags: string } | null => ask('parseMove', request),
  /** Counts the positions after so many steps. */
  perft: (
    request: WithFen & { depth: number; divide?: boolean },
  ): { nodes: number; divide?: Record<string, number> } => ask('perft', request),
  /** The best turn that the engine finds within its limits (a second, if there are none); null if the game is over. */
  bestMove: (request: WithFen & { movetime?: number; nodes?: number; depth?: number } = {}): Promise<BestMove | null> =>
    bestMove(request),
  /** One line of JSON in, one out. */
  respond,
} as const

/** The messages between an engine and its worker. */

import type { RuleBits } from '../options.js'
import type { EngineWasm } from './engine-files.js'

/** One search, as the worker receives it. */
export interface SearchRequest {
  /** The number of the search, from 1. Writing it to the shared memory stops the search. */
  id: number
  /** The number of the game. A new number clears the table. */
  game: number
  fen: string
  options: RuleBits
  /** The texts of the moves played from there, one a line. */
  moves: string
  level: number
  seed: number
  /** Undefined for the engine's default. */
  contempt: number | undefined
  lines: number
  depth: number | undefined
  nodes: number | undefined
  movetime: number | undefined
}

/** Marks the messages of the engine, because a worker may also serve other code. */
export const TAG = 'cotulenh-engine'

/** A message to the worker. */
export type Order =
  | { tag: typeof TAG; kind: 'start'; hash: number; wasm: EngineWasm; stop: SharedArrayBuffer | null }
  | { tag: typeof TAG; kind: 'search'; request: SearchRequest }

/** A message from the worker: a report, the final answer, or an exception as text. */
export type Reply = { tag: typeof TAG; kind: 'report' | 'done' | 'failed'; id: number; text: string }

export function isTagged<T extends { tag: typeof TAG }>(message: unknown): message is T {
  return typeof message === 'object' && message !== null && (message as { tag?: unknown }).tag === TAG
}

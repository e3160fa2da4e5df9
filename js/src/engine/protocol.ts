/** What engine and worker say to each other. */

/** One search, as the worker gets it: plain values only. */
export interface SearchRequest {
  /** Counts searches, from 1: whoever stops one writes its number. */
  id: number
  /** Another number than last time: what was found so far is forgotten. */
  game: number
  fen: string
  skipLastGuard: boolean
  /** Texts of what was played from there, one a line. */
  moves: string
  level: number
  seed: number
  /** As the engine has it unless said. */
  contempt: number | undefined
  lines: number
  depth: number | undefined
  nodes: number | undefined
  movetime: number | undefined
}

/** Marks our messages, for a worker may also serve others. */
export const TAG = 'cotulenh-engine'

/** To the worker. */
export type Order =
  | { tag: typeof TAG; kind: 'start'; hash: number; stop: SharedArrayBuffer | null }
  | { tag: typeof TAG; kind: 'search'; request: SearchRequest }

/** From the worker: a line of the engine, or what broke. */
export type Reply =
  | { tag: typeof TAG; kind: 'info'; id: number; line: string }
  | { tag: typeof TAG; kind: 'done'; id: number; line: string }
  | { tag: typeof TAG; kind: 'broken'; id: number; line: string }

export function isOurs<T extends { tag: typeof TAG }>(message: unknown): message is T {
  return typeof message === 'object' && message !== null && (message as { tag?: unknown }).tag === TAG
}

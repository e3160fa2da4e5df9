/** The search in WebAssembly, in whatever thread this module is loaded. */

import * as bindings from '#engine-bindings'
import { wasmBytes } from '#wasm'
import type { SearchRequest } from './protocol.js'

/** Who is asked and told during a search. */
export interface Listener {
  isStopped(): boolean
  tell(line: string): void
}

const NOBODY: Listener = { isStopped: () => false, tell() {} }

let listener = NOBODY
let ready = false

function compile(): void {
  bindings.initSync({ module: wasmBytes() })
  bindings.start({
    now: () => performance.now(),
    isStopped: () => listener.isStopped(),
    tell: (line: string) => listener.tell(line),
  })
  ready = true
}

/** One engine with its table. */
export class Core {
  readonly #searcher: bindings.Searcher
  #game = 0

  constructor(hash: number) {
    if (!ready) compile()
    this.#searcher = new bindings.Searcher(hash)
  }

  /** A line of the engine (crates/cotulenh-engine-wasm/src/report.rs), a refusal, or nothing if the game is over. */
  search(request: SearchRequest, whoListens: Listener): string {
    const { game, fen, skipLastGuard, moves, level, seed, contempt, lines, depth, nodes, movetime } = request
    if (game !== this.#game) this.#searcher.new_game()
    this.#game = game
    const refusal = this.#searcher.set_position(fen, skipLastGuard, moves)
    if (refusal !== '') return refusal
    this.#searcher.set_up(level, seed, contempt, lines)
    listener = whoListens
    try {
      return this.#searcher.search(depth, nodes, movetime)
    } finally {
      listener = NOBODY
    }
  }

  free(): void {
    this.#searcher.free()
  }
}

/** The nodes of a fixed search, and what they have to be: the engine's signature. */
export function bench(): { nodes: number; signature: number } {
  if (!ready) compile()
  return { nodes: bindings.bench_nodes(), signature: bindings.bench_signature() }
}

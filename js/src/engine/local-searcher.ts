/** The search in WebAssembly, in the thread that has loaded this module. */

import * as bindings from '#engine-bindings'
import { wasmFromText } from '#wasm-text'
import type { EngineWasm } from './engine-files.js'
import type { SearchRequest } from './messages.js'

/** Callbacks of a search. */
export interface SearchListener {
  isStopped(): boolean
  onReport(report: string): void
}

const NO_LISTENER: SearchListener = { isStopped: () => false, onReport() {} }

/** The listener of the running search. */
let listener = NO_LISTENER
let ready = false

/** Compiles the WASM, once. */
function compile(wasm: EngineWasm): void {
  if (ready) return
  bindings.initSync({ module: typeof wasm === 'string' ? wasmFromText(wasm) : wasm })
  bindings.start({
    now: () => performance.now(),
    isStopped: () => listener.isStopped(),
    onReport: (report: string) => listener.onReport(report),
  })
  ready = true
}

/** An engine with its table. */
export class LocalSearcher {
  readonly #searcher: bindings.Searcher
  #game = 0

  constructor(hash: number, wasm: EngineWasm) {
    compile(wasm)
    this.#searcher = new bindings.Searcher(hash)
  }

  /** Searches and answers a report, an error, or an empty text if the game is over. */
  search(request: SearchRequest, searchListener: SearchListener): string {
    const { game, fen, options, moves, level, seed, contempt, lines, depth, nodes, movetime } = request
    if (game !== this.#game) this.#searcher.new_game()
    this.#game = game
    const error = this.#searcher.set_position(fen, options, moves)
    if (error !== '') return error
    this.#searcher.set_up(level, seed, contempt, lines)
    listener = searchListener
    try {
      return this.#searcher.search(depth, nodes, movetime)
    } finally {
      listener = NO_LISTENER
    }
  }

  free(): void {
    this.#searcher.free()
  }
}

/** The node count of a fixed search, and the expected count: the engine's signature. */
export function bench(wasm: EngineWasm): { nodes: number; signature: number } {
  compile(wasm)
  return { nodes: bindings.bench_nodes(), signature: bindings.bench_signature() }
}

/** The search engine, behind promises. */

import { describe } from '../describe.js'
import { createError } from '../errors.js'
import { SEARCH_LIMITS } from '../generated.js'
import { engineWasm, type EngineWasm } from './engine-files.js'
import { answerOf, bestOf, infoOf, type BestMove, type SearchInfo } from './report.js'
import { searchArguments, type SearchArguments, type SearchLimits, type SearchPosition } from './search-arguments.js'
import { numberArgument, optionsArgument } from './search-options.js'
import { isBlocking, openThread, type EngineWorker, type Thread, type WorkerOption } from './thread.js'

/** A `URL`, whose type is not available everywhere. */
export interface WasmUrl {
  readonly href: string
}

/** Where an engine searches, and where its WASM comes from. */
export interface EngineSource {
  /**
   * Where it searches. True (the default): in a worker, if the platform has workers. False: in the
   * calling thread, which is blocked meanwhile. A function: in the Web Worker that it returns,
   * which must run `cotulenh-bitboard/engine`.
   */
  worker?: boolean | (() => EngineWorker)
  /**
   * The URL of `engine.wasm`, for example `new URL('cotulenh-bitboard/engine.wasm', import.meta.url)`.
   * By default the WASM is a script that bundlers include.
   */
  wasmUrl?: string | WasmUrl
}

/** Options of an {@link Engine}. */
export interface EngineOptions extends EngineSource {
  /** The size of its table in MiB, 1 to 1024. The default is 16. */
  hash?: number
}

const OPTIONS: Readonly<Record<keyof EngineOptions, true>> = { hash: true, worker: true, wasmUrl: true }

/** One call of {@link Engine.bestMove}. */
interface Job {
  id: number
  game: number
  arguments: SearchArguments
  onInfo: ((info: SearchInfo) => void) | undefined
  /** The best whole turn so far. */
  best: BestMove | undefined
  /** Whether `stop()` was called. */
  stopped: boolean
  /** Whether its promise is settled. */
  settled: boolean
  resolve(best: BestMove | null): void
  reject(reason: unknown): void
  /** Ends the wait of an infinite search that has reached its maximum depth. */
  wake(): void
}

/** Closes the worker of an engine that was collected without {@link Engine.dispose}. */
const collected = /* @__PURE__ */ new FinalizationRegistry<Thread>((thread) => thread.close())

/**
 * A search engine in a worker of its own: a Web Worker, or a worker thread in Node. Searches run
 * one after the other. The worker starts with the first search.
 */
export class Engine {
  readonly #hash: number
  readonly #worker: WorkerOption
  readonly #wasmUrl: string | undefined
  #wasm: EngineWasm | undefined
  #thread: Thread | undefined
  #waiting: Job[] = []
  #running: Job | undefined
  #searches = 0
  #game = 0
  #disposed = false

  constructor(options: EngineOptions = {}) {
    if (typeof options !== 'object' || options === null) throw new TypeError('The options of an engine must be an object')
    const { worker = true, wasmUrl } = optionsArgument<EngineOptions>(options, 'The options of an engine', OPTIONS)
    if (typeof worker !== 'boolean' && typeof worker !== 'function') {
      throw new TypeError(`worker must be true, false or a function, not ${describe(worker)}`)
    }
    const url: unknown = typeof wasmUrl === 'object' ? wasmUrl?.href : wasmUrl
    if (url !== undefined && typeof url !== 'string') {
      throw new TypeError(`wasmUrl must be a string or a URL, not ${describe(wasmUrl)}`)
    }
    this.#hash = numberArgument(options, 'hash', 1, SEARCH_LIMITS.maxHash) ?? SEARCH_LIMITS.defaultHash
    this.#worker = worker
    this.#wasmUrl = url
  }

  /**
   * The best turn of a position; null if the game is over. `onInfo` is called for every iteration.
   * Rejects with a CotulenhError if the position is invalid, and with a TypeError if another
   * argument is.
   */
  bestMove(
    position?: string | SearchPosition | null,
    limits?: SearchLimits | null,
    onInfo?: ((info: SearchInfo) => void) | null,
  ): Promise<BestMove | null> {
    return new Promise((resolve, reject) => {
      if (this.#disposed) throw disposedError()
      const search = searchArguments(position, limits)
      if (typeof onInfo !== 'function' && onInfo !== undefined && onInfo !== null) {
        throw new TypeError(`onInfo must be a function, not ${describe(onInfo)}`)
      }
      if (search.infinite && isBlocking(this.#worker)) {
        throw new TypeError('An infinite search needs a worker: without one it could not be stopped')
      }
      this.#enqueue(search, onInfo ?? undefined, resolve, reject)
    })
  }

  /**
   * Ends the running search: its promise resolves with the best turn so far. Waiting searches
   * continue.
   */
  stop(): void {
    const job = this.#running
    if (job === undefined || job.stopped) return
    job.stopped = true
    job.wake()
    this.#interrupt(job)
  }

  /** Clears the table for all later searches. */
  newGame(): void {
    this.#game += 1
  }

  /** Closes the worker and rejects all searches that have not ended. */
  dispose(): void {
    this.#disposed = true
    const jobs = [this.#running, ...this.#waiting]
    this.#waiting = []
    this.#close()
    for (const job of jobs) job?.reject(disposedError())
  }

  #enqueue(search: SearchArguments, onInfo: Job['onInfo'], resolve: Job['resolve'], reject: Job['reject']): void {
    const { signal } = search
    if (signal?.aborted) return reject(signal.reason)
    const abort = () => this.#abort(job, signal?.reason)
    const settle = <T>(answer: (value: T) => void) => (value: T) => {
      job.settled = true
      signal?.removeEventListener('abort', abort)
      answer(value)
      job.wake()
    }
    this.#searches += 1
    const job: Job = {
      id: this.#searches, game: this.#game, arguments: search, onInfo, best: undefined, stopped: false, settled: false,
      resolve: settle(resolve), reject: settle(reject), wake() {},
    }
    signal?.addEventListener('abort', abort)
    this.#waiting.push(job)
    if (this.#running === undefined) void this.#work()
  }

  /** Rejects a search and ends it if it is running. */
  #abort(job: Job, reason: unknown): void {
    if (job.settled) return
    job.reject(reason)
    this.#waiting = this.#waiting.filter((other) => other !== job)
    if (job === this.#running) this.#interrupt(job)
  }

  /** Runs the waiting searches one after the other. */
  async #work(): Promise<void> {
    for (let job = this.#waiting.shift(); job !== undefined; job = this.#waiting.shift()) {
      this.#running = job
      try {
        const best = await this.#search(job)
        if (job.arguments.infinite && best !== null) await this.#untilStopped(job)
        if (!job.settled) job.resolve(best)
      } catch (error) {
        if (!job.settled) job.reject(error)
      }
      this.#running = undefined
    }
  }

  #untilStopped(job: Job): Promise<void> | undefined {
    if (job.stopped || job.settled) return undefined
    return new Promise((wake) => {
      job.wake = wake
    })
  }

  async #search(job: Job): Promise<BestMove | null> {
    const { infinite: _, signal: __, ...search } = job.arguments
    const request = { ...search, id: job.id, game: job.game }
    const thread = await this.#open()
    // It may have been aborted or stopped while the worker was starting.
    if (job.settled) return null
    if (job.stopped) request.depth = 1
    let answer: string
    try {
      answer = await thread.search(request, (report) => this.#onReport(job, report))
    } catch (error) {
      // The next search gets a new worker.
      if (this.#thread === thread) this.#close()
      if (!job.stopped || job.settled) throw createError('INTERNAL_INCONSISTENCY', (error as Error).message)
      // The worker was closed to stop the search. Without a result so far, search again at depth 1.
      return job.best ?? this.#search(job)
    }
    return answerOf(answer, request.fen)
  }

  #onReport(job: Job, report: string): void {
    if (job.settled) return
    const info = infoOf(report)
    if (info.multiPV === 1 && info.bound !== 'upper') job.best = bestOf(report) ?? job.best
    try {
      job.onInfo?.(info)
    } catch (error) {
      // An error of the caller's function rejects the search.
      this.#abort(job, error)
    }
  }

  #interrupt(job: Job): void {
    if (this.#thread !== undefined && !this.#thread.stop(job.id)) this.#close()
  }

  async #open(): Promise<Thread> {
    if (this.#thread !== undefined) return this.#thread
    this.#wasm ??= await engineWasm(this.#wasmUrl)
    const thread = await openThread(this.#hash, this.#worker, this.#wasm)
    if (this.#disposed) {
      thread.close()
      throw disposedError()
    }
    this.#thread = thread
    collected.register(this, thread, thread)
    return thread
  }

  #close(): void {
    const thread = this.#thread
    this.#thread = undefined
    if (thread === undefined) return
    collected.unregister(thread)
    thread.close()
  }
}

function disposedError(): Error {
  return createError('SESSION_INVALID_OPERATION', 'This engine has been disposed of')
}

/** The search engine, behind promises. */

import { describe } from '../board.js'
import { createError } from '../errors.js'
import { numberOf, wishOf, type SearchLimits, type SearchPosition, type Wish } from './limits.js'
import { answerOf, bestOf, infoOf, type BestMove, type SearchInfo } from './report.js'
import { isBlocking, openThread, type EngineWorker, type Thread } from './thread.js'

/** How an {@link Engine} is set up. */
export interface EngineOptions {
  /** Size of its table in MiB, 1 to 1024; 16 unless said. */
  hash?: number
  /**
   * Where it searches: in a worker if there are any (true, unless said), in the thread that asks, which is blocked meanwhile (false), or in a Web
   * Worker of your own that runs `cotulenh-bitboard/engine`.
   */
  worker?: boolean | (() => EngineWorker)
}

/** One call of {@link Engine.bestMove}. */
interface Job {
  id: number
  game: number
  wish: Wish
  onInfo: ((info: SearchInfo) => void) | undefined
  /** The best whole turn so far. */
  best: BestMove | undefined
  /** Somebody has stopped it. */
  stopped: boolean
  /** The caller has his answer. */
  settled: boolean
  resolve(best: BestMove | null): void
  reject(reason: unknown): void
  /** Ends the wait of an infinite search that has nothing left to find. */
  wake(): void
}

/** Closes the worker of an engine that was dropped without {@link Engine.dispose}. */
const dropped = /* @__PURE__ */ new FinalizationRegistry<Thread>((thread) => thread.close())

/**
 * A search engine in a worker of its own: a Web Worker, or a worker thread in Node. Searches wait for each other; nothing is loaded before the
 * first.
 */
export class Engine {
  readonly #hash: number
  readonly #worker: boolean | (() => EngineWorker)
  #thread: Thread | undefined
  #waiting: Job[] = []
  #running: Job | undefined
  #searches = 0
  #game = 0
  #disposed = false

  constructor(options: EngineOptions = {}) {
    if (typeof options !== 'object' || options === null) throw new TypeError('The options of an engine must be an object')
    const { worker = true } = options
    if (typeof worker !== 'boolean' && typeof worker !== 'function') {
      throw new TypeError(`worker must be true, false or a function, not ${describe(worker)}`)
    }
    this.#hash = numberOf(options, 'hash', 1, 1024) ?? 16
    this.#worker = worker
  }

  /**
   * The best turn of a position; null if the game is over. `onInfo` hears of every iteration. Rejects with a CotulenhError if there is no such
   * position, with a TypeError if an argument cannot be meant.
   */
  bestMove(
    position?: string | SearchPosition | null,
    limits?: SearchLimits | null,
    onInfo?: ((info: SearchInfo) => void) | null,
  ): Promise<BestMove | null> {
    return new Promise((resolve, reject) => {
      if (this.#disposed) throw disposedError()
      const wish = wishOf(position, limits)
      if (typeof onInfo !== 'function' && onInfo !== undefined && onInfo !== null) {
        throw new TypeError(`onInfo must be a function, not ${describe(onInfo)}`)
      }
      if (wish.infinite && isBlocking(this.#worker)) {
        throw new TypeError('Without a worker nobody could stop an infinite search')
      }
      this.#enqueue(wish, onInfo ?? undefined, resolve, reject)
    })
  }

  /** Ends the search that is running: its promise resolves with the best so far. Those that wait go on. */
  stop(): void {
    const job = this.#running
    if (job === undefined || job.stopped) return
    job.stopped = true
    job.wake()
    this.#interrupt(job)
  }

  /** Forgets what was found so far, for all searches asked for from now on. */
  newGame(): void {
    this.#game += 1
  }

  /** Ends everything: the worker is closed, and what has no answer yet is rejected. */
  dispose(): void {
    this.#disposed = true
    const jobs = [this.#running, ...this.#waiting]
    this.#waiting = []
    this.#close()
    for (const job of jobs) job?.reject(disposedError())
  }

  #enqueue(wish: Wish, onInfo: Job['onInfo'], resolve: Job['resolve'], reject: Job['reject']): void {
    const { signal } = wish
    if (signal?.aborted) return reject(signal.reason)
    const giveUp = () => this.#giveUp(job, signal?.reason)
    const settle = <T>(answer: (value: T) => void) => (value: T) => {
      job.settled = true
      signal?.removeEventListener('abort', giveUp)
      answer(value)
      job.wake()
    }
    this.#searches += 1
    const job: Job = {
      id: this.#searches, game: this.#game, wish, onInfo, best: undefined, stopped: false, settled: false,
      resolve: settle(resolve), reject: settle(reject), wake() {},
    }
    signal?.addEventListener('abort', giveUp)
    this.#waiting.push(job)
    if (this.#running === undefined) void this.#work()
  }

  /** The caller wants no answer any more. */
  #giveUp(job: Job, reason: unknown): void {
    if (job.settled) return
    job.reject(reason)
    this.#waiting = this.#waiting.filter((other) => other !== job)
    if (job === this.#running) this.#interrupt(job)
  }

  /** One search after the other. */
  async #work(): Promise<void> {
    for (let job = this.#waiting.shift(); job !== undefined; job = this.#waiting.shift()) {
      this.#running = job
      try {
        const best = await this.#search(job)
        if (job.wish.infinite && best !== null) await this.#untilStopped(job)
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
    const { infinite: _, signal: __, ...wish } = job.wish
    const request = { ...wish, id: job.id, game: job.game }
    const thread = await this.#open()
    // It may have been given up or stopped while the worker was being made.
    if (job.settled) return null
    if (job.stopped) request.depth = 1
    let line: string
    try {
      line = await thread.search(request, (told) => this.#hear(job, told))
    } catch (error) {
      // The next search gets a new worker.
      if (this.#thread === thread) this.#close()
      if (!job.stopped || job.settled) throw createError('INTERNAL_INCONSISTENCY', (error as Error).message)
      // It was closed to stop the search. If nothing was known yet, a glance will do.
      return job.best ?? this.#search(job)
    }
    return answerOf(line)
  }

  #hear(job: Job, line: string): void {
    if (job.settled) return
    const info = infoOf(line)
    if (info.multiPV === 1 && info.bound !== 'upper') job.best = bestOf(line) ?? job.best
    try {
      job.onInfo?.(info)
    } catch (error) {
      // The caller's own error is his answer.
      this.#giveUp(job, error)
    }
  }

  #interrupt(job: Job): void {
    if (this.#thread !== undefined && !this.#thread.stop(job.id)) this.#close()
  }

  async #open(): Promise<Thread> {
    if (this.#thread !== undefined) return this.#thread
    const thread = await openThread(this.#hash, this.#worker)
    if (this.#disposed) {
      thread.close()
      throw disposedError()
    }
    this.#thread = thread
    dropped.register(this, thread, thread)
    return thread
  }

  #close(): void {
    const thread = this.#thread
    this.#thread = undefined
    if (thread === undefined) return
    dropped.unregister(thread)
    thread.close()
  }
}

function disposedError(): Error {
  return createError('SESSION_INVALID_OPERATION', 'The engine was disposed of')
}

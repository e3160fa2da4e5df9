/**
 * The thread in which an engine searches: a worker if the platform has workers, else the calling
 * thread.
 *
 * A worker receives no messages while it searches. Where memory can be shared (Node, Deno, pages
 * that are cross-origin isolated), the search reads a number there every few hundred nodes;
 * elsewhere only closing the worker ends the search.
 */

import { describe } from '../describe.js'
import { localEngine, workerScript, type EngineWasm } from './engine-files.js'
import { isTagged, TAG, type Order, type Reply, type SearchRequest } from './messages.js'
import { isNode, nodeThreads, type NodeThreads } from './node-threads.js'

/** A thread that searches. */
export interface Thread {
  /** Rejects if the thread fails or is closed. */
  search(request: SearchRequest, onReport: (report: string) => void): Promise<string>
  /** Ends a search; false if only closing the thread can do that. */
  stop(id: number): boolean
  close(): void
}

/** The part of a Web Worker that an engine uses. */
export interface EngineWorker {
  postMessage(message: unknown): void
  terminate(): unknown
  // `any`, because the event types of the DOM are not available everywhere.
  addEventListener(type: 'message' | 'error' | 'messageerror', listener: (event: any) => void): void
}

/** A Web Worker or a worker thread. */
interface Channel {
  post(order: Order): void
  close(): void
  /** Whether the worker keeps the process alive. */
  hold(busy: boolean): void
  listen(onMessage: (message: unknown) => void, onFailure: (reason: string) => void): void
}

/** The option `worker` of an engine. */
export type WorkerOption = boolean | (() => EngineWorker)

/** Opens a thread as the option `worker` of an engine says. */
export async function openThread(hash: number, worker: WorkerOption, wasm: EngineWasm): Promise<Thread> {
  if (typeof worker === 'function') return overChannel(webChannel(checkedWorker(worker()), OWN_SCRIPT), hash, wasm)
  if (isBlocking(worker)) return openHere(hash, wasm)
  const script = await workerScript()
  // Before Web Workers: Deno has both, and only worker threads can let the process end.
  if (isNode()) return overChannel(nodeChannel(await nodeThreads(), script), hash, wasm)
  return overChannel(webChannel(startWorker(script), BLOB_SCRIPT), hash, wasm)
}

/** Whether a search in the thread that {@link openThread} opens blocks the calling thread. */
export function isBlocking(worker: WorkerOption): boolean {
  return worker === false || (worker === true && typeof Worker !== 'function' && !isNode())
}

/** What to do if the script of a worker cannot be loaded. */
const BLOB_SCRIPT =
  'if a content security policy forbids it, allow `worker-src blob:`, or pass the option `worker`: a function that ' +
  'starts a worker with the script cotulenh-bitboard/engine'
const OWN_SCRIPT = 'the function `worker` must start a worker with the script cotulenh-bitboard/engine'

/** The address of the worker's script, kept because every engine starts the same one. */
let scriptUrl: string | undefined

/** Starts a Web Worker from text: no address of a file is needed, which bundlers would change. */
function startWorker(script: string): Worker {
  scriptUrl ??= URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
  return new Worker(scriptUrl, { name: TAG })
}

/** What the caller's function returned. */
function checkedWorker(worker: unknown): EngineWorker {
  const { postMessage, addEventListener } = (worker ?? {}) as Partial<EngineWorker>
  if (typeof postMessage === 'function' && typeof addEventListener === 'function') return worker as EngineWorker
  throw new TypeError(`worker must return a Web Worker, not ${describe(worker)}`)
}

interface RunningSearch {
  id: number
  onReport(report: string): void
  resolve(answer: string): void
  reject(error: Error): void
}

function overChannel(channel: Channel, hash: number, wasm: EngineWasm): Thread {
  const shareable = typeof SharedArrayBuffer === 'function' && globalThis.crossOriginIsolated !== false
  const shared = shareable ? new Int32Array(new SharedArrayBuffer(4)) : undefined
  let search: RunningSearch | undefined
  let failure: Error | undefined

  const fail = (reason: string) => {
    failure ??= new Error(reason)
    search?.reject(failure)
  }
  channel.listen((message) => {
    if (!isTagged<Reply>(message) || message.id !== search?.id) return
    if (message.kind === 'report') search.onReport(message.text)
    else if (message.kind === 'done') search.resolve(message.text)
    else fail(message.text)
  }, fail)
  channel.post({ tag: TAG, kind: 'start', hash, wasm, stop: (shared?.buffer as SharedArrayBuffer | undefined) ?? null })

  return {
    async search(request, onReport) {
      if (failure !== undefined) throw failure
      channel.hold(true)
      try {
        return await new Promise<string>((resolve, reject) => {
          search = { id: request.id, onReport, resolve, reject }
          channel.post({ tag: TAG, kind: 'search', request })
        })
      } finally {
        search = undefined
        channel.hold(false)
      }
    },
    stop(id) {
      if (shared === undefined) return false
      Atomics.store(shared, 0, id)
      return true
    },
    close() {
      channel.close()
      fail('The engine was closed')
    },
  }
}

function webChannel(worker: EngineWorker, remedy: string): Channel {
  return {
    post: (order) => worker.postMessage(order),
    close: () => void worker.terminate(),
    hold() {},
    listen(onMessage, onFailure) {
      worker.addEventListener('message', ({ data }: { data: unknown }) => onMessage(data))
      worker.addEventListener('error', ({ message }: { message?: string }) =>
        onFailure(`The engine's worker failed: ${message || `its script cannot be loaded; ${remedy}`}`),
      )
      worker.addEventListener('messageerror', () => onFailure("A message of the engine's worker cannot be read"))
    },
  }
}

function nodeChannel({ Worker }: NodeThreads, script: string): Channel {
  // The options of the process, such as loaders of its script, must not apply to the worker.
  const worker = new Worker(script, { eval: true, workerData: TAG, execArgv: [] })
  worker.unref()
  return {
    post: (order) => worker.postMessage(order),
    close: () => void worker.terminate(),
    hold: (busy) => (busy ? worker.ref() : worker.unref()),
    listen(onMessage, onFailure) {
      worker.on('message', onMessage)
      worker.on('error', (error: unknown) => onFailure(`The engine's worker failed: ${String(error)}`))
      worker.on('exit', () => onFailure("The engine's worker has ended"))
    },
  }
}

/** Without a worker: a search blocks this thread until it ends; only `onInfo` can stop it. */
async function openHere(hash: number, wasm: EngineWasm): Promise<Thread> {
  const { LocalSearcher } = await localEngine()
  const searcher = new LocalSearcher(hash, wasm)
  let searching = false
  let closed = false
  let stopped = 0
  return {
    async search(request, onReport) {
      searching = true
      try {
        return searcher.search(request, { isStopped: () => closed || stopped === request.id, onReport })
      } finally {
        searching = false
        if (closed) searcher.free()
      }
    },
    stop(id) {
      stopped = id
      return true
    },
    close() {
      closed = true
      if (!searching) searcher.free()
    },
  }
}

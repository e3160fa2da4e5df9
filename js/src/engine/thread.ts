/**
 * Where an engine searches: in a worker, if there are any, else right here.
 *
 * A worker that searches hears no messages. Where memory can be shared (Node, Deno, pages that are cross-origin isolated) the search looks at a
 * number there every few hundred nodes; elsewhere it can only be ended together with its worker.
 */

import { fileForNode, loadHere, startWebWorker } from '#engine-script'
import { isNode, nodeThreads, type NodeThreads } from './node.js'
import { isOurs, TAG, type Order, type Reply, type SearchRequest } from './protocol.js'

/** One place to search. */
export interface Thread {
  /** Rejects if the thread breaks or is closed. */
  search(request: SearchRequest, tell: (line: string) => void): Promise<string>
  /** Asks a search to end; false if it cannot hear that. */
  stop(id: number): boolean
  close(): void
}

/** As much of a Web Worker as an engine needs. */
export interface EngineWorker {
  postMessage(message: unknown): void
  terminate(): unknown
  // Of a Web Worker, or of anything that behaves like one: neither library's types are there for everybody.
  addEventListener(type: 'message' | 'error' | 'messageerror', listener: (event: any) => void): void
}

/** A worker of either kind. */
interface Channel {
  post(order: Order): void
  close(): void
  /** Keeps the process alive, or no longer. */
  hold(busy: boolean): void
  listen(hear: (message: unknown) => void, broken: (reason: string) => void): void
}

/** Opens a thread: `worker` says how, if the caller knows better. */
export async function openThread(hash: number, worker: boolean | (() => EngineWorker)): Promise<Thread> {
  if (worker === false) return openHere(hash)
  if (typeof worker === 'function') return overChannel(webChannel(worker()), hash)
  // First, for Deno has both, and these know how not to keep a process alive.
  if (isNode()) return overChannel(nodeChannel(await nodeThreads()), hash)
  if (typeof Worker === 'function') return overChannel(webChannel(startWebWorker()), hash)
  return openHere(hash)
}

/** Will {@link openThread} block the thread it is called in? */
export function isBlocking(worker: boolean | (() => EngineWorker)): boolean {
  return worker === false || (worker === true && typeof Worker !== 'function' && !isNode())
}

function overChannel(channel: Channel, hash: number): Thread {
  const shareable = typeof SharedArrayBuffer === 'function' && globalThis.crossOriginIsolated !== false
  const shared = shareable ? new Int32Array(new SharedArrayBuffer(4)) : undefined
  let search: { id: number; tell(line: string): void; done(line: string): void; broken(error: Error): void } | undefined
  let failure: Error | undefined

  const breakDown = (reason: string) => {
    failure ??= new Error(reason)
    search?.broken(failure)
  }
  channel.listen((message) => {
    if (!isOurs<Reply>(message) || message.id !== search?.id) return
    if (message.kind === 'info') search.tell(message.line)
    else if (message.kind === 'done') search.done(message.line)
    else breakDown(message.line)
  }, breakDown)
  channel.post({ tag: TAG, kind: 'start', hash, stop: (shared?.buffer as SharedArrayBuffer | undefined) ?? null })

  return {
    async search(request, tell) {
      if (failure !== undefined) throw failure
      channel.hold(true)
      try {
        return await new Promise<string>((done, broken) => {
          search = { id: request.id, tell, done, broken }
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
      breakDown('The engine was closed')
    },
  }
}

function webChannel(worker: EngineWorker): Channel {
  return {
    post: (order) => worker.postMessage(order),
    close: () => void worker.terminate(),
    hold() {},
    listen(hear, broken) {
      worker.addEventListener('message', ({ data }: { data: unknown }) => hear(data))
      worker.addEventListener('error', ({ message }: { message?: string }) =>
        broken(`The engine's worker failed: ${message || 'its script cannot be loaded'}`),
      )
      worker.addEventListener('messageerror', () => broken("The engine's worker sent what cannot be read"))
    },
  }
}

function nodeChannel({ Worker }: NodeThreads): Channel {
  // Options of the process, such as one that says how to read its script, are not meant for this script.
  const worker = new Worker(fileForNode(), { workerData: TAG, execArgv: [] })
  worker.unref()
  return {
    post: (order) => worker.postMessage(order),
    close: () => void worker.terminate(),
    hold: (busy) => (busy ? worker.ref() : worker.unref()),
    listen(hear, broken) {
      worker.on('message', hear)
      worker.on('error', (error: unknown) => broken(`The engine's worker failed: ${String(error)}`))
      worker.on('exit', () => broken("The engine's worker has ended"))
    },
  }
}

/** Without a worker: a search blocks this thread until it is done; only those it tells of its iterations can stop it. */
async function openHere(hash: number): Promise<Thread> {
  const { Core } = await loadHere()
  const core = new Core(hash)
  let searching = false
  let closed = false
  let stopped = 0
  return {
    async search(request, tell) {
      searching = true
      try {
        return core.search(request, { isStopped: () => closed || stopped === request.id, tell })
      } finally {
        searching = false
        if (closed) core.free()
      }
    },
    stop(id) {
      stopped = id
      return true
    },
    close() {
      closed = true
      if (!searching) core.free()
    },
  }
}

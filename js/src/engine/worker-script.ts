/**
 * The entry of dist/engine.js: the script of a worker. It answers the messages of the
 * {@link Engine} that started it, the first of which contains the WASM. Imported as a module, it
 * exports the engine for the calling thread.
 *
 * @packageDocumentation
 */

import { LocalSearcher } from './local-searcher.js'
import { isTagged, TAG, type Order, type Reply } from './messages.js'
import { isNode, nodeThreads } from './node-threads.js'

export type { EngineWasm } from './engine-files.js'
export { bench, LocalSearcher, type SearchListener } from './local-searcher.js'
export type { SearchRequest } from './messages.js'

/** The connection to the thread that started the worker. */
interface Port {
  postMessage(reply: Reply): void
  listen(onMessage: (message: unknown) => void): void
}

function serve(port: Port): void {
  let searcher: LocalSearcher | undefined
  let stop: Int32Array | undefined
  port.listen((order) => {
    if (!isTagged<Order>(order)) return
    if (order.kind === 'start') {
      searcher = new LocalSearcher(order.hash, order.wasm)
      stop = order.stop === null ? undefined : new Int32Array(order.stop)
      return
    }
    const { id } = order.request
    const reply = (kind: Reply['kind'], text: string) => port.postMessage({ tag: TAG, kind, id, text })
    try {
      if (searcher === undefined) throw new Error('expected a start message before the first search')
      const answer = searcher.search(order.request, {
        isStopped: () => stop !== undefined && Atomics.load(stop, 0) === id,
        onReport: (report) => reply('report', report),
      })
      reply('done', answer)
    } catch (error) {
      reply('failed', String(error))
    }
  })
}

/** The port of a worker thread of Node that an engine has started. */
async function nodePort(): Promise<Port | undefined> {
  const { parentPort, workerData } = await nodeThreads()
  if (parentPort === null || workerData !== TAG) return webPort()
  return { postMessage: (reply) => parentPort.postMessage(reply), listen: (onMessage) => parentPort.on('message', onMessage) }
}

/** The port of a Web Worker. It may be the caller's own worker, so messages are tagged. */
function webPort(): Port | undefined {
  if (typeof WorkerGlobalScope !== 'function' || !(globalThis instanceof WorkerGlobalScope)) return undefined
  return {
    postMessage: (reply) => globalThis.postMessage(reply),
    listen: (onMessage) => globalThis.addEventListener('message', ({ data }) => onMessage(data)),
  }
}

// Without a top-level `await`, which the worker formats of some bundlers do not support. Node keeps
// messages until a listener is added.
if (isNode()) {
  void nodePort().then((port) => port !== undefined && serve(port))
} else {
  const port = webPort()
  if (port !== undefined) serve(port)
}

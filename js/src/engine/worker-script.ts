/**
 * The entry of dist/engine.js. As a module it exports the engine; as the script of a worker it also
 * answers the messages of the thread that started it.
 */

import { LocalSearcher } from './local-searcher.js'
import { isTagged, TAG, type Order, type Reply } from './messages.js'
import { isNode, nodeThreads } from './node-threads.js'

export { bench, LocalSearcher } from './local-searcher.js'

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
      searcher = new LocalSearcher(order.hash)
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

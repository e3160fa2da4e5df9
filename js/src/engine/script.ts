/**
 * The engine's own file, dist/engine.js. As a module it hands out the engine; as the script of a worker it also serves whoever
 * has started it.
 */

import { Core } from './core.js'
import { isNode, nodeThreads } from './node.js'
import { isOurs, TAG, type Order, type Reply } from './protocol.js'

export { bench, Core } from './core.js'

/** Where orders come from and replies go to. */
interface Port {
  postMessage(reply: Reply): void
  listen(hear: (message: unknown) => void): void
}

function serve(port: Port): void {
  let core: Core | undefined
  let stop: Int32Array | undefined
  port.listen((order) => {
    if (!isOurs<Order>(order)) return
    if (order.kind === 'start') {
      core = new Core(order.hash)
      stop = order.stop === null ? undefined : new Int32Array(order.stop)
      return
    }
    const { id } = order.request
    const reply = (kind: Reply['kind'], line: string) => port.postMessage({ tag: TAG, kind, id, line })
    try {
      if (core === undefined) throw new Error('a search before the start')
      const line = core.search(order.request, {
        isStopped: () => stop !== undefined && Atomics.load(stop, 0) === id,
        tell: (line) => reply('info', line),
      })
      reply('done', line)
    } catch (error) {
      reply('broken', String(error))
    }
  })
}

/** The other end, if this is a worker thread of Node that we have started. */
async function nodePort(): Promise<Port | undefined> {
  const { parentPort, workerData } = await nodeThreads()
  if (parentPort === null || workerData !== TAG) return webPort()
  return { postMessage: (reply) => parentPort.postMessage(reply), listen: (hear) => parentPort.on('message', hear) }
}

/** The other end, if this is a Web Worker, ours or one that has imported us: orders are marked. */
function webPort(): Port | undefined {
  if (typeof WorkerGlobalScope !== 'function' || !(globalThis instanceof WorkerGlobalScope)) return undefined
  return {
    postMessage: (reply) => globalThis.postMessage(reply),
    listen: (hear) => globalThis.addEventListener('message', ({ data }) => hear(data)),
  }
}

/** No `await` out here: bundlers make scripts of workers that do not know it. Node keeps messages until somebody listens. */
if (isNode()) {
  void nodePort().then((port) => port !== undefined && serve(port))
} else {
  const port = webPort()
  if (port !== undefined) serve(port)
}

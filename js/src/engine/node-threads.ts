/** Worker threads of Node and Deno. */

export interface NodeWorker {
  postMessage(message: unknown): void
  terminate(): unknown
  ref(): void
  unref(): void
  on(event: string, listener: (value: never) => void): void
}

export interface NodeThreads {
  Worker: new (script: string, options: { eval: true; workerData: unknown; execArgv: string[] }) => NodeWorker
  parentPort: { postMessage(message: unknown): void; on(event: 'message', listener: (message: unknown) => void): void } | null
  workerData: unknown
}

export function isNode(): boolean {
  return typeof process === 'object' && process?.versions?.node !== undefined
}

export function nodeThreads(): Promise<NodeThreads> {
  // The name is assembled at run time, so that bundlers for browsers do not resolve it; build.mjs
  // adds the comments that suppress their warnings.
  return import(['node', 'worker_threads'].join(':')) as Promise<NodeThreads>
}

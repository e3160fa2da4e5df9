/** Worker threads of Node, which Deno has too. */

export interface NodeWorker {
  postMessage(message: unknown): void
  terminate(): unknown
  ref(): void
  unref(): void
  on(event: string, listener: (value: never) => void): void
}

export interface NodeThreads {
  Worker: new (file: URL | string, options: { workerData: unknown; execArgv: string[] }) => NodeWorker
  parentPort: { postMessage(message: unknown): void; on(event: 'message', hear: (message: unknown) => void): void } | null
  workerData: unknown
}

export function isNode(): boolean {
  return typeof process === 'object' && process?.versions?.node !== undefined
}

export function nodeThreads(): Promise<NodeThreads> {
  // Put together, so that bundlers for browsers do not look for it; build.mjs adds the comments that keep them quiet.
  return import(['node', 'worker_threads'].join(':')) as Promise<NodeThreads>
}

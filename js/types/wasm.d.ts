/** The WASM of a bundle, rules or engine. The bundler inserts it. */
declare module '#wasm' {
  export function wasmBytes(): Uint8Array<ArrayBuffer>
}

/** How to load dist/engine.js, which differs between ES modules and CommonJS. */
declare module '#engine-script' {
  /** Starts a Web Worker that runs it. */
  export function startWebWorker(): Worker
  /** The file for a worker thread of Node. */
  export function fileForNode(): URL | string
  /** Loads it as a module of this thread: src/engine/worker-script.ts. */
  export function loadHere(): Promise<{ LocalSearcher: new (hash: number) => LocalSearcher }>

  interface LocalSearcher {
    search(request: object, listener: { isStopped(): boolean; onReport(report: string): void }): string
    free(): void
  }
}

/** The WASM of a bundle, rules or engine; the bundler puts it in. */
declare module '#wasm' {
  export function wasmBytes(): Uint8Array<ArrayBuffer>
}

/** Where the engine's own file is; ES modules and CommonJS differ in that. */
declare module '#engine-script' {
  /** A Web Worker that runs it. */
  export function startWebWorker(): Worker
  /** The file, for a worker thread of Node. */
  export function fileForNode(): URL | string
  /** The same file as a module of this thread: src/engine/script.ts. */
  export function loadHere(): Promise<{ Core: new (hash: number) => EngineCore }>

  interface EngineCore {
    search(request: object, listener: { isStopped(): boolean; tell(line: string): void }): string
    free(): void
  }
}

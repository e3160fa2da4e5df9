/** The WASM of the rules. */
declare module '#wasm' {
  export function wasmBytes(): Uint8Array<ArrayBuffer>
}

/** js/wasm-text.mjs */
declare module '#wasm-text' {
  export function wasmFromText(text: string): Uint8Array<ArrayBuffer>
}

/** js/engine-files.mjs */
declare module '#engine-files' {
  export function loadScript(): Promise<{ default: string }>
  export function loadWasm(): Promise<{ default: string }>
  /** The exports of src/engine/worker-script.ts. */
  export function loadHere(): Promise<{ LocalSearcher: new (hash: number, wasm: string | ArrayBuffer) => LocalSearcher }>

  interface LocalSearcher {
    search(request: object, listener: { isStopped(): boolean; onReport(report: string): void }): string
    free(): void
  }
}

/** The WASM of the rules; the bundler puts it in. */
declare module '#wasm' {
  export function wasmBytes(): Uint8Array<ArrayBuffer>
}

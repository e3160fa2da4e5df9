// The module `#engine-files` of the bundles: the files of the engine beside them. Every bundler
// understands `import()` of a literal and includes the file once.

/** The script of a worker, as text. */
export const loadScript = () => import('./engine-script.js')

/** The WASM, as text. */
export const loadWasm = () => import('./engine-wasm.js')

/** The script as a module of this thread. */
export const loadHere = () => import('./engine.js')

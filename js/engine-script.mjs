// The module `#engine-script` of the ES bundle: where the engine's own file is. Bundlers know these forms and bring the file along.

export const startWebWorker = () =>
  new Worker(new URL('./engine.js', import.meta.url), { type: 'module', name: 'cotulenh-engine' })

export const fileForNode = () => new URL('./engine.js', import.meta.url)

export const loadHere = () => import('./engine.js')

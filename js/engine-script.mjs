// The module `#engine-script` of the ES bundle: how to load dist/engine.js. Bundlers recognise
// these expressions and include the file.

export const startWebWorker = () =>
  new Worker(new URL('./engine.js', import.meta.url), { type: 'module', name: 'cotulenh-engine' })

export const fileForNode = () => new URL('./engine.js', import.meta.url)

export const loadHere = () => import('./engine.js')

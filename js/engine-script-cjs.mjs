// The module `#engine-script` of the CommonJS bundle. dist/engine.js is an ES module for both
// bundles.

export const startWebWorker = () => {
  throw new Error('A CommonJS bundle cannot locate engine.js: pass the option `worker` to the engine')
}

export const fileForNode = () => `${__dirname}/engine.js`

export const loadHere = () => import('./engine.js')

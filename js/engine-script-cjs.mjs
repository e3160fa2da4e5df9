// The module `#engine-script` of the CommonJS bundle. The engine's file is an ES module there too: one serves both.

export const startWebWorker = () => {
  throw new Error('A CommonJS bundle does not know where its files are: pass `worker` to the engine')
}

export const fileForNode = () => `${__dirname}/engine.js`

export const loadHere = () => import('./engine.js')

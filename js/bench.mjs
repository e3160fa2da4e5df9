// Measures the built package: node js/bench.mjs
//
// --render only measures what sites call again and again, and the memory of a long game, which
// needs node --expose-gc. With --old path/to/dist/index.js, another build is measured in turn.

const imported = performance.now()
const { CoTuLenh, DEFAULT_POSITION } = await import('cotulenh-bitboard')
const first = performance.now()
new CoTuLenh()
const ready = performance.now()

// What sites call while nothing changes.

await measureRenderLoop()
if (process.argv.includes('--render')) process.exit()

async function measureRenderLoop() {
  const { gameBytes, longGame, timeCalls } = await import('./render-loop.mjs')
  // Each build gets calls of its own: shared ones would be compiled for both, which is slower.
  const callsOf = async (build, i) => (await import(`./render-loop.mjs?${i}`)).renderCalls(build, longGame(present))
  const { resolve } = await import('node:path')
  const { pathToFileURL } = await import('node:url')
  const at = process.argv.indexOf('--old')
  const present = await import('cotulenh-bitboard')
  const builds = at < 0 ? [present] : [present, await import(pathToFileURL(resolve(process.argv[at + 1])))]
  const compared = (unit, [found, old], digits) =>
    `${found.toFixed(digits)} ${unit}` + (old === undefined ? '' : `, old ${old.toFixed(digits)} ${unit}, ${(old / found).toFixed(1)} times`)
  for (const [name, times] of timeCalls(await Promise.all(builds.map(callsOf)))) console.log(`${name}: ${compared('µs', times, 2)}`)
  if (globalThis.gc === undefined) return
  const lans = longGame(present)
  console.log(`a game with 100 turns: ${compared('bytes', builds.map((build) => gameBytes(build, lans)), 0)}`)
}

const game = new CoTuLenh()
const middlegame = new CoTuLenh()
for (const move of ['Ic6', 'Ic7', 'Mg6', 'Mg7', 'Fe5', 'Fe8']) middlegame.move(move)
const fen = middlegame.fen()

const works = {
  'moves() from the start position, asked once': () => {
    game.setMetadata({ halfMoves: game.halfMoves() ^ 1 })
    return game.moves()
  },
  'new CoTuLenh(fen) + moves({ verbose: true })': () => new CoTuLenh(DEFAULT_POSITION).moves({ verbose: true }),
  'the same after six turns': () => new CoTuLenh(fen).moves({ verbose: true }),
  "move('Ic6') + undo()": () => {
    game.move('Ic6')
    game.undo()
  },
  "move({ from: 'c5', to: 'c6' }) + undo()": () => {
    game.move({ from: 'c5', to: 'c6' })
    game.undo()
  },
}

/** Calls per second: the best of five rounds of half a second each. */
function rate(work) {
  let best = 0
  for (let round = 0; round < 5; round++) {
    const start = performance.now()
    let calls = 0
    let now = start
    do {
      work()
      calls += 1
      now = performance.now()
    } while (now - start < 500)
    best = Math.max(best, calls / (now - start) * 1000)
  }
  return best
}

console.log(`import ${(first - imported).toFixed(1)} ms, first new CoTuLenh() ${(ready - first).toFixed(1)} ms`)
for (const [name, work] of Object.entries(works)) console.log(`${name}: ${Math.round(rate(work)).toLocaleString('en')} calls/s`)

// One user action: select, show destinations, play, show the new position.

const { measureActions } = await import('./test/environments/user-actions.mjs')
const action = measureActions(20)
console.log(
  `one user action: store ${action.store.toFixed(1)} µs, class ${action.class.toFixed(1)} µs, ` +
    `${(action.class / action.store).toFixed(1)} times`,
)

// The engine: nodes per second in a worker, and the time to the first move of an opponent.

const { Engine, selectAiMove } = await import('cotulenh-bitboard')
const asked = performance.now()
await selectAiMove(DEFAULT_POSITION, 'easy', { seed: 1 })
const answered = performance.now()
console.log(`first selectAiMove(), which starts a worker: ${(answered - asked).toFixed(1)} ms`)
for (const difficulty of ['easy', 'medium', 'hard']) {
  const start = performance.now()
  await selectAiMove(fen, difficulty, { seed: 1 })
  console.log(`selectAiMove(fen, '${difficulty}'): ${(performance.now() - start).toFixed(1)} ms`)
}

const engine = new Engine()
let nodes = 0
const start = performance.now()
for (const position of [DEFAULT_POSITION, fen]) {
  engine.newGame()
  nodes += (await engine.bestMove(position, { nodes: 1_000_000 })).nodes
}
console.log(`search: ${Math.round((nodes / (performance.now() - start)) * 1000).toLocaleString('en')} nodes/s`)

const stops = []
for (let i = 0; i < 100; i++) {
  const search = engine.bestMove(DEFAULT_POSITION, { infinite: true })
  await new Promise((done) => setTimeout(done, 10 + (i % 20)))
  const stopped = performance.now()
  engine.stop()
  await search
  stops.push(performance.now() - stopped)
}
stops.sort((a, b) => a - b)
console.log(`stop(): ${stops[50].toFixed(1)} ms (median), ${stops[99].toFixed(1)} ms (worst of 100)`)
engine.dispose()

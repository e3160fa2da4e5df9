// Measures the built package: node js/bench.mjs

const imported = performance.now()
const { CoTuLenh, DEFAULT_POSITION } = await import('cotulenh-bitboard')
const first = performance.now()
new CoTuLenh()
const ready = performance.now()

const game = new CoTuLenh()
const middlegame = new CoTuLenh()
for (const move of ['Ic6', 'Ic7', 'Mg6', 'Mg7', 'Fe5', 'Fe8']) middlegame.move(move)
const fen = middlegame.fen()

const works = {
  'moves() from the start position': () => game.moves(),
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

/** Calls a second: the best of five rounds, half a second each. */
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

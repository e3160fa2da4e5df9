// What a site calls again and again while nothing changes, and the memory of a long game. Used by
// bench.mjs and by tests, on this build of the package and on others.

/** The rounds of one measurement, of which the best counts, and their milliseconds. */
const ROUNDS = 7
const ROUND = 60

/** Calls in a position after six turns, by name. */
export function renderCalls({ CoTuLenh, VALID_SQUARES, algebraic }) {
  const game = new CoTuLenh()
  for (const move of ['Ic6', 'Ic7', 'Mg6', 'Mg7', 'Fe5', 'Fe8']) game.move(move)
  const names = VALID_SQUARES.map((square) => algebraic(square))
  return {
    'get() on all 132 points': () => names.map((name) => game.get(name)),
    'board()': () => game.board(),
    'moves()': () => game.moves(),
    'moves({ verbose: true })': () => game.moves({ verbose: true }),
    'moves({ square })': () => game.moves({ square: 'e5' }),
    'moves({ pieceType })': () => game.moves({ pieceType: 't' }),
    'moves({ square, verbose: true })': () => game.moves({ square: 'e5', verbose: true }),
    'moves({ pieceType, verbose: true })': () => game.moves({ pieceType: 't', verbose: true }),
    'dests()': () => game.dests(),
    'history()': () => game.history(),
    'fen(), turn(), moveNumber(), isCheck() and isGameOver()': () =>
      [game.fen(), game.turn(), game.moveNumber(), game.isCheck(), game.isGameOver()],
    'getAirDefense()': () => game.getAirDefense(),
  }
}

/** The µs of each call in each build: the best of rounds that take turns. */
export function timeCalls(builds) {
  const works = builds.map(renderCalls)
  return Object.keys(works[0]).map((name) => {
    const best = works.map(() => Infinity)
    for (let round = 0; round < ROUNDS; round++) {
      works.forEach((calls, i) => {
        best[i] = Math.min(best[i], microseconds(calls[name]))
      })
    }
    return [name, best]
  })
}

function microseconds(work) {
  const start = performance.now()
  let calls = 0
  let now = start
  do {
    for (let i = 0; i < 8; i++) work()
    calls += 8
    now = performance.now()
  } while (now - start < ROUND)
  return ((now - start) * 1000) / calls
}

/** The turns of a long game: legal ones, chosen by a fixed rule. */
export function longGame({ CoTuLenh }, turns = 100) {
  const game = new CoTuLenh()
  for (let seed = 1; game.history().length < turns; seed = (seed * 48271) % 2147483647) {
    if (game.getSession() !== null && seed % 3 === 0 && game.commitSession().success) continue
    const moves = game.moves()
    if (moves.length === 0 || game.isGameOver()) throw new Error('the long game ended early')
    game.move(moves[seed % moves.length])
  }
  return game.history({ verbose: true }).map(({ lan }) => lan)
}

/** The bytes on the JavaScript heap that one game with these turns takes. Needs --expose-gc. */
export function gameBytes({ CoTuLenh }, lans, games = 60) {
  const play = () => {
    const game = new CoTuLenh()
    for (const lan of lans) game.move(lan)
    return game
  }
  const used = () => {
    for (let i = 0; i < 4; i++) globalThis.gc()
    return process.memoryUsage().heapUsed
  }
  for (let i = 0; i < 20; i++) play()
  const before = used()
  const kept = Array.from({ length: games }, play)
  const bytes = (used() - before) / kept.length
  return Math.round(bytes)
}

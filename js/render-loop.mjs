// What a site calls again and again while nothing changes, and the memory of a long game. Used by
// bench.mjs and by tests, on this build of the package and on others.

/**
 * The rounds of one measurement, of which the best counts, and their milliseconds. They are short,
 * so that some of them are not interrupted on a busy machine.
 */
const ROUNDS = 120
const ROUND = 4

/** A stack that can deploy, and its first step. */
const STACK = '6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - - 0 1'
const STEP = 'T>d7'

/**
 * Calls by name: in a position after six turns, in an open deploy, and after a hundred turns given
 * by their LANs.
 */
export function renderCalls({ CoTuLenh, VALID_SQUARES, algebraic }, lans = []) {
  const game = new CoTuLenh()
  for (const move of ['Ic6', 'Ic7', 'Mg6', 'Mg7', 'Fe5', 'Fe8']) game.move(move)
  const names = VALID_SQUARES.map((square) => algebraic(square))
  const deploy = new CoTuLenh(STACK)
  deploy.move(STEP)
  const long = new CoTuLenh()
  for (const lan of lans) long.move(lan)
  const flight = VALID_SQUARES[names.indexOf('e5')]
  return {
    'get() on all 132 points': () => names.map((name) => game.get(name)),
    'get() by number on all 132 points': () => VALID_SQUARES.map((square) => game.get(square)),
    'getHeroicStatus() on all 132 points': () => names.map((name) => game.getHeroicStatus(name)),
    'board()': () => game.board(),
    'moves()': () => game.moves(),
    'moves({ verbose: true })': () => game.moves({ verbose: true }),
    'moves({ square })': () => game.moves({ square: 'e5' }),
    'moves({ pieceType })': () => game.moves({ pieceType: 't' }),
    'moves({ square, verbose: true })': () => game.moves({ square: 'e5', verbose: true }),
    'moves({ pieceType, verbose: true })': () => game.moves({ pieceType: 't', verbose: true }),
    'dests()': () => game.dests(),
    'fen()': () => game.fen(),
    'turn()': () => game.turn(),
    'moveNumber() and halfMoves()': () => [game.moveNumber(), game.halfMoves()],
    'getMetadata()': () => game.getMetadata(),
    'getOptions()': () => game.getOptions(),
    'isCheck()': () => game.isCheck(),
    'isCheckmate(), isStalemate(), isDraw() and isGameOver()': () =>
      [game.isCheckmate(), game.isStalemate(), game.isDraw(), game.isGameOver()],
    'isDrawByFiftyMoves(), isThreefoldRepetition() and isCommanderCaptured()': () =>
      [game.isDrawByFiftyMoves(), game.isThreefoldRepetition(), game.isCommanderCaptured()],
    'isCommanderInDanger() of both': () => [game.isCommanderInDanger('r'), game.isCommanderInDanger('b')],
    'getCommanderSquare() of both': () => [game.getCommanderSquare('r'), game.getCommanderSquare('b')],
    'getAttackers()': () => game.getAttackers(flight, 'b'),
    'getAirDefense()': () => game.getAirDefense(),
    'getAirDefenseInfluence()': () => game.getAirDefenseInfluence(),
    'getHeaders()': () => game.getHeaders(),
    'getComment()': () => game.getComment(),
    'getSession() and getDeployState() without a deploy': () => [game.getSession(), game.getDeployState()],
    'getSession() in a deploy': () => deploy.getSession(),
    'getDeployState() in a deploy': () => deploy.getDeployState(),
    'canCommitSession() in a deploy': () => deploy.canCommitSession(),
    'remaining, moves and isComplete of a session': () => {
      const session = deploy.getSession()
      return [session.remaining, session.moves, session.isComplete]
    },
    'get() on all 132 points in a deploy': () => names.map((name) => deploy.get(name)),
    'moves({ verbose: true }) in a deploy': () => deploy.moves({ verbose: true }),
    'fen(false) in a deploy': () => deploy.fen(false),
    'history()': () => game.history(),
    'history({ verbose: true })': () => game.history({ verbose: true }),
    'pgn()': () => game.pgn(),
    'history() after 100 turns': () => long.history(),
    'history({ verbose: true }) after 100 turns': () => long.history({ verbose: true }),
    'pgn() after 100 turns': () => long.pgn(),
    'isThreefoldRepetition() after 100 turns': () => long.isThreefoldRepetition(),
  }
}

/** The µs of each call, for the calls of each build: the best of rounds that take turns. */
export function timeCalls(works) {
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

// The same user actions through the store and through the class: select a unit, show its
// destinations, play, show the new position. For the benchmark and its test.

import { CoTuLenh, createGameStore } from 'cotulenh-bitboard'
import { randomNumbers } from './random-game.mjs'

/** Moves of a random game, without deploys, which need more than one action. */
function recordGame(seed, length) {
  const random = randomNumbers(seed)
  const store = createGameStore()
  const moves = []
  while (moves.length < length && store.getSnapshot().result === null) {
    const movers = Object.values(store.getSnapshot().destinations).flat().filter(({ deploy }) => !deploy)
    const legal = movers.flatMap((mover) => mover.moves)
    const move = legal[Math.floor(random() * legal.length)]
    moves.push(move)
    store.play(move)
  }
  return { moves, end: store.fen() }
}

function throughStore({ moves, end }) {
  const store = createGameStore()
  for (const { from, to, kind } of moves) {
    const unit = store.getSnapshot().destinations[from].find(({ deploy }) => !deploy)
    store.play(unit.moves.find((move) => move.to === to && move.kind === kind))
  }
  if (store.fen() !== end) throw new Error('the store has played another game')
}

function throughClass({ moves, end }) {
  const game = new CoTuLenh()
  let fen = game.fen()
  for (const { from, to, kind } of moves) {
    game.load(fen)
    const unit = game.moves({ verbose: true }).filter((move) => move.from === from && !move.isDeploy)
    const { san } = unit.find((move) => move.to === to && move.isStayCapture === (kind === 'stay'))
    game.move(san)
    fen = game.fen()
  }
  if (fen !== end) throw new Error('the class has played another game')
}

/** Microseconds of one action through each, the best of several rounds. */
export function measureActions(rounds) {
  const game = recordGame(18, 80)
  const times = { store: Infinity, class: Infinity }
  for (let round = 0; round < rounds; round++) {
    for (const [name, play] of [['store', throughStore], ['class', throughClass]]) {
      const start = performance.now()
      for (let i = 0; i < 5; i++) play(game)
      times[name] = Math.min(times[name], ((performance.now() - start) * 1000) / (5 * game.moves.length))
    }
  }
  return times
}

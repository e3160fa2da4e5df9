// Runs in Node and in browsers alike.

/** Numbers from 0 to 1 that are the same everywhere for the same seed. */
export function randomNumbers(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Plays random legal moves until the game is over or `mostTurns` have passed. An open deploy is
 * committed at random.
 */
export function playRandomGame(CoTuLenh, seed, mostTurns = 300) {
  const random = randomNumbers(seed)
  const game = new CoTuLenh()
  let steps = 0
  while (!game.isGameOver() && game.history().length < mostTurns) {
    const moves = game.moves()
    if (game.canCommitSession() && (moves.length === 0 || random() < 0.5)) {
      const { success, reason } = game.commitSession()
      if (!success) throw new Error(`cannot commit: ${reason}`)
    } else if (moves.length > 0) {
      game.move(moves[Math.floor(random() * moves.length)])
    } else {
      // A deploy without further steps that cannot be committed.
      game.cancelSession()
    }
    steps += 1
  }
  return { fen: game.fen(), history: game.history(), over: game.isGameOver(), steps }
}

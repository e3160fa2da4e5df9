// The clocks between two answers of the server. The server decides when time is up.

/** @import { Color, GameView } from '../types.js' */

/**
 * The time left for a side, in milliseconds; null without a clock.
 * @param {GameView} game
 * @param {Color} side
 * @param {number} received When the view arrived, in the time of `performance.now()`.
 */
export function remaining(game, side, received) {
  if (!game.clock) return null
  const spent = game.clock.running === side && !game.outcome ? performance.now() - received : 0
  return Math.max(0, game.clock[side] - spent)
}

/**
 * Minutes and seconds, with tenths below 20 seconds.
 * @param {number} time
 */
export function clockText(time) {
  const seconds = time < 20_000 ? (Math.ceil(time / 100) / 10).toFixed(1).padStart(4, '0') : String(Math.floor(time / 1000) % 60).padStart(2, '0')
  return `${Math.floor(time / 60_000)}:${seconds}`
}

// What comes after a game: another one like it, or nothing at all.

/** @import { NewGame } from '../api.js' */
/** @import { GameView } from '../types.js' */

/**
 * A game with the same players, start and time.
 * @param {GameView} game
 * @param {boolean} switched The players change sides.
 * @returns {NewGame}
 */
export function nextGame({ players: { r, b }, start, thinking, clock }, switched) {
  return {
    players: switched ? { r: b, b: r } : { r, b },
    fen: start,
    ...([r, b].some(({ kind }) => kind === 'engine') ? { thinking } : {}),
    ...(clock ? { clock: { initial: clock.initial / 1000, increment: clock.increment / 1000 } } : {}),
  }
}

/**
 * Whether nothing was done in a game, not even naming it.
 * @param {GameView} game
 */
export function isEmpty({ turns, position, outcome, title, canRedo }) {
  return turns.length === 0 && !canRedo && position.session === null && outcome === null && title === ''
}

// The page on which games are played: without a number in the address a new game is set up, with one it is played.

import { mountGame } from './play/game.js'
import { mountNewGame } from './play/new-game.js'

/** @type {import('./types.js').Mount} */
export function mount(host, { path }) {
  return path.length > 0 ? mountGame(host, path[0]) : mountNewGame(host)
}

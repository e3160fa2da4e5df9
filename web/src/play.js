// The page Play: the game whose number is in the address, or the form of a new game.

import { mountGame } from './play/game.js'
import { mountNewGame } from './play/new-game.js'

/** @type {import('./types.js').Mount} */
export function mount(host, { path }) {
  return path.length > 0 ? mountGame(host, path[0]) : mountNewGame(host)
}

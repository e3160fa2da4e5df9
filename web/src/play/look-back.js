// Earlier positions of a running game, shown instead of the current one.

import { api, ApiError } from '../api.js'
import { readFen, sketch } from '../fen.js'

/** @import { GameView, Turn } from '../types.js' */
/** @import { GamePage } from './game.js' */

/**
 * The index of the turn whose position is on the board; -1 at the start of the game.
 * @param {GamePage} page
 */
export function shownTurn({ game, past }) {
  return past?.index ?? (game?.turns.length ?? 0) - 1
}

/**
 * @param {GameView} game
 * @param {number} index
 * @returns {Turn | undefined}
 */
export function turnAt({ turns }, index) {
  return index < 0 ? undefined : turns[index]
}

/**
 * Shows the position after a turn; before the first turn the start, from the last turn on the
 * current position. The pieces are shown at once; check and zones come with the server's answer.
 * @param {GamePage} page
 * @param {number} index
 * @param {() => void} draw
 */
export async function goToTurn(page, index, draw) {
  const { game } = page
  if (!game || index < -1) return
  const request = ++page.looked
  const present = index >= game.turns.length - 1
  const fen = turnAt(game, index)?.fen ?? game.start
  const placement = readFen(fen)
  page.past = present || !placement ? null : { index, position: sketch(placement) }
  draw()
  if (!page.past) return
  try {
    const { position } = await api.position({ fen })
    // The turn may have been taken back before the answer arrived.
    if (page.left || request !== page.looked || page.game?.revision !== game.revision) return
    page.past = { index, position }
    draw()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // The pieces are on the board; only check and zones are missing.
  }
}

// The board.

import { el } from '../ui.js'

/** @import { Color, Move, PositionView, Step } from '../types.js' */

/**
 * What the board tells its page.
 * @typedef {object} BoardHandlers
 * @property {(move: Move) => void} [onMove] A legal move was made; it is always one of the position's list.
 * @property {() => void} [onCommit] The open deploy shall end.
 * @property {() => void} [onUndoStep] The last step of the open deploy shall be taken back.
 * @property {() => void} [onCancel] The whole open deploy shall be taken back.
 * @property {(attempt: {from: string, to: string, unit: string}) => void} [onRefused] The unit cannot go there.
 * @property {(square: string | null) => void} [onSelect] A point was chosen or left.
 */

/**
 * How a position is shown.
 * @typedef {object} BoardOptions
 * @property {Color} [orientation] Who sits at the bottom; Red if not given.
 * @property {Color | 'both' | false} [interactive] Whose moves may be made on the board.
 * @property {Step[]} [lastMove]
 * @property {{from: string, to: string, strength: number}[]} [arrows] Strength from 0 to 1.
 * @property {{squares: string[], class: string}} [highlight]
 * @property {boolean} [pending] A move is on its way to the server: the board takes no input.
 */

/**
 * @param {HTMLElement} host
 * @param {BoardHandlers} handlers
 */
export function createBoard(host, handlers) {
  void handlers
  const element = el('div', { class: 'board' })
  host.append(element)
  return {
    element,
    /**
     * @param {PositionView} position
     * @param {BoardOptions} [options]
     */
    show(position, options) {
      void position
      void options
    },
    /** @param {Color | 'both' | null} side Whose air-defence zones are shown. */
    setAirDefense(side) {
      void side
    },
    /**
     * A message in the bar under the board, such as why a move was refused; null clears it.
     * @param {string | null} text
     * @param {'info' | 'error'} [tone]
     */
    say(text, tone = 'info') {
      void text
      void tone
    },
    destroy() {
      element.remove()
    },
  }
}

/** @typedef {ReturnType<typeof createBoard>} Board */

// The choice at a target that can be captured in two ways: by moving there, or by staying.

import { FILES, RANKS } from '../generated.js'
import { t } from '../i18n.js'
import { kindOf } from '../move.js'
import { button, el } from '../ui.js'
import { cellOf } from './geometry.js'

/** @import { Color, Move } from '../types.js' */

/**
 * @param {HTMLElement} host The frame that holds the points.
 * @param {object} choice
 * @param {string} choice.square
 * @param {Color} choice.orientation
 * @param {Move[]} choice.moves
 * @param {(move: Move) => void} choice.onChoose
 * @param {() => void} choice.onLeave
 * @returns {() => void} Closes it.
 */
export function openChooser(host, { square, orientation, moves, onChoose, onLeave }) {
  const { column, row } = cellOf(square, orientation)
  const buttons = moves.map((move) =>
    button(kindOf(move) === 'stay' ? t('choose.stay') : t('choose.capture'), () => onChoose(move), { 'data-kind': kindOf(move) }),
  )
  const box = el('div', { class: 'chooser', role: 'group', 'aria-label': t('choose.title', { square }) }, ...buttons)
  // On the side of the target with more room, within the frame.
  box.style.setProperty('--x', String((column + 0.5) / FILES.length))
  box.style.setProperty('--y', String((row + 0.5) / RANKS))
  const third = Math.floor((3 * column) / FILES.length)
  box.classList.add(row < RANKS / 2 ? 'below' : 'above', ['start', 'middle', 'end'][third])
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onLeave()
  })
  host.append(box)
  buttons[0].focus()
  return () => box.remove()
}

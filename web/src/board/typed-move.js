// A field for a move as text: `/` opens it, Enter plays the move.

import { t } from '../i18n.js'
import { isForPage } from '../stepping.js'
import { el } from '../ui.js'

/** @import { Move } from '../types.js' */

/**
 * @typedef {object} TypedMoveHandlers
 * @property {() => Move[]} moves The legal moves.
 * @property {(move: Move) => void} onMove
 * @property {() => void} onCommit
 * @property {(text: string) => void} onUnknown No legal move has this text, or several have.
 */

/** @param {TypedMoveHandlers} handlers */
export function createTypedMove(handlers) {
  const input = el('input', {
    type: 'text',
    class: 'typed-move',
    hidden: true,
    maxlength: 40,
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
    placeholder: t('typed.placeholder'),
    'aria-label': t('typed.label'),
  })
  const close = () => {
    input.hidden = true
    input.value = ''
  }
  input.addEventListener('keydown', (event) => {
    event.stopPropagation()
    if (event.key === 'Escape') close()
    if (event.key === 'Enter') enter(input, handlers)
  })
  input.addEventListener('blur', close)
  /** @param {KeyboardEvent} event */
  const open = (event) => {
    if (event.key !== '/' || !isForPage(event) || !input.isConnected) return
    event.preventDefault()
    input.hidden = false
    input.focus()
  }
  document.addEventListener('keydown', open)
  return { input, destroy: () => document.removeEventListener('keydown', open) }
}

/**
 * @param {HTMLInputElement} input
 * @param {TypedMoveHandlers} handlers
 */
function enter(input, { moves, onMove, onCommit, onUnknown }) {
  const text = input.value.trim()
  if (text === '') return
  input.value = ''
  if (text.toLowerCase() === t('typed.commit').toLowerCase()) {
    onCommit()
    return
  }
  const found = movesOfText(moves(), text)
  if (found.length === 1) onMove(found[0])
  else onUnknown(text)
}

/**
 * The moves with a text, which is SAN, LAN, or two points. Case matters only where it decides.
 * @param {Move[]} moves
 * @param {string} text
 */
export function movesOfText(moves, text) {
  const texts = (/** @type {Move} */ { san, lan, from, to }) => [san, lan, `${from}${to}`]
  const exact = moves.filter((move) => texts(move).slice(0, 2).includes(text))
  if (exact.length > 0) return exact
  const folded = text.toLowerCase()
  return moves.filter((move) => texts(move).some((each) => each.toLowerCase() === folded))
}

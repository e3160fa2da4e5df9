// The buttons that step through the moves of a game, and what else is done to a board as a whole.
// They stand under the move list, and under the board on narrow screens.

import { t } from './i18n.js'
import { icon } from './icons.js'
import { airDefenseButton } from './settings-dialog.js'
import { openShortcuts } from './shortcuts.js'
import { isForPage, isOnBoard, stepOnBoard } from './stepping.js'
import { button, el } from './ui.js'

/**
 * @typedef {object} StepHandlers
 * @property {() => void} onFirst
 * @property {() => void} onBack
 * @property {() => void} onForward
 * @property {() => void} onLast
 * @property {() => void} onFlip
 */

/** @param {StepHandlers} handlers */
export function stepButtons({ onFirst, onBack, onForward, onLast, onFlip }) {
  return el(
    'div',
    { class: 'steps', role: 'group', 'aria-label': t('analyse.navigation') },
    button(t('analyse.first'), onFirst, { class: 'icon' }, icon('first')),
    button(t('analyse.back'), onBack, { class: 'icon' }, icon('back')),
    button(t('analyse.forward'), onForward, { class: 'icon' }, icon('forward')),
    button(t('analyse.last'), onLast, { class: 'icon' }, icon('last')),
    button(t('board.flip'), onFlip, { class: 'icon flip' }, icon('flip')),
    airDefenseButton(),
    button(t('keys.title'), openShortcuts, { class: 'icon shortcuts-button' }, icon('help')),
  )
}

/**
 * Lets the wheel, swipes and keys do what the buttons do, until the returned function is called.
 * @param {HTMLElement} host The element around the board; see `stepOnBoard`.
 * @param {StepHandlers} handlers
 */
export function listenForSteps(host, handlers) {
  stepOnBoard(host, handlers)
  // The arrows belong to the board for those who use it by keyboard; after a click they step.
  let byPointer = false
  /** @type {Record<string, () => void>} */
  const keys = { ArrowLeft: handlers.onBack, ArrowRight: handlers.onForward, Home: handlers.onFirst, End: handlers.onLast }
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    if (event.key === 'Tab') byPointer = false
    if (!isForPage(event) || !Object.hasOwn(keys, event.key) || (isOnBoard(event) && !byPointer)) return
    event.preventDefault()
    event.stopPropagation()
    keys[event.key]()
  }
  host.addEventListener('pointerdown', (event) => {
    if (isOnBoard(event)) byPointer = true
  })
  document.addEventListener('keydown', press, true)
  return () => document.removeEventListener('keydown', press, true)
}

/**
 * The keys that every page with a board has: `f`, `z` and `?` press the buttons.
 * @param {KeyboardEvent} event
 */
export function pressButtonKey(event) {
  const names = { f: '.steps .flip', z: '.air-defense', '?': '.shortcuts-button' }
  if (!isForPage(event) || !Object.hasOwn(names, event.key)) return
  const named = document.querySelector(names[/** @type {keyof typeof names} */ (event.key)])
  if (named instanceof HTMLElement) named.click()
}

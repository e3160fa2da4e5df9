// The buttons that step through the moves of a game, and what else is done to a board as a whole.
// They stand under the move list, and under the board on narrow screens.

import { t } from './i18n.js'
import { icon } from './icons.js'
import { airDefenseButton } from './settings-dialog.js'
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
  )
}

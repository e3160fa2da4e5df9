// The card of the first visit: what the game is, how it is won, and where to begin.

import { t } from '../i18n.js'
import { button, el } from '../ui.js'

const KEY = 'cotulenh.visited'

/** Whether this browser has not seen the card yet. */
export function isFirstVisit() {
  try {
    return localStorage.getItem(KEY) === null
  } catch {
    // Without storage every visit would be the first.
    return false
  }
}

function remember() {
  try {
    localStorage.setItem(KEY, 'yes')
  } catch {
    // The card is shown again next time.
  }
}

/**
 * @param {() => void} onPlay Starts a game against the weakest engine.
 * @param {() => void} onClose Shows the form of a new game.
 */
export function welcomeCard(onPlay, onClose) {
  const leave = (/** @type {() => void} */ next) => () => {
    remember()
    next()
  }
  return el(
    'section',
    { class: 'card welcome', 'aria-label': t('welcome.title') },
    el('h1', {}, t('welcome.title')),
    el('p', {}, t('welcome.what')),
    el('p', {}, t('welcome.goal')),
    el('p', { class: 'welcome-special' }, t('welcome.special')),
    el('a', { class: 'button primary', href: '#/learn/commander', onclick: leave(() => {}) }, t('welcome.learn')),
    button(t('welcome.play'), leave(onPlay), { class: 'welcome-play' }),
    button(t('welcome.more'), leave(onClose), { class: 'quiet welcome-more' }),
  )
}

// The banner beside the board: the result of the game, or why it cannot go on.

import { t } from '../i18n.js'
import { button, el } from '../ui.js'

/** @import { GameView, Outcome } from '../types.js' */

/**
 * @typedef {object} BannerHandlers
 * @property {() => void} onTryAgain The engine, which could not move, shall try again.
 * @property {(switched: boolean) => void} onRematch Another game with the same players.
 */

/** @param {BannerHandlers} handlers */
export function createBanner({ onTryAgain, onRematch }) {
  const element = el('div', { class: 'banner', role: 'status', hidden: true })
  let shown = ''
  return {
    element,
    /**
     * Rebuilds the banner only when its content changes, so that its button keeps the focus.
     * @param {GameView} game
     * @param {boolean} deleted
     */
    update(game, deleted) {
      const { outcome, stalled } = game
      const key = deleted ? 'deleted' : stalled ? 'stalled' : outcome ? `${outcome.result} ${outcome.reason}` : ''
      if (key === shown) return
      shown = key
      element.hidden = key === ''
      element.className = 'banner'
      if (deleted) element.replaceChildren(...deletedContent())
      else if (stalled) element.replaceChildren(el('strong', {}, t('play.stalled')), button(t('play.tryAgain'), onTryAgain))
      else if (outcome) {
        element.classList.add(outcome.result)
        element.replaceChildren(...outcomeContent(game, outcome, onRematch))
      }
    },
  }
}

function deletedContent() {
  return [
    el('strong', {}, t('play.deleted')),
    el('span', {}, t('play.deletedElsewhere')),
    el('a', { class: 'button', href: '#/games' }, t('new.continue.all')),
  ]
}

/**
 * @param {GameView} game
 * @param {Outcome} outcome
 * @param {BannerHandlers['onRematch']} onRematch
 */
function outcomeContent(game, outcome, onRematch) {
  const reason = t(`outcome.reason.${/** @type {'checkmate'} */ (outcome.reason)}`)
  const address = `#/analyse?game=${encodeURIComponent(game.id)}`
  return [
    el('strong', {}, t('outcome.how', { result: resultText(game, outcome), reason })),
    el(
      'div',
      { class: 'banner-buttons' },
      button(t('play.rematch'), () => onRematch(false), { class: 'primary rematch' }),
      button(t('play.switch'), () => onRematch(true), { class: 'switch-sides' }),
      el('a', { class: 'button', href: address }, t('play.analyse')),
    ),
  ]
}

/**
 * The result for the one human of a game, or for both.
 * @param {GameView} game
 * @param {Outcome} outcome
 */
function resultText({ players }, { result }) {
  const humans = /** @type {const} */ (['r', 'b']).filter((side) => players[side].kind === 'human')
  if (result === 'draw' || humans.length !== 1) return t(`outcome.${result}`)
  return t((humans[0] === 'r') === (result === 'red') ? 'outcome.won' : 'outcome.lost')
}

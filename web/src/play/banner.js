// The banner beside the board: the result of the game, or why it cannot go on.

import { t } from '../i18n.js'
import { button, el } from '../ui.js'

/** @import { GameView, Outcome } from '../types.js' */

/** @param {() => void} onTryAgain Called by the button for an engine that could not move. */
export function createBanner(onTryAgain) {
  const element = el('div', { class: 'banner', role: 'status', hidden: true })
  let shown = ''
  return {
    element,
    /**
     * Rebuilds the banner only when its content changes, so that its button keeps the focus.
     * @param {GameView} game
     * @param {boolean} deleted
     */
    update({ outcome, stalled }, deleted) {
      const key = deleted ? 'deleted' : stalled ? 'stalled' : outcome ? `${outcome.result} ${outcome.reason}` : ''
      if (key === shown) return
      shown = key
      element.hidden = key === ''
      element.className = 'banner'
      if (deleted) element.replaceChildren(...deletedContent())
      else if (stalled) element.replaceChildren(el('strong', {}, t('play.stalled')), button(t('play.tryAgain'), onTryAgain))
      else if (outcome) {
        element.classList.add(outcome.result)
        element.replaceChildren(...outcomeContent(outcome))
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

/** @param {Outcome} outcome */
function outcomeContent({ result, reason }) {
  const key = /** @type {'checkmate'} */ (reason)
  return [el('strong', {}, t(`outcome.${result}`)), el('span', {}, t(`outcome.reason.${key}`))]
}

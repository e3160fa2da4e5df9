// The page Learn: the list of cards, or one card with its tasks on a board.

import { t } from './i18n.js'
import { icon } from './icons.js'
import { CARDS, cardText, CHAPTERS } from './learn/cards.js'
import { mountCard } from './learn/card.js'
import { forgetAll, isLearnt } from './learn/progress.js'
import { unitPicture } from './board/symbols.js'
import { button, confirm, el } from './ui.js'

/** @import { Mount } from './types.js' */
/** @import { Card } from './learn/cards.js' */

/** @type {Mount} */
export function mount(host, { path }) {
  const card = CARDS.find(({ id }) => id === path[0])
  if (card) return mountCard(host, card)
  showIndex(host)
  return () => {}
}

/** @param {HTMLElement} host */
function showIndex(host) {
  const learnt = CARDS.filter(isLearnt).length
  const next = CARDS.find((card) => !isLearnt(card))

  /** @param {Card} card */
  const tile = (card) =>
    el(
      'li',
      {},
      el(
        'a',
        { href: `#/learn/${card.id}`, class: `tile ${isLearnt(card) ? 'learnt' : ''}` },
        unitPicture(card.symbol),
        el('span', { class: 'tile-title' }, cardText(card, 'title')),
        isLearnt(card) && el('span', { class: 'tick' }, icon('done'), el('span', { class: 'visually-hidden' }, t('learn.learnt'))),
      ),
    )

  async function reset() {
    if (!(await confirm(t('learn.resetQuestion'), t('learn.reset')))) return
    forgetAll()
    host.replaceChildren()
    showIndex(host)
  }

  host.append(
    el(
      'div',
      { class: 'page learn' },
      el('h1', {}, t('learn.title')),
      el('p', { class: 'lead' }, t('learn.lead')),
      el(
        'div',
        { class: 'learn-progress' },
        el('progress', { max: CARDS.length, value: learnt, 'aria-label': t('learn.progress') }),
        el('span', {}, t('learn.count', { learnt, total: CARDS.length })),
        next && el('a', { href: `#/learn/${next.id}`, class: 'button primary' }, learnt > 0 ? t('learn.continue') : t('learn.begin')),
        learnt > 0 && button(t('learn.reset'), () => void reset(), { class: 'quiet' }),
      ),
      ...CHAPTERS.flatMap(({ key, cards }) => [el('h2', {}, t(key)), el('ul', { class: 'tiles' }, ...cards.map(tile))]),
    ),
  )
}

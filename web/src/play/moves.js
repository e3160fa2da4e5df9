// The list of turns, in two columns.

import { t } from '../i18n.js'
import { checkSign } from '../move-list.js'
import { el } from '../ui.js'

/** @import { Turn } from '../types.js' */

/** @param {(index: number) => void} onChoose A turn was chosen. */
export function createMoves(onChoose) {
  const list = el('ol', { class: 'moves' })
  const empty = el('p', { class: 'muted' }, t('play.noMoves'))
  const scroll = el('div', { class: 'moves-scroll', tabindex: 0, role: 'region', 'aria-label': t('play.moves') }, empty, list)
  const element = el('section', { class: 'card moves-card' }, scroll)
  let shown = ''

  /**
   * @param {Turn} turn
   * @param {number} index
   * @param {number} current
   */
  const cell = (turn, index, current) =>
    el(
      'button',
      { type: 'button', class: 'button quiet turn', 'aria-current': index === current ? 'true' : null, onclick: () => onChoose(index) },
      turn.san,
      checkSign(turn),
    )

  return {
    element,
    /**
     * @param {Turn[]} turns
     * @param {number} current The turn whose position is shown.
     */
    update(turns, current) {
      const state = JSON.stringify([turns.map(({ san }) => san), current])
      if (state === shown) return
      shown = state
      empty.hidden = turns.length > 0
      /** @type {Map<number, HTMLElement>} */
      const rows = new Map()
      turns.forEach((turn, index) => {
        const row = rows.get(turn.number) ?? el('li', {}, el('span', { class: 'number' }, `${turn.number}.`))
        if (!rows.has(turn.number) && turn.color === 'b') row.append(el('span', { class: 'muted' }, '…'))
        row.append(cell(turn, index, current))
        rows.set(turn.number, row)
      })
      list.replaceChildren(...rows.values())
      // Scrolls the list, not the page.
      const chosen = list.querySelector('[aria-current]')
      if (chosen instanceof HTMLElement) scroll.scrollTop = chosen.offsetTop - scroll.clientHeight / 2
    },
  }
}

// Which piece of a stack to take, what is left of an open deploy, and messages: in the bar under the board, or, where
// nothing is covered by it, next to the stack.

import { reasonText, t } from '../i18n.js'
import { button, el } from '../ui.js'
import { unitPicture } from './symbols.js'
import { unitName } from './units.js'

/** @import { Session } from '../types.js' */
/** @import { Option } from './choice.js' */

/**
 * @typedef {object} TrayHandlers
 * @property {(index: number) => void} onPick
 * @property {() => void} onCommit
 * @property {() => void} onUndoStep
 * @property {() => void} onCancel
 */

/**
 * @param {HTMLElement} frame What holds the points; the tray may float over it.
 * @param {TrayHandlers} handlers
 */
export function createTray(frame, handlers) {
  const tools = el('div', { class: 'tray' })
  const message = el('p', { class: 'board-message', role: 'status' })
  const element = el('div', { class: 'board-bar' }, tools, message)
  /** What the tray shows at present, so that its buttons keep the focus while nothing changes. */
  let shown = ''

  /**
   * @param {Option[]} options
   * @param {number | null} chosen
   */
  const pieces = (options, chosen) =>
    options.map((option, index) => {
      const name = unitName(option.unit)
      const what = option.whole ? t('tray.whole', { name }) : t('tray.part', { name })
      const label = option.moves.length === 0 ? t('tray.stuck', { what }) : what
      const attributes = {
        // What cannot go anywhere can be chosen too: a try says why.
        class: `piece-button${option.whole ? ' whole' : ''}${option.moves.length === 0 ? ' stuck' : ''}`,
        'aria-pressed': String(index === chosen),
        'aria-keyshortcuts': index + 1,
        'data-unit': option.unit,
      }
      return button(label, () => handlers.onPick(index), attributes, unitPicture(option.unit))
    })

  /** @param {Session} session */
  const sessionTools = (session) => [
    button(t('deploy.undo'), handlers.onUndoStep, { class: 'deploy-undo', disabled: session.steps.length === 0 }),
    button(t('deploy.cancel'), handlers.onCancel, { class: 'deploy-cancel' }),
    button(t('deploy.commit'), handlers.onCommit, { class: 'primary deploy-commit', disabled: !session.canCommit }),
  ]

  return {
    element,
    /**
     * @param {object} state
     * @param {Option[]} state.options What can be picked up on the chosen point.
     * @param {number | null} state.chosen
     * @param {Session | null} state.session The player's open deploy.
     * @param {{x: number, y: number} | null} state.place Where to float, in parts of the points' width and height.
     */
    update({ options, chosen, session, place }) {
      const choice = session !== null || options.length > 1
      const state = JSON.stringify([options.map(({ unit, moves }) => [unit, moves.length]), chosen, session, place, t('tray.title')])
      if (state === shown) return
      shown = state
      const hadFocus = tools.contains(document.activeElement) ? document.activeElement : null
      const name = hadFocus?.getAttribute('aria-label') ?? hadFocus?.textContent
      tools.replaceChildren()
      tools.classList.toggle('open', choice)
      tools.classList.toggle('floating', place !== null)
      if (place) {
        tools.style.setProperty('--x', String(place.x))
        tools.style.setProperty('--y', String(place.y))
        frame.append(tools)
      } else {
        element.prepend(tools)
      }
      if (!choice) return
      tools.append(
        el('span', { class: 'tray-title' }, session ? t('deploy.title') : t('tray.title')),
        el('span', { class: 'tray-pieces' }, ...pieces(options, chosen)),
        ...(session ? sessionTools(session) : []),
      )
      if (session?.obstacle && !session.canCommit) tools.append(el('p', { class: 'tray-note' }, reasonText(session.obstacle)))
      const same = [...tools.querySelectorAll('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name)
      if (hadFocus) same?.focus()
    },
    /**
     * @param {string | null} text
     * @param {'info' | 'error'} tone
     */
    say(text, tone) {
      message.textContent = text ?? ''
      message.className = `board-message ${tone}`
    },
  }
}

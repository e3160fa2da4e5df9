// The bar under the board: the pieces of a stack to pick from, what is left of an open deploy, and
// messages. The choice of pieces floats next to its stack where there is room for it.

import { t } from '../i18n.js'
import { icon } from '../icons.js'
import { reasonText } from '../refusal-text.js'
import { settings } from '../settings.js'
import { button, el } from '../ui.js'
import { unitCard } from './card.js'
import { unitPicture } from './symbols.js'
import { unitName } from './units.js'

/** @import { Refusal, Session } from '../types.js' */
/** @import { Pickable } from './choice.js' */

/**
 * @typedef {object} TrayHandlers
 * @property {(index: number) => void} onPick
 * @property {() => void} onCommit
 * @property {() => void} onUndoStep
 * @property {() => void} onCancel
 */

/**
 * @typedef {object} TrayState
 * @property {Pickable[]} options What can be picked up on the selected point.
 * @property {number | null} chosen The picked option.
 * @property {Session | null} session The player's open deploy.
 * @property {Refusal | null} obstacle Why the deploy cannot be committed yet.
 * @property {string | null} card The unit that is described.
 * @property {{x: number, y: number} | null} place Where to float, in parts of the points' width and
 *   height.
 */

/**
 * @param {HTMLElement} frame The element with the points; the tray may float over it.
 * @param {TrayHandlers} handlers
 */
export function createTray(frame, handlers) {
  const tools = el('div', { class: 'tray' })
  const message = el('p', { class: 'board-message', role: 'status' })
  const card = el('div', { class: 'card-place' })
  const element = el('div', { class: 'board-bar' }, tools, card, message)
  /**
   * What the tray shows now. Its buttons are kept while that does not change, and with them the
   * focus.
   */
  let shown = ''

  return {
    element,
    /** @param {TrayState} state */
    update(state) {
      showCard(card, isOpen(state) && !state.place ? null : state.card)
      const key = stateKey(state)
      if (key === shown) return
      shown = key
      const focused = focusedLabel(tools)
      placeTools(tools, state, frame, element)
      tools.replaceChildren(...trayContent(state, handlers))
      if (focused !== null) buttonLabelled(tools, focused)?.focus()
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

/**
 * @param {HTMLElement} host
 * @param {string | null} unit
 */
function showCard(host, unit) {
  const key = unit && `${unit} ${t('tray.title')} ${settings().pieces}`
  if ((host.dataset.shown ?? null) === key) return
  if (key === null) delete host.dataset.shown
  else host.dataset.shown = key
  host.replaceChildren(...(unit ? [unitCard(unit)] : []))
}

/** @param {TrayState} state */
function stateKey({ options, chosen, session, obstacle, place }) {
  return JSON.stringify([options.map(({ unit, moves }) => [unit, moves.length]), chosen, session, obstacle, place, t('tray.title'), settings().pieces])
}

/** @param {TrayState} state */
function isOpen({ options, session }) {
  return session !== null || options.length > 1
}

/**
 * Moves the tools next to the stack, or into the bar.
 * @param {HTMLElement} tools
 * @param {TrayState} state
 * @param {HTMLElement} frame
 * @param {HTMLElement} bar
 */
function placeTools(tools, state, frame, bar) {
  const { place } = state
  tools.classList.toggle('open', isOpen(state))
  tools.classList.toggle('floating', place !== null)
  if (place) {
    tools.style.setProperty('--x', String(place.x))
    tools.style.setProperty('--y', String(place.y))
    frame.append(tools)
  } else {
    bar.prepend(tools)
  }
}

/**
 * @param {TrayState} state
 * @param {TrayHandlers} handlers
 */
function trayContent(state, handlers) {
  if (!isOpen(state)) return []
  const { options, chosen, session } = state
  const pieces = el('span', { class: 'tray-pieces' }, ...options.map((option, index) => pieceButton(option, index, index === chosen, handlers)))
  if (!session) return [el('span', { class: 'tray-title' }, t('tray.title')), pieces]
  return [el('p', { class: 'tray-note' }, nextStep(state, session)), el('div', { class: 'tray-row' }, pieces, ...sessionButtons(session, handlers))]
}

/**
 * What to do next in an open deploy.
 * @param {TrayState} state
 * @param {Session} session
 */
function nextStep({ options, chosen, obstacle }, session) {
  if (obstacle) return t('deploy.blocked', { reason: reasonText(obstacle) })
  const picked = options[chosen ?? -1]
  if (!picked) return t('deploy.finish')
  return t('deploy.next', { name: unitName(picked.unit), square: session.square })
}

/**
 * The button of an option. One without moves can be picked too: an attempt to move it shows why it
 * cannot.
 * @param {Pickable} option
 * @param {number} index
 * @param {boolean} chosen
 * @param {TrayHandlers} handlers
 */
function pieceButton({ unit, whole, moves }, index, chosen, { onPick }) {
  const name = unitName(unit)
  const what = whole ? t('tray.whole', { name }) : t('tray.part', { name })
  const stuck = moves.length === 0
  const attributes = {
    class: `piece-button${whole ? ' whole' : ''}${stuck ? ' stuck' : ''}`,
    'aria-pressed': String(chosen),
    'aria-keyshortcuts': index + 1,
    'data-unit': unit,
  }
  return button(stuck ? t('tray.stuck', { what }) : what, () => onPick(index), attributes, unitPicture(unit))
}

/**
 * @param {Session} session
 * @param {TrayHandlers} handlers
 */
function sessionButtons({ steps, canCommit }, { onUndoStep, onCancel, onCommit }) {
  return [
    button(t('deploy.undo'), onUndoStep, { class: 'deploy-undo', disabled: steps.length === 0 }, icon('undo')),
    button(t('deploy.cancel'), onCancel, { class: 'deploy-cancel' }, icon('cross')),
    button(t('deploy.commit'), onCommit, { class: 'primary deploy-commit', disabled: !canCommit }),
  ]
}

/** @param {Element} button */
function labelOf(button) {
  return button.getAttribute('aria-label') ?? button.textContent
}

/**
 * The label of the focused button of the tray, if there is one.
 * @param {HTMLElement} tools
 */
function focusedLabel(tools) {
  const focused = document.activeElement
  return focused && tools.contains(focused) ? labelOf(focused) : null
}

/**
 * @param {HTMLElement} tools
 * @param {string} label
 */
function buttonLabelled(tools, label) {
  return [...tools.querySelectorAll('button')].find((each) => labelOf(each) === label)
}

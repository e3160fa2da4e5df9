// The settings dialog, and the setting that has a button beside the boards.

import { language, languages, t } from './i18n.js'
import { change, settings } from './settings.js'
import { icon } from './icons.js'
import { playSound } from './sound.js'
import { button, checkbox, dialog, el, select } from './ui.js'

/** @import { Settings } from './settings.js' */

/** A button that shows or hides the air-defence zones of both sides. */
export function airDefenseButton() {
  const isShown = () => settings().airDefense !== 'none'
  const toggle = button(
    t('board.airDefense'),
    () => {
      change('airDefense', isShown() ? 'none' : 'both')
      toggle.setAttribute('aria-pressed', String(isShown()))
    },
    { class: 'icon air-defense', 'aria-pressed': String(isShown()) },
    icon('shield'),
  )
  return toggle
}

/** The air-defence zones that are always shown. */
function airDefenseChoice() {
  const sides = /** @type {const} */ (['none', 'r', 'b', 'both']).map((value) => ({ value, text: t(`board.airDefense.${value}`) }))
  return select(t('board.airDefense'), sides, settings().airDefense, (value) => {
    change('airDefense', /** @type {Settings['airDefense']} */ (value))
  })
}

/** The switch of the sounds and their volume; a change can be heard at once. */
function soundFields() {
  const { sound, volume } = settings()
  const range = el('input', { type: 'range', min: 0, max: 100, step: 10, value: volume, 'aria-label': t('settings.volume'), disabled: !sound })
  range.addEventListener('change', () => {
    change('volume', Number(range.value))
    playSound('move')
  })
  const box = checkbox(t('settings.sound'), sound, (on) => {
    change('sound', on)
    range.disabled = !on
    playSound('move')
  })
  return el('div', { class: 'sound-fields' }, box, range)
}

export function openSettings() {
  const { theme, animation, coordinates, pieces, board } = settings()
  const offered = languages().map(({ language: value, name: text }) => ({ value, text }))
  const themes = /** @type {const} */ (['auto', 'light', 'dark']).map((value) => ({ value, text: t(`settings.theme.${value}`) }))
  const sets = /** @type {const} */ (['pictures', 'names']).map((value) => ({ value, text: t(`settings.pieces.${value}`) }))
  const boards = /** @type {const} */ (['map', 'paper']).map((value) => ({ value, text: t(`settings.board.${value}`) }))
  void dialog({
    title: t('settings.title'),
    body: [
      pair(
        select(t('settings.language'), offered, language(), (value) => change('language', value)),
        select(t('settings.theme'), themes, theme, (value) => change('theme', /** @type {Settings['theme']} */ (value))),
      ),
      pair(
        select(t('settings.pieces'), sets, pieces, (value) => change('pieces', /** @type {Settings['pieces']} */ (value))),
        select(t('settings.board'), boards, board, (value) => change('board', /** @type {Settings['board']} */ (value))),
      ),
      soundFields(),
      checkbox(t('settings.animation'), animation, (value) => change('animation', value)),
      checkbox(t('settings.coordinates'), coordinates, (value) => change('coordinates', value)),
      airDefenseChoice(),
    ],
  })
}

/** @param {...HTMLElement} fields */
function pair(...fields) {
  return el('div', { class: 'field-pair' }, ...fields)
}

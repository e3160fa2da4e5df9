// The settings dialog, and the setting that is shown beside the boards.

import { language, languages, t } from './i18n.js'
import { change, settings } from './settings.js'
import { checkbox, dialog, select } from './ui.js'

/** @import { Settings } from './settings.js' */

/**
 * A select box for the air-defence zones. It depends on the position at hand, so it is placed next
 * to the board.
 */
export function airDefenseChoice() {
  const sides = /** @type {const} */ (['none', 'r', 'b', 'both']).map((value) => ({ value, text: t(`board.airDefense.${value}`) }))
  const field = select(t('board.airDefense'), sides, settings().airDefense, (value) => {
    change('airDefense', /** @type {Settings['airDefense']} */ (value))
  })
  field.classList.add('air-defense')
  return field
}

export function openSettings() {
  const { theme, animation, coordinates } = settings()
  const offered = languages().map(({ language: value, name: text }) => ({ value, text }))
  const themes = /** @type {const} */ (['auto', 'light', 'dark']).map((value) => ({ value, text: t(`settings.theme.${value}`) }))
  void dialog({
    title: t('settings.title'),
    body: [
      select(t('settings.language'), offered, language(), (value) => change('language', value)),
      select(t('settings.theme'), themes, theme, (value) => change('theme', /** @type {Settings['theme']} */ (value))),
      checkbox(t('settings.animation'), animation, (value) => change('animation', value)),
      checkbox(t('settings.coordinates'), coordinates, (value) => change('coordinates', value)),
    ],
  })
}

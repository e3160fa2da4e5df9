// The dialog in which the user changes the settings, and the one that stands beside the boards.

import { t } from './i18n.js'
import { change, settings } from './settings.js'
import { checkbox, dialog, select } from './ui.js'

/** @import { Settings } from './settings.js' */

/** Whose air-defence zones are shown: a question of the position at hand, so it is asked next to the board. */
export function airDefenseChoice() {
  const sides = /** @type {const} */ (['none', 'r', 'b', 'both']).map((value) => ({ value, text: t(`board.airDefense.${value}`) }))
  const field = select(t('board.airDefense'), sides, settings().airDefense, (value) => {
    change('airDefense', /** @type {Settings['airDefense']} */ (value))
  })
  field.classList.add('air-defense')
  return field
}

export function openSettings() {
  const { language, theme, animation, coordinates } = settings()
  const languages = [
    { value: 'vi', text: 'Tiếng Việt' },
    { value: 'en', text: 'English' },
  ]
  const themes = /** @type {const} */ (['auto', 'light', 'dark']).map((value) => ({ value, text: t(`settings.theme.${value}`) }))
  void dialog({
    title: t('settings.title'),
    body: [
      select(t('settings.language'), languages, language, (value) => change('language', /** @type {Settings['language']} */ (value))),
      select(t('settings.theme'), themes, theme, (value) => change('theme', /** @type {Settings['theme']} */ (value))),
      checkbox(t('settings.animation'), animation, (value) => change('animation', value)),
      checkbox(t('settings.coordinates'), coordinates, (value) => change('coordinates', value)),
    ],
  })
}

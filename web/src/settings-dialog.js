// The dialog in which the user changes the settings.

import { t } from './i18n.js'
import { change, settings } from './settings.js'
import { checkbox, dialog, select } from './ui.js'

/** @import { Settings } from './settings.js' */

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

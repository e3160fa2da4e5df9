// The list of shortcuts, which `?` opens.

import { t } from './i18n.js'
import { dialog, el } from './ui.js'

/** @import { TextKey } from './i18n.js' */

/** @type {[string[], TextKey][]} */
const SHORTCUTS = [
  [['←', '→'], 'keys.step'],
  [['Home', 'End'], 'keys.ends'],
  [['f'], 'keys.flip'],
  [['z'], 'keys.zones'],
  [['/'], 'keys.type'],
  [['Tab', '↑', '↓', '←', '→'], 'keys.board'],
  [['Enter'], 'keys.choose'],
  [['1', '2', '3', '4'], 'keys.pieces'],
  [['Esc'], 'keys.escape'],
  [['?'], 'keys.help'],
]

export function openShortcuts() {
  const rows = SHORTCUTS.map(([keys, text]) =>
    el('div', { class: 'shortcut' }, el('dt', {}, ...keys.map((key) => el('kbd', {}, key))), el('dd', {}, t(text))),
  )
  void dialog({ title: t('keys.title'), body: [el('dl', { class: 'shortcuts' }, ...rows), el('p', { class: 'muted' }, t('keys.pointer'))] })
}

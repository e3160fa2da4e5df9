// Signs for buttons.

import { svg } from './ui.js'

/** Paths on a field of 24 by 24, drawn as lines. */
const ICONS = {
  first: 'M6 5v14M18 5l-9 7 9 7',
  back: 'M16 5l-9 7 9 7',
  forward: 'M8 5l9 7-9 7',
  last: 'M18 5v14M6 5l9 7-9 7',
  flip: 'M8 4v15M4 15l4 4 4-4M16 20V5M12 9l4-4 4 4',
  done: 'M5 13l4 4L19 7',
}

/** @param {keyof typeof ICONS} name */
export function icon(name) {
  const path = svg('path', {
    d: ICONS[name],
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': 2,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  })
  return svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true', class: 'icon-picture' }, path)
}

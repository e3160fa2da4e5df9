// Icons of buttons.

import { svg } from './ui.js'

/** Paths within 24 by 24 units, drawn as lines. */
const ICONS = {
  first: 'M6 5v14M18 5l-9 7 9 7',
  back: 'M16 5l-9 7 9 7',
  forward: 'M8 5l9 7-9 7',
  last: 'M18 5v14M6 5l9 7-9 7',
  flip: 'M8 4v15M4 15l4 4 4-4M16 20V5M12 9l4-4 4 4',
  hand: 'M8 12V6.5a1.5 1.5 0 0 1 3 0V11V4.5a1.5 1.5 0 0 1 3 0V11V6a1.5 1.5 0 0 1 3 0v7c0 4-2 7-5.5 7S7.5 18 6 15.5L4.5 13a1.5 1.5 0 0 1 2.5-1.5z',
  erase: 'M9 20h11M6.5 20 3.5 17a2 2 0 0 1 0-2.5L13 5a2 2 0 0 1 2.5 0L20 9.5a2 2 0 0 1 0 2.5L12 20zM9 9l7 7',
  shield: 'M12 3l8 3v6c0 5-3.5 7.5-8 9-4.5-1.5-8-4-8-9V6zM12 8v8M8 12h8',
  undo: 'M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6',
  cross: 'M6 6l12 12M18 6L6 18',
  help: 'M8.5 9a3.5 3.5 0 1 1 5 3.2c-1 .5-1.5 1.2-1.5 2.3M12 18.5v.1',
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

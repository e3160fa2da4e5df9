// The pieces as pictures.

import { svg } from '../ui.js'

/**
 * A picture of a unit, such as `F`, `+i` or `(NFT)`, for use in text, trays and palettes. Its size is that of the text
 * (class `unit-picture`); it is decoration and has no accessible name of its own.
 * @param {string} unit
 * @returns {SVGSVGElement}
 */
export function unitPicture(unit) {
  return svg('svg', { class: 'unit-picture', viewBox: '-50 -50 100 100', 'data-unit': unit, 'aria-hidden': 'true' })
}

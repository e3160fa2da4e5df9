// A small, static picture of a position.

import { centre, HEIGHT, MARGIN, WIDTH } from './board/geometry.js'
import { drawUnit } from './board/symbols.js'
import { drawTerrain } from './board/terrain.js'
import { readFen } from './fen.js'
import { svg } from './ui.js'

/** @param {string} fen */
export function miniBoard(fen) {
  const units = Object.entries(readFen(fen)?.units ?? {}).map(([square, unit]) => {
    const { x, y } = centre(square, 'r')
    return svg('g', { transform: `translate(${x} ${y})` }, drawUnit(unit))
  })
  const viewBox = `${-MARGIN} ${-MARGIN} ${WIDTH} ${HEIGHT}`
  return svg('svg', { class: 'board mini-board', viewBox, 'aria-hidden': 'true' }, drawTerrain('r'), ...units)
}

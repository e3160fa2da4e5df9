// The elements of a board: the layers of the drawing from the ground up, the points over it, and
// the tray.

import { t } from '../i18n.js'
import { el, svg } from '../ui.js'
import { HEIGHT, MARGIN, WIDTH } from './geometry.js'
import { createPieces } from './pieces.js'
import { createPoints } from './points.js'
import { createTray } from './tray.js'

/** @import { PointsHandlers } from './points.js' */
/** @import { TrayHandlers } from './tray.js' */

/**
 * @param {PointsHandlers} pointsHandlers
 * @param {TrayHandlers} trayHandlers
 */
export function createBoardView(pointsHandlers, trayHandlers) {
  const layer = (/** @type {string} */ name) => svg('g', { class: name })
  const layers = {
    ground: layer('ground'),
    zones: layer('zones'),
    under: layer('under'),
    over: layer('over'),
    arrows: layer('arrows'),
    drag: layer('drag'),
  }
  const pieces = createPieces()
  const { ground, zones, under, over, arrows, drag } = layers
  const drawing = svg(
    'svg',
    { class: 'board-drawing', viewBox: `${-MARGIN} ${-MARGIN} ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true' },
    ground, zones, under, pieces.element, over, arrows, drag,
  )
  const points = createPoints(t('board.label'), pointsHandlers)
  const frame = el('div', { class: 'board-frame' }, drawing, points.element)
  const tray = createTray(frame, trayHandlers)
  const element = el('div', { class: 'board' }, frame, tray.element)
  return { element, frame, layers, pieces, points, tray }
}

/** @typedef {ReturnType<typeof createBoardView>} BoardView */

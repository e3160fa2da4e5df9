// The ground: sea, coast, river mouth, river, bridges, land and the lines between the points. The
// shore runs through the points on which both ships and land pieces can stand.

import { BRIDGE_FILES, FILES, RANKS, RIVER_MOUTH } from '../generated.js'
import { svg } from '../ui.js'
import { centre, HEIGHT, MARGIN, STEP, WIDTH } from './geometry.js'

/** @import { Color } from '../types.js' */

const RIGHT = (FILES.length - 1) * STEP
const BOTTOM = (RANKS - 1) * STEP
const EDGE = MARGIN + 14
/** The y of the river's middle, between ranks 7 and 6. */
const RIVER = 5.5 * STEP

/** All water as one path: the sea up to file c, the river mouth through d7 e7 d6 e6, the river. */
const WATER = [
  `M${-EDGE} ${-EDGE}H192`,
  'C210-40 186 20 200 60S214 150 200 200S186 290 200 330S212 400 204 430S214 492 250 497',
  'C300 506 350 494 400 500S462 524 500 526',
  `C600 532 800 520 ${RIGHT + EDGE} 527V573`,
  'C800 568 600 580 500 574',
  'S440 594 400 600S300 594 250 603',
  'S200 622 205 670S188 740 200 800S212 860 200 900S188 1000 200 1040S206 1120 194 1190',
  `H${-EDGE}Z`,
].join('')

let boards = 0

/** @param {Color} orientation */
export function drawTerrain(orientation) {
  const id = `board-${++boards}`
  const turned = orientation === 'b' ? { transform: `rotate(180 ${RIGHT / 2} ${BOTTOM / 2})` } : {}
  return svg(
    'g',
    { class: 'terrain' },
    definitions(id),
    svg(
      'g',
      { ...turned, 'clip-path': `url(#${id}-frame)` },
      svg('rect', { class: 'land', x: -EDGE, y: -EDGE, width: RIGHT + 2 * EDGE, height: BOTTOM + 2 * EDGE }),
      svg('path', { class: 'shore', d: WATER }),
      svg('path', { class: 'water', d: WATER }),
      svg('path', { class: 'shallows', d: WATER, 'clip-path': `url(#${id}-water)` }),
      svg('path', { class: 'waves', d: WATER, fill: `url(#${id}-waves)` }),
      ...reefs(),
      ...lines(),
      ...BRIDGE_FILES.map(bridge),
    ),
  )
}

/** @param {string} id */
function definitions(id) {
  const wave = 'M6 22q9-9 18 0t18 0M56 62q9-9 18 0t18 0'
  return svg(
    'defs',
    {},
    svg('pattern', { id: `${id}-waves`, width: 100, height: 80, patternUnits: 'userSpaceOnUse' }, svg('path', { class: 'wave', d: wave })),
    svg('clipPath', { id: `${id}-water` }, svg('path', { d: WATER })),
    svg(
      'clipPath',
      { id: `${id}-frame` },
      svg('rect', { x: -MARGIN, y: -MARGIN, width: WIDTH, height: HEIGHT, rx: 26 }),
    ),
  )
}

/** Rocks beside the points of the river mouth. */
function reefs() {
  return RIVER_MOUTH.map((square) => {
    const { x, y } = centre(square, 'r')
    const inward = y < RIVER ? 1 : -1
    const d = `M${x - 46} ${y + 15 * inward}l7-9 9 3 4 8zM${x + 24} ${y + 22 * inward}l6-10 10 1 6 10zM${x + 38} ${y + 8 * inward}l4-5 6 1 2 5z`
    return svg('path', { class: 'reef', d })
  })
}

/** The lines through the points; they are broken where they cross the river without a bridge. */
function lines() {
  const across = Array.from({ length: RANKS }, (_, row) => `M0 ${row * STEP}H${RIGHT}`)
  const upper = Array.from(FILES, (_, column) => `M${column * STEP} 0V${5 * STEP}M${column * STEP} ${6 * STEP}V${BOTTOM}`)
  const ford = Array.from(FILES, (_, column) => `M${column * STEP} ${5 * STEP}V${6 * STEP}`)
  const atSea = (/** @type {number} */ column) => column < 2
  return [
    svg('path', { class: 'grid', d: [...across, ...upper, ...ford.filter((_, column) => atSea(column))].join('') }),
    svg('path', { class: 'grid ford', d: ford.filter((_, column) => !atSea(column) && !BRIDGE_FILES.includes(column)).join('') }),
  ]
}

/** @param {number} column */
function bridge(column) {
  const x = column * STEP
  const planks = Array.from({ length: 7 }, (_, i) => `M${x - 20} ${RIVER - 36 + i * 12}H${x + 20}`).join('')
  return svg(
    'g',
    { class: 'bridge' },
    svg('rect', { class: 'bridge-deck', x: x - 20, y: RIVER - 42, width: 40, height: 84, rx: 3 }),
    svg('path', { class: 'bridge-planks', d: planks }),
    svg('path', { class: 'bridge-rails', d: `M${x - 22} ${RIVER - 48}V${RIVER + 48}M${x + 22} ${RIVER - 48}V${RIVER + 48}` }),
  )
}

/**
 * The names of files and ranks along two edges.
 * @param {Color} orientation
 */
export function drawCoordinates(orientation) {
  const files = Array.from(FILES, (file) => {
    const { x } = centre(`${file}1`, orientation)
    return svg('text', { x, y: BOTTOM + MARGIN - 8 }, file)
  })
  const ranks = Array.from({ length: RANKS }, (_, i) => {
    const { y } = centre(`a${i + 1}`, orientation)
    return svg('text', { x: -MARGIN + 14, y: y + 7 }, i + 1)
  })
  return svg('g', { class: 'coordinates', 'aria-hidden': 'true' }, ...files, ...ranks)
}

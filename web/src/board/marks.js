// Marks on the board: targets, the last move, check, zones and arrows. Every kind of target has its
// own shape, so that they can be told apart without colours.

import { svg } from '../ui.js'
import { centre, STEP } from './geometry.js'

/** @import { Color, MoveKind, Step } from '../types.js' */

/** @type {Record<MoveKind | 'both', () => SVGElement[]>} */
const TARGETS = {
  // A dot: move.
  move: () => [svg('circle', { class: 'mark-fill', r: 15 })],
  // A gun sight: capture and move there.
  capture: () => [svg('circle', { class: 'mark-line', r: 46 }), svg('path', { class: 'mark-line', d: 'M0-54V-38M0 54V38M-54 0H-38M54 0H38' })],
  // Four corners: capture and stay.
  stay: () => [corners()],
  // A jagged star: suicide capture.
  suicide: () => [svg('path', { class: 'mark-line', d: burst() })],
  // A dotted ring with a plus: combine.
  combine: () => [
    svg('circle', { class: 'mark-line dotted', r: 47 }),
    svg('circle', { class: 'mark-fill', r: 16, cx: 36, cy: -36 }),
    svg('path', { class: 'mark-sign', d: 'M27-36H45M36-45V-27' }),
  ],
  // A gun sight within corners: capture, moving or staying.
  both: () => [...TARGETS.capture(), corners()],
}

function corners() {
  return svg('path', { class: 'mark-line', d: 'M-52-28V-52H-28M28-52H52V-28M52 28V52H28M-28 52H-52V28' })
}

function burst() {
  const points = Array.from({ length: 24 }, (_, i) => {
    const angle = (i * Math.PI) / 12
    const radius = i % 2 === 0 ? 56 : 44
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`
  })
  return `M${points.join(' ')}Z`
}

/**
 * @param {string} square
 * @param {Color} orientation
 */
function at(square, orientation) {
  const { x, y } = centre(square, orientation)
  return `translate(${x} ${y})`
}

/**
 * @param {string} square
 * @param {MoveKind | 'both'} kind
 * @param {Color} orientation
 */
export function targetMark(square, kind, orientation) {
  return svg('g', { class: `target target-${kind}`, transform: at(square, orientation) }, ...TARGETS[kind]())
}

/**
 * A field around a point; its class gives the purpose.
 * @param {string} square
 * @param {string} name
 * @param {Color} orientation
 */
export function field(square, name, orientation) {
  return svg('rect', { class: name, x: -48, y: -48, width: 96, height: 96, rx: 22, transform: at(square, orientation) })
}

/**
 * @param {string} square
 * @param {Color} orientation
 */
export function checkMark(square, orientation) {
  const rays = Array.from({ length: 12 }, (_, i) => svg('path', { d: 'M0-52V-63', transform: `rotate(${i * 30})` }))
  return svg('g', { class: 'check-mark', transform: at(square, orientation) }, svg('circle', { r: 52 }), ...rays)
}

/**
 * The zone of one side's air defence; the two sides are hatched in different directions.
 * @param {string[]} squares
 * @param {Color} side
 * @param {Color} orientation
 */
export function zone(squares, side, orientation) {
  const hatch = side === 'r' ? 'M-50 0 0-50M-50 50 50-50M0 50 50 0' : 'M-50 0 0 50M-50-50 50 50M0-50 50 0'
  const cells = squares.map((square) =>
    svg('g', { transform: at(square, orientation) }, svg('rect', { x: -50, y: -50, width: STEP, height: STEP }), svg('path', { d: hatch })),
  )
  return svg('g', { class: `zone ${side === 'r' ? 'red' : 'blue'}` }, ...cells)
}

/**
 * @param {{from: string, to: string, strength: number}} arrow
 * @param {Color} orientation
 */
export function arrowMark({ from, to, strength }, orientation) {
  const start = centre(from, orientation)
  const end = centre(to, orientation)
  const length = Math.hypot(end.x - start.x, end.y - start.y)
  if (length === 0) return null
  const degrees = (Math.atan2(end.y - start.y, end.x - start.x) * 180) / Math.PI
  const width = 4 + 12 * strength
  const neck = length - 8 - 2.4 * width
  const d = `M34 ${-width / 2}H${neck}V${-1.5 * width}L${length - 8} 0 ${neck} ${1.5 * width}V${width / 2}H34Z`
  return svg('path', {
    class: 'arrow',
    d,
    'fill-opacity': 0.35 + 0.5 * strength,
    transform: `translate(${start.x} ${start.y}) rotate(${degrees})`,
  })
}

/**
 * The points that the last turn left and reached.
 * @param {Step[]} steps
 * @param {Color} orientation
 */
export function lastMoveMarks(steps, orientation) {
  const left = new Set(steps.map(({ from }) => from))
  const reached = new Set(steps.map(({ to }) => to))
  return [
    ...[...left].map((square) => field(square, 'last-from', orientation)),
    ...[...reached].map((square) => field(square, 'last-to', orientation)),
  ]
}

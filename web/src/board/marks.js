// Marks on the board: targets, the last move, check and arrows. Every kind of target has its
// own shape, so that they can be told apart without colours.

import { kindOf } from '../move.js'
import { svg } from '../ui.js'
import { centre } from './geometry.js'

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
  suicide: () => [svg('path', { class: 'mark-line', d: burst(56, 44) })],
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

/**
 * @param {number} outer
 * @param {number} inner
 */
function burst(outer, inner) {
  const points = Array.from({ length: 24 }, (_, i) => {
    const angle = (i * Math.PI) / 12
    const radius = i % 2 === 0 ? outer : inner
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
 * The points that the last turn left and reached, under the pieces. A piece that shoots without
 * moving, or is lost with its target, gets a line of fire instead.
 * @param {Step[]} steps
 * @param {Color} orientation
 */
export function lastMoveMarks(steps, orientation) {
  const kinds = steps.map((step) => ({ ...step, kind: kindOf(step) }))
  const left = new Set(kinds.filter(({ kind }) => kind !== 'stay').map(({ from }) => from))
  const fired = new Set(kinds.filter(({ kind }) => kind === 'stay').map(({ from }) => from))
  const reached = new Set(kinds.filter(({ kind }) => !isShot(kind)).map(({ to }) => to))
  return [
    ...[...left].map((square) => field(square, 'last-from', orientation)),
    ...[...fired].filter((square) => !left.has(square)).map((square) => field(square, 'last-fired', orientation)),
    ...[...reached].map((square) => field(square, 'last-to', orientation)),
    ...kinds.filter(({ kind }) => isShot(kind)).flatMap((step) => shotMarks(step, orientation)),
  ]
}

/** @param {MoveKind | undefined} kind */
function isShot(kind) {
  return kind === 'stay' || kind === 'suicide'
}

/**
 * A line of fire, and the hit at its end.
 * @param {Step & {kind?: MoveKind}} step
 * @param {Color} orientation
 */
function shotMarks({ from, to, kind }, orientation) {
  const start = centre(from, orientation)
  const end = centre(to, orientation)
  const hit = kind === 'suicide' ? [svg('path', { class: 'hit-burst', d: burst(40, 26) })] : []
  return [
    svg('path', { class: `shot shot-${kind}`, d: `M${start.x} ${start.y}L${end.x} ${end.y}` }),
    svg(
      'g',
      { class: `hit hit-${kind}`, transform: at(to, orientation) },
      ...hit,
      svg('path', { class: 'hit-cross', d: 'M-17-17 17 17M17-17-17 17' }),
    ),
  ]
}

/**
 * The numbers of the steps of a deploy, over the pieces. Steps to one point stand side by side.
 * @param {Step[]} steps
 * @param {Color} orientation
 */
export function stepNumbers(steps, orientation) {
  if (steps.length < 2) return []
  return steps.map(({ to }, i) => {
    const before = steps.slice(0, i).filter((step) => step.to === to).length
    const { x, y } = centre(to, orientation)
    return svg(
      'g',
      { class: 'step-number', transform: `translate(${x - 36 + 34 * before} ${y - 37})` },
      svg('circle', { r: 17 }),
      svg('text', { y: 8 }, i + 1),
    )
  })
}

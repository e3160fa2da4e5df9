// The layer of the pieces. It redraws only units that changed, and animates units that moved.

import { animated, settings } from '../settings.js'
import { svg } from '../ui.js'
import { centre } from './geometry.js'
import { drawUnit } from './symbols.js'
import { colorOf, parseUnit, rolesOf } from './units.js'

/** @import { Color, Step } from '../types.js' */

const SLIDE = { duration: 180, easing: 'cubic-bezier(0.2, 0.7, 0.3, 1)' }

/**
 * @typedef {object} Pieces
 * @property {SVGGElement} element
 * @property {Map<string, {unit: string, set: string, node: SVGGElement}>} standing The drawn units by point.
 * @property {Color} orientation
 */

export function createPieces() {
  /** @type {Pieces} */
  const pieces = { element: svg('g', { class: 'pieces' }), standing: new Map(), orientation: 'r' }
  const nodeAt = (/** @type {string} */ square) => pieces.standing.get(square)?.node
  return {
    element: pieces.element,
    /**
     * @param {Record<string, string>} units
     * @param {Color} side The side at the bottom.
     * @param {{slide: boolean, steps: Step[]}} how Whether moved units slide, and the steps of the
     *   turn that led here.
     */
    show: (units, side, how) => show(pieces, units, side, how),

    /**
     * Fades the pieces of the selected stack that do not move.
     * @param {string | null} square
     * @param {string} unit
     */
    pick: (square, unit) => pick(pieces, square, unit),

    /**
     * Fades the unit that is being dragged.
     * @param {string} square
     * @param {boolean} whole
     */
    lift: (square, whole) => nodeAt(square)?.classList.add(whole ? 'lifted' : 'part-lifted'),

    settle() {
      for (const { node } of pieces.standing.values()) node.classList.remove('lifted', 'part-lifted')
    },

    /** @param {string} square */
    shake(square) {
      const home = placeOf(pieces, square)
      const frames = [0, -7, 6, -4, 0].map((x) => ({ transform: `${home} translateX(${x}px)` }))
      if (animated()) nodeAt(square)?.animate(frames, { duration: 220 })
    },
  }
}

/**
 * @param {Pieces} pieces
 * @param {string} square
 */
function placeOf({ orientation }, square) {
  const { x, y } = centre(square, orientation)
  return `translate(${x}px, ${y}px)`
}

/**
 * @param {Pieces} pieces
 * @param {Record<string, string>} units
 * @param {Color} side
 * @param {{slide: boolean, steps: Step[]}} how
 */
function show(pieces, units, side, { slide, steps }) {
  const before = pieces.standing
  const set = settings().pieces
  pieces.orientation = side
  pieces.standing = new Map(
    Object.entries(units).map(([square, unit]) => {
      const old = before.get(square)
      return [square, old?.unit === unit && old.set === set ? old : { unit, set, node: drawUnit(unit) }]
    }),
  )
  for (const [square, { node }] of pieces.standing) node.style.setProperty('transform', placeOf(pieces, square))
  pieces.element.replaceChildren(...[...pieces.standing.values()].map(({ node }) => node))
  if (!animated() || before.size === 0) return
  for (const [square, { node }] of takenUnits(pieces, before, steps)) vanish(pieces, square, node)
  if (slide) slideChanged(pieces, before, steps)
}

/**
 * Animates the units that were not on their points before.
 * @param {Pieces} pieces
 * @param {Pieces['standing']} before
 * @param {Step[]} steps
 */
function slideChanged(pieces, before, steps) {
  const { standing } = pieces
  const gone = [...before].filter(([square, { unit }]) => standing.get(square)?.unit !== unit)
  for (const [square, { unit, node }] of standing) {
    if (before.get(square)?.unit === unit) continue
    const from = origin(square, unit, gone, steps)
    if (from) node.animate([{ transform: placeOf(pieces, from) }, { transform: placeOf(pieces, square) }], SLIDE)
  }
}

/**
 * The units that were captured: a step of the turn led to their point, which is empty now or holds
 * a unit of the other side.
 * @param {Pieces} pieces
 * @param {Pieces['standing']} before
 * @param {Step[]} steps
 */
function takenUnits({ standing }, before, steps) {
  return [...before].filter(([square, { unit }]) => {
    const now = standing.get(square)?.unit
    return steps.some(({ to }) => to === square) && (now === undefined || colorOf(now) !== colorOf(unit))
  })
}

/**
 * A captured unit bursts and fades under the one that takes it.
 * @param {Pieces} pieces
 * @param {string} square
 * @param {SVGGElement} node
 */
function vanish(pieces, square, node) {
  const home = placeOf(pieces, square)
  node.classList.add('vanishing')
  pieces.element.prepend(node)
  const frames = [
    { transform: `${home} scale(1)`, opacity: 1 },
    { transform: `${home} scale(1.25)`, opacity: 0.8, offset: 0.35 },
    { transform: `${home} scale(0.4)`, opacity: 0 },
  ]
  node.animate(frames, { duration: 320, easing: 'ease-in' }).onfinish = () => node.remove()
}

/**
 * @param {Pieces} pieces
 * @param {string | null} square
 * @param {string} unit
 */
function pick({ element, standing }, square, unit) {
  for (const node of element.querySelectorAll('.stands-back')) node.classList.remove('stands-back')
  const chosen = square !== null && standing.get(square)
  if (!chosen) return
  const discs = chosen.node.querySelectorAll('.disc')
  parseUnit(chosen.unit).forEach(({ role }, i) => discs[i]?.classList.toggle('stands-back', !rolesOf(unit).includes(role)))
}

/**
 * The point that a unit came from: by the steps of the turn, or, after an undo, by an equal unit
 * that disappeared.
 * @param {string} square
 * @param {string} unit
 * @param {[string, {unit: string}][]} gone
 * @param {Step[]} steps
 */
function origin(square, unit, gone, steps) {
  const step = steps.find(({ to }) => to === square)
  if (step && gone.some(([from]) => from === step.from)) return step.from
  return gone.find(([from, old]) => from !== square && old.unit === unit)?.[0]
}

// The layer of the pieces. It redraws only units that changed, and animates units that moved.

import { animated } from '../settings.js'
import { svg } from '../ui.js'
import { centre } from './geometry.js'
import { drawUnit } from './symbols.js'
import { parseUnit, rolesOf } from './units.js'

/** @import { Color, Step } from '../types.js' */

const SLIDE = { duration: 180, easing: 'cubic-bezier(0.2, 0.7, 0.3, 1)' }

export function createPieces() {
  const element = svg('g', { class: 'pieces' })
  /** @type {Map<string, {unit: string, node: SVGGElement}>} */
  let standing = new Map()
  /** @type {Color} */
  let orientation = 'r'

  /** @param {string} square */
  const place = (square) => {
    const { x, y } = centre(square, orientation)
    return `translate(${x}px, ${y}px)`
  }

  return {
    element,
    /**
     * @param {Record<string, string>} units
     * @param {Color} side
     * @param {{slide: boolean, steps: Step[]}} how Whether moved units slide, and the steps of the last turn.
     */
    show(units, side, { slide, steps }) {
      const before = standing
      orientation = side
      standing = new Map()
      /** @type {string[]} */
      const came = []
      for (const [square, unit] of Object.entries(units)) {
        const old = before.get(square)
        if (old?.unit === unit) {
          standing.set(square, old)
        } else {
          came.push(square)
          standing.set(square, { unit, node: drawUnit(unit) })
        }
        standing.get(square)?.node.style.setProperty('transform', place(square))
      }
      element.replaceChildren(...[...standing.values()].map(({ node }) => node))
      if (!slide || !animated() || before.size === 0) return
      const gone = [...before].filter(([square, { unit }]) => units[square] !== unit)
      for (const square of came) {
        const from = origin(square, units[square], gone, steps)
        if (from) standing.get(square)?.node.animate([{ transform: place(from) }, { transform: place(square) }], SLIDE)
      }
    },

    /**
     * Fades the pieces of the selected stack that do not move.
     * @param {string | null} square
     * @param {string} unit
     */
    pick(square, unit) {
      for (const node of element.querySelectorAll('.stands-back')) node.classList.remove('stands-back')
      const chosen = square !== null && standing.get(square)
      if (!chosen) return
      const discs = chosen.node.querySelectorAll('.disc')
      parseUnit(chosen.unit).forEach(({ role }, i) => discs[i].classList.toggle('stands-back', !rolesOf(unit).includes(role)))
    },

    /**
     * Fades the unit that is being dragged.
     * @param {string} square
     * @param {boolean} whole
     */
    lift(square, whole) {
      standing.get(square)?.node.classList.add(whole ? 'lifted' : 'part-lifted')
    },

    settle() {
      for (const { node } of standing.values()) node.classList.remove('lifted', 'part-lifted')
    },

    /** @param {string} square */
    shake(square) {
      const node = standing.get(square)?.node
      if (!node || !animated()) return
      const home = place(square)
      node.animate(
        [0, -7, 6, -4, 0].map((x) => ({ transform: `${home} translateX(${x}px)` })),
        { duration: 220 },
      )
    },
  }
}

/**
 * The point that a unit came from: by the steps of the turn, or, after an undo, by an equal unit that disappeared.
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

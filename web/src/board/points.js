// The layer that takes the input: one button per point, over the drawing. It knows pointers and keys, not rules.

import { el } from '../ui.js'
import { cellOf, FILES, RANKS, squareAt } from './geometry.js'

/** @import { Color } from '../types.js' */

/**
 * @typedef {object} PointsHandlers
 * @property {(square: string) => void} onTap By pointer, key or assistive technology.
 * @property {(square: string) => boolean} canDrag
 * @property {(square: string) => void} onDragStart
 * @property {(column: number, row: number) => void} onDrag Where the pointer is, in points from the top left.
 * @property {(square: string | null) => void} onDrop Null beside the board, or if the drag was broken off.
 * @property {(key: string) => boolean} onKey A key that is no movement; true if it was used.
 */

/** How far, in pixels, a pointer moves before a tap becomes a drag. */
const DRAG_DISTANCE = 5

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/**
 * @param {string} label
 * @param {PointsHandlers} handlers
 */
export function createPoints(label, handlers) {
  /** @type {Color} */
  let orientation = 'r'
  /** @type {{id: number, square: string, x: number, y: number, dragging: boolean} | null} */
  let pressed = null

  const buttons = Array.from({ length: RANKS }, () =>
    Array.from(FILES, () => el('button', { type: 'button', class: 'point', role: 'gridcell', tabindex: -1 })),
  )
  const element = el('div', { class: 'points', role: 'grid', 'aria-label': label }, ...buttons.map((row) => el('div', { role: 'row' }, ...row)))
  let focused = buttons[RANKS - 1][0]
  focused.tabIndex = 0

  /** @param {string} square */
  const buttonOf = (square) => {
    const { column, row } = cellOf(square, orientation)
    return buttons[row][column]
  }

  /** @param {HTMLButtonElement} button */
  const rove = (button) => {
    focused.tabIndex = -1
    button.tabIndex = 0
    focused = button
  }

  /** @param {PointerEvent} event */
  const place = (event) => {
    const box = element.getBoundingClientRect()
    return {
      column: ((event.clientX - box.left) / box.width) * FILES.length - 0.5,
      row: ((event.clientY - box.top) / box.height) * RANKS - 0.5,
    }
  }

  /** @param {PointerEvent} event */
  const squareUnder = (event) => {
    const { column, row } = place(event)
    return squareAt(Math.round(column), Math.round(row), orientation)
  }

  element.addEventListener('pointerdown', (event) => {
    const square = squareUnder(event)
    if (!event.isPrimary || event.button !== 0 || square === null) return
    pressed = { id: event.pointerId, square, x: event.clientX, y: event.clientY, dragging: false }
    if (handlers.canDrag(square)) element.setPointerCapture(event.pointerId)
  })
  element.addEventListener('pointermove', (event) => {
    if (pressed?.id !== event.pointerId) return
    if (!pressed.dragging) {
      const far = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > DRAG_DISTANCE
      if (!far || !handlers.canDrag(pressed.square)) return
      pressed.dragging = true
      handlers.onDragStart(pressed.square)
    }
    const { column, row } = place(event)
    handlers.onDrag(column, row)
  })
  element.addEventListener('pointerup', (event) => {
    if (pressed?.id !== event.pointerId) return
    const { square, dragging } = pressed
    pressed = null
    if (dragging) handlers.onDrop(squareUnder(event))
    else handlers.onTap(square)
  })
  element.addEventListener('pointercancel', () => {
    if (pressed?.dragging) handlers.onDrop(null)
    pressed = null
  })
  // A click without a pointer comes from a key or from assistive technology; the others are handled above.
  element.addEventListener('click', (event) => {
    const square = event.target instanceof HTMLElement && event.target.dataset.square
    if (event.detail === 0 && square) handlers.onTap(square)
  })
  element.addEventListener('focusin', (event) => {
    if (event.target instanceof HTMLButtonElement) rove(event.target)
  })
  element.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const arrow = ARROWS[event.key]
    const square = focused.dataset.square
    if (arrow && square) {
      const { column, row } = cellOf(square, orientation)
      const next = squareAt(column + arrow[0], row + arrow[1], orientation)
      if (next) buttonOf(next).focus()
      event.preventDefault()
    } else if (handlers.onKey(event.key)) {
      event.preventDefault()
    }
  })

  return {
    element,
    /**
     * Names and marks every point.
     * @param {Color} side Who sits at the bottom.
     * @param {(square: string) => {label: string, name: string, selected: boolean}} describe `name` is its class.
     */
    update(side, describe) {
      orientation = side
      buttons.forEach((row, y) =>
        row.forEach((button, x) => {
          const square = /** @type {string} */ (squareAt(x, y, orientation))
          const { label, name, selected } = describe(square)
          button.dataset.square = square
          button.className = `point ${name}`
          if (button.getAttribute('aria-label') !== label) button.setAttribute('aria-label', label)
          button.setAttribute('aria-selected', String(selected))
        }),
      )
    },
    /** @param {string} square */
    focus: (square) => buttonOf(square).focus(),
  }
}

// The input layer: one button per point, over the drawing. It handles pointers and keys.

import { FILES, RANKS } from '../generated.js'
import { el } from '../ui.js'
import { cellOf, squareAt, STEP } from './geometry.js'

/** @import { Color } from '../types.js' */

/**
 * @typedef {object} PointsHandlers
 * @property {(square: string, spot?: Spot) => void} onTap A tap by pointer, key or assistive
 *   technology.
 * @property {(square: string) => boolean} canDrag
 * @property {(square: string, spot: Spot) => void} onDragStart
 * @property {(column: number, row: number) => void} onDrag Where the pointer is, in points from the
 *   top left.
 * @property {(square: string | null) => void} onDrop Null beside the board, or if the drag was
 *   cancelled.
 * @property {(square: string | null) => void} onInspect A mouse rests on a point, or a finger is held
 *   there; null when it has left.
 * @property {(key: string) => boolean} onKey Any key except the arrows; returns whether it was
 *   used.
 */

/** @typedef {{x: number, y: number}} Spot Where a point is touched, in units of the drawing from its middle. */

/** How far, in pixels, a pointer moves before a tap becomes a drag. */
const DRAG_DISTANCE = 5
/** How long, in milliseconds, a mouse rests or a finger is held before a unit is described. */
const REST = { mouse: 350, touch: 500 }

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/** @typedef {{id: number, square: string, spot: Spot, x: number, y: number, dragging: boolean, held: boolean}} Press A pointer that is down. */

/**
 * @typedef {object} Points
 * @property {PointsHandlers} handlers
 * @property {HTMLElement} element
 * @property {HTMLButtonElement[][]} buttons By row and column on the screen.
 * @property {HTMLButtonElement} focused The only button that Tab reaches.
 * @property {Color} orientation
 * @property {Press | null} pressed
 * @property {number} rest The timer of a resting pointer.
 */

/**
 * @param {string} label
 * @param {PointsHandlers} handlers
 */
export function createPoints(label, handlers) {
  const points = buildPoints(label, handlers)
  const { element } = points
  element.addEventListener('pointerdown', (event) => press(points, event))
  element.addEventListener('pointermove', (event) => movePointer(points, event))
  element.addEventListener('pointerup', (event) => release(points, event))
  element.addEventListener('pointerover', (event) => rest(points, event))
  element.addEventListener('pointerleave', (event) => {
    if (event.pointerType !== 'mouse') return
    clearTimeout(points.rest)
    handlers.onInspect(null)
  })
  element.addEventListener('pointercancel', () => {
    clearTimeout(points.rest)
    if (points.pressed?.dragging) handlers.onDrop(null)
    points.pressed = null
  })
  // A click without a pointer comes from a key or from assistive technology; the others are handled
  // above.
  element.addEventListener('click', (event) => {
    const square = event.target instanceof HTMLElement && event.target.dataset.square
    if (event.detail === 0 && square) handlers.onTap(square)
  })
  element.addEventListener('focusin', (event) => {
    if (event.target instanceof HTMLButtonElement) setFocused(points, event.target)
  })
  element.addEventListener('keydown', (event) => pressKey(points, event))
  return {
    element,
    /**
     * Labels and marks every point.
     * @param {Color} side The side at the bottom.
     * @param {Describe} describe
     */
    update: (side, describe) => update(points, side, describe),
    /** @param {string} square */
    focus: (square) => buttonOf(points, square).focus(),
  }
}

/**
 * @typedef {(square: string) => {label: string, name: string, selected: boolean}} Describe `name`
 *   is the point's class.
 */

/**
 * @param {string} label
 * @param {PointsHandlers} handlers
 * @returns {Points}
 */
function buildPoints(label, handlers) {
  const buttons = Array.from({ length: RANKS }, () =>
    Array.from(FILES, () => el('button', { type: 'button', class: 'point', role: 'gridcell', tabindex: -1 })),
  )
  const rows = buttons.map((row) => el('div', { role: 'row' }, ...row))
  const element = el('div', { class: 'points', role: 'grid', 'aria-label': label }, ...rows)
  const focused = buttons[RANKS - 1][0]
  focused.tabIndex = 0
  return { handlers, element, buttons, focused, orientation: 'r', pressed: null, rest: 0 }
}

/**
 * @param {Points} points
 * @param {string} square
 */
function buttonOf({ buttons, orientation }, square) {
  const { column, row } = cellOf(square, orientation)
  return buttons[row][column]
}

/**
 * @param {Points} points
 * @param {HTMLButtonElement} button
 */
function setFocused(points, button) {
  points.focused.tabIndex = -1
  button.tabIndex = 0
  points.focused = button
}

/**
 * Where a pointer is, in points from the top left.
 * @param {Points} points
 * @param {PointerEvent} event
 */
function cellUnder({ element }, event) {
  const box = element.getBoundingClientRect()
  return {
    column: ((event.clientX - box.left) / box.width) * FILES.length - 0.5,
    row: ((event.clientY - box.top) / box.height) * RANKS - 0.5,
  }
}

/**
 * @param {Points} points
 * @param {PointerEvent} event
 * @returns {Spot}
 */
function spotUnder(points, event) {
  const { column, row } = cellUnder(points, event)
  return { x: (column - Math.round(column)) * STEP, y: (row - Math.round(row)) * STEP }
}

/**
 * @param {Points} points
 * @param {PointerEvent} event
 */
function squareUnder(points, event) {
  const { column, row } = cellUnder(points, event)
  return squareAt(Math.round(column), Math.round(row), points.orientation)
}

/**
 * @param {Points} points
 * @param {PointerEvent} event
 */
function press(points, event) {
  const square = squareUnder(points, event)
  if (!event.isPrimary || event.button !== 0 || square === null) return
  points.pressed = { id: event.pointerId, square, spot: spotUnder(points, event), x: event.clientX, y: event.clientY, dragging: false, held: false }
  if (event.pointerType !== 'mouse') hold(points, points.pressed)
  if (points.handlers.canDrag(square)) points.element.setPointerCapture(event.pointerId)
}

/**
 * A finger that is held describes the unit below it, and does not tap it.
 * @param {Points} points
 * @param {Press} pressed
 */
function hold(points, pressed) {
  clearTimeout(points.rest)
  points.rest = setTimeout(() => {
    pressed.held = true
    points.handlers.onInspect(pressed.square)
  }, REST.touch)
}

/**
 * @param {Points} points
 * @param {PointerEvent} event
 */
function rest(points, event) {
  const square = event.target instanceof HTMLElement && event.target.dataset.square
  if (event.pointerType !== 'mouse' || !square) return
  clearTimeout(points.rest)
  points.rest = setTimeout(() => points.handlers.onInspect(square), REST.mouse)
}

/**
 * @param {Points} points
 * @param {PointerEvent} event
 */
function movePointer(points, event) {
  const { pressed, handlers } = points
  if (pressed?.id !== event.pointerId) return
  if (!pressed.dragging) {
    const far = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > DRAG_DISTANCE
    if (far && event.pointerType !== 'mouse') clearTimeout(points.rest)
    // A finger that swipes across the board does not tap it.
    if (far && event.pointerType === 'touch' && !handlers.canDrag(pressed.square)) pressed.held = true
    if (!far || pressed.held || !handlers.canDrag(pressed.square)) return
    pressed.dragging = true
    clearTimeout(points.rest)
    handlers.onDragStart(pressed.square, pressed.spot)
  }
  const { column, row } = cellUnder(points, event)
  handlers.onDrag(column, row)
}

/**
 * @param {Points} points
 * @param {PointerEvent} event
 */
function release(points, event) {
  const { pressed, handlers } = points
  if (pressed?.id !== event.pointerId) return
  points.pressed = null
  if (event.pointerType !== 'mouse') clearTimeout(points.rest)
  if (pressed.held) handlers.onInspect(null)
  else if (pressed.dragging) handlers.onDrop(squareUnder(points, event))
  else handlers.onTap(pressed.square, pressed.spot)
}

/**
 * The arrows move the focus; other keys go to the handler.
 * @param {Points} points
 * @param {KeyboardEvent} event
 */
function pressKey(points, event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return
  const { focused, orientation, handlers } = points
  const arrow = ARROWS[event.key]
  const square = focused.dataset.square
  if (arrow && square) {
    const { column, row } = cellOf(square, orientation)
    const next = squareAt(column + arrow[0], row + arrow[1], orientation)
    if (next) buttonOf(points, next).focus()
    event.preventDefault()
  } else if (handlers.onKey(event.key)) {
    event.preventDefault()
  }
}

/**
 * @param {Points} points
 * @param {Color} side
 * @param {Describe} describe
 */
function update(points, side, describe) {
  points.orientation = side
  points.buttons.forEach((row, y) =>
    row.forEach((button, x) => {
      const square = /** @type {string} */ (squareAt(x, y, side))
      const { label, name, selected } = describe(square)
      button.dataset.square = square
      button.className = `point ${name}`
      if (button.getAttribute('aria-label') !== label) button.setAttribute('aria-label', label)
      button.setAttribute('aria-selected', String(selected))
    }),
  )
}

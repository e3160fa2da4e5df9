// Ways to step through the moves on a board besides the buttons: the wheel, a swipe, and keys.

/**
 * @typedef {object} Stepping
 * @property {() => void} onBack
 * @property {() => void} onForward
 */

/** How far the wheel turns for one step, in pixels. */
const NOTCH = 60
/** The shortest swipe, and how far it may go astray, in pixels. */
const SWIPE = { length: 60, astray: 40 }

/**
 * Steps by turning the wheel over the board, and by swiping across a part of it where no piece can
 * be dragged.
 * @param {HTMLElement} host An element around the board. It needs a box of its own: browsers do not
 *   deliver the wheel to one with `display: contents`.
 * @param {Stepping} handlers
 */
export function stepOnBoard(host, handlers) {
  let turned = 0
  host.addEventListener(
    'wheel',
    (event) => {
      if (event.ctrlKey || !isOnBoard(event)) return
      event.preventDefault()
      turned = Math.sign(event.deltaY) === Math.sign(turned) ? turned + pixels(event) : pixels(event)
      if (Math.abs(turned) < NOTCH) return
      step(turned > 0, handlers)
      turned = 0
    },
    { passive: false },
  )
  /** @type {Touch | null} */
  let start = null
  host.addEventListener(
    'touchstart',
    (event) => {
      const onPiece = event.target instanceof HTMLElement && event.target.classList.contains('movable')
      start = event.touches.length === 1 && isOnBoard(event) && !onPiece ? event.touches[0] : null
    },
    { passive: true },
  )
  host.addEventListener('touchend', (event) => {
    const [end] = event.changedTouches
    if (!start || !end) return
    const [across, astray] = [end.clientX - start.clientX, Math.abs(end.clientY - start.clientY)]
    if (Math.abs(across) >= SWIPE.length && astray <= SWIPE.astray) step(across < 0, handlers)
    start = null
  })
}

/** @param {Event} event */
export function isOnBoard({ target }) {
  return target instanceof Element && target.closest('.board-frame') !== null
}

/**
 * The distance of a wheel event: browsers count pixels or lines.
 * @param {WheelEvent} event
 */
function pixels({ deltaY, deltaMode }) {
  return deltaMode === WheelEvent.DOM_DELTA_PIXEL ? deltaY : deltaY * NOTCH
}

/**
 * @param {boolean} forward
 * @param {Stepping} handlers
 */
function step(forward, { onBack, onForward }) {
  if (forward) onForward()
  else onBack()
}

/**
 * Whether a key is meant for the page: not for a field or a dialog, and without a modifier.
 * @param {KeyboardEvent} event
 */
export function isForPage({ ctrlKey, altKey, metaKey, target }) {
  if (ctrlKey || altKey || metaKey || !(target instanceof HTMLElement)) return false
  return target.closest('input, select, textarea, dialog') === null
}

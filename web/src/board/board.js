// The board: it shows a position and turns what the player does into one of the position's own legal moves. It never
// decides what is legal.

import { t } from '../i18n.js'
import { onSettings, settings } from '../settings.js'
import { el, svg } from '../ui.js'
import { openChooser } from './chooser.js'
import { clearPlace } from './clear-place.js'
import { firstUsable, mayPick, optionsAt, targetKind, targetsOf } from './choice.js'
import { cellOf, FILES, HEIGHT, MARGIN, RANKS, STEP, terrainOf, WIDTH } from './geometry.js'
import { arrowMark, checkMark, field, lastMoveMarks, targetMark, zone } from './marks.js'
import { createPieces } from './pieces.js'
import { createPoints } from './points.js'
import { drawUnit } from './symbols.js'
import { drawCoordinates, drawTerrain } from './terrain.js'
import { createTray } from './tray.js'
import { unitLabel } from './units.js'

/** @import { Color, Move, PositionView, Step } from '../types.js' */
/** @import { Option } from './choice.js' */

/**
 * What the board tells its page.
 * @typedef {object} BoardHandlers
 * @property {(move: Move) => void} [onMove] A legal move was made; it is always one of the position's list.
 * @property {() => void} [onCommit] The open deploy shall end.
 * @property {() => void} [onUndoStep] The last step of the open deploy shall be taken back.
 * @property {() => void} [onCancel] The whole open deploy shall be taken back.
 * @property {(attempt: {from: string, to: string, unit: string}) => void} [onRefused] The unit cannot go there.
 * @property {(square: string | null) => void} [onSelect] A point was chosen or left.
 * @property {(square: string) => void} [onPoint] Any point was tapped. With this the board makes no moves: it is for
 *   setting up positions.
 */

/**
 * How a position is shown.
 * @typedef {object} BoardOptions
 * @property {Color} [orientation] Who sits at the bottom; Red if not given.
 * @property {Color | 'both' | false} [interactive] Whose moves may be made on the board.
 * @property {Step[]} [lastMove]
 * @property {{from: string, to: string, strength: number}[]} [arrows] Strength from 0 to 1.
 * @property {{squares: string[], class: string}} [highlight]
 * @property {boolean} [pending] A move is on its way to the server: the board takes no input.
 */

/** @typedef {{square: string, options: Option[], index: number}} Selection What is picked up. */

/** The width of a button in the choice of pieces with the gap beside it, in pixels (board.css). */
const CHOICE_BUTTON = 54

/**
 * @param {HTMLElement} host
 * @param {BoardHandlers} handlers
 */
export function createBoard(host, handlers) {
  /** @type {PositionView | null} */
  let position = null
  /** @type {BoardOptions} */
  let options = {}
  /** @type {Selection | null} */
  let selection = null
  /** @type {(() => void) | null} */
  let closeChooser = null
  /**
   * The piece under a dragging pointer.
   * @type {SVGGElement | null}
   */
  let ghost = null
  /** A piece that was dropped is already where it belongs: it must not slide there again. */
  let dropped = false

  const layer = (/** @type {string} */ name) => svg('g', { class: name })
  const ground = layer('ground')
  const zones = layer('zones')
  const under = layer('under')
  const pieces = createPieces()
  const over = layer('over')
  const arrows = layer('arrows')
  const drag = layer('drag')
  const drawing = svg(
    'svg',
    { class: 'board-drawing', viewBox: `${-MARGIN} ${-MARGIN} ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true' },
    ground, zones, under, pieces.element, over, arrows, drag,
  )
  const points = createPoints(t('board.label'), {
    onTap: tap,
    canDrag: (square) => !handlers.onPoint && position !== null && mayPick(position, square, player()),
    onDragStart: startDrag,
    onDrag: (column, row) => ghost?.setAttribute('transform', `translate(${column * STEP} ${row * STEP})`),
    onDrop: drop,
    onKey: pressKey,
  })
  const frame = el('div', { class: 'board-frame' }, drawing, points.element)
  const tray = createTray(frame, {
    onPick: pick,
    onCommit: () => handlers.onCommit?.(),
    onUndoStep: () => handlers.onUndoStep?.(),
    onCancel: () => handlers.onCancel?.(),
  })
  const element = el('div', { class: 'board' }, frame, tray.element)
  host.append(element)
  const stopSettings = onSettings(() => {
    drawGround()
    render()
  })
  drawGround()
  points.update(orientation(), (square) => describe(square, undefined))

  function orientation() {
    return options.orientation ?? 'r'
  }

  /** Who may move now. */
  function player() {
    return options.pending ? false : (options.interactive ?? false)
  }

  /** @param {string} square */
  function pickable(square) {
    return position ? optionsAt(position, square, player()) : []
  }

  /** The open deploy, if it is for the player to go on with it. */
  function ownSession() {
    if (!position?.session) return null
    return player() === 'both' || player() === position.turn ? position.session : null
  }

  /** @param {string} square */
  function tap(square) {
    leaveChooser()
    if (handlers.onPoint) {
      handlers.onPoint(square)
      return
    }
    if (selection && attempt(square)) return
    const again = selection?.square === square ? selection : null
    const here = pickable(square)
    if (again && again.index + 1 < here.length) {
      // Tapping a stack again goes through its pieces, and at last lets go.
      const next = here.findIndex(({ moves }, index) => index > again.index && moves.length > 0)
      if (next < 0) choose(null)
      else pick(next)
    } else if (here.length > 0 && !again) {
      choose({ square, options: here, index: firstUsable(here) })
    } else if (selection && !again) {
      refuse(square)
    } else {
      choose(null)
    }
  }

  /**
   * Moves what is chosen to the point, if a listed move does that.
   * @param {string} square
   */
  function attempt(square) {
    if (!selection) return false
    const moves = targetsOf(selection.options[selection.index]).get(square)
    if (!moves) return false
    if (moves.length === 1) make(moves[0])
    else chooseKind(square, moves)
    return true
  }

  /**
   * @param {string} square
   * @param {Move[]} moves
   */
  function chooseKind(square, moves) {
    closeChooser = openChooser(frame, {
      square,
      orientation: orientation(),
      moves,
      onChoose: make,
      onLeave: () => {
        leaveChooser()
        points.focus(square)
      },
    })
  }

  function leaveChooser() {
    closeChooser?.()
    closeChooser = null
  }

  /** @param {Move} move */
  function make(move) {
    const keyboard = frame.contains(document.activeElement)
    leaveChooser()
    choose(null)
    tray.say(null, 'info')
    if (keyboard) points.focus(move.to)
    handlers.onMove?.(move)
  }

  /** @param {string} to */
  function refuse(to) {
    if (!selection) return
    pieces.shake(selection.square)
    handlers.onRefused?.({ from: selection.square, to, unit: selection.options[selection.index].unit })
  }

  /** @param {Selection | null} next */
  function choose(next) {
    selection = next
    render()
    handlers.onSelect?.(next?.square ?? null)
  }

  /** @param {number} index Which of the options on the chosen point. */
  function pick(index) {
    const square = selection?.square ?? ownSession()?.square
    if (!square) return
    const here = pickable(square)
    if (index < here.length) choose({ square, options: here, index })
  }

  /** @param {string} square */
  function startDrag(square) {
    leaveChooser()
    if (selection?.square !== square) {
      const here = pickable(square)
      choose({ square, options: here, index: firstUsable(here) })
    }
    if (!selection) return
    const { unit, whole } = selection.options[selection.index]
    ghost = drawUnit(unit)
    drag.append(ghost)
    pieces.lift(square, whole || !position || unit === position.units[square])
  }

  /** @param {string | null} square */
  function drop(square) {
    ghost?.remove()
    ghost = null
    pieces.settle()
    if (!selection || square === null || square === selection.square) return
    dropped = true
    if (!attempt(square)) refuse(square)
    dropped = false
  }

  /** @param {string} key */
  function pressKey(key) {
    if (key === 'Escape') {
      leaveChooser()
      choose(null)
      return true
    }
    if (!/^[1-4]$/.test(key) || (!selection && !ownSession())) return false
    pick(Number(key) - 1)
    return true
  }

  function drawGround() {
    const names = settings().coordinates ? [drawCoordinates(orientation())] : []
    ground.replaceChildren(drawTerrain(orientation()), ...names)
  }

  /** Draws everything that follows from the position and the selection. */
  function render() {
    if (!position) return
    const side = orientation()
    const here = selection?.options[selection.index]
    const targets = here ? targetsOf(here) : new Map()
    const session = ownSession()

    zones.replaceChildren(...zonesOf(position, side))
    under.replaceChildren(...marksUnder(position, side))
    over.replaceChildren(...[...targets].map(([square, moves]) => targetMark(square, targetKind(moves), side)))
    arrows.replaceChildren(...(options.arrows ?? []).map((arrow) => arrowMark(arrow, side)).filter((mark) => mark !== null))
    pieces.pick(selection?.square ?? null, here?.unit ?? '')
    points.update(side, (square) => describe(square, targets.get(square)))
    tray.update({
      options: selection?.options ?? (session ? pickable(session.square) : []),
      chosen: selection?.index ?? null,
      session,
      place: session || !selection || selection.options.length < 2 ? null : besideStack(position, selection),
    })
  }

  /**
   * Where the choice of pieces can float, in parts of the points' width and height. It covers no target of any of them,
   * so that it stays where it is while the player tries one after the other.
   * @param {PositionView} position
   * @param {Selection} selection
   */
  function besideStack(position, selection) {
    const targets = selection.options.flatMap(({ moves }) => moves.map(({ to }) => to))
    const step = points.element.clientWidth / FILES.length
    const size = { width: (selection.options.length * CHOICE_BUTTON + 22) / step, height: (CHOICE_BUTTON + 14) / step }
    if (size.height > 1.6) return null
    const taken = [...targets, ...Object.keys(position.units)].map((square) => cellOf(square, orientation()))
    const cell = clearPlace(cellOf(selection.square, orientation()), size, taken)
    return cell && { x: (cell.column + 0.5) / FILES.length, y: (cell.row + 0.5) / RANKS }
  }

  /**
   * @param {PositionView} position
   * @param {Color} side
   */
  function zonesOf(position, side) {
    const { airDefense } = settings()
    const shown = /** @type {Color[]} */ (['r', 'b']).filter((one) => airDefense === 'both' || airDefense === one)
    return shown.map((one) => zone(position.airDefense[one], one, side))
  }

  /**
   * @param {PositionView} position
   * @param {Color} side
   */
  function marksUnder(position, side) {
    const { squares = [], class: name = '' } = options.highlight ?? {}
    const commander = position.check && position.commanders[position.turn]
    return [
      ...lastMoveMarks(options.lastMove ?? [], side),
      ...squares.map((square) => field(square, `highlight ${name}`, side)),
      ...(position.session ? [field(position.session.square, 'session-field', side)] : []),
      ...(selection ? [field(selection.square, 'selected-field', side)] : []),
      ...(commander ? [checkMark(commander, side)] : []),
    ]
  }

  /**
   * @param {string} square
   * @param {Move[] | undefined} moves
   */
  function describe(square, moves) {
    const unit = position?.units[square]
    const what = unit ? unitLabel(unit) : t(`terrain.${terrainOf(square)}`)
    const target = moves ? `, ${t(`target.${targetKind(moves)}`)}` : ''
    const movable = position !== null && mayPick(position, square, player())
    return {
      label: `${square}, ${what}${target}`,
      name: [movable && 'movable', moves && 'target-point'].filter(Boolean).join(' '),
      selected: selection?.square === square,
    }
  }

  return {
    element,
    /**
     * @param {PositionView} next
     * @param {BoardOptions} [how]
     */
    show(next, how = {}) {
      const turned = (how.orientation ?? 'r') !== orientation()
      const kept = selection?.square
      position = next
      options = how
      if (turned) drawGround()
      leaveChooser()
      pieces.show(next.units, orientation(), { slide: !dropped && !turned, steps: how.lastMove ?? [] })
      // What was chosen stays chosen if it is still there to be moved.
      const here = kept ? pickable(kept) : []
      const index = here.findIndex(({ unit }) => unit === selection?.options[selection.index].unit)
      const session = ownSession()
      if (index >= 0 && kept) selection = { square: kept, options: here, index }
      else selection = null
      // In an open deploy the next piece is at hand.
      if (!selection && session && !handlers.onPoint) {
        const rest = pickable(session.square)
        if (rest.some(({ moves }) => moves.length > 0)) selection = { square: session.square, options: rest, index: firstUsable(rest) }
      }
      render()
    },
    /**
     * A message in the bar under the board, such as why a move was refused; null clears it.
     * @param {string | null} text
     * @param {'info' | 'error'} [tone]
     */
    say(text, tone = 'info') {
      tray.say(text, tone)
    },
    destroy() {
      stopSettings()
      element.remove()
    },
  }
}

/** @typedef {ReturnType<typeof createBoard>} Board */

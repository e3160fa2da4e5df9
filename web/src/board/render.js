// Draws everything that follows from the state of a board: marks, labels and the tray.

import { FILES, RANKS } from '../generated.js'
import { t } from '../i18n.js'
import { settings } from '../settings.js'
import { mayPick, targetKind, targetsOf } from './choice.js'
import { clearPlace } from './clear-place.js'
import { cellOf, terrainOf } from './geometry.js'
import { arrowMark, checkMark, field, lastMoveMarks, stepNumbers, targetMark } from './marks.js'
import { isLocked, orientationOf, ownSession, pickable, pickedOption, playerOf } from './state.js'
import { drawCoordinates, drawTerrain } from './terrain.js'
import { colorOf, parseUnit, unitLabel } from './units.js'
import { zoneMark, zonesOf } from './zones.js'

/** @import { Color, Move, PositionView } from '../types.js' */
/** @import { BoardState, Selection } from './state.js' */

/** The width of a button in the choice of pieces with the gap beside it, in pixels (board.css). */
const CHOICE_BUTTON = 54

/** @param {BoardState} state */
export function renderGround(state) {
  const side = orientationOf(state)
  const coordinates = settings().coordinates ? [drawCoordinates(side)] : []
  state.view.layers.ground.replaceChildren(drawTerrain(side), ...coordinates)
}

/** @param {BoardState} state */
export function render(state) {
  const { position, selection, view } = state
  if (!position) return
  const picked = pickedOption(state)
  const targets = picked ? targetsOf(picked) : new Map()
  renderMarks(state, position, targets)
  view.pieces.pick(selection?.square ?? null, picked?.unit ?? '')
  renderPoints(state, targets)
  renderTray(state)
}

/**
 * @param {BoardState} state
 * @param {PositionView} position
 * @param {Map<string, Move[]>} targets
 */
function renderMarks(state, position, targets) {
  const side = orientationOf(state)
  const { zones, under, over, arrows } = state.view.layers
  const drawn = (state.options.arrows ?? []).map((arrow) => arrowMark(arrow, side))
  const shown = shownZones(state)
  zones.replaceChildren(...zonesOf(position.units).filter((zone) => shown[zone.side]).map((zone) => zoneMark(zone, side)))
  under.replaceChildren(...marksUnder(state, position, side))
  over.replaceChildren(
    ...stepNumbers(state.options.lastMove ?? [], side),
    ...[...targets].map(([square, moves]) => targetMark(square, targetKind(moves), side)),
  )
  arrows.replaceChildren(...drawn.filter((mark) => mark !== null))
}

/**
 * The sides whose air-defence zones are shown: those of the settings, and the enemy's while an Air
 * Force is picked up that must avoid them.
 * @param {BoardState} state
 * @returns {Record<Color, boolean>}
 */
function shownZones(state) {
  const { airDefense } = settings()
  const picked = pickedOption(state)?.unit
  const [top] = picked ? parseUnit(picked) : []
  const threatened = top?.role === 'F' && !top.heroic && picked ? colorOf(picked) : null
  const isShown = (/** @type {Color} */ side) =>
    state.options.zones === true || airDefense === 'both' || airDefense === side || (threatened !== null && threatened !== side)
  return { r: isShown('r'), b: isShown('b') }
}

/**
 * The marks below the pieces.
 * @param {BoardState} state
 * @param {PositionView} position
 * @param {Color} side
 */
function marksUnder({ options, selection }, position, side) {
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
 * Labels every point for assistive technology and marks what can be moved or reached.
 * @param {BoardState} state
 * @param {Map<string, Move[]>} [targets]
 */
export function renderPoints(state, targets = new Map()) {
  state.view.points.update(orientationOf(state), (square) => describe(state, square, targets.get(square)))
}

/**
 * @param {BoardState} state
 * @param {string} square
 * @param {Move[] | undefined} moves The moves of the selection to this point.
 */
function describe(state, square, moves) {
  const { position, selection } = state
  const unit = position?.units[square]
  const what = unit ? unitLabel(unit) : t(`terrain.${terrainOf(square)}`)
  const target = moves ? `, ${t(`target.${targetKind(moves)}`)}` : ''
  const movable = position !== null && mayPick(position, square, playerOf(state)) && !isLocked(state, square)
  return {
    label: `${square}, ${what}${target}`,
    name: [movable && 'movable', moves && 'target-point'].filter(Boolean).join(' '),
    selected: selection?.square === square,
  }
}

/** @param {BoardState} state */
export function renderTray(state) {
  const { position, selection, view } = state
  if (!position) return
  const session = ownSession(state)
  const floating = !session && selection && selection.options.length > 1
  view.tray.update({
    options: selection?.options ?? (session ? pickable(state, session.square) : []),
    chosen: selection?.index ?? null,
    session,
    obstacle: session && position.commitRefusal,
    card: (state.inspected ? position.units[state.inspected] : pickedOption(state)?.unit) ?? null,
    place: floating ? placeBesideStack(state, position, selection) : null,
  })
}

/**
 * Where the choice of pieces can float, in parts of the points' width and height. It covers no
 * target of any option, so that it stays in place while the player goes through the options.
 * @param {BoardState} state
 * @param {PositionView} position
 * @param {Selection} selection
 */
function placeBesideStack(state, position, selection) {
  const side = orientationOf(state)
  const targets = selection.options.flatMap(({ moves }) => moves.map(({ to }) => to))
  const step = state.view.points.element.clientWidth / FILES.length
  const size = { width: (selection.options.length * CHOICE_BUTTON + 22) / step, height: (CHOICE_BUTTON + 14) / step }
  if (size.height > 1.6) return null
  const taken = [...targets, ...Object.keys(position.units)].map((square) => cellOf(square, side))
  const cell = clearPlace(cellOf(selection.square, side), size, taken)
  return cell && { x: (cell.column + 0.5) / FILES.length, y: (cell.row + 0.5) / RANKS }
}

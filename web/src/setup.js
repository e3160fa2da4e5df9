// The position editor: a palette, the board to place pieces on, and the faults that the server
// finds after every change.

import { api, ApiError } from './api.js'
import { createBoard } from './board/board.js'
import { SQUARES, terrainOf } from './board/geometry.js'
import { unitPicture } from './board/symbols.js'
import { formatUnit, parseUnit, ROLES, unitLabel } from './board/units.js'
import { faultText, squareOf } from './faults.js'
import { readFen, sketch, writeFen } from './fen.js'
import { NAVAL_ROLES, STACK_ORDER, START_FEN } from './generated.js'
import { t } from './i18n.js'
import { icon } from './icons.js'
import { airDefenseButton } from './settings-dialog.js'
import { button, checkbox, el, select } from './ui.js'

/** @import { Piece, Role } from './board/units.js' */
/** @import { Placement } from './fen.js' */
/** @import { Board } from './board/board.js' */
/** @import { Color } from './types.js' */

/** The delay between the last change and the request to the server, in milliseconds. */
const PAUSE = 150

/** @typedef {'hand' | 'erase' | {role: Role, color: Color}} Tool */

/**
 * @typedef {object} SetupOptions
 * @property {string} fen The position to begin with.
 * @property {HTMLElement} host The element for the board.
 * @property {Color} orientation
 * @property {(fen: string) => void} onDone Called with a valid position only.
 * @property {() => void} onCancel
 */

/**
 * @typedef {object} Setup
 * @property {Placement} placement
 * @property {Tool} tool
 * @property {boolean} heroic Pieces are placed as heroes.
 * @property {boolean} stacking Pieces are added to what stands on the point.
 * @property {string | null} held The point whose unit is being moved.
 * @property {string[]} faulty The points with faults.
 * @property {Color} orientation
 * @property {number} timer The timer of the next validation.
 * @property {number} requests Counts the requests, so that a late answer is recognized and dropped.
 * @property {SetupView} elements
 * @property {Board} board
 */

/** @param {SetupOptions} options */
export function createSetup({ fen, host, orientation, onDone, onCancel }) {
  const placement = readFen(fen) ?? startPlacement()
  const elements = setupView(placement.turn, () => setup, { onDone, onCancel })
  const board = createBoard(host, { onPoint: (square) => useTool(setup, square) })
  /** @type {Setup} */
  const setup = {
    placement,
    tool: 'hand',
    heroic: false,
    stacking: false,
    held: null,
    faulty: [],
    orientation,
    timer: 0,
    requests: 0,
    elements,
    board,
  }
  drawPalette(setup)
  setPlacement(setup, placement)
  // The panel was opened from below the board on narrow screens.
  scrollTo(0, 0)
  return {
    element: elements.panel,
    /** @param {Color} side */
    turn(side) {
      setup.orientation = side
      show(setup)
    },
    destroy() {
      clearTimeout(setup.timer)
      setup.requests++
      board.destroy()
    },
  }
}

/**
 * The panel beside the board.
 * @param {Color} turn
 * @param {() => Setup} setup
 * @param {Pick<SetupOptions, 'onDone' | 'onCancel'>} handlers
 */
function setupView(turn, setup, { onDone, onCancel }) {
  const text = el('input', { type: 'text', spellcheck: 'false', autocomplete: 'off', oninput: () => readText(setup()) })
  const faults = el('ul', { class: 'faults', 'aria-live': 'polite', 'aria-label': t('setup.faults') })
  const done = button(t('setup.done'), () => onDone(text.value.trim()), { class: 'primary', disabled: true })
  const palette = el('div', { class: 'palette', role: 'group', 'aria-label': t('setup.palette') })
  const sideToMove = select(
    t('setup.turn'),
    (/** @type {const} */ (['r', 'b'])).map((color) => ({ value: color, text: t(`color.${color}`) })),
    turn,
    (value) => setPlacement(setup(), { ...setup().placement, turn: value === 'b' ? 'b' : 'r' }),
  )
  const panel = el(
    'section',
    { class: 'card setup', 'aria-label': t('setup.title') },
    el('h2', {}, t('setup.title')),
    el('p', { class: 'setup-help' }, t('setup.help')),
    palette,
    el('div', { class: 'setup-options' }, ...pieceOptions(setup)),
    el('div', { class: 'setup-options' }, sideToMove, airDefenseButton()),
    el('div', { class: 'button-row' }, ...boardButtons(setup)),
    el('label', { class: 'field field-wide' }, el('span', {}, 'FEN'), text),
    faults,
    el('div', { class: 'button-row' }, done, button(t('ui.cancel'), onCancel)),
  )
  return { panel, text, faults, done, palette, sideToMove }
}

/** @typedef {ReturnType<typeof setupView>} SetupView */

/** @param {() => Setup} setup */
function pieceOptions(setup) {
  return [
    checkbox(t('setup.heroic'), false, (on) => {
      setup().heroic = on
      drawPalette(setup())
    }),
    checkbox(t('setup.stack'), false, (on) => {
      setup().stacking = on
    }),
  ]
}

/** @param {() => Setup} setup */
function boardButtons(setup) {
  return [
    button(t('setup.start'), () => setPlacement(setup(), startPlacement())),
    button(t('setup.clear'), () => setPlacement(setup(), { ...setup().placement, units: {}, halfmove: 0, number: 1 })),
  ]
}

/**
 * @param {Setup} setup
 * @param {Placement} placement
 */
function setPlacement(setup, placement) {
  setup.placement = placement
  setup.elements.text.value = writeFen(placement)
  setup.held = null
  showChange(setup)
}

/**
 * Reads the typed FEN. The board shows what can be read; the server reports what is wrong.
 * @param {Setup} setup
 */
function readText(setup) {
  setup.placement = readFen(setup.elements.text.value) ?? setup.placement
  showChange(setup)
}

/** @param {Setup} setup */
function showChange(setup) {
  const { sideToMove, done } = setup.elements
  const side = sideToMove.querySelector('select')
  if (side) side.value = setup.placement.turn
  done.disabled = true
  setup.faulty = []
  show(setup)
  clearTimeout(setup.timer)
  setup.timer = setTimeout(() => void validate(setup), PAUSE)
}

/** @param {Setup} setup */
async function validate(setup) {
  const request = ++setup.requests
  const fen = setup.elements.text.value.trim()
  try {
    const { valid, errors } = await api.validate(fen)
    if (request !== setup.requests) return
    setup.faulty = errors.flatMap((fault) => squareOf(fault) ?? [])
    setup.elements.done.disabled = !valid
    showFaults(setup, errors.map(faultText))
    if (valid) setup.elements.faults.replaceChildren(el('li', { class: 'fine' }, t('setup.valid')))
  } catch (error) {
    if (request !== setup.requests) return
    if (!(error instanceof ApiError)) throw error
    showFaults(setup, [error.text])
  }
  show(setup)
}

/**
 * @param {Setup} setup
 * @param {string[]} texts
 */
function showFaults({ elements }, texts) {
  elements.faults.replaceChildren(...texts.map((text) => el('li', { class: 'fault' }, text)))
}

/** @param {Setup} setup */
function show(setup) {
  const { placement, orientation, board } = setup
  board.show(sketch(placement), { orientation, interactive: false, highlight: highlightOf(setup) })
}

/**
 * The marked points: those with faults, else the held unit, else where the chosen piece can stand.
 * @param {Setup} setup
 */
function highlightOf({ faulty, held, tool, placement }) {
  if (faulty.length > 0) return { squares: faulty, class: 'faulty' }
  if (held) return { squares: [held], class: 'held' }
  if (typeof tool === 'string') return undefined
  const wrong = NAVAL_ROLES.includes(tool.role) ? 'land' : 'sea'
  return { squares: SQUARES.filter((square) => terrainOf(square) !== wrong && !(square in placement.units)), class: 'standable' }
}

/** @param {Setup} setup */
function drawPalette(setup) {
  const { tool, heroic, elements } = setup
  /** @param {string} label @param {Tool} value @param {Node | string} content */
  const choice = (label, value, content) =>
    button(label, () => takeTool(setup, value), { class: 'tool', 'aria-pressed': String(isSameTool(tool, value)) }, content)
  const rows = (/** @type {const} */ (['r', 'b'])).map((color) => {
    const pieces = ROLES.map((role) => {
      const piece = formatUnit([{ role, color, heroic }])
      return choice(unitLabel(piece), { role, color }, unitPicture(piece))
    })
    return color === 'r' ? [...pieces, choice(t('setup.hand'), 'hand', icon('hand'))] : [...pieces, choice(t('setup.erase'), 'erase', icon('erase'))]
  })
  elements.palette.replaceChildren(...rows.flat())
}

/**
 * @param {Setup} setup
 * @param {Tool} tool
 */
function takeTool(setup, tool) {
  setup.tool = tool
  setup.held = null
  drawPalette(setup)
  show(setup)
}

/**
 * Uses the tool on a point.
 * @param {Setup} setup
 * @param {string} square
 */
function useTool(setup, square) {
  const { tool, placement } = setup
  const units = { ...placement.units }
  if (tool === 'hand' && setup.held === null) {
    setup.held = square in units ? square : null
    show(setup)
    return
  }
  if (tool === 'hand') moveUnit(units, /** @type {string} */ (setup.held), square)
  else if (tool === 'erase') delete units[square]
  else placePiece(setup, units, square, { ...tool, heroic: setup.heroic })
  setPlacement(setup, { ...placement, units })
}

/**
 * @param {Placement['units']} units
 * @param {string} from
 * @param {string} to
 */
function moveUnit(units, from, to) {
  if (from === to) return
  units[to] = units[from]
  delete units[from]
}

/**
 * Places a piece, adds it to the unit there, or removes it if it stands there alone already.
 * @param {Setup} setup
 * @param {Placement['units']} units
 * @param {string} square
 * @param {Piece} piece
 */
function placePiece({ stacking }, units, square, piece) {
  const before = units[square]
  if (before === formatUnit([piece])) delete units[square]
  else units[square] = stacking && before ? joined(before, piece) : formatUnit([piece])
}

/** @returns {Placement} */
function startPlacement() {
  return /** @type {Placement} */ (readFen(START_FEN))
}

/**
 * @param {Tool} one
 * @param {Tool} other
 */
function isSameTool(one, other) {
  if (typeof one === 'string' || typeof other === 'string') return one === other
  return one.role === other.role && one.color === other.color
}

/**
 * The text of a unit with one more piece. The server checks whether such a stack exists.
 * @param {string} unit
 * @param {Piece} piece
 */
function joined(unit, piece) {
  const rank = (/** @type {Piece} */ { role }) => STACK_ORDER.indexOf(role)
  return formatUnit([...parseUnit(unit), piece].sort((one, other) => rank(one) - rank(other)))
}

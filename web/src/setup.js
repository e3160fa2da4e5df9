// Setting up a position: a palette, the board as a canvas, and the server's verdict on every change.

import { api } from './api.js'
import { createBoard } from './board/board.js'
import { SQUARES, terrainOf } from './board/geometry.js'
import { unitPicture } from './board/symbols.js'
import { formatUnit, parseUnit, ROLES, unitLabel } from './board/units.js'
import { faultText, missingCommanders } from './faults.js'
import { NO_ZONES, readFen, sketch, START_FEN, writeFen } from './fen.js'
import { t } from './i18n.js'
import { icon } from './icons.js'
import { airDefenseChoice } from './settings-dialog.js'
import { button, checkbox, el, select } from './ui.js'

/** @import { Piece, Role } from './board/units.js' */
/** @import { Placement } from './fen.js' */
/** @import { Color } from './types.js' */

/** The order of pieces in a stack's text, carriers first (7.1). */
const CARRIERS_FIRST = 'NFTEHAGSCIM'
/** The server is asked once the hand rests, in milliseconds. */
const PAUSE = 150

/** @typedef {'hand' | 'erase' | {role: Role, color: Color}} Tool */

/**
 * @param {object} options
 * @param {string} options.fen
 * @param {HTMLElement} options.host Where its board goes.
 * @param {Color} options.orientation
 * @param {(fen: string) => void} options.onDone Called with a valid position only.
 * @param {() => void} options.onCancel
 */
export function createSetup({ fen, host, orientation, onDone, onCancel }) {
  /** @type {Placement} */
  let placement = readFen(fen) ?? readStart()
  /** @type {Tool} */
  let tool = 'hand'
  let heroic = false
  let stacking = false
  /** @type {string | null} The point whose unit the hand holds. */
  let held = null
  /** @type {string[]} */
  let faulty = []
  /** The zones of the position, once the server has found it valid. */
  let airDefense = NO_ZONES
  let timer = 0
  /** Counts the questions to the server, so that a late answer cannot overwrite a newer one. */
  let asked = 0

  const text = el('input', { type: 'text', spellcheck: 'false', autocomplete: 'off', oninput: readText })
  const faults = el('ul', { class: 'faults', 'aria-live': 'polite', 'aria-label': t('setup.faults') })
  const done = button(t('setup.done'), () => onDone(text.value.trim()), { class: 'primary', disabled: true })
  const palette = el('div', { class: 'palette', role: 'group', 'aria-label': t('setup.palette') })
  const sideToMove = select(
    t('setup.turn'),
    (/** @type {const} */ (['r', 'b'])).map((color) => ({ value: color, text: t(`color.${color}`) })),
    placement.turn,
    (value) => change({ ...placement, turn: value === 'b' ? 'b' : 'r' }),
  )
  const element = el(
    'section',
    { class: 'card setup', 'aria-label': t('setup.title') },
    el('h2', {}, t('setup.title')),
    el('p', { class: 'muted' }, t('setup.help')),
    palette,
    el(
      'div',
      { class: 'setup-options' },
      checkbox(t('setup.heroic'), false, (on) => {
        heroic = on
        drawPalette()
      }),
      checkbox(t('setup.stack'), false, (on) => {
        stacking = on
      }),
      sideToMove,
      airDefenseChoice(),
    ),
    el(
      'div',
      { class: 'button-row' },
      button(t('setup.start'), () => change(readStart())),
      button(t('setup.clear'), () => change({ ...placement, units: {}, halfmove: 0, number: 1 })),
    ),
    el('label', { class: 'field field-wide' }, el('span', {}, 'FEN'), text),
    faults,
    el('div', { class: 'button-row' }, done, button(t('ui.cancel'), onCancel)),
  )

  const board = createBoard(host, { onPoint: use })
  drawPalette()
  change(placement)

  /** @param {Placement} next */
  function change(next) {
    placement = next
    text.value = writeFen(placement)
    held = null
    changed()
  }

  /** What was typed may be anything: the server says what is wrong with it, the board shows what can be read. */
  function readText() {
    placement = readFen(text.value) ?? placement
    changed()
  }

  function changed() {
    const side = sideToMove.querySelector('select')
    if (side) side.value = placement.turn
    done.disabled = true
    faulty = []
    airDefense = NO_ZONES
    show()
    clearTimeout(timer)
    timer = setTimeout(() => void validate(), PAUSE)
  }

  async function validate() {
    const mine = ++asked
    const written = text.value.trim()
    try {
      const { valid, errors } = await api.validate(written)
      const zones = valid ? (await api.position({ fen: written })).position.airDefense : NO_ZONES
      if (mine !== asked) return
      airDefense = zones
      done.disabled = !valid
      faulty = errors.flatMap(({ square }) => (square ? [square] : []))
      const missing = missingCommanders(placement.units)
      faults.replaceChildren(...errors.map((fault) => el('li', { class: 'fault' }, faultText(fault, missing))))
      if (valid) faults.replaceChildren(el('li', { class: 'fine' }, t('setup.valid')))
    } catch (error) {
      if (mine !== asked) return
      faults.replaceChildren(el('li', { class: 'fault' }, /** @type {import('./api.js').ApiError} */ (error).text))
    }
    show()
  }

  function show() {
    board.show({ ...sketch(placement), airDefense }, { orientation, interactive: false, highlight: highlight() })
  }

  /** Faulty points first; else what the hand holds, or where the chosen piece can stand. */
  function highlight() {
    if (faulty.length > 0) return { squares: faulty, class: 'faulty' }
    if (held) return { squares: [held], class: 'held' }
    if (typeof tool === 'string') return undefined
    const wrong = tool.role === 'N' ? 'land' : 'sea'
    return { squares: SQUARES.filter((square) => terrainOf(square) !== wrong && !(square in placement.units)), class: 'standable' }
  }

  function drawPalette() {
    /** @param {string} label @param {Tool} value @param {Node | string} content */
    const choice = (label, value, content) =>
      button(label, () => take(value), { class: 'tool', 'aria-pressed': String(same(tool, value)) }, content)
    const rows = (/** @type {const} */ (['r', 'b'])).map((color) =>
      el(
        'div',
        { class: 'palette-row' },
        ...ROLES.map((role) => {
          const piece = formatUnit([{ role, color, heroic }])
          return choice(unitLabel(piece), { role, color }, unitPicture(piece))
        }),
      ),
    )
    const hands = el('div', { class: 'palette-row' }, choice(t('setup.hand'), 'hand', icon('hand')), choice(t('setup.erase'), 'erase', icon('erase')))
    palette.replaceChildren(...rows, hands)
  }

  /** @param {Tool} value */
  function take(value) {
    tool = value
    held = null
    drawPalette()
    show()
  }

  /** @param {string} square */
  function use(square) {
    const units = { ...placement.units }
    if (tool === 'hand') {
      if (held === null) {
        held = square in units ? square : null
        show()
        return
      }
      const unit = units[held]
      if (held !== square) {
        delete units[held]
        units[square] = unit
      }
    } else if (tool === 'erase') {
      delete units[square]
    } else {
      const piece = { ...tool, heroic }
      const before = units[square]
      if (before === formatUnit([piece])) delete units[square]
      else units[square] = stacking && before ? joined(before, piece) : formatUnit([piece])
    }
    change({ ...placement, units })
  }

  return {
    element,
    /** @param {Color} side */
    turn(side) {
      orientation = side
      show()
    },
    destroy() {
      clearTimeout(timer)
      asked++
      board.destroy()
    },
  }
}

/** @returns {Placement} */
function readStart() {
  return /** @type {Placement} */ (readFen(START_FEN))
}

/**
 * @param {Tool} one
 * @param {Tool} other
 */
function same(one, other) {
  if (typeof one === 'string' || typeof other === 'string') return one === other
  return one.role === other.role && one.color === other.color
}

/**
 * The text of a unit with one more piece. Whether such a stack exists the server will say.
 * @param {string} unit
 * @param {Piece} piece
 */
function joined(unit, piece) {
  const rank = (/** @type {Piece} */ { role }) => CARRIERS_FIRST.indexOf(role)
  return formatUnit([...parseUnit(unit), piece].sort((one, other) => rank(one) - rank(other)))
}

// FEN as text: which unit stands on which point. The server decides whether it is a valid position.

import { SQUARES } from './board/geometry.js'
import { FILES, RANKS, ROLE_LETTERS } from './generated.js'

/** @import { Color, PositionView } from './types.js' */

const PIECE = `\\+?[${ROLE_LETTERS}]`
const UNIT = new RegExp(`^(${PIECE}|\\((${PIECE})+\\))$`, 'i')

/**
 * The content of a FEN; it need not be a valid position.
 * @typedef {object} Placement
 * @property {Record<string, string>} units By point, as in `PositionView`.
 * @property {Color} turn
 * @property {number} halfmove Turns since the last normal capture.
 * @property {number} number The number of the move.
 */

/** @param {Placement} placement */
export function writeFen({ units, turn, halfmove, number }) {
  const ranks = []
  for (let rank = RANKS; rank >= 1; rank--) {
    let text = ''
    let empty = 0
    for (const file of FILES) {
      const unit = units[file + rank]
      if (unit === undefined) {
        empty++
        continue
      }
      text += (empty || '') + unit
      empty = 0
    }
    ranks.push(text + (empty || ''))
  }
  return `${ranks.join('/')} ${turn} - - ${halfmove} ${number}`
}

/**
 * Reads a FEN for the editor or a small picture, without an open deploy; null if the text does not
 * describe all points.
 * @param {string} fen
 * @returns {Placement | null}
 */
export function readFen(fen) {
  const [board = '', turn = '', , , halfmove = '', number = ''] = fen.trim().split(/\s+/)
  const ranks = board.split('/')
  if (ranks.length !== RANKS) return null
  /** @type {Record<string, string>} */
  const units = {}
  for (const [row, rank] of ranks.entries()) {
    let file = 0
    for (const word of rank.match(/1[01]|\d|\([^()]*\)|\+?[a-z]|./gi) ?? []) {
      if (/^\d/.test(word)) {
        file += Number(word)
        continue
      }
      if (!isUnit(word) || file >= FILES.length) return null
      units[FILES[file] + (RANKS - row)] = word
      file++
    }
    if (file !== FILES.length) return null
  }
  return {
    units,
    turn: turn === 'b' ? 'b' : 'r',
    halfmove: Number.parseInt(halfmove, 10) || 0,
    number: Number.parseInt(number, 10) || 1,
  }
}

/** @param {string} word */
function isUnit(word) {
  return UNIT.test(word)
}

/**
 * A view of a placement without moves and air defence.
 * @param {Placement} placement
 * @returns {PositionView}
 */
export function sketch({ units, turn, ...rest }) {
  return {
    fen: writeFen({ units, turn, ...rest }),
    turn,
    units,
    check: false,
    outcome: null,
    session: null,
    commitRefusal: null,
    moves: [],
    airDefense: { r: {}, b: {} },
    commanders: { r: null, b: null },
  }
}

/**
 * A FEN from units written as in a FEN, each followed by its point: `Cg1 ce12 (TI)e5`. For
 * positions written by hand.
 * @param {string} units
 * @param {Partial<Omit<Placement, 'units'>>} [rest]
 */
export function fenOf(units, rest = {}) {
  /** @type {Record<string, string>} */
  const placed = {}
  for (const word of units.trim().split(/\s+/)) {
    const [, unit = '', square = ''] = /^(.*?)([a-k]\d+)$/.exec(word) ?? []
    if (!isUnit(unit) || !SQUARES.includes(square) || square in placed) throw new Error(`expected a unit and a free point, found ${word}`)
    placed[square] = unit
  }
  return writeFen({ units: placed, turn: 'r', halfmove: 0, number: 1, ...rest })
}

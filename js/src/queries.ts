/** Questions about a position, given by its FEN. */

import { BOARD_NUMBERS, FILES, nameOf, ROW_STRIDE, type Color, type Square } from './board.js'
import {
  readAirDefenseZones, readAttackers, readBoardUnits, readDefenders, type AttackerRecord,
} from './generated.js'
import type { MoveResult } from './moves.js'
import type { RuleBits } from './options.js'
import { pieceFromText, SYMBOL_TO_ROLE, type Piece, type PieceSymbol, type Role } from './pieces.js'
import { askRules } from './rules.js'

/** Covered points with their defenders, as square numbers. */
export interface AirDefense {
  r: Map<number, number[]>
  b: Map<number, number[]>
}

/** Covered points with their defenders, as names. */
export interface AirDefenseInfluence {
  r: Map<Square, Square[]>
  b: Map<Square, Square[]>
}

/** A destination for board widgets. */
export interface Destination {
  square: Square
  /** Reached by capturing without moving. */
  stay?: true
}

/** A point and the role of the unit that moves from there: `d5.tank`. */
export type DestinationKey = `${string}.${Role}`

/** A unit as {@link CoTuLenh.board} shows it: its carrier or single piece. */
export type BoardCell = { square: Square; type: PieceSymbol; color: Color; heroic: boolean }

/** A piece that attacks a point. */
export interface Attacker {
  square: number
  type: PieceSymbol
}

/** The units on the board, by the number of their point. */
export function unitsOf(fen: string, options: RuleBits): (Piece | undefined)[] {
  const units = new Array<Piece | undefined>(BOARD_NUMBERS).fill(undefined)
  for (const { square, unit } of readBoardUnits(askRules((rules) => rules.board(fen, options)))) {
    units[Number(square)] = pieceFromText(unit)
  }
  return units
}

/** The units on the board row by row, from rank 12. */
export function rowsOf(units: readonly (Piece | undefined)[]): (BoardCell | null)[][] {
  const rows: (BoardCell | null)[][] = []
  for (let first = 0; first < BOARD_NUMBERS; first += ROW_STRIDE) {
    const row = new Array<BoardCell | null>(FILES)
    for (let i = 0; i < FILES; i++) {
      const unit = units[first + i]
      row[i] = unit === undefined ? null : cellOf(first + i, unit)
    }
    rows.push(row)
  }
  return rows
}

function cellOf(point: number, { type, color, heroic = false }: Piece): BoardCell {
  return { square: nameOf(point), type, color, heroic }
}

export function attackersOf(
  fen: string,
  options: RuleBits,
  point: number,
  by: Color,
  target: PieceSymbol | undefined,
): Attacker[] {
  const attacker = ({ square, role }: AttackerRecord): Attacker => {
    return { square: Number(square), type: role as PieceSymbol }
  }
  return readAttackers(askRules((rules) => rules.attackers(fen, options, point, by, target))).map(attacker)
}

export function airDefenseOf(fen: string, options: RuleBits): AirDefense {
  const { red, blue } = readAirDefenseZones(askRules((rules) => rules.air_defense(fen, options)))
  const zone = (text: string): Map<number, number[]> => {
    const points = new Map<number, number[]>()
    for (const { square, covered } of readDefenders(text)) {
      for (const point of covered.split(',').map(Number)) {
        const defenders = points.get(point)
        if (defenders === undefined) points.set(point, [Number(square)])
        else defenders.push(Number(square))
      }
    }
    return points
  }
  return { r: zone(red), b: zone(blue) }
}

/** A copy that shares nothing. */
export function copyOfAirDefense({ r, b }: Readonly<AirDefense>): AirDefense {
  const copy = (zone: Map<number, number[]>): Map<number, number[]> => {
    const points = new Map<number, number[]>()
    for (const [point, defenders] of zone) points.set(point, defenders.slice())
    return points
  }
  return { r: copy(r), b: copy(b) }
}

/** Air defense with the names of the points. */
export function influenceOf({ r, b }: AirDefense): AirDefenseInfluence {
  const named = (zone: Map<number, number[]>): Map<Square, Square[]> =>
    new Map([...zone].map(([point, defenders]) => [nameOf(point), defenders.map(nameOf)]))
  return { r: named(r), b: named(b) }
}

/** Destinations by the point and role of the unit that moves. */
export function destinationsOf(moves: readonly MoveResult[]): Map<DestinationKey, Destination[]> {
  const found = new Map<DestinationKey, Destination[]>()
  for (const { from, to, piece, isStayCapture } of moves) {
    const key = `${from}.${SYMBOL_TO_ROLE[piece.type]}` as const
    const square = to as Square
    const destinations = found.get(key) ?? []
    found.set(key, destinations)
    if (!destinations.some((known) => known.square === square && (known.stay ?? false) === isStayCapture)) {
      destinations.push(isStayCapture ? { square, stay: true } : { square })
    }
  }
  return found
}

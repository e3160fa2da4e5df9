/** What can be asked about a position, given by its FEN. */

import { file, nameOf, rank, type Color, type Square } from './board.js'
import type { MoveResult } from './moves.js'
import { pieceFromText, SYMBOL_TO_ROLE, type PieceSymbol, type Role } from './pieces.js'
import { askRules } from './rules.js'

/** Bits that the rules answer about a position. */
export const STATUS = {
  CHECK: 1, CHECKMATE: 2, STALEMATE: 4, FIFTY_MOVES: 8, COMMANDER_CAPTURED: 16, OVER: 32,
  RED_IN_DANGER: 64, BLUE_IN_DANGER: 128, CAN_COMMIT: 256, DEPLOY_COMPLETE: 512,
} as const

/** Covered points with the defenders that cover them, as square numbers. */
export interface AirDefense {
  r: Map<number, number[]>
  b: Map<number, number[]>
}

/** The same with names. */
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

/** A unit as {@link CoTuLenh.board} shows it: its carrier or lone piece. */
export type BoardCell = { square: Square; type: PieceSymbol; color: Color; heroic: boolean }

/** A piece that threatens a point. */
export interface Attacker {
  square: number
  type: PieceSymbol
}

function wordsOf(text: string): string[] {
  return text === '' ? [] : text.split(' ')
}

/** Words in pairs. */
function pairsOf(text: string): [string, string][] {
  const words = wordsOf(text)
  return Array.from({ length: words.length / 2 }, (_, i) => [words[2 * i], words[2 * i + 1]] as [string, string])
}

/** What stands where, as texts. */
export function unitsOf(fen: string, skipLastGuard: boolean): Map<number, string> {
  const pairs = pairsOf(askRules((rules) => rules.board(fen, skipLastGuard)))
  return new Map(pairs.map(([point, unit]) => [Number(point), unit]))
}

/** The same row by row. */
export function rowsOf(units: ReadonlyMap<number, string>): (BoardCell | null)[][] {
  const rows: (BoardCell | null)[][] = Array.from({ length: 12 }, () => Array<null>(11).fill(null))
  for (const [point, text] of units) {
    const { type, color, heroic = false } = pieceFromText(text)
    const row = rows[rank(point)] as (BoardCell | null)[]
    row[file(point)] = { square: nameOf(point), type, color, heroic }
  }
  return rows
}

export function attackersOf(
  fen: string,
  skipLastGuard: boolean,
  point: number,
  by: Color,
  target: PieceSymbol | undefined,
): Attacker[] {
  const pairs = pairsOf(askRules((rules) => rules.attackers(fen, skipLastGuard, point, by, target)))
  return pairs.map(([square, type]) => ({ square: Number(square), type: type as PieceSymbol }))
}

export function airDefenseOf(fen: string, skipLastGuard: boolean): AirDefense {
  const [red = '', blue = ''] = askRules((rules) => rules.air_defense(fen, skipLastGuard)).split('\n')
  const side = (line: string): Map<number, number[]> =>
    new Map(
      wordsOf(line).map((word) => {
        const [point, defenders] = word.split(':') as [string, string]
        return [Number(point), defenders.split(',').map(Number)]
      }),
    )
  return { r: side(red), b: side(blue) }
}

/** The same with the names of the points. */
export function influenceOf({ r, b }: AirDefense): AirDefenseInfluence {
  const named = (side: Map<number, number[]>): Map<Square, Square[]> =>
    new Map([...side].map(([point, defenders]) => [nameOf(point), defenders.map(nameOf)]))
  return { r: named(r), b: named(b) }
}

/** Destinations by point and role of what goes there. */
export function destinationsOf(moves: readonly MoveResult[]): Map<`${Square}.${Role}`, Destination[]> {
  const found = new Map<`${Square}.${Role}`, Destination[]>()
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

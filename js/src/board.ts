/** Points, colors and terrain. */

import { describe } from './describe.js'
import { FILE_LETTERS, LAND_ROWS, NAVY_ROWS, RANKS, ROW_SHIFT, type File, type Rank } from './generated.js'

export { DEFAULT_POSITION, INITIAL_BOARD_FEN } from './generated.js'

/** A side: red or blue. */
export type Color = 'r' | 'b'
/** The side at the bottom, which moves first. */
export const RED = 'r'
/** The side at the top. */
export const BLUE = 'b'

/** The other side. */
export function swapColor(color: Color): Color {
  return color === RED ? BLUE : RED
}

/** The names of the points, `a1` to `k12`. Red sits at rank 1. */
export type KnownSquare = `${File}${Rank}`

/** The name of a point. Any text is accepted, and editors complete the names of the points. */
export type Square = KnownSquare | (string & {})

/** The number of files. */
export const FILES: number = FILE_LETTERS.length
/** A row has more numbers than points. */
export const ROW_STRIDE: number = 1 << ROW_SHIFT
/** All numbers of points are smaller. */
export const BOARD_NUMBERS: number = RANKS * ROW_STRIDE

/** The row from the top: 0 for rank 12 … 11 for rank 1. */
export function rank(square: number): number {
  return square >> ROW_SHIFT
}

/** 0 for file a … 10 for file k. */
export function file(square: number): number {
  return square & (ROW_STRIDE - 1)
}

/** Whether a number is a point of the board. */
export function isSquareOnBoard(square: number): boolean {
  return Number.isInteger(square) && square >= 0 && square < BOARD_NUMBERS && file(square) < FILES
}

/** The name of a point; throws if the number is not a point of the board. */
export function algebraic(square: number): KnownSquare {
  if (!isSquareOnBoard(square)) throw new Error(`Square ${describe(square)} is not on the board`)
  return nameOf(square)
}

/** The name of a number that is known to be a point. */
export function nameOf(square: number): KnownSquare {
  return NAMES[square] as KnownSquare
}

/** The numbers of all 132 points, from a12 to k1. */
export const VALID_SQUARES: readonly number[] = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ Array.from(
    { length: RANKS * FILES },
    (_, i) => Math.floor(i / FILES) * ROW_STRIDE + (i % FILES),
  ),
)

const NAMES: readonly KnownSquare[] = /* @__PURE__ */ Array.from(
  { length: BOARD_NUMBERS },
  (_, square) => (FILE_LETTERS[file(square)] + String(RANKS - rank(square))) as KnownSquare,
)

/** The number of each point: a12 = 0 … k12 = 10, a11 = 16 … k1 = 186. */
export const SQUARE_MAP: Readonly<Record<KnownSquare, number> & Record<string, number>> = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ Object.fromEntries(/* @__PURE__ */ VALID_SQUARES.map((square) => [nameOf(square), square])),
) as Record<KnownSquare, number>

const FIRST_FILE = /* @__PURE__ */ FILE_LETTERS.charCodeAt(0)
const ZERO = /* @__PURE__ */ '0'.charCodeAt(0)

/**
 * The number of the point with this name. Computing it is faster than looking it up; the name of the
 * result shows whether the text was one.
 */
function pointNamed(name: string): number | undefined {
  const rank = name.length === 2 ? name.charCodeAt(1) - ZERO : 10 + name.charCodeAt(2) - ZERO
  const point = (RANKS - rank) * ROW_STRIDE + name.charCodeAt(0) - FIRST_FILE
  return NAMES[point] === name ? point : undefined
}

/** The number of a point given by name or number; undefined if it is not on the board. */
export function pointOf(square: unknown): number | undefined {
  if (typeof square === 'string') return pointNamed(square)
  return typeof square === 'number' && isSquareOnBoard(square) ? square : undefined
}

function mask(rows: readonly string[]): Uint8Array {
  const bytes = new Uint8Array(256)
  for (const square of VALID_SQUARES) bytes[square] = Number(rows[rank(square)]?.[file(square)] === '#')
  return bytes
}

/** 1 for every point where a Navy can stand: files a to c, and the river mouth d6 e6 d7 e7. */
export const NAVY_MASK: Uint8Array = /* @__PURE__ */ mask(NAVY_ROWS)

/** 1 for every point where every other unit can stand: files c to k. */
export const LAND_MASK: Uint8Array = /* @__PURE__ */ mask(LAND_ROWS)

/** Whether a text is a part of `0123456789`: one digit, digits that follow each other, or none. */
export function isDigit(text: string): boolean {
  return typeof text === 'string' && '0123456789'.includes(text)
}

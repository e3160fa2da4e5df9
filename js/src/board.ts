/** Points, colours, terrain: what is known without asking the rules. */

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

type File = 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k'
type Rank = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12

/** A point by its name, `a1` to `k12`. Red sits at rank 1. */
export type Square = `${File}${Rank}`

/** The placement of the start position, the first field of {@link DEFAULT_POSITION}. */
export const INITIAL_BOARD_FEN =
  '6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/11/2IE2M2EI/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4'

/** The FEN of the start position. */
export const DEFAULT_POSITION = `${INITIAL_BOARD_FEN} r - - 0 1`

const FILES = 11
const RANKS = 12
/** Square numbers leave room for 16 points a row. */
const ROW = 16

/** The row from the top: 0 for rank 12 … 11 for rank 1. */
export function rank(square: number): number {
  return square >> 4
}

/** 0 for file a … 10 for file k. */
export function file(square: number): number {
  return square & 0xf
}

/** Is this number a point of the board? */
export function isSquareOnBoard(square: number): boolean {
  return Number.isInteger(square) && square >= 0 && square < RANKS * ROW && file(square) < FILES
}

/** The name of a point; throws if the number is none. */
export function algebraic(square: number): Square {
  if (!isSquareOnBoard(square)) throw new Error(`Square ${describe(square)} is not on the board`)
  return nameOf(square)
}

/** The name of a number that is known to be a point. */
export function nameOf(square: number): Square {
  return NAMES[square] as Square
}

/** The numbers of all 132 points, from a12 to k1. */
export const VALID_SQUARES: readonly number[] = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ Array.from({ length: RANKS * FILES }, (_, i) => Math.floor(i / FILES) * ROW + (i % FILES)),
)

const NAMES: readonly Square[] = /* @__PURE__ */ Array.from(
  { length: RANKS * ROW },
  (_, square) => ('abcdefghijk'[file(square)] + String(RANKS - rank(square))) as Square,
)

/** Number of every point: a12 = 0 … k12 = 10, a11 = 16 … k1 = 186. */
export const SQUARE_MAP: Readonly<Record<Square, number>> = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ Object.fromEntries(/* @__PURE__ */ VALID_SQUARES.map((square) => [nameOf(square), square])),
) as Readonly<Record<Square, number>>

/** The number of a point given by name or number; undefined if it is none. */
export function pointOf(square: unknown): number | undefined {
  if (typeof square === 'string') {
    return Object.hasOwn(SQUARE_MAP, square) ? SQUARE_MAP[square as Square] : undefined
  }
  return typeof square === 'number' && isSquareOnBoard(square) ? square : undefined
}

function mask(standable: (file: number, rank: number) => boolean): Uint8Array {
  const bytes = new Uint8Array(256)
  for (const square of VALID_SQUARES) bytes[square] = Number(standable(file(square), RANKS - rank(square)))
  return bytes
}

/** 1 for every point where a Navy can stand: files a to c, and the river mouth d6 e6 d7 e7. */
export const NAVY_MASK: Uint8Array = /* @__PURE__ */ mask(
  (file, rank) => file <= 2 || (file <= 4 && (rank === 6 || rank === 7)),
)

/** 1 for every point where everybody else can stand: files c to k. */
export const LAND_MASK: Uint8Array = /* @__PURE__ */ mask((file) => file >= 2)

/** Is this text one digit? */
export function isDigit(text: string): boolean {
  return typeof text === 'string' && /^[0-9]$/.test(text)
}

/** Untrusted input in a message: as much as helps, and never an exception of its own. */
export function describe(value: unknown): string {
  let text: string | undefined
  try {
    text = typeof value === 'string' ? value : JSON.stringify(value)
  } catch {
    text = undefined
  }
  text ??= typeof value === 'symbol' ? value.toString() : typeof value
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}

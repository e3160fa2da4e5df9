/** Pieces, stacks and roles. */

import { LAND_MASK, NAVY_MASK, type Color } from './board.js'
import { describe } from './describe.js'
import { createError } from './errors.js'
import { HEAVY_ROLES, NAVAL_ROLES, ROLE_NAMES, type PieceSymbol, type Role as RoleName } from './generated.js'

export {
  AIR_FORCE, ANTI_AIR, ARTILLERY, COMMANDER, ENGINEER, HEADQUARTER, INFANTRY, MILITIA, MISSILE, NAVY, ROLE_AIR_FORCE,
  ROLE_ANTI_AIR, ROLE_ARTILLERY, ROLE_COMMANDER, ROLE_ENGINEER, ROLE_HEADQUARTER, ROLE_INFANTRY, ROLE_MILITIA,
  ROLE_MISSILE, ROLE_NAVY, ROLE_TANK, TANK, type PieceSymbol,
} from './generated.js'

/** The names of all roles. */
export const Role = /* @__PURE__ */ Object.freeze({
  Commander: ROLE_NAMES.c,
  Infantry: ROLE_NAMES.i,
  Tank: ROLE_NAMES.t,
  Militia: ROLE_NAMES.m,
  Engineer: ROLE_NAMES.e,
  Artillery: ROLE_NAMES.a,
  AntiAir: ROLE_NAMES.g,
  Missile: ROLE_NAMES.s,
  AirForce: ROLE_NAMES.f,
  Navy: ROLE_NAMES.n,
  Headquarter: ROLE_NAMES.h,
} as const satisfies Record<string, RoleName>)

/** A role by its name. */
export type Role = RoleName

/** The letters of all roles. */
export const PIECE_SYMBOLS: readonly PieceSymbol[] = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ Object.keys(ROLE_NAMES) as PieceSymbol[],
)

/** True for the letter of each role. */
export const VALID_PIECE_TYPES: Readonly<Record<PieceSymbol, true>> = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ Object.fromEntries(/* @__PURE__ */ PIECE_SYMBOLS.map((symbol) => [symbol, true])),
) as Readonly<Record<PieceSymbol, true>>

/** Roles that cross the river only on the bridges of files f and h. */
export const HEAVY_PIECES: ReadonlySet<PieceSymbol> = /* @__PURE__ */ new Set<PieceSymbol>(HEAVY_ROLES)

/** The name of each letter. */
export const SYMBOL_TO_ROLE: Readonly<Record<PieceSymbol, Role>> = /* @__PURE__ */ Object.freeze({ ...ROLE_NAMES })

/** The letter of each name. */
export const ROLE_TO_SYMBOL: Readonly<Record<Role, PieceSymbol>> = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ Object.fromEntries(/* @__PURE__ */ PIECE_SYMBOLS.map((symbol) => [ROLE_NAMES[symbol], symbol])),
) as Readonly<Record<Role, PieceSymbol>>

/** All names, in the order of {@link PIECE_SYMBOLS}. */
export const ROLES: readonly Role[] = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ PIECE_SYMBOLS.map((symbol) => ROLE_NAMES[symbol]),
)

/** 1 for every point where a unit with this role on top can stand. */
export function getMovementMask(type: PieceSymbol): Uint8Array {
  return (NAVAL_ROLES as readonly PieceSymbol[]).includes(type) ? NAVY_MASK : LAND_MASK
}

/** A piece, or a stack: its carrier with the pieces that it carries. */
export interface Piece {
  type: PieceSymbol
  color: Color
  /** Whether it is heroic. Always present in results; may be missing in arguments. */
  heroic?: boolean
  /** The pieces that it carries, without the carrier; missing for a single piece. */
  carrying?: Piece[]
}

/** The pieces of a stack one by one, carrier first, none of them carrying. */
export function flattenPiece(piece: Piece): Piece[] {
  const { carrying, ...carrier } = piece
  return [carrier, ...(carrying ?? []).flatMap(flattenPiece)]
}

/** A copy of a unit that the rules wrote. It shares nothing with the unit. */
export function copyOfPiece(unit: Piece): Piece {
  return unit.carrying === undefined ? copyOfSingle(unit) : { ...copyOfSingle(unit), carrying: unit.carrying.map(copyOfSingle) }
}

function copyOfSingle({ type, color, heroic = false }: Piece): Piece {
  return { type, color, heroic }
}

/** A copy of a unit, or of the piece of this role that it carries. */
export function copyOfMember(unit: Piece, type: PieceSymbol): Piece | undefined {
  const member = memberOf(unit, type)
  return member === undefined ? undefined : copyOfPiece(member)
}

/** A unit if this role is on top, or the piece of this role that it carries. */
export function memberOf(unit: Piece, type: PieceSymbol): Piece | undefined {
  return unit.type === type ? unit : unit.carrying?.find((member) => member.type === type)
}

/** The value if it is the letter of a role. */
export function symbolOf(value: unknown): PieceSymbol | undefined {
  return PIECE_SYMBOLS.includes(value as PieceSymbol) ? (value as PieceSymbol) : undefined
}

/** Reads the text of a unit as the rules write it: `t`, `+T`, `(+NF)`. */
export function pieceFromText(text: string): Piece {
  if (text.charCodeAt(0) !== OPENING_PARENTHESIS) return singleFromText(text)
  const [carrier, ...carrying] = (text.match(/\+?[a-z]/gi) ?? []).map(singleFromText) as [Piece, ...Piece[]]
  carrier.carrying = carrying
  return carrier
}

/** The character with which the text of a stack begins. */
const OPENING_PARENTHESIS = 40

function singleFromText(text: string): Piece {
  const letter = text.at(-1) as string
  const type = letter.toLowerCase() as PieceSymbol
  return { type, color: letter === type ? 'b' : 'r', heroic: text.length > 1 }
}

/** Like {@link pieceFromText}, with a dash for a missing unit. */
export function pieceFromTextOrDash(text: string): Piece | undefined {
  return text === '-' ? undefined : pieceFromText(text)
}

/** Larger stacks are not read further. The rules decide which stacks exist. */
const MAX_READ_PIECES = 4

/** Writes a caller's piece as text for the rules; throws if it is not a piece. */
export function textFromPiece(piece: unknown): string {
  const letters: string[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) throw notAPiece(piece)
    const { type, color, heroic, carrying } = value as Partial<Piece>
    const symbol = symbolOf(type)
    if (symbol === undefined || (color !== 'r' && color !== 'b') || letters.length >= MAX_READ_PIECES) {
      throw notAPiece(piece)
    }
    letters.push((heroic ? '+' : '') + (color === 'r' ? symbol.toUpperCase() : symbol))
    if (carrying === undefined || carrying === null) return
    if (!Array.isArray(carrying)) throw notAPiece(piece)
    carrying.forEach(visit)
  }
  visit(piece)
  return letters.length === 1 ? letters.join('') : `(${letters.join('')})`
}

function notAPiece(value: unknown): Error {
  return createError('FEN_INVALID_PIECE', `Not a piece: ${describe(value)}`)
}

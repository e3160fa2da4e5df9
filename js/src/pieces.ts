/** Pieces, stacks and roles. */

import { describe, LAND_MASK, NAVY_MASK, type Color } from './board.js'
import { createError } from './errors.js'

/** A role by its letter. */
export type PieceSymbol = 'c' | 'i' | 't' | 'm' | 'e' | 'a' | 'g' | 's' | 'f' | 'n' | 'h'

/** Commander. Lost, and the game is lost. */
export const COMMANDER = 'c'
/** Infantry. One step, along ranks and files. */
export const INFANTRY = 'i'
/** Tank. Two steps, along ranks and files. */
export const TANK = 't'
/** Militia. One step, in all directions. */
export const MILITIA = 'm'
/** Engineer. Carries heavy pieces. */
export const ENGINEER = 'e'
/** Artillery. Three steps in all directions; takes past pieces. */
export const ARTILLERY = 'a'
/** Anti-Air. Air defence of level 1. */
export const ANTI_AIR = 'g'
/** Missile. Air defence of level 2; takes past pieces. */
export const MISSILE = 's'
/** Air Force. Flies four steps in all directions. */
export const AIR_FORCE = 'f'
/** Navy. Four steps at sea; air defence of level 1. */
export const NAVY = 'n'
/** Headquarter. Does not move until it is heroic. */
export const HEADQUARTER = 'h'

/** All letters. */
export const PIECE_SYMBOLS: readonly PieceSymbol[] = /* @__PURE__ */ Object.freeze([
  COMMANDER, INFANTRY, TANK, MILITIA, ENGINEER, ARTILLERY, ANTI_AIR, MISSILE, AIR_FORCE, NAVY, HEADQUARTER,
] as const)

/** The same, to be asked with `has`. */
export const VALID_PIECE_TYPES: ReadonlySet<PieceSymbol> = /* @__PURE__ */ new Set(PIECE_SYMBOLS)

/** Roles that cross the river only by the bridges on files f and h. */
export const HEAVY_PIECES: ReadonlySet<PieceSymbol> = /* @__PURE__ */ new Set<PieceSymbol>([ARTILLERY, ANTI_AIR, MISSILE])

/** A role by its name. */
export type Role =
  | 'commander' | 'infantry' | 'tank' | 'militia' | 'engineer' | 'artillery'
  | 'anti_air' | 'missile' | 'air_force' | 'navy' | 'headquarter'

export const ROLE_COMMANDER = 'commander'
export const ROLE_INFANTRY = 'infantry'
export const ROLE_TANK = 'tank'
export const ROLE_MILITIA = 'militia'
export const ROLE_ENGINEER = 'engineer'
export const ROLE_ARTILLERY = 'artillery'
export const ROLE_ANTI_AIR = 'anti_air'
export const ROLE_MISSILE = 'missile'
export const ROLE_AIR_FORCE = 'air_force'
export const ROLE_NAVY = 'navy'
export const ROLE_HEADQUARTER = 'headquarter'

/** The name of each letter. */
export const SYMBOL_TO_ROLE: Readonly<Record<PieceSymbol, Role>> = /* @__PURE__ */ Object.freeze({
  c: ROLE_COMMANDER, i: ROLE_INFANTRY, t: ROLE_TANK, m: ROLE_MILITIA, e: ROLE_ENGINEER, a: ROLE_ARTILLERY,
  g: ROLE_ANTI_AIR, s: ROLE_MISSILE, f: ROLE_AIR_FORCE, n: ROLE_NAVY, h: ROLE_HEADQUARTER,
})

/** The letter of each name. */
export const ROLE_TO_SYMBOL: Readonly<Record<Role, PieceSymbol>> = /* @__PURE__ */ Object.freeze({
  commander: COMMANDER, infantry: INFANTRY, tank: TANK, militia: MILITIA, engineer: ENGINEER,
  artillery: ARTILLERY, anti_air: ANTI_AIR, missile: MISSILE, air_force: AIR_FORCE, navy: NAVY,
  headquarter: HEADQUARTER,
})

/** All names, in the order of {@link PIECE_SYMBOLS}. */
export const ROLES: readonly Role[] = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ PIECE_SYMBOLS.map((symbol) => SYMBOL_TO_ROLE[symbol]),
)

/** 1 for every point on which a unit with this role on top can stand. */
export function getMovementMask(type: PieceSymbol): Uint8Array {
  return type === NAVY ? NAVY_MASK : LAND_MASK
}

/** A piece, or a stack: its carrier with what it carries. */
export interface Piece {
  type: PieceSymbol
  color: Color
  /** Promoted: one step further, in all eight directions. Results always tell; in arguments it may be missing. */
  heroic?: boolean
  /** What it carries, the carrier not included; missing for a lone piece. */
  carrying?: Piece[]
}

/** The pieces of a stack one by one, carrier first, none of them carrying. */
export function flattenPiece(piece: Piece): Piece[] {
  const { carrying, ...carrier } = piece
  return [carrier, ...(carrying ?? []).flatMap(flattenPiece)]
}

/** Letters of PieceSymbol only; undefined for anything else. */
export function symbolOf(value: unknown): PieceSymbol | undefined {
  return PIECE_SYMBOLS.includes(value as PieceSymbol) ? (value as PieceSymbol) : undefined
}

/** Reads the text of a unit as the rules write it: `t`, `+T`, `(+NF)`. */
export function pieceFromText(text: string): Piece {
  if (text.charCodeAt(0) !== STACK) return loneFromText(text)
  const [carrier, ...carrying] = (text.match(/\+?[a-z]/gi) ?? []).map(loneFromText) as [Piece, ...Piece[]]
  carrier.carrying = carrying
  return carrier
}

/** The code of the parenthesis with which a stack begins. */
const STACK = 40

function loneFromText(text: string): Piece {
  const letter = text.at(-1) as string
  const type = letter.toLowerCase() as PieceSymbol
  return { type, color: letter === type ? 'b' : 'r', heroic: text.length > 1 }
}

/** The same for a place where nothing may stand, written as a dash. */
export function pieceFromTextOrDash(text: string): Piece | undefined {
  return text === '-' ? undefined : pieceFromText(text)
}

/** No stack has more pieces, however deep they are nested. */
const MOST_PIECES = 3

/** Writes a piece from outside as text for the rules, after checking that it is one. */
export function textFromPiece(piece: unknown): string {
  const letters: string[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) throw notAPiece(piece)
    const { type, color, heroic, carrying } = value as Partial<Piece>
    const symbol = symbolOf(type)
    if (symbol === undefined || (color !== 'r' && color !== 'b') || letters.length > MOST_PIECES) {
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

/** Is this a piece or stack from outside, whether or not it could stand anywhere? */
export function isPiece(value: unknown): boolean {
  try {
    return textFromPiece(value) !== ''
  } catch {
    return false
  }
}

function notAPiece(value: unknown): Error {
  return createError('FEN_INVALID_PIECE', `Not a piece: ${describe(value)}`)
}

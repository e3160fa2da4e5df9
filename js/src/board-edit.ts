/** Changes by hand: removing a unit or pieces of it, side to move and clocks. */

import { fieldArgument } from './arguments.js'
import { describe } from './describe.js'
import type { GameStateMetadata } from './options.js'
import { flattenPiece, pieceFromText, textFromPiece, type Piece, type PieceSymbol } from './pieces.js'

/** What to remove: as a piece, and the letters of its roles; no letters for the whole unit. */
interface Removal {
  removed: Piece | undefined
  letters: string
}

/** What to remove of the unit on a point; throws an Error if `piece` is not part of it. */
export function removal(unit: Piece | undefined, square: unknown, piece?: Piece | PieceSymbol): Removal {
  if (piece === undefined) return { removed: unit, letters: '' }
  const wanted: { type: PieceSymbol; color?: Piece['color'] }[] =
    typeof piece === 'string' ? [{ type: piece }] : flattenPiece(pieceFromText(textFromPiece(piece)))
  const members = unit === undefined ? [] : flattenPiece(unit)
  const found = wanted.map((one) =>
    members.find(({ type, color }) => type === one.type && (one.color === undefined || color === one.color)),
  )
  if (found.some((member) => member === undefined)) {
    throw new Error(`Piece not found at ${describe(square)}: ${describe(piece)}`)
  }
  const [carrier, ...carrying] = found as [Piece, ...Piece[]]
  return {
    removed: carrying.length === 0 ? carrier : { ...carrier, carrying },
    letters: wanted.map(({ type }) => type).join(''),
  }
}

/** A FEN with other fields. The rules check their values. */
export function withFields(fen: string, { turn, halfMoves, moveNumber }: Partial<GameStateMetadata>): string {
  const fields = fen.split(' ')
  if (turn !== undefined) fields[1] = fieldArgument(turn)
  if (halfMoves !== undefined) fields[4] = fieldArgument(halfMoves)
  if (moveNumber !== undefined) fields[5] = fieldArgument(moveNumber)
  return fields.join(' ')
}

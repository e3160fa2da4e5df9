/** The moves that callers describe, found among the legal ones. */

import { nameOf, pointOf } from '../board.js'
import { MOVE_KINDS, SNAPSHOT_BITS } from '../generated.js'
import { PIECE_SYMBOLS, symbolOf, type PieceSymbol } from '../pieces.js'
import { refuse } from './refusals.js'
import type { GameSnapshot, StoreAnswer, StoreMove, StoreMoveKind } from './types.js'

/** A move as the rules take it: its points, its kind, and the piece that leaves its stack. */
function pack(from: number, to: number, kind: StoreMoveKind, piece: PieceSymbol | undefined): number {
  const role = piece === undefined ? 0 : PIECE_SYMBOLS.indexOf(piece) + 1
  return (
    to | (MOVE_KINDS.indexOf(kind) << SNAPSHOT_BITS.kindShift) | (from << SNAPSHOT_BITS.fromShift)
    | (role << SNAPSHOT_BITS.pieceShift)
  )
}

function packed({ from, to, kind, piece, deploy }: StoreMove): number {
  return pack(pointOf(from) as number, pointOf(to) as number, kind, deploy ? piece.type : undefined)
}

/** The legal move of a snapshot with this number. */
export function legalMove({ destinations }: GameSnapshot, number: number): StoreMove | undefined {
  const from = nameOf((number >> SNAPSHOT_BITS.fromShift) & 0xff)
  for (const { moves } of destinations[from] ?? []) {
    const found = moves.find((move) => packed(move) === number)
    if (found !== undefined) return found
  }
  return undefined
}

/** The number of the move that a caller describes, legal or not; a refusal if it is not one move. */
export function packedRequest(request: unknown, snapshot: GameSnapshot): number | StoreAnswer {
  const invalid = refuse('INVALID_ARGUMENT', { argument: 'move' })
  if (typeof request !== 'object' || request === null) return invalid
  const { from: start, to: end, piece, kind, deploy } = request as Record<string, unknown>
  const from = pointOf(start)
  const to = pointOf(end)
  if (from === undefined || to === undefined) return invalid
  const type = symbolOf(typeof piece === 'object' && piece !== null ? (piece as { type?: unknown }).type : piece)
  if (piece !== undefined && type === undefined) return invalid
  if (kind !== undefined && !MOVE_KINDS.includes(kind as StoreMoveKind)) return invalid
  const name = nameOf(to)
  const found: StoreMove[] = []
  for (const mover of snapshot.destinations[nameOf(from)] ?? []) {
    if (type !== undefined && mover.piece.type !== type) continue
    if (deploy !== undefined && mover.deploy !== Boolean(deploy)) continue
    for (const move of mover.moves) {
      if (move.to === name && (kind === undefined || move.kind === kind)) found.push(move)
    }
  }
  if (found.length === 0) {
    // The rules say why.
    const top = snapshot.pieces[nameOf(from)]?.type
    const leaves = deploy === undefined ? snapshot.deploy !== null || type !== top : Boolean(deploy)
    return pack(from, to, (kind as StoreMoveKind | undefined) ?? 'move', leaves ? type : undefined)
  }
  const [first, ...others] = preferred(found)
  return others.length === 0
    ? packed(first as StoreMove)
    : refuse('AMBIGUOUS_MOVE', { moves: Object.freeze([first, ...others]) }, [nameOf(from), name])
}

/** The whole unit before pieces that leave it; other moves before stay captures. */
function preferred(moves: StoreMove[]): StoreMove[] {
  const whole = moves.filter((move) => !move.deploy)
  const movers = whole.length > 0 ? whole : moves
  const others = movers.filter((move) => move.kind !== 'stay')
  return others.length > 0 ? others : movers
}

// How a site with stores and typed components uses the package. `tsc` checks this file; it is never
// run.

import {
  algebraic, BITS, CoTuLenh, createError, ErrorCode, FLAGS, flattenPiece, MoveResult, RED, Role, SQUARE_MAP,
  type Color, type FenLocation, type GameOptions, type InternalMove, type Piece, type PieceSymbol, type Square,
} from 'cotulenh-bitboard'

type Listener<T> = (value: T) => void

/** A store in the contract of Svelte. */
function writable<T>(value: T): { set(next: T): void; subscribe(listener: Listener<T>): () => void } {
  const listeners = new Set<Listener<T>>()
  return {
    set(next) {
      value = next
      listeners.forEach((listener) => listener(next))
    },
    subscribe(listener) {
      listeners.add(listener)
      listener(value)
      return () => listeners.delete(listener)
    },
  }
}

interface BoardProps {
  orientation: Color
  pieces: Map<Square, Piece>
  highlights: Square[]
  onSelect: (square: string) => void
}

const options: GameOptions = { skipLastGuardPromotion: true }
const game = new CoTuLenh(undefined, options)
const history = writable<string[]>(game.history())
const props: BoardProps = { orientation: RED, pieces: new Map(), highlights: [], onSelect: (square) => select(square) }

function select(square: string): void {
  const index: number | undefined = SQUARE_MAP[square]
  if (index === undefined) throw createError(ErrorCode.BOARD_INVALID_SQUARE, square)
  const unit = game.get(index)
  if (unit !== undefined) props.pieces.set(square, unit)
  const moves: MoveResult[] = game.moves({ verbose: true, square })
  props.highlights = moves.flatMap((move) => move.getHighlightSquares())
}

/** An exercise of a lesson: pieces are put on the board, and the learner moves on. */
function setUp(pieces: { type: PieceSymbol; square: string; heroic?: boolean }[], toMove: Color): void {
  game.clear()
  for (const { type, square, heroic = false } of pieces) game.put({ type, color: toMove, heroic }, square, true)
  game.setMetadata({ turn: toMove })
  game._turn = toMove
  game.setHeroicStatus(algebraic(SQUARE_MAP.c5), undefined, false)
}

function replay(moves: InternalMove[]): string[] {
  return moves.map((move) => {
    const captured: Piece[] = move.captured === undefined ? [] : flattenPiece(move.captured)
    const isDeploy = (move.flags & BITS.DEPLOY) !== 0
    return `${algebraic(move.from)} ${isDeploy ? FLAGS.DEPLOY : ''} ${captured.length}`
  })
}

function finish(): { text: string; destinations: string[] } {
  const session = game.getSession()
  const { success, result, reason } = game.commitSession()
  history.set(game.history())
  if (!success || result === undefined) return { text: reason ?? '', destinations: replay(session?.moves ?? []) }
  const { to } = result
  return { text: result.san, destinations: to instanceof Map ? Array.from(to.keys()) : [to] }
}

function place(location: FenLocation): string {
  const { rank, charIndex, context } = location
  return `${rank ?? ''}:${charIndex ?? ''}:${context ?? ''}`
}

const role: Role = Role.AntiAir
const labels: Partial<Record<Role, string>> = { [Role.Commander]: 'Tư lệnh', [role]: 'Pháo cao xạ' }
const byPoint: Partial<Record<Square, string>> = { a1: 'corner', k12: 'corner' }

export { byPoint, finish, history, labels, place, setUp }

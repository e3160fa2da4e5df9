// How a React site with server rendering uses the package. `tsc` checks this file; it is never run.

import {
  BLUE, CoTuLenh, CotulenhError, DEFAULT_POSITION, RED, ROLE_TO_SYMBOL, SYMBOL_TO_ROLE, validateFenString,
  type Color, type CoTuLenhInterface, type DeployStateView, type GameStateMetadata, type MoveResult, type Piece, type PieceSymbol, type Role,
  type Square, type ValidationError,
} from 'cotulenh-bitboard'

/** The state of a board, as a reducer keeps it: squares are plain strings there. */
interface BoardState {
  fen: string
  turn: Color
  selected: string | null
  pieces: Record<string, Piece | undefined>
  dests: Map<string, string[]>
  lastMove: string[]
  deploy: DeployStateView | null
  metadata: GameStateMetadata
}

function snapshot(game: CoTuLenhInterface, selected: string | null): BoardState {
  const pieces: BoardState['pieces'] = {}
  for (const row of game.board()) {
    for (const cell of row) if (cell !== null) pieces[cell.square] = game.get(cell.square)
  }
  const dests = new Map<string, string[]>()
  for (const { from, to } of game.moves({ verbose: true })) {
    const square = to as string
    dests.set(from, [...(dests.get(from) ?? []), square])
  }
  const last: MoveResult | undefined = game.history({ verbose: true }).at(-1)
  return {
    fen: game.fen(),
    turn: game.turn(),
    selected,
    pieces,
    dests,
    lastMove: last === undefined ? [] : last.getHighlightSquares(),
    deploy: game.getDeployState(),
    metadata: game.getMetadata(),
  }
}

/** A click on the board: the names come from attributes of elements. */
function play(game: CoTuLenh, from: string, to: string, role?: Role): string | null {
  try {
    const piece: PieceSymbol | undefined = role === undefined ? undefined : ROLE_TO_SYMBOL[role]
    const result = game.move(piece === undefined ? { from, to } : { from, to, piece, deploy: true }, { autoCommit: false })
    const landed: [string, Piece][] = result.to instanceof Map ? [...result.to] : []
    if (landed.length === 0 || game.canCommitSession()) game.commitSession()
    return result.san
  } catch (error) {
    return error instanceof CotulenhError ? error.code : null
  }
}

/** An API route that validates a move of the other player. */
export function validateMove({ fen, move }: { fen: string; move: string }): { ok: boolean; fen?: string; error?: string } {
  if (!validateFenString(fen)) {
    const [first]: (ValidationError | undefined)[] = CoTuLenh.checkFen(fen).errors
    return { ok: false, error: `${first?.code} in rank ${first?.location?.rank ?? 'none'} ${first?.location?.context ?? ''}` }
  }
  const game = new CoTuLenh(fen)
  game.move(move)
  return { ok: true, fen: game.fen() }
}

const game = new CoTuLenh(DEFAULT_POSITION)
const square: Square = location(3, 4)
const name: string = square
const state = snapshot(game, name)
const unit = game.get(name)
const symbol: string = unit === undefined ? '' : SYMBOL_TO_ROLE[unit.type]
const winner: Color | null = game.isCheckmate() ? (game.turn() === RED ? BLUE : RED) : null
const attackers: number[] = game.getAttackers(game.getCommanderSquare(RED), BLUE).map(({ square }) => square)
const zone: string[] | undefined = game.getAirDefenseInfluence().r.get(name)

function location(file: number, rank: number): string {
  return `${'abcdefghijk'.charAt(file)}${rank}`
}

export { attackers, play, state, symbol, winner, zone }

/** Moves and turns as the rules answer them, made into objects. */

import { nameOf, type Color, type Square } from './board.js'
import { turnOf } from './fen.js'
import {
  BITS, CAPTURE_MASK, FLAGS, readListedMoves, readPlayedTurn, readRecombinations, readTurnSteps, type TurnStepRecord,
} from './generated.js'
import { flagText, resultOf, type InternalMove, type MoveFields, type MoveResult } from './moves.js'
import { flattenPiece, pieceFromText, pieceFromTextOrDash, type Piece } from './pieces.js'

/** The results of a move list. */
export function listedMoves(text: string, color: Color, before: string): MoveResult[] {
  return readListedMoves(text).map(({ san, lan, flags, from, to, piece, target }) => {
    const bits = Number(flags)
    const fields: MoveFields = {
      color,
      from,
      to,
      piece: pieceFromText(piece),
      flags: flagText(bits),
      before,
      after: '?',
      san,
      lan,
    }
    if (bits & CAPTURE_MASK) fields.captured = pieceFromText(target)
    return resultOf(fields)
  })
}

/** A turn as the rules have played it; until its commit, the turn so far. */
export interface PlayedTurn {
  result: MoveResult
  /** The FEN of a deploy before its commit; empty while it is open, and for other turns. */
  open: string
  /** The number of the point where it starts. */
  from: number
  /** The unit that moved; of a deploy, the whole stack as it stood. */
  original: Piece
  /** The pieces of a deploy that may still step off, as one unit. */
  remaining: Piece | undefined
  /** The steps of a deploy, or the only move. */
  steps: InternalMove[]
}

/** Reads the answer to a move that was played in the position `before`. */
export function playedTurn(answer: string, before: string): PlayedTurn {
  const record = readPlayedTurn(answer)
  const color = turnOf(before)
  const from = Number(record.from)
  const original = pieceFromText(record.piece)
  const remaining = pieceFromTextOrDash(record.stay)
  const steps = readTurnSteps(record.steps).map((step) => stepOf(step, color, from))
  const fields: MoveFields = {
    color,
    from: nameOf(from),
    to: record.flags.startsWith(FLAGS.DEPLOY) ? destinationsOf(steps) : nameOf((steps[0] as InternalMove).to),
    piece: original,
    flags: record.flags,
    before,
    after: record.after,
    completed: record.completed === '1',
    stay: remaining,
    san: record.san,
    lan: record.lan,
  }
  const captured = steps.flatMap((step) => (step.captured === undefined ? [] : flattenPiece(step.captured)))
  if (captured.length > 0) fields.captured = captured
  return { result: resultOf(fields), open: record.open, from, original, remaining, steps }
}

/** Where each step went, with what stepped off. The last step to a point counts. */
function destinationsOf(steps: readonly InternalMove[]): Map<Square, Piece> {
  return new Map(steps.map(({ to, piece }) => [nameOf(to), piece]))
}

function stepOf({ flags, to, piece, captured, combined }: TurnStepRecord, color: Color, from: number): InternalMove {
  const step: InternalMove = { color, from, to: Number(to), piece: pieceFromText(piece), flags: Number(flags) }
  const taken = pieceFromTextOrDash(captured)
  const stack = pieceFromTextOrDash(combined)
  if (taken !== undefined) step.captured = taken
  if (stack !== undefined) step.combined = stack
  return step
}

/** The recombinations of a deploy, as moves. */
export function recombinationsOf(answer: string, color: Color, from: number): InternalMove[] {
  const flags = BITS.DEPLOY | BITS.COMBINATION
  return readRecombinations(answer).map(({ square, piece, combined }) =>
    stepOf({ flags: String(flags), to: square, piece, captured: '-', combined }, color, from),
  )
}

/** The argument of `move()`: a text, points, a step or a result. */

import { isGiven, textArgument } from './arguments.js'
import { pointOf } from './board.js'
import { describe } from './describe.js'
import { BITS, MAX_MOVE_LENGTH } from './generated.js'
import { isInternalMove, MoveResult, type InternalMove } from './moves.js'
import type { MoveObject, RuleBits } from './options.js'
import { symbolOf, type Piece, type PieceSymbol } from './pieces.js'
import { CallError, tryRules, type Rules } from './rules.js'

/** A move that a caller has described, ready to be played in a position. */
export interface MoveRequest {
  /** The caller's description, for messages. */
  given: unknown
  /** The beginning of the message if no move matches. */
  failure: string
  play(rules: Rules, fen: string, options: RuleBits, autoCommit: boolean): string
}

/** Reads the argument of `move()`; throws an Error if it cannot describe a move. */
export function moveRequest(move: unknown, strict: boolean): MoveRequest {
  if (typeof move === 'string') return textRequest(move, strict)
  if (move instanceof MoveResult) return textRequest(move.lan, true)
  if (typeof move !== 'object' || move === null) throw new Error(`Invalid or illegal move: ${describe(move)}`)
  return pointsRequest(move as MoveObject | InternalMove)
}

function textRequest(given: string, strict: boolean): MoveRequest {
  const text = textArgument(given, 'A move', MAX_MOVE_LENGTH)
  return {
    given,
    failure: 'Invalid or illegal move',
    play: (rules, fen, options, autoCommit) => rules.play_text(fen, options, text, strict, autoCommit),
  }
}

function pointsRequest(move: MoveObject | InternalMove): MoveRequest {
  const from = pointOf(move.from)
  const to = pointOf(move.to)
  if (from === undefined || to === undefined) {
    throw new Error(`Invalid square in move object: ${describe({ from: move.from, to: move.to })}`)
  }
  const failure = 'No matching legal move found'
  const { piece, deploy, stay } = isInternalMove(move) ? choiceOf(move) : move
  const type = symbolOf(piece)
  if (isGiven(piece) && type === undefined) throw new Error(`${failure}: ${describe(move)}`)
  const choice = (value: unknown): boolean | undefined => (isGiven(value) ? Boolean(value) : undefined)
  const [deploys, stays] = [choice(deploy), choice(stay)]
  return {
    given: move,
    failure,
    play: (rules, fen, options, autoCommit) =>
      rules.play_squares(fen, options, from, to, type, deploys, stays, autoCommit),
  }
}

/** What a step says about a move between two points. Other flags follow from the position. */
function choiceOf({ piece, flags }: InternalMove): Pick<MoveObject, 'piece' | 'deploy' | 'stay'> {
  const bits = Number(flags)
  return {
    // A step without a piece matches no move.
    piece: ((piece as Piece | undefined)?.type ?? '') as PieceSymbol,
    deploy: (bits & BITS.DEPLOY) !== 0,
    stay: (bits & BITS.STAY_CAPTURE) !== 0,
  }
}

/**
 * Plays a move in a position and returns the answer of the rules; throws an Error if they refuse.
 */
export function playRequest(
  { given, failure, play }: MoveRequest,
  fen: string,
  options: RuleBits,
  autoCommit: boolean,
): string {
  try {
    return tryRules((rules) => play(rules, fen, options, autoCommit))
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const ambiguous = error.code === 'AMBIGUOUS_MOVE'
    const [what, details] = ambiguous ? ['Multiple matching legal moves found', ` (${error.message})`] : [failure, '']
    throw new Error(`${what}: ${describe(given)}${details}`)
  }
}

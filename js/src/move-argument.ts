/** The argument of `move()`: a text, points, a step or a result. */

import { isGiven, textArgument } from './arguments.js'
import { pointOf } from './board.js'
import { describe } from './describe.js'
import { moveError } from './errors.js'
import { BITS, MAX_MOVE_LENGTH } from './generated.js'
import { MoveResult, type InternalMove } from './moves.js'
import type { MoveObject, RuleBits } from './options.js'
import { symbolOf, type Piece } from './pieces.js'
import { CallError, tryRules, type Rules } from './rules.js'

/** A move that a caller has described, ready to be played in a position. */
export interface MoveRequest {
  /** The caller's description, for messages. */
  given: unknown
  /** The beginning of the message if no move matches. */
  failure: string
  play(rules: Rules, fen: string, options: RuleBits, autoCommit: boolean): string
}

/** Reads the argument of `move()`; throws a {@link MoveError} if it cannot describe a move. */
export function moveRequest(move: unknown, strict: boolean): MoveRequest {
  if (typeof move === 'string') return textRequest(move, strict)
  if (move instanceof MoveResult) return textRequest(move.lan, true)
  if (typeof move !== 'object' || move === null) throw moveError('INVALID_MOVE', `Invalid or illegal move: ${describe(move)}`)
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

/** Reads each property once: it may be an accessor. */
function pointsRequest(move: MoveObject | InternalMove): MoveRequest {
  const { from: start, to: end, piece, flags, deploy, stay } = move as MoveObject & InternalMove
  const from = pointOf(start)
  const to = pointOf(end)
  if (from === undefined || to === undefined) {
    throw moveError('INVALID_SQUARE', `Invalid square in move object: ${describe({ from: start, to: end })}`)
  }
  const failure = 'No matching legal move found'
  // The other flags of a step follow from the position.
  const isStep = typeof start === 'number' && typeof end === 'number'
  const wanted: unknown = isStep ? (piece as Partial<Piece> | undefined)?.type : piece
  const type = symbolOf(wanted)
  if (type === undefined && (isStep || isGiven(wanted))) {
    throw moveError('INVALID_MOVE', `${failure}: ${describe(move)}`)
  }
  const choice = (value: unknown): boolean | undefined => (isGiven(value) ? Boolean(value) : undefined)
  const deploys = isStep ? (flags & BITS.DEPLOY) !== 0 : choice(deploy)
  const stays = isStep ? (flags & BITS.STAY_CAPTURE) !== 0 : choice(stay)
  return {
    given: move,
    failure,
    play: (rules, fen, options, autoCommit) =>
      rules.play_squares(fen, options, from, to, type, deploys, stays, autoCommit),
  }
}

/**
 * Plays a move in a position and returns the answer of the rules; throws a MoveError if they
 * refuse.
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
    throw moveError(ambiguous ? 'AMBIGUOUS_MOVE' : 'ILLEGAL_MOVE', `${what}: ${describe(given)}${details}`)
  }
}

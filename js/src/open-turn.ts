/** A turn before its commit: an open deploy, or a move that was played without one. */

import { hasOpenDeploy } from './fen.js'
import { readPlayedTurn, STATUS } from './generated.js'
import type { RuleBits } from './options.js'
import { askRules, CallError, statusOf, tryRules } from './rules.js'

/** A turn before its commit. */
export interface OpenTurn {
  /** The FEN as it is now. */
  fen: string
  /** The FENs before each of its steps; the first one is that before the turn. */
  stages: readonly string[]
  /** Of a move that is not a deploy step: the answer of the rules, and the options for it. */
  pending?: { answer: string; options: RuleBits } | undefined
}

/** The turn so far, as the rules answer it. */
export function turnSoFar({ fen, pending }: OpenTurn, options: RuleBits): string {
  return pending?.answer ?? askRules((rules) => rules.open_turn(fen, options))
}

/** Commits the turn and returns the answer of the rules; throws a {@link CallError} if they refuse. */
export function commitTurn({ fen, stages, pending }: OpenTurn, options: RuleBits): string {
  if (pending === undefined) return tryRules((rules) => rules.commit(fen, options))
  const { lan } = readPlayedTurn(pending.answer)
  return tryRules((rules) => rules.commit_move(stages[0] as string, pending.options, lan))
}

/** Whether the turn can be committed. */
export function canCommit(turn: OpenTurn, options: RuleBits): boolean {
  // Repetition does not matter before the commit.
  if (turn.pending === undefined) return (statusOf(turn.fen, options, 1) & STATUS.CAN_COMMIT) !== 0
  try {
    commitTurn(turn, options)
    return true
  } catch (error) {
    if (error instanceof CallError) return false
    throw error
  }
}

/** The FENs before each step of the open deploy of a FEN; none if no deploy is open. */
export function stagesOf(fen: string, options: RuleBits): readonly string[] {
  if (!hasOpenDeploy(fen)) return []
  return askRules((rules) => rules.stages(fen, options)).split('\n')
}

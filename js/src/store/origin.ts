/** Where a store begins: a position or a game with its history. */

import { CoTuLenh } from '../cotulenh.js'
import { CotulenhError } from '../errors.js'
import { DEFAULT_POSITION } from '../generated.js'
import { ruleBits, type GameOptions, type RuleBits } from '../options.js'
import { askRules } from '../rules.js'
import { refuse } from './refusals.js'
import type { StoreAnswer } from './types.js'

/** A copy of what the caller has given. */
export interface Origin {
  readonly options: RuleBits
  /** The FEN before the first turn, without an open deploy. */
  readonly start: string
  /** The LANs of the completed turns. */
  readonly turns: readonly string[]
  /** The present FEN. */
  readonly fen: string
  /** A new game in the state that was copied, with history, headers and comments. */
  game(): CoTuLenh
}

/** Reads what a store is to begin with: nothing, a FEN or a game. */
export function readOrigin(
  source: unknown,
  options: GameOptions | undefined,
): Origin | Extract<StoreAnswer, { ok: false }> {
  if (source === undefined || source === null) return originOfFen(DEFAULT_POSITION, options)
  if (typeof source === 'string') return originOfFen(source, options)
  if (source instanceof CoTuLenh) return originOfGame(source)
  return refuse('INVALID_ARGUMENT', { expected: 'a FEN or a CoTuLenh', found: typeof source })
}

function originOfFen(
  fen: string,
  options: GameOptions | undefined,
): Origin | Extract<StoreAnswer, { ok: false }> {
  try {
    const bits = ruleBits(options)
    const loaded = askRules((rules) => rules.load(fen, bits))
    return { options: bits, start: turnStart(loaded), turns: [], fen: loaded, game: () => new CoTuLenh(loaded, options) }
  } catch (error) {
    if (!(error instanceof CotulenhError)) throw error
    return refuse('INVALID_FEN', { fault: error.code })
  }
}

/** A game is copied as PGN, the only form that contains its comments. */
function originOfGame(source: CoTuLenh): Origin | Extract<StoreAnswer, { ok: false }> {
  const options = source.getOptions()
  const headers = source.getHeaders()
  const pgn = source.pgn()
  const fen = source.fen()
  const game = (): CoTuLenh => {
    const copy = new CoTuLenh(DEFAULT_POSITION, options)
    copy.loadPgn(pgn)
    // PGN adds the headers that every PGN has.
    copy._header = headers
    return copy
  }
  let copy: CoTuLenh
  try {
    copy = game()
  } catch (error) {
    if (!(error instanceof CotulenhError)) throw error
    return refuse('INVALID_HISTORY', { fen })
  }
  // A board that was changed by hand after the first turn, or an uncommitted move.
  if (copy.fen() !== fen) return refuse('INVALID_HISTORY', { fen, replayed: copy.fen() })
  const history = copy.history({ verbose: true })
  return {
    options: ruleBits(options),
    start: history[0]?.before ?? turnStart(fen),
    turns: history.map(({ lan }) => lan),
    fen,
    game,
  }
}

/** The FEN without its open deploy: the first six fields are the position before it. */
function turnStart(fen: string): string {
  return fen.split(' ', 6).join(' ')
}

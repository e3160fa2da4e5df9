/** Positions and games in few bytes (docs/compact.md of the repository). */

import { textArgument } from './arguments.js'
import { callBridge } from './bridge-call.js'
import { bytesOf, hexOf } from './bridge-methods.js'
import { MAX_FEN_LENGTH, MAX_LINE_LENGTH } from './generated.js'
import { ruleBits, type GameOptions } from './options.js'
import { askRules } from './rules.js'

/** A position that was read. */
export interface DecodedPosition {
  fen: string
  /** Its rule options, unless they are the default. */
  options?: GameOptions
}

/**
 * A position in few bytes, 44 for the start position: for databases and messages. Equal positions
 * have equal bytes. Throws a CotulenhError if the FEN is invalid.
 */
export function encodePosition(fen: string, options?: GameOptions | null): Uint8Array {
  const bits = ruleBits(options)
  const text = textArgument(fen, 'A FEN', MAX_FEN_LENGTH)
  const canonical = askRules((rules) => rules.load(text, bits), { fen: text })
  return askRules((rules) => rules.position_bytes(canonical, bits))
}

/** The position with these bytes. Throws a CotulenhError if there is none. */
export function decodePosition(bytes: Uint8Array): DecodedPosition {
  return callBridge('decodePosition', { bytes: digitsOf(bytes) })
}

/** The first game of a PGN in few bytes. */
export function gameBytes(pgn: string): Uint8Array {
  return bytesOf(callBridge<{ bytes: string }>('encodeGame', { pgn }).bytes)
}

/** The PGN of the game with these bytes. */
export function gamePgn(bytes: Uint8Array): string {
  return callBridge<{ pgn: string }>('decodeGame', { bytes: digitsOf(bytes) }).pgn
}

/** A caller's bytes as digits; of too many, as many as show it. */
function digitsOf(bytes: unknown): string {
  if (!(bytes instanceof Uint8Array)) throw new TypeError(`Bytes must be a Uint8Array, not ${typeof bytes}`)
  return hexOf(bytes.subarray(0, MAX_LINE_LENGTH / 2 + 1))
}

// The types as users of CommonJS see them. `tsc` checks this file; it is never run.

import cotulenh = require('cotulenh-bitboard')

const { CoTuLenh, CotulenhError, DEFAULT_POSITION, MoveResult, RED, SQUARE_MAP } = cotulenh

const game: cotulenh.CoTuLenh = new CoTuLenh(DEFAULT_POSITION)
const moves: string[] = game.moves()
const result: cotulenh.MoveResult = game.move('Ic6')
const piece: cotulenh.Piece | undefined = game.get(SQUARE_MAP.c6)
const squares: cotulenh.Square[] = result instanceof MoveResult ? result.getHighlightSquares() : []
const color: cotulenh.Color = cotulenh.swapColor(RED)
const check: cotulenh.ValidationResult = CoTuLenh.checkFen('')
const error: Error = new CotulenhError(cotulenh.ErrorCode.UNKNOWN_ERROR, 'unknown')
const over: boolean = cotulenh.bridge.position().over
const best: Promise<cotulenh.BestMove | null> = new cotulenh.Engine().bestMove()
const report: string = cotulenh.shadow(CoTuLenh, CoTuLenh).report()
const mask: Uint8Array = cotulenh.getMovementMask(cotulenh.NAVY)
const flat: cotulenh.Piece[] = cotulenh.flattenPiece({ type: 't', color: 'r' })

// @ts-expect-error not an export
cotulenh.Chess
// @ts-expect-error a FEN is a text
new CoTuLenh(1)
// @ts-expect-error no default export
cotulenh.default

// The exports of the ES module.
type Missing = Exclude<
  keyof typeof import('cotulenh-bitboard', { with: { 'resolution-mode': 'import' } }),
  keyof typeof cotulenh
>
const missing: [Missing] extends [never] ? true : false = true

export = { best, check, color, error, flat, mask, missing, moves, over, piece, report, squares }

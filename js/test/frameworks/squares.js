import { algebraic, VALID_SQUARES } from 'cotulenh-bitboard'

export const squares = VALID_SQUARES.map(algebraic)

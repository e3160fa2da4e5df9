import { CoTuLenh } from 'cotulenh-bitboard'

postMessage(new CoTuLenh().moves().length)

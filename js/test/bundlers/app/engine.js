// An application with a computer opponent, without any configuration of its bundler.

import { CoTuLenh } from 'cotulenh-bitboard'
import { search } from './search.js'

const game = new CoTuLenh()
game.move('Ic6')
search(game.fen(), {}).then((report) => {
  globalThis.report = report
})

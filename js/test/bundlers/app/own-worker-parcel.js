// A page whose content security policy forbids workers from text starts the worker itself. This is
// how: for Parcel.

import { DEFAULT_POSITION } from 'cotulenh-bitboard'
import { search } from './search.js'

const worker = () => new Worker(new URL('npm:cotulenh-bitboard/engine', import.meta.url), { type: 'module' })
search(DEFAULT_POSITION, { worker }).then((report) => {
  globalThis.report = report
})

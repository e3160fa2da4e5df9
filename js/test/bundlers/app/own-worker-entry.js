// A page whose content security policy forbids workers from text starts the worker itself. This is
// how: for bundlers that leave addresses alone; the script is a second entry.

import { DEFAULT_POSITION } from 'cotulenh-bitboard'
import { search } from './search.js'

const worker = () => new Worker(new URL('./engine.js', import.meta.url), { type: 'module' })
search(DEFAULT_POSITION, { worker }).then((report) => {
  globalThis.report = report
})

// An application that uses the rules only, on its page and in a worker.

import { CoTuLenh } from 'cotulenh-bitboard'

const worker = new Worker(new URL('./rules-worker.js', import.meta.url), { type: 'module' })
worker.onmessage = ({ data }) => {
  globalThis.report = { page: new CoTuLenh().moves().length, worker: data }
}
worker.onerror = ({ message }) => {
  globalThis.report = { error: message }
}

/** The files of the engine: the script of its worker and its WASM. */

import { loadHere, loadScript, loadWasm } from '#engine-files'
import { createError } from '../errors.js'

/** The WASM of the engine: the text of engine-wasm.js, or the bytes of engine.wasm. */
export type EngineWasm = string | ArrayBuffer

/** The WASM from a URL, or by default from engine-wasm.js. */
export async function engineWasm(url: string | undefined): Promise<EngineWasm> {
  if (url === undefined) return (await imported('engine-wasm.js', loadWasm, 'pass the option `wasmUrl`')).default
  let reason: string
  try {
    const response = await fetch(url)
    if (response.ok) return await response.arrayBuffer()
    reason = `status ${response.status}`
  } catch (error) {
    reason = String(error)
  }
  const remedy = 'serve the file dist/engine.wasm of cotulenh-bitboard there'
  throw createError('INTERNAL_INCONSISTENCY', `The engine cannot load ${url} (${reason}): ${remedy}`, { wasmUrl: url })
}

/** The script of a worker, as text. */
export async function workerScript(): Promise<string> {
  return (await imported('engine-script.js', loadScript, 'pass the option `worker`')).default
}

/** The engine as a module of this thread. */
export function localEngine(): ReturnType<typeof loadHere> {
  return imported('engine.js', loadHere, 'leave the option `worker` out')
}

/** A file beside index.js, or beside the bundle that contains it. */
async function imported<T>(file: string, load: () => Promise<T>, otherwise: string): Promise<T> {
  try {
    return await load()
  } catch (error) {
    const remedy = `serve it beside index.js, or with the other chunks of your bundler, or ${otherwise}`
    throw createError('INTERNAL_INCONSISTENCY', `The engine cannot load its file ${file} (${String(error)}): ${remedy}`, { file })
  }
}

/** Calls of the bridge, apart from its functions: one of those needs the engine. */

import { createError, isErrorCode } from './errors.js'
import { askRules } from './rules.js'

/**
 * Calls a method. An error is thrown as a CotulenhError whose metadata contain the code of the
 * bridge.
 */
export function callBridge<T>(method: string, request: object): T {
  if (typeof request !== 'object' || request === null) throw new TypeError('A request must be an object')
  const answer = JSON.parse(respond(JSON.stringify({ ...request, method, toJSON: undefined }))) as
    | { ok: true; result: T }
    | { ok: false; error: { code: string; message: string; index?: number } }
  if (answer.ok) return answer.result
  const { message, ...details } = answer.error
  throw createError(isErrorCode(details.code) ? details.code : 'UNKNOWN_ERROR', message, details)
}

/** Answers a line of JSON with a line of JSON. */
export function respond(line: string): string {
  if (typeof line !== 'string') throw new TypeError('A line must be a string')
  return askRules((rules) => rules.bridge(line))
}

/** Calls of the bridge, apart from its functions: one of those needs the engine. */

import { isBridgeMethod, runMethod, type BridgeMethod } from './bridge-methods.js'
import { BridgeError, bridgeError, BridgeRequest, checkLength, shorten } from './bridge-request.js'
import { describe } from './describe.js'
import { createError, isErrorCode } from './errors.js'
import { fieldText } from './json-text.js'

/**
 * Calls a method. An error is thrown as a CotulenhError whose metadata contain the code of the
 * bridge.
 */
export function callBridge<T>(method: BridgeMethod, request: object): T {
  if (typeof request !== 'object' || request === null) throw new TypeError('A request must be an object')
  try {
    return runMethod(method, new BridgeRequest(request)) as T
  } catch (error) {
    if (!(error instanceof BridgeError)) throw error
    const { message, ...details } = error.data
    throw createError(isErrorCode(details.code) ? details.code : 'UNKNOWN_ERROR', message, details)
  }
}

/** Answers a line of JSON with a line of JSON. */
export function respond(line: string): string {
  if (typeof line !== 'string') throw new TypeError('A line must be a string')
  let id = 'null'
  try {
    // As UTF-8, the line could not contain an unpaired surrogate.
    const text = checkLength(line).replace(/\p{Surrogate}/gu, '\ufffd')
    const request = requestIn(text)
    id = fieldText(text, 'id') ?? id
    return `{"id":${id},"ok":true,"result":${JSON.stringify(runMethod(methodOf(request), request))}}`
  } catch (error) {
    if (!(error instanceof BridgeError)) throw error
    return `{"id":${id},"ok":false,"error":${JSON.stringify(error.data)}}`
  }
}

function requestIn(line: string): BridgeRequest {
  const refuse = (reason: string): BridgeError => bridgeError('INVALID_REQUEST', `expected one JSON object: ${reason}`)
  let request: unknown
  try {
    request = JSON.parse(line)
  } catch (error) {
    throw refuse(describe((error as Error).message))
  }
  if (typeof request === 'object' && request !== null && !Array.isArray(request)) return new BridgeRequest(request)
  throw refuse(`found ${describe(request)}`)
}

function methodOf(request: BridgeRequest): BridgeMethod {
  const name = request.requiredText('method')
  if (isBridgeMethod(name)) return name
  throw bridgeError('UNKNOWN_METHOD', `unknown method ${describe(name)}`, { found: shorten(name) })
}

/** The entry of dist/rules.js: the public part of the rules, and what the engine's part needs. */

export { callBridge, respond } from './bridge-call.js'
export { isErrorCode, moveError } from './errors.js'
export * from './rules-api.js'

// The faults of positions and PGNs in words. The server finds them (RULES 13) and sends codes and
// parameters.

import { isText, t } from './i18n.js'

/** @import { ApiError, FenFault } from './api.js' */

/** @param {FenFault} fault */
export function faultText(fault) {
  const { code, variant, message, params } = fault
  const square = squareOf(fault)
  /** @type {Record<string, string>} */
  const values = params.color ? { color: t(`color.${params.color}`) } : {}
  const key = [`fault.${code}.${variant}`, `fault.${code}`].find(isText)
  const words = key ? t(key, values) : message
  return square ? t('fault.at', { square, words }) : words
}

/**
 * The point of a fault, if it has one.
 * @param {FenFault} fault
 */
export function squareOf({ location }) {
  return location?.square
}

/**
 * What is wrong with a PGN, and the text at fault.
 * @param {ApiError} error
 */
export function pgnFaultText({ body, message }) {
  const key = `pgn.${body.reason}`
  if (!isText(key)) return message
  return body.token ? t('pgn.at', { token: body.token, words: t(key) }) : t(key)
}

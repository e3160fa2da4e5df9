// The faults of positions and PGNs in words. The server finds them (RULES 13) and sends codes and
// parameters.

import { isText, t } from './i18n.js'
import { valueText } from './refusal-text.js'

/** @import { ApiError, FenFault } from './api.js' */

/** @param {FenFault} fault */
export function faultText({ code, variant, message, location, params }) {
  const key = `fault.${code}.${variant}`
  if (!isText(key)) return message
  const values = Object.entries(params).map(([name, value]) => [name, valueText(name, value)])
  const words = t(key, Object.fromEntries(values))
  if (location?.square) return t('fault.at', { square: location.square, words })
  return location?.rank ? t('fault.atRank', { rank: location.rank, words }) : words
}

/**
 * The point of a fault, if it has one.
 * @param {FenFault} fault
 */
export function squareOf({ location }) {
  return location?.square
}

/**
 * What is wrong with a PGN, where, and the text at fault; for a bad FEN header, the first fault of the
 * FEN.
 * @param {ApiError} error
 */
export function pgnFaultText({ body, message }) {
  const { reason, token, line, column, limit = '' } = body
  const key = `pgn.${reason}`
  if (!isText(key)) return message
  const [fault] = /** @type {FenFault[]} */ (body.errors ?? [])
  const words = fault ? `${t(key, { limit })} ${faultText(fault)}` : t(key, { limit })
  const quoted = token && !fault ? t('pgn.at', { token, words }) : words
  return line ? t('pgn.place', { line, column, words: quoted }) : quoted
}

// The faults of positions and PGNs in words. The server finds them (RULES 13) and sends codes and
// parameters.

import { isText, t } from './i18n.js'
import { carrierName } from './refusal-text.js'

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
 * A parameter in words: pieces and sides by name, everything else as it is.
 * @param {string} name
 * @param {string | number} value
 */
function valueText(name, value) {
  if (name === 'color') return t(value === 'r' ? 'color.r' : 'color.b')
  return name === 'piece' || name === 'unit' ? carrierName(String(value)) : value
}

/**
 * The point of a fault, if it has one.
 * @param {FenFault} fault
 */
export function squareOf({ location }) {
  return location?.square
}

/**
 * What is wrong with a PGN, where, and the text at fault.
 * @param {ApiError} error
 */
export function pgnFaultText({ body, message }) {
  const { reason, token, line, column, limit = '' } = body
  const key = `pgn.${reason}`
  if (!isText(key)) return message
  const words = t(key, { limit })
  const quoted = token ? t('pgn.at', { token, words }) : words
  return line ? t('pgn.place', { line, column, words: quoted }) : quoted
}

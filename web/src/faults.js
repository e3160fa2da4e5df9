// What is wrong with a position, in words. The server finds the faults (RULES 13); here they are only told.

import { parseUnit } from './board/units.js'
import { isText, t } from './i18n.js'

/** @import { FenError } from './api.js' */
/** @import { Color } from './types.js' */

/**
 * The sides without a Commander.
 * @param {Record<string, string>} units
 * @returns {Color[]}
 */
export function missingCommanders(units) {
  const pieces = Object.values(units).flatMap(parseUnit)
  return (/** @type {Color[]} */ (['r', 'b'])).filter(
    (side) => !pieces.some(({ role, color }) => role === 'C' && color === side),
  )
}

/**
 * @param {FenError} fault
 * @param {Color[]} missing The sides whose Commander is missing: the only fault of a whole position, told by its kind.
 */
export function faultText({ code, category, message, square }, missing = []) {
  if (code === 'FEN_INVALID_FORMAT' && category === 'semantic' && missing.length > 0) {
    const side = message.includes('blue') ? 'b' : message.includes('red') ? 'r' : missing[0]
    return t('fault.MISSING_COMMANDER', { side: t(`color.${side}`) })
  }
  const key = `fault.${code}`
  const words = isText(key) ? t(key) : message
  return square ? t('fault.at', { square, words }) : words
}

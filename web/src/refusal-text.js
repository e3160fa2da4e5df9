// Why a move is refused, in words. A refusal arrives as a code and parameters (docs/server.md). Its
// text is `refusal.<CODE>`, or `refusal.<CODE>.<variant>` where one code has several sentences.

import { parseUnit, pieceName } from './board/units.js'
import { isText, t } from './i18n.js'

/** @import { Refusal, RefusalValue } from './types.js' */

/**
 * The sentence of a refusal.
 * @param {Refusal} refusal
 */
export function reasonText({ code, variant, params = {} }) {
  const key = variant ? `refusal.${code}.${variant}` : `refusal.${code}`
  if (!isText(key)) return t('refused.unknown')
  const values = Object.entries(params).map(([name, value]) => [name, valueText(name, value)])
  return t(key, Object.fromEntries(values))
}

/**
 * The sentence of a refusal with its clause of the rules.
 * @param {Refusal} refusal
 */
export function refusalText(refusal) {
  return t('refused.clause', { reason: reasonText(refusal), clause: refusal.clause })
}

/**
 * A parameter of a refusal or fault in words: pieces and sides by name, everything else as it is.
 * @param {string} name
 * @param {RefusalValue} value
 * @returns {string | number}
 */
export function valueText(name, value) {
  if (Array.isArray(value)) return value.map((each) => valueText('', each)).join(', ')
  if (typeof value === 'object') return t('refusal.attacker', { piece: carrierName(value.piece), square: value.square })
  if (name === 'turn' || name === 'color') return t(value === 'r' ? 'color.r' : 'color.b')
  return ['unit', 'by', 'friend', 'piece'].includes(name) ? carrierName(String(value)) : value
}

/**
 * A unit is named by its carrier.
 * @param {string} unit
 */
function carrierName(unit) {
  const [carrier] = parseUnit(unit)
  return carrier ? pieceName(carrier) : unit
}

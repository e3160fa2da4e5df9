// The outcome of a game in words.

import { isText, t } from './i18n.js'

/** @import { Outcome } from './types.js' */

/** @param {Outcome} outcome */
export function outcomeText({ result, reason }) {
  const key = `outcome.reason.${reason}`
  return isText(key) ? `${t(`outcome.${result}`)} – ${t(key)}` : t(`outcome.${result}`)
}

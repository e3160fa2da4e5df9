// Why a move is refused: the server's reason with its clause.

import { api, ApiError } from './api.js'
import { reasonText, t } from './i18n.js'

/** @import { Reason } from './types.js' */

/** @param {Reason} why */
export function refusalText(why) {
  return t('refused.clause', { reason: reasonText(why), clause: why.clause })
}

/**
 * Asks the server why an attempt was refused, and tells.
 * @param {string} fen
 * @param {{from: string, to: string, unit: string}} attempt
 * @param {(text: string, tone: 'error') => void} say
 */
export async function explainRefusal(fen, attempt, say) {
  try {
    const why = await api.why({ fen, ...attempt })
    say(why.legal ? t('refused.unknown') : refusalText(why), 'error')
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    say(error.text, 'error')
  }
}

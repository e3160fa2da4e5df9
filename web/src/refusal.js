// Asks the server why a move is refused.

import { api, ApiError } from './api.js'
import { t } from './i18n.js'
import { refusalText } from './refusal-text.js'

/**
 * Asks the server why an attempt is refused, and shows the answer.
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

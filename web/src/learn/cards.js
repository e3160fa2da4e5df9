// All cards, in the order in which to learn them.

import { t } from '../i18n.js'
import { PIECE_CARDS } from './pieces.js'
import { RULE_CARDS } from './rules.js'

/**
 * Something to do on the board. Red is to move and has one turn.
 * @typedef {object} Task
 * @property {string} fen
 * @property {import('./goals.js').Goal} goal checked after every step
 * @property {string[]} solution moves that reach the goal, as the server reads them
 */

/**
 * A card: a short text and one or more tasks. Its texts are `lesson.<id>.title` and `.text`; those
 * of task `n`, counted from 1, are `lesson.<id>.<n>.task` and `.wrong`, which is shown after a
 * legal turn that misses the goal.
 * @typedef {object} Card
 * @property {string} id part of the address and of the keys
 * @property {string} symbol the unit drawn beside the title
 * @property {Task[]} tasks
 */

/** The cards by chapter. */
export const CHAPTERS = /** @type {const} */ ([
  { key: 'learn.pieces', cards: PIECE_CARDS },
  { key: 'learn.rules', cards: RULE_CARDS },
])

/** @type {Card[]} */
export const CARDS = CHAPTERS.flatMap(({ cards }) => cards)

/**
 * A text of a card.
 * @param {Card} card
 * @param {'title' | 'text' | `${number}.task` | `${number}.wrong`} name
 */
export function cardText(card, name) {
  return t(/** @type {import('../i18n.js').TextKey} */ (`lesson.${card.id}.${name}`))
}

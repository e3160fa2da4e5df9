// All cards, in the order in which they are best learnt.

import { PIECE_CARDS } from './pieces.js'
import { RULE_CARDS } from './rules.js'

/**
 * A text in every language of the page.
 * @typedef {{vi: string, en: string}} Words
 */

/**
 * Something to do on the board. Red is to move; one turn decides.
 * @typedef {object} Task
 * @property {string} fen
 * @property {import('./goals.js').Goal} goal asked after every step
 * @property {string[]} solution moves that reach the goal, as the server reads them
 * @property {Words} text what to do
 * @property {Words} wrong said after a legal turn that misses the goal
 */

/**
 * A card: a short text and one or more tasks.
 * @typedef {object} Card
 * @property {string} id part of the address
 * @property {string} symbol the unit drawn beside the title
 * @property {Words} title
 * @property {Words} text
 * @property {Task[]} tasks
 */

/** The cards by chapter. */
export const CHAPTERS = /** @type {const} */ ([
  { key: 'learn.pieces', cards: PIECE_CARDS },
  { key: 'learn.rules', cards: RULE_CARDS },
])

/** @type {Card[]} */
export const CARDS = CHAPTERS.flatMap(({ cards }) => cards)

// Ways through the tree of a study, by buttons and by keys.

import { endOf, rootOf } from '../tree.js'
import { go, show } from './study-board.js'

/** @import { Analysis } from './study-board.js' */

/** @param {Analysis} analysis */
export const first = (analysis) => go(analysis, rootOf(analysis.wanted.node))

/** @param {Analysis} analysis */
export const last = (analysis) => go(analysis, endOf(analysis.wanted.node))

/**
 * One step of an open deploy back, or one turn.
 * @param {Analysis} analysis
 */
export async function back(analysis) {
  const { wanted } = analysis
  if (wanted.steps.length > 0) await show(analysis, { ...wanted, steps: wanted.steps.slice(0, -1) })
  else if (wanted.node.parent) await go(analysis, wanted.node.parent)
}

/** @param {Analysis} analysis */
export async function forward(analysis) {
  const [next] = analysis.wanted.node.children
  if (next) await go(analysis, next)
}

/**
 * The previous or next variation at this place.
 * @param {Analysis} analysis
 * @param {number} offset
 */
async function sibling(analysis, offset) {
  const { node } = analysis.wanted
  const siblings = node.parent?.children ?? []
  const next = siblings[siblings.indexOf(node) + offset]
  if (next) await go(analysis, next)
}

/** @type {Record<string, (analysis: Analysis) => Promise<unknown>>} */
const KEYS = {
  ArrowLeft: back,
  ArrowRight: forward,
  ArrowUp: (analysis) => sibling(analysis, -1),
  ArrowDown: (analysis) => sibling(analysis, 1),
  Home: first,
  End: last,
}

/**
 * @param {Analysis} analysis
 * @param {KeyboardEvent} event
 */
export function pressKey(analysis, event) {
  if (analysis.setup || event.ctrlKey || event.altKey || event.metaKey || !(event.target instanceof HTMLElement)) return
  if (event.target.closest('input, select, textarea, dialog')) return
  if (event.key === 'Tab') analysis.byPointer = false
  // A keyboard user on the board needs the arrows there; after a click they navigate.
  if (analysis.elements.boardHost.contains(event.target) && !analysis.byPointer) return
  const action = KEYS[event.key]
  if (!action) return
  event.preventDefault()
  event.stopPropagation()
  void action(analysis)
}

// The study of the analysis page, stored for the lifetime of the tab: it survives other pages,
// changes of language and reloads.

import { nodesOf, rootOf } from './tree.js'

/** @import { TreeNode } from './tree.js' */

/**
 * @typedef {object} Study
 * @property {string} query The query it was opened with.
 * @property {TreeNode} node The current node.
 * @property {{lan: string, flags: string}[]} steps The steps of a deploy that is open after the
 *   node.
 * @property {Record<string, string>} headers
 */

const KEY = 'cotulenh.study'

/** @type {Study | null} */
let kept = null

/** @param {Study} study */
export function keepStudy(study) {
  kept = study
  try {
    // If this study does not fit, a reload must not restore the one before it.
    sessionStorage.removeItem(KEY)
    sessionStorage.setItem(KEY, JSON.stringify(stored(study)))
  } catch {
    // Without storage, or without room in it, the study lasts as long as the page.
  }
}

/**
 * The last study of this tab.
 * @returns {Study | null}
 */
export function keptStudy() {
  kept ??= readStored()
  return kept
}

/**
 * The study as plain data: a list of nodes, each with the index of its parent.
 * @param {Study} study
 */
function stored({ node, ...rest }) {
  const nodes = nodesOf(rootOf(node))
  const places = new Map(nodes.map((each, place) => [each, place]))
  return {
    ...rest,
    at: places.get(node),
    nodes: nodes.map(({ parent, children, ...node }) => ({ ...node, parent: parent && places.get(parent) })),
  }
}

/**
 * Reads the stored study; null if it is not usable. The server checks its positions before they are
 * shown.
 * @returns {Study | null}
 */
function readStored() {
  try {
    const { query, at, steps, headers, nodes } = Object(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
    /** @type {TreeNode[]} */
    const tree = []
    for (const { parent: place, turn, fen, before, stages, glyphs, after } of nodes) {
      const parent = place === null ? null : tree[place]
      if (parent === undefined || (parent === null) !== (tree.length === 0) || !texts(fen) || !isTurn(turn, parent)) return null
      if (!areComments(before) || !areComments(after) || !areAll(stages, isStage) || !areGlyphs(glyphs)) return null
      /** @type {TreeNode} */
      const node = { parent, children: [], turn, fen, before, stages, glyphs, after }
      parent?.children.push(node)
      tree.push(node)
    }
    const known = texts(query, ...Object.values(headers)) && areAll(steps, ({ lan, flags }) => texts(lan, flags))
    return known && tree[at] ? { query, node: tree[at], steps, headers } : null
  } catch {
    return null
  }
}

/** @param {...unknown} values */
function texts(...values) {
  return values.every((value) => typeof value === 'string')
}

/**
 * @param {unknown} values
 * @param {(value: any) => boolean} isKnown
 */
function areAll(values, isKnown) {
  return Array.isArray(values) && values.every((value) => isKnown(Object(value)))
}

/** @param {unknown} values */
function areComments(values) {
  return Array.isArray(values) && texts(...values)
}

/** @param {unknown} values */
function areGlyphs(values) {
  return Array.isArray(values) && values.every((value) => Number.isInteger(value))
}

/** @param {any} stage */
function isStage({ deploy, comments }) {
  return texts(deploy) && areComments(comments)
}

/**
 * @param {any} turn
 * @param {TreeNode | null} parent
 */
function isTurn(turn, parent) {
  if (parent === null) return turn === null
  const { san, lan, flags, fen, color, number, steps } = Object(turn)
  const known = texts(san, lan, flags, fen) && ['r', 'b'].includes(color) && Number.isInteger(number)
  return known && areAll(steps, ({ from, to }) => texts(from, to))
}

// A game with variations. Every node is a turn; its first child continues the line, the others
// start variations.

import { FIFTY_MOVE_CLOCK } from './generated.js'

/** @import { Annotations, Turn } from './types.js' */

/**
 * @typedef {object} TreeLinks
 * @property {TreeNode | null} parent Null for the root.
 * @property {TreeNode[]} children
 * @property {Turn | null} turn The turn that leads here; null for the root.
 * @property {string} fen The position after it.
 */
/** @typedef {TreeLinks & Annotations} TreeNode */

/**
 * @param {string} fen The start position.
 * @param {Turn[]} [turns] The main line.
 * @returns {TreeNode} The root.
 */
export function createTree(fen, turns = []) {
  const root = createNode(null, null, fen)
  turns.reduce(addTurn, root)
  return root
}

/**
 * @param {TreeNode | null} parent
 * @param {Turn | null} turn
 * @param {string} fen
 * @returns {TreeNode}
 */
function createNode(parent, turn, fen) {
  return { parent, children: [], turn, fen, before: [], stages: [], glyphs: [], after: [] }
}

/**
 * Whether the turn of a node is a deploy that is not complete: nothing follows it.
 * @param {TreeNode} node
 */
export function isUnfinished({ turn }) {
  return turn?.lan.endsWith('...') ?? false
}

/**
 * The child of a node for a turn. If there is none yet, it is added; it starts a variation if the
 * node has a child already.
 * @param {TreeNode} node
 * @param {Turn} turn
 * @returns {TreeNode}
 */
export function addTurn(node, turn) {
  const known = node.children.find((child) => child.turn?.lan === turn.lan && child.fen === turn.fen)
  if (known) return known
  const added = createNode(node, turn, turn.fen)
  node.children.push(added)
  return added
}

/**
 * The nodes from the root to this one, without the root.
 * @param {TreeNode} node
 * @returns {TreeNode[]}
 */
export function pathTo(node) {
  const path = []
  for (let at = node; at.parent; at = at.parent) path.unshift(at)
  return path
}

/** The longest text of the moves within an address, in characters. */
const LONGEST_TEXT = 4000

/**
 * The length of a move in an address, with its separator.
 * @param {string} text
 */
function addressLength(text) {
  return new URLSearchParams({ '': text }).toString().length
}

/**
 * The turns that led to this node, as far back as a repetition can reach, and the position before
 * them.
 * @param {TreeNode} node
 * @returns {{fen: string, moves: string[]}}
 */
export function historyOf(node) {
  const moves = []
  let at = node
  // A repetition reaches back no further: after as many turns without a capture the game is drawn.
  for (let length = 0; at.parent && at.turn && moves.length < FIFTY_MOVE_CLOCK; at = at.parent) {
    length += addressLength(at.turn.lan)
    if (length > LONGEST_TEXT) break
    moves.unshift(at.turn.lan)
  }
  return { fen: at.fen, moves }
}

/**
 * This node and its continuation.
 * @param {TreeNode} node
 */
export function lineFrom(node) {
  const line = [node]
  for (const { children } of line) if (children.length > 0) line.push(children[0])
  return line
}

/**
 * The last node of the line that this node is on.
 * @param {TreeNode} node
 */
export function endOf(node) {
  return lineFrom(node).at(-1) ?? node
}

/**
 * The whole line through this node, without the root.
 * @param {TreeNode} node
 */
export function lineThrough(node) {
  return pathTo(endOf(node))
}

/**
 * All nodes of a tree: parents before children, siblings in order.
 * @param {TreeNode} root
 */
export function nodesOf(root) {
  const nodes = [root]
  for (const node of nodes) nodes.push(...node.children)
  return nodes
}

/** @param {TreeNode} node */
export function rootOf(node) {
  return pathTo(node)[0]?.parent ?? node
}

/**
 * The first node of the variation that contains this node; null on the main line.
 * @param {TreeNode} node
 * @returns {TreeNode | null}
 */
export function variationOf(node) {
  for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return at
  return null
}

/**
 * Swaps the variation of this node with the line it branches from.
 * @param {TreeNode} node
 */
export function promote(node) {
  const first = variationOf(node)
  if (!first?.parent) return
  const siblings = first.parent.children
  first.parent.children = [first, ...siblings.filter((sibling) => sibling !== first)]
}

/**
 * Removes this turn and all that follow it.
 * @param {TreeNode} node
 * @returns {TreeNode} The parent.
 */
export function remove(node) {
  if (!node.parent) return node
  node.parent.children = node.parent.children.filter((child) => child !== node)
  return node.parent
}

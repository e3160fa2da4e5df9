// A game with variations: every node is a turn, its first child is how the line goes on, the others are variations.
// No drawing and no rules here.

/** @import { Turn } from './types.js' */

/**
 * @typedef {object} TreeNode
 * @property {TreeNode | null} parent Null for the root.
 * @property {TreeNode[]} children
 * @property {Turn | null} turn The turn that leads here; null for the root.
 * @property {string} fen The position after it.
 * @property {string} comment What is noted about that position; empty if nothing is.
 */

/**
 * @param {string} fen Where the game starts.
 * @param {Turn[]} [turns] The main line.
 * @returns {TreeNode} The root.
 */
export function createTree(fen, turns = []) {
  /** @type {TreeNode} */
  const root = { parent: null, children: [], turn: null, fen, comment: '' }
  turns.reduce(addTurn, root)
  return root
}

/**
 * The node of a turn after this one: the one that is there, or a new one, which begins a variation if the line already
 * goes on.
 * @param {TreeNode} node
 * @param {Turn} turn
 * @returns {TreeNode}
 */
export function addTurn(node, turn) {
  const known = node.children.find((child) => child.turn?.lan === turn.lan && child.fen === turn.fen)
  if (known) return known
  /** @type {TreeNode} */
  const added = { parent: node, children: [], turn, fen: turn.fen, comment: '' }
  node.children.push(added)
  return added
}

/**
 * The nodes from the root, which is left out, to this one.
 * @param {TreeNode} node
 * @returns {TreeNode[]}
 */
export function pathTo(node) {
  const path = []
  for (let at = node; at.parent; at = at.parent) path.unshift(at)
  return path
}

/** No repetition reaches further back: after so many turns without a capture the game is drawn. */
const LONGEST_HISTORY = 100
/** In characters of an address, where the moves stand beside the position. */
const LONGEST_TEXT = 4000

/**
 * How long a move is in an address, with the sign that parts it from the next.
 * @param {string} text
 */
function addressLength(text) {
  return new URLSearchParams({ '': text }).toString().length
}

/**
 * How this node was reached, as far back as its repetitions may lie: a position, and the turns from there.
 * @param {TreeNode} node
 * @returns {{fen: string, moves: string[]}}
 */
export function historyOf(node) {
  const moves = []
  let at = node
  for (let length = 0; at.parent && at.turn && moves.length < LONGEST_HISTORY; at = at.parent) {
    length += addressLength(at.turn.lan)
    if (length > LONGEST_TEXT) break
    moves.unshift(at.turn.lan)
  }
  return { fen: at.fen, moves }
}

/**
 * This node and how the line goes on.
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
 * The whole line that this node is on, the root left out.
 * @param {TreeNode} node
 */
export function lineThrough(node) {
  return pathTo(endOf(node))
}

/**
 * All nodes of a tree, every one after its parent and after those before it among its siblings.
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
 * The node at which the variation begins that this node belongs to; null on the main line.
 * @param {TreeNode} node
 * @returns {TreeNode | null}
 */
export function variationOf(node) {
  for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return at
  return null
}

/**
 * Makes the variation of this node the line, and the line a variation.
 * @param {TreeNode} node
 */
export function promote(node) {
  const first = variationOf(node)
  if (!first?.parent) return
  const siblings = first.parent.children
  first.parent.children = [first, ...siblings.filter((sibling) => sibling !== first)]
}

/**
 * Removes this turn and all that follows it.
 * @param {TreeNode} node
 * @returns {TreeNode} Where one is then.
 */
export function remove(node) {
  if (!node.parent) return node
  node.parent.children = node.parent.children.filter((child) => child !== node)
  return node.parent
}

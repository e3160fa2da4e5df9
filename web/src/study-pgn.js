// PGNs with variations, comments and glyphs. The server reads and writes them; here they are trees.

import { api, ApiError } from './api.js'
import { createTree, nodesOf } from './tree.js'

/** @import { TreeNode } from './tree.js' */

/** @typedef {{root: TreeNode, headers: Record<string, string>}} Imported */

/** The deepest nesting of variations that the list of moves can show. */
const DEEPEST = 64

/**
 * Reads the first game of a text.
 * @param {string} text
 * @returns {Promise<Imported>}
 */
export async function readStudy(text) {
  const { headers, nodes } = await api.readPgn(text)
  /** @type {TreeNode[]} */
  const tree = []
  /** @type {number[]} How many variations contain each node. */
  const depths = []
  for (const { parent: place, turn, fen, ...annotations } of nodes) {
    const parent = place === null ? null : tree[place]
    const outer = place === null ? 0 : depths[place]
    const depth = parent && parent.children.length > 0 ? outer + 1 : outer
    if (depth > DEEPEST) throw new ApiError(422, { code: 'INVALID_PGN', message: 'nested too deeply', reason: 'tooDeep', token: turn?.san, limit: DEEPEST })
    const node = { ...createTree(fen), parent, turn, ...annotations }
    parent?.children.push(node)
    tree.push(node)
    depths.push(depth)
  }
  return { root: tree[0], headers: Object.fromEntries(headers) }
}

/**
 * The PGN of a game with all its variations, comments and glyphs.
 * @param {TreeNode} root
 * @param {Record<string, string>} headers
 */
export async function writeStudy(root, headers) {
  const nodes = nodesOf(root)
  const places = new Map(nodes.map((node, place) => [node, place]))
  const { pgn } = await api.writePgn({
    headers: Object.entries(headers),
    nodes: nodes.map(({ parent, turn, fen, before, stages, glyphs, after }) => ({
      ...(parent && turn ? { parent: places.get(parent), lan: turn.lan } : { fen }),
      before,
      stages,
      glyphs,
      after,
    })),
  })
  return pgn
}

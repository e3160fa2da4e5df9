// Reads and writes PGNs with variations and comments. The server reads and writes the moves; this
// module splits the game into lines, and long lines into requests of a size that the server
// accepts.

import { api, ApiError } from './api.js'
import { START_FEN } from './generated.js'
import { formatMoves, parsePgn } from './pgn.js'
import { addTurn, createTree, lineFrom, nodesOf } from './tree.js'

/** @import { Turn } from './types.js' */
/** @import { WrittenLine } from './pgn.js' */
/** @import { TreeNode } from './tree.js' */

/** @typedef {{root: TreeNode, headers: Record<string, string>}} Imported */

/**
 * The most bytes of moves in one request; with everything else it stays below the server's limit.
 */
const PORTION = 6000
/** Headers that the server derives from the game. */
const DERIVED = ['SetUp', 'FEN', 'LastGuardPromotion']

/**
 * @param {string} text
 * @param {() => boolean} isWanted Checked before every line, since long texts take a while.
 * @returns {Promise<Imported | null>} Null if it is no longer wanted.
 */
export async function readStudy(text, isWanted) {
  const { headers: given, line } = parsePgn(text)
  const { position } = await api.position({ fen: given.FEN ?? START_FEN })
  const root = createTree(position.fen)
  const rules = given.LastGuardPromotion
  root.comment = line.comment
  /** @type {{line: WrittenLine, from: TreeNode}[]} */
  const lines = [{ line: { ...line, comment: '' }, from: root }]
  for (const { line, from } of lines) {
    if (!isWanted()) return null
    const turns = await readLine(from.fen, line.moves.map(({ text }) => text), rules)
    // A comment before the first move of a variation is added to that move.
    let { comment: opening } = line
    let before = from
    for (const [i, { comment, variations }] of line.moves.entries()) {
      const node = addTurn(before, turns[i])
      const empty = variations.filter(({ moves }) => moves.length === 0).map((variation) => variation.comment)
      node.comment = joined(node.comment, opening, comment, ...empty)
      for (const variation of variations) if (variation.moves.length > 0) lines.push({ line: variation, from: before })
      opening = ''
      before = node
    }
  }
  const headers = Object.fromEntries(Object.entries(given).filter(([name]) => !DERIVED.includes(name)))
  return { root, headers }
}

/** @param {...string} comments */
function joined(...comments) {
  return comments.filter((comment) => comment !== '').join(' ')
}

/**
 * The turns of a line of moves.
 * @param {string} fen
 * @param {string[]} texts
 * @param {string | undefined} rules The header about promotions, if there is one.
 */
async function readLine(fen, texts, rules) {
  /** @type {Turn[]} */
  const turns = []
  for (const part of portions(texts)) {
    const start = turns.at(-1)?.fen ?? fen
    const options = rules === undefined ? '' : `[LastGuardPromotion "${rules === 'off' ? 'off' : 'on'}"]\n`
    const read = await readPart(`[FEN "${start}"]\n${options}\n${part.join(' ')} *`)
    if (read.turns.length !== part.length) throw new ApiError(422, { code: 'INVALID_PGN', message: 'expected a whole turn', reason: 'partOfTurn', token: part[read.turns.length] })
    turns.push(...read.turns)
  }
  return turns
}

/** @param {string} pgn */
async function readPart(pgn) {
  try {
    return await api.readPgn(pgn)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'INVALID_PGN') throw error
    // The line number is that of the request, not of the user's text.
    throw new ApiError(error.status, { ...error.body, code: error.code, message: error.message.replace(/^line \d+(, |: )/, '') })
  }
}

/**
 * The PGN of a game with all its variations and comments.
 * @param {TreeNode} root
 * @param {Record<string, string>} headers
 */
export async function writeStudy(root, headers) {
  /** @type {Map<TreeNode, string>} */
  const texts = new Map()
  let outcome = '*'
  // A line starts at the root and at every variation.
  const beginnings = nodesOf(root).flatMap(({ children }) => (children[0]?.parent === root ? children : children.slice(1)))
  for (const first of beginnings) {
    const line = lineFrom(first)
    const written = await writeLine(first.parent?.fen ?? root.fen, line)
    for (const [i, node] of line.entries()) texts.set(node, written.texts[i])
    if (first === root.children[0]) outcome = written.outcome
  }
  const result = (headers.Result ?? '*') === '*' ? outcome : headers.Result
  const { pgn } = await api.writePgn({ fen: root.fen, moves: [], headers: { ...headers, Result: result } })
  const [top] = pgn.split('\n\n', 1)
  return `${top}\n\n${formatMoves(root, texts, parsePgn(pgn).headers.Result)}\n`
}

/**
 * The texts of a line's moves, and the result at its end.
 * @param {string} fen
 * @param {TreeNode[]} line
 */
async function writeLine(fen, line) {
  /** @type {string[]} */
  const texts = []
  let outcome = '*'
  for (const part of portions(line.map(({ turn }) => turn?.lan ?? ''))) {
    const start = texts.length === 0 ? fen : line[texts.length - 1].fen
    const { headers, line: written } = parsePgn((await api.writePgn({ fen: start, moves: part })).pgn)
    outcome = headers.Result
    texts.push(...written.moves.map(({ text }) => text))
  }
  return { texts, outcome }
}

/**
 * Splits the moves of a line so that each part fits into one request.
 * @param {string[]} texts
 */
function portions(texts) {
  /** @type {string[][]} */
  const parts = []
  let room = 0
  for (const text of texts) {
    const length = new TextEncoder().encode(JSON.stringify(text)).length + 1
    if (room < length) {
      parts.push([])
      room = PORTION
    }
    parts[parts.length - 1].push(text)
    room -= length
  }
  return parts
}

// Games with variations and comments, in and out as PGN. The server reads and writes every move; here the lines are
// taken apart for it and put together again, in messages that are short enough for it.

import { api, ApiError } from './api.js'
import { formatMoves, parsePgn } from './pgn.js'
import { START_FEN } from './fen.js'
import { addTurn, createTree, lineFrom, nodesOf } from './tree.js'

/** @import { Turn } from './types.js' */
/** @import { WrittenLine } from './pgn.js' */
/** @import { TreeNode } from './tree.js' */

/** @typedef {{root: TreeNode, headers: Record<string, string>}} Imported */

/** How long the moves of one message may be, in bytes; the rest of it stays below what the server takes. */
const PORTION = 6000
/** Headers that say where and how the game is played: the server derives them. */
const DERIVED = ['SetUp', 'FEN', 'LastGuardPromotion']

/**
 * @param {string} text
 * @param {() => boolean} isWanted Asked before every line: many of them take a while.
 * @returns {Promise<Imported | null>} Null if it is not wanted any more.
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
    // What stands before the first move of a variation is said of that move.
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
 * The turns that a line of moves means.
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
    // The line is one of the message; the user's text has others.
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
  // Lines begin at the root, and wherever a variation does.
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
 * The texts of a line's moves, and how the game ends with it.
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
 * Splits the moves of a line so that each part fits into one message.
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

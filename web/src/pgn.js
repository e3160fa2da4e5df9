// PGN as text: headers, moves, comments and nested variations. The server reads the moves
// themselves.

import { ApiError } from './api.js'

/** @import { TreeNode } from './tree.js' */

/**
 * A line of moves as written, with the comment before the first one.
 * @typedef {{comment: string, moves: WrittenMove[]}} WrittenLine
 */
/**
 * A move as written, with the comment after it and the variations that replace it.
 * @typedef {{text: string, comment: string, variations: WrittenLine[]}} WrittenMove
 */

/** The longest line of the text, in characters. */
const WIDTH = 80
/** The deepest nesting of variations. */
const DEEPEST = 64
/**
 * The most variations of a text: each is one request to the server.
 */
const MOST_VARIATIONS = 2000

const RESULTS = ['1-0', '0-1', '1/2-1/2', '*']
/** Comments and escaped lines before the headers. */
const PREAMBLE = /^(?:\s|\{[^}]*\}|[;%][^\n]*\n)+(?=\[)/
const HEADER = /^\[\s*(\w{1,255})\s+"((?:[^"\\]|\\.)*)"\s*\]$/
/**
 * One token of the moves. Parentheses around capital letters are a stack; all others enclose a
 * variation.
 */
const TOKEN = /\s+|^%.*$|;(?<rest>.*)$|\{(?<inside>[^}]*)\}|\$\d*|(?<word>(?:\([A-Z+]{1,6}\)|[^\s(){};$])+)|(?<mark>[(){}])/gmu

/**
 * @param {string} reason The end of a key `pgn.<reason>`.
 * @param {string} [token] The text at fault.
 */
function refuse(reason, token = '') {
  return new ApiError(422, { code: 'INVALID_PGN', message: reason, reason, token })
}

/**
 * Reads the first game of a text.
 * @param {string} text
 * @returns {{headers: Record<string, string>, line: WrittenLine}}
 */
export function parsePgn(text) {
  /** @type {Record<string, string>} */
  const headers = {}
  const written = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const [before = ''] = PREAMBLE.exec(written) ?? []
  const lines = written.slice(before.length).split('\n')
  const found = lines.findIndex((each) => !/^\s*(\[|$)|^%/.test(each))
  const top = found < 0 ? lines.length : found
  for (const each of lines.slice(0, top)) {
    const header = each.trim()
    if (header === '' || header.startsWith('%')) continue
    const [, name, value] = HEADER.exec(header) ?? []
    if (name === undefined) throw refuse('badHeader', header.slice(0, 80))
    headers[name] = value.replace(/\\(.)/g, '$1')
  }
  const { line, result } = parseMoves([before, ...lines.slice(top)].join('\n'))
  if (Object.keys(headers).length === 0 && line.moves.length === 0) throw refuse('noGame')
  if (result && (headers.Result ?? '*') === '*') headers.Result = result
  return { headers, line }
}

/**
 * The moves that are being read.
 * @typedef {object} MoveReader
 * @property {WrittenLine[]} open The current line, after the lines that contain it.
 * @property {number} variations How many variations there are so far.
 * @property {string | undefined} result
 */

/**
 * @param {string} text
 * @returns {{line: WrittenLine, result?: string}}
 */
function parseMoves(text) {
  /** @type {WrittenLine} */
  const main = { comment: '', moves: [] }
  /** @type {MoveReader} */
  const reader = { open: [main], variations: 0, result: undefined }
  for (const { groups = {} } of text.matchAll(TOKEN)) {
    const comment = groups.rest ?? groups.inside
    const { word, mark } = groups
    if (comment !== undefined) readComment(reader, comment)
    // The result may be followed by a comment; anything else belongs to another game.
    else if (isNextGame(reader, word ?? mark)) break
    else if (mark !== undefined) readMark(reader, mark)
    else if (word !== undefined) readWord(reader, word)
  }
  if (reader.open.length > 1) throw refuse('badVariation')
  return { line: main, result: reader.result }
}

/**
 * @param {MoveReader} reader
 * @param {string | undefined} token
 */
function isNextGame({ result }, token) {
  return token !== undefined && (result !== undefined || token.startsWith('['))
}

/**
 * A comment belongs to the move before it, or to the line.
 * @param {MoveReader} reader
 * @param {string} text
 */
function readComment({ open }, text) {
  const line = open[open.length - 1]
  const noted = line.moves.at(-1) ?? line
  noted.comment += (noted.comment && ' ') + text.trim().replace(/\s+/g, ' ')
}

/**
 * A parenthesis opens or closes a variation; a brace that is not part of a comment is a fault.
 * @param {MoveReader} reader
 * @param {string} mark
 */
function readMark(reader, mark) {
  const { open } = reader
  if (mark === '(') {
    const last = open[open.length - 1].moves.at(-1)
    if (!last || open.length > DEEPEST) throw refuse('badVariation')
    reader.variations++
    if (reader.variations > MOST_VARIATIONS) throw new ApiError(422, { code: 'TOO_MANY_VARIATIONS', message: 'too many variations', limit: MOST_VARIATIONS })
    const variation = { comment: '', moves: [] }
    last.variations.push(variation)
    open.push(variation)
  } else if (mark === ')') {
    if (open.length === 1) throw refuse('badVariation')
    open.pop()
  } else {
    throw refuse('openComment')
  }
}

/**
 * A result, a move number or a move.
 * @param {MoveReader} reader
 * @param {string} word
 */
function readWord(reader, word) {
  const { open } = reader
  if (RESULTS.includes(word)) {
    if (open.length === 1) reader.result = word
    return
  }
  const move = word.replace(/^\d+(\.+|$)/, '').replace(/^\.+$/, '')
  // An unfinished deploy is followed by the whole turn, or by nothing: only whole turns are kept.
  if (move !== '' && !move.endsWith('...')) open[open.length - 1].moves.push({ text: move, comment: '', variations: [] })
}

/**
 * Writes the moves of a tree, with variations in parentheses after the move they replace.
 * @param {TreeNode} root
 * @param {Map<TreeNode, string>} texts The move of every node.
 * @param {string} result
 */
export function formatMoves(root, texts, result) {
  const [first] = root.children
  const words = [...commentWords(root.comment), ...(first ? lineWords(first, texts) : []), result]
  let text = words[0]
  let width = text.length
  for (const word of words.slice(1)) {
    const fits = width + 1 + word.length <= WIDTH
    text += (fits ? ' ' : '\n') + word
    width = fits ? width + 1 + word.length : word.length
  }
  return text
}

/**
 * @param {TreeNode} first Where the line begins.
 * @param {Map<TreeNode, string>} texts
 * @returns {Iterable<string>}
 */
function* lineWords(first, texts) {
  // Blue's move needs a number only if it does not directly follow Red's.
  let numbered = false
  for (let node = first; node; node = node.children[0]) {
    const { color = 'r', number = 1 } = node.turn ?? {}
    if (color === 'r') yield `${number}.`
    else if (!numbered) yield `${number}...`
    yield texts.get(node) ?? ''
    yield* commentWords(node.comment)
    const siblings = node.parent?.children ?? []
    const variations = siblings[0] === node ? siblings.slice(1) : []
    for (const other of variations) yield* enclosed('(', [...lineWords(other, texts)], ')')
    numbered = node.comment === '' && variations.length === 0
  }
}

/**
 * @param {string} before
 * @param {string[]} words
 * @param {string} after
 */
function enclosed(before, words, after) {
  return words.map((word, i) => (i === 0 ? before : '') + word + (i === words.length - 1 ? after : ''))
}

/**
 * The words of a comment in PGN, where it cannot contain braces.
 * @param {string} comment
 */
function commentWords(comment) {
  const words = comment.replaceAll('{', '[').replaceAll('}', ']').split(/\s+/).filter((word) => word !== '')
  return enclosed('{', words, '}')
}

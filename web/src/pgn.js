// PGN as text: headers, moves, comments and variations, one within the other. What a move means is the server's business.

import { ApiError } from './api.js'

/** @import { TreeNode } from './tree.js' */

/**
 * A line of moves as it is written, with the comment before the first.
 * @typedef {{comment: string, moves: WrittenMove[]}} WrittenLine
 */
/**
 * A move as it is written, with the comment after it and the lines that may be played instead.
 * @typedef {{text: string, comment: string, variations: WrittenLine[]}} WrittenMove
 */

/** Where a line of the text is broken, in characters. */
const WIDTH = 80
/** Variations may stand within each other so many times. */
const DEEPEST = 64
/** A text may hold so many variations: the server is asked about each. The texts of `TOO_MANY_VARIATIONS` say so. */
const MOST_VARIATIONS = 2000

const RESULTS = ['1-0', '0-1', '1/2-1/2', '*']
/** Comments and escaped lines before the headers. */
const PREAMBLE = /^(?:\s|\{[^}]*\}|[;%][^\n]*\n)+(?=\[)/
const HEADER = /^\[\s*(\w{1,255})\s+"((?:[^"\\]|\\.)*)"\s*\]$/
/** One thing among the moves. A parenthesis around capital letters is a stack, any other is a variation's. */
const TOKEN = /\s+|^%.*$|;(?<rest>.*)$|\{(?<inside>[^}]*)\}|\$\d*|(?<word>(?:\([A-Z+]{1,6}\)|[^\s(){};$])+)|(?<mark>[(){}])/gmu

/** @param {string} message What is wrong, in the words of the server. */
function refuse(message) {
  return new ApiError(422, { code: 'INVALID_PGN', message })
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
    if (name === undefined) throw refuse(`at "${header.slice(0, 80)}": a header has the form [Name "value"]`)
    headers[name] = value.replace(/\\(.)/g, '$1')
  }
  const { line, result } = parseMoves([before, ...lines.slice(top)].join('\n'))
  if (Object.keys(headers).length === 0 && line.moves.length === 0) throw refuse('no game here')
  if (result && (headers.Result ?? '*') === '*') headers.Result = result
  return { headers, line }
}

/**
 * @param {string} text
 * @returns {{line: WrittenLine, result?: string}}
 */
function parseMoves(text) {
  /** @type {WrittenLine} */
  const main = { comment: '', moves: [] }
  // The line that is being read, and those it stands in.
  const open = [main]
  let variations = 0
  let result
  for (const { 0: token, groups = {} } of text.matchAll(TOKEN)) {
    const line = open[open.length - 1]
    const last = line.moves.at(-1)
    const comment = (groups.rest ?? groups.inside)?.trim().replace(/\s+/g, ' ')
    if (comment !== undefined) {
      const noted = last ?? line
      noted.comment += (noted.comment && ' ') + comment
    } else if (result !== undefined && (groups.word ?? groups.mark) !== undefined) {
      // Behind the result there may be a comment; anything else is another game.
      break
    } else if (groups.mark === '(') {
      if (!last || open.length > DEEPEST) throw refuse('a variation has no place here')
      variations++
      if (variations > MOST_VARIATIONS) throw new ApiError(422, { code: 'TOO_MANY_VARIATIONS', message: 'too many variations' })
      const variation = { comment: '', moves: [] }
      last.variations.push(variation)
      open.push(variation)
    } else if (groups.mark === ')') {
      if (open.length === 1) throw refuse('the parentheses of a variation do not match')
      open.pop()
    } else if (groups.mark !== undefined) {
      throw refuse('the comment is never closed')
    } else if (groups.word !== undefined) {
      // The headers of another game.
      if (token.startsWith('[')) break
      if (RESULTS.includes(token)) {
        if (open.length === 1) result = token
        continue
      }
      const move = token.replace(/^\d+(\.+|$)/, '').replace(/^\.+$/, '')
      // An unfinished deploy is followed by the whole turn, or by nothing: only whole turns are kept.
      if (move !== '' && !move.endsWith('...')) line.moves.push({ text: move, comment: '', variations: [] })
    }
  }
  if (open.length > 1) throw refuse('the parentheses of a variation do not match')
  return { line: main, result }
}

/**
 * Lays out the moves of a tree, the variations in parentheses behind the move they replace.
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
  // Blue's move needs a number only where Red's does not stand right before it.
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
 * A comment as the words of a PGN. It cannot hold braces.
 * @param {string} comment
 */
function commentWords(comment) {
  const words = comment.replaceAll('{', '[').replaceAll('}', ']').split(/\s+/).filter((word) => word !== '')
  return enclosed('{', words, '}')
}

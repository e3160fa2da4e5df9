// The turns of a game with variations and comments, as a list in which every turn is a button. The
// main line has two columns; a variation is running text below the turn that it replaces.

import { t } from './i18n.js'
import { el } from './ui.js'

/** @import { TreeNode } from './tree.js' */
/** @import { Turn } from './types.js' */

/** @typedef {(node: TreeNode, prefix?: string) => HTMLElement} MoveButton */

/**
 * @param {TreeNode} root
 * @param {TreeNode} current
 * @param {(node: TreeNode) => void} onChoose
 * @returns {HTMLElement}
 */
export function moveList(root, current, onChoose) {
  /** @type {MoveButton} */
  const move = (node, prefix = '') =>
    el(
      'button',
      { type: 'button', class: 'move', 'aria-current': node === current ? 'true' : null, onclick: () => onChoose(node) },
      prefix && el('span', { class: 'move-number' }, prefix),
      node.turn?.san ?? '',
      ...node.glyphs.map(glyph),
      node.turn && checkSign(node.turn),
    )
  const list = el('div', { class: 'move-list', role: 'group', 'aria-label': t('analyse.moves') })
  list.append(...comments(root.after))
  if (root.children.length === 0) list.append(el('p', { class: 'muted' }, t('analyse.noMoves')))
  list.append(...mainLine(root, move))
  return list
}

/**
 * The sign of check or checkmate after a turn.
 * @param {Turn} turn
 */
export function checkSign({ check, mate }) {
  if (!check) return null
  const [sign, title] = mate ? ['#', t('outcome.reason.checkmate')] : ['+', t('play.check')]
  return el('span', { class: 'move-check', title }, sign)
}

/** The glyphs that have a sign, by their number. */
const SIGNS = ['', '!', '?', '!!', '??', '!?', '?!']

/**
 * A glyph of a turn, by its sign or else its number.
 * @param {number} number
 */
function glyph(number) {
  return el('span', { class: 'glyph' }, SIGNS[number] || ` $${number}`)
}

/**
 * @param {string[]} texts
 * @param {'p' | 'span'} [element]
 */
function comments(texts, element = 'p') {
  return texts.map((text) => el(element, { class: 'comment' }, text))
}

/**
 * The comments inside a deploy and after the turn.
 * @param {TreeNode} node
 */
function commentsAfter({ stages, after }) {
  return [...stages.flatMap((stage) => stage.comments), ...after]
}

/**
 * The rows of the main line, with comments and variations between them.
 * @param {TreeNode} root
 * @param {MoveButton} move
 */
function mainLine(root, move) {
  /** @type {HTMLElement[]} */
  const parts = []
  /** @type {HTMLElement | null} */
  let row = null
  for (let node = root.children[0]; node; node = node.children[0]) {
    const { color = 'r', number = 1 } = node.turn ?? {}
    if (node.before.length > 0) {
      parts.push(...comments(node.before))
      row = null
    }
    if (color === 'r' || row === null) {
      row = el('div', { class: 'move-row' }, el('span', { class: 'move-number' }, `${number}.`))
      if (color === 'b') row.append(el('span', { class: 'move move-gap' }, '…'))
      parts.push(row)
    }
    row.append(move(node))
    const below = belowMove(node, move)
    parts.push(...below)
    if (color === 'b' || below.length > 0) row = null
  }
  return parts
}

/**
 * The comment and the variations of a turn of the main line.
 * @param {TreeNode} node
 * @param {MoveButton} move
 */
function belowMove(node, move) {
  const variations = node.parent?.children.slice(1) ?? []
  return [
    ...comments(commentsAfter(node)),
    ...(variations.length > 0 ? [el('div', { class: 'variations' }, ...variations.map((first) => variation(first, move)))] : []),
  ]
}

/**
 * @param {TreeNode} first
 * @param {MoveButton} move
 */
function variation(first, move) {
  const line = el('div', { class: 'variation' })
  let numbered = true
  for (let node = first; node; node = node.children[0]) {
    const { color = 'r', number = 1 } = node.turn ?? {}
    numbered ||= node.before.length > 0
    const prefix = color === 'r' ? `${number}.` : numbered ? `${number}…` : ''
    const after = commentsAfter(node)
    line.append(...comments(node.before, 'span'), move(node, prefix), ...comments(after, 'span'))
    // The other variations of the first turn are its siblings; the caller lists them.
    const inner = node === first ? [] : (node.parent?.children.slice(1) ?? [])
    line.append(...inner.map((child) => variation(child, move)))
    numbered = after.length > 0 || inner.length > 0
  }
  return line
}

// The turns of a game with their variations and comments, as a list in which every turn is a button. The line stands in
// two columns; variations run on as text beneath the turn they replace.

import { t } from './i18n.js'
import { el } from './ui.js'

/** @import { TreeNode } from './tree.js' */

/**
 * @param {TreeNode} root
 * @param {TreeNode} current
 * @param {(node: TreeNode) => void} onChoose
 * @returns {HTMLElement}
 */
export function moveList(root, current, onChoose) {
  const list = el('div', { class: 'move-list', role: 'group', 'aria-label': t('analyse.moves') })
  if (root.comment !== '') list.append(el('p', { class: 'comment' }, root.comment))
  if (root.children.length === 0) list.append(el('p', { class: 'muted' }, t('analyse.noMoves')))

  /** @param {TreeNode} node @param {string} [prefix] */
  const move = (node, prefix = '') =>
    el(
      'button',
      { type: 'button', class: 'move', 'aria-current': node === current ? 'true' : null, onclick: () => onChoose(node) },
      prefix && el('span', { class: 'move-number' }, prefix),
      node.turn?.san ?? '',
      node.turn?.check && el('span', { class: 'move-check', title: t('play.check') }, '+'),
    )

  /** @type {HTMLElement | null} */
  let row = null
  /** @param {number} number */
  const newRow = (number) => {
    row = el('div', { class: 'move-row' }, el('span', { class: 'move-number' }, `${number}.`))
    list.append(row)
    return row
  }
  for (let node = root.children[0]; node; node = node.children[0]) {
    const { color = 'r', number = 1 } = node.turn ?? {}
    const target = color === 'r' || row === null ? newRow(number) : row
    if (color === 'b' && target.children.length === 1) target.append(el('span', { class: 'move move-gap' }, '…'))
    target.append(move(node))
    if (node.comment !== '') list.append(el('p', { class: 'comment' }, node.comment))
    const variations = node.parent?.children.slice(1) ?? []
    if (variations.length > 0) list.append(el('div', { class: 'variations' }, ...variations.map((first) => variation(first, move))))
    if (color === 'b' || node.comment !== '' || variations.length > 0) row = null
  }
  return list
}

/**
 * @param {TreeNode} first
 * @param {(node: TreeNode, prefix?: string) => HTMLElement} move
 */
function variation(first, move) {
  const line = el('div', { class: 'variation' })
  let numbered = true
  for (let node = first; node; node = node.children[0]) {
    const { color = 'r', number = 1 } = node.turn ?? {}
    const prefix = color === 'r' ? `${number}.` : numbered ? `${number}…` : ''
    line.append(move(node, prefix))
    if (node.comment !== '') line.append(el('span', { class: 'comment' }, node.comment))
    // Variations of the first turn are its siblings, which are listed beside it.
    const inner = node === first ? [] : (node.parent?.children.slice(1) ?? [])
    line.append(...inner.map((child) => variation(child, move)))
    numbered = node.comment !== '' || inner.length > 0
  }
  return line
}

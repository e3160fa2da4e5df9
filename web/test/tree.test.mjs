// The tree of variations, without a page.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addTurn, createTree, endOf, historyOf, lineThrough, pathTo, promote, remove, rootOf, variationOf } from '../src/tree.js'

const turn = (name) => ({ san: name, lan: name, flags: 'n', fen: `after ${name}`, color: 'r', number: 1, steps: [], check: false, captured: [] })
const names = (nodes) => nodes.map((node) => node.turn.san).join(' ')

/** a b c, with d e as a variation instead of b, and f instead of e. */
function example() {
  const root = createTree('start', [turn('a'), turn('b'), turn('c')])
  const a = root.children[0]
  const d = addTurn(a, turn('d'))
  return { root, a, b: a.children[0], d, e: addTurn(d, turn('e')), f: addTurn(d, turn('f')) }
}

test('a game is a line without variations', () => {
  const root = createTree('start', [turn('a'), turn('b')])
  assert.equal(names(lineThrough(root)), 'a b')
  assert.equal(endOf(root).fen, 'after b')
  assert.equal(variationOf(endOf(root)), null)
  assert.equal(rootOf(endOf(root)), root)
})

test('the history of a node reaches back as far as a repetition can, and fits an address', () => {
  const { e } = example()
  assert.deepEqual(historyOf(e), { fen: 'start', moves: ['a', 'd', 'e'] })
  const long = endOf(createTree('start', Array.from({ length: 300 }, (_, i) => turn(`m${i}`))))
  assert.deepEqual(historyOf(long), { fen: 'after m199', moves: Array.from({ length: 100 }, (_, i) => `m${200 + i}`) })
  const wordy = endOf(createTree('start', Array.from({ length: 20 }, (_, i) => turn(`${i}`.padStart(999, '-')))))
  assert.equal(historyOf(wordy).moves.length, 4)
  assert.match(historyOf(wordy).fen, /-15$/)
  // There a sign may take three characters.
  const escaped = endOf(createTree('start', Array.from({ length: 20 }, () => turn('('.repeat(333)))))
  assert.equal(historyOf(escaped).moves.length, 4)
})

test('a different turn at an earlier node is a variation, the same turn is not', () => {
  const { a, b, d, e, f } = example()
  assert.equal(addTurn(a, turn('b')), b)
  assert.equal(names(a.children), 'b d')
  assert.equal(names(pathTo(e)), 'a d e')
  assert.deepEqual([variationOf(b), variationOf(e), variationOf(f)], [null, d, f])
})

test('a promoted variation becomes the line, step by step', () => {
  const { root, f, a } = example()
  promote(f)
  assert.equal(names(lineThrough(root)), 'a b c')
  assert.equal(names(lineThrough(f)), 'a d f')
  promote(f)
  assert.equal(names(lineThrough(root)), 'a d f')
  assert.equal(names(a.children), 'd b')
  promote(f)
  assert.equal(names(lineThrough(root)), 'a d f')
})

test('removing a turn removes those after it; the root stays', () => {
  const { root, a, d } = example()
  assert.equal(remove(d), a)
  assert.equal(names(a.children), 'b')
  assert.equal(remove(root), root)
  assert.equal(remove(a), root)
  assert.equal(names(lineThrough(root)), '')
})

// The solved tasks, stored in the browser.

/** @import { Card } from './cards.js' */

const KEY = 'cotulenh.learn'

/** @type {Set<string>} */
const solved = load()

/** Reads the stored progress; unusable values are dropped. */
function load() {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return new Set(Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : [])
  } catch {
    return new Set()
  }
}

/**
 * @param {Card} card
 * @param {number} task
 */
export function isSolved(card, task) {
  return solved.has(`${card.id}.${task}`)
}

/** @param {Card} card */
export function isLearnt(card) {
  return card.tasks.every((_, task) => isSolved(card, task))
}

/**
 * @param {Card} card
 * @param {number} task
 */
export function markSolved(card, task) {
  solved.add(`${card.id}.${task}`)
  save()
}

export function forgetAll() {
  solved.clear()
  save()
}

function save() {
  try {
    localStorage.setItem(KEY, JSON.stringify([...solved]))
  } catch {
    // Without storage the progress lasts until the page is closed.
  }
}

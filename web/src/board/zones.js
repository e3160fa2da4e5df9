// Air-defence zones: one soft outline per defender.

import { FILES, PIECE_TABLE, RANKS, ZONES } from '../generated.js'
import { svg } from '../ui.js'
import { centre, STEP } from './geometry.js'
import { colorOf, parseUnit } from './units.js'

/** @import { Color } from '../types.js' */

/** @typedef {{square: string, side: Color, squares: string[]}} Zone The points that one unit defends. */

/**
 * The zones of all units. Only the top of a stack defends (RULES 5.1).
 * @param {Record<string, string>} units
 * @returns {Zone[]}
 */
export function zonesOf(units) {
  return Object.entries(units).flatMap(([square, unit]) => {
    const [{ role, heroic }] = parseUnit(unit)
    const level = PIECE_TABLE[heroic ? /** @type {'+T'} */ (`+${role}`) : role].airDefense
    return level === 0 ? [] : [{ square, side: colorOf(unit), squares: covered(square, level) }]
  })
}

/**
 * @param {string} square
 * @param {number} level
 */
function covered(square, level) {
  const file = FILES.indexOf(square[0])
  const rank = Number(square.slice(1))
  return ZONES[level]
    .map(([files, ranks]) => ({ file: file + files, rank: rank + ranks }))
    .filter((point) => point.file >= 0 && point.file < FILES.length && point.rank >= 1 && point.rank <= RANKS)
    .map((point) => `${FILES[point.file]}${point.rank}`)
}

/**
 * @param {Zone} zone
 * @param {Color} orientation
 */
export function zoneMark({ square, side, squares }, orientation) {
  const cells = squares.map((each) => centre(each, orientation))
  return svg('path', { class: `zone ${side === 'r' ? 'red' : 'blue'}`, 'data-defender': square, d: outline(cells) })
}

/**
 * The border of a set of cells as a path. Every side of a cell that no neighbour shares is part of
 * it; the sides run clockwise, so each one ends where the next begins.
 * @param {{x: number, y: number}[]} cells
 */
function outline(cells) {
  const key = (/** @type {number} */ x, /** @type {number} */ y) => `${x} ${y}`
  const within = new Set(cells.map(({ x, y }) => key(x, y)))
  const half = STEP / 2
  /** @type {Map<string, string[]>} */
  const sides = new Map()
  for (const { x, y } of cells) {
    for (const [dx, dy] of [[0, -1], [1, 0], [0, 1], [-1, 0]]) {
      if (within.has(key(x + dx * STEP, y + dy * STEP))) continue
      const start = key(x + (dx + dy) * half, y + (dy - dx) * half)
      sides.set(start, [...(sides.get(start) ?? []), key(x + (dx - dy) * half, y + (dy + dx) * half)])
    }
  }
  let path = ''
  for (let [start] = sides.keys(); start !== undefined; [start] = sides.keys()) {
    path += `M${start}`
    for (let at = sides.get(start); at !== undefined; ) {
      const end = /** @type {string} */ (at.pop())
      if (at.length === 0) sides.delete(start)
      path += `L${end}`
      start = end
      at = sides.get(start)
    }
    path += 'Z'
  }
  return path
}

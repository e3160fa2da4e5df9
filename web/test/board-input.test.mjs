// Every legal move can be made on the board, and arrives as that move: all moves of 200 random positions, deploys
// in progress among them, by the same clicks that keys and assistive technology cause.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPage, stage } from './support.mjs'

const POSITIONS = 200
/** Positions in which the rarer kinds of move are legal: stay or go, suicide, recombination. */
const SPECIAL = [
  { fen: '7c3/11/11/4g6/11/6i4/11/1nT1F1F4/11/11/11/5C5 r - - 0 1', moves: [] },
  { fen: '7c3/11/11/11/11/8i2/11/11/11/2(NFT)8/11/5C5 r - - 0 1', moves: ['Fc3>e5'] },
  { fen: '7c3/11/11/2(nft)8/11/11/11/11/2I8/11/11/5C5 b - - 0 1', moves: [] },
]

const { server, browser } = await stage()

/** Random numbers that are the same in every run. */
function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let x = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Positions of random games, in which what is special in this game is played more often than by chance, and what the
 * moves between them changed.
 */
async function randomPositions(count) {
  const next = random(1)
  const pick = (list) => list[Math.floor(next() * list.length)]
  const positions = []
  const changes = []
  let fen
  while (positions.length < count) {
    const { position } = await server.post('/api/position', fen ? { fen } : {})
    if (position.outcome || position.moves.length === 0) {
      fen = undefined
      continue
    }
    if (next() < 0.5) positions.push(position)
    const special = position.moves.filter(({ kind, deploy }) => kind !== 'move' || deploy)
    const { lan, flags } = pick(special.length > 0 && next() < 0.5 ? special : position.moves)
    const action = position.session?.canCommit && next() < 0.3 ? 'commit' : { lan, flags }
    const answer = await server.post('/api/position', { fen: position.fen, moves: [action] })
    if (action !== 'commit') changes.push({ position, lan, flags, units: answer.position.units })
    fen = next() < 0.01 ? undefined : answer.position.fen
  }
  return { positions, changes }
}

/** Runs in the page: what it shows in advance of the server's answer, other than heroes, and differs from it. */
async function wrongPreviews(changes) {
  const { after } = await import('/src/board/preview.js')
  const plain = (units) => JSON.stringify(Object.entries(units).sort()).replaceAll('+', '')
  return changes
    .map(({ position, lan, flags, units }) => ({ position, units, move: position.moves.find((move) => move.lan === lan && move.flags === flags) }))
    .map(({ position, units, move }) => ({ fen: position.fen, move, shown: plain(after(position, move).units), confirmed: plain(units) }))
    .filter(({ shown, confirmed }) => shown !== confirmed)
}

/** Runs in the page: makes every move of every position on a board of its own, and tells what arrived otherwise. */
async function makeAll(positions) {
  const { createBoard } = await import('/src/board/board.js')
  const { rolesOf } = await import('/src/board/units.js')
  const host = document.querySelector('#page')
  host.replaceChildren()
  let arrived = []
  const board = createBoard(host, {
    onMove: (move) => arrived.push(move),
    onRefused: (attempt) => arrived.push({ refused: attempt }),
  })
  const button = (selector) => board.element.querySelector(selector)
  const make = ({ from, to, unit, deploy, kind }) => {
    button(`.point[data-square="${from}"]`).dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    button(`.point[data-square="${from}"]`).click()
    const parts = [...board.element.querySelectorAll('.piece-button')]
    const part = parts.find((one) => one.classList.contains('whole') !== deploy && rolesOf(one.dataset.unit) === rolesOf(unit))
    if (parts.length > 0) part.click()
    button(`.point[data-square="${to}"]`).click()
    button(`.chooser [data-kind="${kind}"]`)?.click()
  }
  const wrong = []
  const seen = { both: 0 }
  let count = 0
  for (const position of positions) {
    for (const move of position.moves) {
      arrived = []
      board.show(position, { interactive: 'both' })
      make(move)
      count += 1
      for (const name of [move.kind, move.deploy && 'deploy', move.recombine && 'recombine', position.session && 'session']) {
        if (name) seen[name] = (seen[name] ?? 0) + 1
      }
      if (position.moves.some((other) => other !== move && other.lan !== move.lan && other.unit === move.unit && other.from === move.from && other.to === move.to)) seen.both += 1
      const [{ lan, flags } = {}] = arrived
      if (arrived.length !== 1 || lan !== move.lan || flags !== move.flags) wrong.push({ fen: position.fen, move, arrived })
    }
  }
  board.destroy()
  return { count, seen, wrong }
}

test('every legal move of 200 random positions arrives as that move, and looks at once as the server has it', async (context) => {
  const special = await Promise.all(SPECIAL.map((what) => server.post('/api/position', what)))
  const { positions: played, changes } = await randomPositions(POSITIONS)
  const positions = [...special.map(({ position }) => position), ...played]
  const page = await openPage(browser, `${server.url}/#/play`)
  const seen = {}
  let count = 0
  for (let i = 0; i < positions.length; i += 20) {
    const answer = await page.evaluate(makeAll, positions.slice(i, i + 20))
    assert.deepEqual(answer.wrong.slice(0, 3), [])
    count += answer.count
    for (const [name, n] of Object.entries(answer.seen)) seen[name] = (seen[name] ?? 0) + n
  }
  for (let i = 0; i < changes.length; i += 50) {
    const wrong = await page.evaluate(wrongPreviews, changes.slice(i, i + 50))
    assert.deepEqual(wrong.slice(0, 3), [])
  }
  context.diagnostic(`${count} moves of ${positions.length} positions: ${JSON.stringify(seen)}`)
  for (const name of ['move', 'capture', 'stay', 'suicide', 'combine', 'deploy', 'recombine', 'session', 'both']) {
    assert(seen[name] > 0, `no ${name} among the moves`)
  }
})

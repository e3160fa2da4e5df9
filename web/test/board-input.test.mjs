// Every legal move can be made on the board and is reported as that move: all moves of 200 random
// positions, including open deploys, by the clicks that keys and assistive technology cause; and
// all moves of some positions with the mouse on the whole page, checked by the server's answer.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeploy, kindOf } from '../src/move.js'
import { openGame, openPage, stage } from './support.mjs'

const POSITIONS = 200
/** How many positions are tested with the mouse. */
const BY_MOUSE = 20
/** Start positions with few pieces, so that the mouse test is short. */
const FEW_PIECES = [
  '5c5/11/4h6/2a2(ti)5/11/11/11/11/4(TI)2M3/3G7/11/6C4 r - - 0 1',
  '7c3/11/5g5/11/2n8/8i2/11/11/4E3(EA)2/2(NI)8/11/5C5 r - - 0 1',
  '4c6/3(tm)7/11/6(ft)4/11/4I6/11/11/8S2/11/5(TM)5/5C5 b - - 0 1',
]
/** Positions with rare kinds of moves: stay captures, suicide captures, recombinations. */
const SPECIAL = [
  { fen: '7c3/11/11/4g6/11/6i4/11/1nT1F1F4/11/11/11/5C5 r - - 0 1', moves: [] },
  { fen: '7c3/11/11/11/11/8i2/11/11/11/2(NFT)8/11/5C5 r - - 0 1', moves: ['Fc3>e5'] },
  { fen: '7c3/11/11/2(nft)8/11/11/11/11/2I8/11/11/5C5 b - - 0 1', moves: [] },
]

const { server, browser } = await stage()

/** Reproducible random numbers. */
function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let x = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Positions of random games in which special moves are preferred, and the changes between them.
 */
async function randomPositions(count, starts = [undefined]) {
  const next = random(1)
  const pick = (list) => list[Math.floor(next() * list.length)]
  const positions = []
  const changes = []
  let fen = starts[0]
  while (positions.length < count) {
    const { position } = await server.post('/api/position', fen ? { fen } : {})
    if (position.outcome || position.moves.length === 0) {
      fen = pick(starts)
      continue
    }
    if (next() < 0.5) positions.push(position)
    const special = position.moves.filter((move) => kindOf(move) !== 'move' || isDeploy(move))
    const { lan, flags } = pick(special.length > 0 && next() < 0.5 ? special : position.moves)
    const action = position.session?.canCommit && next() < 0.3 ? 'commit' : { lan, flags }
    const answer = await server.post('/api/position', { fen: position.fen, moves: [action] })
    if (action !== 'commit') changes.push({ position, lan, flags, units: answer.position.units })
    fen = next() < 0.01 ? pick(starts) : answer.position.fen
  }
  return { positions, changes }
}

/**
 * Runs in the page: the previews that differ from the server's answer in more than heroic flags.
 */
async function wrongPreviews(changes) {
  const { after } = await import('/src/board/preview.js')
  const plain = (units) => JSON.stringify(Object.entries(units).sort()).replaceAll('+', '')
  return changes
    .map(({ position, lan, flags, units }) => ({ position, units, move: position.moves.find((move) => move.lan === lan && move.flags === flags) }))
    .map(({ position, units, move }) => ({ fen: position.fen, move, shown: plain(after(position, move).units), confirmed: plain(units) }))
    .filter(({ shown, confirmed }) => shown !== confirmed)
}

/**
 * Runs in the page: makes every move of every position on a separate board; returns the moves that
 * were reported wrongly.
 */
async function makeAll(positions) {
  const { createBoard } = await import('/src/board/board.js')
  const { rolesOf } = await import('/src/board/units.js')
  const { isDeploy, kindOf } = await import('/src/move.js')
  const host = document.querySelector('#page')
  host.replaceChildren()
  let arrived = []
  const board = createBoard(host, {
    onMove: (move) => arrived.push(move),
    onRefused: (attempt) => arrived.push({ refused: attempt }),
  })
  const button = (selector) => board.element.querySelector(selector)
  const make = (move) => {
    const { from, to, piece } = move
    button(`.point[data-square="${from}"]`).dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    button(`.point[data-square="${from}"]`).click()
    const parts = [...board.element.querySelectorAll('.piece-button')]
    const part = parts.find((one) => one.classList.contains('whole') !== isDeploy(move) && rolesOf(one.dataset.unit) === rolesOf(piece))
    if (parts.length > 0) part.click()
    button(`.point[data-square="${to}"]`).click()
    button(`.chooser [data-kind="${kindOf(move)}"]`)?.click()
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
      for (const name of [kindOf(move), isDeploy(move) && 'deploy', move.recombine && 'recombine', position.session && 'session']) {
        if (name) seen[name] = (seen[name] ?? 0) + 1
      }
      if (position.moves.some((other) => other !== move && other.lan !== move.lan && other.piece === move.piece && other.from === move.from && other.to === move.to)) seen.both += 1
      const [{ lan, flags } = {}] = arrived
      if (arrived.length !== 1 || lan !== move.lan || flags !== move.flags) wrong.push({ fen: position.fen, move, arrived })
    }
  }
  board.destroy()
  return { count, seen, wrong }
}

test('every legal move of 200 random positions is reported as that move, and its preview equals the server\'s position', async (context) => {
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

/** Runs in the page: the places of points and buttons in pixels, and what is selected. */
function layout() {
  const middle = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return [x + width / 2, y + height / 2]
  }
  const all = (selector) => [...document.querySelectorAll(selector)]
  return {
    points: Object.fromEntries(all('.point').map((one) => [one.dataset.square, middle(one)])),
    chosen: document.querySelector('.point[aria-selected=true]')?.dataset.square,
    parts: all('.piece-button').map((one) => ({
      at: middle(one),
      unit: one.dataset.unit,
      whole: one.classList.contains('whole'),
      chosen: one.getAttribute('aria-pressed') === 'true',
    })),
    undo: middle(document.querySelector('.undo')),
    kinds: all('.chooser button').map((one) => ({ at: middle(one), kind: one.dataset.kind })),
  }
}

const roles = (unit) => unit.replace(/[^a-z]/gi, '').toUpperCase()

/** Makes a move with the mouse; returns what the page sent and what the server answered. */
async function makeByMouse(page, move) {
  const { from, to, piece } = move
  const kind = kindOf(move)
  const answer = page.waitForResponse(/\/actions$/)
  const { points, chosen } = await page.evaluate(layout)
  if (chosen !== from) await page.mouse.click(...points[from])
  const { parts } = await page.evaluate(layout)
  const part = parts.find((one) => one.whole !== isDeploy(move) && roles(one.unit) === roles(piece))
  if (part && !part.chosen) await page.mouse.click(...part.at)
  await page.mouse.click(...points[to])
  if (kind === 'capture' || kind === 'stay') {
    const choice = (await page.evaluate(layout)).kinds.find((one) => one.kind === kind)
    if (choice) await page.mouse.click(...choice.at)
  }
  return sent(await answer)
}

/** Undoes the last action with the mouse, and waits until the page shows it. */
async function undoByMouse(page) {
  await page.waitForFunction(() => !document.querySelector('.undo').disabled)
  const answer = page.waitForResponse(/\/actions$/)
  await page.mouse.click(...(await page.evaluate(layout)).undo)
  const { game } = await sent(await answer)
  // While a deploy is open, only its own pieces can be picked up.
  await page.waitForFunction(({ turn, units, session }) => {
    const movable = [...document.querySelectorAll('.point.movable')].map((one) => one.dataset.square)
    const own = Object.keys(units).filter((square) => (session ? square === session.square : (units[square].toUpperCase() === units[square]) === (turn === 'r')))
    return JSON.stringify(movable.sort()) === JSON.stringify(own.sort())
  }, game.position)
  return game
}

async function sent(response) {
  return { action: response.request().postDataJSON().action, status: response.status(), game: await response.json() }
}

test('every legal move of 20 positions made with the mouse reaches the server as that move', async (context) => {
  const { positions } = await randomPositions(3 * BY_MOUSE, FEW_PIECES)
  const whole = positions.filter(({ session }) => session === null)
  const games = [...SPECIAL, ...whole.map(({ fen }) => ({ fen, moves: [] }))].slice(0, BY_MOUSE)
  assert.equal(games.length, BY_MOUSE)
  let count = 0
  for (const start of games) {
    const { position } = await server.post('/api/position', start)
    let page
    for (const move of position.moves) {
      page ??= (await openGame(browser, server, start, { viewport: { width: 1000, height: 900 } })).page
      const { action, status, game } = await makeByMouse(page, move)
      const told = `${move.lan} in ${position.fen}`
      assert.deepEqual(action, { type: 'move', lan: move.lan, flags: move.flags }, told)
      assert.equal(status, 200, told)
      const { lan, flags } = move
      const wanted = await server.post('/api/position', { fen: start.fen, moves: [...start.moves, { lan, flags }] })
      assert.equal(game.position.fen, wanted.position.fen, told)
      count += 1
      // Back to where it was; where the turn has ended with the deploy, that is a game of its own.
      const undone = await undoByMouse(page)
      if (undone.position.fen === position.fen) continue
      await page.context().close()
      page = undefined
    }
    assert.deepEqual(page?.complaints ?? [], [])
    await page?.context().close()
  }
  context.diagnostic(`${count} moves of ${games.length} positions by mouse`)
})

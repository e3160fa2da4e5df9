/** What a game remembers about its position: never stale, never shared, and as plain data. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { algebraic, CoTuLenh, CotulenhError, VALID_SQUARES } from 'cotulenh-bitboard'
import { guarded } from './support.mjs'

const NAMES = VALID_SQUARES.map((square) => algebraic(square))

/** Numbers from 0 to `limit - 1`, always the same ones. */
function random(seed) {
  let state = seed
  return (limit) => {
    state = (state * 48271) % 2147483647
    return state % limit
  }
}

/** Everything that depends on the position alone. */
function answers(game) {
  const all = game.moves({ verbose: true })
  return {
    units: NAMES.map((name) => game.get(name)),
    byNumber: VALID_SQUARES.map((square) => game.get(square)),
    board: game.board(),
    metadata: [game.turn(), game.halfMoves(), game.moveNumber(), game.getMetadata().fen],
    commanders: game._commanders,
    sans: game.moves(),
    all: all.map((move) => ({ ...move })),
    illegal: game.moves({ legal: false }),
    from: all.slice(0, 3).map(({ from }) => [game.moves({ square: from }), game.moves({ square: from, verbose: true })]),
    tanks: [game.moves({ pieceType: 't' }), game.moves({ pieceType: 't', verbose: true })],
    dests: game.dests(),
    airDefense: [game.getAirDefense(), game.getAirDefenseInfluence()],
    status: [game.isCheck(), game.isCheckmate(), game.isStalemate(), game.isDrawByFiftyMoves(), game.isCommanderCaptured()],
    deploy: game.getDeployState(),
  }
}

/** Calls that change a game; they may throw where they do not fit. */
const CHANGES = {
  move: (game, pick) => game.move(game.moves()[pick(game.moves().length)]),
  step: (game, pick) => {
    const steps = game.moves({ verbose: true }).filter(({ isDeploy }) => isDeploy)
    game.move(steps[pick(steps.length)], { autoCommit: false })
  },
  wait: (game, pick) => game.move(game.moves()[pick(game.moves().length)], { autoCommit: false }),
  undo: (game) => game.undo(),
  commit: (game) => game.commitSession(),
  cancel: (game) => game.cancelSession(),
  'session.undoLastMove': (game) => game.getSession().undoLastMove(),
  setSession: (game) => {
    const session = game.getSession()
    game.setSession(null)
    answers(game)
    game.setSession(session)
  },
  put: (game, pick) => game.put({ type: 'i', color: 'r' }, NAMES[pick(132)], pick(2) === 1),
  remove: (game, pick) => game.remove(NAMES[pick(132)]),
  setHeroicStatus: (game, pick) => game.setHeroicStatus(NAMES[pick(132)], undefined, pick(2) === 1),
  setMetadata: (game, pick) => game.setMetadata({ turn: 'rb'[pick(2)], halfMoves: pick(120), moveNumber: 1 + pick(50) }),
  load: (game) => game.load(game.fen()),
  clear: (game, pick) => pick(5) === 0 && game.clear(),
  restart: (game, pick) => pick(3) === 0 && game.load(new CoTuLenh().fen()),
  loadPgn: (game, pick) => game.loadPgn(pick(2) === 0 ? '1. Ic6 Ic7 *' : game.pgn()),
}

test('every answer is that of a new game with the same fen(), after any sequence of changes', () => {
  const pick = random(7)
  const names = Object.keys(CHANGES)
  const done = Object.fromEntries(names.map((name) => [name, 0]))
  const game = new CoTuLenh()
  for (let i = 0; i < 1500; i++) {
    // Playing is more frequent, so that games get somewhere.
    const name = pick(3) === 0 ? 'move' : pick(5) === 0 ? 'step' : names[pick(names.length)]
    const before = game.fen()
    try {
      CHANGES[name](game, pick)
    } catch (error) {
      assert.ok(error instanceof Error)
    }
    if (game.fen() !== before) done[name] += 1
    const session = game.getSession()
    if (session !== null && !session.isDeploy) {
      // Its FEN does not say that the move waits, so that only the board can be compared.
      assert.deepEqual(game.moves(), [], name)
      assert.deepEqual(game.moves({ verbose: true }), [], name)
      assert.deepEqual(NAMES.map((point) => game.get(point)), NAMES.map((point) => new CoTuLenh(game.fen()).get(point)), name)
    } else {
      assert.deepEqual(answers(game), answers(new CoTuLenh(game.fen())), `${name}: ${before} → ${game.fen()}`)
    }
  }
  const silent = ['load', 'setSession']
  for (const [name, times] of Object.entries(done)) {
    assert.ok(times > 0 || silent.includes(name), `${name} never changed the position`)
  }
})

test('isThreefoldRepetition(): occurrences are counted through undo(), put() and the counts of callers', () => {
  const game = new CoTuLenh()
  const cycle = ['Ic6', 'Ic7', 'Ic5', 'Ic8']
  const start = game.fen()
  for (let round = 0; round < 2; round++) for (const move of cycle) game.move(move)
  assert.equal(game.isThreefoldRepetition(), true)
  game.undo()
  assert.equal(game.isThreefoldRepetition(), false)
  game.move('Ic8')
  assert.equal(game.isThreefoldRepetition(), true)
  game.decrementPositionCount(start)
  assert.equal(game.isThreefoldRepetition(), false)
  game.incrementPositionCount(start)
  assert.equal(game.isThreefoldRepetition(), true)
  const changed = game.remove('e5') ?? game.remove('c5')
  assert.ok(changed)
  assert.equal(game.isThreefoldRepetition(), false)
})

test('decrementPositionCount(): more than there are is none, and a later visit counts again', () => {
  const game = new CoTuLenh()
  game.move('Ic6')
  const fen = game.fen()
  for (let i = 0; i < 3; i++) game.decrementPositionCount(fen)
  game.undo()
  game.move('Ic6')
  game.incrementPositionCount(fen)
  assert.equal(game.isThreefoldRepetition(), false)
  game.incrementPositionCount(fen)
  assert.equal(game.isThreefoldRepetition(), true)
})

test('get(), board(), moves(), dests(), getAirDefense() and history() give copies: changing them changes nothing', () => {
  const game = guarded('(T+I)e4 Fg5 ie6 Na4')
  game.move('T>xe6', { autoCommit: true })
  const twin = new CoTuLenh(game.fen())
  const spoil = (value) => {
    if (typeof value !== 'object' || value === null) return
    if (value instanceof Map) {
      for (const inner of value.values()) spoil(inner)
      value.clear()
      return
    }
    for (const [key, inner] of Object.entries(value)) {
      spoil(inner)
      value[key] = 'spoiled'
    }
    if (Array.isArray(value)) value.length = 0
  }
  const { deploy, ...expected } = answers(twin)
  for (let round = 0; round < 2; round++) {
    for (const point of NAMES) spoil(game.get(point))
    for (const value of [game.board(), game.moves(), game.moves({ verbose: true }), game.dests(), game.getAirDefense(),
      game.getAirDefenseInfluence(), game.getMetadata(), game.history(), game.toJSON()]) spoil(value)
    const { deploy: now, ...found } = answers(game)
    assert.deepEqual(found, expected)
    assert.deepEqual(now, deploy)
  }
})

test('history({verbose}): before and after of every turn, deploys and changes by hand included', () => {
  const pick = random(11)
  const game = new CoTuLenh()
  const expected = []
  let deploys = 0
  while (expected.length < 60) {
    const before = game.fen()
    const steps = game.moves({ verbose: true }).filter(({ isDeploy }) => isDeploy)
    if (steps.length > 0 && pick(2) === 0) {
      game.move(steps[pick(steps.length)], { autoCommit: false })
      if (game.getSession() !== null && !game.commitSession().success) {
        game.cancelSession()
        continue
      }
      deploys += 1
    } else {
      game.move(game.moves()[pick(game.moves().length)])
      if (game.getSession() !== null && !game.commitSession().success) {
        game.cancelSession()
        continue
      }
    }
    expected.push([before, game.fen()])
    if (game.isGameOver()) break
    if (expected.length % 10 === 0) game.setMetadata({ halfMoves: 0, moveNumber: game.moveNumber() + 1 })
  }
  assert.ok(expected.length > 20 && deploys > 2, `${expected.length} turns, ${deploys} deploys`)
  assert.deepEqual(game.history({ verbose: true }).map(({ before, after }) => [before, after]), expected)
  for (const [before] of expected.reverse()) {
    game.undo()
    assert.equal(game.fen(), before)
  }
})

test('toJSON(): JSON.stringify gives fen, start, turns, headers and options', () => {
  const game = guarded('(TI)e4 ie6', { skipLastGuardPromotion: true })
  const start = game.fen()
  game.setHeader('Event', 'Friendly')
  game.move('T>xe6')
  game.commitSession()
  const data = JSON.parse(JSON.stringify(game))
  assert.deepEqual(Object.keys(data), ['fen', 'start', 'turns', 'headers', 'options'])
  assert.deepEqual(data, {
    fen: game.fen(),
    start,
    turns: game.history({ verbose: true }).map(({ lan }) => lan),
    headers: game.getHeaders(),
    options: { skipLastGuardPromotion: true },
  })
  const copy = new CoTuLenh(data.start, data.options)
  for (const lan of data.turns) copy.move(lan)
  assert.equal(copy.fen(), game.fen())
})

test('toJSON(): structuredClone copies the data; of a game itself it gives an empty object', () => {
  const game = new CoTuLenh()
  game.move('Ic6')
  assert.deepEqual(structuredClone(game.toJSON()), game.toJSON())
  assert.deepEqual(structuredClone(game), {})
})

test('move() throws plain errors with a code; loadPgn() throws a CotulenhError with one', () => {
  const code = (game, ...args) => {
    const before = game.fen()
    try {
      game.move(...args)
    } catch (error) {
      assert.equal(Object.getPrototypeOf(error), Error.prototype)
      assert.equal(game.fen(), before)
      return Object.hasOwn(error, 'code') ? error.code : undefined
    }
    return assert.fail('no error')
  }
  const game = new CoTuLenh()
  for (const move of ['Ic9', 'nonsense', '', { from: 'c5', to: 'c9' }]) assert.equal(code(game, move), 'ILLEGAL_MOVE')
  for (const move of [null, undefined, 7, { from: 'c5', to: 'c6', piece: 'x' }]) assert.equal(code(game, move), 'INVALID_MOVE')
  for (const move of [{}, { from: 'c5', to: 'z9' }, { from: 4000, to: 2 }]) assert.equal(code(game, move), 'INVALID_SQUARE')
  assert.equal(code(guarded('(TI)e4 (TI)g4'), 'I<T>f4'), 'AMBIGUOUS_MOVE')
  game.move('Ic6', { autoCommit: false })
  assert.equal(code(game, 'Ic7'), 'UNCOMMITTED_MOVE')
  const isFault = (error) => error instanceof CotulenhError && error.code === 'MOVE_INVALID_DESTINATION'
  assert.throws(() => game.loadPgn('1. Ic9 *', { strict: true }), isFault)
})

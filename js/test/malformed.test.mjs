/**
 * Malformed arguments give an answer or an Error, never a trap, and the game still works
 * afterwards.
 */

import assert from 'node:assert/strict'
import test from 'node:test'
import * as api from 'cotulenh-bitboard'

const { bridge, CoTuLenh, MoveResult } = api

const CALLS = 100_000

/** A random number generator with a seed, so that a failure can be repeated. */
function generator(seed) {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const MEGABYTE = 'x'.repeat(1 << 20)
const LONE_SURROGATE = 'I\ud800c6\udfff'

/** Deeply nested, but not so deep that reading it overflows the stack of the caller. */
const nested = Array.from({ length: 200 }).reduce((inner) => ({ type: 't', color: 'r', carrying: [inner] }), null)
const cyclic = { type: 't', color: 'r' }
cyclic.carrying = [cyclic]

/** A value that is wrong nearly everywhere, or one that is right somewhere. */
function anyValue(game, random) {
  /** Calls back into the same game while it is being read. */
  const reentrant = () => {
    try {
      game.move('Ic6')
      game.undo()
      game.moves()
    } catch (error) {
      assert.ok(error instanceof Error)
    }
    return 'c5'
  }
  const all = [
    undefined, null, true, NaN, Infinity, -1, 0, 1.5, 0xba, 1e9, 2 ** 53, 10n, Symbol('s'), () => 'c5', '', ' ', 'c5', 'c6',
    'Ic6', 'z99', 'a13', '__proto__', 'constructor', 'toString', LONE_SURROGATE, '\0', 'Ⅻ', '💥'.repeat(99),
    MEGABYTE, MEGABYTE.slice(0, 3000), 'r', 'b', 't', 'n', 'C', [], ['c5'], new Map(), new Set([1]), new Date(NaN), /x/,
    new Proxy({}, { get() { throw new RangeError('from a proxy') } }),
    Object.create(null), cyclic, nested, { type: 't', color: 'r' }, { type: 'n', color: 'b', carrying: [{ type: 'f', color: 'b' }] },
    { type: 'c', color: 'r' }, { type: 't', color: 'r', carrying: 7 }, { type: '__proto__', color: 'r' },
    { from: 'c5', to: 'c6' }, { from: 'c5', to: '__proto__' }, { from: {}, to: [] }, { from: 66, to: 80, piece: 5, flags: 1 },
    { from: 112, to: 96, piece: { type: 'i', color: 'r' }, flags: 1, color: 'r' }, { from: 'c5', to: 'c6', piece: 'zz' },
    { get from() { return reentrant() }, to: 'c6' }, { toString: reentrant }, { valueOf: reentrant, [Symbol.toPrimitive]: reentrant },
    { verbose: true, square: 'c5' }, { verbose: 1, square: 9 }, { square: {} }, { pieceType: MEGABYTE }, { legal: false },
    { strict: true }, { autoCommit: false }, { fen: 'x' }, { fen: MEGABYTE }, { turn: 'x' }, { halfMoves: -1 }, { moveNumber: 0 },
    { halfMoves: 1e21 }, { depth: 1 }, { depth: 300 }, { moves: ['Ic6', 7] }, { newline: 5, maxWidth: -3, clocks: 'abc' },
    { newline: '\u2028', maxWidth: 1e300, clocks: [null, {}] }, api.DEFAULT_POSITION, `${api.DEFAULT_POSITION} c5:T:I>c6...`,
    '11/11/11/11/11/11/11/11/11/11/11/11 r - - 0 1', '[Event "\ud800"]\n\n1. Ic6 {', '1. Ic6 Ic7 *', '((((((((', '%clk {[%clk 1]}',
  ]
  return all[random(all.length)]
}

const UNTOUCHED = new Set(['constructor', 'free', 'printBoard'])
const methods = Object.getOwnPropertyNames(CoTuLenh.prototype).filter(
  (name) => !UNTOUCHED.has(name) && typeof Object.getOwnPropertyDescriptor(CoTuLenh.prototype, name).value === 'function',
)
const fields = ['_turn', '_halfMoves', '_moveNumber']
const statics = [
  ['CoTuLenh.checkFen', CoTuLenh.checkFen], ['validateFenString', api.validateFenString], ['flattenPiece', api.flattenPiece],
  ['algebraic', api.algebraic], ['rank', api.rank], ['isSquareOnBoard', api.isSquareOnBoard], ['swapColor', api.swapColor],
  ['getMovementMask', api.getMovementMask], ['isDigit', api.isDigit], ['createError', api.createError],
  ['flagsToString', MoveResult.flagsToString], ['calculateDeployFlags', MoveResult.calculateDeployFlags],
  ['calculateDeploySanLan', MoveResult.calculateDeploySanLan],
  // Searches have their own tests (api-engine.test.mjs): these calls are made all at once.
  ...Object.entries(bridge).filter(([name]) => name !== 'bestMove'),
]

/** Makes a call. A thrown value must be an Error, and not an internal one. */
function survive(name, call) {
  try {
    call()
  } catch (error) {
    assert.ok(error instanceof Error, `${name} threw ${typeof error}`)
    assert.ok(!(error instanceof WebAssembly.RuntimeError), `${name} trapped: ${error.stack}`)
    assert.notEqual(error.code, 'INTERNAL_INCONSISTENCY', `${name}: ${error.message}`)
  }
}

/** The game agrees with a new game of its FEN. */
function checkSanity(game, name) {
  const fen = game.fen()
  const open = game.getSession() !== null
  const fresh = new CoTuLenh(game.fen(false))
  assert.deepEqual(game.board(), fresh.board(), `${name}: ${fen}`)
  if (!open) assert.deepEqual(game.moves(), fresh.moves(), `${name}: ${fen}`)
  assert.equal(new CoTuLenh().moves().length, 116, name)
}

test(`${CALLS} malformed calls`, () => {
  const random = generator(2026)
  let game = new CoTuLenh()
  const called = new Set()
  for (let i = 0; i < CALLS; i++) {
    if (i % 50 === 0) game = new CoTuLenh()
    const args = Array.from({ length: random(4) }, () => anyValue(game, random))
    const what = random(20)
    let name
    if (what === 0) {
      name = 'new CoTuLenh'
      survive(name, () => new CoTuLenh(...args))
    } else if (what < 4) {
      const [label, call] = statics[random(statics.length)]
      name = label
      survive(name, () => call(...args))
    } else if (what === 4) {
      name = fields[random(fields.length)]
      survive(name, () => { game[name] = args[0] })
    } else if (what === 5 && game.getSession() !== null) {
      const session = game.getSession()
      const own = [
        'addMove', 'undoLastMove', 'isRecombineTarget', 'getRecombineOptions', 'generateRecombineMoves', 'getDeployView', 'commit',
      ]
      name = own[random(own.length)]
      survive(name, () => session[name](...args))
    } else {
      name = methods[random(methods.length)]
      survive(name, () => game[name](...args))
    }
    called.add(name)
    if (i % 100 === 0) checkSanity(game, name)
  }
  for (const method of methods) assert.ok(called.has(method), `${method} was never called`)
})

test('lone surrogates in headers and comments become replacement characters in a PGN', () => {
  const game = new CoTuLenh()
  game.setHeader('Event', LONE_SURROGATE)
  game.setComment('a\ud800b')
  const pgn = game.pgn()
  assert.ok(pgn.isWellFormed?.() ?? !/[\ud800-\udfff]/.test(pgn))
  assert.ok(pgn.includes('{a\ufffdb}'))
})

test('__proto__ is a header like any other', () => {
  const game = new CoTuLenh()
  game.setHeader('__proto__', 'polluted')
  assert.ok(Object.hasOwn(game.getHeaders(), '__proto__'))
  assert.equal({}.polluted, undefined)
  assert.equal(Object.getPrototypeOf(game.getHeaders()), Object.prototype)
  const read = new CoTuLenh()
  read.loadPgn(game.pgn())
  assert.equal(Object.getOwnPropertyDescriptor(read.getHeaders(), '__proto__').value, 'polluted')
  assert.equal(game.removeHeader('__proto__'), true)
})

test('a refused move changes nothing', () => {
  const game = new CoTuLenh()
  game.move('Ic6')
  const before = [game.fen(), game.history(), game.pgn()]
  for (const bad of ['Ic6', 'zz', MEGABYTE, { from: 'a1', to: 'a2' }, { from: 'x', to: 'y' }, null, 5]) {
    assert.throws(() => game.move(bad), Error)
    assert.deepEqual([game.fen(), game.history(), game.pgn()], before)
  }
  for (const bad of ['1. Ic6 zz *', '1. Ic6 Ic7 (', '[Event "x', MEGABYTE, null, 5]) {
    assert.throws(() => game.loadPgn(bad, { strict: true }), Error)
    assert.deepEqual([game.fen(), game.history(), game.pgn()], before)
  }
})

test('a move that plays another while it is being read is played after that one', () => {
  const game = new CoTuLenh()
  const sly = { get from() { game.move('Ic6'); game.move('Ic7'); return 'g5' }, to: 'g6' }
  game.move(sly)
  const honest = new CoTuLenh()
  for (const text of ['Ic6', 'Ic7', 'Mg6']) honest.move(text)
  assert.deepEqual([game.fen(), game.history(), game.pgn()], [honest.fen(), honest.history(), honest.pgn()])
  while (game.history().length > 0) game.undo()
  assert.equal(game.fen(), api.DEFAULT_POSITION)
})

test('a game freed while a move is being read throws', () => {
  const game = new CoTuLenh()
  assert.throws(() => game.move({ get from() { game.free(); return 'g5' }, to: 'g6' }), /freed/)
})

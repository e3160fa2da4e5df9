/** Two engines side by side. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CotulenhError, CoTuLenh, DEFAULT_POSITION, MoveResult, shadow } from 'cotulenh-bitboard'
import { fenOf, GUARDS, plainError, random, randomAction, records, stateOf } from './support.mjs'

const STACK = fenOf(`${GUARDS} (FTI)e4 ie8`)

/** A second engine with a fault: some methods of a game that do something else. */
function faulty(methods) {
  class Faulty extends CoTuLenh {}
  for (const [name, method] of Object.entries(methods)) {
    Object.defineProperty(Faulty.prototype, name, { value: method, configurable: true })
  }
  return Faulty
}

test('shadow(A, B): no differences when both are the same, over random games with deploys', () => {
  const Game = shadow(CoTuLenh, CoTuLenh)
  const below = random(3)
  const stock = records('sessions').map(({ fen }) => fen)
  let deploys = 0
  for (let i = 0; i < 12; i += 1) {
    const game = i % 2 === 0 ? new Game() : new Game(stock[below(stock.length)], { skipLastGuardPromotion: true })
    for (let action = 0; action < 25 && randomAction(game, below); action += 1) {
      stateOf(game)
      const session = game.getSession()
      if (session !== null) {
        deploys += 1
        assert.equal(session.canCommit(), session.getDeployView().canCommit)
        session.getCurrentResult()
        if (below(4) === 0) session.undoLastMove()
      }
      if (below(6) === 0) game.undo()
      if (below(4) === 0) game.setComment('x')
      assert.throws(() => game.move('nonsense'), Error)
    }
    game.getAirDefense()
    game.dests()
    game.loadPgn(game.pgn())
  }
  assert.ok(deploys > 10, `only ${deploys} steps of deploys`)
  assert.ok(Game.calls > 1000)
  assert.deepEqual(Game.differences, [])
  assert.equal(Game.report(), `${Game.calls} calls compared, 0 differences`)
})

test('shadow(A, B): the caller sees A, with its classes, properties and errors', () => {
  const B = faulty({ moves: () => [], fen: () => 'x', turn: () => { throw new Error('no') } })
  const game = new (shadow(CoTuLenh, B))()
  assert.ok(game instanceof CoTuLenh)
  assert.equal(game.fen(), DEFAULT_POSITION)
  assert.equal(game.turn(), 'r')
  assert.equal(game.moves().length, 116)
  const result = game.move('Ic6')
  assert.ok(result instanceof MoveResult)
  assert.deepEqual(game.history({ verbose: true }), [result])
  game.undo()
  assert.throws(() => game.move('Ic9'), plainError('Invalid or illegal move: Ic9'))
  assert.throws(() => game.load('x'), CotulenhError)
  assert.equal(game._turn, 'r')
  game._moveNumber = 7
  assert.equal(game.moveNumber(), 7)
})

test('shadow(A, B): setting a property reaches both', () => {
  const Game = shadow(CoTuLenh, CoTuLenh)
  const game = new Game()
  game._turn = 'b'
  game._halfMoves = 5
  assert.ok(game.moves().includes('Ic7'))
  assert.deepEqual(Game.differences, [])
})

test('shadow(A, B): a wrong answer is reported with call, place, both answers and position', () => {
  const B = faulty({
    moves(options) {
      return CoTuLenh.prototype.moves.call(this, options).map((san) => (san === 'Ed6' ? 'Ed6+' : san))
    },
  })
  const Game = shadow(CoTuLenh, B)
  assert.ok(new Game().moves().includes('Ed6'))
  assert.deepEqual(Game.differences, [{ call: 'moves()', path: '[2]', a: 'Ed6', b: 'Ed6+', fen: DEFAULT_POSITION }])
  const report = Game.report()
  assert.match(report, /1 differences/)
  for (const part of ['moves()', '[2]', 'Ed6', 'Ed6+', DEFAULT_POSITION]) assert.ok(report.includes(part), part)
})

test('shadow(A, B): a wrong field deep in an answer is found, also in Maps', () => {
  const B = faulty({
    history(options) {
      const turns = CoTuLenh.prototype.history.call(this, options)
      return turns.map((turn) => MoveResult.create({ ...turn, to: new Map([['e8', { type: 't', color: 'r' }]]) }))
    },
    getAirDefenseInfluence: () => ({ r: new Map(), b: new Map([['g9', ['g8']]]) }),
  })
  const Game = shadow(CoTuLenh, B)
  const game = new Game(STACK)
  game.move('(TI)<F>xe8')
  game.history({ verbose: true })
  const [first] = Game.differences
  assert.equal(first.call, 'history({"verbose":true})')
  assert.match(first.path, /^\[0\]\.to.*e8.*\.type$/)
  assert.deepEqual([first.a, first.b], ['f', 't'])
  game.getAirDefenseInfluence()
  assert.equal(Game.differences.length, 2)
  assert.match(Game.differences[1].path, /^\.b.*g9/)
})

test('shadow(A, B): a missing method is reported, not thrown', () => {
  const Game = shadow(CoTuLenh, faulty({ dests: undefined }))
  assert.ok(new Game().dests() instanceof Map)
  assert.equal(Game.differences.length, 1)
  const [{ call, b }] = Game.differences
  assert.equal(call, 'dests()')
  assert.match(String(b), /throws TypeError: there is no method dests/)
})

test('shadow(A, B): a method that throws in one engine only is reported with its message', () => {
  const throws = () => { throw new Error('out of order') }
  const Game = shadow(CoTuLenh, faulty({ isCheck: throws }))
  assert.equal(new Game().isCheck(), false)
  assert.equal(Game.differences.length, 1)
  assert.equal(Game.differences[0].a, false)
  assert.match(String(Game.differences[0].b), /throws Error: out of order/)
  // The other way round, the caller gets the error of A.
  const Other = shadow(faulty({ isCheck: throws }), CoTuLenh)
  assert.throws(() => new Other().isCheck(), /out of order/)
  assert.equal(Other.differences.length, 1)
  assert.match(String(Other.differences[0].a), /throws Error: out of order/)
})

test('shadow(A, B): both throw: messages may differ, codes must not', () => {
  const refuse = (error) => () => { throw error }
  const words = shadow(CoTuLenh, faulty({ move: refuse(new Error('other words')) }))
  assert.throws(() => new words().move('Ic9'), plainError('Invalid or illegal move: Ic9'))
  assert.deepEqual(words.differences, [])
  const codes = shadow(CoTuLenh, faulty({ put: refuse(new CotulenhError('UNKNOWN_ERROR', 'x')) }))
  assert.throws(() => new codes().put({ type: 't', color: 'r' }, 'a5'), { code: 'BOARD_INVALID_TERRAIN' })
  const [{ path, a, b }] = codes.differences
  assert.deepEqual([path, a, b], ['thrown.code', 'BOARD_INVALID_TERRAIN', 'UNKNOWN_ERROR'])
})

test('shadow(A, B): a different position after a call is reported although the answers agree', () => {
  const B = faulty({
    setHeroicStatus(square, type) {
      return CoTuLenh.prototype.setHeroicStatus.call(this, square, type, false)
    },
  })
  const Game = shadow(CoTuLenh, B)
  const game = new Game()
  game.setHeroicStatus('c5', 'i', true)
  assert.equal(Game.differences.length, 1)
  const [{ call, path, a, b, fen }] = Game.differences
  assert.equal(call, 'setHeroicStatus("c5", "i", true)')
  assert.match(path, /fen/)
  assert.deepEqual([a, b, fen], [game.fen(), DEFAULT_POSITION, DEFAULT_POSITION])
})

test('shadow(A, B): a wrong answer of a session is reported, and sessions stay in the same state', () => {
  const B = faulty({
    getSession() {
      const session = CoTuLenh.prototype.getSession.call(this)
      if (session !== null) session.canCommit = () => false
      return session
    },
  })
  const Game = shadow(CoTuLenh, B)
  const game = new Game(STACK)
  game.move('F>xe8')
  assert.equal(game.getSession().canCommit(), true)
  assert.equal(Game.differences.length, 1)
  const [{ call, a, b }] = Game.differences
  assert.deepEqual([call, a, b], ['canCommit()', true, false])
  game.getSession().undoLastMove()
  assert.equal(game.fen(), STACK)
  game.moves()
  assert.equal(Game.differences.length, 1, 'both are back')
})

test('shadow(A, B): properties are compared too', () => {
  const B = faulty({
    getSession() {
      const session = CoTuLenh.prototype.getSession.call(this)
      if (session !== null) Object.defineProperty(session, 'isComplete', { value: true })
      return session
    },
  })
  Object.defineProperty(B.prototype, '_moveNumber', { get: () => 99 })
  const Game = shadow(CoTuLenh, B)
  const game = new Game(STACK)
  assert.equal(game._moveNumber, 1)
  game.move('F>xe8')
  const session = game.getSession()
  assert.deepEqual([session.isComplete, session.isEmpty, session.startFEN], [false, false, STACK])
  const told = Game.differences.map(({ call, path, a, b }) => [call, path, a, b])
  assert.deepEqual(told, [['_moveNumber', '', 1, 99], ['isComplete', '', false, true]])
})

test('shadow(A, B): setting a property is compared too', () => {
  const B = faulty({})
  Object.defineProperty(B.prototype, '_halfMoves', { set() { throw new Error('no') }, get: () => 0 })
  const Game = shadow(CoTuLenh, B)
  new Game()._halfMoves = 5
  assert.deepEqual(Game.differences.map(({ call, path }) => [call, path]), [
    ['_halfMoves = 5', ''], ['_halfMoves = 5', 'fen() afterwards'],
  ])
})

test('shadow(A, B): the same object in two places is compared twice', () => {
  class A { f() { const p = { q: 1 }; return [p, p] } }
  class B { f() { return [{ q: 1 }, { q: 2 }] } }
  const Both = shadow(A, B)
  new Both().f()
  assert.deepEqual(Both.differences.map(({ path }) => path), ['[1].q'])
})

test('shadow(A, B): different kinds of objects differ', () => {
  class A { f(which) { return [[], new Map(), new Date(0), /a/][which] } }
  class B { f(which) { return [new Map(), new Set(), new Date(1), /b/][which] } }
  const Both = shadow(A, B)
  for (let i = 0; i < 4; i++) new Both().f(i)
  assert.equal(Both.differences.length, 4)
})

test('shadow(A, B): answers that throw when read, and callbacks that throw, do not affect the caller', () => {
  class A { f() { return { x: 1 } } }
  class B { f() { return Object.defineProperty({}, 'x', { enumerable: true, get() { throw new Error('boom') } }) } }
  const rude = () => { throw new Error('rude') }
  const Both = shadow(A, B, { onDifference: rude, ignore: rude })
  assert.deepEqual(new Both().f(), { x: 1 })
  assert.equal(Both.differences.length, 1)
})

test('shadow(A, B): different positions are reported once', () => {
  const Game = shadow(CoTuLenh, faulty({ move: () => undefined }))
  const game = new Game()
  game.move('Ic6')
  for (let i = 0; i < 5; i++) game.getOptions()
  assert.deepEqual(Game.differences.map(({ call, path }) => [call, path]), [
    ['move("Ic6")', ''], ['move("Ic6")', 'fen() afterwards'],
  ])
})

test('shadow(A, B): a subclass keeps its own methods, and the session its identity', () => {
  const Game = shadow(CoTuLenh, CoTuLenh)
  class Mine extends Game {
    opening() {
      return this.move('Ic6').san
    }
  }
  const game = new Mine()
  assert.equal(game.opening(), 'Ic6')
  assert.ok(game instanceof Mine)
  assert.deepEqual(Game.differences, [])
  game.load(STACK)
  game.move('F>xe8')
  assert.equal(game.getSession(), game.getSession())
})

test('shadow(A, B): a session that is passed back reaches both', () => {
  const Game = shadow(CoTuLenh, CoTuLenh)
  const game = new Game(STACK)
  game.move('F>xe8')
  const session = game.getSession()
  const other = new Game(STACK)
  other.setSession(session)
  assert.equal(other.fen(), game.fen())
  assert.deepEqual(Game.differences, [])
})

test('shadow(A, B): B receives its own session, not that of A', () => {
  const own = new WeakSet()
  const B = faulty({
    getSession() {
      const session = CoTuLenh.prototype.getSession.call(this)
      if (session !== null) own.add(session)
      return session
    },
    setSession(session) {
      if (!own.has(session)) throw new Error('a stranger')
      CoTuLenh.prototype.setSession.call(this, session)
    },
  })
  const Game = shadow(CoTuLenh, B)
  const game = new Game(STACK)
  game.move('F>xe8')
  game.setSession(game.getSession())
  assert.deepEqual(Game.differences, [])
})

test('shadow(A, B): statics are compared', () => {
  class B extends CoTuLenh {
    static checkFen() {
      return { valid: true, errors: [] }
    }
  }
  const Game = shadow(CoTuLenh, B)
  assert.equal(Game.checkFen('x').valid, false)
  const [{ call, path, a, b }] = Game.differences
  assert.equal(call, 'checkFen("x")')
  assert.equal(path, '.valid')
  assert.deepEqual([a, b], [false, true])
  assert.equal(Game.checkFen(DEFAULT_POSITION).valid, true)
  assert.equal(Game.differences.length, 1)
})

test('shadow(A, B): errors of the constructor are compared, and those of A are thrown', () => {
  class Lax extends CoTuLenh {
    constructor(fen, options) {
      super(CoTuLenh.checkFen(fen).valid ? fen : DEFAULT_POSITION, options)
    }
  }
  const Game = shadow(CoTuLenh, Lax)
  assert.throws(() => new Game('x'), { name: 'CotulenhError', code: 'FEN_INVALID_FORMAT' })
  assert.equal(Game.differences.length, 1)
  assert.equal(Game.differences[0].call, 'new CoTuLenh("x")')
  assert.match(String(Game.differences[0].a), /throws CotulenhError/)
  // If only B refuses, the game continues with A alone.
  const Other = shadow(Lax, CoTuLenh)
  const game = new Other('x')
  assert.match(String(Other.differences[0].b), /throws CotulenhError/)
  assert.equal(game.fen(), DEFAULT_POSITION)
  assert.equal(game.moves().length, 116)
  // Both refuse for the same reason.
  const Same = shadow(CoTuLenh, CoTuLenh)
  assert.throws(() => new Same('x'), CotulenhError)
  assert.deepEqual(Same.differences, [])
})

test('shadow(A, B, {limit}): further differences are only counted', () => {
  const Game = shadow(CoTuLenh, faulty({ turn: () => 'b' }), { limit: 2 })
  const game = new Game()
  for (let i = 0; i < 5; i += 1) game.turn()
  assert.equal(Game.differences.length, 2)
  assert.match(Game.report(), /5 differences/)
  assert.match(Game.report(), /3 more/)
})

test('shadow(A, B, {ignore}): known differences are left out', () => {
  const B = faulty({ turn: () => 'b', moveNumber: () => 99 })
  const Game = shadow(CoTuLenh, B, { ignore: ({ call }) => call === 'turn()' })
  const game = new Game()
  game.turn()
  game.moveNumber()
  assert.deepEqual(Game.differences.map(({ call }) => call), ['moveNumber()'])
  assert.match(Game.report(), /1 differences/)
})

test('shadow(A, B, {onDifference}): called for each difference as it is found', () => {
  const found = []
  const Game = shadow(CoTuLenh, faulty({ turn: () => 'b' }), { limit: 1, onDifference: (one) => found.push(one) })
  const game = new Game()
  game.turn()
  assert.equal(found.length, 1)
  game.turn()
  assert.deepEqual(found.map(({ call, a, b }) => [call, a, b]), [['turn()', 'r', 'b'], ['turn()', 'r', 'b']])
})

test('shadow(A, B): the report is readable, with every difference in a few lines', () => {
  const Game = shadow(CoTuLenh, faulty({ turn: () => 'b', moves: () => [] }))
  const game = new Game()
  game.turn()
  game.moves({ square: 'c5' })
  const lines = Game.report().split('\n')
  assert.equal(lines[0], `${Game.calls} calls compared, 2 differences`)
  assert.deepEqual(lines.slice(1, 5).map((line) => line.trim()), [
    'turn()', 'first:  "r"', 'second: "b"', `in:     ${DEFAULT_POSITION}`,
  ])
  assert.ok(lines[5].startsWith('moves({"square":"c5"})'))
  assert.ok(lines.every((line) => line.length < 250))
})

/** The bridge: functions without memory, and lines of JSON. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { algebraic, bridge, CotulenhError, CoTuLenh, DEFAULT_POSITION } from 'cotulenh-bitboard'
import { fenOf, GUARDS, pieceText, records } from './support.mjs'

const STACK = fenOf(`${GUARDS} (F+TI)e4 ie8`)

/** Some positions of every kind. */
const stock = [DEFAULT_POSITION, STACK, ...records('positions').map(({ fen }) => fen).filter((_, i) => i % 20 === 0)]

/** Asks by a line, as `cotulenh bridge` is asked. */
function line(request) {
  return JSON.parse(bridge.respond(typeof request === 'string' ? request : JSON.stringify(request)))
}

test('bridge.position(): turn, checks, result, Commanders, session, hash', () => {
  const { hash, ...position } = bridge.position()
  assert.deepEqual(position, {
    fen: DEFAULT_POSITION, turn: 'r', check: false, checkmate: false, stalemate: false, draw50: false, captured: false,
    over: false, result: null, commanders: { r: 'g1', b: 'g12' }, session: null,
  })
  assert.match(hash, /^[0-9a-f]{16}$/)
  assert.notEqual(bridge.position({ fen: STACK }).hash, hash)
  for (const fen of stock) {
    const game = new CoTuLenh(fen)
    const { check, checkmate, stalemate, draw50, captured, over, commanders } = bridge.position({ fen })
    assert.deepEqual(
      [check, checkmate, stalemate, draw50, captured, over],
      [
        game.isCheck(), game.isCheckmate(), game.isStalemate(), game.isDrawByFiftyMoves(), game.isCommanderCaptured(),
        game.isGameOver(),
      ],
      fen,
    )
    for (const color of ['r', 'b']) {
      const square = game.getCommanderSquare(color)
      assert.equal(commanders[color], square < 0 ? null : algebraic(square), fen)
    }
  }
})

test('bridge.position(): result and session', () => {
  assert.equal(bridge.position({ fen: fenOf('(HC)k1 Hd1 tk3 cj12 hd9') }).result, 'blue')
  assert.equal(bridge.position({ fen: fenOf('(HC)k1 Hd1 tk4 cj12 hd9') }).result, 'draw')
  assert.equal(bridge.position({ fen: fenOf('Cj1 Hd1 hd9') }).result, 'red')
  assert.deepEqual(bridge.position({ fen: `${STACK} e4:(+TI):F>xe8...` }).session, {
    square: 'e4', original: '(F+TI)', steps: ['Fe4>xe8'], remaining: '+ti', stay: '(+TI)', canCommit: true,
  })
})

test('bridge.moves(): as moves({verbose}), with piece texts', () => {
  for (const fen of stock) {
    const listed = new CoTuLenh(fen).moves({ verbose: true })
    const moves = bridge.moves({ fen })
    assert.deepEqual(
      moves.map(({ lan, san, flags, from, to }) => ({ lan, san, flags, from, to })),
      listed.map(({ lan, san, flags, from, to }) => ({ lan, san, flags, from, to })),
      fen,
    )
    assert.deepEqual(moves.map(({ piece }) => piece.toUpperCase()), listed.map(({ piece }) => pieceText(piece)), fen)
    assert.ok(moves.every(({ captured, flags }) => (captured !== undefined) === /[csk]/.test(flags)), fen)
    assert.ok(moves.every(({ combined, flags }) => (combined !== undefined) === flags.includes('b')), fen)
  }
})

test('bridge.moves({square, role, legal}): parts of the list', () => {
  const lans = (request) => bridge.moves(request).map(({ lan }) => lan)
  assert.deepEqual(lans({ square: 'c5' }), ['Ic5c6', 'Ic5&c4'])
  assert.deepEqual(lans({ role: 'm' }), lans({ square: 'g5' }))
  const shield = fenOf('Cg1 cg12 Tg5 Hd1 Hc1 hd9 hk8')
  assert.equal(lans({ fen: shield }).includes('Tg5h5'), false)
  assert.equal(lans({ fen: shield, legal: false }).includes('Tg5h5'), true)
})

test('bridge.play(): SAN, LAN, whole turns, "commit", {lan, flags}; answers for the last entry', () => {
  const game = new CoTuLenh(STACK)
  const played = bridge.play({ fen: STACK, moves: ['F>xe8'] })
  const result = game.move('F>xe8')
  const { san, lan, flags } = result
  const session = {
    square: 'e4', original: '(F+TI)', steps: ['Fe4>xe8'], remaining: '+ti', stay: '(+TI)', canCommit: true,
  }
  assert.deepEqual(played, {
    fen: game.fen(), board: game.fen(false), completed: false, san, lan, flags, check: false, over: false, session,
  })
  game.commitSession()
  game.move('Ck11')
  const moves = [{ lan: 'Fe4>xe8', flags: 'cd' }, 'commit', 'Ck12k11']
  const last = bridge.play({ fen: STACK, moves })
  assert.deepEqual(last, {
    fen: game.fen(), board: game.fen(), completed: true, san: 'Ck11', lan: 'Ck12k11', flags: 'n', check: false,
    over: false, session: null,
  })
  assert.equal(bridge.play({ fen: STACK, moves: ['(+TI)<F>xe8', 'Ck11'] }).fen, game.fen())
})

test('bridge.play(): an illegal entry is an error with its index', () => {
  const refused = (index) => (error) => {
    assert.ok(error instanceof CotulenhError)
    assert.equal(error.metadata.index, index)
    return true
  }
  assert.throws(() => bridge.play({ moves: ['Ic6', 'Ic6'] }), refused(1))
  assert.throws(() => bridge.play({ moves: ['commit'] }), refused(0))
  assert.throws(() => bridge.play({}), CotulenhError)
})

test('bridge.attackers(): point and role letter, sorted', () => {
  for (const fen of stock) {
    const game = new CoTuLenh(fen)
    for (const [color, other] of [['r', 'b'], ['b', 'r']]) {
      const square = game.getCommanderSquare(other)
      if (square < 0) continue
      const by = game.getAttackers(square, color).map((found) => algebraic(found.square) + found.type).sort()
      assert.deepEqual(bridge.attackers({ fen, square: algebraic(square), color }), by, fen)
    }
  }
  assert.throws(() => bridge.attackers({ square: 'z9', color: 'r' }), CotulenhError)
})

test('bridge.airDefense(): covered points and their defenders, sorted', () => {
  for (const fen of stock) {
    const influence = new CoTuLenh(fen).getAirDefenseInfluence()
    const answer = bridge.airDefense({ fen })
    for (const color of ['r', 'b']) {
      const zones = [...influence[color]].map(([point, defenders]) => [point, [...defenders].sort()])
      assert.deepEqual(answer[color], Object.fromEntries(zones), fen)
      assert.deepEqual(Object.keys(answer[color]), Object.keys(answer[color]).sort(), fen)
    }
  }
})

test('bridge.checkFen(): as CoTuLenh.checkFen', () => {
  for (const fen of [DEFAULT_POSITION, '', 'x', fenOf('Cj1 ck12 Ta5'), fenOf('Cj1')]) {
    const { valid, errors } = bridge.checkFen({ fen })
    // Those of the bridge also have what a translation needs.
    const plain = errors.map(({ variant, params, ...error }) => (assert.ok(variant && params), error))
    assert.deepEqual({ valid, errors: plain }, CoTuLenh.checkFen(fen))
  }
})

test('bridge.parseMove(): {lan, flags} or null', () => {
  assert.deepEqual(bridge.parseMove({ text: 'Ic6' }), { lan: 'Ic5c6', flags: 'n' })
  assert.deepEqual(bridge.parseMove({ text: 'c5c6' }), { lan: 'Ic5c6', flags: 'n' })
  assert.equal(bridge.parseMove({ text: 'Ic9' }), null)
  for (const { fen, tests } of records('move_text').slice(0, 50)) {
    for (const [text, expected] of tests) {
      const parsed = bridge.parseMove({ fen, text })
      assert.equal(parsed === null ? null : `${parsed.lan}|${parsed.flags}`, expected, `${text} in ${fen}`)
    }
  }
})

test('bridge.perft(): nodes, and with divide the nodes behind each move', () => {
  assert.deepEqual(bridge.perft({ depth: 0 }), { nodes: 1 })
  assert.deepEqual(bridge.perft({ depth: 2 }), { nodes: 13460 })
  const { nodes, divide } = bridge.perft({ depth: 2, divide: true })
  assert.equal(nodes, 13460)
  assert.deepEqual(Object.keys(divide).sort(), bridge.moves().map(({ lan }) => lan).sort())
  assert.equal(Object.values(divide).reduce((sum, n) => sum + n, 0), nodes)
})

test('bridge: refusals are CotulenhErrors; a request is an object', () => {
  assert.throws(() => bridge.moves({ fen: 'x' }), { name: 'CotulenhError', code: 'FEN_INVALID_FORMAT' })
  assert.throws(() => bridge.position({ fen: fenOf('Cj1 ck12 Ta5') }), { code: 'BOARD_INVALID_TERRAIN' })
  for (const none of [null, 5, 'x']) assert.throws(() => bridge.moves(none), TypeError)
})

test('bridge.respond(): one line of JSON in, one out, with the id as it came', () => {
  for (const id of [7, 'x', null, { a: [1] }]) {
    assert.deepEqual(line({ id, method: 'perft', depth: 1 }), { id, ok: true, result: { nodes: 116 } })
  }
  assert.equal(line({ method: 'perft', depth: 1 }).id, null)
  for (const [method, more] of [
    ['position', {}], ['moves', { square: 'c5' }], ['play', { moves: ['Ic6'] }],
    ['attackers', { square: 'g1', color: 'b' }], ['airDefense', {}], ['checkFen', {}], ['parseMove', { text: 'Ic6' }],
    ['perft', { depth: 1 }],
  ]) {
    const { ok, result } = line({ method, fen: DEFAULT_POSITION, ...more })
    assert.equal(ok, true, method)
    assert.deepEqual(result, bridge[method]({ fen: DEFAULT_POSITION, ...more }), method)
  }
  assert.equal(bridge.respond('{"method":"position"}').includes('\n'), false)
})

test('bridge.respond(): the id is copied as it was written, the last one if there are several', () => {
  for (const [fields, id] of [
    ['"id": 12345678901234567890 ', '12345678901234567890'],
    ['"id":1.0', '1.0'],
    ['"id":{"a": [1, "}"]}', '{"a": [1, "}"]}'],
    ['"id":1,"\\u0069d":2', '2'],
    ['"other":[{"id":5}],"id":"a\\"b\\\\"', '"a\\"b\\\\"'],
    ['"id":null', 'null'],
  ]) {
    assert.equal(bridge.respond(`{${fields},"method":"perft","depth":0}`), `{"id":${id},"ok":true,"result":{"nodes":1}}`)
  }
})

test('bridge.respond(): errors have the codes and parameters of docs/protocol.md', () => {
  const stack = '6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1'
  const two = '6c4/11/11/11/11/11/11/11/4(TI)1(TI)4/11/11/3C7 r - - 0 1'
  const refused = (request) => {
    const { message, ...error } = line(request).error
    assert.ok(message)
    return error
  }
  const field = (name) => ({ code: 'INVALID_REQUEST', params: { field: name } })
  for (const [request, error] of [
    ['{', { code: 'INVALID_REQUEST' }],
    [' '.repeat(2 ** 20 + 1), { code: 'LINE_TOO_LONG', params: { limit: 2 ** 20 } }],
    [`"${'é'.repeat(2 ** 19)}"`, { code: 'LINE_TOO_LONG', params: { limit: 2 ** 20 } }],
    [{ method: 'fly' }, { code: 'UNKNOWN_METHOD', params: { found: 'fly' } }],
    [{ method: 'moves', fen: 5 }, field('fen')],
    [{ method: 'moves', fen: '\ud800' }, field('fen')],
    [{ method: 'moves', legal: 1 }, field('legal')],
    [{ method: 'moves', role: 'Q' }, { code: 'INVALID_REQUEST', params: { found: 'Q', field: 'role' } }],
    [{ method: 'moves', square: 'z9' }, { code: 'BOARD_INVALID_SQUARE', params: { found: 'z9', field: 'square' } }],
    [{ method: 'attackers', square: 'g1', color: 'x' }, field('color')],
    [{ method: 'perft', depth: -1 }, field('depth')],
    [{ method: 'perft', depth: 9 }, { code: 'LIMIT_EXCEEDED', params: { limit: 250_000_000 } }],
    [{ method: 'play', moves: 5 }, field('moves')],
    [{ method: 'play', moves: [] }, field('moves')],
    [{ method: 'play', moves: ['Ic6', 7] }, { ...field('moves'), index: 1 }],
    [
      { method: 'play', moves: ['Ic9', 7] },
      { code: 'ILLEGAL_MOVE', variant: 'noSuchMove', params: { found: 'Ic9' }, index: 0 },
    ],
    [
      { method: 'play', fen: two, moves: ['I<T>f4'] },
      { code: 'AMBIGUOUS_MOVE', params: { found: 'I<T>f4', first: 'e4', second: 'g4' }, index: 0 },
    ],
    [
      { method: 'play', fen: stack, moves: ['commit'] },
      { code: 'SESSION_INVALID_OPERATION', variant: 'noOpenSession', index: 0 },
    ],
    // An invalid FEN is reported first.
    [
      { method: 'parseMove', fen: stack.replace('6c4', '6cx3') },
      {
        code: 'FEN_INVALID_PIECE', variant: 'unknownPiece', params: { found: 'x' },
        location: { rank: 12, column: 2, charIndex: 2, context: 'x' },
      },
    ],
  ]) {
    assert.deepEqual(refused(request), error, JSON.stringify(request).slice(0, 80))
  }
})

test('bridge.respond() never throws for what a line contains', () => {
  for (const text of [
    '', 'x', '{', '[]', '5', 'null', '{}', '{"method":"none"}', '{"method":5}', '{"method":"moves","fen":5}',
    '{"method":"__proto__"}', '{"method":"perft"}', '{"method":"perft","depth":-1}', '[['.repeat(10_000),
    `{"method":"moves","fen":"${'x'.repeat(2 ** 20)}"}`, '\ud800',
  ]) {
    const { ok, error } = line(text)
    assert.equal(ok, false, text.slice(0, 40))
    assert.deepEqual([typeof error.code, typeof error.message], ['string', 'string'])
  }
  for (const none of [undefined, null, 5, {}]) assert.throws(() => bridge.respond(none), TypeError)
})

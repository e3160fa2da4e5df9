/** Positions and games in few bytes. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bridge, CotulenhError, CoTuLenh, decodePosition, DEFAULT_POSITION, encodePosition } from 'cotulenh-bitboard'
import { fenOf, GUARDS, records } from './support.mjs'

const STACK = fenOf(`${GUARDS} (F+TI)e4 ie8`)
const PGN = '[Red "An"]\n\n1. Ic6 {[%clk 0:04:59] [%eval 0.35]} Ic7 2. Mg6 1-0'

const hexOf = (bytes) => Buffer.from(bytes).toString('hex')

test('encodePosition(), decodePosition(): positions, open deploys and options come back', () => {
  assert.equal(encodePosition(DEFAULT_POSITION).length, 44)
  const fens = [DEFAULT_POSITION, `${STACK} e4:(+TI):F>xe8...`, ...records('positions').map(({ fen }) => fen)]
  for (const fen of fens) {
    const bytes = encodePosition(fen)
    assert.ok(bytes instanceof Uint8Array)
    assert.deepEqual(decodePosition(bytes), { fen })
    assert.deepEqual(bridge.encodePosition({ fen }), { bytes: hexOf(bytes) })
  }
  const bytes = encodePosition(STACK, { skipLastGuardPromotion: true })
  assert.notDeepEqual(bytes, encodePosition(STACK))
  assert.equal(decodePosition(bytes).options.skipLastGuardPromotion, true)
  assert.throws(() => encodePosition('x'), { name: 'CotulenhError', code: 'FEN_INVALID_FORMAT' })
  assert.throws(() => decodePosition(bytes.subarray(1)), CotulenhError)
  assert.throws(() => decodePosition([1]), TypeError)
  assert.throws(() => decodePosition(new Uint8Array(3_000_000)), CotulenhError)
})

test('toBytes(), loadBytes(): a game comes back', () => {
  const game = new CoTuLenh()
  assert.deepEqual([...game.toBytes()], [0x10, 0, 0], 'without a date')
  game.loadPgn(PGN)
  const bytes = game.toBytes()
  assert.deepEqual(bridge.encodeGame({ pgn: PGN }), { bytes: hexOf(bytes) })
  const read = new CoTuLenh(STACK)
  read.loadBytes(bytes)
  assert.deepEqual(read.history(), game.history())
  assert.equal(read.fen(), game.fen())
  assert.equal(read.getHeaders().Red, 'An')
  assert.match(read.pgn(), /1\. Ic6 \{\[%clk 0:04:59\] \[%eval 0\.35\]\} 1\.\.\. Ic7 2\. Mg6 1-0/)
  assert.deepEqual(read.toBytes(), bytes)
  assert.throws(() => read.loadBytes(bytes.subarray(0, 5)), CotulenhError)
  assert.equal(read.fen(), game.fen(), 'nothing changes')
})

test('toBytes(), loadBytes(): deploys, unfinished ones and options', () => {
  const game = new CoTuLenh(STACK, { skipLastGuardPromotion: true })
  game.move('F>e7')
  game.move('T>e5')
  game.commitSession()
  const read = new CoTuLenh()
  read.loadBytes(game.toBytes())
  assert.deepEqual([read.fen(), read.getOptions()], [game.fen(), game.getOptions()])
  const open = new CoTuLenh(STACK)
  open.move('F>e7')
  read.loadBytes(open.toBytes())
  assert.equal(read.fen(), open.fen())
  assert.ok(read.getSession())
})

test('bridge.encodePosition(), bridge.decodePosition(), bridge.encodeGame(), bridge.decodeGame(): faults have codes', () => {
  const codes = [
    [{ method: 'decodePosition' }, 'INVALID_REQUEST'],
    [{ method: 'decodePosition', bytes: '123' }, 'INVALID_REQUEST'],
    [{ method: 'decodePosition', bytes: '' }, 'INVALID_BYTES'],
    [{ method: 'decodeGame', bytes: '10000114' }, 'INVALID_BYTES'],
    [{ method: 'encodeGame', pgn: '1. Zz9 *' }, 'INVALID_PGN'],
    [{ method: 'encodePosition', fen: 'x' }, 'FEN_INVALID_FORMAT'],
  ]
  for (const [request, code] of codes) {
    assert.equal(JSON.parse(bridge.respond(JSON.stringify(request))).error.code, code, JSON.stringify(request))
  }
  assert.match(bridge.decodeGame(bridge.encodeGame({ pgn: PGN })).pgn, /\n1\. Ic6 .* 1-0\n$/)
})

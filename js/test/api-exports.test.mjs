/** Constants, small functions and errors of the package. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from 'cotulenh-bitboard'
import { fenOf, guarded, piece } from './support.mjs'

const { CoTuLenh, CotulenhError } = api

const FILES = [...'abcdefghijk']
const ALL = Array.from({ length: 12 }, (_, row) => FILES.map((file) => `${file}${12 - row}`)).flat()

test('RED and BLUE are r and b; swapColor gives the other', () => {
  assert.deepEqual([api.RED, api.BLUE], ['r', 'b'])
  assert.deepEqual([api.swapColor('r'), api.swapColor('b')], ['b', 'r'])
})

test('DEFAULT_POSITION and INITIAL_BOARD_FEN are the start of RULES 1.6', () => {
  const board = '6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/11/2IE2M2EI/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4'
  assert.equal(api.INITIAL_BOARD_FEN, board)
  assert.equal(api.DEFAULT_POSITION, `${board} r - - 0 1`)
  const game = new CoTuLenh(api.DEFAULT_POSITION)
  assert.equal(game.moves().length, 116)
  const units = game.board().flat().filter((cell) => cell !== null)
  assert.deepEqual([units.length, units.filter(({ color }) => color === 'r').length], [38, 19])
})

test('SQUARE_MAP numbers the 132 points, row from the top × 16 + file', () => {
  assert.deepEqual(Object.keys(api.SQUARE_MAP), ALL)
  ALL.forEach((name, i) => assert.equal(api.SQUARE_MAP[name], Math.floor(i / 11) * 16 + (i % 11), name))
  const { a12, k12, a11, k1 } = api.SQUARE_MAP
  assert.deepEqual([a12, k12, a11, k1], [0, 10, 16, 0xba])
})

test('VALID_SQUARES are the numbers of SQUARE_MAP, from a12 to k1', () => {
  assert.deepEqual([...api.VALID_SQUARES], Object.values(api.SQUARE_MAP))
})

test('algebraic names every point and throws off the board', () => {
  for (const [name, number] of Object.entries(api.SQUARE_MAP)) assert.equal(api.algebraic(number), name)
  for (const off of [-1, 11, 15, 0x1b, 0xbb, 0xc0, 255, 256, 0.5, NaN, Infinity, '0', 'a1', null, undefined]) {
    assert.throws(() => api.algebraic(off), Error, String(off))
  }
})

test('rank counts from 0 for rank 12, file from 0 for file a', () => {
  for (const [name, number] of Object.entries(api.SQUARE_MAP)) {
    assert.equal(api.rank(number), 12 - Number(name.slice(1)), name)
    assert.equal(api.file(number), FILES.indexOf(name[0]), name)
  }
})

test('isSquareOnBoard is true for exactly the 132 points', () => {
  const on = Array.from({ length: 512 }, (_, i) => i - 128).filter(api.isSquareOnBoard)
  assert.deepEqual(on, [...api.VALID_SQUARES])
  for (const none of [1.5, NaN, '3', null, undefined]) assert.equal(api.isSquareOnBoard(none), false)
})

test('NAVY_MASK and LAND_MASK are the terrain of RULES 1.2 and 1.3', () => {
  for (const mask of [api.NAVY_MASK, api.LAND_MASK]) {
    assert.ok(mask instanceof Uint8Array)
    assert.equal(mask.length, 256)
  }
  const sea = (name) => 'abc'.includes(name[0]) || ['d6', 'e6', 'd7', 'e7'].includes(name)
  const land = (name) => !'ab'.includes(name[0])
  for (let number = 0; number < 256; number += 1) {
    const name = api.isSquareOnBoard(number) ? api.algebraic(number) : undefined
    assert.equal(api.NAVY_MASK[number], Number(name !== undefined && sea(name)), String(number))
    assert.equal(api.LAND_MASK[number], Number(name !== undefined && land(name)), String(number))
  }
})

test('getMovementMask agrees with put() for every role (RULES 1.4)', () => {
  for (const type of api.PIECE_SYMBOLS) {
    const mask = api.getMovementMask(type)
    assert.equal(mask, type === 'n' ? api.NAVY_MASK : api.LAND_MASK, type)
    const game = new CoTuLenh()
    for (const square of api.VALID_SQUARES) {
      game.clear()
      const put = () => game.put({ type, color: 'r' }, square)
      if (mask[square]) assert.equal(put(), true, `${type} on ${api.algebraic(square)}`)
      else assert.throws(put, { name: 'CotulenhError', code: 'BOARD_INVALID_TERRAIN' })
    }
  }
})

test('isDigit is true for a part of 0123456789', () => {
  for (const digits of [...'0123456789', '', '12', '0123456789']) assert.equal(api.isDigit(digits), true, digits)
  for (const other of ['a', '+', ' ', '٣', '90', '13', '-1', 5]) assert.equal(api.isDigit(other), false, String(other))
})

test('COMMANDER, INFANTRY, TANK, MILITIA, ENGINEER, ARTILLERY, ANTI_AIR, MISSILE, AIR_FORCE, NAVY, HEADQUARTER', () => {
  const letters = {
    COMMANDER: 'c', INFANTRY: 'i', TANK: 't', MILITIA: 'm', ENGINEER: 'e', ARTILLERY: 'a', ANTI_AIR: 'g',
    MISSILE: 's', AIR_FORCE: 'f', NAVY: 'n', HEADQUARTER: 'h',
  }
  for (const [name, letter] of Object.entries(letters)) assert.equal(api[name], letter, name)
  assert.deepEqual([...api.PIECE_SYMBOLS].sort(), Object.values(letters).sort())
})

test('PIECE_SYMBOLS are the letters of a FEN', () => {
  const understood = [...'abcdefghijklmnopqrstuvwxyz'].filter((letter) => {
    const fen = fenOf(`Cj1 ck12 ${letter}${letter === 'n' ? 'c5' : 'e5'}`)
    return !CoTuLenh.checkFen(fen).errors.some(({ code }) => code === 'FEN_INVALID_PIECE')
  })
  assert.deepEqual([...api.PIECE_SYMBOLS].sort(), understood)
})

test('VALID_PIECE_TYPES is an object with true for each role', () => {
  assert.deepEqual(api.VALID_PIECE_TYPES, Object.fromEntries(api.PIECE_SYMBOLS.map((letter) => [letter, true])))
})

test('HEAVY_PIECES is the Set of roles that cross the river only on bridges (RULES 2.3, 3.4b)', () => {
  assert.ok(api.HEAVY_PIECES instanceof Set)
  assert.deepEqual([...api.HEAVY_PIECES].sort(), ['a', 'g', 's'])
  for (const type of 'itmeagsf') {
    const unit = type.toUpperCase()
    const crosses = (from, to) => guarded(`${unit}${from}`).moves({ square: from }).includes(`${unit}${to}`)
    assert.equal(crosses('g6', 'g7'), !api.HEAVY_PIECES.has(type), type)
    assert.equal(crosses('f6', 'f7'), true, `${type} over the bridge`)
  }
})

test('ROLE_COMMANDER, ROLE_INFANTRY, ROLE_TANK, ROLE_MILITIA, ROLE_ENGINEER, ROLE_ARTILLERY are names', () => {
  for (const name of ['commander', 'infantry', 'tank', 'militia', 'engineer', 'artillery']) {
    assert.equal(api[`ROLE_${name.toUpperCase()}`], name)
  }
})

test('ROLE_ANTI_AIR, ROLE_MISSILE, ROLE_AIR_FORCE, ROLE_NAVY, ROLE_HEADQUARTER are names', () => {
  for (const name of ['anti_air', 'missile', 'air_force', 'navy', 'headquarter']) {
    assert.equal(api[`ROLE_${name.toUpperCase()}`], name)
  }
})

test('ROLES, SYMBOL_TO_ROLE and ROLE_TO_SYMBOL name every role once', () => {
  const constants = Object.entries(api).filter(([name]) => name.startsWith('ROLE_') && name !== 'ROLE_TO_SYMBOL')
  assert.deepEqual([...api.ROLES].sort(), constants.map(([, value]) => value).sort())
  assert.equal(api.ROLES.length, 11)
  for (const [name, role] of constants) {
    const letter = api[name.slice('ROLE_'.length)]
    assert.equal(api.SYMBOL_TO_ROLE[letter], role)
    assert.equal(api.ROLE_TO_SYMBOL[role], letter)
  }
  assert.deepEqual(Object.keys(api.SYMBOL_TO_ROLE).length, 11)
  assert.deepEqual(Object.keys(api.ROLE_TO_SYMBOL).length, 11)
})

test('BITS, FLAGS and CAPTURE_MASK', () => {
  assert.deepEqual({ ...api.BITS }, {
    NORMAL: 1, CAPTURE: 2, STAY_CAPTURE: 4, SUICIDE_CAPTURE: 8, DEPLOY: 16, COMBINATION: 32,
  })
  assert.deepEqual({ ...api.FLAGS }, {
    NORMAL: 'n', CAPTURE: 'c', STAY_CAPTURE: 's', SUICIDE_CAPTURE: 'k', DEPLOY: 'd', COMBINATION: 'b',
  })
  assert.equal(api.CAPTURE_MASK, 14)
  assert.equal(api.CAPTURE_MASK, api.BITS.CAPTURE | api.BITS.STAY_CAPTURE | api.BITS.SUICIDE_CAPTURE)
})

test('SEVEN_TAG_ROSTER has the seven headers in their order', () => {
  assert.deepEqual(Object.keys(api.SEVEN_TAG_ROSTER), ['Event', 'Site', 'Date', 'Round', 'Red', 'Blue', 'Result'])
  assert.deepEqual(Object.values(api.SEVEN_TAG_ROSTER), ['?', '?', '????.??.??', '?', '?', '?', '*'])
})

test('classes have their names in messages and stacks', () => {
  for (const name of ['CoTuLenh', 'MoveResult', 'MoveSession', 'CotulenhError']) assert.equal(api[name].name, name)
})

test('flattenPiece gives carrier and carried pieces one by one, none of them carrying', () => {
  const stack = piece('(+NFt)')
  assert.deepEqual(api.flattenPiece(stack), [piece('+N'), piece('F'), piece('t')])
  assert.deepEqual(stack, piece('(+NFt)'), 'the argument stays as it was')
  assert.deepEqual(api.flattenPiece({ type: 'i', color: 'b' }), [{ type: 'i', color: 'b' }])
})

test('Role has a name for each role', () => {
  assert.deepEqual(Object.values(api.Role), [...api.ROLES])
  assert.deepEqual([api.Role.AntiAir, api.Role.AirForce, api.Role.Commander], ['anti_air', 'air_force', 'commander'])
})

test('validateFenString answers whether checkFen finds no fault', () => {
  for (const fen of [api.DEFAULT_POSITION, '', 'x', fenOf('Cj1 ck12 Na1 Tk5'), fenOf('Cj1 ck12 Ta1'), fenOf('Cj1')]) {
    assert.equal(api.validateFenString(fen), CoTuLenh.checkFen(fen).valid, fen)
  }
  assert.equal(api.validateFenString(api.DEFAULT_POSITION), true)
  for (const other of ['x', undefined, null, 5, {}]) assert.equal(api.validateFenString(other), false)
})

test('ErrorCode has all codes, each its own name', () => {
  const codes = `FEN_INVALID_FORMAT FEN_INVALID_PIECE FEN_INVALID_RANK_COUNT FEN_INVALID_FILE_COUNT
    FEN_MISMATCH_PARENTHESES BOARD_INVALID_SQUARE BOARD_INVALID_TERRAIN COMMANDER_LIMIT_EXCEEDED
    MOVE_INVALID_DESTINATION MOVE_NO_PIECE_TO_MOVE MOVE_PIECE_NOT_FOUND COMBINATION_FAILED CAPTURE_INVALID_TARGET
    SESSION_INVALID_OPERATION INTERNAL_INCONSISTENCY UNKNOWN_ERROR APP_UNKNOWN_ERROR`.split(/\s+/)
  assert.deepEqual({ ...api.ErrorCode }, Object.fromEntries(codes.map((code) => [code, code])))
})

test('CotulenhError is an Error with name, code, metadata and toJSON()', () => {
  const error = new CotulenhError('BOARD_INVALID_SQUARE', 'no such point', { square: 'z9' })
  assert.ok(error instanceof Error)
  assert.equal(error.name, 'CotulenhError')
  assert.equal(error.code, api.ErrorCode.BOARD_INVALID_SQUARE)
  assert.equal(error.message, 'no such point')
  assert.deepEqual(error.metadata, { square: 'z9' })
  assert.equal(String(error), 'CotulenhError: no such point')
  assert.match(error.stack, /api-exports/)
  const json = JSON.parse(JSON.stringify(error))
  assert.equal(json.name, 'CotulenhError')
  assert.equal(json.code, 'BOARD_INVALID_SQUARE')
  assert.equal(json.message, 'no such point')
  assert.deepEqual(json.metadata, { square: 'z9' })
  const bare = new CotulenhError('UNKNOWN_ERROR', 'who knows')
  assert.equal(bare.metadata, undefined)
  assert.deepEqual(bare.toJSON(), { name: 'CotulenhError', code: 'UNKNOWN_ERROR', message: 'who knows' })
})

test('createError makes a CotulenhError; message and metadata may be missing', () => {
  const error = api.createError('COMBINATION_FAILED', 'too many', { pieces: 4 })
  assert.ok(error instanceof CotulenhError)
  assert.deepEqual([error.code, error.message, error.metadata], ['COMBINATION_FAILED', 'too many', { pieces: 4 }])
  const short = api.createError('UNKNOWN_ERROR')
  assert.deepEqual([short.code, short.message, short.metadata], ['UNKNOWN_ERROR', 'UNKNOWN_ERROR', undefined])
})

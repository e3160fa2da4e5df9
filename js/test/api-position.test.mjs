/** The position: loading and asking, changing by hand, metadata. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CotulenhError, CoTuLenh, DEFAULT_POSITION, SQUARE_MAP } from 'cotulenh-bitboard'
import { fenOf, guarded, GUARDS, piece, plainError, red, stateOf } from './support.mjs'

const EMPTY = `${Array(12).fill('11').join('/')} r - - 0 1`

/** Throws a CotulenhError with this code, and the game stays as it was. */
function refuses(game, code, change) {
  const before = stateOf(game)
  assert.throws(change, (error) => {
    assert.ok(error instanceof CotulenhError, String(error))
    assert.equal(error.code, code, error.message)
    return true
  })
  assert.deepEqual(stateOf(game), before)
}

test('new CoTuLenh() starts from DEFAULT_POSITION', () => {
  for (const game of [new CoTuLenh(), new CoTuLenh(undefined), new CoTuLenh(undefined, {})]) {
    assert.equal(game.fen(), DEFAULT_POSITION)
    assert.deepEqual([game.history(), game.getHeaders()], [[], { SetUp: '1', FEN: DEFAULT_POSITION }])
    assert.deepEqual([game.getComment(), game.getSession()], [undefined, null])
  }
})

test('new CoTuLenh(fen) starts from a FEN and writes it canonically', () => {
  assert.equal(red('Cj1 ck12 (IT)e5').fen(), fenOf('Cj1 ck12 (TI)e5'))
  assert.equal(red('Cj1 ck12 (T)e5').fen(), fenOf('Cj1 ck12 Te5'))
  // Missing Commanders do not prevent loading (RULES 13.6).
  assert.equal(red('Te5').isCommanderCaptured(), true)
})

test('new CoTuLenh(fen) throws on a bad FEN', () => {
  for (const [fen, code] of [
    ['', 'FEN_INVALID_FORMAT'],
    ['11/11 r - - 0 1', 'FEN_INVALID_RANK_COUNT'],
    [DEFAULT_POSITION.replace('6c4', '6c5'), 'FEN_INVALID_FILE_COUNT'],
    [DEFAULT_POSITION.replace('6c4', '6x4'), 'FEN_INVALID_PIECE'],
    [DEFAULT_POSITION.replace('6c4', '6(c4'), 'FEN_MISMATCH_PARENTHESES'],
    [fenOf('Cj1 ck12 Ta5'), 'BOARD_INVALID_TERRAIN'],
    [fenOf('Cj1 ck12 (TG)e5'), 'COMBINATION_FAILED'],
    [fenOf('Cj1 ck12 Cd5'), 'COMMANDER_LIMIT_EXCEEDED'],
    [`${fenOf('Cj1 ck12 (TI)e5')} e5:I:T>e9...`, 'FEN_INVALID_FORMAT'],
  ]) {
    assert.throws(() => new CoTuLenh(fen), { name: 'CotulenhError', code }, fen)
  }
  for (const none of [null, 7, {}, []]) assert.throws(() => new CoTuLenh(none), TypeError)
})

test('new CoTuLenh(fen, {skipLastGuardPromotion}) turns RULES 8.2 off; getOptions() returns it', () => {
  // The Tank is the last unit beside the Commander.
  const units = 'Cj1 ck12 Te5 hd9 hk8'
  const game = red(units)
  game.move('Te6')
  assert.equal(game.getHeroicStatus('e6'), true)
  assert.deepEqual(game.getOptions(), { skipLastGuardPromotion: false })
  const without = red(units, { skipLastGuardPromotion: true })
  without.move('Te6')
  assert.equal(without.getHeroicStatus('e6'), false)
  assert.deepEqual(without.getOptions(), { skipLastGuardPromotion: true })
})

test('checkFen() is static and answers {valid, errors: [{code, message, category, location?}]}', () => {
  assert.deepEqual(CoTuLenh.checkFen(DEFAULT_POSITION), { valid: true, errors: [] })
  const { valid, errors } = CoTuLenh.checkFen(DEFAULT_POSITION.replace('6c4', '6x4').replace(' r ', ' w '))
  assert.equal(valid, false)
  assert.deepEqual(errors.map(({ code, category }) => [code, category]), [
    ['FEN_INVALID_FORMAT', 'structure'],
    ['FEN_INVALID_PIECE', 'lexical'],
    ['FEN_INVALID_FILE_COUNT', 'structure'],
  ])
  assert.deepEqual(errors.map(({ location }) => location?.rank ?? location?.field), [2, 12, 12])
  for (const { message } of errors) assert.equal(typeof message, 'string')
})

test('checkFen(): checkSemantics is on, throwOnError off by default', () => {
  const fen = fenOf('Cj1 ck12 Ta5')
  assert.equal(CoTuLenh.checkFen(fen).valid, false)
  assert.equal(CoTuLenh.checkFen(fen, { checkSemantics: true, throwOnError: false }).valid, false)
  assert.deepEqual(CoTuLenh.checkFen(fen, { checkSemantics: false }), { valid: true, errors: [] })
  assert.throws(() => CoTuLenh.checkFen(fen, { throwOnError: true }), {
    name: 'CotulenhError',
    code: 'BOARD_INVALID_TERRAIN',
    metadata: { category: 'terrain', location: { square: 'a5' } },
  })
  assert.deepEqual(CoTuLenh.checkFen(fen, { checkSemantics: false, throwOnError: true }), { valid: true, errors: [] })
})

test('load() and put(): the error has the data of the fault, beside its code', () => {
  const refused = (call) => {
    try {
      call()
    } catch ({ code, metadata }) {
      return [code, metadata?.fault]
    }
    return assert.fail('no error')
  }
  const terrain = { variant: 'sea', location: { square: 'a5' }, params: { unit: 'T' } }
  assert.deepEqual(refused(() => new CoTuLenh(fenOf('Cj1 ck12 Ta5'))), ['BOARD_INVALID_TERRAIN', terrain])
  const tank = { type: 't', color: 'r' }
  assert.deepEqual(refused(() => guarded('Te4').put(tank, 'a5')), ['BOARD_INVALID_TERRAIN', terrain])
  const unknown = {
    variant: 'unknownPiece', location: { rank: 11, column: 0, charIndex: 0, context: 'x' }, params: { found: 'x' },
  }
  assert.deepEqual(refused(() => guarded('Te4').load(fenOf('Cj1 ck12').replace('11', 'x10'))), ['FEN_INVALID_PIECE', unknown])
})

test('load() starts again: history, comments, headers and an open deploy are gone', () => {
  const game = guarded('(TI)e4 Tg4')
  const start = game.fen()
  game.setHeader('Event', 'x')
  game.setComment('at the start')
  game.move('Tg5')
  game.setComment('later')
  game.undo()
  game.move('T>e6')
  game.load(start)
  assert.deepEqual(stateOf(game), stateOf(new CoTuLenh(start)))
  assert.equal(game.getComment(), undefined)
  game.undo()
  assert.equal(game.fen(), start)
})

test('load(fen, {preserveHeaders}) keeps the headers, and only those; SetUp and FEN are set', () => {
  const game = new CoTuLenh()
  game.setHeader('Event', 'x')
  game.move('Ic6')
  game.load(fenOf(GUARDS), { preserveHeaders: true })
  assert.deepEqual([game.getHeaders(), game.history()], [{ Event: 'x', SetUp: '1', FEN: fenOf(GUARDS) }, []])
  game.load(fenOf(GUARDS), { preserveHeaders: false })
  assert.deepEqual(game.getHeaders(), { SetUp: '1', FEN: fenOf(GUARDS) })
})

test('load(fen, {skipValidation}) is accepted, and an invalid FEN still throws', () => {
  const game = new CoTuLenh()
  game.load(fenOf(GUARDS), { skipValidation: true })
  assert.equal(game.fen(), fenOf(GUARDS))
  refuses(game, 'FEN_INVALID_FORMAT', () => game.load('nonsense', { skipValidation: true }))
})

test('load() of a bad FEN throws a CotulenhError and changes nothing', () => {
  const game = new CoTuLenh()
  game.setHeader('Event', 'x')
  game.move('Ic6')
  refuses(game, 'FEN_INVALID_FORMAT', () => game.load(''))
  refuses(game, 'BOARD_INVALID_TERRAIN', () => game.load(fenOf('Cj1 ck12 Ta5')))
  assert.throws(() => game.load(5), TypeError)
})

test('clear() empties the board; clear({preserveHeaders}) keeps the headers', () => {
  const game = new CoTuLenh()
  game.setHeader('Event', 'x')
  game.move('Ic6')
  game.clear({ preserveHeaders: true })
  assert.equal(game.fen(), EMPTY)
  assert.deepEqual([game.history(), game.getHeaders()], [[], { Event: 'x' }])
  assert.ok(game.board().flat().every((cell) => cell === null))
  game.clear()
  assert.deepEqual(game.getHeaders(), {})
})

test('fen(includeDeployState = true): with an open deploy its start and steps, or the bare board', () => {
  const game = guarded('(TI)e4')
  const start = game.fen()
  assert.equal(game.fen(false), start)
  game.move('T>e6')
  assert.equal(game.fen(), `${start} e4:I:T>e6...`)
  assert.equal(game.fen(true), game.fen())
  assert.equal(game.fen(false), fenOf(`${GUARDS} Ie4 Te6`))
})

test('get(): the top piece with the pieces that it carries', () => {
  const game = guarded('(N+FT)c5 +Ie5 ig9')
  assert.deepEqual(game.get('c5'), {
    type: 'n', color: 'r', heroic: false,
    carrying: [{ type: 'f', color: 'r', heroic: true }, { type: 't', color: 'r', heroic: false }],
  })
  assert.deepEqual(game.get('e5'), { type: 'i', color: 'r', heroic: true })
  assert.deepEqual(game.get('g9'), { type: 'i', color: 'b', heroic: false })
  assert.deepEqual(game.get(SQUARE_MAP.c5), game.get('c5'))
})

test('get(square, type): the unit with that top, or the carried piece of that type', () => {
  const game = guarded('(N+FT)c5')
  assert.deepEqual(game.get('c5', 'n'), piece('(N+FT)'))
  assert.deepEqual(game.get('c5', 'f'), piece('+F'))
  assert.deepEqual(game.get(SQUARE_MAP.c5, 't'), piece('T'))
  assert.equal(game.get('c5', 'i'), undefined)
})

test('get() of an empty or invalid point is undefined', () => {
  const game = guarded('Te5')
  for (const square of ['e6', 'z9', 'a13', '', -1, 11, 500, 1.5, null, undefined, {}]) {
    assert.equal(game.get(square), undefined, String(square))
    assert.equal(game.get(square, 't'), undefined, String(square))
  }
})

test('get() and board() give copies: changing them changes nothing', () => {
  const game = guarded('(TI)e5')
  const fen = game.fen()
  Object.assign(game.get('e5'), { color: 'b', heroic: true }).carrying.pop()
  game.board()[7][4].heroic = true
  assert.equal(game.fen(), fen)
  assert.deepEqual(game.get('e5'), piece('(TI)'))
})

test('put() replaces the unit on the point, and returns true', () => {
  const game = guarded('Te5')
  assert.equal(game.put({ type: 'i', color: 'b' }, 'e5'), true)
  assert.deepEqual(game.get('e5'), piece('i'))
  assert.equal(game.put({ type: 't', color: 'r', heroic: true }, SQUARE_MAP.g5), true)
  assert.deepEqual(game.get('g5'), piece('+T'))
  assert.ok(game.moves().includes('+Tg8'), 'and it can move at once')
})

test('put() accepts stacks in any order, and writes them as in RULES 7.2', () => {
  const game = guarded('Te5')
  game.put({ type: 'i', color: 'r', carrying: [{ type: 't', color: 'r', heroic: true }] }, 'g5')
  assert.deepEqual(game.get('g5'), piece('(+TI)'))
  game.put(piece('(nft)'), 'b7')
  assert.equal(game.fen(), fenOf(`${GUARDS} Te5 (+TI)g5 (nft)b7`))
})

test('put(piece, square, allowCombine) joins the unit on the point', () => {
  const game = guarded('Te5')
  game.put({ type: 'f', color: 'r' }, 'e5', true)
  assert.deepEqual(game.get('e5'), piece('(FT)'))
  game.put({ type: 'i', color: 'r', heroic: true }, 'e5', true)
  assert.deepEqual(game.get('e5'), piece('(FT+I)'))
  // Onto an empty point it is an ordinary put.
  game.put({ type: 'i', color: 'r' }, 'g5', true)
  assert.deepEqual(game.get('g5'), piece('I'))
})

test('put() throws BOARD_INVALID_SQUARE for an invalid point', () => {
  const game = guarded('Te5')
  for (const square of ['z9', 'e13', 'E5', '', -1, 11, 0xbb, 1.5, NaN, null, undefined]) {
    refuses(game, 'BOARD_INVALID_SQUARE', () => game.put({ type: 'i', color: 'r' }, square))
  }
})

test('put() throws BOARD_INVALID_TERRAIN where the top cannot stand', () => {
  const game = guarded('Te5 Nb5')
  refuses(game, 'BOARD_INVALID_TERRAIN', () => game.put({ type: 't', color: 'r' }, 'a5'))
  refuses(game, 'BOARD_INVALID_TERRAIN', () => game.put({ type: 'n', color: 'r' }, 'f5'))
  refuses(game, 'BOARD_INVALID_TERRAIN', () => game.put({ type: 'f', color: 'r' }, 'b8'))
  refuses(game, 'BOARD_INVALID_TERRAIN', () => game.put({ type: 'n', color: 'r' }, 'e5', true))
  // Carried pieces do not matter (RULES 1.4).
  assert.equal(game.put({ type: 't', color: 'r' }, 'b5', true), true)
})

test('put() throws COMBINATION_FAILED for an impossible stack', () => {
  const game = guarded('Te5')
  refuses(game, 'COMBINATION_FAILED', () => game.put(piece('(TG)'), 'g5'))
  refuses(game, 'COMBINATION_FAILED', () => game.put(piece('(Ti)'), 'g5'))
  refuses(game, 'COMBINATION_FAILED', () => game.put(piece('T'), 'e5', true))
  refuses(game, 'COMBINATION_FAILED', () => game.put(piece('i'), 'e5', true))
  refuses(game, 'COMBINATION_FAILED', () => game.put(piece('(FTIM)'), 'g5'))
})

test('put() throws COMMANDER_LIMIT_EXCEEDED for a second Commander', () => {
  const game = guarded('Te5')
  refuses(game, 'COMMANDER_LIMIT_EXCEEDED', () => game.put({ type: 'c', color: 'r' }, 'g5'))
  refuses(game, 'COMMANDER_LIMIT_EXCEEDED', () => game.put({ type: 'c', color: 'b' }, 'g5'))
  refuses(game, 'COMMANDER_LIMIT_EXCEEDED', () => game.put(piece('(TC)'), 'g5'))
  // On its own point it is the same one, and an enemy's piece may stand in its place.
  assert.equal(game.put({ type: 'c', color: 'r', heroic: true }, 'j1'), true)
  assert.equal(game.put({ type: 't', color: 'b' }, 'j1'), true)
  assert.equal(game.getCommanderSquare('r'), -1)
  assert.equal(game.put({ type: 'c', color: 'r' }, 'g5'), true)
})

test('put() throws a CotulenhError for an invalid piece', () => {
  const game = guarded('Te5')
  for (const none of [
    { type: 'x', color: 'r' }, { type: 't', color: 'w' }, { type: 'T', color: 'r' }, {}, null, undefined, 't', 5,
    { type: 't', color: 'r', carrying: 'i' }, { type: 't', color: 'r', carrying: [null] },
  ]) {
    refuses(game, 'FEN_INVALID_PIECE', () => game.put(none, 'g5'))
  }
})

test('remove() empties a point and returns the unit', () => {
  const game = guarded('(FTI)e5')
  assert.deepEqual(game.remove('e5'), piece('(FTI)'))
  assert.equal(game.fen(), fenOf(GUARDS))
  assert.deepEqual(game.remove(SQUARE_MAP.j1), piece('C'))
  assert.equal(game.isCommanderCaptured(), true)
})

test('remove() of an empty point is undefined', () => {
  const game = guarded('Te5')
  const before = stateOf(game)
  for (const square of ['e6', 'z9', -1, 11, null, undefined]) assert.equal(game.remove(square), undefined)
  assert.deepEqual(stateOf(game), before)
})

test('remove(square, piece) removes only that piece of the stack', () => {
  const game = guarded('(F+TI)e5')
  assert.deepEqual(game.remove('e5', piece('T')), piece('+T'))
  assert.deepEqual(game.get('e5'), piece('(FI)'))
  assert.deepEqual(game.remove('e5', piece('F')), piece('F'))
  assert.deepEqual(game.get('e5'), piece('I'))
  assert.deepEqual(game.remove('e5', piece('I')), piece('I'))
  assert.equal(game.get('e5'), undefined)
  const pair = guarded('(F+TI)e5')
  assert.deepEqual(pair.remove('e5', piece('(FT)')), piece('(F+T)'))
  assert.deepEqual(pair.get('e5'), piece('I'))
})

test('remove(square, piece) throws a plain Error if the piece is absent', () => {
  const game = guarded('(FTI)e5')
  const before = stateOf(game)
  for (const [square, absent] of [['e5', 'M'], ['e5', 't'], ['e6', 'T'], ['e5', '(TM)']]) {
    assert.throws(() => game.remove(square, piece(absent)), plainError('Piece not found'))
  }
  assert.deepEqual(stateOf(game), before)
})

test('remove(square, piece) refuses to leave a unit that cannot stand there', () => {
  const game = guarded('(NT)b5')
  refuses(game, 'BOARD_INVALID_TERRAIN', () => game.remove('b5', piece('N')))
  assert.deepEqual(game.remove('b5', piece('T')), piece('T'))
})

test('board() has 12 rows of 11 from rank 12: carriers and single pieces, else null', () => {
  const game = guarded('(+FT)e5')
  const rows = game.board()
  assert.equal(rows.length, 12)
  assert.ok(rows.every((row) => row.length === 11))
  assert.deepEqual(rows[12 - 5][4], { square: 'e5', type: 'f', color: 'r', heroic: true })
  assert.deepEqual(rows[0][10], { square: 'k12', type: 'c', color: 'b', heroic: false })
  assert.equal(rows[0][0], null)
  assert.equal(rows.flat().filter((cell) => cell !== null).length, GUARDS.split(' ').length + 1)
})

test('board() and get() show the pieces of an open deploy where they stand now', () => {
  const game = guarded('(TI)e4')
  game.move('T>e6')
  assert.deepEqual([game.get('e4'), game.get('e6')], [piece('I'), piece('T')])
  assert.equal(game.board()[12 - 6][4].type, 't')
})

test('turn(), moveNumber() and halfMoves() follow the game (RULES 10.1)', () => {
  const game = guarded('Te5 ie7 Ti4 ig9')
  const clocks = () => [game.turn(), game.halfMoves(), game.moveNumber()]
  assert.deepEqual(clocks(), ['r', 0, 1])
  game.move('Ti5')
  assert.deepEqual(clocks(), ['b', 1, 1])
  game.move('Ig8')
  assert.deepEqual(clocks(), ['r', 2, 2])
  game.move('Txe7')
  assert.deepEqual(clocks(), ['b', 0, 2])
  game.undo()
  assert.deepEqual(clocks(), ['r', 2, 2])
})

test('getMetadata() is {turn, halfMoves, moveNumber, fen}', () => {
  const fen = fenOf(GUARDS, 'b').replace(' 0 1', ' 7 31')
  assert.deepEqual(new CoTuLenh(fen).getMetadata(), { turn: 'b', halfMoves: 7, moveNumber: 31, fen })
})

test('setMetadata(partial) changes the given fields, and keeps the history', () => {
  const game = new CoTuLenh()
  game.move('Ic6')
  game.setMetadata({ turn: 'r' })
  assert.deepEqual([game.turn(), game.halfMoves(), game.moveNumber()], ['r', 1, 1])
  game.setMetadata({ halfMoves: 99, moveNumber: 60 })
  assert.deepEqual([game.turn(), game.halfMoves(), game.moveNumber()], ['r', 99, 60])
  assert.deepEqual(game.history(), ['Ic6'])
  assert.ok(game.moves().includes('Ic7'), 'Red moves again')
  game.undo()
  assert.equal(game.fen(), DEFAULT_POSITION)
})

test('setMetadata({fen}) only sets the headers SetUp and FEN', () => {
  const game = new CoTuLenh()
  const fen = fenOf(GUARDS)
  game.setMetadata({ fen, turn: 'b' })
  assert.equal(game.fen(), DEFAULT_POSITION.replace(' r ', ' b '))
  assert.deepEqual(game.getHeaders(), { SetUp: '1', FEN: fen })
  assert.throws(() => game.setMetadata({ fen: 5 }), TypeError)
})

test('setMetadata() rejects values that a FEN cannot contain', () => {
  const game = new CoTuLenh()
  for (const metadata of [
    { turn: 'w' }, { halfMoves: -1 }, { halfMoves: 1.5 }, { halfMoves: NaN }, { moveNumber: 0 }, { moveNumber: '01' },
    { turn: 'r - - 0 1' },
  ]) {
    refuses(game, 'FEN_INVALID_FORMAT', () => game.setMetadata(metadata))
  }
})

test('getHeroicStatus(square, type?) asks the top piece or one in the stack', () => {
  const game = guarded('(F+T)e5 +Ig5')
  assert.equal(game.getHeroicStatus('e5'), false)
  assert.equal(game.getHeroicStatus('e5', 't'), true)
  assert.equal(game.getHeroicStatus('e5', 'f'), false)
  assert.equal(game.getHeroicStatus(SQUARE_MAP.g5), true)
  assert.equal(game.getHeroicStatus('e5', 'i'), false)
  assert.equal(game.getHeroicStatus('e6'), false)
  assert.equal(game.getHeroicStatus('z9'), false)
})

test('setHeroicStatus(square, type, heroic) sets and clears the flag, and answers whether it could', () => {
  const game = guarded('(FT)e5')
  assert.equal(game.setHeroicStatus('e5', 't', true), true)
  assert.deepEqual(game.get('e5'), piece('(F+T)'))
  game.setHeroicStatus(SQUARE_MAP.e5, 'f', true)
  assert.deepEqual(game.get('e5'), piece('(+F+T)'))
  game.setHeroicStatus('e5', 't', false)
  assert.deepEqual(game.get('e5'), piece('(+FT)'))
  assert.equal(game.setHeroicStatus('e5', undefined, false), true, 'the top')
  assert.deepEqual(game.get('e5'), piece('(FT)'))
  for (const [square, type] of [['e5', 'i'], ['e6', 't'], ['e6', undefined], ['z9', 't'], [-1, 't'], ['e5', 'x'], ['e5', {}]]) {
    assert.equal(game.setHeroicStatus(square, type, true), false)
  }
  assert.deepEqual(game.get('e5'), piece('(FT)'))
})

test('put(), remove(), setHeroicStatus() and setMetadata() are refused while a session is open', () => {
  const game = guarded('(FTI)e4')
  game.move('F>e7')
  refuses(game, 'SESSION_INVALID_OPERATION', () => game.put(piece('I'), 'g5'))
  refuses(game, 'SESSION_INVALID_OPERATION', () => game.remove('e4'))
  assert.equal(game.setHeroicStatus('e4', 't', true), false)
  refuses(game, 'SESSION_INVALID_OPERATION', () => game.setMetadata({ turn: 'b' }))
  // Setting the present values changes nothing: sites that keep the turn with one side do so after
  // every step.
  const before = stateOf(game)
  game.setMetadata({ turn: 'r' })
  const { fen, ...fields } = game.getMetadata()
  game.setMetadata(fields)
  assert.deepEqual(stateOf(game), before)
  game.cancelSession()
  game.move('(FTI)e7', { autoCommit: false })
  refuses(game, 'SESSION_INVALID_OPERATION', () => game.put(piece('I'), 'g5'))
})

test('moves continue from a position changed by hand; undo() returns to the positions that were played', () => {
  const game = new CoTuLenh()
  game.remove('c5')
  const start = game.fen()
  game.move('Nc4c5')
  game.put(piece('I'), 'd6')
  game.move('Ic7')
  assert.deepEqual(game.get('d6'), piece('I'))
  game.undo()
  assert.deepEqual(game.get('d6'), piece('I'))
  game.undo()
  assert.equal(game.fen(), start)
})

test('changes by hand before the first move change the start of the game', () => {
  const game = new CoTuLenh()
  game.remove('c5')
  game.setMetadata({ moveNumber: 9 })
  const start = game.fen()
  assert.ok(game.pgn().includes(`[FEN "${start}"]`))
  game.move('Mg6')
  game.put(piece('I'), 'd6')
  assert.ok(game.pgn().includes(`[FEN "${start}"]`), 'and later no more')
})

test('printBoard() shows every unit and prints to the console', (t) => {
  const print = t.mock.method(console, 'log', () => {})
  const picture = guarded('(FT)e5 +Ig6').printBoard()
  assert.equal(print.mock.callCount(), 1)
  assert.deepEqual(print.mock.calls[0].arguments, [picture])
  assert.match(picture, /\(FT\)/)
  assert.match(picture, /\+I/)
  assert.equal(picture.split('\n').filter((line) => /^ ?\d+ /.test(line)).length, 12)
})

test('_turn, _halfMoves and _moveNumber can be read and written', () => {
  const game = new CoTuLenh()
  assert.deepEqual([game._turn, game._halfMoves, game._moveNumber], ['r', 0, 1])
  game._turn = 'b'
  game._halfMoves = 42
  game._moveNumber = 17
  assert.deepEqual([game.turn(), game.halfMoves(), game.moveNumber()], ['b', 42, 17])
  assert.deepEqual([game._turn, game._halfMoves, game._moveNumber], ['b', 42, 17])
  assert.ok(game.moves().includes('Ic7'))
})

test('_header, _history and _commanders can be read, and _header written', () => {
  const game = new CoTuLenh()
  game.setHeader('Event', 'x')
  const result = game.move('Cg2')
  assert.deepEqual(game._header, { SetUp: '1', FEN: DEFAULT_POSITION, Event: 'x' })
  game._header = { Site: 'y', Round: undefined }
  assert.deepEqual(game.getHeaders(), { Site: 'y', Round: '?' })
  assert.equal(game._history.length, 1)
  assert.deepEqual(game._history[0], result)
  assert.deepEqual(game._commanders, { r: SQUARE_MAP.g2, b: SQUARE_MAP.g12 })
  game.clear()
  assert.deepEqual(game._commanders, { r: -1, b: -1 })
  assert.equal(game._history.length, 0)
})

test('free() makes the game unusable: later calls throw', () => {
  const game = guarded('(TI)e4')
  game.move('T>e6')
  game.free()
  game.free()
  const args = { load: [DEFAULT_POSITION], put: [piece('I'), 'e5'], setHeader: ['Event', 'x'], move: ['Ie5'] }
  for (const [name, { value, get }] of Object.entries(Object.getOwnPropertyDescriptors(CoTuLenh.prototype))) {
    if (['constructor', 'free', 'commitSession'].includes(name)) continue
    const ask = () => (get ?? value).apply(game, args[name] ?? (/InDanger|CommanderSquare/.test(name) ? ['r'] : ['e4', 'r', undefined]))
    assert.throws(ask, { name: 'CotulenhError', message: /freed/ }, name)
  }
  // It never throws.
  const { success, reason } = game.commitSession()
  assert.equal(success, false)
  assert.match(reason, /freed/)
  assert.equal(new CoTuLenh().moves().length, 116, 'other games go on')
})

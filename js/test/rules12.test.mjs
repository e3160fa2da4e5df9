/** RULES 12: where the rules differ from cotulenh-core on purpose, as seen through the API. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CoTuLenh, DEFAULT_POSITION, SQUARE_MAP } from 'cotulenh-bitboard'
import { fenOf, guarded, piece, plainError, records, red, stateOf } from './support.mjs'

/** A game in which these moves have been played. */
function after(game, ...moves) {
  for (const move of moves) game.move(move)
  return game
}

/**
 * The same position, read from its FEN, has the same moves, the same air defence and the same
 * status.
 */
function assertPure(game) {
  const fresh = new CoTuLenh(game.fen(), game.getOptions())
  const { history, headers, comment, ...state } = stateOf(game)
  const { history: h, headers: n, comment: c, ...other } = stateOf(fresh)
  assert.deepEqual(state, other)
  assert.deepEqual(game.getAirDefenseInfluence(), fresh.getAirDefenseInfluence())
}

/** The LANs of the moves from a point, without regard to the Commander's safety. */
function lansFrom(game, square) {
  return game.moves({ verbose: true, square, legal: false }).map(({ lan }) => lan)
}

test('12.1 a defender that is promoted covers more at once', () => {
  const game = after(red('Cj1 cg12 Hd1 Hc1 hd9 hk8 Gg10 fd11'), 'Gg11')
  assert.deepEqual(game.get('g11'), piece('+G'))
  assert.ok(game.getAirDefenseInfluence().r.has('e11'), 'level 2')
  assert.equal(lansFrom(game, 'd11').includes('Fd11e11'), false)
  const plain = new CoTuLenh(game.fen().replace('+G', 'G'))
  assert.equal(plain.getAirDefenseInfluence().r.has('e11'), false)
  assert.equal(lansFrom(plain, 'd11').includes('Fd11e11'), true)
  assertPure(game)
})

test('12.1 a defender that is covered does not defend, one that is left behind does', () => {
  const covered = after(guarded('Eg5 Gg4 fg9'), 'E&g4')
  assert.deepEqual(covered.get('g4'), piece('(EG)'))
  assert.equal(covered.getAirDefense().r.size, 0)
  assert.ok(covered.moves().includes('Fg5'))
  assertPure(covered)
  const freed = guarded('(EG)g4 fg9')
  freed.move('G<E>h4')
  assert.deepEqual(freed.get('g4'), piece('G'))
  assert.ok(freed.getAirDefenseInfluence().r.has('g5'))
  assert.deepEqual(['Fg5', 'Fg6'].map((san) => freed.moves().includes(san)), [false, true])
  assertPure(freed)
})

test('12.1 trying moves leaves no heroic flags in move texts, or on the board', () => {
  // A Tank on g10 would threaten the Commander, and every answer to the check is tried out.
  const game = red('Cj1 cg12 Hd1 Hc1 hd9 hk8 Tg8 (TI)f8 tj3')
  assert.equal(game.isCheck(), true)
  for (const legal of [true, false]) {
    const moves = game.moves({ verbose: true, legal })
    assert.ok(moves.every(({ lan, san, piece }) => !`${lan}${san}`.includes('+') && piece.heroic === false))
  }
  assert.equal(game.fen().includes('+'), false)
  assertPure(game)
})

test('12.2 recombining keeps heroic flags', () => {
  const carried = after(guarded('(F+TI)g4'), 'F>g7', '+T>&g7')
  assert.deepEqual(carried.get('g7'), piece('(F+T)'))
  const carrier = after(guarded('(+FTI)g4'), '+F>g8', 'T>&g8')
  assert.deepEqual(carrier.get('g8'), piece('(+FT)'))
})

test('12.2 a piece that is promoted while it waits steps off heroic', () => {
  const game = after(red('Cj1 cg12 Hd1 Hc1 hd9 hk8 (FTI)g10'), 'F>e8')
  assert.deepEqual(game.getDeployState().remainingPieces, [piece('+T'), piece('I')])
  const sans = game.moves()
  assert.ok(sans.includes('+T>g7'), 'one point further than a plain Tank')
  assert.equal(sans.includes('T>g9'), false)
  game.move('+T>d10')
  assert.deepEqual(game.get('d10'), piece('+T'))
})

test('12.3 threefold repetition fires', () => {
  const game = guarded('Tg4 ig9')
  const round = ['Tg5', 'Ig8', 'Tg4', 'Ig9']
  after(game, ...round)
  assert.equal(game.isThreefoldRepetition(), false)
  after(game, ...round)
  assert.deepEqual([game.isThreefoldRepetition(), game.isDraw(), game.isGameOver()], [true, true, true])
})

test('12.4 two-digit ranks disambiguate in full', () => {
  const game = guarded('Tf10 Tf12 Tf1')
  const sans = game.moves()
  assert.ok(sans.includes('T10f11') && sans.includes('T12f11') && sans.includes('Tf2'))
  assert.throws(() => game.move('T1f11'), plainError('Invalid or illegal move: T1f11'))
  assert.equal(game.move('T12f11').lan, 'Tf12f11')
})

test('12.4 the SAN of every legal move is unique and parses back', () => {
  for (const { fen } of records('positions').filter((_, i) => i % 10 === 0)) {
    const game = new CoTuLenh(fen)
    const moves = game.moves({ verbose: true })
    assert.equal(new Set(moves.map(({ san }) => san)).size, moves.length, fen)
    for (const { san, from, to, piece, flags } of moves) {
      const result = game.move(san, { strict: true, autoCommit: false })
      const [target] = result.to instanceof Map ? result.getHighlightSquares().slice(1) : [result.to]
      assert.deepEqual([result.from, target], [from, to], `${san} in ${fen}`)
      const moved = result.isDeploy ? game.getSession().moves[0].piece : result.piece
      assert.deepEqual([moved, [...result.flags].sort()], [piece, [...flags].sort()], `${san} in ${fen}`)
      game.undo()
    }
  }
})

test('12.4 a deploy turn that two stacks can play is ambiguous; its LAN is not, and PGN writes that', () => {
  const game = guarded('(TI)e4 (TI)g4')
  assert.throws(() => game.move('I<T>f4'), plainError('Multiple matching legal moves found: I<T>f4'))
  assert.equal(game.move('g4:I:T>f4').san, 'I<T>f4')
  assert.match(game.pgn(), /\n1\. g4:I:T>f4 \*\n$/)
  const copy = new CoTuLenh()
  copy.loadPgn(game.pgn(), { strict: true })
  assert.equal(copy.fen(), game.fen())
  game.undo()
  game.move('I<T>g6')
  assert.match(game.pgn(), /\n1\. I<T>g6 \*\n$/)
})

test('12.5 a FEN with a deploy suffix restores the session', () => {
  const game = after(guarded('(FTI)g4'), 'F>g7', 'T>&g7')
  const read = new CoTuLenh(game.fen())
  assert.deepEqual(stateOf(read), stateOf(game))
  read.move('I>g5')
  assert.deepEqual([read.turn(), read.history()], ['b', ['(FT)>g7,I>g5']])
  for (const bad of ['g4:I:T>g9...', 'g4:M:T>g5...', 'g5:I:T>g6...', 'x']) {
    assert.throws(() => new CoTuLenh(`${game.getSession().startFEN} ${bad}`), { code: 'FEN_INVALID_FORMAT' }, bad)
  }
})

test('12.5 PGN round-trips, deploys included, and starts from the start position without FEN', () => {
  const game = after(guarded('(FTI)g4 (TI)e4 (ti)e9 ig9 Th4'), 'I<(FT)>g7', 'I<T>e7', 'T>e6')
  const copy = new CoTuLenh()
  copy.loadPgn(game.pgn(), { strict: true })
  assert.equal(copy.fen(), game.fen())
  assert.deepEqual(copy.history(), game.history())
  assert.equal(copy.pgn(), game.pgn())
  copy.loadPgn('1. Ic6 Ic7 *')
  copy.undo()
  copy.undo()
  assert.equal(copy.fen(), DEFAULT_POSITION)
})

test('12.6 parentheses of a move text are never stripped', () => {
  const game = guarded('(TM)g5 (TI)e3')
  for (const other of ['(TI)f5', '(T)f5', 'TMf5', 'TIf5', 'TM>f5', 'Tf5']) {
    assert.throws(() => game.move(other), plainError(`Invalid or illegal move: ${other}`), other)
  }
  assert.equal(guarded('(TM)g5 (TI)e3').move('(TM)f5').lan, '(TM)g5f5')
  assert.equal(guarded('(TM)g5 (TI)e3').move('T>f5').lan, 'g5:M:T>f5')
})

test('12.6 from and to play the whole unit where it can', () => {
  assert.equal(guarded('(TM)g5').move('g5f5').lan, '(TM)g5f5')
  // The stack stands at sea: only the Tank can go ashore.
  assert.equal(guarded('(NT)b5').move('b5d5').lan, 'b5:N:T>d5')
})

test('12.7 a piece that vanished in a suicide or captured by staying cannot be joined', () => {
  const blown = after(guarded('(FTI)g4 gg7'), 'F>@g7')
  assert.equal(blown.moves().some((san) => san.includes('&')), false)
  assert.deepEqual(blown.getSession().getRecombineOptions(), [])
  const fired = after(guarded('(FTI)c5 nb5 na1'), 'T>_b5')
  assert.deepEqual(fired.moves({ pieceType: 'i' }), ['I>c6', 'I>d5', 'I>c4'])
  assert.deepEqual(fired.getSession().getRecombineOptions(), [])
  // A capture that ends on its destination can.
  const taken = after(guarded('(FTI)g4 ig7'), 'F>xg7')
  assert.deepEqual(taken.getSession().getRecombineOptions().map(({ square }) => square), ['g7', 'g7'])
})

test("12.8 a Commander's own stay capture is tested for exposure", () => {
  // Taking the Navy on b5 without moving opens the rank to the Commander on a5.
  const game = red('Cc5 (nc)a5 nb5 Hd1 Hc1 hd9 hk8')
  assert.equal(game.moves().includes('C_b5'), false)
  assert.equal(game.moves({ legal: false }).includes('C_b5'), true)
  assert.ok(red('Cc5 ck12 nb5 Hd1 Hc1 hd9 hk8').moves().includes('C_b5'))
})

test('12.9 deploy steps that lead nowhere do not save a Commander', () => {
  const mate = red('(HC)k1 Hd1 tk3 cj12 hd9')
  assert.deepEqual(mate.moves(), ['C>k2'], 'they stay in the list')
  assert.deepEqual([mate.isCheckmate(), mate.isGameOver()], [true, true])
  const stalemate = red('(HC)k1 Hd1 tk4 cj12 hd9')
  assert.deepEqual(stalemate.moves(), ['C>k2', 'C>k3'])
  assert.deepEqual([stalemate.isStalemate(), stalemate.isDraw(), stalemate.isGameOver()], [true, true, true])
  const free = red('(HC)k1 Hd1 tk5 cj12 hd9')
  assert.deepEqual([free.isCheckmate(), free.isStalemate(), free.isGameOver()], [false, false, false])
})

test('12.10 undo(), cancelSession() and history() never fail or lose pieces, also where a deploy began at sea', () => {
  for (const [units, ...steps] of [
    ['(NFT)b5 nc7', 'N>b6', 'T>c5', 'F>f5'],
    ['(NFT)b5', 'F>f5', 'T>&f5'],
    ['(NT)b5 na5 na1', 'T>_a5', 'N>b6'],
    ['(FTI)g4 gg7', 'F>@g7', 'T>g6', 'I>&g6'],
  ]) {
    const start = stateOf(guarded(units))
    for (let count = 1; count <= steps.length; count += 1) {
      const cancelled = after(guarded(units), ...steps.slice(0, count))
      const open = cancelled.getSession() !== null
      assert.equal(cancelled.history().length, open ? 0 : 1)
      if (open) cancelled.cancelSession()
      else cancelled.undo()
      assert.deepEqual(stateOf(cancelled), start, units)
      const undone = after(guarded(units), ...steps.slice(0, count))
      for (let left = open ? count : 1; left > 0; left -= 1) undone.undo()
      assert.deepEqual(stateOf(undone), start, units)
    }
  }
})

test('12.11 a recombination reports the turn so far, like every other step', () => {
  const game = guarded('(FTI)g4')
  game.move('F>g7')
  const joined = game.move('T>&g7')
  assert.deepEqual(
    [joined.san, joined.lan, joined.flags, joined.completed],
    ['I<(FT)>g7', 'g4:I:(FT)>g7', 'dn', false],
  )
  assert.deepEqual(joined.to, new Map([['g7', piece('(FT)')]]))
  const last = game.move('I>&g7')
  assert.deepEqual([last.san, last.flags, last.completed], ['(FTI)>g7', 'dn', true])
})

test('12.12 a + that marks no piece is an error', () => {
  const check = (rank) => CoTuLenh.checkFen(`10c/11/11/11/11/11/${rank}/11/11/11/11/9C1 r - - 0 1`)
  assert.equal(check('4+T6').valid, true)
  for (const bad of ['+4T6', '4T+6', '4T6+', '4+(TI)6', '4(T+)6', '4++T6']) {
    const codes = check(bad).errors.map(({ code, category }) => `${code}/${category}`)
    assert.deepEqual(codes, ['FEN_INVALID_FORMAT/lexical'], bad)
  }
  const fen = fenOf('Ce1 cg12 (FTI)d5')
  assert.equal(new CoTuLenh(`${fen} d5:(TI):F>d8...`).getSession().stackSquare, SQUARE_MAP.d5)
  for (const bad of ['d5:(TI+):F+>d8...', 'd5:(+T+I):+F>d8...', 'd5:++I++++T:++F++>d8']) {
    assert.throws(() => new CoTuLenh(`${fen} ${bad}`), { name: 'CotulenhError', code: 'FEN_INVALID_FORMAT' }, bad)
  }
})

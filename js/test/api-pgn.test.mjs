/** Games as text: headers, comments, PGN. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CotulenhError, CoTuLenh, DEFAULT_POSITION, SEVEN_TAG_ROSTER } from 'cotulenh-bitboard'
import { fenOf, guarded, GUARDS, random, randomAction, records, red, stateOf } from './support.mjs'

const START_HEADERS = { SetUp: '1', FEN: DEFAULT_POSITION }

/** A game with these turns played. */
function played(game, ...texts) {
  for (const text of texts) game.move(text)
  return game
}

/** The moves of a PGN: what follows the empty line. */
function movetext(game, options) {
  return game.pgn(options).split('\n\n')[1].trimEnd()
}

/** A game read from the PGN of another. */
function reread(game, options) {
  const copy = new CoTuLenh()
  copy.loadPgn(game.pgn(), options)
  return copy
}

/** Everything that a PGN keeps. */
function recordOf(game) {
  const { headers, ...state } = stateOf(game)
  return { ...state, turns: game.history({ verbose: true }).map((result) => ({ ...result })), pgn: game.pgn() }
}

/** The comments of a game, by position, newest first. */
function commentsOf(game) {
  const found = [game.getComment()]
  while (game.getSession() !== null || game.history().length > 0) {
    game.undo()
    found.push(game.getComment())
  }
  return found
}

test('setHeader() sets a header and returns all; getHeaders() returns them', () => {
  const game = new CoTuLenh()
  assert.deepEqual(game.getHeaders(), START_HEADERS)
  assert.deepEqual(game.setHeader('Event', 'Hội làng'), { ...START_HEADERS, Event: 'Hội làng' })
  assert.deepEqual(game.setHeader('Red', 'Lan'), { ...START_HEADERS, Event: 'Hội làng', Red: 'Lan' })
  assert.deepEqual(game.setHeader('Event', 'x'), { ...START_HEADERS, Event: 'x', Red: 'Lan' })
  game.getHeaders().Event = 'y'
  assert.equal(game.getHeaders().Event, 'x', 'it is a copy')
})

test('setHeader() takes names that a PGN can hold, and strings', () => {
  const game = new CoTuLenh()
  for (const name of ['', 'two words', 'a"b', 'é', 'x'.repeat(256), null, 5]) {
    assert.throws(() => game.setHeader(name, 'x'), CotulenhError)
  }
  for (const value of [5, {}, true]) assert.throws(() => game.setHeader('Event', value), TypeError)
  assert.deepEqual(game.getHeaders(), START_HEADERS)
})

test('setHeader(name, undefined) returns a header of the roster to its default, and unsets another', () => {
  const game = new CoTuLenh()
  for (const [name, value] of Object.entries(SEVEN_TAG_ROSTER)) {
    game.setHeader(name, 'x')
    assert.equal(game.setHeader(name, undefined)[name], value)
  }
  game.setHeader('Annotator', 'x')
  assert.equal('Annotator' in game.setHeader('Annotator', undefined), false)
  assert.equal(game.removeHeader('Annotator'), true)
  assert.equal(game.removeHeader('Annotator'), false)
})

test('setHeader("__proto__") is a header like any other', () => {
  const game = new CoTuLenh()
  const headers = game.setHeader('__proto__', 'x')
  assert.deepEqual(Object.keys(headers), ['SetUp', 'FEN', '__proto__'])
  assert.equal(Object.getPrototypeOf(headers), Object.prototype)
  assert.match(game.pgn(), /\[__proto__ "x"\]/)
  assert.deepEqual(Object.keys(reread(game).getHeaders()).includes('__proto__'), true)
})

test('removeHeader() removes a header and returns whether it was set', () => {
  const game = new CoTuLenh()
  game.setHeader('Annotator', 'x')
  assert.equal(game.removeHeader('Annotator'), true)
  assert.equal(game.removeHeader('Annotator'), false)
  assert.deepEqual(game.getHeaders(), START_HEADERS)
  assert.equal(game.removeHeader('Event'), false)
  game.setHeader('Event', 'x')
  assert.equal(game.removeHeader('Event'), true)
  assert.equal(game.getHeaders().Event, '?', 'one of the roster stays')
  game.removeHeader('SetUp')
  assert.deepEqual(game.getHeaders(), { FEN: DEFAULT_POSITION, Event: '?' })
})

test('setComment(), getComment() and removeComment() belong to positions', () => {
  const game = played(new CoTuLenh(), 'Ic6')
  assert.equal(game.getComment(), undefined)
  game.setComment('solid')
  assert.equal(game.getComment(), 'solid')
  game.move('Ic7')
  assert.equal(game.getComment(), undefined)
  game.undo()
  assert.equal(game.getComment(), 'solid')
  game.undo()
  assert.equal(game.getComment(), undefined)
  game.move('Ic6')
  assert.equal(game.getComment(), 'solid', 'the same position again')
  assert.equal(game.removeComment(), 'solid')
  assert.equal(game.getComment(), undefined)
  assert.equal(game.removeComment(), undefined)
})

test('setComment(): only strings; braces would end it in a PGN, where they become brackets', () => {
  const game = new CoTuLenh()
  game.setComment('a {b} c')
  assert.equal(game.getComment(), 'a {b} c')
  assert.ok(game.pgn().includes('{a [b] c}'))
  for (const none of [undefined, null, 5, {}]) assert.throws(() => game.setComment(none), TypeError)
  assert.equal(game.getComment(), 'a {b} c')
})

test('setComment() stays with a position that is being set up', () => {
  const game = new CoTuLenh()
  game.setComment('before')
  game.put({ type: 'i', color: 'r' }, 'e6')
  assert.equal(game.getComment(), 'before')
})

test('loadPgn() plays by the options of the game, unless a header says otherwise', () => {
  const lastGuard = '[SetUp "1"]\n[FEN "6c4/11/11/11/11/11/11/3T7/11/11/11/4C6 r - - 0 1"]\n'
  const after = (header, options) => {
    const game = new CoTuLenh(undefined, options)
    game.loadPgn(`${lastGuard}${header}\n1. Cd1 *`)
    return [game.getHeroicStatus('d5'), game.getOptions().skipLastGuardPromotion]
  }
  assert.deepEqual(after('', {}), [true, false])
  assert.deepEqual(after('', { skipLastGuardPromotion: true }), [false, true])
  assert.deepEqual(after('[LastGuardPromotion "off"]\n', {}), [false, true])
  assert.deepEqual(after('[LastGuardPromotion "on"]\n', { skipLastGuardPromotion: true }), [true, false])
})

test('pgn(): the headers in their order, then the moves and the result', () => {
  const game = played(new CoTuLenh(), 'Ic6', 'Ic7', 'Mg6')
  game.setHeader('Annotator', 'me')
  for (const [name, value] of [['Own', 'z'], ['Blue', 'Minh'], ['RedElo', '9'], ['Date', '2024.05.06']]) game.setHeader(name, value)
  const headers = {
    ...SEVEN_TAG_ROSTER, Blue: 'Minh', Date: '2024.05.06', RedElo: '9', ...START_HEADERS, Annotator: 'me', Own: 'z',
  }
  const lines = Object.entries(headers).map(([name, value]) => `[${name} "${value}"]`)
  const before = game.getHeaders()
  assert.equal(game.pgn(), `${lines.join('\n')}\n\n1. Ic6 Ic7 2. Mg6 *\n`)
  assert.deepEqual(game.getHeaders(), before, 'no header has changed')
})

test('pgn(): a missing Date is today, and one that was read or set stays', () => {
  const game = new CoTuLenh()
  const now = new Date()
  const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'))
  assert.ok(game.pgn().includes(`[Date "${today.join('.')}"]`))
  game.setHeader('Date', undefined)
  assert.match(game.pgn(), /\[Date "\?\?\?\?\.\?\?\.\?\?"\]/)
  assert.equal(reread(game).getHeaders().Date, '????.??.??')
})

test('pgn(): quotes and backslashes in headers are escaped, line breaks are spaces', () => {
  const game = new CoTuLenh()
  game.setHeader('Event', 'a "b" \\ c')
  game.setHeader('Site', 'two\nlines')
  assert.match(game.pgn(), /\[Event "a \\"b\\" \\\\ c"\]/)
  assert.match(game.pgn(), /\[Site "two lines"\]/)
  assert.equal(reread(game).getHeaders().Event, 'a "b" \\ c')
})

test('pgn(): SetUp and FEN, unless they were removed from a game that begins with the start position', () => {
  const plain = new CoTuLenh()
  assert.ok(plain.pgn().includes(`[SetUp "1"]\n[FEN "${DEFAULT_POSITION}"]`))
  plain._header = {}
  assert.equal(plain.pgn().includes('[FEN'), false)
  const fen = fenOf(`${GUARDS} Te5`, 'b').replace(' 0 1', ' 7 31')
  const game = played(new CoTuLenh(fen), 'Ck11')
  assert.ok(game.pgn().includes(`[SetUp "1"]\n[FEN "${fen}"]`))
  assert.equal(movetext(game), '31... Ck11 *')
})

test('pgn({newline}): the end of a line', () => {
  const game = played(new CoTuLenh(), 'Ic6')
  assert.equal(game.pgn({ newline: '\r\n' }), game.pgn().replaceAll('\n', '\r\n'))
})

test('pgn({maxWidth}): lines of moves are broken', () => {
  const game = new CoTuLenh()
  for (let i = 0; i < 10; i += 1) played(game, 'Tf5', 'Tf8', 'Tff4', 'Tff9')
  assert.equal(movetext(game).includes('\n'), false, 'never by default')
  assert.equal(movetext(game, { maxWidth: 0 }), movetext(game))
  const lines = movetext(game, { maxWidth: 30 }).split('\n')
  assert.ok(lines.length > 5)
  assert.ok(lines.every((line) => line.length <= 30))
  assert.equal(lines.join(' '), movetext(game))
})

test('pgn({clocks}): noted after each turn', () => {
  const game = played(new CoTuLenh(), 'Ic6', 'Ic7', 'Mg6')
  const clocks = ['0:09:58', '0:09:55']
  assert.equal(movetext(game, { clocks }), '1. Ic6 {[%clk 0:09:58]} 1... Ic7 {[%clk 0:09:55]} 2. Mg6 *')
  assert.equal(movetext(game, { clocks: ['', '0:01'] }), '1. Ic6 Ic7 {[%clk 0:01]} 2. Mg6 *', 'one that is not known')
  assert.equal(movetext(game), '1. Ic6 Ic7 2. Mg6 *', 'they are not kept')
  game.undo()
  game.undo()
  game.setComment('solid')
  assert.equal(movetext(game, { clocks }), '1. Ic6 {[%clk 0:09:58] solid} *')
})

test('pgn(): clocks that were read are kept', () => {
  const game = new CoTuLenh()
  game.loadPgn('1. Ic6 {[%clk 0:09:58] solid} 1... Ic7 {[%clk 0:09:55]} *')
  assert.equal(movetext(game), '1. Ic6 {[%clk 0:09:58] solid} 1... Ic7 {[%clk 0:09:55]} *')
  assert.deepEqual(commentsOf(game), [undefined, 'solid', undefined])
})

test('pgn(): comments stand behind the move that leads to their position', () => {
  const game = new CoTuLenh()
  game.setComment('at the start')
  game.move('Ic6')
  game.setComment('solid')
  played(game, 'Ic7', 'Mg6')
  assert.equal(movetext(game), '{at the start} 1. Ic6 {solid} 1... Ic7 2. Mg6 *')
  assert.deepEqual(commentsOf(reread(game)), [undefined, undefined, 'solid', 'at the start'])
})

test('pgn(): comments inside a deploy, finished or open, come back', () => {
  const game = guarded('(FTI)e4 ig9')
  game.move('F>e8')
  game.setComment('off it goes')
  game.move('T>e6')
  game.setComment('and the Tank')
  const committed = guarded('(FTI)e4 ig9')
  committed.loadPgn(game.pgn())
  assert.deepEqual(recordOf(committed), recordOf(game))
  assert.equal(committed.getComment(), 'and the Tank')
  game.commitSession()
  game.setComment('done')
  const copy = reread(game)
  assert.deepEqual(recordOf(copy), recordOf(game))
  assert.equal(copy.getComment(), 'done')
  // Playing the same steps leads to the positions inside again.
  copy.undo()
  copy.move('F>e8')
  assert.equal(copy.getComment(), 'off it goes')
  copy.move('T>e6')
  assert.equal(copy.getComment(), 'and the Tank')
})

test('pgn(): comments before and after a recombination come back, however the turn was played', () => {
  const game = guarded('(FTI)e4 ig9')
  for (const [step, comment] of [['F>e8', 'alone'], ['I>e5', 'the Infantry'], ['T>&e8', 'together']]) {
    game.move(step, { autoCommit: false })
    game.setComment(comment)
  }
  const texts = ['e4:(TI):F>e8... {alone}', 'e4:T:F>e8,I>e5... {the Infantry}', 'e4::(FT)>e8,I>e5... {together}']
  assert.equal(movetext(game), `1. ${texts.join(' ')} *`)
  assert.equal(movetext(reread(game)), movetext(game))
  game.commitSession()
  assert.equal(movetext(game), `1. ${texts.join(' ')} (FT)>e8,I>e5 *`)
  assert.deepEqual(recordOf(reread(game)), recordOf(game))
  // In one text the turn passes through the positions between its steps, not through that before a
  // recombination.
  game.undo()
  game.move('(FT)>e8,I>e5')
  assert.equal(movetext(game), `1. ${texts[2]} (FT)>e8,I>e5 *`)
  game.undo()
  game.move('F>e8')
  game.move('T>e6')
  game.setComment('apart')
  game.cancelSession()
  game.move('I<F>e8,T>e6')
  assert.equal(movetext(game), `1. ${texts[0]} e4:I:F>e8,T>e6... {apart} I<F>e8,T>e6 *`)
})

test('pgn(): an open deploy is written as in a FEN and read back', () => {
  const game = guarded('(FTI)e4 ig9')
  game.move('F>e8')
  assert.equal(movetext(game), '1. e4:(TI):F>e8... *')
  const copy = reread(game)
  assert.deepEqual(recordOf(copy), recordOf(game))
  copy.undo()
  assert.equal(copy.fen(), game.getSession().startFEN)
})

test('pgn(): the result of the game, unless the header has another', () => {
  const taken = played(red('Cj1 cg7 Tg5 Hd1 hk8 hd9'), 'Txg7')
  assert.match(taken.pgn(), /\[Result "1-0"\]/)
  assert.equal(movetext(taken), '1. Txg7 1-0')
  assert.match(red('(HC)k1 Hd1 tk3 cj12 hd9').pgn(), /\[Result "0-1"\]/)
  assert.match(red('(HC)k1 Hd1 tk4 cj12 hd9').pgn(), /\[Result "1\/2-1\/2"\]/)
  assert.match(new CoTuLenh(DEFAULT_POSITION.replace(' 0 1', ' 100 60')).pgn(), /\[Result "1\/2-1\/2"\]/)
  const resigned = played(new CoTuLenh(), 'Ic6')
  resigned.setHeader('Result', '0-1')
  assert.equal(movetext(resigned), '1. Ic6 0-1')
  assert.equal(reread(resigned).getHeaders().Result, '0-1')
})

test('pgn(): skipLastGuardPromotion is part of the game', () => {
  const game = played(red('Cj1 ck12 Te5 hd9 hk8', { skipLastGuardPromotion: true }), 'Te6')
  assert.match(game.pgn(), /\[LastGuardPromotion "off"\]/)
  const copy = reread(game)
  assert.deepEqual(copy.getOptions(), { skipLastGuardPromotion: true })
  assert.deepEqual(recordOf(copy), recordOf(game))
})

test('pgn() and history() do not disturb the game', () => {
  const game = played(guarded('(FTI)e4 ig9'), '(FTI)e5', 'Ig8', 'F>e8')
  const before = stateOf(game)
  game.pgn({ maxWidth: 20, clocks: ['1', '2', '3'] })
  assert.deepEqual(stateOf(game), before)
})

test('loadPgn() replaces the whole game', () => {
  const game = played(guarded('(FTI)e4'), 'F>e8')
  game.setHeader('Site', 'x')
  game.setComment('y')
  game.loadPgn('[Event "z"]\n\n1. Ic6 Ic7 *')
  assert.deepEqual([game.history(), game.getHeaders()], [['Ic6', 'Ic7'], { Event: 'z', ...START_HEADERS }])
  assert.deepEqual([game.getSession(), game.getComment()], [null, undefined])
  game.undo()
  game.undo()
  assert.equal(game.fen(), DEFAULT_POSITION)
  assert.equal(game.loadPgn(''), true, 'an empty text is a game without moves')
  assert.deepEqual([game.fen(), game.getHeaders()], [DEFAULT_POSITION, START_HEADERS])
})

test('loadPgn(): PGN of other programs is read', () => {
  const game = new CoTuLenh()
  game.loadPgn('% a line for programs\n[Red "x"]\n\n1. Ic6! $1 ; good\n1... Ic7?! ( 1... Mg7 ) 2.Mg6 2... Mg7 *\n')
  assert.deepEqual(game.history(), ['Ic6', 'Ic7', 'Mg6', 'Mg7'])
  assert.equal(game.getHeaders().Red, 'x')
})

test('loadPgn(): an invalid FEN header is an error with the data of its fault and its place', () => {
  const game = new CoTuLenh()
  const fen = fenOf('Cj1 ck12 Ta5')
  const refused = (pgn) => {
    try {
      game.loadPgn(pgn, { strict: true })
    } catch ({ code, metadata }) {
      return { code, ...metadata }
    }
    return assert.fail('no error')
  }
  const { pgn, ...error } = refused(`[Event "x"]\n[FEN "${fen}"]\n\n*`)
  const fault = { variant: 'sea', location: { square: 'a5' }, params: { unit: 'T' } }
  assert.deepEqual(error, { code: 'BOARD_INVALID_TERRAIN', fault })
  assert.equal(pgn.line, 2)
  assert.ok(fen.startsWith(pgn.token))
  assert.deepEqual(refused('1. Ic6 Zz9 *'), { code: 'MOVE_INVALID_DESTINATION', pgn: { line: 1, column: 8, token: 'Zz9' } })
})

test('loadPgn(pgn, {strict}): coordinates only without it', () => {
  const game = new CoTuLenh()
  assert.equal(game.loadPgn('1. c5c6 c8-c7 2. Mg5-g6 Mg8g7 ?! *'), true)
  assert.deepEqual(game.history(), ['Ic6', 'Ic7', 'Mg6', 'Mg7'])
  const before = recordOf(game)
  for (const pgn of ['1. c5c6 *', '1. Mg5-g6 *', '1. Ic6 Zz9 *']) {
    assert.throws(() => game.loadPgn(pgn, { strict: true }), { name: 'CotulenhError', code: 'MOVE_INVALID_DESTINATION' })
  }
  assert.deepEqual(recordOf(game), before)
})

test('loadPgn(): words that are not moves are skipped unless strict', () => {
  const game = new CoTuLenh()
  game.loadPgn('1. Zz9 Ic6 Tg5-g6 !! Ic7 e4:I:T>e6... x *')
  assert.deepEqual(game.history(), ['Ic6', 'Ic7'])
})

test('loadPgn(): a CotulenhError names the line, and nothing has changed', () => {
  const game = played(new CoTuLenh(), 'Mg6')
  game.setHeader('Event', 'x')
  const before = [recordOf(game), game.getHeaders()]
  const [move, fen, other] = ['MOVE_INVALID_DESTINATION', 'FEN_INVALID_FORMAT', 'UNKNOWN_ERROR']
  for (const [pgn, where, code, modes = [true, false]] of [
    ['[Event "1"]\n\n1. Ic6 Xx9 *', /line 3.*Xx9/, move, [true]], ['1. Ic6 Cg12\n*', /line 1/, move, [true]],
    ['1. e4:I:T>e6... *', /./, move, [true]], ['[Event 1]\n\n*', /line 1/, other], ['[FEN "nonsense"]\n\n*', /line 1/, fen],
    ['[FEN "11/11 r - - 0 1"]\n\n*', /line 1/, 'FEN_INVALID_RANK_COUNT'], ['1. Ic6 { never closed', /./, other],
    ['1. Ic6 ) Ic7', /./, other],
  ]) {
    for (const strict of modes) {
      assert.throws(() => game.loadPgn(pgn, { strict }), (error) => {
        assert.ok(error instanceof CotulenhError, pgn)
        assert.equal(error.code, code, pgn)
        assert.match(error.message, where, pgn)
        return true
      })
    }
  }
  for (const none of [undefined, null, 5, {}]) assert.throws(() => game.loadPgn(none), TypeError)
  assert.deepEqual([recordOf(game), game.getHeaders()], before)
})

test('loadPgn() counts repetitions of the game it reads', () => {
  const round = 'Tf5 Tf8 Tff4 Tff9'
  const game = new CoTuLenh()
  game.loadPgn(`${round} ${round} *`)
  assert.equal(game.isThreefoldRepetition(), true)
  assert.match(game.pgn(), /1\/2-1\/2\n$/)
})

test('PGN round trip of random games, with deploys and comments, from the start and from many positions', () => {
  const below = random(7)
  const stock = records('sessions').map(({ fen }) => fen)
  let deploys = 0
  for (let i = 0; i < 60; i += 1) {
    const game = i % 2 === 0 ? new CoTuLenh() : new CoTuLenh(stock[below(stock.length)])
    for (let action = 0; action < 40; action += 1) {
      if (!randomAction(game, below)) break
      if (below(4) === 0) game.setComment(`after ${action}`)
    }
    deploys += game.history({ verbose: true }).filter(({ isDeploy }) => isDeploy).length
    const copies = [true, false].map((strict) => reread(game, { strict }))
    for (const copy of copies) assert.deepEqual(recordOf(copy), recordOf(game), game.pgn())
    const pgn = game.pgn()
    const comments = commentsOf(game).filter((comment) => comment !== undefined)
    for (const copy of copies) {
      assert.deepEqual(commentsOf(copy).filter((comment) => comment !== undefined), comments, pgn)
    }
  }
  assert.ok(deploys > 50, `only ${deploys} deploys`)
})

// The game store: snapshots, identity, events, refusals, undo, and agreement with the class.

import assert from 'node:assert/strict'
import test from 'node:test'
import { CoTuLenh, createGameStore, DEFAULT_POSITION, VALID_SQUARES, algebraic } from 'cotulenh-bitboard'
import { measureActions } from './environments/user-actions.mjs'
import { fenOf, GUARDS, random } from './support.mjs'

const STACK = fenOf(`${GUARDS} (FTI)f5 tf9 ie8`)

/** Plays and expects success. */
function ok(answer) {
  assert.equal(answer.ok, true, JSON.stringify(answer.refusal))
  return answer.snapshot
}

function refusal(answer) {
  assert.equal(answer.ok, false)
  return answer.refusal
}

const KINDS = { move: 'n', capture: 'c', stay: 's', suicide: 'k', combination: 'b', recombination: 'b' }

function movesOf({ destinations }) {
  return Object.entries(destinations).flatMap(([square, movers]) =>
    movers.flatMap(({ piece, deploy, moves }) =>
      moves.map((move) => {
        assert.deepEqual([move.from, move.piece, move.deploy], [square, piece, deploy])
        return move
      }),
    ),
  )
}

function describeMove({ from, to, piece, kind, deploy }) {
  return [from, to, piece.type, piece.heroic, (piece.carrying ?? []).map(({ type }) => type).join(''), KINDS[kind], deploy].join(' ')
}

/** Everything that a snapshot shows, compared with a game. */
function assertShows(snapshot, game) {
  for (const point of VALID_SQUARES) {
    const square = algebraic(point)
    assert.deepEqual(snapshot.pieces[square], game.get(square), square)
  }
  assert.equal(snapshot.turn, game.turn())
  assert.equal(snapshot.moveNumber, game.moveNumber())
  assert.equal(snapshot.halfMoves, game.halfMoves())
  assert.equal(snapshot.check, game.isCheck())
  assert.equal(snapshot.result !== null, game.isGameOver())
  assert.equal(snapshot.turns, game.history().length)
  for (const color of ['r', 'b']) {
    const point = game.getCommanderSquare(color)
    assert.equal(snapshot.commanders[color], point === -1 ? null : algebraic(point))
  }
  const listed = game.isGameOver() ? [] : game.moves({ verbose: true })
  const flags = (move) => [move.from, move.to, move.piece.type, move.piece.heroic,
    (move.piece.carrying ?? []).map(({ type }) => type).join(''), move.flags.replace('d', ''), move.isDeploy].join(' ')
  assert.deepEqual(movesOf(snapshot).map(describeMove).sort(), listed.map(flags).sort())
  assert.equal(snapshot.deploy !== null, game.getSession() !== null)
  if (snapshot.deploy !== null) assert.equal(snapshot.deploy.canCommit, game.canCommitSession())
  const last = game.history({ verbose: true }).at(-1)
  assert.equal(snapshot.lastTurn === null, last === undefined)
  if (last !== undefined) {
    const { lastTurn } = snapshot
    assert.deepEqual([lastTurn.color, lastTurn.from, lastTurn.piece, lastTurn.deploy], [last.color, last.from, last.piece, last.isDeploy])
    const flat = lastTurn.captured.flatMap(({ carrying = [], ...carrier }) => [carrier, ...carrying])
    assert.deepEqual(flat, last.captured ?? [])
    assert.deepEqual(lastTurn.stay ?? undefined, last.stay)
  }
}

test('Store: play(), commit(), cancel(), undo() and redo() in random games agree with the class', () => {
  const below = random(18)
  const seen = { deploys: 0, recombinations: 0, undone: 0, redone: 0, over: 0, cancelled: 0 }
  for (let round = 0; round < 12; round++) {
    const fen = round % 2 === 0 ? DEFAULT_POSITION : STACK
    const store = createGameStore(fen)
    let game = new CoTuLenh(fen)
    for (let action = 0; action < 120; action++) {
      const snapshot = store.getSnapshot()
      assertShows(snapshot, game)
      assert.equal(store.fen(), game.fen())
      const moves = movesOf(snapshot)
      const choice = below(12)
      if (choice === 0 && snapshot.canUndo) {
        ok(store.undo())
        game.undo()
        seen.undone += 1
        if (below(2) === 0) {
          assert.equal(store.getSnapshot().canRedo, true)
          ok(store.redo())
          game = store.game()
          seen.redone += 1
        }
      } else if (snapshot.deploy?.canCommit && choice < 4) {
        ok(store.commit())
        assert.equal(game.commitSession().success, true)
      } else if (snapshot.deploy !== null && (moves.length === 0 || choice === 11)) {
        ok(store.cancel())
        game.cancelSession()
        seen.cancelled += 1
      } else if (moves.length > 0) {
        const rare = moves.filter(({ deploy, kind }) => deploy || kind === 'combination')
        const pool = rare.length > 0 && below(2) === 0 ? rare : moves
        const move = pool[below(pool.length)]
        ok(store.play(move))
        const { from, to, piece, deploy, kind } = move
        game.move({ from, to, piece: piece.type, deploy, stay: kind === 'stay' })
        seen.deploys += Number(deploy)
        seen.recombinations += Number(kind === 'recombination')
        assert.notEqual(store.getSnapshot(), snapshot)
      } else {
        seen.over += 1
        break
      }
    }
    assert.deepEqual(store.game().history(), game.history())
    assert.equal(store.game().fen(), game.fen())
  }
  for (const [name, count] of Object.entries(seen)) if (name !== 'over') assert.ok(count > 0, `no ${name}`)
})

test('Store: getSnapshot() keeps the identity of what has not changed', () => {
  const store = createGameStore()
  const first = store.getSnapshot()
  assert.equal(store.getSnapshot(), first)
  ok(store.play({ from: 'c5', to: 'c6' }))
  ok(store.play({ from: 'c8', to: 'c7' }))
  const third = store.getSnapshot()
  assert.notEqual(third.pieces, first.pieces)
  let same = 0
  for (const [square, piece] of Object.entries(third.pieces)) same += Number(first.pieces[square] === piece)
  assert.equal(same, 36)
  assert.equal(third.commanders, first.commanders)
  assert.notEqual(third.destinations.c6, first.destinations.c5)
  // The Militia in the middle has the moves that it had.
  assert.equal(third.destinations.g5, first.destinations.g5)
  assert.equal(third.destinations.g5[0].moves, first.destinations.g5[0].moves)
  // A refused action changes nothing at all.
  refusal(store.play({ from: 'c6', to: 'a1' }))
  assert.equal(store.getSnapshot(), third)
  ok(store.undo())
  ok(store.undo())
  assert.deepEqual({ ...store.getSnapshot(), canRedo: false }, { ...first })
  assert.deepEqual(store.getSnapshot().pieces, first.pieces)
})

test('a commit without a change of the board keeps the pieces', () => {
  const store = createGameStore(STACK)
  ok(store.play({ from: 'f5', to: 'f4', piece: 'i', deploy: true }))
  const open = store.getSnapshot()
  const { deploy } = open
  const committed = ok(store.commit())
  assert.equal(committed.pieces, open.pieces)
  assert.equal(committed.deploy, null)
  assert.equal(deploy.remaining.map(({ type }) => type).join(''), 'ft')
  assert.equal(open.deploy, deploy)
})

test('snapshots are frozen through and through', () => {
  const store = createGameStore(STACK)
  ok(store.play({ from: 'f5', to: 'f4', piece: 'i', deploy: true }))
  const visit = (value) => {
    if (typeof value !== 'object' || value === null) return
    assert.ok(Object.isFrozen(value), JSON.stringify(value))
    Object.values(value).forEach(visit)
  }
  visit(store.getSnapshot())
  visit(ok(store.commit()))
  assert.doesNotThrow(() => structuredClone(store.getSnapshot()))
})

test('Store: subscribe() follows the contract of Svelte and React', () => {
  const store = createGameStore()
  const { subscribe, getSnapshot } = store
  const seen = []
  const stop = subscribe((snapshot) => seen.push(snapshot))
  assert.deepEqual(seen, [getSnapshot()])
  ok(store.play('Ic6'))
  assert.equal(seen.at(-1), getSnapshot())
  refusal(store.play('Ic6'))
  assert.equal(seen.length, 2)
  stop()
  stop()
  ok(store.play('Ic7'))
  assert.equal(seen.length, 2)
})

test('one function can subscribe twice, and leave once', () => {
  const store = createGameStore()
  let calls = 0
  const listener = () => (calls += 1)
  const stop = store.subscribe(listener)
  store.subscribe(listener)
  stop()
  calls = 0
  ok(store.play('Ic6'))
  assert.equal(calls, 1)
})

test('Store: on() tells events in order, with their data', () => {
  const store = createGameStore(STACK)
  const log = []
  for (const name of ['move', 'step', 'commit', 'cancel', 'undo', 'load', 'end']) {
    store.on(name, (event) => {
      assert.equal(event.snapshot, store.getSnapshot())
      log.push([name, event])
    })
  }
  store.subscribe(() => log.push(['snapshot']))
  const names = () => log.splice(0).map(([name]) => name)
  names()
  ok(store.play({ from: 'f5', to: 'f4', piece: 'i', deploy: true }))
  assert.deepEqual(log.map(([name]) => name), ['snapshot', 'step'])
  assert.deepEqual([log[1][1].move.to, log[1][1].move.piece.type], ['f4', 'i'])
  names()
  ok(store.cancel())
  assert.deepEqual(names(), ['snapshot', 'cancel'])
  ok(store.play({ from: 'j1', to: 'j2' }))
  assert.deepEqual(names(), ['snapshot', 'move'])
  ok(store.undo())
  assert.deepEqual(names(), ['snapshot', 'undo'])
  ok(store.redo())
  assert.deepEqual(names(), ['snapshot', 'move'])
  ok(store.load())
  assert.deepEqual(names(), ['snapshot', 'load'])
  // Two pieces leave, and the turn completes itself.
  ok(store.load(fenOf(`${GUARDS} (TI)f5`)))
  ok(store.play({ from: 'f5', to: 'f6', piece: 't', deploy: true }))
  names()
  ok(store.play({ from: 'f5', to: 'f4', piece: 'i', deploy: true }))
  assert.deepEqual(log.map(([name]) => name), ['snapshot', 'step', 'commit'])
  assert.equal(log[2][1].turn.steps.length, 2)
  names()
  ok(store.load('4c6/11/11/11/11/11/11/11/11/11/4T6/6C4 r - - 99 60'))
  names()
  ok(store.play({ from: 'g1', to: 'h1' }))
  assert.deepEqual(log.map(([name]) => name), ['snapshot', 'move', 'end'])
  assert.deepEqual(log[2][1].result, { winner: null, reason: 'fiftyMoves' })
})

test('changes that listeners make are announced in order', () => {
  const store = createGameStore()
  const seen = []
  store.subscribe(({ turns }) => {
    if (turns === 1) ok(store.play('Ic7'))
  })
  store.subscribe(({ turns }) => seen.push(turns))
  ok(store.play('Ic6'))
  assert.deepEqual(seen, [0, 1, 2])
})

test('an error of a listener reaches the caller after all others were told', () => {
  const store = createGameStore()
  let told = 0
  store.on('move', () => {
    throw new Error('mine')
  })
  store.on('move', () => (told += 1))
  assert.throws(() => store.play('Ic6'), /mine/)
  assert.equal(told, 1)
  assert.equal(store.getSnapshot().turns, 1)
  assert.throws(() => store.on('sneeze', () => {}), TypeError)
  assert.throws(() => store.on('move', 1), TypeError)
  assert.throws(() => store.subscribe(), TypeError)
})

test('Store: load() and the other actions refuse with data of the rules', () => {
  const store = createGameStore()
  assert.deepEqual(refusal(store.play({ from: 'c5', to: 'c7' })), {
    code: 'OUT_OF_RANGE', clause: '2', squares: ['c7'], params: { unit: 'I', to: 'c7', range: 1, distance: 2 },
  })
  assert.equal(refusal(store.play({ from: 'a1', to: 'a2' })).code, 'EMPTY_POINT')
  assert.equal(refusal(store.play({ from: 'a12', to: 'a12' })).code, 'EMPTY_POINT')
  assert.equal(refusal(store.play({ from: 'c8', to: 'c7' })).code, 'NOT_YOUR_PIECE')
  assert.equal(refusal(store.play({ from: 'c5', to: 'c6', kind: 'capture' })).code, 'OTHER_KIND')
  assert.equal(refusal(store.play('Ic9')).code, 'NO_SUCH_MOVE')
  for (const [action, code] of [['commit', 'NO_OPEN_DEPLOY'], ['cancel', 'NO_OPEN_DEPLOY'], ['undo', 'NOTHING_TO_UNDO'], ['redo', 'NOTHING_TO_REDO']]) {
    assert.deepEqual(refusal(store[action]()), { code, squares: [], params: {} })
  }
  assert.deepEqual(refusal(store.load('nonsense')), {
    code: 'INVALID_FEN', squares: [], params: { fault: 'FEN_INVALID_FORMAT' },
  })
  // The Navy leaves; the Tank cannot stay at sea.
  ok(store.load(fenOf(`${GUARDS} (NT)a5`)))
  ok(store.play({ from: 'a5', to: 'a6', piece: 'n', deploy: true }))
  const stays = refusal(store.commit())
  assert.deepEqual([stays.code, stays.variant, stays.clause, stays.squares], ['CANNOT_STAY', undefined, '9.5', ['a5']])
  assert.equal(refusal(store.play({ from: 'j1', to: 'j2' })).code, 'SESSION_OPEN')
})

test('a finished game refuses moves', () => {
  const store = createGameStore('4c6/11/11/11/11/11/11/11/11/11/4T6/6C4 r - - 100 60')
  const { result, destinations } = store.getSnapshot()
  assert.deepEqual(result, { winner: null, reason: 'fiftyMoves' })
  assert.deepEqual(destinations, {})
  for (const move of [{ from: 'g1', to: 'h1' }, 'Ch1']) {
    const { code, clause } = refusal(store.play(move))
    assert.deepEqual([code, clause], ['GAME_OVER', '10'])
  }
  const stack = createGameStore('6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 100 60')
  assert.equal(refusal(stack.play('d5:I:T>d7')).code, 'GAME_OVER')
})

test('garbage is refused, not thrown', () => {
  const store = createGameStore()
  const before = store.getSnapshot()
  const garbage = [
    undefined, null, 0, NaN, true, Symbol('x'), [], {}, () => {}, { from: 'c5' }, { from: 'c5', to: 'l1' }, { from: 1e9, to: -1 },
    { from: 'c5', to: 'c6', piece: 'x' }, { from: 'c5', to: 'c6', piece: {} }, { from: 'c5', to: 'c6', kind: 'jump' },
    'x'.repeat(10_000), '', 'ờ', '\u0000',
  ]
  for (const value of garbage) {
    assert.ok(['INVALID_ARGUMENT', 'NO_SUCH_MOVE'].includes(refusal(store.play(value)).code))
    if (value !== undefined && value !== null) {
      assert.ok(['INVALID_ARGUMENT', 'INVALID_FEN'].includes(refusal(store.load(value)).code))
    }
  }
  assert.equal(store.getSnapshot(), before)
  assert.throws(() => createGameStore('nonsense'), { name: 'CotulenhError' })
  assert.throws(() => createGameStore(42), { name: 'CotulenhError' })
})

test('points alone choose the whole unit, and another move before a stay capture', () => {
  const store = createGameStore(fenOf(`${GUARDS} (TI)f5 Fg4 ii4`))
  ok(store.play({ from: 'f5', to: 'f6' }))
  assert.equal(store.getSnapshot().lastTurn.deploy, false)
  ok(store.undo())
  ok(store.play({ from: 'g4', to: 'i4' }))
  assert.equal(store.getSnapshot().lastTurn.steps[0].kind, 'capture')
  ok(store.undo())
  ok(store.play({ from: 'g4', to: 'i4', kind: 'stay' }))
  assert.equal(store.getSnapshot().pieces.g4.type, 'f')
})

test('threefold repetition ends the game, also after undo and redo', () => {
  const store = createGameStore(fenOf(`${GUARDS} Te4 td8`))
  const round = [['e4', 'e5'], ['d8', 'e8'], ['e5', 'e4'], ['e8', 'd8']]
  const play = () => round.forEach(([from, to]) => ok(store.play({ from, to })))
  play()
  assert.equal(store.getSnapshot().result, null)
  play()
  const drawn = { winner: null, reason: 'threefold' }
  assert.deepEqual(store.getSnapshot().result, drawn)
  assert.equal(store.game().isThreefoldRepetition(), true)
  ok(store.undo())
  assert.equal(store.getSnapshot().result, null)
  assert.deepEqual(ok(store.redo()).result, drawn)
  // The same history, copied.
  assert.deepEqual(createGameStore(store.game()).getSnapshot().result, drawn)
})

test('Store: createGameStore copies a game, and game() gives it back with history, headers and comments', () => {
  const game = new CoTuLenh()
  game.setHeader('Red', 'An')
  for (const text of ['Ic6', 'Ic7', 'Mg6']) game.move(text)
  game.setComment('a comment')
  const headers = game.getHeaders()
  assert.equal(headers.Red, 'An')
  const store = createGameStore(game)
  assert.equal(store.getSnapshot().turns, 3)
  assert.equal(store.getSnapshot().lastTurn.from, 'g5')
  game.undo()
  assert.equal(store.getSnapshot().turns, 3)
  const copy = store.game()
  assert.deepEqual(copy.history(), ['Ic6', 'Ic7', 'Mg6'])
  assert.deepEqual(copy.getHeaders(), headers)
  assert.equal(copy.getComment(), 'a comment')
  ok(store.undo())
  ok(store.undo())
  ok(store.play('Mg7'))
  const other = store.game()
  assert.deepEqual(other.history(), ['Ic6', 'Mg7'])
  assert.deepEqual(other.getHeaders(), headers)
  ok(store.undo())
  ok(store.undo())
  assert.deepEqual(store.game().history(), [])
  assert.equal(refusal(store.undo()).code, 'NOTHING_TO_UNDO')
})

test('Store: fen() and game() of a game with an open deploy', () => {
  const game = new CoTuLenh(STACK)
  game.move({ from: 'j1', to: 'j2' })
  game.move({ from: 'k12', to: 'k11' })
  game.move({ from: 'f5', to: 'f4', piece: 'i', deploy: true })
  game.move({ from: 'f5', to: 'f6', piece: 't', deploy: true })
  const store = createGameStore(game)
  assert.equal(store.fen(), game.fen())
  assert.equal(store.getSnapshot().deploy.steps.length, 2)
  assert.equal(store.game().fen(), game.fen())
  ok(store.undo())
  assert.equal(store.game().fen(), store.fen())
  ok(store.undo())
  ok(store.undo())
  assert.equal(store.getSnapshot().turns, 1)
  for (let i = 0; i < 3; i++) ok(store.redo())
  assert.equal(store.game().fen(), game.fen())
  ok(store.commit())
  assert.equal(game.commitSession().success, true)
  assert.equal(store.game().fen(), game.fen())
  assert.deepEqual(store.game().history(), game.history())
})

test('a game whose history cannot be replayed is refused', () => {
  const game = new CoTuLenh()
  game.move('Ic6')
  game.put({ type: 't', color: 'r' }, 'e6')
  assert.throws(() => createGameStore(game), (error) => error.metadata.code === 'INVALID_HISTORY')
  assert.equal(refusal(createGameStore().load(game)).code, 'INVALID_HISTORY')
  assert.equal(createGameStore(game.fen()).fen(), game.fen())
})

test('options: last guards and automatic commits', () => {
  const fen = fenOf('Cj1 ck12 (TI)f5 hd9 hk8')
  const store = createGameStore(fen, { skipLastGuardPromotion: true, autoCommit: false })
  assert.deepEqual(store.game().getOptions(), { skipLastGuardPromotion: true })
  ok(store.play({ from: 'f5', to: 'f6', piece: 't', deploy: true }))
  ok(store.play({ from: 'f5', to: 'f4', piece: 'i', deploy: true }))
  assert.equal(store.getSnapshot().turn, 'r')
  assert.deepEqual(store.getSnapshot().deploy.remaining, [])
  assert.equal(ok(store.commit()).turn, 'b')
  assert.equal(ok(store.load(fen)).turns, 0)
  assert.deepEqual(store.game().getOptions(), { skipLastGuardPromotion: true })
})

test('an action through the store is far faster than through the class', () => {
  const times = measureActions(10)
  const factor = times.class / times.store
  // The benchmark shows four; a busy machine measures badly.
  assert.ok(factor > 2.5, `${factor.toFixed(1)} times: ${JSON.stringify(times)} µs`)
})

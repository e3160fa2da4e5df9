/**
 * Recorded deploys, step by step through the JavaScript API, with commit, cancel and undo at every
 * point.
 */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { algebraic, bridge, CoTuLenh, MoveResult, SQUARE_MAP } from 'cotulenh-bitboard'
import {
  asInternal, asObject, bitsOf, findListed, flat, lansOf, pieceText, records, sortedMoves, stateOf,
} from './support.mjs'

const sessions = records('sessions')

/** A game in which the first `count` steps of a record have been played. */
function replay({ fen, steps }, count, form = ({ lan }) => lan) {
  const game = new CoTuLenh(fen)
  let result
  for (const { move: [lan, flags] } of steps.slice(0, count)) result = game.move(form(findListed(game, lan, flags)))
  return { game, result }
}

/** Calls back with every point of every recorded deploy. */
function eachStep(visit) {
  for (const record of sessions) {
    record.steps.forEach((step, i) => visit(record, step, i + 1, `${step.move[0]} after ${i} steps in ${record.fen}`))
  }
}

/** `[unit text, separator, point]` of each step in the LAN of a deploy turn. */
function stepsIn(lan) {
  const texts = lan.split(':')[2].split(',')
  return texts.map((text) => /^(.+)>([x_@&]?)([a-k]\d+)$/.exec(text).slice(1))
}

test('sessions: move() returns the turn so far', () => {
  eachStep((record, step, count, context) => {
    const { result } = replay(record, count)
    for (const key of ['san', 'lan', 'flags', 'completed']) {
      if (step[key] !== null) assert.equal(result[key], step[key], `${key}: ${context}`)
    }
    assert.equal(result.completed, !step.session, context)
    assert.equal(result.before, record.fen, context)
    assert.equal(result.after, step.fen, context)
    assert.equal(result.from, result.lan.split(':')[0], context)
    assert.equal(result.isDeploy, true, context)
    const start = new CoTuLenh(record.fen)
    assert.equal(result.color, start.turn(), context)
    assert.deepEqual(result.piece, start.get(result.from), context)
    const stay = result.lan.split(':')[1]
    assert.equal(result.stay === undefined ? '' : pieceText(result.stay), stay, context)

    const steps = stepsIn(result.lan)
    assert.ok(result.to instanceof Map, context)
    assert.deepEqual([...result.to].map(([to, unit]) => `${to} ${pieceText(unit)}`), [
      ...new Map(steps.map(([text, , to]) => [to, `${to} ${text}`])).values(),
    ], context)
    const taken = steps.filter(([, separator]) => ['x', '_', '@'].includes(separator))
    // A last guard may become heroic before it is captured.
    const roles = (pieces) => pieces.map(({ type, color }) => type + color)
    assert.deepEqual(roles(result.captured ?? []), roles(taken.flatMap(([, , to]) => flat(start.get(to)))), context)
    assert.deepEqual(result.getHighlightSquares(), [result.from, ...result.to.keys()], context)
  })
})

test('sessions: the game after each step: FEN, bare board, next moves, commit', () => {
  eachStep((record, step, count, context) => {
    const { game } = replay(record, count)
    assert.equal(game.fen(), step.fen, context)
    assert.equal(game.fen(true), step.fen, context)
    assert.equal(game.fen(false), step.board, context)
    assert.deepEqual(lansOf(game), sortedMoves(step.moves), context)
    assert.deepEqual(game.moves(), game.moves({ verbose: true }).map(({ san }) => san), context)
    assert.equal(game.canCommitSession(), step.canCommit, context)
    if (step.session) assert.equal(game.isGameOver(), false, `RULES 9.7: ${context}`)
    assert.deepEqual(game.history(), step.session ? [] : [replay(record, count).result.san], context)
  })
})

test('sessions: getSession() and getDeployState() describe the open deploy', () => {
  eachStep((record, step, count, context) => {
    const { game, result } = replay(record, count)
    const session = game.getSession()
    const view = game.getDeployState()
    assert.equal(session !== null, step.session, context)
    assert.equal(view !== null, step.session, context)
    if (!step.session) return
    const steps = stepsIn(result.lan)
    assert.equal(session.stackSquare, SQUARE_MAP[result.from], context)
    assert.equal(session.turn, result.color, context)
    assert.equal(session.isDeploy, true, context)
    assert.equal(session.startFEN, record.fen, context)
    assert.equal(session.toFenString(), step.fen, context)
    assert.deepEqual(session.originalPiece, result.piece, context)
    assert.deepEqual([session.isEmpty, session.isComplete], [false, step.moves.length === 0], context)
    assert.equal(session.canCommit(), step.canCommit, context)
    assert.deepEqual({ ...session.getCurrentResult() }, { ...result }, context)
    const kinds = { '': 'n', x: 'c', _: 's', '@': 'k', '&': 'b' }
    assert.deepEqual(
      session.moves.map(({ piece, flags, to }) => [pieceText(piece), flags, algebraic(to)]),
      steps.map(([text, separator, to]) => [text, bitsOf(`d${kinds[separator]}`), to]),
      context,
    )
    assert.ok(session.moves.every(({ from, color }) => from === session.stackSquare && color === session.turn), context)

    const letters = view.remainingPieces.map(({ type, heroic }) => (heroic ? '+' : '') + type).join('')
    assert.equal(letters, step.remaining, context)
    assert.ok(view.remainingPieces.every((piece) => !('carrying' in piece)), context)
    assert.deepEqual(view.stayPiece, result.stay, context)
    assert.deepEqual(view.originalPiece, result.piece, context)
    assert.equal(view.turn, result.color, context)
    assert.deepEqual([view.canCommit, view.isComplete], [step.canCommit, step.moves.length === 0], context)
    assert.equal(view.stackSquare, result.from, context)
    assert.deepEqual(session.remaining, view.remainingPieces, context)
    assert.equal(session.commands.length, steps.length, context)
    const moved = steps.map(([text]) => text).join('').replace(/[()]/g, '')
    assert.equal(view.movedPieces.map(pieceText).join(''), moved, context)
  })
})

test('sessions: steps by object and by InternalMove are the same steps', () => {
  eachStep((record, step, count, context) => {
    const { game, result } = replay(record, count)
    for (const form of [asObject, asInternal, ({ san }) => san]) {
      const other = replay(record, count, form)
      assert.deepEqual({ ...other.result }, { ...result }, context)
      assert.deepEqual(stateOf(other.game), stateOf(game), context)
    }
  })
})

test('sessions: commitSession() wherever it is allowed ends the turn as recorded', () => {
  let committed = 0
  eachStep((record, step, count, context) => {
    const { game } = replay(record, count)
    const session = game.getSession()
    const before = stateOf(game)
    const answer = game.commitSession()
    assert.equal(answer.success, step.session && step.canCommit, context)
    if (!answer.success) {
      assert.equal(typeof answer.reason, 'string', context)
      assert.equal('result' in answer, false, context)
      assert.deepEqual(stateOf(game), before, context)
      return
    }
    committed += 1
    const { fen, san, lan, flags } = step.commit
    assert.ok(answer.result instanceof MoveResult, context)
    assert.equal('reason' in answer, false, context)
    const { result } = answer
    assert.deepEqual([result.san, result.lan, result.flags, result.completed], [san, lan, flags, true], context)
    assert.deepEqual([result.before, result.after], [record.fen, fen], context)
    assert.deepEqual([game.fen(), game.fen(false), game.getSession()], [fen, fen, null], context)
    assert.deepEqual([game.history(), game.history({ verbose: true })], [[san], [result]], context)
    assert.throws(() => session.commit(), { code: 'SESSION_INVALID_OPERATION' }, context)
    game.undo()
    assert.deepEqual(stateOf(game), stateOf(new CoTuLenh(record.fen)), context)
  })
  assert.equal(committed, 192)
})

test('sessions: cancelSession() takes everything back', () => {
  eachStep((record, step, count, context) => {
    const { game } = replay(record, count)
    const before = stateOf(game)
    game.cancelSession()
    // Without an open deploy nothing happens.
    assert.deepEqual(stateOf(game), step.session ? stateOf(new CoTuLenh(record.fen)) : before, context)
  })
})

test('sessions: undo() takes back one action, or the whole turn that has passed', () => {
  eachStep((record, step, count, context) => {
    const { game } = replay(record, count)
    game.undo()
    const { game: earlier } = replay(record, step.session ? count - 1 : 0)
    assert.deepEqual(stateOf(game), stateOf(earlier), context)
    if (!step.session) return
    for (let left = count - 1; left > 0; left -= 1) {
      assert.equal(game.getDeployState() === null, false, context)
      game.undo()
    }
    assert.deepEqual(stateOf(game), stateOf(new CoTuLenh(record.fen)), context)
    game.undo()
    assert.equal(game.fen(), record.fen, context)
  })
})

test('sessions: a FEN with a deploy suffix restores the deploy', () => {
  eachStep((record, step, count, context) => {
    const { game } = replay(record, count)
    if (!step.session) return
    const read = new CoTuLenh(step.fen)
    assert.deepEqual(stateOf(read), stateOf(game), context)
    read.cancelSession()
    assert.equal(read.fen(), record.fen, context)
  })
})

test('sessions: getRecombineOptions() are the joins that add no step, and those of the carrier (RULES 9.3)', () => {
  let [recombined, combined, carriers] = [0, 0, 0]
  eachStep((record, step, count, context) => {
    const { game, result } = replay(record, count)
    const session = game.getSession()
    if (session === null) return
    const options = session.getRecombineOptions().map(({ square, piece }) => `${piece} ${square}`)
    for (const { lan, flags, to, piece } of game.moves({ verbose: true })) {
      if (!flags.includes('b')) continue
      const copy = replay(record, count).game
      const joined = copy.move(lan, { autoCommit: false })
      const recombines = copy.getSession().moves.length === session.moves.length
      if (piece.type === session.originalPiece.type) {
        // RULES 9.3 d: an option may be a step of its own, a plain combination.
        assert.equal(recombines, false, `${lan}: ${context}`)
        carriers += 1
        continue
      }
      assert.equal(options.includes(`${piece.type} ${to}`), recombines, `${lan}: ${context}`)
      assert.ok(flat(copy.get(to)).some(({ type }) => type === piece.type), `${lan}: ${context}`)
      assert.equal(joined.completed, false, `${lan}: ${context}`)
      if (recombines) {
        recombined += 1
        assert.equal(session.isRecombineTarget(to, piece.type), true, `${lan}: ${context}`)
        assert.notEqual(piece.type, result.piece.type, `${lan}: ${context}`)
      } else {
        combined += 1
      }
      copy.undo()
      assert.deepEqual(stateOf(copy), stateOf(game), `${lan}: ${context}`)
    }
  })
  assert.ok(recombined > 50 && combined > 10, `${recombined} recombinations, ${combined} combinations`)
  assert.ok(carriers > 5, `${carriers} joins of the carrier`)
})

test('session_moves: the moves of open deploys in order, by moves() and by the bridge (RULES 9.3, 11.6)', () => {
  for (const { fen, steps, session, moves } of records('session_moves')) {
    const game = new CoTuLenh(fen)
    for (const [lan, flags] of steps) game.move(findListed(game, lan, flags))
    assert.equal(game.fen(), session)
    const listed = game.moves({ verbose: true })
    assert.deepEqual(listed.map(({ lan, flags }) => `${lan}|${flags}`), moves, session)
    assert.deepEqual(game.moves(), listed.map(({ san }) => san), session)
    const played = bridge.play({ fen, moves: steps.map(([lan, flags]) => ({ lan, flags })) })
    assert.equal(played.fen, session)
    assert.deepEqual(bridge.moves({ fen: session }).map(({ lan, flags }) => `${lan}|${flags}`), moves, session)
  }
})

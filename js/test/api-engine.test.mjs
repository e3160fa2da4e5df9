/** The engine: searches in a worker, the one-call opponent, and the signature of the search. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, test } from 'node:test'
import { bench } from 'cotulenh-bitboard/engine'
import { bridge, CoTuLenh, CotulenhError, DEFAULT_POSITION, Engine, MoveResult, selectAiMove } from 'cotulenh-bitboard'
import wasm from '../dist/engine-wasm.js'
import { fenOf, records } from './support.mjs'

const engine = new Engine({ hash: 4 })
after(() => engine.dispose())

/** Plays a result of the engine and checks that it is the turn that it names. */
function playBest(fen, best) {
  const game = new CoTuLenh(fen)
  const side = game.turn()
  let played
  for (const step of best.steps) played = step === 'commit' ? game.commitSession().result : game.move(step, { strict: true })
  assert.equal(played.completed, true, `${fen} ${best.steps}`)
  assert.deepEqual([played.lan, played.san], [best.lan, best.san], fen)
  assert.notEqual(game.turn(), side)
  return game
}

/** Positions in which the side to move can win at once. */
function* winning() {
  for (const { fen, after: successors } of records('successors')) {
    const mover = new CoTuLenh(fen).turn() === 'r' ? 'red' : 'blue'
    if (successors.some(([, , next, , over]) => over === 1 && bridge.position({ fen: next }).result === mover)) yield fen
  }
}

const MATED = records('positions').filter(({ over }) => over).map(({ fen }) => fen)
const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds))

test('Engine.bestMove() finds a mate in one', async () => {
  const [missed, found] = [[], []]
  for (const fen of winning()) {
    // With a limit, because some positions have so many deploys that even the first iteration takes
    // long.
    const best = await engine.bestMove(fen, { depth: 3, nodes: 20_000 })
    const mates = best.mate === 1
    assert.equal(mates && playBest(fen, best).isGameOver(), mates, fen)
    assert.equal(best.score > 30_000, best.mate !== null && best.mate > 0)
    ;(mates ? found : missed).push(fen)
  }
  assert.ok(found.length > 24, missed.join('\n'))
})

test('Engine.bestMove() gives a whole legal turn, in open deploys too', async () => {
  const fens = records('positions').filter(({ over }) => !over).map(({ fen }) => fen)
  const open = records('sessions').flatMap(({ steps }) => steps.filter(({ session, canCommit }) => session && canCommit))
  const chosen = [...fens, ...open.map(({ fen }) => fen)].filter((_, i) => i % 25 === 0)
  assert.ok(chosen.some((fen) => fen.endsWith('...')))
  for (const fen of chosen) {
    const best = await engine.bestMove(fen, { nodes: 200 })
    playBest(fen, best)
    assert.equal(best.pv[0], best.lan)
    assert.equal(best.mate === null, Math.abs(best.score) < 30_000)
  }
})

test('Engine.bestMove() resolves with null where the game is over', async () => {
  assert.ok(MATED.length > 5)
  for (const fen of MATED) assert.equal(await engine.bestMove(fen), null)
})

test('Engine.bestMove() takes nodes, depth and movetime as limits, and without any stops after a second', async () => {
  assert.ok((await engine.bestMove(DEFAULT_POSITION, { nodes: 5000 })).nodes <= 5100)
  assert.equal((await engine.bestMove(DEFAULT_POSITION, { depth: 4 })).depth, 4)
  for (const [limits, least, most] of [[{ movetime: 200 }, 150, 1500], [undefined, 800, 4000]]) {
    const start = performance.now()
    await engine.bestMove(DEFAULT_POSITION, limits)
    const time = performance.now() - start
    assert.ok(time > least && time < most, `${time} ms`)
  }
})

test('Engine.bestMove() reports iterations, and several lines with multiPV', async () => {
  const infos = []
  const best = await engine.bestMove(DEFAULT_POSITION, { depth: 5, multiPV: 3 }, (info) => infos.push(info))
  const last = infos.filter(({ depth }) => depth === 5)
  assert.deepEqual(last.map(({ multiPV }) => multiPV), [1, 2, 3])
  assert.equal(new Set(last.map(({ pv }) => pv[0])).size, 3)
  assert.deepEqual([last[0].score, last[0].pv], [best.score, best.pv])
  for (const info of infos) {
    for (const key of ['depth', 'seldepth', 'score', 'nodes', 'nps', 'hashfull', 'time']) assert.ok(Number.isInteger(info[key]), key)
    assert.ok(['exact', 'lower', 'upper'].includes(info.bound))
  }
})

test('Engine.bestMove() without a limit but depth is the same every time after newGame()', async () => {
  const runs = []
  for (let run = 0; run < 2; run++) {
    engine.newGame()
    runs.push(await engine.bestMove(DEFAULT_POSITION, { depth: 6 }))
  }
  assert.deepEqual(runs[0], runs[1])
  // Without it, the table helps.
  assert.ok((await engine.bestMove(DEFAULT_POSITION, { depth: 6 })).nodes < runs[0].nodes)
})

test('Engine.bestMove() knows about repetitions by moves', async () => {
  const shuffle = ['Ic6', 'Ic7', 'Ic5', 'Ic8']
  const best = await engine.bestMove({ moves: [...shuffle, ...shuffle.slice(0, 3)] }, { depth: 3 })
  assert.notEqual(best, null)
  assert.equal(await engine.bestMove({ moves: [...shuffle, ...shuffle] }, { depth: 3 }), null, 'the third time: a draw')
})

test('Engine.bestMove() scores draws by contempt; an infinite search uses none', async () => {
  // Ninety-nine turns without a capture: every further turn draws.
  const fen = '6c4/11/11/11/11/11/11/11/2N8/11/11/3C7 r - - 99 80'
  for (const contempt of [60, -1000, 1000, 0]) {
    assert.equal((await engine.bestMove(fen, { depth: 4, contempt })).score, -contempt || 0)
  }
  assert.equal((await engine.bestMove(fen, { depth: 4 })).score, -100)
  let score
  const searched = engine.bestMove(fen, { infinite: true, contempt: 60 }, (info) => {
    score ??= info.score
    engine.stop()
  })
  await searched
  assert.equal(score, 0)
})

test('Engine.bestMove() plays by skipLastGuardPromotion', async () => {
  for (const skipLastGuardPromotion of [false, true]) {
    assert.notEqual(await engine.bestMove({ fen: DEFAULT_POSITION, skipLastGuardPromotion }, { depth: 1 }), null)
  }
})

test('Engine.bestMove(): errors have the codes and the data of those of load() and move()', async () => {
  const fault = { variant: 'sea', location: { square: 'a5' }, params: { unit: 'T' } }
  const fen = fenOf('Cj1 ck12 Ta5')
  await assert.rejects(engine.bestMove(fen), { code: 'BOARD_INVALID_TERRAIN', metadata: { fen, fault } })
  await assert.rejects(engine.bestMove({ moves: ['Ic6', 'Ic9'] }), { code: 'ILLEGAL_MOVE' })
  await assert.rejects(engine.bestMove({ moves: ['I c6'] }), { code: 'INVALID_MOVE' })
  const twoStacks = fenOf('Cd1 cg12 (TI)e4 (TI)g4')
  await assert.rejects(engine.bestMove({ fen: twoStacks, moves: ['I<T>f4'] }), { code: 'AMBIGUOUS_MOVE' })
})

test('Engine.bestMove() rejects malformed arguments with the errors of the package', async () => {
  const codes = { '': 'FEN_INVALID_FORMAT', ['x'.repeat(1 << 20)]: 'FEN_INVALID_FORMAT', 'x/y r - - 0 1': 'FEN_INVALID_RANK_COUNT' }
  for (const [fen, code] of Object.entries(codes)) {
    await assert.rejects(engine.bestMove(fen), (error) => error instanceof CotulenhError && error.code === code, fen.slice(0, 20))
  }
  for (const position of [7, true, 10n, Symbol('s'), () => 1, { fen: 7 }, { moves: 'Ic6' }, { moves: [7] }]) {
    await assert.rejects(engine.bestMove(position), TypeError)
  }
  for (const name of ['movetime', 'nodes', 'depth', 'multiPV']) {
    for (const value of [0, -1, 1.5, NaN, Infinity, 1e300, '5', {}, 5n]) {
      await assert.rejects(engine.bestMove(DEFAULT_POSITION, { [name]: value }), TypeError, `${name} ${String(value)}`)
    }
  }
  for (const limits of [{ level: 21 }, { level: -1 }, { seed: -1 }, { seed: 2 ** 60 }, { contempt: 1001 }, { contempt: -1001 }, { contempt: 0.5 }, { contempt: '5' }, { signal: 7 }, { signal: {} }, 'fast']) {
    await assert.rejects(engine.bestMove(DEFAULT_POSITION, limits), TypeError)
  }
  await assert.rejects(engine.bestMove(DEFAULT_POSITION, {}, 'loud'), TypeError)
  for (const moves of [['Ic6', 'Ic6'], ['Ic6\nIc7'], [''], ['x'.repeat(500)]]) {
    await assert.rejects(engine.bestMove({ moves }), (error) => error.constructor === Error && /^Invalid or illegal move: /.test(error.message))
  }
  await assert.rejects(engine.bestMove({ moves: ['commit'] }), { code: 'SESSION_INVALID_OPERATION' })
  // It still works afterwards.
  assert.equal((await engine.bestMove(DEFAULT_POSITION, { depth: 2 })).depth, 2)
})

test('unknown options are refused with their name and the known ones', async () => {
  const refused = (name, known) => (error) => error instanceof TypeError && error.message.includes(`"${name}"`) && error.message.includes(known)
  await assert.rejects(engine.bestMove(DEFAULT_POSITION, { movetme: 100 }), refused('movetme', 'movetime, nodes, depth'))
  await assert.rejects(engine.bestMove({ fenn: DEFAULT_POSITION }), refused('fenn', 'fen, moves'))
  await assert.rejects(selectAiMove(DEFAULT_POSITION, 'easy', { sed: 1 }), refused('sed', 'seed, signal, worker, wasmUrl'))
  assert.throws(() => new Engine({ hsh: 1 }), refused('hsh', 'hash, worker, wasmUrl'))
})

test('Engine with files that are missing names the remedy', async () => {
  const wasmUrl = 'data:text/plain,nothing'
  await assert.rejects(new Engine({ worker: () => null }).bestMove(), { name: 'TypeError', message: /must return a Web Worker/ })
  await assert.rejects(new Engine({ wasmUrl: 'http://127.0.0.1:1/engine.wasm' }).bestMove(), { code: 'INTERNAL_INCONSISTENCY', message: /dist\/engine\.wasm/ })
  await assert.rejects(new Engine({ wasmUrl }).bestMove(), { code: 'INTERNAL_INCONSISTENCY', message: /CompileError/ })
})

test('selectAiMove() takes worker and wasmUrl; the same source shares one worker', async () => {
  const bytes = readFileSync(new URL('../dist/engine.wasm', import.meta.url))
  const wasmUrl = `data:application/wasm;base64,${bytes.toString('base64')}`
  const expected = await selectAiMove(DEFAULT_POSITION, 'easy', { seed: 3 })
  for (const source of [{ wasmUrl }, { wasmUrl: new URL(wasmUrl) }, { worker: false }]) {
    assert.equal((await selectAiMove(DEFAULT_POSITION, 'easy', { seed: 3, ...source })).lan, expected.lan)
  }
  let opened = 0
  const worker = () => {
    opened += 1
    throw new Error('no workers today')
  }
  await assert.rejects(selectAiMove(DEFAULT_POSITION, 'easy', { worker }), { message: 'no workers today' })
  assert.equal(opened, 1)
})

test('Engine reports the expected turns as SANs, too', async () => {
  const infos = []
  const best = await engine.bestMove(DEFAULT_POSITION, { depth: 5 }, (info) => infos.push(info))
  assert.equal(best.pvSan[0], best.san)
  assert.ok(infos.some(({ pv }) => pv.length > 1))
  for (const { pv, pvSan } of [best, ...infos]) {
    const game = new CoTuLenh()
    assert.deepEqual(pvSan.map((san) => game.move(san).lan), pv)
  }
})

test('new Engine() rejects invalid options: hash, worker, wasmUrl', () => {
  for (const options of [null, 7, { wasmUrl: 7 }, { wasmUrl: { href: 7 } }, { hash: 0 }, { hash: 1e9 }, { hash: '16' }, { worker: 7 }, { worker: {} }]) {
    assert.throws(() => new Engine(options), TypeError)
  }
})

test('Engine.stop() ends a search at once, with a whole turn', async () => {
  await engine.bestMove(DEFAULT_POSITION, { depth: 1 })
  for (const pause of [0, 1, 20, 150]) {
    const search = engine.bestMove(DEFAULT_POSITION, { infinite: true })
    await sleep(pause)
    const start = performance.now()
    engine.stop()
    const best = await search
    const time = performance.now() - start
    // The bound holds on a busy machine; docs/benchmarks.md has the figure of a quiet one.
    assert.ok(time < 500, `${time} ms`)
    playBest(DEFAULT_POSITION, best)
  }
  engine.stop()
  assert.equal((await engine.bestMove(DEFAULT_POSITION, { depth: 3 })).depth, 3, 'a stop of nothing stops nothing')
})

test('Engine.stop() works where no memory can be shared: the worker is replaced', async () => {
  globalThis.crossOriginIsolated = false
  const lonely = new Engine({ hash: 1 })
  try {
    for (const pause of [0, 1, 300]) {
      const infos = []
      const search = lonely.bestMove(DEFAULT_POSITION, { infinite: true }, (info) => infos.push(info))
      await sleep(pause)
      lonely.stop()
      const best = await search
      playBest(DEFAULT_POSITION, best)
      if (infos.length > 0) assert.equal(best.depth, infos.at(-1).depth)
    }
    assert.equal((await lonely.bestMove(DEFAULT_POSITION, { depth: 2 })).depth, 2)
  } finally {
    delete globalThis.crossOriginIsolated
    lonely.dispose()
  }
})

test('Engine.bestMove() with infinite searches until it is stopped, even with a mate on the board', async () => {
  const [fen] = winning()
  let done = false
  const search = engine.bestMove(fen, { infinite: true }).finally(() => (done = true))
  await sleep(300)
  assert.equal(done, false)
  engine.stop()
  assert.equal((await search).mate, 1)
})

test('Engine.bestMove() is aborted by a signal: before it starts, while it waits, while it runs', async () => {
  const reason = new Error('enough')
  await assert.rejects(engine.bestMove(DEFAULT_POSITION, { signal: AbortSignal.abort(reason) }), reason)
  const [first, second] = [new AbortController(), new AbortController()]
  const running = engine.bestMove(DEFAULT_POSITION, { infinite: true, signal: first.signal })
  const waiting = engine.bestMove(DEFAULT_POSITION, { infinite: true, signal: second.signal })
  const last = engine.bestMove(DEFAULT_POSITION, { depth: 2 })
  second.abort(reason)
  await assert.rejects(waiting, reason)
  await sleep(20)
  first.abort(reason)
  await assert.rejects(running, reason)
  assert.equal((await last).depth, 2)
  const late = new AbortController()
  await engine.bestMove(DEFAULT_POSITION, { depth: 1, signal: late.signal })
  late.abort()
})

test('Engine.bestMove() waits for the searches before', async () => {
  const order = []
  const searches = [5, 1, 3].map((depth) => engine.bestMove(DEFAULT_POSITION, { depth }).then((best) => order.push(best.depth)))
  await Promise.all(searches)
  assert.deepEqual(order, [5, 1, 3])
})

test('Engine.bestMove() rejects with what onInfo throws', async () => {
  const error = new Error('from outside')
  const loud = () => { throw error }
  await assert.rejects(engine.bestMove(DEFAULT_POSITION, { infinite: true }, loud), error)
  assert.equal((await engine.bestMove(DEFAULT_POSITION, { depth: 2 })).depth, 2)
})

test('Engine.dispose() rejects waiting, running and later searches', async () => {
  const doomed = new Engine()
  const searches = [1, 2].map(() => doomed.bestMove(DEFAULT_POSITION, { infinite: true }))
  await sleep(50)
  doomed.dispose()
  doomed.dispose()
  for (const search of [...searches, doomed.bestMove()]) await assert.rejects(search, { code: 'SESSION_INVALID_OPERATION' })
  doomed.stop()
})

test('Engine with worker: false searches in the calling thread', async () => {
  const here = new Engine({ worker: false, hash: 1 })
  const infos = []
  const best = await here.bestMove(DEFAULT_POSITION, { depth: 4 }, (info) => infos.push(info))
  assert.ok(infos.length >= 4)
  playBest(DEFAULT_POSITION, best)
  await assert.rejects(here.bestMove(DEFAULT_POSITION, { infinite: true }), TypeError)
  // The callback of an iteration can stop it.
  const stopped = await here.bestMove(DEFAULT_POSITION, { depth: 60 }, ({ depth }) => depth === 4 && here.stop())
  assert.ok(stopped.depth < 8)
  await assert.rejects(here.bestMove(DEFAULT_POSITION, { depth: 60 }, () => here.dispose()), { code: 'SESSION_INVALID_OPERATION' })
})

test('Engine with a worker that cannot be loaded rejects with the reason', async () => {
  const failing = { postMessage() {}, terminate() {}, addEventListener: (type, hear) => type === 'error' && setTimeout(hear, 10, { message: 'no' }) }
  const broken = new Engine({ worker: () => failing })
  await assert.rejects(broken.bestMove(), { code: 'INTERNAL_INCONSISTENCY', message: /worker failed: no/ })
})

test('Engine with a weaker level makes errors that depend on the seed', async () => {
  const turns = new Set()
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const twice = []
    for (let i = 0; i < 2; i++) {
      engine.newGame()
      twice.push((await engine.bestMove(DEFAULT_POSITION, { level: 3, seed })).lan)
    }
    assert.equal(twice[0], twice[1])
    turns.add(twice[0])
  }
  assert.ok(turns.size > 1)
})

test('selectAiMove() gives a MoveResult that can be played, by difficulty and seed', async () => {
  for (const difficulty of ['easy', 'medium', 'hard', undefined]) {
    const game = new CoTuLenh()
    const move = await selectAiMove(game.fen(), difficulty)
    assert.ok(move instanceof MoveResult && move.completed)
    assert.equal(game.move(move).after, move.after)
  }
  const [fen] = winning()
  const mate = await selectAiMove(fen, 'hard')
  assert.ok(new CoTuLenh(mate.after).isGameOver())
  const seeds = [1, 2, 3, 4, 5, 6, 7, 8]
  const lans = async () => (await Promise.all(seeds.map((seed) => selectAiMove(DEFAULT_POSITION, 'easy', { seed })))).map(({ lan }) => lan)
  const first = await lans()
  assert.deepEqual(await lans(), first)
  assert.ok(new Set(first).size > 1)
})

test('selectAiMove() finishes open deploys, and whole games', async () => {
  const open = records('sessions').flatMap(({ steps }) => steps.filter(({ session, canCommit }) => session && canCommit))
  for (const { fen } of open.slice(0, 20)) {
    const move = await selectAiMove(fen, 'easy', { seed: 1 })
    assert.ok(move.completed && !move.after.endsWith('...'), fen)
  }
  const game = new CoTuLenh()
  for (let turn = 0; turn < 30 && !game.isGameOver(); turn++) game.move(await selectAiMove(game.fen(), 'easy', { seed: turn }))
  assert.equal(game.history().length, 30)
})

test('selectAiMove() resolves with null if the game is over, and rejects malformed arguments', async () => {
  assert.equal(await selectAiMove(MATED[0], 'easy'), null)
  await assert.rejects(selectAiMove('x', 'easy'), CotulenhError)
  for (const difficulty of ['extreme', '__proto__', 7, null]) await assert.rejects(selectAiMove(DEFAULT_POSITION, difficulty), TypeError)
  await assert.rejects(selectAiMove(DEFAULT_POSITION, 'easy', { seed: -1 }), TypeError)
  await assert.rejects(selectAiMove(DEFAULT_POSITION, 'hard', { signal: AbortSignal.abort(new Error('no')) }), { message: 'no' })
})

test('bridge.bestMove() has the shape of the bridge', async () => {
  const best = await bridge.bestMove({ depth: 3 })
  assert.deepEqual(Object.keys(best).sort(), ['depth', 'lan', 'mate', 'nodes', 'pv', 'pvSan', 'san', 'score', 'steps'])
  assert.deepEqual(bridge.play({ moves: best.steps }).lan, best.lan)
  assert.deepEqual(await bridge.bestMove({ depth: 3 }), best)
  assert.equal(await bridge.bestMove({ fen: MATED[0] }), null)
  await assert.rejects(bridge.bestMove({ fen: 'x' }), CotulenhError)
  await assert.rejects(bridge.bestMove(7), TypeError)
})

test('CommonJS has the same Engine and selectAiMove()', async () => {
  const common = createRequire(import.meta.url)('cotulenh-bitboard')
  const other = new common.Engine()
  const limits = { depth: 4 }
  engine.newGame()
  assert.deepEqual(await other.bestMove(DEFAULT_POSITION, limits), await engine.bestMove(DEFAULT_POSITION, limits))
  other.dispose()
  const here = new common.Engine({ worker: false })
  assert.equal((await here.bestMove(DEFAULT_POSITION, limits)).depth, 4)
  here.dispose()
  assert.ok((await common.selectAiMove(DEFAULT_POSITION, 'easy')) instanceof common.MoveResult)
})

test('the signature of the search is that of the Rust engine, twice', () => {
  const source = readFileSync(new URL('../../crates/cotulenh-engine/src/bench.rs', import.meta.url), 'utf8')
  const signature = Number(/SIGNATURE: u64 = ([\d_]+);/.exec(source)[1].replaceAll('_', ''))
  for (let run = 0; run < 2; run++) assert.deepEqual(bench(wasm), { nodes: signature, signature })
})

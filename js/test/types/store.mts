// The types of the game store. `tsc` checks this file; it is never run.

import { CoTuLenh, createGameStore, DEFAULT_POSITION } from 'cotulenh-bitboard'
import type {
  Color, GameSnapshot, GameStore, GameStoreOptions, Square, StoreAnswer, StoreDeploy, StoreMove, StoreMoveKind, StoreMover,
  StoreMoveRequest, StorePiece, StoreRefusal, StoreResult, StoreTurn,
} from 'cotulenh-bitboard'

/** Only compiles if both types are the same. */
function same<A, B>(..._: [A] extends [B] ? ([B] extends [A] ? [] : [never]) : [never]): void {}

const options: GameStoreOptions = { autoCommit: false, skipLastGuardPromotion: true }
const store: GameStore = createGameStore(new CoTuLenh(), options)
createGameStore()
createGameStore(DEFAULT_POSITION)
// @ts-expect-error a game or a FEN
createGameStore(1)
// @ts-expect-error unknown option
createGameStore(null, { fast: true })

// The contracts of Svelte and React.
interface Readable<T> {
  subscribe(run: (value: T) => void): () => void
}
declare function useSyncExternalStore<T>(subscribe: (changed: () => void) => () => void, getSnapshot: () => T): T
const readable: Readable<GameSnapshot> = store
const snapshot: GameSnapshot = useSyncExternalStore(store.subscribe, store.getSnapshot)

const piece: StorePiece | undefined = snapshot.pieces.c5
const carried: readonly StorePiece[] = piece?.carrying ?? []
const movers: readonly StoreMover[] = snapshot.destinations.c5 ?? []
const move: StoreMove | undefined = movers[0]?.moves[0]
const kind: StoreMoveKind | undefined = move?.kind
const deploy: StoreDeploy | null = snapshot.deploy
const last: StoreTurn | null = snapshot.lastTurn
const result: StoreResult | null = snapshot.result
same<GameSnapshot['turn'], Color>()
same<StoreMove['from'], Square>()
// @ts-expect-error snapshots are immutable
snapshot.turn = 'r'
// @ts-expect-error pieces are immutable
snapshot.pieces.c5 = undefined

const request: StoreMoveRequest = { from: 'c5', to: 'c6', piece: 'i', kind: 'move', deploy: false }
const answer: StoreAnswer = store.play(request)
if (answer.ok) same<typeof answer.snapshot, GameSnapshot>()
else same<typeof answer.refusal, StoreRefusal>()
if (!answer.ok && answer.refusal.code === 'OUT_OF_RANGE') store.undo()
// @ts-expect-error unknown code
if (!answer.ok && answer.refusal.code === 'TOO_LATE') store.undo()
if (move !== undefined) store.play(move)
store.play('Ic6')
// @ts-expect-error unknown kind
store.play({ from: 'c5', to: 'c6', kind: 'jump' })
const stop: () => void = store.on('end', ({ result }) => same<typeof result, StoreResult>())
store.on('step', ({ move }) => same<typeof move, StoreMove>())
store.on('commit', ({ turn }) => same<typeof turn, StoreTurn>())
// @ts-expect-error unknown event
store.on('start', () => {})
const game: CoTuLenh = store.game()
const answers: StoreAnswer[] = [store.commit(), store.cancel(), store.undo(), store.redo(), store.load(game), store.load()]

export { answers, carried, deploy, kind, last, readable, result, stop }

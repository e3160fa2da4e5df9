/** A game for user interfaces: snapshots, subscriptions, events and actions. */

import type { CoTuLenh } from '../cotulenh.js'
import { createError } from '../errors.js'
import { MAX_MOVE_LENGTH, SNAPSHOT } from '../generated.js'
import { gameOptions, type GameOptions } from '../options.js'
import { askRules, type Rules } from '../rules.js'
import { Decoder, type Decoded } from './decode.js'
import { EVENT_NAMES, Listeners, type NamedEvent } from './listeners.js'
import { legalMove, packedRequest } from './move-request.js'
import { readOrigin, type Origin } from './origin.js'
import { refuse, refuseByRules } from './refusals.js'
import { PlayedTurns, type LoggedTurn } from './played-turns.js'
import type { GameSnapshot, StoreAnswer, StoreEvents, StoreMove, StoreMoveRequest, StoreTurn } from './types.js'

/** Options of {@link createGameStore}. */
export interface GameStoreOptions extends GameOptions {
  /** Commit a deploy when no further step is possible. The default is true. */
  autoCommit?: boolean
}

/** Something that was taken back. */
interface Undone {
  /** The position after it. */
  readonly after: Uint8Array
  /** A completed turn, or the packed move of a step. */
  readonly what: LoggedTurn | number
  /** Whether it was part of the origin. */
  readonly shared: boolean
}

/** The packed move of what is not one move: a deploy turn, or a step that was loaded. */
const NOT_ONE_MOVE = 0
const NO_BYTES: Uint8Array = new Uint8Array(0)

/** A game for user interfaces. See {@link createGameStore}. */
export class GameStore {
  readonly #decoder = new Decoder()
  readonly #listeners = new Listeners()
  readonly #autoCommit: boolean
  #origin: Origin
  /** How many turns and steps of the origin are still part of the game. */
  #sharedTurns = 0
  #sharedSteps = 0
  /** How many steps of an open deploy the origin has. */
  #originSteps = 0
  #log = new PlayedTurns()
  /** The positions before each step of the open deploy, and the steps. */
  #stages: { readonly before: Uint8Array; readonly packed: number }[] = []
  #undone: Undone[] = []
  #bytes: Uint8Array = NO_BYTES
  /** The repetition key of the position at the beginning of the present turn. */
  #key: readonly [number, number] = [0, 0]
  #snapshot: GameSnapshot

  /** @internal */
  constructor(origin: Origin, autoCommit: boolean) {
    this.#autoCommit = autoCommit
    this.#origin = origin
    this.#snapshot = this.#begin(origin)
    // Methods can be passed on without the store, as Svelte and React do.
    this.subscribe = this.subscribe.bind(this)
    this.getSnapshot = this.getSnapshot.bind(this)
  }

  // ---- watching ----

  /** The present snapshot: the same object until something changes. */
  getSnapshot(): GameSnapshot {
    return this.#snapshot
  }

  /**
   * Calls a listener at once with the present snapshot, then after every change, until the returned
   * function is called. This is the contract of Svelte's stores and of React's
   * `useSyncExternalStore(store.subscribe, store.getSnapshot)`.
   */
  subscribe(listener: (snapshot: GameSnapshot) => void): () => void {
    if (typeof listener !== 'function') throw new TypeError('A listener must be a function')
    const unsubscribe = this.#listeners.subscribe(listener)
    listener(this.#snapshot)
    return unsubscribe
  }

  /**
   * Calls a listener after each event of a kind, until the returned function is called. Subscribers
   * have seen the new snapshot before. To redo an action is to do it again: it is a `move`, `step`
   * or `commit`.
   */
  on<Name extends keyof StoreEvents>(event: Name, listener: (event: StoreEvents[Name]) => void): () => void {
    if (!EVENT_NAMES.includes(event)) throw new TypeError(`Unknown event: expected one of ${EVENT_NAMES.join(', ')}`)
    if (typeof listener !== 'function') throw new TypeError('A listener must be a function')
    return this.#listeners.on(event, listener)
  }

  // ---- actions ----

  /**
   * Plays a move of the snapshot, a move given by its points, or a text (SAN, LAN or a whole deploy
   * turn). With points alone, the whole unit is preferred to a piece that leaves it, and another
   * move to a stay capture.
   */
  play(move: StoreMove | StoreMoveRequest | string): StoreAnswer {
    const packed = typeof move === 'string' ? this.#packedText(move) : packedRequest(move, this.#snapshot)
    if (typeof packed !== 'number') return packed
    if (typeof move === 'string' && packed === NOT_ONE_MOVE) return this.#playDeploy(move)
    if (this.#snapshot.result === null) {
      const words = this.#ask((rules, keys) => rules.snapshot_play(this.#bytes, packed, this.#autoCommit, keys))
      if (words[SNAPSHOT.LENGTH] !== 0) return this.#advance(words, packed)
    }
    return this.#refused(packed)
  }

  /** Ends the turn of the open deploy. What remains stays. */
  commit(): StoreAnswer {
    if (this.#snapshot.deploy === null) return refuse('NO_OPEN_DEPLOY')
    const words = this.#ask((rules, keys) => rules.snapshot_commit(this.#bytes, keys))
    if (words[SNAPSHOT.LENGTH] !== 0) return this.#advance(words)
    return refuseByRules(askRules((rules) => rules.commit_refusal(this.#bytes)), 'NO_OPEN_DEPLOY')
  }

  /** Takes back the whole open deploy. */
  cancel(): StoreAnswer {
    const first = this.#stages[0]
    if (first === undefined) return refuse('NO_OPEN_DEPLOY')
    this.#stages = []
    this.#undone = []
    this.#sharedSteps = 0
    return this.#goTo(first.before, (snapshot) => [['cancel', { snapshot }]])
  }

  /** Takes back the last step of an open deploy, else the last turn. */
  undo(): StoreAnswer {
    const after = this.#bytes
    const stage = this.#stages.pop()
    if (stage !== undefined) {
      const shared = this.#sharedSteps > this.#stages.length
      if (shared) this.#sharedSteps -= 1
      this.#undone.push({ after, what: stage.packed, shared })
      return this.#goTo(stage.before, undoEvents)
    }
    if (this.#log.length === 0) return refuse('NOTHING_TO_UNDO')
    const turn = this.#log.pop()
    const shared = this.#sharedTurns > this.#log.length
    if (shared) this.#sharedTurns -= 1
    this.#undone.push({ after, what: turn, shared })
    return this.#goTo(turn.before, undoEvents)
  }

  /** Plays again what was taken back last. */
  redo(): StoreAnswer {
    const undone = this.#undone.pop()
    if (undone === undefined) return refuse('NOTHING_TO_REDO')
    const { after, what, shared } = undone
    const previous = this.#snapshot
    if (typeof what !== 'number') {
      this.#log.push(what)
      if (shared) this.#sharedTurns += 1
      return this.#goTo(after, turnEvents)
    }
    this.#stages.push({ before: this.#bytes, packed: what })
    if (shared) this.#sharedSteps += 1
    return this.#goTo(after, (snapshot) => stepEvents(snapshot, legalMove(previous, what)))
  }

  /**
   * Starts again from a FEN, from a copy of a game with its history, or from the start position. A
   * FEN is played by the options of the game before it.
   */
  load(source?: string | CoTuLenh | null): StoreAnswer {
    const origin = readOrigin(source, gameOptions(this.#origin.options))
    if ('ok' in origin) return origin
    const snapshot = this.#begin(origin)
    return this.#change(snapshot, [['load', { snapshot }]])
  }

  // ---- texts ----

  /** The FEN of the present position, with an open deploy. */
  fen(): string {
    return askRules((rules) => rules.position_fen(this.#bytes))
  }

  /**
   * A new game with the history of this one, for SAN and PGN. It has the headers and comments of the
   * game that was loaded. Later changes of either do not affect the other.
   */
  game(): CoTuLenh {
    const game = this.#origin.game()
    const surplus = this.#originSteps - this.#sharedSteps + this.#origin.turns.length - this.#sharedTurns
    for (let i = 0; i < surplus; i++) game.undo()
    for (let i = this.#sharedTurns; i < this.#log.length; i++) {
      const { before, packed, open } = this.#log.at(i)
      game.move(askRules((rules) => rules.turn_lan(before, packed, open)))
    }
    for (const { before, packed } of this.#stages.slice(this.#sharedSteps)) {
      game.move(askRules((rules) => rules.turn_lan(before, packed, NO_BYTES)), { autoCommit: false })
    }
    return game
  }

  // ---- inside ----

  /** Forgets the game and begins another; the caller announces it. */
  #begin(origin: Origin): GameSnapshot {
    const { options, start, fen, turns } = origin
    const loaded = (text: string): Uint8Array => askRules((rules) => rules.position_bytes(text, options))
    this.#origin = origin
    this.#log = new PlayedTurns()
    this.#undone = []
    this.#stages = []
    this.#bytes = loaded(start)
    this.#accept(this.#decoder.read(this.#view()))
    for (const lan of turns) this.#replay(lan)
    this.#bytes = loaded(fen)
    this.#stages = this.#listedStages()
    this.#originSteps = this.#stages.length
    this.#sharedSteps = this.#stages.length
    this.#sharedTurns = turns.length
    return this.#shown(this.#decoder.read(this.#view()))
  }

  /** Plays a turn of a game that is copied. */
  #replay(lan: string): void {
    const packed = askRules((rules) => rules.packed_move(this.#bytes, lan))
    const words = this.#ask((rules, keys) =>
      packed === NOT_ONE_MOVE
        ? rules.snapshot_play_deploy(this.#bytes, lan, keys)
        : rules.snapshot_play(this.#bytes, packed, true, keys),
    )
    if (words[SNAPSHOT.LENGTH] === 0) throw createError('INTERNAL_INCONSISTENCY', `Cannot replay ${lan}`)
    const before = this.#bytes
    const decoded = this.#decoder.read(words)
    this.#log.push({ before, packed, open: decoded.open, key: this.#key })
    this.#accept(decoded)
  }

  /** The steps of a deploy that was loaded. */
  #listedStages(): { before: Uint8Array; packed: number }[] {
    const answer = askRules((rules) => rules.position_stages(this.#bytes))
    const stages = []
    for (let at = 0; at < answer.length; ) {
      const end = at + 1 + (answer[at] as number)
      stages.push({ before: answer.slice(at + 1, end), packed: NOT_ONE_MOVE })
      at = end
    }
    return stages
  }

  /** Asks the rules for the next position; the present one counts as an earlier one there. */
  #ask(call: (rules: Rules, keys: Uint32Array) => Uint32Array): Uint32Array {
    const keys = this.#log.keysAnd(this.#key)
    return checked(askRules((rules) => call(rules, keys)))
  }

  /** Asks the rules about the present position. */
  #view(): Uint32Array {
    const last = this.#log.length === 0 ? undefined : this.#log.at(this.#log.length - 1)
    const { before = NO_BYTES, packed = 0, open = NO_BYTES } = last ?? {}
    const keys = this.#log.keys()
    return checked(askRules((rules) => rules.snapshot(this.#bytes, keys, before, packed, open)))
  }

  /** Makes an answer of the rules the present position. */
  #accept({ bytes, key, snapshot }: Decoded): void {
    this.#bytes = bytes
    // Within a turn, the key stays that of its beginning.
    if (snapshot.deploy === null) this.#key = key
  }

  /** Accepts an answer, and the snapshot of it. */
  #shown(decoded: Decoded): GameSnapshot {
    this.#accept(decoded)
    const { snapshot } = decoded
    snapshot.turns = this.#log.length
    snapshot.canUndo = snapshot.turns + this.#stages.length > 0
    snapshot.canRedo = this.#undone.length > 0
    return Object.freeze(snapshot)
  }

  #change(snapshot: GameSnapshot, events: NamedEvent[]): StoreAnswer {
    const { result } = snapshot
    const ends = result !== null && this.#snapshot.result === null && events.some(([name]) => name === 'move' || name === 'commit')
    this.#snapshot = snapshot
    this.#listeners.announce(snapshot, ends ? [...events, ['end', { result, snapshot }]] : events)
    return { ok: true, snapshot }
  }

  /** Shows a position that has been seen before. */
  #goTo(bytes: Uint8Array, events: (snapshot: GameSnapshot) => NamedEvent[]): StoreAnswer {
    this.#bytes = bytes
    const snapshot = this.#shown(this.#decoder.read(this.#view()))
    return this.#change(snapshot, events(snapshot))
  }

  #packedText(text: string): number | StoreAnswer {
    if (text.length > MAX_MOVE_LENGTH) return refuse('INVALID_ARGUMENT', { argument: 'move' })
    return askRules((rules) => rules.packed_move(this.#bytes, text))
  }

  /** Plays a whole deploy turn. */
  #playDeploy(text: string): StoreAnswer {
    const words = this.#ask((rules, keys) => rules.snapshot_play_deploy(this.#bytes, text, keys))
    if (words[SNAPSHOT.LENGTH] === 0) return refuse('NO_SUCH_MOVE', { text })
    return this.#snapshot.result === null ? this.#advance(words) : this.#refused(NOT_ONE_MOVE)
  }

  /** Why a move cannot be played. */
  #refused(packed: number): StoreAnswer {
    const over = this.#snapshot.result !== null
    return refuseByRules(askRules((rules) => rules.move_refusal(this.#bytes, packed, over)), 'OTHER_KIND')
  }

  /** Records what the rules have played: a packed move, a whole deploy or a commit. */
  #advance(words: Uint32Array, packed?: number): StoreAnswer {
    const previous = this.#snapshot
    const decoded = this.#decoder.read(words, previous)
    this.#undone = []
    const step = decoded.snapshot.deploy !== null || decoded.open.length > 0
    const move = step && packed !== undefined ? legalMove(previous, packed) : undefined
    if (decoded.snapshot.deploy === null) {
      const before = this.#stages[0]?.before ?? this.#bytes
      this.#log.push({ before, packed: packed ?? 0, open: decoded.open, key: this.#key })
      this.#stages = []
      this.#sharedSteps = 0
    } else {
      this.#stages.push({ before: this.#bytes, packed: packed as number })
    }
    const snapshot = this.#shown(decoded)
    const events = move === undefined ? [] : stepEvents(snapshot, move)
    if (snapshot.deploy === null) events.push(...turnEvents(snapshot))
    return this.#change(snapshot, events)
  }
}

function checked(words: Uint32Array): Uint32Array {
  if (words.length === 0) throw createError('INTERNAL_INCONSISTENCY', 'The rules cannot read a position of the store')
  return words
}

function undoEvents(snapshot: GameSnapshot): NamedEvent[] {
  return [['undo', { snapshot }]]
}

function stepEvents(snapshot: GameSnapshot, move: StoreMove | undefined): NamedEvent[] {
  const played = move ?? snapshot.deploy?.steps.at(-1)
  return played === undefined ? [] : [['step', { move: played, snapshot }]]
}

function turnEvents(snapshot: GameSnapshot): NamedEvent[] {
  const turn = snapshot.lastTurn as StoreTurn
  return [[turn.deploy ? 'commit' : 'move', { turn, snapshot }]]
}

/**
 * A game for user interfaces. It shows the game as immutable snapshots of plain objects, tells
 * subscribers about changes, and plays without texts.
 *
 * ```ts
 * const store = createGameStore()
 * const stop = store.subscribe((snapshot) => draw(snapshot.pieces))
 * const [mover] = store.getSnapshot().destinations.c5
 * store.play(mover.moves[0])
 * store.on('end', ({ result }) => console.log(result.winner))
 * ```
 *
 * A game that is passed is copied, with its history; `store.game()` gives a game back. Throws a
 * CotulenhError if its history cannot be replayed: a board that was changed by hand after the first
 * turn, an uncommitted move, or a move that left the Commander in danger.
 */
export function createGameStore(game?: CoTuLenh | string | null, options?: GameStoreOptions | null): GameStore {
  const origin = readOrigin(game, options ?? undefined)
  if ('ok' in origin) {
    const { code, params } = origin.refusal
    throw createError('UNKNOWN_ERROR', `Cannot create a store from this game: ${code}`, { code, ...params })
  }
  return new GameStore(origin, options?.autoCommit ?? true)
}

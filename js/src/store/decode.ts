/** From the numbers of the rules to snapshots. Parts that have not changed stay the same objects. */

import { nameOf, type Color, type Square } from '../board.js'
import { COLORS, MOVE_KINDS, RESULTS, SNAPSHOT, SNAPSHOT_BITS, STATUS } from '../generated.js'
import { PIECE_SYMBOLS, type PieceSymbol } from '../pieces.js'
import type { GameSnapshot, StoreDeploy, StoreMove, StoreMover, StorePiece, StoreResult, StoreTurn } from './types.js'

const SLOT_MASK = (1 << SNAPSHOT_BITS.slot) - 1
const ROLE_MASK = SNAPSHOT_BITS.heroic - 1
/** Pieces and color of a unit, without its point. */
const UNIT_MASK = SNAPSHOT_BITS.blue * 2 - 1
const POINT_MASK = (1 << SNAPSHOT_BITS.kindShift) - 1

/** The object of each unit word: there are 284, so the table stays small. */
const PIECES = new Map<number, StorePiece>()

/** The piece or stack of a unit word. */
function pieceOf(word: number): StorePiece {
  const unit = word & UNIT_MASK
  let piece = PIECES.get(unit)
  if (piece === undefined) PIECES.set(unit, (piece = makePiece(unit)))
  return piece
}

function makePiece(unit: number): StorePiece {
  const color: Color = unit & SNAPSHOT_BITS.blue ? 'b' : 'r'
  const carrier = {
    type: PIECE_SYMBOLS[(unit & ROLE_MASK) - 1] as PieceSymbol,
    color,
    heroic: (unit & SNAPSHOT_BITS.heroic) !== 0,
  }
  const carrying: StorePiece[] = []
  let slots = (unit & (SNAPSHOT_BITS.blue - 1)) >> SNAPSHOT_BITS.slot
  for (; slots !== 0; slots >>= SNAPSHOT_BITS.slot) {
    carrying.push(pieceOf((slots & SLOT_MASK) | (unit & SNAPSHOT_BITS.blue)))
  }
  return Object.freeze(carrying.length === 0 ? carrier : { ...carrier, carrying: Object.freeze(carrying) })
}

/** The single pieces of a unit word. */
function piecesOf(unit: number): readonly StorePiece[] {
  const pieces: StorePiece[] = []
  for (let slots = unit & (SNAPSHOT_BITS.blue - 1); slots !== 0; slots >>= SNAPSHOT_BITS.slot) {
    pieces.push(pieceOf((slots & SLOT_MASK) | (unit & SNAPSHOT_BITS.blue)))
  }
  return pieces
}

function pointIn(word: number): Square {
  return nameOf(word >>> SNAPSHOT_BITS.pointShift)
}

/** A move of two words: a unit with its point, and the destination with its kind. */
function moveOf(mover: number, destination: number, deploy: boolean): StoreMove {
  return Object.freeze({
    from: pointIn(mover),
    to: nameOf(destination & POINT_MASK),
    piece: pieceOf(mover),
    kind: MOVE_KINDS[destination >> SNAPSHOT_BITS.kindShift] as StoreMove['kind'],
    deploy,
  })
}

/** Words that were read, and what was made of them. */
interface Known<T> {
  readonly words: Uint32Array
  readonly value: T
}

/** Whether the words from `at` to `end` are the known ones. */
function isSame(known: Uint32Array, words: Uint32Array, at: number, end: number): boolean {
  if (known.length !== end - at) return false
  for (let i = 0; i < known.length; i++) if (known[i] !== words[at + i]) return false
  return true
}

/** A snapshot that is being made. The store adds its own fields and freezes it. */
type Draft = { -readonly [Field in keyof GameSnapshot]: GameSnapshot[Field] }

/** An answer of the rules, taken apart. */
export interface Decoded {
  readonly snapshot: Draft
  readonly bytes: Uint8Array
  /** If the answer completes a deploy: the position before its commit; else empty. */
  readonly open: Uint8Array
  /** The halves of the repetition key. */
  readonly key: readonly [number, number]
}

const NO_BYTES: Uint8Array = new Uint8Array(0)
const NO_DESTINATIONS = { points: 0, value: Object.freeze({}) }

/** The first word of a mover, in few enough bits for a small integer. */
function moverKey(word: number): number {
  return (word >>> SNAPSHOT_BITS.pointShift) * (SNAPSHOT_BITS.deploy * 2) + (word & (SNAPSHOT_BITS.deploy * 2 - 1))
}

/** Reads answers one after the other. */
export class Decoder {
  #units: Known<GameSnapshot['pieces']> | undefined
  /** The movers of each side: its moves change little from one of its turns to the next. */
  #movers: Record<Color, Map<number, Known<StoreMover>>> = { r: new Map(), b: new Map() }
  #destinations: Record<Color, { readonly points: number; readonly value: GameSnapshot['destinations'] }> = {
    r: NO_DESTINATIONS,
    b: NO_DESTINATIONS,
  }
  #deploy: Known<StoreDeploy> | undefined
  #lastTurn: Known<StoreTurn> | undefined
  #commanders: GameSnapshot['commanders'] = { r: null, b: null }

  /**
   * Reads an answer. If the last turn is not included, it is that of `previous`: an open deploy does
   * not change it.
   */
  read(words: Uint32Array, previous?: GameSnapshot): Decoded {
    const length = words[SNAPSHOT.LENGTH] as number
    const status = words[SNAPSHOT.STATUS] as number
    const turn = COLORS[words[SNAPSHOT.TURN] as number] as Color
    const unitsAt = SNAPSHOT.LENGTH_OF_HEAD + ((length + 3) >> 2)
    const moversAt = unitsAt + (words[SNAPSHOT.UNITS] as number)
    const movers = this.#readMovers(words, moversAt, words[SNAPSHOT.MOVERS] as number, turn)
    let at = movers.end
    let deploy: StoreDeploy | null = null
    if (words[SNAPSHOT.DEPLOY] === 1) {
      const end = endOfSteps(words, at + 2)
      deploy = this.#readDeploy(words.subarray(at, end), (status & STATUS.CAN_COMMIT) !== 0)
      at = end
    }
    let lastTurn = previous?.lastTurn ?? null
    let open: Uint8Array = NO_BYTES
    if (words[SNAPSHOT.LAST_TURN] === 1) {
      const steps = endOfSteps(words, at + 2)
      const end = steps + 1 + (words[steps] as number)
      lastTurn = this.#readLastTurn(words.subarray(at, end))
      if (lastTurn.deploy) open = bytesIn(words, end + 1, words[end] as number)
    }
    const snapshot: Draft = {
      pieces: this.#readPieces(words, unitsAt, moversAt),
      turn,
      moveNumber: words[SNAPSHOT.MOVE_NUMBER] as number,
      halfMoves: words[SNAPSHOT.HALF_MOVES] as number,
      destinations: movers.destinations,
      deploy,
      lastTurn,
      check: (status & STATUS.CHECK) !== 0,
      commanders: this.#readCommanders(words[SNAPSHOT.RED_COMMANDER] as number, words[SNAPSHOT.BLUE_COMMANDER] as number),
      result: RESULT_OBJECTS[words[SNAPSHOT.RESULT] as number] as StoreResult | null,
      turns: 0,
      canUndo: false,
      canRedo: false,
    }
    const key = [words[SNAPSHOT.KEY_LOW] as number, words[SNAPSHOT.KEY_HIGH] as number] as const
    return { snapshot, bytes: bytesIn(words, SNAPSHOT.LENGTH_OF_HEAD, length), open, key }
  }

  #readPieces(words: Uint32Array, at: number, end: number): GameSnapshot['pieces'] {
    if (this.#units !== undefined && isSame(this.#units.words, words, at, end)) return this.#units.value
    const pieces: Partial<Record<Square, StorePiece>> = {}
    for (let i = at; i < end; i++) pieces[pointIn(words[i] as number)] = pieceOf(words[i] as number)
    this.#units = { words: words.slice(at, end), value: Object.freeze(pieces) }
    return this.#units.value
  }

  /** The movers by point. Movers and lists that are the same stay, and so does the whole. */
  #readMovers(
    words: Uint32Array, start: number, count: number, turn: Color,
  ): { destinations: GameSnapshot['destinations']; end: number } {
    const known = this.#movers[turn]
    const movers = new Map<number, Known<StoreMover>>()
    const before = this.#destinations[turn]
    const destinations: Partial<Record<Square, readonly StoreMover[]>> = {}
    let [at, points, changed] = [start, 0, false]
    for (let i = 0; i < count; ) {
      const point = pointIn(words[at] as number)
      const there: StoreMover[] = []
      // The movers of one point follow each other.
      for (; i < count && pointIn(words[at] as number) === point; i++) {
        const end = at + 2 + (words[at + 1] as number)
        const name = moverKey(words[at] as number)
        let mover = known.get(name)
        if (mover === undefined || !isSame(mover.words, words, at, end)) {
          const own = words.slice(at, end)
          mover = { words: own, value: makeMover(own) }
        }
        movers.set(name, mover)
        there.push(mover.value)
        at = end
      }
      const list = before.value[point]
      const same = list !== undefined && list.length === there.length && there.every((mover, j) => mover === list[j])
      destinations[point] = same ? list : Object.freeze(there)
      changed ||= !same
      points += 1
    }
    this.#movers[turn] = movers
    if (!changed && points === before.points) return { destinations: before.value, end: at }
    this.#destinations[turn] = { points, value: Object.freeze(destinations) }
    return { destinations, end: at }
  }

  #readDeploy(words: Uint32Array, canCommit: boolean): StoreDeploy {
    const known = this.#deploy
    if (known !== undefined && known.value.canCommit === canCommit && isSame(known.words, words, 0, words.length)) return known.value
    const stack = words[0] as number
    const remaining = words[1] as number
    const value = Object.freeze({
      square: pointIn(stack),
      original: pieceOf(stack),
      remaining: Object.freeze(piecesOf(remaining)),
      steps: stepsIn(words, 2, true),
      canCommit,
    })
    this.#deploy = { words: words.slice(), value }
    return value
  }

  #readLastTurn(words: Uint32Array): StoreTurn {
    const known = this.#lastTurn
    if (known !== undefined && isSame(known.words, words, 0, words.length)) return known.value
    const [unit = 0, stay = 0] = words
    const deploy = (unit & SNAPSHOT_BITS.deploy) !== 0
    const piece = pieceOf(unit)
    const captured = [...words.subarray(endOfSteps(words, 2) + 1)].map(pieceOf)
    const value = Object.freeze({
      color: piece.color,
      from: pointIn(unit),
      piece,
      deploy,
      steps: stepsIn(words, 2, deploy),
      stay: stay === 0 ? null : pieceOf(stay),
      captured: Object.freeze(captured),
    })
    this.#lastTurn = { words: words.slice(), value }
    return value
  }

  #readCommanders(red: number, blue: number): GameSnapshot['commanders'] {
    const r = red === 0 ? null : nameOf(red - 1)
    const b = blue === 0 ? null : nameOf(blue - 1)
    const known = this.#commanders
    if (known.r !== r || known.b !== b) this.#commanders = Object.freeze({ r, b })
    return this.#commanders
  }
}

const RESULT_OBJECTS: readonly (StoreResult | null)[] = /* @__PURE__ */ RESULTS.map(({ winner, reason }) =>
  reason === '' ? null : Object.freeze({ winner, reason }),
)

function makeMover(words: Uint32Array): StoreMover {
  const unit = words[0] as number
  const deploy = (unit & SNAPSHOT_BITS.deploy) !== 0
  const moves: StoreMove[] = []
  for (let at = 2; at < words.length; at++) moves.push(moveOf(unit, words[at] as number, deploy))
  return Object.freeze({ piece: pieceOf(unit), deploy, moves: Object.freeze(moves) })
}

/** Steps begin with their number and take two words each. */
function endOfSteps(words: Uint32Array, at: number): number {
  return at + 1 + 2 * (words[at] as number)
}

function stepsIn(words: Uint32Array, start: number, deploy: boolean): readonly StoreMove[] {
  const steps: StoreMove[] = []
  const end = endOfSteps(words, start)
  for (let at = start + 1; at < end; at += 2) {
    steps.push(moveOf(words[at] as number, words[at + 1] as number, deploy))
  }
  return Object.freeze(steps)
}

/** Four bytes in a word, the first in the lowest bits. */
function bytesIn(words: Uint32Array, at: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  for (let i = 0; i < length; i++) bytes[i] = (words[at + (i >> 2)] as number) >>> (8 * (i & 3))
  return bytes
}

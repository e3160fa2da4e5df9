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

function isSame(known: Uint32Array, words: Uint32Array): boolean {
  if (known.length !== words.length) return false
  for (let i = 0; i < known.length; i++) if (known[i] !== words[i]) return false
  return true
}

/** A snapshot without what the store itself knows. */
export type PositionView = Omit<GameSnapshot, 'turns' | 'canUndo' | 'canRedo'>

/** An answer of the rules, taken apart. */
export interface Decoded {
  readonly view: PositionView
  readonly bytes: Uint8Array
  /** If the answer completes a deploy: the position before its commit; else empty. */
  readonly open: Uint8Array
  /** The halves of the repetition key. */
  readonly key: readonly [number, number]
}

const NO_BYTES: Uint8Array = new Uint8Array(0)

/** Reads answers one after the other. */
export class Decoder {
  #units: Known<GameSnapshot['pieces']> | undefined
  /** The movers of each side by their first word: a side's moves change little from turn to turn. */
  #movers: Record<Color, Map<number, Known<StoreMover>>> = { r: new Map(), b: new Map() }
  #destinations: Record<Color, GameSnapshot['destinations']> = { r: {}, b: {} }
  #deploy: Known<StoreDeploy> | undefined
  #lastTurn: Known<StoreTurn> | undefined
  #commanders: GameSnapshot['commanders'] = { r: null, b: null }

  /**
   * Reads an answer. If it does not tell the last turn, that is the one of `previous`: an open
   * deploy does not change it.
   */
  read(words: Uint32Array, previous?: GameSnapshot): Decoded {
    const field = (index: number): number => words[index] as number
    let at: number = SNAPSHOT.LENGTH_OF_HEAD
    const length = field(SNAPSHOT.LENGTH)
    const bytes = bytesIn(words, at, length)
    at += (length + 3) >> 2
    const units = words.subarray(at, (at += field(SNAPSHOT.UNITS)))
    const turn = COLORS[field(SNAPSHOT.TURN)] as Color
    const movers = this.#readMovers(words, at, field(SNAPSHOT.MOVERS), turn)
    at = movers.end
    const status = field(SNAPSHOT.STATUS)
    let deploy: StoreDeploy | null = null
    if (field(SNAPSHOT.DEPLOY) === 1) {
      const end = endOfSteps(words, at + 2)
      deploy = this.#readDeploy(words.subarray(at, end), (status & STATUS.CAN_COMMIT) !== 0)
      at = end
    }
    let lastTurn = previous?.lastTurn ?? null
    let open: Uint8Array = NO_BYTES
    if (field(SNAPSHOT.LAST_TURN) === 1) {
      const steps = endOfSteps(words, at + 2)
      const end = steps + 1 + field(steps)
      lastTurn = this.#readLastTurn(words.subarray(at, end))
      if (lastTurn.deploy) open = bytesIn(words, end + 1, field(end))
    }
    const view: PositionView = {
      pieces: this.#readPieces(units),
      turn,
      moveNumber: field(SNAPSHOT.MOVE_NUMBER),
      halfMoves: field(SNAPSHOT.HALF_MOVES),
      destinations: movers.destinations,
      deploy,
      lastTurn,
      check: (status & STATUS.CHECK) !== 0,
      commanders: this.#readCommanders(field(SNAPSHOT.RED_COMMANDER), field(SNAPSHOT.BLUE_COMMANDER)),
      result: field(SNAPSHOT.RESULT) === 0 ? null : (RESULT_OBJECTS[field(SNAPSHOT.RESULT)] as StoreResult),
    }
    return { view, bytes, open, key: [field(SNAPSHOT.KEY_LOW), field(SNAPSHOT.KEY_HIGH)] }
  }

  #readPieces(words: Uint32Array): GameSnapshot['pieces'] {
    if (this.#units !== undefined && isSame(this.#units.words, words)) return this.#units.value
    const pieces: Partial<Record<Square, StorePiece>> = {}
    for (const word of words) pieces[pointIn(word)] = pieceOf(word)
    this.#units = { words: words.slice(), value: Object.freeze(pieces) }
    return this.#units.value
  }

  #readMovers(
    words: Uint32Array, start: number, count: number, turn: Color,
  ): { destinations: GameSnapshot['destinations']; end: number } {
    const known = this.#movers[turn]
    const movers = new Map<number, Known<StoreMover>>()
    const byPoint = new Map<Square, StoreMover[]>()
    let at = start
    for (let i = 0; i < count; i++) {
      const first = words[at] as number
      const end = at + 2 + (words[at + 1] as number)
      const own = words.subarray(at, end)
      let mover = known.get(first)
      if (mover === undefined || !isSame(mover.words, own)) mover = { words: own.slice(), value: makeMover(own) }
      movers.set(first, mover)
      const point = pointIn(first)
      const there = byPoint.get(point)
      if (there === undefined) byPoint.set(point, [mover.value])
      else there.push(mover.value)
      at = end
    }
    this.#movers[turn] = movers
    return { destinations: this.#shareDestinations(byPoint, turn), end: at }
  }

  /** The movers by point; lists with the same movers stay the same, and so does the whole. */
  #shareDestinations(byPoint: Map<Square, StoreMover[]>, turn: Color): GameSnapshot['destinations'] {
    const known = this.#destinations[turn]
    const destinations: Partial<Record<Square, readonly StoreMover[]>> = {}
    let changed = Object.keys(known).length !== byPoint.size
    for (const [point, movers] of byPoint) {
      const before = known[point]
      const same = before !== undefined && before.length === movers.length && movers.every((it, i) => it === before[i])
      destinations[point] = same ? before : Object.freeze(movers)
      changed ||= !same
    }
    return changed ? (this.#destinations[turn] = Object.freeze(destinations)) : known
  }

  #readDeploy(words: Uint32Array, canCommit: boolean): StoreDeploy {
    const known = this.#deploy
    if (known !== undefined && known.value.canCommit === canCommit && isSame(known.words, words)) return known.value
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
    if (this.#lastTurn !== undefined && isSame(this.#lastTurn.words, words)) return this.#lastTurn.value
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
    const [r, b] = [red, blue].map((point) => (point === 0 ? null : nameOf(point - 1))) as [Square | null, Square | null]
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

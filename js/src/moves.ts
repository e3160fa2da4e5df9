/** Moves: as the rules list them, and as they are reported. */

import { nameOf, pointOf, type Color, type Square } from './board.js'
import { createError } from './errors.js'
import { fieldsOf } from './fen.js'
import type { MoveObject } from './options.js'
import { flattenPiece, pieceFromText, pieceFromTextOrDash, textFromPiece, type Piece } from './pieces.js'
import { askRules } from './rules.js'

/** Bits of {@link InternalMove.flags}. */
export const BITS = /* @__PURE__ */ Object.freeze({
  NORMAL: 1,
  CAPTURE: 2,
  STAY_CAPTURE: 4,
  SUICIDE_CAPTURE: 8,
  DEPLOY: 16,
  COMBINATION: 32,
} as const)

/** Letters of {@link MoveResult.flags}. */
export const FLAGS = /* @__PURE__ */ Object.freeze({
  NORMAL: 'n',
  CAPTURE: 'c',
  STAY_CAPTURE: 's',
  SUICIDE_CAPTURE: 'k',
  DEPLOY: 'd',
  COMBINATION: 'b',
} as const)

/** The bits of all captures. */
export const CAPTURE_MASK = 14

/** One step: a move of a whole unit, or of one piece out of a stack. */
export interface InternalMove {
  color: Color
  /** Where it starts, as a square number. */
  from: number
  /** Where it goes; of a stay capture, where its target stands. */
  to: number
  /** What moves. */
  piece: Piece
  /** The unit that is taken, as it stands. */
  captured?: Piece
  /** The friend that is joined, as it stands. */
  combined?: Piece
  /** Bits of {@link BITS}. */
  flags: number
}

/** What a {@link MoveResult} tells. */
export interface MoveFields {
  color: Color
  from: Square
  to: Square | Map<Square, Piece>
  piece: Piece
  captured?: Piece[]
  flags: string
  before: string
  after: string
  completed: boolean
  stay?: Piece
  san: string
  lan: string
}

/** The letters of all flag bits together. */
const FLAG_TEXTS: readonly string[] = /* @__PURE__ */ Array.from({ length: 64 }, (_, bits) =>
  [...'ncskdb'].filter((_, bit) => bits & (1 << bit)).join(''),
)

function flagText(bits: number): string {
  return FLAG_TEXTS[bits & 63] as string
}

/** One turn, played or possible; of a deploy that is still open, the turn so far. */
export class MoveResult implements MoveFields {
  /** Who moves. */
  readonly color: Color
  /** Where the unit starts. */
  readonly from: Square
  /** Where it goes; of a deploy, each destination with what stands there now. */
  readonly to: Square | Map<Square, Piece>
  /** What moves, as it stood before; of a deploy, the whole stack. */
  readonly piece: Piece
  /** The pieces that are taken, one by one; missing if there are none. */
  declare readonly captured?: Piece[]
  /** Letters of {@link FLAGS}. */
  readonly flags: string
  /** FEN before the turn. */
  readonly before: string
  /** FEN after it; `?` where the move is only listed. */
  readonly after: string
  /** Has the turn passed? */
  readonly completed: boolean
  /** What remains on the point of a deploy; missing if nothing does. */
  declare readonly stay?: Piece
  /** Short text: `Tf6`, of a deploy `I<T>f6`. */
  readonly san: string
  /** Long text: `Tf4f6`, of a deploy `f4:I:T>f6`. */
  readonly lan: string
  /** Where something happens, if `to` does not tell. */
  readonly #targets: readonly Square[] | undefined

  /** @internal */
  constructor(fields: MoveFields, targets?: readonly Square[]) {
    this.color = fields.color
    this.from = fields.from
    this.to = fields.to
    this.piece = fields.piece
    if (fields.captured !== undefined) this.captured = fields.captured
    this.flags = fields.flags
    this.before = fields.before
    this.after = fields.after
    this.completed = fields.completed
    if (fields.stay !== undefined) this.stay = fields.stay
    this.san = fields.san
    this.lan = fields.lan
    this.#targets = targets
  }

  /** Did pieces leave their stack? */
  get isDeploy(): boolean {
    return this.flags.includes(FLAGS.DEPLOY)
  }

  /** Does it take anything, in whatever way? */
  get isCapture(): boolean {
    return /[csk]/.test(this.flags)
  }

  /** Was something taken without moving there? */
  get isStayCapture(): boolean {
    return this.flags.includes(FLAGS.STAY_CAPTURE)
  }

  /** Was something taken at the cost of the attacker? */
  get isSuicideCapture(): boolean {
    return this.flags.includes(FLAGS.SUICIDE_CAPTURE)
  }

  /** The points a board should mark: the start, then every destination and target. */
  getHighlightSquares(): Square[] {
    const targets = this.#targets ?? (this.to instanceof Map ? this.to.keys() : [this.to])
    return [...new Set([this.from, ...targets])]
  }

  /** Makes a result from its fields. */
  static create(fields: MoveFields): MoveResult {
    return resultOf(fields)
  }

  /** The letters of flag bits, in the order n c s k d b. */
  static flagsToString(bits: number): string {
    return flagText(bits)
  }

  /** The flags of a deploy turn: `d`, then each kind once, in the order in which it first appears. */
  static calculateDeployFlags(steps: readonly InternalMove[]): string {
    const kinds = steps.flatMap(({ flags }) => [...flagText(flags & ~BITS.DEPLOY)])
    return [...new Set([FLAGS.DEPLOY, ...kinds])].join('')
  }

  /** The texts of a deploy turn from a point: its steps, and what stays. */
  static calculateDeploySanLan(
    stackSquare: Square | number,
    steps: readonly InternalMove[],
    stay?: Piece,
  ): { san: string; lan: string } {
    const point = pointOf(stackSquare)
    if (point === undefined) throw createError('BOARD_INVALID_SQUARE', `Invalid square: ${String(stackSquare)}`)
    const staying = stay === undefined ? '' : textFromPiece(stay).toUpperCase()
    const text = steps.map(stepText).join(',')
    return { san: staying === '' ? text : `${staying}<${text}`, lan: `${nameOf(point)}:${staying}:${text}` }
  }
}

/** Outside of the class: bundlers rename a class that names itself. */
function resultOf(fields: MoveFields): MoveResult {
  return new MoveResult(fields)
}

const SEPARATORS: readonly [number, string][] = [
  [BITS.CAPTURE, 'x'],
  [BITS.STAY_CAPTURE, '_'],
  [BITS.SUICIDE_CAPTURE, '@'],
  [BITS.COMBINATION, '&'],
]

function stepText({ piece, to, flags }: InternalMove): string {
  const separator = SEPARATORS.find(([bit]) => flags & bit)?.[1] ?? ''
  return `${textFromPiece(piece).toUpperCase()}>${separator}${nameOf(to)}`
}

/** Makes a step of its bits, points and texts; what stands on its destination is taken or joined. */
export function internalMove(
  color: Color,
  bits: number,
  from: number,
  to: number,
  piece: string,
  target: string,
): InternalMove {
  const move: InternalMove = { color, from, to, piece: pieceFromText(piece), flags: bits }
  const there = pieceFromTextOrDash(target)
  if (there !== undefined && bits & CAPTURE_MASK) move.captured = there
  if (there !== undefined && bits & BITS.COMBINATION) move.combined = there
  return move
}

/** Moves that are only listed, of seven words each: `SAN LAN flag-bits from to piece target`. */
export function listedMoves(text: string, color: Color, before: string): MoveResult[] {
  const words = text.split(' ')
  const moves: MoveResult[] = []
  for (let at = 0; at < words.length; at += 7) {
    const bits = Number(words[at + 2])
    const fields: MoveFields = {
      color,
      from: words[at + 3] as Square,
      to: words[at + 4] as Square,
      piece: pieceFromText(words[at + 5] as string),
      flags: MoveResult.flagsToString(bits),
      before,
      after: '?',
      completed: (bits & BITS.DEPLOY) === 0,
      san: words[at] as string,
      lan: words[at + 1] as string,
    }
    if (bits & CAPTURE_MASK) fields.captured = flattenPiece(pieceFromText(words[at + 6] as string))
    moves.push(new MoveResult(fields))
  }
  return moves
}

/** A turn as the rules report it (crates/cotulenh-wasm/src/play.rs), and the FEN before a deploy's commit, or nothing. */
export function playedTurn(answer: string, before: string): { result: MoveResult; open: string } {
  const [after, completed, san, lan, flags, from, piece, stay, destinations, captured, open] = answer.split(
    '\n',
  ) as [string, string, string, string, string, string, string, string, string, string, string]
  const words = destinations.split(' ')
  const targets: Square[] = []
  const landed = new Map<Square, Piece>()
  for (let i = 0; i < words.length; i += 2) {
    const square = nameOf(Number(words[i]))
    const there = pieceFromTextOrDash(words[i + 1] as string)
    targets.push(square)
    if (there !== undefined) landed.set(square, there)
  }
  const fields: MoveFields = {
    color: fieldsOf(before).turn,
    from: nameOf(Number(from)),
    to: flags.startsWith(FLAGS.DEPLOY) ? landed : (targets[0] as Square),
    piece: pieceFromText(piece),
    flags,
    before,
    after,
    completed: completed === '1',
    san,
    lan,
  }
  if (captured !== '') fields.captured = captured.split(' ').flatMap((text) => flattenPiece(pieceFromText(text)))
  const staying = pieceFromTextOrDash(stay)
  if (staying !== undefined) fields.stay = staying
  return { result: new MoveResult(fields, targets), open }
}

/** The turn so far of an open deploy. */
export function turnSoFar(fen: string, start: string, skipLastGuard: boolean): MoveResult {
  return playedTurn(askRules((rules) => rules.open_turn(fen, skipLastGuard)), start).result
}

/** Only these have their flags as bits. */
export function isInternalMove(move: MoveObject | InternalMove): move is InternalMove {
  return 'flags' in move && typeof move.flags === 'number'
}

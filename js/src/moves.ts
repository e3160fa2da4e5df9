/** Moves: steps with their flags as bits, and results. */

import { nameOf, pointOf, type Color, type Square } from './board.js'
import { describe } from './describe.js'
import { createError } from './errors.js'
import { BITS, FLAG_MASK, FLAG_SEPARATORS, FLAGS } from './generated.js'
import { copyOfPiece, flattenPiece, textFromPiece, type Piece } from './pieces.js'

export { BITS, CAPTURE_MASK, FLAGS } from './generated.js'

/** One step: a move of a whole unit, or of one piece out of a stack. */
export interface InternalMove {
  color: Color
  /** The number of the point where it starts. */
  from: number
  /** The number of its destination; of a stay capture, where the target stands. */
  to: number
  /** The unit that moves. */
  piece: Piece
  /** The captured unit. */
  captured?: Piece
  /** The stack that it becomes part of. */
  combined?: Piece
  /** Bits of {@link BITS}. */
  flags: number
}

/** The fields of a {@link MoveResult}, as {@link MoveResult.create} takes them. */
export interface MoveFields {
  color: Color
  from: Square
  to: Square | Map<Square, Piece>
  piece: Piece
  /** The captured unit, or the captured pieces one by one. */
  captured?: Piece | Piece[] | undefined
  flags: string
  before: string
  after: string
  /** The default is true. */
  completed?: boolean | undefined
  stay?: Piece | undefined
  /** The default is an empty text. */
  san?: string | undefined
  /** The default is an empty text. */
  lan?: string | undefined
}

/** The names of all flags, in the order of their letters in a text. */
const FLAG_NAMES = /* @__PURE__ */ Object.keys(BITS) as (keyof typeof BITS)[]

/** The letters of each combination of flag bits. */
const FLAG_TEXTS: readonly string[] = /* @__PURE__ */ Array.from({ length: FLAG_MASK + 1 }, (_, bits) =>
  FLAG_NAMES.filter((name) => bits & BITS[name]).map((name) => FLAGS[name]).join(''),
)

export function flagText(bits: number): string {
  return FLAG_TEXTS[bits & FLAG_MASK] as string
}

/** A turn, played or listed; until its commit, the turn so far. */
export class MoveResult {
  /** The side that moves. */
  readonly color: Color
  /** The point where it starts. */
  readonly from: Square
  /**
   * Its destination; of a deploy, the destination or target of each step, with what stepped off.
   */
  readonly to: Square | Map<Square, Piece>
  /** The unit that moves, as it stood before; of a deploy, the whole stack. */
  readonly piece: Piece
  /** The captured pieces one by one; missing if there are none. */
  declare readonly captured?: Piece[]
  /** Letters of {@link FLAGS}. */
  readonly flags: string
  /** The FEN before the turn. */
  readonly before: string
  /** The FEN after it; `?` for a listed move. */
  readonly after: string
  /** Whether the turn has passed. Also true for a listed move. */
  readonly completed: boolean
  /** The unit that remains of a deployed stack; missing if none does. */
  declare readonly stay?: Piece
  /** The short text: `Tf6`, of a deploy `I<T>f6`. */
  readonly san: string
  /** The long text: `Tf4f6`, of a deploy `f4:I:T>f6`. */
  readonly lan: string

  constructor(
    color: Color,
    from: Square,
    piece: Piece,
    flags: string,
    before: string,
    after: string,
    to: Square | Map<Square, Piece>,
    captured?: Piece[],
    completed = true,
    stay?: Piece,
    san = '',
    lan = '',
  ) {
    this.color = color
    this.from = from
    this.to = to
    this.piece = piece
    if (captured !== undefined) this.captured = captured
    this.flags = flags
    this.before = before
    this.after = after
    this.completed = completed
    if (stay !== undefined) this.stay = stay
    this.san = san
    this.lan = lan
  }

  /** Whether pieces leave their stack. */
  get isDeploy(): boolean {
    return this.flags.includes(FLAGS.DEPLOY)
  }

  /** Whether it captures by moving. */
  get isCapture(): boolean {
    return this.flags.includes(FLAGS.CAPTURE)
  }

  /** Whether it captures without moving. */
  get isStayCapture(): boolean {
    return this.flags.includes(FLAGS.STAY_CAPTURE)
  }

  /** Whether it captures, and the capturing piece is lost too. */
  get isSuicideCapture(): boolean {
    return this.flags.includes(FLAGS.SUICIDE_CAPTURE)
  }

  /** The points that a board should mark: the start, then every destination and target. */
  getHighlightSquares(): Square[] {
    return this.to instanceof Map ? [this.from, ...this.to.keys()] : [this.from, this.to]
  }

  /** Makes a result from its fields. A captured unit becomes its pieces one by one. */
  static create(fields: MoveFields): MoveResult {
    return resultOf(fields)
  }

  /** The letters of flag bits, in the order n c s k d b. */
  static flagsToString(bits: number): string {
    return flagText(bits)
  }

  /**
   * The flags of a deploy turn: `d`, then each kind once, in the order in which it first appears.
   */
  static calculateDeployFlags(moves: readonly InternalMove[]): string {
    const kinds = moves.flatMap(({ flags }) => [...flagText(flags & ~BITS.DEPLOY)])
    return [...new Set([FLAGS.DEPLOY, ...kinds])].join('')
  }

  /** The texts of a deploy turn: its steps, its point, and the unit that stays. */
  static calculateDeploySanLan(
    moves: readonly InternalMove[],
    stackSquare: Square | number,
    stay?: Piece,
  ): { san: string; lan: string } {
    const point = pointOf(stackSquare)
    if (point === undefined) throw createError('BOARD_INVALID_SQUARE', `Invalid square: ${describe(stackSquare)}`)
    const staying = stay === undefined ? '' : textFromPiece(stay).toUpperCase()
    const text = moves.map(stepText).join(',')
    return { san: staying === '' ? text : `${staying}<${text}`, lan: `${nameOf(point)}:${staying}:${text}` }
  }
}

/** Outside the class, because bundlers rename a class that refers to itself. */
export function resultOf(fields: MoveFields): MoveResult {
  const { color, from, to, piece, captured, flags, before, after, completed, stay, san, lan } = fields
  const taken = captured === undefined || Array.isArray(captured) ? captured : flattenPiece(captured)
  return new MoveResult(color, from, piece, flags, before, after, to, taken, completed, stay, san, lan)
}

/** A copy of a listed move that shares nothing that can be changed. */
export function copyOfListed(result: MoveResult): MoveResult {
  const { color, from, piece, flags, before, after, to, captured, completed, stay, san, lan } = result
  const taken = captured?.map(copyOfPiece)
  return new MoveResult(color, from, copyOfPiece(piece), flags, before, after, to, taken, completed, stay, san, lan)
}

/** The mutually exclusive kinds of a step. */
const STEP_KINDS = ['CAPTURE', 'STAY_CAPTURE', 'SUICIDE_CAPTURE', 'COMBINATION'] as const

function stepText({ piece, to, flags }: InternalMove): string {
  const kind = STEP_KINDS.find((name) => flags & BITS[name]) ?? 'NORMAL'
  const separator = FLAG_SEPARATORS.DEPLOY + FLAG_SEPARATORS[kind]
  return textFromPiece(piece).toUpperCase() + separator + nameOf(to)
}

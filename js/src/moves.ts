/** Moves: as the rules list them, and as results. */

import { nameOf, pointOf, type Color, type Square } from './board.js'
import { describe } from './describe.js'
import { createError } from './errors.js'
import { fieldsOf } from './fen.js'
import {
  BITS, CAPTURE_MASK, FLAG_MASK, FLAG_SEPARATORS, FLAGS, readDestinations, readListedMoves, readPlayedTurn,
  type DeployStepRecord,
} from './generated.js'
import type { MoveObject, RuleBits } from './options.js'
import { flattenPiece, pieceFromText, pieceFromTextOrDash, textFromPiece, type Piece } from './pieces.js'
import { askRules } from './rules.js'

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
  /** The friendly unit that it joins. */
  combined?: Piece
  /** Bits of {@link BITS}. */
  flags: number
}

/** The fields of a {@link MoveResult}. */
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

/** The names of all flags, in the order of their letters in a text. */
const FLAG_NAMES = /* @__PURE__ */ Object.keys(BITS) as (keyof typeof BITS)[]

/** The letters of each combination of flag bits. */
const FLAG_TEXTS: readonly string[] = /* @__PURE__ */ Array.from({ length: FLAG_MASK + 1 }, (_, bits) =>
  FLAG_NAMES.filter((name) => bits & BITS[name]).map((name) => FLAGS[name]).join(''),
)

function flagText(bits: number): string {
  return FLAG_TEXTS[bits & FLAG_MASK] as string
}

/** A turn, played or listed; of an open deploy, the turn so far. */
export class MoveResult implements MoveFields {
  /** The side that moves. */
  readonly color: Color
  /** The point where it starts. */
  readonly from: Square
  /** Its destination; of a deploy, each destination with the unit that stands there now. */
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
  /** Whether the turn has passed. */
  readonly completed: boolean
  /** The unit that remains of a deployed stack; missing if none does. */
  declare readonly stay?: Piece
  /** The short text: `Tf6`, of a deploy `I<T>f6`. */
  readonly san: string
  /** The long text: `Tf4f6`, of a deploy `f4:I:T>f6`. */
  readonly lan: string
  /** All destinations and targets, if `to` does not contain them all. */
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

  /** Whether pieces leave their stack. */
  get isDeploy(): boolean {
    return this.flags.includes(FLAGS.DEPLOY)
  }

  /** Whether it captures, in any way. */
  get isCapture(): boolean {
    return /[csk]/.test(this.flags)
  }

  /** Whether it captures without moving. */
  get isStayCapture(): boolean {
    return this.flags.includes(FLAGS.STAY_CAPTURE)
  }

  /** Whether the capturing piece is lost too. */
  get isSuicideCapture(): boolean {
    return this.flags.includes(FLAGS.SUICIDE_CAPTURE)
  }

  /** The points that a board should mark: the start, then every destination and target. */
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

  /**
   * The flags of a deploy turn: `d`, then each kind once, in the order in which it first appears.
   */
  static calculateDeployFlags(steps: readonly InternalMove[]): string {
    const kinds = steps.flatMap(({ flags }) => [...flagText(flags & ~BITS.DEPLOY)])
    return [...new Set([FLAGS.DEPLOY, ...kinds])].join('')
  }

  /** The texts of a deploy turn: its point, its steps, and the unit that stays. */
  static calculateDeploySanLan(
    stackSquare: Square | number,
    steps: readonly InternalMove[],
    stay?: Piece,
  ): { san: string; lan: string } {
    const point = pointOf(stackSquare)
    if (point === undefined) throw createError('BOARD_INVALID_SQUARE', `Invalid square: ${describe(stackSquare)}`)
    const staying = stay === undefined ? '' : textFromPiece(stay).toUpperCase()
    const text = steps.map(stepText).join(',')
    return { san: staying === '' ? text : `${staying}<${text}`, lan: `${nameOf(point)}:${staying}:${text}` }
  }
}

/** Outside the class, because bundlers rename a class that refers to itself. */
function resultOf(fields: MoveFields): MoveResult {
  return new MoveResult(fields)
}

/** The flags of which one stands in the text of a step. */
const STEP_KINDS = ['CAPTURE', 'STAY_CAPTURE', 'SUICIDE_CAPTURE', 'COMBINATION'] as const

function stepText({ piece, to, flags }: InternalMove): string {
  const kind = STEP_KINDS.find((name) => flags & BITS[name]) ?? 'NORMAL'
  const separator = FLAG_SEPARATORS.DEPLOY + FLAG_SEPARATORS[kind]
  return textFromPiece(piece).toUpperCase() + separator + nameOf(to)
}

/**
 * Makes a move of a step that the rules report. The unit on its destination is captured or joined.
 */
export function deployStep(color: Color, from: number, step: DeployStepRecord): InternalMove {
  const bits = Number(step.flags)
  const move: InternalMove = {
    color,
    from,
    to: Number(step.to),
    piece: pieceFromText(step.piece),
    flags: bits,
  }
  const target = pieceFromTextOrDash(step.target)
  if (target !== undefined && bits & CAPTURE_MASK) move.captured = target
  if (target !== undefined && bits & BITS.COMBINATION) move.combined = target
  return move
}

/** The results of a move list. */
export function listedMoves(text: string, color: Color, before: string): MoveResult[] {
  return readListedMoves(text).map(({ san, lan, flags, from, to, piece, target }) => {
    const bits = Number(flags)
    const fields: MoveFields = {
      color,
      from: from as Square,
      to: to as Square,
      piece: pieceFromText(piece),
      flags: flagText(bits),
      before,
      after: '?',
      completed: (bits & BITS.DEPLOY) === 0,
      san,
      lan,
    }
    if (bits & CAPTURE_MASK) fields.captured = flattenPiece(pieceFromText(target))
    return new MoveResult(fields)
  })
}

/** The result of a turn that was played, and the FEN of a deploy before its commit, else ''. */
export function playedTurn(answer: string, before: string): { result: MoveResult; open: string } {
  const { after, completed, san, lan, flags, from, piece, stay, destinations, captured, open } = readPlayedTurn(answer)
  const targets: Square[] = []
  const landed = new Map<Square, Piece>()
  for (const { square, unit } of readDestinations(destinations)) {
    const name = nameOf(Number(square))
    const there = pieceFromTextOrDash(unit)
    targets.push(name)
    if (there !== undefined) landed.set(name, there)
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
export function turnSoFar(fen: string, start: string, options: RuleBits): MoveResult {
  return playedTurn(askRules((rules) => rules.open_turn(fen, options)), start).result
}

/** Whether a move has its flags as bits. */
export function isInternalMove(move: MoveObject | InternalMove): move is InternalMove {
  return 'flags' in move && typeof move.flags === 'number'
}

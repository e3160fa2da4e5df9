/** The methods of the bridge. The rules answer; what is here reads requests and names points. */

import { nameOf } from './board.js'
import { BridgeError, bridgeError, checkLength, isText, shorten, type BridgeErrorData, type BridgeRequest } from './bridge-request.js'
import { readData, writeTexts } from './data.js'
import { describe } from './describe.js'
import { hasOpenDeploy } from './fen.js'
import { BITS, CAPTURE_MASK, readListedMoves } from './generated.js'
import { flagText } from './moves.js'
import { withLegality } from './options.js'
import { symbolOf, type PieceSymbol } from './pieces.js'
import { airDefenseOf, attackersOf } from './queries.js'
import { askRules, type Rules } from './rules.js'

type Method = (fen: string, request: BridgeRequest) => unknown

/** The bridge has no rule options. */
const OPTIONS = 0
const MAX_PERFT_DEPTH = 255

const METHODS = {
  position: (fen: string) => ask((rules) => rules.bridge_position(fen)),
  moves,
  play,
  attackers,
  airDefense,
  checkFen: (fen: string) => readData(askRules((rules) => rules.check_fen(fen))),
  parseMove(fen: string, request: BridgeRequest) {
    const text = request.requiredText('text')
    return ask((rules) => rules.bridge_parse_move(fen, text))
  },
  perft,
} satisfies Record<string, Method>

/** The name of a method. */
export type BridgeMethod = keyof typeof METHODS

export function isBridgeMethod(name: string): name is BridgeMethod {
  return Object.hasOwn(METHODS, name)
}

/** Carries out a request; throws a {@link BridgeError} if it is refused. */
export function runMethod(name: BridgeMethod, request: BridgeRequest): unknown {
  const fen = request.fen()
  try {
    return METHODS[name](fen, request)
  } catch (error) {
    // If the FEN is invalid, that is reported before anything else.
    ask((rules) => rules.bridge_position(fen))
    throw error
  }
}

/** Calls a method of the rules that answers `{Ok}` or `{Err}`. */
function ask(call: (rules: Rules) => string): unknown {
  const answer = readData<{ Ok: unknown } | { Err: BridgeErrorData }>(askRules(call))
  if ('Err' in answer) throw new BridgeError(answer.Err)
  return answer.Ok
}

/**
 * A FEN for calls of the class, which trust an open deploy more than the bridge does: its steps may
 * leave the Commander in danger.
 */
function trusted(fen: string): string {
  return hasOpenDeploy(fen) ? askRules((rules) => rules.load(fen, OPTIONS)) : fen
}

function moves(given: string, request: BridgeRequest): unknown {
  const fen = trusted(given)
  const [point, role, legal] = [request.point(), roleIn(request), request.flag('legal', true)]
  const list = askRules((rules) => rules.moves(fen, withLegality(OPTIONS, legal), point, role, true))
  return readListedMoves(list).map(({ san, lan, flags, from, to, piece, target }) => {
    const bits = Number(flags)
    const move = { lan, san, flags: flagText(bits), from, to, piece: piece.toUpperCase() }
    if (bits & CAPTURE_MASK) return { ...move, captured: target.toUpperCase() }
    if (bits & BITS.COMBINATION) return { ...move, combined: target.toUpperCase() }
    return move
  })
}

function roleIn(request: BridgeRequest): PieceSymbol | undefined {
  const letter = request.text('role')
  if (letter === undefined) return undefined
  const role = symbolOf(letter.toLowerCase())
  if (role !== undefined) return role
  const message = `role: expected the letter of a role, found ${describe(letter)}`
  throw bridgeError('INVALID_REQUEST', message, { found: shorten(letter), field: 'role' })
}

function play(fen: string, request: BridgeRequest): unknown {
  const entries = request.field('moves') ?? []
  if (!Array.isArray(entries)) throw request.wrongField('moves', 'a list of at least one move')
  const texts = checkLength(writeTexts(entries.map(entryText)))
  return ask((rules) => rules.bridge_play(fen, texts))
}

/** An entry as the rules take it: empty if it is neither a text nor a move. */
function entryText(entry: unknown): string {
  if (isText(entry)) return writeTexts([entry])
  if (typeof entry !== 'object' || entry === null) return ''
  const { lan, flags } = entry as { lan?: unknown; flags?: unknown }
  if (!isText(lan)) return ''
  if (flags === undefined || flags === null) return writeTexts(['', lan])
  return isText(flags) ? writeTexts(['', lan, flags]) : ''
}

function attackers(given: string, request: BridgeRequest): unknown {
  const fen = trusted(given)
  const point = request.point()
  if (point === undefined) throw request.wrongField('square', 'a string')
  const color = request.text('color')
  if (color !== 'r' && color !== 'b') throw request.wrongField('color', '"r" or "b"')
  return attackersOf(fen, OPTIONS, point, color, undefined).map(({ square, type }) => nameOf(square) + type).sort()
}

function airDefense(given: string): unknown {
  const { r, b } = airDefenseOf(trusted(given), OPTIONS)
  const named = (zone: Map<number, number[]>): Record<string, string[]> => {
    const points = [...zone].map(([point, defenders]) => [nameOf(point), defenders.map(nameOf).sort()] as const)
    return Object.fromEntries(points.sort(([first], [second]) => (first < second ? -1 : 1)))
  }
  return { r: named(r), b: named(b) }
}

function perft(fen: string, request: BridgeRequest): unknown {
  const depth = request.field('depth')
  if (typeof depth !== 'number' || !Number.isInteger(depth) || depth < 0 || depth > MAX_PERFT_DEPTH) {
    throw request.wrongField('depth', `a whole number from 0 to ${MAX_PERFT_DEPTH}`)
  }
  const divide = request.flag('divide', false)
  return ask((rules) => rules.bridge_perft(fen, depth, divide))
}

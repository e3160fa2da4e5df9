/** Games as PGN: the text itself is read and written by the rules. */

import type { Annotations, PgnNote } from './annotations.js'
import { textArgument } from './arguments.js'
import { readData, writeTexts } from './data.js'
import { deploySuffix, fieldsOf, hasOpenDeploy, remainingIn } from './fen.js'
import { DEFAULT_POSITION, MAX_PGN_LENGTH } from './generated.js'
import type { Headers } from './headers.js'
import type { History } from './history.js'
import { gameOptions, type RuleBits } from './options.js'
import { askRules } from './rules.js'

/** Options of {@link CoTuLenh.pgn}. */
export interface PgnOptions {
  /** The end of a line. The default is `\n`. */
  newline?: string
  /** The maximum length of a line of moves. The default is 0: no line breaks. */
  maxWidth?: number
  /** The time that each player had left after each turn, e.g. `0:04:59`. */
  clocks?: readonly string[]
}

/** A game to be written. */
export interface GameRecord {
  history: History
  annotations: Annotations
  headers: Headers
  /** The result by the rules. */
  result: string
}

/** A text and the note after it, which may be empty. */
type Part = [text: string, note: string]

const DECIDED_RESULTS: readonly string[] = ['1-0', '0-1', '1/2-1/2']
/** Wider lines are never broken. */
const MAX_WIDTH = 1 << 30

/** Writes a game. */
export function writeGame(game: GameRecord, { newline, maxWidth, clocks }: PgnOptions): string {
  const given = game.headers.get('Result') ?? ''
  const result = DECIDED_RESULTS.includes(given) ? given : game.result
  const record = writeTexts([
    writeTexts(headersOf(game, result).flat()),
    noteAt(game.annotations, game.history.start),
    writeTexts(turnsOf(game, clocks)),
    result,
    String(newline ?? '\n'),
    String(typeof maxWidth === 'number' && maxWidth >= 1 ? Math.floor(Math.min(maxWidth, MAX_WIDTH)) : 0),
  ])
  return askRules((rules) => rules.write_pgn(record))
}

function headersOf({ history, headers }: GameRecord, result: string): [string, string][] {
  const derived: Record<string, string> = { Result: result }
  // A PGN without FEN begins with the start position.
  if (history.start !== DEFAULT_POSITION || headers.get('FEN') !== undefined) {
    Object.assign(derived, { SetUp: '1', FEN: history.start })
  }
  const isOff = gameOptions(history.options).skipLastGuardPromotion
  if (isOff || headers.get('LastGuardPromotion') !== undefined) derived['LastGuardPromotion'] = isOff ? 'off' : 'on'
  // The value of a header is one line.
  return headers.inOrder(derived).map(([name, value]) => [name, value.replace(/\p{Cc}/gu, ' ')])
}

function turnsOf({ history, annotations }: GameRecord, clocks: PgnOptions['clocks']): string[] {
  const turns = history.turns().map(({ before, after, san, lan, stages }, i): string => {
    const { turn, moveNumber } = fieldsOf(before)
    const clock = clocks?.[i] ?? undefined
    const note = noteAt(annotations, after, clock === undefined ? undefined : String(clock))
    const open = stages.at(-1)
    if (open === undefined) return turnText(moveNumber, turn, [[san, note]])
    const text = askRules((rules) => rules.pgn_text(before, history.options, open, san, lan))
    return turnText(moveNumber, turn, [...notedStages(annotations, before, stages), [text, note]])
  })
  const now = history.fen
  if (hasOpenDeploy(now)) {
    const { turn, moveNumber } = fieldsOf(now)
    const stages = history.openTurn?.stages.slice(1) ?? []
    const parts = notedStages(annotations, history.turnStart, [...stages, now])
    if (noteAt(annotations, now) === '') parts.push([stageText(now), ''])
    turns.push(turnText(moveNumber, turn, parts))
  }
  return turns
}

/** A turn as the rules take it. */
function turnText(number: number, color: string, parts: readonly Part[]): string {
  return writeTexts([String(number), color, writeTexts(parts.flat())])
}

/** The stages of a deploy that have a note, the earliest first. */
function notedStages(annotations: Annotations, before: string, visited: readonly string[]): Part[] {
  const loaded = annotations.loadedStages.filter((fen) => fen.startsWith(`${before} `))
  const stages = [...new Set([...visited, ...loaded])].filter((fen) => noteAt(annotations, fen) !== '')
  stages.sort((a, b) => remainingIn(b) - remainingIn(a))
  return stages.map((fen) => [stageText(fen), noteAt(annotations, fen)])
}

/**
 * A stage of a deploy. It ends with dots, because without them it would read as a finished turn.
 */
function stageText(fen: string): string {
  return `${deploySuffix(fen).replace(/\.+$/, '')}...`
}

/** The clock and comment of a position; empty if it has none. */
function noteAt({ clocks, comments }: Annotations, fen: string, clock = clocks.get(fen)): string {
  const time = (clock ?? '').replace(/[^\d:.]/g, '')
  const words = [time === '' ? '' : `[%clk ${time}]`, comments.get(fen) ?? '']
  return words.filter((word) => word !== '').join(' ')
}

/** A game that was read. */
interface ReadGame {
  start: string
  options: RuleBits
  headers: [name: string, value: string][]
  /** LANs. */
  turns: string[]
  /** The suffix of an open deploy, or null. */
  open: string | null
  notes: PgnNote[]
}

/** Reads the first game of a PGN. The options hold where its headers do not say otherwise. */
export function readGame(pgn: string, strict: boolean, options: RuleBits): ReadGame {
  const text = textArgument(pgn, 'A PGN', MAX_PGN_LENGTH)
  return readData(askRules((rules) => rules.read_pgn(text, strict, options)))
}

/** Games as text: what the game knows, in the form in which the rules read and write it. */

import { DEFAULT_POSITION } from './board.js'
import { deploySuffix, fieldsOf, hasOpenDeploy, remainingIn } from './fen.js'
import { askRules, MAX_PGN_LENGTH, textArgument } from './rules.js'

/** The headers every PGN has, with what stands there while nobody knows better. */
export const SEVEN_TAG_ROSTER: Readonly<Record<string, string>> = /* @__PURE__ */ Object.freeze({
  Event: '?',
  Site: '?',
  Date: '????.??.??',
  Round: '?',
  Red: '?',
  Blue: '?',
  Result: '*',
})

/** How a PGN is written. */
export interface PgnOptions {
  /** What ends a line. */
  newline?: string
  /** Lines of moves are broken before this many characters; 0 for never. */
  maxWidth?: number
  /** What each player had left after each turn, e.g. `0:04:59`. */
  clocks?: readonly string[]
}

export type Headers = Map<string, string>

/** A completed turn. */
export interface RecordedTurn {
  /** FENs before and after it. */
  before: string
  after: string
  san: string
  lan: string
  /** As the rules reported it: results are made of this anew each time, so that nobody can change what has happened. */
  answer: string
  /** Of a deploy: the FEN before its commit; else empty. */
  open: string
  /** Of a deploy: the FENs it went through, that one included. */
  stages: string[]
}

/** What the game knows about itself. */
export interface GameRecord {
  start: string
  skipLastGuard: boolean
  turns: readonly RecordedTurn[]
  now: string
  /** The FEN with which the present turn began. */
  turnStart: string
  /** The FENs inside it so far, the present one included. */
  openStages: readonly string[]
  /** FENs inside deploys on which a PGN that was read notes something. */
  readStages: readonly string[]
  headers: Headers
  comments: ReadonlyMap<string, string>
  clocks: ReadonlyMap<string, string>
  /** By the rules. */
  outcome: string
}

type Part = [text: string, note: string | null]

const RESULTS: readonly string[] = ['1-0', '0-1', '1/2-1/2']
/** As good as never. */
const WIDEST = 1 << 30
/** They follow from the game itself. */
const DERIVED: readonly string[] = ['SetUp', 'FEN', 'LastGuardPromotion']

export function writeGame(game: GameRecord, { newline, maxWidth, clocks }: PgnOptions): string {
  const note = (fen: string, clock = game.clocks.get(fen)): string | null => {
    const time = (clock ?? '').replace(/[^\d:.]/g, '')
    const words = [time === '' ? '' : `[%clk ${time}]`, game.comments.get(fen) ?? '']
    return words.filter((word) => word !== '').join(' ') || null
  }
  // With dots at the end: without them it would read as a finished turn.
  const stageText = (fen: string): string => `${deploySuffix(fen).replace(/\.+$/, '')}...`
  /** The stages of a deploy on which something is noted, the earliest first. */
  const notedStages = (before: string, visited: readonly string[]): Part[] => {
    const read = game.readStages.filter((fen) => fen.startsWith(`${before} `))
    const stages = [...new Set([...visited, ...read])].filter((fen) => note(fen) !== null)
    return stages.sort((a, b) => remainingIn(b) - remainingIn(a)).map((fen) => [stageText(fen), note(fen)])
  }

  const turns = game.turns.map(({ before, after, san, lan, open, stages }, i) => {
    const { turn, moveNumber } = fieldsOf(before)
    const given = clocks?.[i] ?? undefined
    const noteAfter = note(after, given === undefined ? game.clocks.get(after) : String(given))
    if (open === '') return [moveNumber, turn, [[san, noteAfter]]]
    const text = askRules((rules) => rules.pgn_text(before, game.skipLastGuard, open, san, lan))
    return [moveNumber, turn, [...notedStages(before, stages), [text, noteAfter]]]
  })
  if (hasOpenDeploy(game.now)) {
    const { turn, moveNumber } = fieldsOf(game.now)
    const parts = notedStages(game.turnStart, game.openStages)
    if (note(game.now) === null) parts.push([stageText(game.now), null])
    turns.push([moveNumber, turn, parts])
  }

  const known = game.headers.get('Result') ?? ''
  const result = RESULTS.includes(known) ? known : game.outcome
  const headers = new Map([...Object.entries(SEVEN_TAG_ROSTER), ...game.headers, ['Result', result]])
  for (const name of DERIVED) headers.delete(name)
  if (game.start !== DEFAULT_POSITION) headers.set('SetUp', '1').set('FEN', game.start)
  if (game.skipLastGuard) headers.set('LastGuardPromotion', 'off')

  const record = {
    // A header is one line.
    headers: [...headers].map(([name, value]) => [name, value.replace(/\p{Cc}/gu, ' ')]),
    note: note(game.start),
    turns,
    result,
    newline: String(newline ?? '\n'),
    maxWidth: typeof maxWidth === 'number' && maxWidth >= 1 ? Math.floor(Math.min(maxWidth, WIDEST)) : 0,
  }
  // Half a character cannot be written; any text may contain one.
  const wellFormed = (_: string, value: unknown): unknown =>
    typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\ufffd') : value
  return askRules((rules) => rules.write_pgn(JSON.stringify(record, wellFormed)))
}

/** A game read from a PGN. */
interface ReadGame {
  start: string
  skipLastGuard: boolean
  headers: [name: string, value: string][]
  /** LANs. */
  turns: string[]
  /** The suffix of a deploy that is still open. */
  open: string | null
  notes: [fen: string, comment: string | null, clock: string | null][]
}

/** Reads the first game; without a header about it, the last-guard rule is as given. */
export function readGame(pgn: string, strict: boolean, skipLastGuard: boolean): ReadGame {
  const text = textArgument(pgn, 'A PGN', MAX_PGN_LENGTH)
  return JSON.parse(askRules((rules) => rules.read_pgn(text, strict, skipLastGuard))) as ReadGame
}

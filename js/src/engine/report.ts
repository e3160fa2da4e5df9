/** Reports of the engine as objects. */

import { CoTuLenh } from '../cotulenh.js'
import { createError, isErrorCode, moveError } from '../errors.js'
import { readSearchReport, type SearchReportRecord } from '../generated.js'
import { callErrorIn } from '../rules.js'

/** The best turn that a search has found. */
export interface BestMove {
  /** The whole turn. In an open deploy, it includes the steps that were made before. */
  lan: string
  san: string
  /** The actions that remain to be played: LANs and `commit`. */
  steps: string[]
  /**
   * The score for the side to move, in centipawns. A Tank is worth about 100 to 150; mate scores
   * exceed 30,000.
   */
  score: number
  /** Turns to mate; negative if the side to move is mated; null without a forced mate. */
  mate: number | null
  /** The depth in actions. */
  depth: number
  /** The number of searched actions. */
  nodes: number
  /** The LANs of the expected turns, this one first. */
  pv: string[]
  /** Their SANs. */
  pvSan: string[]
}

/** The progress of a search: one for each line of each iteration. */
export interface SearchInfo {
  depth: number
  /** The longest line in actions. */
  seldepth: number
  /** The number of the line, from 1. */
  multiPV: number
  score: number
  mate: number | null
  /** Whether the score is exact, a lower bound or an upper bound. */
  bound: 'exact' | 'lower' | 'upper'
  nodes: number
  /** Nodes per second. */
  nps: number
  /** The used part of the table, in permille. */
  hashfull: number
  /** Milliseconds since the search began. */
  time: number
  /** The LANs of the expected turns; empty if the line ends inside the first turn. */
  pv: string[]
  /** Their SANs. */
  pvSan: string[]
}

/** The fields that both kinds of report have. */
function commonFields({ score, mate, depth, nodes, lans, sans }: SearchReportRecord) {
  return {
    score: Number(score),
    mate: mate === '-' ? null : Number(mate),
    depth: Number(depth),
    nodes: Number(nodes),
    pv: words(lans),
    pvSan: words(sans),
  }
}

function words(text: string): string[] {
  return text === '' ? [] : text.split(' ')
}

/** The report of an iteration. */
export function infoOf(text: string): SearchInfo {
  const report = readSearchReport(text)
  const common = commonFields(report)
  const time = Number(report.time)
  return {
    ...common,
    seldepth: Number(report.seldepth),
    multiPV: Number(report.line),
    bound: report.bound as SearchInfo['bound'],
    nps: Math.round((common.nodes * 1000) / Math.max(time, 1)),
    hashfull: Number(report.hashfull),
    time,
  }
}

/** The best turn of an iteration or result; undefined if its line ends inside the first turn. */
export function bestOf(text: string): BestMove | undefined {
  const report = readSearchReport(text)
  const common = commonFields(report)
  const [[lan], [san]] = [common.pv, common.pvSan]
  return lan === undefined || san === undefined ? undefined : { lan, san, steps: words(report.steps), ...common }
}

/** The result of a search from a FEN. An error is thrown, as in the rest of the package. */
export function answerOf(text: string, fen: string): BestMove | null {
  if (text === '') return null
  const error = callErrorIn(text)
  if (error === undefined) return bestOf(text) ?? null
  const { code, message } = error
  if (code === 'NO_MOVE') throw moveError('ILLEGAL_MOVE', `Invalid or illegal move: ${message}`)
  if (code === 'AMBIGUOUS_MOVE') throw moveError(code, `Multiple matching legal moves found: ${message}`)
  // The details of a fault would make the WASM of the engine 20 kB larger, so the rules give them:
  // an invalid FEN throws here.
  new CoTuLenh(fen)
  throw createError(isErrorCode(code) ? code : 'UNKNOWN_ERROR', message)
}

/** What the engine has found, as objects. */

import { createError, isErrorCode } from '../errors.js'

/** The best turn, as far as the engine has looked. */
export interface BestMove {
  /** The whole turn. In an open deploy, the steps that were made before count. */
  lan: string
  san: string
  /** What is left to play of it, action by action: LANs, and `commit`. */
  steps: string[]
  /** For the side to move, in centipawns (a Tank or a Militia is worth about 100 to 150); mates lie beyond 30,000. */
  score: number
  /** Own turns to mate; negative: turns until the side to move is mated; null: no mate in sight. */
  mate: number | null
  /** Actions looked ahead. */
  depth: number
  /** Actions tried. */
  nodes: number
  /** LANs of the turns that are expected, this one first. */
  pv: string[]
}

/** How far a search is: one for each line of each iteration. */
export interface SearchInfo {
  depth: number
  /** The longest line. */
  seldepth: number
  /** Which line, from 1. */
  multiPV: number
  score: number
  mate: number | null
  /** Is the score what it is, at least, or at most? */
  bound: 'exact' | 'lower' | 'upper'
  nodes: number
  /** Nodes a second. */
  nps: number
  /** How full the table is, in thousandths. */
  hashfull: number
  /** Milliseconds since the search began. */
  time: number
  pv: string[]
}

/** The four lines of crates/cotulenh-engine-wasm/src/report.rs. */
function partsOf(line: string) {
  const [numbers = '', san = '', steps = '', pv = ''] = line.split('\n')
  const [depth, seldepth, score, mate, nodes, time, multiPV, bound, hashfull] = numbers.split(' ')
  const common = {
    score: Number(score),
    mate: mate === '-' ? null : Number(mate),
    depth: Number(depth),
    nodes: Number(nodes),
    pv: pv === '' ? [] : pv.split(' '),
  }
  return { common, san, steps: steps.split(' '), seldepth, time, multiPV, bound, hashfull }
}

export function infoOf(line: string): SearchInfo {
  const { common, seldepth, time, multiPV, bound, hashfull } = partsOf(line)
  const milliseconds = Number(time)
  return {
    ...common,
    seldepth: Number(seldepth),
    multiPV: Number(multiPV),
    bound: bound as SearchInfo['bound'],
    nps: Math.round((common.nodes * 1000) / Math.max(milliseconds, 1)),
    hashfull: Number(hashfull),
    time: milliseconds,
  }
}

/** Of an iteration or of a result; undefined if its line breaks off inside the first turn. */
export function bestOf(line: string): BestMove | undefined {
  const { common, san, steps } = partsOf(line)
  const [lan] = common.pv
  return lan === undefined ? undefined : { lan, san, steps, ...common }
}

/** What a search answers; a refusal is thrown, as the rest of the package throws it. */
export function answerOf(line: string): BestMove | null {
  if (line === '') return null
  if (!line.startsWith('!')) return bestOf(line) ?? null
  const space = line.indexOf(' ')
  const [code, message] = [line.slice(1, space), line.slice(space + 1)]
  if (code === 'NO_MOVE') throw new Error(`Invalid or illegal move: ${message}`)
  if (code === 'AMBIGUOUS_MOVE') throw new Error(`Multiple matching legal moves found: ${message}`)
  throw createError(isErrorCode(code) ? code : 'UNKNOWN_ERROR', message)
}

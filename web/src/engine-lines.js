// The engine's opinion: a panel with its best lines, and the bar beside the board. It follows the position it is told.

import { api, whileVisible } from './api.js'
import { t } from './i18n.js'
import { checkbox, el, select, svg } from './ui.js'

/** @import { AnalysisInfo, PositionView, Score, Step } from './types.js' */

/** @typedef {AnalysisInfo['lines'][number]} Line */
/** @typedef {{fen: string, moves?: string[]}} Question A position, and the turns played from there. */

/**
 * @typedef {object} EngineHandlers
 * @property {(arrows: {from: string, to: string, strength: number}[]) => void} onArrows
 * @property {(turns: string[]) => void} onPlay These turns of a line shall be played.
 */

const KEY = 'cotulenh.analysis'
const MOST_LINES = 5
/** How long one position is thought about, in milliseconds. */
const MOVETIME = 60_000
/** Until the engine is asked again, in milliseconds; after some failures in a row ever longer. */
const RETRY = 2000
const LONGEST_RETRY = 60_000
const PATIENCE = 5
/** At this score in centipawns the bar stands at about three quarters. */
const SCALE = 400
const BAR_HEIGHT = 100

/** What was stored may be anything. */
function loadChoices() {
  try {
    const stored = Object(JSON.parse(localStorage.getItem(KEY) ?? '{}'))
    const lines = Number.isInteger(stored.lines) ? Math.min(Math.max(stored.lines, 1), MOST_LINES) : 3
    return { on: stored.on !== false, lines }
  } catch {
    return { on: true, lines: 3 }
  }
}

/** @param {EngineHandlers} handlers */
export function createEngine({ onArrows, onPlay }) {
  const choices = loadChoices()
  /** @type {PositionView | null} */
  let position = null
  /** @type {Question} */
  let question = { fen: '' }
  /** @type {AnalysisInfo | null} */
  let latest = null
  let stop = () => {}
  let frame = 0
  let retry = 0
  /** How often in a row the engine gave no answer. */
  let failures = 0

  const state = el('span', { class: 'engine-state muted', role: 'status' })
  const list = el('ol', { class: 'engine-lines', 'aria-label': t('engine.lines') })
  const bar = evaluationBar()
  const element = el(
    'section',
    { class: 'card engine', 'aria-label': t('engine.title') },
    el(
      'div',
      { class: 'card-head' },
      checkbox(t('engine.on'), choices.on, (on) => choose({ on })),
      select(
        t('engine.count'),
        Array.from({ length: MOST_LINES }, (_, i) => ({ value: String(i + 1), text: String(i + 1) })),
        String(choices.lines),
        (lines) => choose({ lines: Number(lines) }),
      ),
      state,
    ),
    list,
  )

  /** @param {Partial<typeof choices>} change */
  function choose(change) {
    Object.assign(choices, change)
    try {
      localStorage.setItem(KEY, JSON.stringify(choices))
    } catch {
      // Without storage the choice lasts until the page is closed.
    }
    restart()
  }

  function restart() {
    stop()
    stop = () => {}
    clearTimeout(retry)
    latest = null
    cancelAnimationFrame(frame)
    frame = 0
    draw()
    if (position === null || !choices.on || position.outcome !== null) return
    let finished = false
    stop = whileVisible(() => (finished ? () => {} : think(() => (finished = true))))
  }

  /** @param {() => void} onEnd There is no more to come. */
  function think(onEnd) {
    if (!latest) state.textContent = t(failures === 0 ? 'engine.starting' : 'engine.waiting')
    return api.analyse(
      { ...question, lines: choices.lines, movetime: MOVETIME },
      {
        info(info) {
          failures = 0
          latest = info
          // The engine may speak more often than the screen can show.
          frame ||= requestAnimationFrame(draw)
        },
        queued({ ahead }) {
          failures = 0
          state.textContent = t('engine.queued', { ahead })
        },
        done: onEnd,
        // Refused, or cut off: a stream does not say which. The turns before may be at fault, the position is not.
        error() {
          stop()
          if (position && question.moves) question = { fen: position.fen }
          failures++
          state.textContent = t('engine.waiting')
          retry = setTimeout(restart, Math.min(RETRY * 2 ** Math.max(failures - PATIENCE, 0), LONGEST_RETRY))
        },
        failed({ error }) {
          onEnd()
          state.textContent = t('engine.failed', { message: error.message })
        },
      },
    )
  }

  function draw() {
    frame = 0
    if (latest) {
      const thousands = Math.round(latest.nodes / 1000)
      state.textContent = t('engine.depth', { depth: latest.depth, nodes: thousands.toLocaleString() })
    } else {
      state.textContent = position?.outcome ? t('engine.over') : choices.on ? '' : t('engine.off')
    }
    const lines = latest?.lines ?? []
    list.style.setProperty('--lines', String(choices.on && !position?.outcome ? choices.lines : 0))
    list.replaceChildren(...lines.map(lineItem))
    bar.show(position?.outcome ? outcomeScore(position.outcome.result) : (lines[0]?.score ?? null))
    onArrows(arrowsOf(lines))
  }

  /** @param {Line} line */
  function lineItem(line) {
    const first = { color: position?.turn ?? 'r', number: moveNumber(position) }
    const turns = line.turns.slice(0, 8).map((san, i) =>
      el('button', { type: 'button', class: 'move', title: t('engine.play'), onclick: () => onPlay(line.turns.slice(0, i + 1)) }, numbering(first, i), san),
    )
    return el('li', {}, el('span', { class: `score score-${leader(line.score)}` }, scoreText(line.score)), el('span', { class: 'line' }, ...turns))
  }

  return {
    element,
    bar: bar.element,
    /**
     * @param {PositionView | null} next The position to think about; null for none.
     * @param {Question} [reached] How it was reached, if that is known: the engine sees repetitions then.
     */
    follow(next, reached) {
      position = next
      question = reached ?? { fen: next?.fen ?? '' }
      failures = 0
      restart()
    },
    destroy() {
      stop()
      clearTimeout(retry)
      cancelAnimationFrame(frame)
    },
  }
}

/**
 * The first turn of every line, the best on top. What several lines begin with is drawn once.
 * @param {Line[]} lines The best first.
 */
function arrowsOf(lines) {
  /** @type {Map<string, {from: string, to: string, strength: number}>} */
  const arrows = new Map()
  for (const [i, { moves }] of lines.entries()) {
    for (const { from, to } of firstTurn(moves)) {
      if (!arrows.has(from + to)) arrows.set(from + to, { from, to, strength: 1 - i / MOST_LINES })
    }
  }
  return [...arrows.values()].reverse()
}

/**
 * The steps of the turn a line begins with: those of a deploy leave the same point one after the other, and the
 * opponent's turn begins elsewhere.
 * @param {Step[]} moves
 */
function firstTurn(moves) {
  const end = moves.findIndex(({ from }) => from !== moves[0].from)
  return end < 0 ? moves : moves.slice(0, end)
}

/**
 * Whose colour a score has; none if it is as good as equal.
 * @param {Score} score
 */
function leader(score) {
  if (scoreText(score) === '0.0') return 'even'
  return ('mate' in score ? score.mate : score.cp) > 0 ? 'red' : 'blue'
}

/** @param {PositionView | null} position */
function moveNumber(position) {
  return Number(position?.fen.split(' ')[5] ?? 1)
}

/**
 * @param {{color: string, number: number}} first
 * @param {number} index
 */
function numbering({ color, number }, index) {
  const plies = index + (color === 'b' ? 1 : 0)
  if (plies % 2 === 0) return el('span', { class: 'move-number' }, `${number + plies / 2}.`)
  return index === 0 ? el('span', { class: 'move-number' }, `${number}…`) : null
}

/**
 * A score as players read it: pawns with a sign, or the distance of the mate.
 * @param {Score} score
 */
export function scoreText(score) {
  if ('mate' in score) return score.mate > 0 ? `#${score.mate}` : `−#${-score.mate}`
  const pawns = (Math.abs(score.cp) / 100).toFixed(1)
  return pawns === '0.0' ? pawns : `${score.cp > 0 ? '+' : '−'}${pawns}`
}

/**
 * @param {'red' | 'blue' | 'draw'} result
 * @returns {Score}
 */
function outcomeScore(result) {
  return result === 'draw' ? { cp: 0 } : { mate: result === 'red' ? 1 : -1 }
}

/** @param {Score} score Red's share of the bar, from 0 to 1. */
function share(score) {
  if ('mate' in score) return score.mate > 0 ? 1 : 0
  return 1 / (1 + Math.exp(-score.cp / SCALE))
}

/** Red fills the bar from below. */
function evaluationBar() {
  const red = svg('rect', { class: 'evaluation-red', width: 10, x: 0 })
  const picture = svg(
    'svg',
    { viewBox: `0 0 10 ${BAR_HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svg('rect', { class: 'evaluation-blue', width: 10, height: BAR_HEIGHT }),
    red,
    svg('path', { class: 'evaluation-middle', d: `M0 ${BAR_HEIGHT / 2}H10` }),
  )
  const figure = el('span', { class: 'evaluation-figure' })
  const element = el('div', { class: 'evaluation', role: 'img' }, picture, figure)
  /** @param {Score | null} score */
  function show(score) {
    const height = share(score ?? { cp: 0 }) * BAR_HEIGHT
    red.setAttribute('height', height.toFixed(1))
    red.setAttribute('y', (BAR_HEIGHT - height).toFixed(1))
    figure.textContent = score === null ? '' : scoreText(score)
    element.setAttribute('aria-label', t('engine.evaluation', { score: score === null ? '–' : scoreText(score) }))
  }
  // It has a name before the first score comes.
  show(null)
  return { element, show }
}

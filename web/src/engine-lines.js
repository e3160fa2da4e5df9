// The engine panel with its best lines, and the evaluation bar beside the board.

import { api, whileVisible } from './api.js'
import { t } from './i18n.js'
import { checkbox, el, select, svg } from './ui.js'

/** @import { AnalysisInfo, PositionView, Score, Step } from './types.js' */

/** @typedef {AnalysisInfo['lines'][number]} EngineLine A line that the engine reports. */
/**
 * @typedef {{fen: string, moves?: string[]}} Question A position, and the turns played from there.
 */

/**
 * @typedef {object} EngineHandlers
 * @property {(arrows: {from: string, to: string, strength: number}[]) => void} onArrows
 * @property {(turns: string[]) => void} onPlay The user chose these turns of a line.
 */

const KEY = 'cotulenh.analysis'
const MOST_LINES = 5
/** The time for one position, in milliseconds. */
const MOVETIME = 60_000
/**
 * The delay before another attempt, in milliseconds. It doubles with every failure in a row after
 * the first `PATIENCE`.
 */
const RETRY = 2000
const LONGEST_RETRY = 60_000
const PATIENCE = 5
/** The score in centipawns at which Red fills about three quarters of the bar. */
const SCALE = 400
const BAR_HEIGHT = 100

/** Reads the stored choices; unusable values become defaults. */
function loadChoices() {
  try {
    const stored = Object(JSON.parse(localStorage.getItem(KEY) ?? '{}'))
    const lines = Number.isInteger(stored.lines) ? Math.min(Math.max(stored.lines, 1), MOST_LINES) : 3
    return { on: stored.on !== false, lines }
  } catch {
    return { on: true, lines: 3 }
  }
}

/**
 * @typedef {object} EngineState
 * @property {EngineHandlers} handlers
 * @property {{on: boolean, lines: number}} choices
 * @property {PositionView | null} position The position to think about.
 * @property {Question} question
 * @property {AnalysisInfo | null} latest
 * @property {() => void} stop Ends the current request.
 * @property {number} frame The scheduled animation frame; 0 if there is none.
 * @property {number} retry The timer of the next attempt.
 * @property {number} failures How many requests in a row got no answer.
 * @property {ReturnType<typeof engineView>} elements
 */

/** @param {EngineHandlers} handlers */
export function createEngine(handlers) {
  const choices = loadChoices()
  const elements = engineView(choices, (changed) => choose(engine, changed))
  /** @type {EngineState} */
  const engine = {
    handlers,
    choices,
    position: null,
    question: { fen: '' },
    latest: null,
    stop: () => {},
    frame: 0,
    retry: 0,
    failures: 0,
    elements,
  }
  return {
    element: elements.panel,
    bar: elements.bar.element,
    /**
     * @param {PositionView | null} next The position to think about; null for none.
     * @param {Question} [reached] The turns that led there, if known: with them the engine sees
     *   repetitions.
     */
    follow(next, reached) {
      engine.position = next
      engine.question = reached ?? { fen: next?.fen ?? '' }
      engine.failures = 0
      restart(engine)
    },
    destroy() {
      engine.stop()
      clearTimeout(engine.retry)
      cancelAnimationFrame(engine.frame)
    },
  }
}

/** @typedef {ReturnType<typeof createEngine>} EnginePanel */

/**
 * The panel with its switches, and the evaluation bar.
 * @param {EngineState['choices']} choices
 * @param {(changed: Partial<EngineState['choices']>) => void} onChoose
 */
function engineView(choices, onChoose) {
  const state = el('span', { class: 'engine-state muted', role: 'status' })
  const list = el('ol', { class: 'engine-lines', 'aria-label': t('engine.lines') })
  const counts = Array.from({ length: MOST_LINES }, (_, i) => ({ value: String(i + 1), text: String(i + 1) }))
  const panel = el(
    'section',
    { class: 'card engine', 'aria-label': t('engine.title') },
    el(
      'div',
      { class: 'card-head' },
      checkbox(t('engine.on'), choices.on, (on) => onChoose({ on })),
      select(t('engine.count'), counts, String(choices.lines), (lines) => onChoose({ lines: Number(lines) })),
      state,
    ),
    list,
  )
  return { panel, state, list, bar: evaluationBar() }
}

/**
 * @param {EngineState} engine
 * @param {Partial<EngineState['choices']>} changed
 */
function choose(engine, changed) {
  Object.assign(engine.choices, changed)
  try {
    localStorage.setItem(KEY, JSON.stringify(engine.choices))
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  restart(engine)
}

/** @param {EngineState} engine */
function restart(engine) {
  engine.stop()
  engine.stop = () => {}
  clearTimeout(engine.retry)
  engine.latest = null
  cancelAnimationFrame(engine.frame)
  draw(engine)
  if (engine.position === null || !engine.choices.on || engine.position.outcome !== null) return
  let finished = false
  engine.stop = whileVisible(() => (finished ? () => {} : think(engine, () => (finished = true))))
}

/**
 * Asks the server to analyse the question.
 * @param {EngineState} engine
 * @param {() => void} onEnd Called when the analysis is complete.
 */
function think(engine, onEnd) {
  const { state } = engine.elements
  if (!engine.latest) state.textContent = t(engine.failures === 0 ? 'engine.starting' : 'engine.waiting')
  return api.analyse(
    { ...engine.question, lines: engine.choices.lines, movetime: MOVETIME },
    {
      info(info) {
        engine.failures = 0
        engine.latest = info
        // The engine may report more often than the screen is drawn.
        engine.frame ||= requestAnimationFrame(() => draw(engine))
      },
      queued({ ahead }) {
        engine.failures = 0
        state.textContent = t('engine.queued', { ahead })
      },
      done: onEnd,
      error: () => tryLater(engine),
      failed({ error }) {
        onEnd()
        state.textContent = t('engine.failed', { message: error.message })
      },
    },
  )
}

/**
 * The request was refused or cut off; a stream does not tell which. The next attempt leaves out the
 * turns before the position, because they may be the reason.
 * @param {EngineState} engine
 */
function tryLater(engine) {
  engine.stop()
  if (engine.position && engine.question.moves) engine.question = { fen: engine.position.fen }
  engine.failures++
  engine.elements.state.textContent = t('engine.waiting')
  const delay = Math.min(RETRY * 2 ** Math.max(engine.failures - PATIENCE, 0), LONGEST_RETRY)
  engine.retry = setTimeout(() => restart(engine), delay)
}

/** @param {EngineState} engine */
function draw(engine) {
  const { position, latest, choices, handlers } = engine
  const { state, list, bar } = engine.elements
  const lines = latest?.lines ?? []
  engine.frame = 0
  state.textContent = stateText(engine)
  list.style.setProperty('--lines', String(choices.on && !position?.outcome ? choices.lines : 0))
  list.replaceChildren(...lines.map((line) => lineItem(line, position, handlers.onPlay)))
  bar.show(position?.outcome ? outcomeScore(position.outcome.result) : (lines[0]?.score ?? null))
  handlers.onArrows(arrowsOf(lines))
}

/** @param {EngineState} engine */
function stateText({ latest, position, choices }) {
  if (latest) {
    const thousands = Math.round(latest.nodes / 1000)
    return t('engine.depth', { depth: latest.depth, nodes: thousands.toLocaleString() })
  }
  if (position?.outcome) return t('engine.over')
  return choices.on ? '' : t('engine.off')
}

/**
 * @param {EngineLine} line
 * @param {PositionView | null} position
 * @param {EngineHandlers['onPlay']} onPlay
 */
function lineItem(line, position, onPlay) {
  const first = { color: position?.turn ?? 'r', number: moveNumber(position) }
  const turns = line.turns.slice(0, 8).map((san, i) =>
    el('button', { type: 'button', class: 'move', title: t('engine.play'), onclick: () => onPlay(line.turns.slice(0, i + 1)) }, numbering(first, i), san),
  )
  return el('li', {}, el('span', { class: `score score-${leader(line.score)}` }, scoreText(line.score)), el('span', { class: 'line' }, ...turns))
}

/**
 * Arrows for the first turn of every line, the best on top. A step that several lines share is
 * drawn once.
 * @param {EngineLine[]} lines The best first.
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
 * The steps of a line's first turn: the steps of a deploy all leave the same point, and the
 * opponent's turn starts from another one.
 * @param {Step[]} moves
 */
function firstTurn(moves) {
  const end = moves.findIndex(({ from }) => from !== moves[0].from)
  return end < 0 ? moves : moves.slice(0, end)
}

/**
 * The side that a score favours.
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
 * A score as players read it: signed pawns, or the moves to mate.
 * @param {Score} score
 */
function scoreText(score) {
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
  // Gives the bar its accessible name before the first score arrives.
  show(null)
  return { element, show }
}

// The analysis page: both sides can be moved, the engine shows its best lines, and a different move
// at an earlier position starts a variation.

import { back, first, forward, last, pressKey } from './analyse/navigation.js'
import { begin, go, leaveDeploy, loadRoute, play, playLine, show } from './analyse/study-board.js'
import { createAnalysisView } from './analyse/view.js'
import { createBoard } from './board/board.js'
import { createEngine } from './engine-lines.js'
import { START_FEN } from './generated.js'
import { t } from './i18n.js'
import { stepOf } from './move.js'
import { moveList } from './move-list.js'
import { outcomeText } from './outcome-text.js'
import { openPlayFrom } from './play-from.js'
import { explainRefusal } from './refusal.js'
import { createSetup } from './setup.js'
import { openExport, openImport, readGame } from './share.js'
import { keepStudy } from './study.js'
import { createTree, promote, remove, rootOf, variationOf } from './tree.js'
import { confirm } from './ui.js'

/** @import { Analysis } from './analyse/study-board.js' */
/** @import { Mount, PositionView, Route } from './types.js' */

/** @type {Mount} */
export function mount(host, route) {
  const analysis = createAnalysis(route)
  const { elements } = analysis
  const onKey = (/** @type {KeyboardEvent} */ event) => pressKey(analysis, event)
  host.append(elements.page)
  elements.boardHost.addEventListener('pointerdown', () => {
    analysis.byPointer = true
  })
  document.addEventListener('keydown', onKey, true)
  showSide(analysis)
  void loadRoute(analysis, route)
  return () => {
    document.removeEventListener('keydown', onKey, true)
    leave(analysis)
  }
}

/**
 * @param {Route} route
 * @returns {Analysis}
 */
function createAnalysis(route) {
  const study = { query: route.query.toString(), node: createTree(START_FEN), steps: [], headers: {} }
  const engine = createEngine({
    onArrows(arrows) {
      analysis.arrows = arrows
      drawBoard(analysis)
    },
    onPlay: (turns) => void playLine(analysis, turns),
  })
  const elements = createAnalysisView(engine.bar, buttonHandlers(() => analysis))
  const board = createAnalysisBoard(elements.boardHost, () => analysis)
  /** @type {Analysis} */
  const analysis = {
    study,
    wanted: study,
    view: null,
    preview: null,
    pending: false,
    requests: 0,
    begun: 0,
    orientation: 'r',
    arrows: [],
    byPointer: false,
    setup: null,
    engine,
    board,
    elements,
    draw: () => draw(analysis),
    drawBoard: () => drawBoard(analysis),
  }
  return analysis
}

/**
 * @param {HTMLElement} host
 * @param {() => Analysis} analysis
 */
function createAnalysisBoard(host, analysis) {
  const board = createBoard(host, {
    onMove: (move) => void play(analysis(), move),
    onCommit: () => void show(analysis(), analysis().study, ['commit']),
    onUndoStep() {
      const { study } = analysis()
      if (study.steps.length === 0) void leaveDeploy(analysis())
      else void show(analysis(), { ...study, steps: study.steps.slice(0, -1) })
    },
    onCancel: () => void leaveDeploy(analysis()),
    onRefused(attempt) {
      const { view } = analysis()
      if (view) void explainRefusal(view.fen, attempt, board.say)
    },
  })
  return board
}

/**
 * @param {() => Analysis} analysis
 * @returns {import('./analyse/view.js').AnalysisHandlers}
 */
function buttonHandlers(analysis) {
  return {
    onFirst: () => void first(analysis()),
    onBack: () => void back(analysis()),
    onForward: () => void forward(analysis()),
    onLast: () => void last(analysis()),
    onFlip: () => flip(analysis()),
    onPromote() {
      promote(analysis().study.node)
      draw(analysis())
    },
    onDelete: () => void removeTurn(analysis()),
    onShare: () => void share(analysis()),
    onImport: () => void importGame(analysis()),
    onSetup: () => openSetup(analysis()),
    onPlay() {
      const { view } = analysis()
      if (view) void openPlayFrom(view)
    },
    onNew: () => void startOver(analysis()),
  }
}

/** @param {Analysis} analysis */
function leave(analysis) {
  analysis.requests++
  analysis.begun++
  analysis.engine.destroy()
  analysis.setup?.destroy()
  analysis.board.destroy()
}

/** @param {Analysis} analysis */
function draw(analysis) {
  const { study, view, elements } = analysis
  const { moves, promoteButton, deleteButton, status } = elements
  keepStudy(study)
  drawBoard(analysis)
  moves.replaceChildren(moveList(rootOf(study.node), study.node, (node) => void go(analysis, node, analysis.study)))
  const current = moves.querySelector('[aria-current]')
  // Scrolls the list, not the page.
  if (current instanceof HTMLElement) moves.scrollTop = current.offsetTop - moves.clientHeight / 2
  promoteButton.hidden = variationOf(study.node) === null
  deleteButton.hidden = study.node.parent === null
  status.textContent = view ? statusText(view) : ''
}

/** @param {PositionView} view */
function statusText({ outcome, turn, check }) {
  if (outcome) return outcomeText(outcome)
  return `${t('play.toMove', { color: t(`color.${turn}`) })}${check ? ` – ${t('play.check')}` : ''}`
}

/** @param {Analysis} analysis */
function drawBoard({ view, preview, setup, study, orientation, arrows, pending, board }) {
  if (!view || setup) return
  board.show(preview ?? view, {
    orientation,
    interactive: view.outcome ? false : 'both',
    lastMove: view.session?.steps.map(stepOf) ?? study.node.turn?.steps ?? [],
    arrows,
    pending,
  })
}

/** @param {Analysis} analysis */
function flip(analysis) {
  analysis.orientation = analysis.orientation === 'r' ? 'b' : 'r'
  analysis.setup?.turn(analysis.orientation)
  drawBoard(analysis)
}

/**
 * Removes the turn on the board and all that follow it, once the position before it is shown.
 * @param {Analysis} analysis
 */
async function removeTurn(analysis) {
  const { node } = analysis.study
  if (!node.parent || !(await go(analysis, node.parent, analysis.study))) return
  remove(node)
  draw(analysis)
}

/** @param {Analysis} analysis */
async function startOver(analysis) {
  const hasMoves = rootOf(analysis.study.node).children.length > 0
  if (hasMoves && !(await confirm(t('analyse.newQuestion'), t('analyse.new')))) return
  await begin(analysis, { root: createTree(START_FEN), headers: {} })
}

/**
 * Shows the editor or the analysis, on the board and beside it.
 * @param {Analysis} analysis
 */
function showSide({ setup, elements, engine, board }) {
  const { side, boardHost, status, panel, tools } = elements
  if (setup) {
    side.replaceChildren(setup.element)
    board.element.remove()
  } else {
    side.replaceChildren(status, engine.element, panel, tools)
    boardHost.append(board.element)
  }
  engine.bar.hidden = setup !== null
}

/** @param {Analysis} analysis */
function openSetup(analysis) {
  analysis.engine.follow(null)
  analysis.setup = createSetup({
    fen: analysis.view?.fen ?? START_FEN,
    host: analysis.elements.boardHost,
    orientation: analysis.orientation,
    onDone(fen) {
      closeSetup(analysis)
      void begin(analysis, { root: createTree(fen), headers: {} })
    },
    onCancel() {
      closeSetup(analysis)
      void show(analysis, analysis.study)
    },
  })
  showSide(analysis)
}

/** @param {Analysis} analysis */
function closeSetup(analysis) {
  analysis.setup?.destroy()
  analysis.setup = null
  showSide(analysis)
}

/** @param {Analysis} analysis */
async function share({ view, study }) {
  if (view) await openExport({ fen: view.fen, root: rootOf(study.node), headers: study.headers })
}

/** @param {Analysis} analysis */
async function importGame(analysis) {
  await openImport({
    title: t('analyse.import'),
    label: t('analyse.importLabel'),
    take: async (text) => {
      const begun = ++analysis.begun
      const game = await readGame(text)
      // Another study may have been begun meanwhile.
      if (begun === analysis.begun) await begin(analysis, game)
    },
  })
}

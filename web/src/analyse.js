// The analysis board: both sides can be moved, the engine comments, every other move in the past is a variation.

import { api, ApiError } from './api.js'
import { createBoard } from './board/board.js'
import { after } from './board/preview.js'
import { createEngine } from './engine-lines.js'
import { START_FEN } from './fen.js'
import { t } from './i18n.js'
import { icon } from './icons.js'
import { moveList } from './move-list.js'
import { outcomeText } from './outcome-text.js'
import { openPlayFrom } from './play-from.js'
import { explainRefusal } from './refusal.js'
import { airDefenseChoice } from './settings-dialog.js'
import { createSetup } from './setup.js'
import { openExport, openImport, readGame, tell } from './share.js'
import { keepStudy, keptStudy } from './study.js'
import { addTurn, createTree, endOf, historyOf, promote, remove, rootOf, variationOf } from './tree.js'
import { button, confirm, el } from './ui.js'

/** @import { Color, Mount, Move, PositionView, Route } from './types.js' */
/** @import { MoveTexts } from './api.js' */
/** @import { Study } from './study.js' */
/** @import { Imported } from './study-pgn.js' */
/** @import { TreeNode } from './tree.js' */

/**
 * A study at the end of its main line.
 * @param {Imported} game
 * @param {string} query What it is opened with.
 * @returns {Study}
 */
function studyOf({ root, headers }, query) {
  // An open deploy belongs to the start: its steps are part of the FEN.
  return { query, node: endOf(root), steps: [], headers }
}

/**
 * Whether the server does not take what it was asked; it may also be away, or have a fault of its own.
 * @param {unknown} error
 */
function isRefusal(error) {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}

/** @type {Mount} */
export function mount(host, route) {
  /** What is on the board. @type {Study} */
  let study = { query: route.query.toString(), node: createTree(START_FEN), steps: [], headers: {} }
  /** What the server was asked for last; navigation goes on from there without waiting for the answer. */
  let wanted = study
  /** @type {PositionView | null} */
  let view = null
  /** What a move looks like until the server has answered. @type {PositionView | null} */
  let preview = null
  /** @type {Color} */
  let orientation = 'r'
  /** @type {{from: string, to: string, strength: number}[]} */
  let arrows = []
  let pending = false
  /** The board was last used by pointer. */
  let byPointer = false
  /** Counts what was asked for, so that a late answer cannot overtake a newer question. */
  let asked = 0
  /** Counts the studies that were asked for: of an import that takes long, another one may take the place. */
  let begun = 0
  /** @type {ReturnType<typeof createSetup> | null} */
  let setup = null

  const engine = createEngine({
    onArrows(next) {
      arrows = next
      drawBoard()
    },
    onPlay: (turns) => void playLine(turns),
  })
  const boardHost = el('div', { class: 'board-host' })
  const side = el('div', { class: 'side' })
  const moves = el('div', { class: 'moves-host' })
  const status = el('p', { class: 'position-status', role: 'status' })
  host.append(
    el(
      'div',
      { class: 'table analyse' },
      el('h1', { class: 'visually-hidden' }, t('nav.analyse')),
      el('div', { class: 'board-column stage' }, engine.bar, boardHost),
      side,
    ),
  )
  const board = createBoard(boardHost, {
    onMove: (move) => void play(move),
    onCommit: () => void act('commit'),
    onUndoStep: () => void show({ ...study, steps: study.steps.slice(0, -1) }),
    onCancel: () => void show({ ...study, steps: [] }),
    onRefused: (attempt) => void (view && explainRefusal(view.fen, attempt, board.say)),
  })

  const navigation = el(
    'div',
    { class: 'button-row navigation', role: 'group', 'aria-label': t('analyse.navigation') },
    button(t('analyse.first'), () => void go(rootOf(wanted.node)), { class: 'icon' }, icon('first')),
    button(t('analyse.back'), () => void back(), { class: 'icon' }, icon('back')),
    button(t('analyse.forward'), () => void forward(), { class: 'icon' }, icon('forward')),
    button(t('analyse.last'), () => void go(endOf(wanted.node)), { class: 'icon' }, icon('last')),
    button(t('board.flip'), flip, { class: 'icon' }, icon('flip')),
  )
  const promoteButton = button(t('analyse.promote'), () => {
    promote(study.node)
    draw()
  })
  const deleteButton = button(t('analyse.delete'), () => void removeTurn())
  const panel = el(
    'section',
    { class: 'card record', 'aria-label': t('analyse.moves') },
    moves,
    navigation,
    airDefenseChoice(),
    el('div', { class: 'button-row variation-tools' }, promoteButton, deleteButton),
  )
  const tools = el(
    'div',
    { class: 'button-row page-tools' },
    button(t('analyse.share'), () => void share()),
    button(t('analyse.import'), () => void importGame()),
    button(t('setup.title'), openSetup),
    button(t('analyse.play'), () => view && void openPlayFrom(view)),
    button(t('analyse.new'), () => void startOver()),
  )

  boardHost.addEventListener('pointerdown', () => {
    byPointer = true
  })
  document.addEventListener('keydown', pressKey, true)
  showSide()
  void load(route)
  return leave

  function leave() {
    document.removeEventListener('keydown', pressKey, true)
    asked++
    begun++
    engine.destroy()
    setup?.destroy()
    board.destroy()
  }

  /** @param {Route} route */
  async function load({ query }) {
    const key = query.toString()
    const game = query.get('game')
    // The last study is taken up again if nothing else is asked for.
    const kept = keptStudy()
    const again = kept !== null && (key === '' || key === kept.query)
    if (again) study = wanted = kept
    const mine = ++asked
    let next = study
    try {
      if (game !== null) {
        const { start, turns, headers } = await api.games.get(game)
        if (mine !== asked) return
        const root = rootOf(study.node)
        // A running game may have gone on since.
        if (again && root.fen === start) turns.reduce(addTurn, root)
        else next = studyOf({ root: createTree(start, turns), headers }, key)
      } else if (!again) {
        const { position } = await api.position({ fen: query.get('fen') ?? START_FEN })
        next = studyOf({ root: createTree(position.fen), headers: {} }, key)
      }
    } catch (error) {
      if (mine !== asked) return
      // There is still what was kept, or the start position.
      tell(error)
    }
    if (mine !== asked) return
    try {
      await ask(next)
    } catch (error) {
      tell(error)
      // What was kept is no position: it would be refused after every reload.
      if (isRefusal(error)) await show(studyOf({ root: createTree(START_FEN), headers: {} }, key))
    }
  }

  /**
   * Begins a study that no address names: after a reload it is the last one, and no game is mixed with it.
   * @param {Imported} game
   */
  async function begin(game) {
    begun++
    if (await show(studyOf(game, ''))) history.replaceState(null, '', '#/analyse')
  }

  async function startOver() {
    const something = rootOf(study.node).children.length > 0
    if (something && !(await confirm(t('analyse.newQuestion'), t('analyse.new')))) return
    await begin({ root: createTree(START_FEN), headers: {} })
  }

  /**
   * @param {TreeNode} node
   * @param {Study} [within] The study it belongs to.
   */
  function go(node, within = wanted) {
    return show({ ...within, node, steps: [] })
  }

  /** Removes the turn on the board and what follows it, as soon as the position before it is there. */
  async function removeTurn() {
    const { node } = study
    if (!node.parent || !(await go(node.parent, study))) return
    remove(node)
    draw()
  }

  /** @param {Move} move */
  function play(move) {
    preview = view && after(view, move)
    return show(study, [{ lan: move.lan, flags: move.flags }])
  }

  /** @param {string} text */
  function act(text) {
    return show(study, [text])
  }

  /**
   * Shows the position of a study after these actions, or tells why not.
   * @param {Study} next
   * @param {MoveTexts} [actions]
   * @returns {Promise<boolean>} Whether it is on the board now.
   */
  async function show(next, actions) {
    try {
      return await ask(next, actions)
    } catch (error) {
      tell(error)
      return false
    }
  }

  /**
   * Goes to the position of a study after these actions. Where the server gives no such position, everything stays as
   * it is.
   * @param {Study} next
   * @param {MoveTexts} [actions]
   * @returns {Promise<boolean>} False if something else was asked for meanwhile.
   */
  async function ask(next, actions = []) {
    const mine = ++asked
    wanted = next
    pending = true
    drawBoard()
    try {
      const { position, turns } = await api.position({ fen: next.node.fen, moves: [...next.steps, ...actions] })
      if (mine !== asked) return false
      const [turn] = turns
      const opened = actions.filter((action) => typeof action !== 'string')
      study = turn ? { ...next, node: addTurn(next.node, turn), steps: [] } : { ...next, steps: [...next.steps, ...opened] }
      view = position
      settle()
      board.say(null)
      draw()
      // Inside a deploy the position says all that the turns before it do not.
      engine.follow(position, position.session ? undefined : historyOf(study.node))
      return true
    } catch (error) {
      if (mine !== asked) return false
      settle()
      drawBoard()
      throw error
    }
  }

  /** Nothing is asked for any more. */
  function settle() {
    wanted = study
    pending = false
    preview = null
  }

  /**
   * Plays turns of one of the engine's lines. The first one includes the steps of a deploy that is open.
   * @param {string[]} line
   */
  async function playLine(line) {
    const mine = ++asked
    settle()
    drawBoard()
    try {
      const { turns } = await api.position({ fen: study.node.fen, moves: line })
      if (mine === asked) await go(turns.reduce(addTurn, study.node))
    } catch (error) {
      tell(error)
    }
  }

  async function back() {
    if (wanted.steps.length > 0) await show({ ...wanted, steps: wanted.steps.slice(0, -1) })
    else if (wanted.node.parent) await go(wanted.node.parent)
  }

  async function forward() {
    const [next] = wanted.node.children
    if (next) await go(next)
  }

  /** The previous or next variation at this place. @param {number} offset */
  async function sibling(offset) {
    const siblings = wanted.node.parent?.children ?? []
    const next = siblings[siblings.indexOf(wanted.node) + offset]
    if (next) await go(next)
  }

  function flip() {
    orientation = orientation === 'r' ? 'b' : 'r'
    setup?.turn(orientation)
    drawBoard()
  }

  /** @param {KeyboardEvent} event */
  function pressKey(event) {
    if (setup || event.ctrlKey || event.altKey || event.metaKey || !(event.target instanceof HTMLElement)) return
    if (event.target.closest('input, select, textarea, dialog')) return
    if (event.key === 'Tab') byPointer = false
    // Someone who goes over the board by keyboard needs the arrows there; after a click they are free.
    if (boardHost.contains(event.target) && !byPointer) return
    /** @type {Record<string, () => Promise<unknown>>} */
    const keys = {
      ArrowLeft: back,
      ArrowRight: forward,
      ArrowUp: () => sibling(-1),
      ArrowDown: () => sibling(1),
      Home: () => go(rootOf(wanted.node)),
      End: () => go(endOf(wanted.node)),
    }
    const action = keys[event.key]
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    void action()
  }

  function draw() {
    keepStudy(study)
    drawBoard()
    moves.replaceChildren(moveList(rootOf(study.node), study.node, (node) => void go(node, study)))
    const current = moves.querySelector('[aria-current]')
    // Only the list scrolls, never the page.
    if (current instanceof HTMLElement) moves.scrollTop = current.offsetTop - moves.clientHeight / 2
    promoteButton.hidden = variationOf(study.node) === null
    deleteButton.hidden = study.node.parent === null
    status.textContent = statusText()
  }

  function statusText() {
    if (!view) return ''
    const { outcome, turn, check } = view
    if (outcome) return outcomeText(outcome)
    return `${t('play.toMove', { color: t(`color.${turn}`) })}${check ? ` – ${t('play.check')}` : ''}`
  }

  function drawBoard() {
    if (!view || setup) return
    board.show(preview ?? view, {
      orientation,
      interactive: view.outcome ? false : 'both',
      lastMove: view.session?.steps ?? study.node.turn?.steps ?? [],
      arrows,
      pending,
    })
  }

  function showSide() {
    if (setup) side.replaceChildren(setup.element)
    else side.replaceChildren(status, engine.element, panel, tools)
    if (setup) board.element.remove()
    else boardHost.append(board.element)
    engine.bar.hidden = setup !== null
  }

  function openSetup() {
    engine.follow(null)
    setup = createSetup({
      fen: view?.fen ?? START_FEN,
      host: boardHost,
      orientation,
      onDone(fen) {
        closeSetup()
        void begin({ root: createTree(fen), headers: {} })
      },
      onCancel() {
        closeSetup()
        void show(study)
      },
    })
    showSide()
  }

  function closeSetup() {
    setup?.destroy()
    setup = null
    showSide()
  }

  async function share() {
    if (!view) return
    await openExport({ fen: view.fen, root: rootOf(study.node), headers: study.headers })
  }

  async function importGame() {
    await openImport({
      title: t('analyse.import'),
      label: t('analyse.importLabel'),
      take: async (text) => {
        const mine = ++begun
        const game = await readGame(text, () => mine === begun)
        if (game && mine === begun) await begin(game)
      },
    })
  }
}

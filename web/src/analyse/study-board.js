// The state of the analysis page and how it changes: a study, the position on the board, and
// requests to the server.

import { api, ApiError } from '../api.js'
import { after } from '../board/preview.js'
import { START_FEN } from '../generated.js'
import { tell } from '../share.js'
import { keptStudy } from '../study.js'
import { addTurn, createTree, endOf, historyOf, isUnfinished, rootOf } from '../tree.js'

/** @import { MoveTexts } from '../api.js' */
/** @import { Board } from '../board/board.js' */
/** @import { EnginePanel } from '../engine-lines.js' */
/** @import { createSetup } from '../setup.js' */
/** @import { Study } from '../study.js' */
/** @import { Imported } from '../study-pgn.js' */
/** @import { TreeNode } from '../tree.js' */
/** @import { Color, Move, PositionView, Route } from '../types.js' */
/** @import { AnalysisView } from './view.js' */

/**
 * @typedef {object} Analysis
 * @property {Study} study The study on the board.
 * @property {Study} wanted The study that the server was asked for last; navigation continues from
 *   there without waiting for the answer.
 * @property {PositionView | null} view The position of the server's last answer.
 * @property {PositionView | null} preview The position as a move leaves it, until the server has
 *   answered.
 * @property {boolean} pending The server has not answered yet.
 * @property {number} requests Counts the requests, so that a late answer is recognized and dropped.
 * @property {number} begun Counts the studies that were begun: a slow import may be overtaken by
 *   another one.
 * @property {Color} orientation
 * @property {{from: string, to: string, strength: number}[]} arrows
 * @property {boolean} byPointer The board was last used by pointer, not by keyboard.
 * @property {ReturnType<typeof createSetup> | null} setup The editor, while it is open.
 * @property {EnginePanel} engine
 * @property {Board} board
 * @property {AnalysisView} elements
 * @property {() => void} draw Draws the whole page.
 * @property {() => void} drawBoard
 */

/**
 * A study at the end of its main line.
 * @param {Imported} game
 * @param {string} query The query it is opened with.
 * @returns {Study}
 */
function studyOf({ root, headers }, query) {
  // An open deploy belongs to the start: its steps are part of the FEN.
  return { query, node: endOf(root), steps: [], headers }
}

/**
 * Shows what the address names.
 * @param {Analysis} analysis
 * @param {Route} route
 */
export async function loadRoute(analysis, { query }) {
  const key = query.toString()
  const request = ++analysis.requests
  let next
  try {
    next = await findStudy(analysis, query)
  } catch (error) {
    if (request !== analysis.requests) return
    // The stored study, or the start position, is still there.
    tell(error)
    next = analysis.study
  }
  if (request !== analysis.requests) return
  try {
    await requestPosition(analysis, next)
  } catch (error) {
    tell(error)
    // The server refuses the stored study, and would refuse it after every reload.
    if (isRefusal(error)) await show(analysis, studyOf({ root: createTree(START_FEN), headers: {} }, key))
  }
}

/**
 * The study of an address: the stored one if the address names nothing else, a stored game, or a
 * position.
 * @param {Analysis} analysis
 * @param {URLSearchParams} query
 * @returns {Promise<Study>}
 */
async function findStudy(analysis, query) {
  const key = query.toString()
  const game = query.get('game')
  const kept = keptStudy()
  const again = kept !== null && (key === '' || key === kept.query)
  if (again) analysis.study = analysis.wanted = kept
  const { study, requests } = analysis
  if (game !== null) {
    const { start, turns, headers } = await api.games.get(game)
    if (requests !== analysis.requests) return study
    const root = rootOf(study.node)
    if (!again || root.fen !== start) return studyOf({ root: createTree(start, turns), headers }, key)
    // A running game may have more turns now.
    turns.reduce(addTurn, root)
    return study
  }
  if (again) return study
  const { position } = await api.position({ fen: query.get('fen') ?? START_FEN })
  return studyOf({ root: createTree(position.fen), headers: {} }, key)
}

/**
 * Whether the server refused the request, in contrast to being unreachable or failing itself.
 * @param {unknown} error
 */
function isRefusal(error) {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}

/**
 * Begins a study that no address names. After a reload it is restored as the last study.
 * @param {Analysis} analysis
 * @param {Imported} game
 */
export async function begin(analysis, game) {
  analysis.begun++
  if (await show(analysis, studyOf(game, ''))) history.replaceState(null, '', '#/analyse')
}

/**
 * Plays a move of the board; it is shown before the server answers.
 * @param {Analysis} analysis
 * @param {Move} move
 */
export function play(analysis, move) {
  analysis.preview = analysis.view && after(analysis.view, move)
  return show(analysis, analysis.study, [{ lan: move.lan, flags: move.flags }])
}

/**
 * Goes to a node of a study.
 * @param {Analysis} analysis
 * @param {TreeNode} node
 * @param {Study} [within] The study it belongs to.
 */
export function go(analysis, node, within = analysis.wanted) {
  return show(analysis, { ...within, node, steps: [] })
}

/**
 * Shows the position of a study after these actions, or an error.
 * @param {Analysis} analysis
 * @param {Study} next
 * @param {MoveTexts} [actions]
 * @returns {Promise<boolean>} Whether it is on the board now.
 */
export async function show(analysis, next, actions) {
  try {
    return await requestPosition(analysis, next, actions)
  } catch (error) {
    tell(error)
    return false
  }
}

/**
 * Goes to the position of a study after these actions. If the server refuses it, nothing changes.
 * @param {Analysis} analysis
 * @param {Study} next
 * @param {MoveTexts} [actions]
 * @returns {Promise<boolean>} False if a later request has replaced this one.
 */
async function requestPosition(analysis, next, actions = []) {
  const request = ++analysis.requests
  analysis.wanted = next
  analysis.pending = true
  analysis.drawBoard()
  try {
    const { position, turns } = await api.position({ fen: next.node.fen, moves: [...next.steps, ...actions] })
    if (request !== analysis.requests) return false
    const [turn] = turns
    const opened = actions.filter((action) => typeof action !== 'string')
    analysis.study = turn ? { ...next, node: addTurn(turnStart(next.node), turn), steps: [] } : { ...next, steps: [...next.steps, ...opened] }
    analysis.view = position
    settle(analysis)
    analysis.board.say(null)
    analysis.draw()
    // While a deploy is open, the position alone is enough: no repetition can arise within it.
    analysis.engine.follow(position, position.session ? undefined : historyOf(analysis.study.node))
    return true
  } catch (error) {
    if (request !== analysis.requests) return false
    settle(analysis)
    analysis.drawBoard()
    throw error
  }
}

/**
 * The node from which a turn is played on. A turn that completes an unfinished deploy stands beside
 * it.
 * @param {TreeNode} node
 */
function turnStart(node) {
  return (isUnfinished(node) && node.parent) || node
}

/**
 * Takes back the open deploy: to where its turn began.
 * @param {Analysis} analysis
 */
export function leaveDeploy(analysis) {
  return go(analysis, turnStart(analysis.study.node), analysis.study)
}

/**
 * Ends the wait for an answer.
 * @param {Analysis} analysis
 */
function settle(analysis) {
  analysis.wanted = analysis.study
  analysis.pending = false
  analysis.preview = null
}

/**
 * Plays turns of one of the engine's lines. The first one includes the steps of an open deploy.
 * @param {Analysis} analysis
 * @param {string[]} line
 */
export async function playLine(analysis, line) {
  const request = ++analysis.requests
  settle(analysis)
  analysis.drawBoard()
  try {
    const node = turnStart(analysis.study.node)
    const { turns } = await api.position({ fen: node.fen, moves: line })
    if (request === analysis.requests) await go(analysis, turns.reduce(addTurn, node))
  } catch (error) {
    tell(error)
  }
}

// The elements of the analysis page.

import { t } from '../i18n.js'
import { stepButtons } from '../steps.js'
import { stepOnBoard } from '../stepping.js'
import { button, el } from '../ui.js'

/**
 * What the buttons of the page do.
 * @typedef {object} AnalysisHandlers
 * @property {() => void} onFirst
 * @property {() => void} onBack
 * @property {() => void} onForward
 * @property {() => void} onLast
 * @property {() => void} onFlip
 * @property {() => void} onPromote
 * @property {() => void} onDelete
 * @property {() => void} onShare
 * @property {() => void} onImport
 * @property {() => void} onSetup
 * @property {() => void} onPlay
 * @property {() => void} onNew
 */

/**
 * @param {HTMLElement} bar The engine's evaluation bar, beside the board.
 * @param {AnalysisHandlers} handlers
 */
export function createAnalysisView(bar, handlers) {
  const boardHost = el('div', { class: 'board-host' })
  const side = el('div', { class: 'side' })
  const moves = el('div', { class: 'moves-host' })
  const status = el('p', { class: 'position-status', role: 'status' })
  const promoteButton = button(t('analyse.promote'), handlers.onPromote)
  const deleteButton = button(t('analyse.delete'), handlers.onDelete)
  const panel = el(
    'section',
    { class: 'card record', 'aria-label': t('analyse.moves') },
    moves,
    el('div', { class: 'button-row variation-tools' }, promoteButton, deleteButton),
  )
  const page = el(
    'div',
    { class: 'table analyse' },
    el('h1', { class: 'visually-hidden' }, t('nav.analyse')),
    bar,
    boardHost,
    side,
    stepButtons(handlers),
  )
  stepOnBoard(page, handlers)
  return { page, boardHost, side, moves, status, promoteButton, deleteButton, panel, tools: pageTools(handlers) }
}

/** @typedef {ReturnType<typeof createAnalysisView>} AnalysisView */

/** @param {AnalysisHandlers} handlers */
function pageTools({ onShare, onImport, onSetup, onPlay, onNew }) {
  return el(
    'div',
    { class: 'button-row page-tools' },
    button(t('analyse.share'), onShare),
    button(t('analyse.import'), onImport),
    button(t('setup.title'), onSetup),
    button(t('analyse.play'), onPlay),
    button(t('analyse.new'), onNew),
  )
}

// The list of stored games.

import { api } from './api.js'
import { count, language, t } from './i18n.js'
import { miniBoard } from './mini-board.js'
import { outcomeText } from './outcome-text.js'
import { playerName } from './play/player.js'
import { LONGEST_MESSAGE, openImport, tell } from './share.js'
import { button, confirm, dialog, el, toast } from './ui.js'

/** @import { GameSummary } from './api.js' */
/** @import { Color, Mount } from './types.js' */

/** How many games are loaded at a time. */
const PAGE = 24
/** The delay between the last key and the search, in milliseconds. */
const PAUSE = 200
/** The longest title, in characters. */
const LONGEST_TITLE = 80

const STATES = /** @type {const} */ (['all', 'running', 'finished'])

/**
 * @typedef {object} GameList
 * @property {typeof STATES[number]} state The chosen filter.
 * @property {GameSummary[]} games The games that are shown.
 * @property {number} timer The timer of the next search.
 * @property {number} requests Counts the requests, so that a late answer is recognized and dropped.
 * @property {ListElements} elements
 */

/** @type {Mount} */
export function mount(host) {
  const elements = listElements(() => list)
  /** @type {GameList} */
  const list = { state: 'all', games: [], timer: 0, requests: 0, elements }
  host.append(elements.page)
  void load(list, 0)
  return () => {
    clearTimeout(list.timer)
    list.requests++
  }
}

/** @param {() => GameList} list */
function listElements(list) {
  const search = el('input', {
    type: 'search',
    spellcheck: 'false',
    placeholder: t('games.searchHint'),
    oninput: () => searchSoon(list()),
    'aria-label': t('games.search'),
  })
  const choices = STATES.map((state) =>
    button(t(`games.${state}`), () => choose(list(), state), { 'aria-pressed': String(state === 'all') }),
  )
  const filters = el('div', { class: 'filters', role: 'group', 'aria-label': t('games.filter') }, ...choices)
  const total = el('p', { class: 'muted games-count', role: 'status' })
  const items = el('ul', { class: 'game-list' })
  const more = button(t('games.more'), () => void load(list(), list().games.length), { hidden: true })
  const page = el(
    'div',
    { class: 'page games' },
    el('h1', {}, t('nav.games')),
    el('div', { class: 'games-tools' }, search, filters, button(t('games.import'), () => void importGame(list()))),
    total,
    items,
    more,
  )
  return { page, search, choices, total, items, more }
}

/** @typedef {ReturnType<typeof listElements>} ListElements */

/** @param {GameList} list */
function searchSoon(list) {
  clearTimeout(list.timer)
  list.timer = setTimeout(() => void load(list, 0), PAUSE)
}

/**
 * @param {GameList} list
 * @param {GameList['state']} state
 */
function choose(list, state) {
  list.state = state
  for (const [i, choice] of list.elements.choices.entries()) choice.setAttribute('aria-pressed', String(STATES[i] === state))
  void load(list, 0)
}

/**
 * Loads the next games of the list.
 * @param {GameList} list
 * @param {number} offset The first game to load; those before it stay.
 */
async function load(list, offset) {
  const request = ++list.requests
  const { search, total, items, more } = list.elements
  const filter = { q: search.value.trim(), state: list.state === 'all' ? undefined : list.state, offset, limit: PAGE }
  try {
    const answer = await api.games.list(filter)
    if (request !== list.requests) return
    list.games = [...list.games.slice(0, offset), ...answer.games]
    total.textContent = answer.total > 0 ? count('games.count', answer.total) : ''
    more.hidden = list.games.length >= answer.total
    const filtered = filter.q !== '' || list.state !== 'all'
    items.replaceChildren(...(list.games.length > 0 ? list.games.map((game) => item(list, game)) : [emptyItem(filtered)]))
  } catch (error) {
    if (request === list.requests) tell(error)
  }
}

/**
 * Loads as many games again as are shown.
 * @param {GameList} list
 */
async function reload(list) {
  const shown = list.games.length
  await load(list, 0)
  while (list.games.length < shown && !list.elements.more.hidden) await load(list, list.games.length)
}

/** @param {boolean} filtered */
function emptyItem(filtered) {
  if (filtered) return el('li', { class: 'empty' }, t('games.nothingFound'))
  return el(
    'li',
    { class: 'empty' },
    el('p', {}, t('games.none')),
    el('a', { href: '#/play', class: 'button primary' }, t('games.first')),
  )
}

/**
 * @param {GameList} list
 * @param {GameSummary} game
 */
function item(list, game) {
  const address = game.outcome === null ? `#/play/${encodeURIComponent(game.id)}` : replayAddress(game)
  const players = [side(game, 'r'), ' – ', side(game, 'b')]
  return el(
    'li',
    { class: 'game' },
    el('a', { href: address, class: 'game-picture', tabindex: -1, 'aria-hidden': 'true' }, miniBoard(game.fen)),
    el(
      'div',
      { class: 'game-text' },
      el('h2', {}, el('a', { href: address }, ...(game.title ? [game.title] : players))),
      game.title && el('p', { class: 'game-players' }, ...players),
      facts(game),
      itemButtons(list, game, address),
    ),
  )
}

/**
 * The title of a game: its own, or else its players.
 * @param {GameSummary} game
 */
function titleOf(game) {
  return game.title || `${nameOf(game, 'r')} – ${nameOf(game, 'b')}`
}

/** @param {GameSummary} game */
function replayAddress({ id }) {
  return `#/analyse?game=${encodeURIComponent(id)}`
}

/** @param {GameSummary} game */
function facts({ outcome, turns, updated }) {
  return el(
    'p',
    { class: 'game-facts' },
    el('span', { class: `result result-${outcome?.result ?? 'running'}` }, outcome ? outcomeText(outcome) : t('games.running')),
    el('span', { class: 'muted' }, count('new.continue.turns', turns)),
    el('time', { class: 'muted', datetime: updated }, dateText(updated)),
  )
}

/**
 * @param {GameList} list
 * @param {GameSummary} game
 * @param {string} address
 */
function itemButtons(list, game, address) {
  return el(
    'div',
    { class: 'button-row' },
    game.outcome === null && el('a', { href: address, class: 'button primary' }, t('games.resume')),
    el('a', { href: replayAddress(game), class: 'button' }, t('games.replay')),
    el('a', { href: api.games.pgnPath(game.id), class: 'button quiet', download: true }, 'PGN'),
    button(t('games.rename'), () => void rename(list, game), { class: 'quiet' }),
    button(t('games.delete'), () => void remove(list, game), { class: 'quiet danger' }),
  )
}

/**
 * @param {GameList} list
 * @param {GameSummary} game
 */
async function rename(list, game) {
  const input = el('input', { type: 'text', value: game.title, maxlength: LONGEST_TITLE, autofocus: true })
  const choice = await dialog({
    title: t('games.rename'),
    body: [el('label', { class: 'field field-wide' }, el('span', {}, t('games.title')), input)],
    actions: [
      { label: t('ui.cancel'), value: '' },
      { label: t('games.save'), value: 'save', primary: true },
    ],
  })
  if (choice !== 'save') return
  try {
    await api.games.rename(game.id, input.value.trim())
    await reload(list)
  } catch (error) {
    tell(error)
  }
}

/**
 * @param {GameList} list
 * @param {GameSummary} game
 */
async function remove(list, game) {
  const question = t('games.deleteQuestion', { title: titleOf(game) })
  if (!(await confirm(question, t('games.delete')))) return
  try {
    await api.games.delete(game.id)
    toast(t('games.deleted'))
    await reload(list)
  } catch (error) {
    tell(error)
  }
}

/** @param {GameList} list */
async function importGame(list) {
  await openImport({
    title: t('games.import'),
    label: 'PGN',
    longest: LONGEST_MESSAGE,
    take: async (text) => {
      const { leftOut } = await api.games.import(text)
      const whole = Object.values(leftOut).every((number) => number === 0)
      toast(whole ? t('games.imported') : t('games.importedPart', leftOut))
      await load(list, 0)
    },
  })
}

/**
 * @param {GameSummary} game
 * @param {Color} color
 */
function side(game, color) {
  return el('span', { class: `name-${color}` }, el('span', { class: 'visually-hidden' }, `${t(`color.${color}`)}: `), nameOf(game, color))
}

/**
 * @param {GameSummary} game
 * @param {Color} color
 */
function nameOf({ players }, color) {
  // A damaged game has no players; it can still be deleted.
  return (players && playerName(players[color])) || t(`color.${color}`)
}

/** @param {string} time */
function dateText(time) {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? '' : new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }).format(date)
}

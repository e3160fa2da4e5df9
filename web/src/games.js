// The list of stored games.

import { api } from './api.js'
import { language, t } from './i18n.js'
import { miniBoard } from './mini-board.js'
import { outcomeText } from './outcome-text.js'
import { playerName } from './play/player.js'
import { LONGEST_MESSAGE, openImport, tell } from './share.js'
import { button, confirm, dialog, el, toast } from './ui.js'

/** @import { GameSummary } from './api.js' */
/** @import { Color, Mount } from './types.js' */

/** How many games come at a time. */
const PAGE = 24
/** The server is asked once the hand rests, in milliseconds. */
const PAUSE = 200
/** The longest title that may be typed. */
const LONGEST_TITLE = 80

const STATES = /** @type {const} */ (['all', 'running', 'finished'])

/** @type {Mount} */
export function mount(host) {
  /** @type {typeof STATES[number]} */
  let state = 'all'
  /** @type {GameSummary[]} */
  let games = []
  let timer = 0
  /** Counts the questions to the server, so that a late answer cannot overtake a newer one. */
  let asked = 0

  const search = el('input', { type: 'search', spellcheck: 'false', placeholder: t('games.searchHint'), oninput: typed, 'aria-label': t('games.search') })
  const filters = el('div', { class: 'filters', role: 'group', 'aria-label': t('games.filter') })
  const count = el('p', { class: 'muted games-count', role: 'status' })
  const list = el('ul', { class: 'game-list' })
  const more = button(t('games.more'), () => void load(games.length))
  const page = el(
    'div',
    { class: 'page games' },
    el('h1', {}, t('nav.games')),
    el('div', { class: 'games-tools' }, search, filters, button(t('games.import'), () => void importGame())),
    count,
    list,
    more,
  )
  host.append(page)
  drawFilters()
  more.hidden = true
  void load(0)
  return () => {
    clearTimeout(timer)
    asked++
  }

  function typed() {
    clearTimeout(timer)
    timer = setTimeout(() => void load(0), PAUSE)
  }

  function drawFilters() {
    const choices = STATES.map((each) =>
      button(t(`games.${each}`), () => choose(each), { 'aria-pressed': String(each === state) }),
    )
    filters.replaceChildren(...choices)
  }

  /** @param {typeof state} next */
  function choose(next) {
    state = next
    for (const [i, choice] of [...filters.children].entries()) choice.setAttribute('aria-pressed', String(STATES[i] === state))
    void load(0)
  }

  /** @param {number} offset From which game on. */
  async function load(offset) {
    const mine = ++asked
    const filter = { q: search.value.trim(), state: state === 'all' ? undefined : state, offset, limit: PAGE }
    try {
      const answer = await api.games.list(filter)
      if (mine !== asked) return
      games = [...games.slice(0, offset), ...answer.games]
      count.textContent = answer.total > 0 ? t('games.count', { total: answer.total }) : ''
      more.hidden = games.length >= answer.total
      const filtered = filter.q !== '' || state !== 'all'
      list.replaceChildren(...(games.length > 0 ? games.map(item) : [empty(filtered)]))
    } catch (error) {
      if (mine === asked) tell(error)
    }
  }

  /** Asks again for as many games as are shown. */
  async function reload() {
    const shown = games.length
    await load(0)
    while (games.length < shown && !more.hidden) await load(games.length)
  }

  /** @param {boolean} filtered */
  function empty(filtered) {
    if (filtered) return el('li', { class: 'empty' }, t('games.nothingFound'))
    return el(
      'li',
      { class: 'empty' },
      el('p', {}, t('games.none')),
      el('a', { href: '#/play', class: 'button primary' }, t('games.first')),
    )
  }

  /** @param {GameSummary} game */
  function item(game) {
    const running = game.outcome === null
    const address = running ? `#/play/${encodeURIComponent(game.id)}` : `#/analyse?game=${encodeURIComponent(game.id)}`
    const title = game.title || t('games.untitled')
    return el(
      'li',
      { class: 'game' },
      el('a', { href: address, class: 'game-picture', tabindex: -1, 'aria-hidden': 'true' }, miniBoard(game.fen)),
      el(
        'div',
        { class: 'game-text' },
        el('h2', {}, el('a', { href: address }, title)),
        el('p', { class: 'game-players' }, side(game, 'r'), ' – ', side(game, 'b')),
        el(
          'p',
          { class: 'game-facts' },
          el('span', { class: `result result-${game.outcome?.result ?? 'running'}` }, game.outcome ? outcomeText(game.outcome) : t('games.running')),
          el('span', { class: 'muted' }, t('new.continue.turns', { n: game.turns })),
          el('time', { class: 'muted', datetime: game.updated }, dateText(game.updated)),
        ),
        el(
          'div',
          { class: 'button-row' },
          running && el('a', { href: address, class: 'button primary' }, t('games.resume')),
          el('a', { href: `#/analyse?game=${encodeURIComponent(game.id)}`, class: 'button' }, t('games.replay')),
          el('a', { href: api.games.pgnPath(game.id), class: 'button quiet', download: true }, 'PGN'),
          button(t('games.rename'), () => void rename(game), { class: 'quiet' }),
          button(t('games.delete'), () => void remove(game), { class: 'quiet danger' }),
        ),
      ),
    )
  }

  /** @param {GameSummary} game */
  async function rename(game) {
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
      await reload()
    } catch (error) {
      tell(error)
    }
  }

  /** @param {GameSummary} game */
  async function remove(game) {
    const question = t('games.deleteQuestion', { title: game.title || t('games.untitled') })
    if (!(await confirm(question, t('games.delete')))) return
    try {
      await api.games.delete(game.id)
      toast(t('games.deleted'))
      await reload()
    } catch (error) {
      tell(error)
    }
  }

  async function importGame() {
    await openImport({
      title: t('games.import'),
      label: 'PGN',
      longest: LONGEST_MESSAGE,
      take: async (text) => {
        const { leftOut } = await api.games.import(text)
        const whole = Object.values(leftOut).every((count) => count === 0)
        toast(whole ? t('games.imported') : t('games.importedPart', leftOut))
        await load(0)
      },
    })
  }
}

/**
 * @param {GameSummary} game
 * @param {Color} color
 */
function side({ players }, color) {
  // A damaged game has no players; it can still be deleted.
  const name = (players && playerName(players[color])) || t(`color.${color}`)
  return el('span', { class: `name-${color}` }, el('span', { class: 'visually-hidden' }, `${t(`color.${color}`)}: `), name)
}

/** @param {string} time */
function dateText(time) {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? '' : new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }).format(date)
}

// The frame of the page: the header, the settings, and the choice of a page by the address.

import { language, languages, loadTexts, t } from './i18n.js'
import { change, onSettings, settings } from './settings.js'
import { openSettings } from './settings-dialog.js'
import { pressButtonKey } from './steps.js'
import { button, closeDialogs, el, svg, toast } from './ui.js'

/** @import { Mount, Route } from './types.js' */

/**
 * @type {Record<string, () => Promise<{mount: Mount}>>} Each page is loaded when it is first
 *   opened.
 */
const PAGES = {
  play: () => import('./play.js'),
  analyse: () => import('./analyse.js'),
  learn: () => import('./learn.js'),
  games: () => import('./games.js'),
}
const HOME = 'play'

const header = /** @type {HTMLElement} */ (document.querySelector('#header'))
const host = /** @type {HTMLElement} */ (document.querySelector('#page'))

let leave = () => {}
/** Counts the changes of page, so that a slow load cannot overtake a later one. */
let visit = 0

/** @returns {Route & {page: string}} */
function route() {
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?', 2)
  const [page, ...rest] = path.split('/').filter((part) => part !== '').map(decodePart)
  return { page: Object.hasOwn(PAGES, page ?? '') ? page : HOME, path: rest, query: new URLSearchParams(query) }
}

/** @param {string} part A part of the address; it may be malformed. */
function decodePart(part) {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

async function showPage() {
  const mine = ++visit
  const { page, ...rest } = route()
  showHeader(page)
  let mount
  try {
    ;({ mount } = await PAGES[page]())
  } catch {
    toast(t('error.UNREACHABLE'), 'error')
    return
  }
  if (mine !== visit) return
  leave()
  host.replaceChildren()
  document.title = `${t(`nav.${/** @type {'play'} */ (page)}`)} – Cờ Tư Lệnh`
  leave = mount(host, rest)
}

/** @param {string} current */
function showHeader(current) {
  const links = Object.keys(PAGES).map((page) => {
    const attributes = { href: `#/${page}`, 'aria-current': page === current ? 'page' : null }
    return el('a', attributes, t(`nav.${/** @type {'play'} */ (page)}`))
  })
  const other = nextLanguage()
  header.replaceChildren(
    el('a', { href: '#/play', class: 'brand', 'aria-label': 'Cờ Tư Lệnh' }, star(), el('span', {}, 'Cờ Tư Lệnh')),
    el('nav', { 'aria-label': t('nav.label') }, ...links),
    el(
      'div',
      { class: 'header-tools' },
      other && button(other.name, () => change('language', other.language), { class: 'quiet', lang: other.language }),
      button(t('settings.title'), openSettings, { class: 'quiet icon' }, gear()),
    ),
  )
}

/** The language that the button in the header switches to: the next one of the list. */
function nextLanguage() {
  const place = languages().findIndex((each) => each.language === language())
  return languages()[(place + 1) % languages().length]
}

function star() {
  const path = svg('path', { d: 'M12 2l2.9 6.6 7.1.7-5.4 4.7 1.6 7L12 17.3 5.8 21l1.6-7L2 9.3l7.1-.7z', fill: 'currentColor' })
  return svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true', class: 'brand-star' }, path)
}

function gear() {
  const sliders = svg('path', {
    d: 'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.5v5M8.5 14.5v5',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': 2,
    'stroke-linecap': 'round',
  })
  return svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, sliders)
}

function applySettings() {
  document.documentElement.lang = language()
  document.documentElement.dataset.theme = settings().theme
  document.documentElement.dataset.board = settings().board
}

/** Loads the texts of the chosen language and shows the page in it. */
async function changeLanguage() {
  try {
    await loadTexts()
  } catch {
    toast(t('error.UNREACHABLE'), 'error')
    return
  }
  applySettings()
  await showPage()
}

/** How long to wait before the texts are loaded again after a failure, in milliseconds. */
const RELOAD = 1000

/** Shows the page as soon as its texts are there: nothing is shown untranslated. */
async function start() {
  applySettings()
  try {
    await loadTexts()
  } catch {
    setTimeout(start, RELOAD)
    return
  }
  applySettings()
  let chosen = settings().language
  onSettings(() => {
    applySettings()
    if (chosen === settings().language) return
    chosen = settings().language
    void changeLanguage()
  })
  addEventListener('hashchange', async () => {
    closeDialogs()
    await showPage()
    scrollTo(0, 0)
    // Screen readers start to read the new page, and Tab leads into it.
    host.focus({ preventScroll: true })
  })
  document.addEventListener('keydown', pressButtonKey)
  await showPage()
}

void start()

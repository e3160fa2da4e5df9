// The texts of the page in the chosen language. The tables are the files of locales/, served as
// /locales/<language>.json; /locales/index.json lists them.

import { settings } from './settings.js'

/** @typedef {keyof typeof import('../../locales/en.json')} TextKey */
/** @typedef {{language: string, name: string}} Language A language by its code and its own name. */

/** The language for browsers whose languages the page does not have. */
const FALLBACK = 'en'

/** @type {Language[]} */
let known = []
/** @type {{language: string, texts: Record<string, string>}} */
let table = { language: FALLBACK, texts: {} }

/**
 * Loads the texts of the chosen language. The page calls it before it shows its first text, and
 * after the user has chosen another language.
 */
export async function loadTexts() {
  if (known.length === 0) known = await fetchJson('/locales/index.json')
  const wanted = chosenLanguage()
  const texts = await fetchJson(`/locales/${wanted}.json`)
  // A later choice may have been answered first.
  if (wanted === chosenLanguage()) table = { language: wanted, texts }
}

/** @param {string} path */
async function fetchJson(path) {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path}: status ${response.status}`)
  return response.json()
}

/** The language of the settings, or the first of the browser's languages that the page has. */
function chosenLanguage() {
  const isKnown = (/** @type {string} */ code) => known.some(({ language }) => language === code)
  const preferred = navigator.languages.map((tag) => tag.split('-')[0])
  return [settings().language, ...preferred].find(isKnown) ?? FALLBACK
}

/** The code of the language that the texts are in. */
export function language() {
  return table.language
}

/** Every language of the page. */
export function languages() {
  return known
}

/**
 * The text of a key, with each `{name}` replaced by the value of that name.
 * @param {TextKey} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const text = table.texts[key] ?? `⟦${key}⟧`
  return text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place))
}

/**
 * The text of a number of things: `<key>.one` or `<key>.other`, as the language asks for, with the
 * number as `{n}`.
 * @param {string} key
 * @param {number} n
 */
export function count(key, n) {
  const form = new Intl.PluralRules(table.language).select(n) === 'one' ? 'one' : 'other'
  return t(/** @type {TextKey} */ (`${key}.${form}`), { n })
}

/**
 * Whether there is a text for a composed key, such as `error.` and a code of the server.
 * @param {string} key
 * @returns {key is TextKey}
 */
export function isText(key) {
  return Object.hasOwn(table.texts, key)
}

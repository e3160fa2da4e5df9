// Every word on the page, in the chosen language.

import { settings } from './settings.js'
import en from './texts/en.js'
import enPages from './texts/en-pages.js'
import vi from './texts/vi.js'
import viPages from './texts/vi-pages.js'

/** @typedef {keyof typeof vi | keyof typeof viPages} TextKey */

/** @type {Record<'vi' | 'en', Record<string, string>>} */
const TEXTS = { vi: { ...vi, ...viPages }, en: { ...en, ...enPages } }

/**
 * The text of a key; `{name}` in it is replaced by that value.
 * @param {TextKey} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  return TEXTS[settings().language][key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]))
}

/**
 * Whether there is a text for a key that was put together, such as `error.` and a code of the server.
 * @param {string} key
 * @returns {key is TextKey}
 */
export function isText(key) {
  return Object.hasOwn(TEXTS.en, key)
}

/**
 * The server's reason, in the chosen language.
 * @param {{vi: string, en: string}} reason
 */
export function reasonText(reason) {
  return reason[settings().language]
}

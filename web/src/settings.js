// What the user chose, kept in the browser.

/**
 * @typedef {object} Settings
 * @property {'vi' | 'en'} language
 * @property {'auto' | 'light' | 'dark'} theme
 * @property {boolean} animation
 * @property {boolean} coordinates
 * @property {'none' | 'r' | 'b' | 'both'} airDefense Whose air-defence zones the boards show.
 */

const KEY = 'cotulenh.settings'

/** @type {{[K in keyof Settings]: readonly Settings[K][]}} Every value a setting may have; the first is the default. */
const CHOICES = {
  language: navigator.language.startsWith('vi') ? ['vi', 'en'] : ['en', 'vi'],
  theme: ['auto', 'light', 'dark'],
  animation: [true, false],
  coordinates: [true, false],
  airDefense: ['none', 'r', 'b', 'both'],
}

const current = load()
/** @type {Set<() => void>} */
const listeners = new Set()

/** What was stored may be of any age or make: only values that exist are taken. */
function load() {
  /** @type {Record<string, unknown>} */
  let stored = {}
  try {
    stored = Object(JSON.parse(localStorage.getItem(KEY) ?? '{}'))
  } catch {
    // No storage, or not ours: the defaults hold.
  }
  const entries = Object.entries(CHOICES).map(([name, values]) => {
    const known = /** @type {readonly unknown[]} */ (values)
    return [name, known.includes(stored[name]) ? stored[name] : known[0]]
  })
  return /** @type {Settings} */ (Object.fromEntries(entries))
}

/** @returns {Readonly<Settings>} */
export function settings() {
  return current
}

/**
 * @template {keyof Settings} K
 * @param {K} name
 * @param {Settings[K]} value
 */
export function change(name, value) {
  if (current[name] === value) return
  current[name] = value
  try {
    localStorage.setItem(KEY, JSON.stringify(current))
  } catch {
    // A browser that stores nothing still plays; the choice lasts until the page is closed.
  }
  for (const listener of [...listeners]) listener()
}

/**
 * Calls the listener after every change, until the returned function is called.
 * @param {() => void} listener
 */
export function onSettings(listener) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Whether things may move: the user's choice, and the system's. */
export function animated() {
  return current.animation && !matchMedia('(prefers-reduced-motion: reduce)').matches
}

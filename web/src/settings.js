// The user's settings, stored in the browser.

/**
 * @typedef {object} Settings
 * @property {string} language The code of a language; empty for the browser's.
 * @property {'auto' | 'light' | 'dark'} theme
 * @property {boolean} animation
 * @property {boolean} sound
 * @property {number} volume From 0 to 100.
 * @property {boolean} coordinates
 * @property {'pictures' | 'names'} pieces The set of pieces.
 * @property {'map' | 'paper'} board How the ground is drawn.
 * @property {'none' | 'r' | 'b' | 'both'} airDefense Whose air-defence zones the boards show.
 */

const KEY = 'cotulenh.settings'

/**
 * @type {{[K in Exclude<keyof Settings, 'language'>]: readonly Settings[K][]}} Every value of a
 *   setting; the first is the default.
 */
const CHOICES = {
  theme: ['auto', 'light', 'dark'],
  animation: [true, false],
  sound: [true, false],
  volume: [60, 0, 10, 20, 30, 40, 50, 70, 80, 90, 100],
  coordinates: [true, false],
  pieces: ['pictures', 'names'],
  board: ['map', 'paper'],
  airDefense: ['none', 'r', 'b', 'both'],
}

const current = load()
/** @type {Set<() => void>} */
const listeners = new Set()

/** Reads the stored settings. Unknown values, such as those of another version, become defaults. */
function load() {
  /** @type {Record<string, unknown>} */
  let stored = {}
  try {
    stored = Object(JSON.parse(localStorage.getItem(KEY) ?? '{}'))
  } catch {
    // No storage, or not our data: use the defaults.
  }
  const entries = Object.entries(CHOICES).map(([name, values]) => {
    const known = /** @type {readonly unknown[]} */ (values)
    return [name, known.includes(stored[name]) ? stored[name] : known[0]]
  })
  // Whether the page has the language is known when the list of languages is loaded.
  const language = typeof stored.language === 'string' ? stored.language : ''
  return /** @type {Settings} */ ({ language, ...Object.fromEntries(entries) })
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
    // Without storage the setting lasts until the page is closed.
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

/** Whether animations are enabled, both here and in the system. */
export function animated() {
  return current.animation && !matchMedia('(prefers-reduced-motion: reduce)').matches
}

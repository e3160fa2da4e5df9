// The form of a new game: opponent, side, level and time. The page of new games and the dialog that
// starts a game from a position both use it.

import { api, ApiError } from '../api.js'
import { unitPicture } from '../board/symbols.js'
import { t } from '../i18n.js'
import { el, select, toast } from '../ui.js'
import { levelName } from './player.js'

/** @import { NewGame } from '../api.js' */
/** @import { Color, Player } from '../types.js' */

/** The engine's time per move, in seconds. */
const THINKING = [0.2, 0.5, 1, 3, 5, 10]
/** Minutes, and seconds added per move; null for no clock. */
const CLOCKS = [null, [5, 3], [10, 5], [15, 10], [30, 20]]
const KEY = 'cotulenh.new-game'

const DEFAULTS = { opponent: 'engine', side: 'r', level: '6', thinking: '1', clock: '0', red: '', blue: '' }

/**
 * The choices made last time.
 * @returns {typeof DEFAULTS}
 */
function load() {
  try {
    const stored = Object(JSON.parse(localStorage.getItem(KEY) ?? '{}'))
    const known = Object.keys(DEFAULTS).filter((name) => typeof stored[name] === 'string')
    return { ...DEFAULTS, ...Object.fromEntries(known.map((name) => [name, stored[name]])) }
  } catch {
    return { ...DEFAULTS }
  }
}

/** @param {typeof DEFAULTS} choices */
function store(choices) {
  try {
    localStorage.setItem(KEY, JSON.stringify(choices))
  } catch {
    // Without storage the form starts with the defaults.
  }
}

/** @typedef {{choices: typeof DEFAULTS, levels: {level: number, key: string}[], element: HTMLElement}} GameForm */

/** @param {Color} [side] The human's side; the one of the last game by default. */
export function createGameForm(side) {
  /** @type {GameForm} */
  const form = { choices: { ...load(), ...(side ? { side } : {}) }, levels: [], element: el('div', { class: 'game-form' }) }
  show(form)
  void fetchLevels(form)
  return {
    element: form.element,
    /** The side at the bottom of the board. */
    side: () => (form.choices.side === 'b' ? 'b' : 'r'),
    /**
     * The game as chosen. The choices are stored for the next one.
     * @returns {NewGame}
     */
    game() {
      store(form.choices)
      return newGame(form.choices)
    },
  }
}

/** @param {GameForm} form */
async function fetchLevels(form) {
  try {
    ;({ levels: form.levels } = await api.info())
    show(form)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    toast(error.text, 'error')
  }
}

/** @param {GameForm} form */
function show(form) {
  const opponents = [
    { value: 'engine', label: t('new.opponent.engine') },
    { value: 'human', label: t('new.opponent.human') },
  ]
  const clocks = CLOCKS.map((clock, i) => ({ value: String(i), text: clockName(clock) }))
  form.element.replaceChildren(
    segments(form, 'opponent', t('new.opponent'), opponents),
    ...(form.choices.opponent === 'human' ? humanFields(form) : engineFields(form)),
    el('div', { class: 'field-pair' }, form.choices.opponent === 'engine' && thinkingField(form), choice(form, 'clock', t('new.clock'), clocks)),
  )
}

/** @param {GameForm} form */
function engineFields(form) {
  const sides = [
    { value: 'r', label: t('color.r'), picture: 'C' },
    { value: 'random', label: t('new.side.random') },
    { value: 'b', label: t('color.b'), picture: 'c' },
  ]
  const levels = form.levels.map(({ level }) => ({ value: String(level), text: levelName(level) }))
  return [
    segments(form, 'side', t('new.side'), sides),
    choice(form, 'level', t('new.level'), levels),
  ]
}

/** @param {GameForm} form */
function thinkingField(form) {
  const times = THINKING.map((n) => ({ value: String(n), text: t('new.thinking.seconds', { n }) }))
  return choice(form, 'thinking', t('new.thinking'), times)
}

/** @param {GameForm} form */
function humanFields({ choices }) {
  const name = (/** @type {'red' | 'blue'} */ side, /** @type {string} */ label) => {
    const input = el('input', { type: 'text', name: side, maxlength: 40, value: choices[side], autocomplete: 'off' })
    input.addEventListener('input', () => (choices[side] = input.value))
    return el('label', { class: 'field' }, el('span', {}, label), input)
  }
  return [name('red', t('new.nameRed')), name('blue', t('new.nameBlue'))]
}

/**
 * Falls back to the default if the last choice is not offered any more.
 * @param {GameForm} form
 * @param {keyof typeof DEFAULTS} name
 * @param {{value: string}[]} options Empty while they are being loaded.
 */
function settle({ choices }, name, options) {
  if (options.length > 0 && !options.some(({ value }) => value === choices[name])) choices[name] = DEFAULTS[name]
}

/**
 * @param {GameForm} form
 * @param {keyof typeof DEFAULTS} name
 * @param {string} label
 * @param {{value: string, text: string}[]} options
 */
function choice(form, name, label, options) {
  settle(form, name, options)
  const field = select(label, options, form.choices[name], (value) => (form.choices[name] = value))
  field.querySelector('select')?.setAttribute('name', name)
  return field
}

/**
 * A row of radio buttons.
 * @param {GameForm} form
 * @param {'opponent' | 'side'} name
 * @param {string} label
 * @param {{value: string, label: string, picture?: string}[]} options
 */
function segments(form, name, label, options) {
  settle(form, name, options)
  const inputs = options.map(({ value, label: text, picture }) => {
    const checked = form.choices[name] === value
    const input = el('input', { type: 'radio', name, value, checked, onchange: () => chooseSegment(form, name, value) })
    return el('label', {}, input, el('span', {}, picture && unitPicture(picture), text))
  })
  return el('fieldset', { class: 'segments' }, el('legend', {}, label), el('div', {}, ...inputs))
}

/**
 * @param {GameForm} form
 * @param {'opponent' | 'side'} name
 * @param {string} value
 */
function chooseSegment(form, name, value) {
  form.choices[name] = value
  if (name !== 'opponent') return
  // Another opponent has other fields.
  show(form)
  form.element.querySelector(`[value=${value}]`)?.closest('input')?.focus()
}

/**
 * A first game: Red against the weakest engine.
 * @returns {NewGame}
 */
export function beginnerGame() {
  return newGame({ ...DEFAULTS, level: '0' })
}

/**
 * @param {typeof DEFAULTS} choices
 * @returns {NewGame}
 */
function newGame(choices) {
  const clock = CLOCKS[Number(choices.clock)]
  return {
    players: playersOf(choices),
    ...(choices.opponent === 'engine' ? { thinking: Math.round(Number(choices.thinking) * 1000) } : {}),
    ...(clock ? { clock: { initial: clock[0] * 60, increment: clock[1] } } : {}),
  }
}

/**
 * @param {typeof DEFAULTS} choices
 * @returns {Record<Color, Player>}
 */
function playersOf(choices) {
  if (choices.opponent === 'human') {
    return {
      r: { kind: 'human', name: choices.red.trim() || t('color.r') },
      b: { kind: 'human', name: choices.blue.trim() || t('color.b') },
    }
  }
  const side = choices.side === 'random' ? (Math.random() < 0.5 ? 'r' : 'b') : choices.side
  /** @type {Player} */
  const human = { kind: 'human', name: t('play.you') }
  /** @type {Player} */
  const engine = { kind: 'engine', name: t('play.engine'), level: Number(choices.level) }
  return side === 'r' ? { r: human, b: engine } : { r: engine, b: human }
}

/** @param {number[] | null} clock */
function clockName(clock) {
  return clock ? t('new.clock.some', { minutes: clock[0], increment: clock[1] }) : t('new.clock.none')
}

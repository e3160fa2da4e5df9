// The choices for a new game: opponent, side, level, time. The page of new games shows them, and so does the dialog that
// goes on from a position.

import { api, ApiError } from '../api.js'
import { unitPicture } from '../board/symbols.js'
import { t } from '../i18n.js'
import { el, select, toast } from '../ui.js'
import { levelName } from './player.js'

/** @import { NewGame } from '../api.js' */
/** @import { Color, Player } from '../types.js' */

/** Seconds the engine may think about a move. */
const THINKING = [0.2, 0.5, 1, 3, 5, 10]
/** Minutes and seconds per move; the first is no clock. */
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
    // Nothing is lost but the convenience.
  }
}

/** @param {Color} [side] Whom the human plays, if that follows from something else than the last game. */
export function createGameForm(side) {
  const choices = { ...load(), ...(side ? { side } : {}) }
  /** @type {{level: number, key: string}[]} */
  let levels = []
  const element = el('div', { class: 'game-form' })
  show()
  void fetchLevels()

  async function fetchLevels() {
    try {
      ;({ levels } = await api.info())
      show()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.text, 'error')
    }
  }

  function show() {
    const against = choices.opponent === 'human' ? humanFields() : engineFields()
    element.replaceChildren(
      segments('opponent', t('new.opponent'), [
        { value: 'engine', label: t('new.opponent.engine') },
        { value: 'human', label: t('new.opponent.human') },
      ]),
      ...against,
      choice('clock', t('new.clock'), CLOCKS.map((clock, i) => ({ value: String(i), text: clockName(clock) }))),
    )
  }

  function engineFields() {
    return [
      segments('side', t('new.side'), [
        { value: 'r', label: t('color.r'), picture: 'C' },
        { value: 'random', label: t('new.side.random') },
        { value: 'b', label: t('color.b'), picture: 'c' },
      ]),
      choice('level', t('new.level'), levels.map(({ level }) => ({ value: String(level), text: levelName(level) }))),
      choice('thinking', t('new.thinking'), THINKING.map((n) => ({ value: String(n), text: t('new.thinking.seconds', { n }) }))),
    ]
  }

  function humanFields() {
    const name = (/** @type {'red' | 'blue'} */ side, /** @type {string} */ label) => {
      const input = el('input', { type: 'text', name: side, maxlength: 40, value: choices[side], autocomplete: 'off' })
      input.addEventListener('input', () => (choices[side] = input.value))
      return el('label', { class: 'field' }, el('span', {}, label), input)
    }
    return [name('red', t('new.nameRed')), name('blue', t('new.nameBlue'))]
  }

  /**
   * What was chosen last time may not be offered now; then the default is chosen.
   * @param {keyof typeof DEFAULTS} name
   * @param {{value: string}[]} options None while they are being fetched.
   */
  function settle(name, options) {
    if (options.length > 0 && !options.some(({ value }) => value === choices[name])) choices[name] = DEFAULTS[name]
  }

  /**
   * @param {keyof typeof DEFAULTS} name
   * @param {string} label
   * @param {{value: string, text: string}[]} options
   */
  function choice(name, label, options) {
    settle(name, options)
    const field = select(label, options, choices[name], (value) => (choices[name] = value))
    field.querySelector('select')?.setAttribute('name', name)
    return field
  }

  /**
   * A row of buttons of which one is chosen.
   * @param {'opponent' | 'side'} name
   * @param {string} label
   * @param {{value: string, label: string, picture?: string}[]} options
   */
  function segments(name, label, options) {
    settle(name, options)
    const inputs = options.map((option) =>
      el(
        'label',
        {},
        el('input', {
          type: 'radio',
          name,
          value: option.value,
          checked: choices[name] === option.value,
          onchange: () => {
            choices[name] = option.value
            if (name === 'opponent') {
              show()
              element.querySelector(`[value=${option.value}]`)?.closest('input')?.focus()
            }
          },
        }),
        el('span', {}, option.picture && unitPicture(option.picture), option.label),
      ),
    )
    return el('fieldset', { class: 'segments' }, el('legend', {}, label), el('div', {}, ...inputs))
  }

  /** @returns {Record<Color, Player>} */
  function players() {
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

  return {
    element,
    /** Whom the human sits beside. */
    side: () => (choices.side === 'b' ? 'b' : 'r'),
    /**
     * The game as it was chosen, which is remembered for the next one.
     * @returns {NewGame}
     */
    game() {
      store(choices)
      const clock = CLOCKS[Number(choices.clock)]
      return {
        players: players(),
        ...(choices.opponent === 'engine' ? { thinking: Math.round(Number(choices.thinking) * 1000) } : {}),
        ...(clock ? { clock: { initial: clock[0] * 60, increment: clock[1] } } : {}),
      }
    },
  }
}

/** @param {number[] | null} clock */
function clockName(clock) {
  return clock ? t('new.clock.some', { minutes: clock[0], increment: clock[1] }) : t('new.clock.none')
}

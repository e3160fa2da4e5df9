// The bars above and below the board: player, captured pieces and clock.

import { unitPicture } from '../board/symbols.js'
import { formatUnit, parseUnit, ROLES, unitName } from '../board/units.js'
import { LEVEL_NAMES } from '../generated.js'
import { t } from '../i18n.js'
import { settings } from '../settings.js'
import { el } from '../ui.js'
import { clockText } from './clock.js'

/** @import { Color, GameView, Player } from '../types.js' */

/** @param {number} level */
export function levelName(level) {
  if (!Object.hasOwn(LEVEL_NAMES, level)) return t('level.number', { n: level })
  return t(`level.${LEVEL_NAMES[/** @type {keyof typeof LEVEL_NAMES} */ (level)]}`)
}

/** @param {Player} player */
export function playerName(player) {
  if (player.kind === 'human') return player.name
  return player.level === undefined ? t('play.engine') : t('play.engineLevel', { level: levelName(player.level) })
}

/**
 * Every piece that a side has captured, sorted by role.
 * @param {GameView} game
 * @param {Color} side
 */
function capturedBy(game, side) {
  const units = game.turns.filter(({ color }) => color === side).flatMap(({ captured }) => captured)
  const pieces = units.flatMap(parseUnit).map((piece) => ({ ...piece, heroic: false }))
  return pieces.sort((a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role)).map((piece) => formatUnit([piece]))
}

/**
 * How many more pieces a side has captured than the other.
 * @param {GameView} game
 * @param {Color} side
 */
function leadOf(game, side) {
  return capturedBy(game, side).length - capturedBy(game, side === 'r' ? 'b' : 'r').length
}

/**
 * The captured pieces, equal ones together with their number.
 * @param {string[]} taken
 */
function capturedPieces(taken) {
  return [...new Set(taken)].map((unit) => {
    const number = taken.filter((each) => each === unit).length
    const name = `${unitName(unit)}${number > 1 ? ` ×${number}` : ''}`
    return el('span', { class: 'captured-piece', title: name }, unitPicture(unit), number > 1 && el('span', { class: 'captured-count' }, `×${number}`))
  })
}

/** One side's bar. */
export function createPlayerBar() {
  const picture = el('span', { class: 'player-picture' })
  const name = el('span', { class: 'player-name' })
  const captured = el('span', { class: 'captured' })
  const clock = el('span', { class: 'clock' })
  const element = el('div', { class: 'player' }, picture, el('span', { class: 'player-text' }, name, captured), clock)
  let shown = ''

  return {
    element,
    /**
     * @param {GameView} game
     * @param {Color} side
     * @param {number | null} remaining Milliseconds on the clock.
     */
    update(game, side, remaining) {
      const taken = capturedBy(game, side)
      const active = !game.outcome && game.position.turn === side
      element.classList.toggle('active', active)
      element.dataset.side = side
      if (remaining === null) clock.hidden = true
      else {
        const time = clockText(remaining)
        clock.hidden = false
        clock.textContent = time
        clock.setAttribute('title', t('play.clock', { color: t(`color.${side}`), time }))
        clock.classList.toggle('low', remaining < 20_000)
      }
      const lead = leadOf(game, side)
      const state = JSON.stringify([side, game.players[side], taken, lead, t('play.engine'), settings().pieces])
      if (state === shown) return
      shown = state
      picture.replaceChildren(unitPicture(side === 'r' ? 'C' : 'c'))
      name.textContent = playerName(game.players[side])
      const words = taken.length === 0 ? t('play.capturedNone') : taken.map(unitName).join(', ')
      captured.replaceChildren(
        el('span', { class: 'visually-hidden' }, t('play.capturedBy', { color: t(`color.${side}`), pieces: words })),
        ...capturedPieces(taken),
        ...(lead > 0 ? [el('span', { class: 'lead-count', title: t('play.ahead', { n: lead }) }, `+${lead}`)] : []),
      )
    },
  }
}

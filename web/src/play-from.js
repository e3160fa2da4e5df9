// A game against the engine that begins in a given position.

import { api } from './api.js'
import { isText, t } from './i18n.js'
import { tell } from './share.js'
import { dialog, select } from './ui.js'

/** @import { Color, Player, PositionView } from './types.js' */

/** Milliseconds the engine thinks about a turn. */
const THINKING = 1000

/** @param {PositionView} position */
export async function openPlayFrom({ fen, turn }) {
  try {
    const { levels } = await api.info()
    let side = turn
    let level = levels[Math.floor(levels.length / 2)]?.level ?? 1
    const sides = (/** @type {Color[]} */ (['r', 'b'])).map((color) => ({ value: color, text: t(`color.${color}`) }))
    const levelNames = levels.map((each) => ({ value: String(each.level), text: levelName(each) }))
    const choice = await dialog({
      title: t('analyse.play'),
      body: [
        select(t('new.side'), sides, side, (value) => {
          side = value === 'b' ? 'b' : 'r'
        }),
        select(t('new.level'), levelNames, String(level), (value) => {
          level = Number(value)
        }),
      ],
      actions: [
        { label: t('ui.cancel'), value: '' },
        { label: t('new.start'), value: 'start', primary: true },
      ],
    })
    if (choice !== 'start') return
    /** @type {Player} */
    const human = { kind: 'human', name: t('play.you') }
    /** @type {Player} */
    const engine = { kind: 'engine', name: t('play.engine'), level }
    const players = side === 'r' ? { r: human, b: engine } : { r: engine, b: human }
    const game = await api.games.create({ players, thinking: THINKING, fen })
    location.hash = `#/play/${encodeURIComponent(game.id)}`
  } catch (error) {
    tell(error)
  }
}

/** @param {{level: number, key: string}} level */
function levelName({ level, key }) {
  const name = `level.${key}`
  return isText(name) ? `${level} – ${t(name)}` : String(level)
}

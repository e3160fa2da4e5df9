// Starts a game from a given position.

import { api } from './api.js'
import { t } from './i18n.js'
import { createGameForm } from './play/game-form.js'
import { tell } from './share.js'
import { dialog } from './ui.js'

/** @import { PositionView } from './types.js' */

/** @param {PositionView} position */
export async function openPlayFrom({ fen, turn }) {
  const choices = createGameForm(turn)
  const choice = await dialog({
    title: t('analyse.play'),
    body: [choices.element],
    actions: [
      { label: t('ui.cancel'), value: '' },
      { label: t('new.start'), value: 'start', primary: true },
    ],
  })
  if (choice !== 'start') return
  try {
    const game = await api.games.create({ ...choices.game(), fen })
    location.hash = `#/play/${encodeURIComponent(game.id)}`
  } catch (error) {
    tell(error)
  }
}

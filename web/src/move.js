// What the texts of a move say: its flags (RULES 11.5) and its LAN (RULES 11.2).

import { FLAGS } from './generated.js'

/** @import { Move, MoveKind, Step } from './types.js' */

/** @type {Record<string, MoveKind>} */
const KINDS = {
  [FLAGS.NORMAL]: 'move',
  [FLAGS.CAPTURE]: 'capture',
  [FLAGS.STAY_CAPTURE]: 'stay',
  [FLAGS.SUICIDE_CAPTURE]: 'suicide',
  [FLAGS.COMBINATION]: 'combine',
}

/**
 * What a move does.
 * @param {{flags?: string}} move
 */
export function kindOf({ flags = '' }) {
  return KINDS[flags.replace(FLAGS.DEPLOY, '')]
}

/** The signs of LAN before the target (RULES 11.2). */
const SIGNS = { _: FLAGS.STAY_CAPTURE, '@': FLAGS.SUICIDE_CAPTURE, x: FLAGS.CAPTURE, '&': FLAGS.COMBINATION }

/**
 * Whether a move is a step of a deploy.
 * @param {Pick<Move, 'flags'>} move
 */
export function isDeploy({ flags }) {
  return flags.includes(FLAGS.DEPLOY)
}

/**
 * The points of a move that is given as LAN, and what it does.
 * @param {string} lan
 * @returns {Step}
 */
export function stepOf(lan) {
  const [from = '', to = ''] = lan.match(/[a-k]\d+/g) ?? []
  const sign = /** @type {keyof typeof SIGNS | undefined} */ (/[_@x&]/.exec(lan)?.[0])
  return { from, to, flags: sign ? SIGNS[sign] : FLAGS.NORMAL }
}

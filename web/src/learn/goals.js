// The goals of tasks: predicates on the player's turn. The server has already accepted its steps as
// legal.

import { kindOf } from '../move.js'

/** @import { Move, MoveKind, PositionView } from '../types.js' */

/**
 * The player's attempt: the steps of the turn so far, and the position after them.
 * @typedef {object} Attempt
 * @property {Move[]} played
 * @property {PositionView} after
 */

/** @typedef {(attempt: Attempt) => boolean} Goal */

/**
 * All of these at once.
 * @param {...Goal} goals
 * @returns {Goal}
 */
export const all = (...goals) => (attempt) => goals.every((goal) => goal(attempt))

/**
 * The turn is complete: no deploy is open.
 * @type {Goal}
 */
export const complete = ({ after }) => after.session === null

/**
 * What stood on the point has been taken.
 * @param {string} point
 * @returns {Goal}
 */
export const taken = (point) => ({ played }) => played.some((move) => move.to === point && move.captured !== undefined)

/**
 * A step of one of these kinds was made.
 * @param {...MoveKind} kinds
 * @returns {Goal}
 */
export const kind = (...kinds) => ({ played }) => played.some((move) => kinds.includes(kindOf(move)))

/**
 * The unit of the last step is this one, heroic or not: `N`, `(NFT)`.
 * @param {string} unit
 * @returns {Goal}
 */
export const moved = (unit) => ({ played }) => plain(played.at(-1)?.piece) === unit

/**
 * This unit stands on the point after the turn, written exactly as in a FEN: `(TI)`, `+T`.
 * @param {string} point
 * @param {string} unit
 * @returns {Goal}
 */
export const stands = (point, unit) => ({ after }) => after.units[point] === unit

/**
 * This unit stands on some point after the turn.
 * @param {string} unit
 * @returns {Goal}
 */
export const exists = (unit) => ({ after }) => Object.values(after.units).includes(unit)

/**
 * The last step ended on one of these points.
 * @param {...string} points
 * @returns {Goal}
 */
export const arrived = (...points) => ({ played }) => points.includes(played.at(-1)?.to ?? '')

/**
 * Red's air defence covers all of these points.
 * @param {...string} points
 * @returns {Goal}
 */
export const covered = (...points) => ({ after }) => points.every((point) => Object.hasOwn(after.airDefense.r, point))

/**
 * Blue's Commander is in check.
 * @type {Goal}
 */
export const check = ({ after }) => after.turn === 'b' && after.check

/**
 * Red has won.
 * @type {Goal}
 */
export const won = ({ after }) => after.outcome?.result === 'red'

/**
 * The game goes on.
 * @type {Goal}
 */
export const undecided = ({ after }) => after.outcome === null

/** @param {string | undefined} unit */
const plain = (unit) => unit?.replaceAll('+', '')

/**
 * The API as a list: everything in it exists, nothing else does, and every member has a test that
 * names it.
 */

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as api from 'cotulenh-bitboard'
import { guarded } from './support.mjs'

const words = (text) => text.trim().split(/\s+/)

/** All exports except types. */
const EXPORTS = words(`
  CoTuLenh MoveResult validateFenString flattenPiece SEVEN_TAG_ROSTER
  RED BLUE DEFAULT_POSITION INITIAL_BOARD_FEN SQUARE_MAP algebraic rank file isSquareOnBoard VALID_SQUARES NAVY_MASK
  LAND_MASK getMovementMask swapColor isDigit VALID_PIECE_TYPES HEAVY_PIECES
  BITS FLAGS CAPTURE_MASK
  COMMANDER INFANTRY TANK MILITIA ENGINEER ARTILLERY ANTI_AIR MISSILE AIR_FORCE NAVY HEADQUARTER PIECE_SYMBOLS
  ROLE_COMMANDER ROLE_INFANTRY ROLE_TANK ROLE_MILITIA ROLE_ENGINEER ROLE_ARTILLERY ROLE_ANTI_AIR ROLE_MISSILE
  ROLE_AIR_FORCE ROLE_NAVY ROLE_HEADQUARTER ROLES Role SYMBOL_TO_ROLE ROLE_TO_SYMBOL
  ErrorCode CotulenhError createError
  bridge Engine selectAiMove shadow createGameStore`)

/** Exported for `instanceof` only; games create it. */
const EXTRAS = ['MoveSession']

/** The methods of a game, and its fields that are private by name. */
const GAME = words(`
  load clear fen getOptions get put remove board turn moveNumber halfMoves getMetadata setMetadata
  moves move undo history getSession setSession getDeployState commitSession cancelSession canCommitSession
  isCheck isCheckmate isStalemate isDraw isDrawByFiftyMoves isThreefoldRepetition isCommanderCaptured isGameOver
  isCommanderInDanger getCommanderSquare getAttackers getAirDefense getAirDefenseInfluence
  getHeroicStatus setHeroicStatus
  pgn loadPgn setHeader getHeaders removeHeader getComment setComment removeComment
  incrementPositionCount decrementPositionCount printBoard dests toJSON free
  _turn _halfMoves _moveNumber _header _history _commanders`)

const STATICS = ['checkFen']

const RESULT = words(`color from to piece captured flags before after completed stay san lan
  isDeploy isCapture isStayCapture isSuicideCapture getHighlightSquares`)

const RESULT_STATICS = words('create calculateDeploySanLan calculateDeployFlags flagsToString')

const SESSION = words(`stackSquare turn originalPiece isDeploy startFEN remaining isComplete isEmpty moves commands
  addMove cancel undoLastMove getCurrentResult canCommit commit toFenString isRecombineTarget getRecombineOptions
  generateRecombineMoves getDeployView`)

const BRIDGE = words('position moves play attackers airDefense checkFen parseMove perft bestMove respond')

const ENGINE = words('bestMove stop newGame dispose')

const STORE = words('getSnapshot subscribe on play commit cancel undo redo load fen game')

const OPTIONS = words(`skipLastGuardPromotion checkSemantics throwOnError skipValidation preserveHeaders
  includeDeployState allowCombine verbose square pieceType legal strict autoCommit stay deploy newline maxWidth clocks
  assumeTargetType movetime nodes depth infinite level seed multiPV contempt signal hash worker`)

/** The titles of all tests about the API. */
const titles = readdirSync(new URL('.', import.meta.url))
  .filter((name) => /^api-.*\.test\.mjs$|^(shadow|store)\.test\.mjs$/.test(name))
  .flatMap((name) => [...readFileSync(new URL(name, import.meta.url), 'utf8').matchAll(/^test\((['"`])(.*?)\1, /gm)])
  .map(([, , title]) => title)

/**
 * Checks that the title of a test names each member: as a word or, for a method, with its
 * parenthesis.
 */
function assertTested(members, about = /^/) {
  const relevant = titles.filter((title) => about.test(title))
  const named = (name) => {
    const pattern = name.endsWith('(') ? `${name.slice(0, -1)}\\(` : `${name}\\b`
    return relevant.some((title) => new RegExp(`(?<!\\w)${pattern}`).test(title))
  }
  assert.deepEqual(members.filter((name) => !named(name)), [], 'without a test whose title names them')
}

function membersOf(prototype) {
  return Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor')
}

test('the exports are those of the list, and each has a test', () => {
  assert.deepEqual(Object.keys(api).sort(), [...EXPORTS, ...EXTRAS].sort())
  assertTested(EXPORTS)
})

test('the members of CoTuLenh are those of the list, and each has a test', () => {
  assert.deepEqual(membersOf(api.CoTuLenh.prototype).sort(), [...GAME].sort())
  assert.deepEqual(membersOf(api.CoTuLenh).filter((name) => !['length', 'name', 'prototype'].includes(name)), STATICS)
  assert.deepEqual(Object.keys(new api.CoTuLenh()), [], 'no other fields')
  assertTested([...GAME, ...STATICS].map((name) => (name.startsWith('_') ? name : `${name}(`)))
})

test('the members of MoveResult are those of the list, and each has a test', () => {
  const result = guarded('(TI)e4 ie6').move('T>xe6')
  assert.deepEqual([...Object.keys(result), ...membersOf(api.MoveResult.prototype)].sort(), [...RESULT].sort())
  const statics = membersOf(api.MoveResult).filter((name) => !['length', 'name', 'prototype'].includes(name))
  assert.deepEqual(statics.sort(), [...RESULT_STATICS].sort())
  assertTested([...RESULT, ...RESULT_STATICS.map((name) => `MoveResult.${name}(`)], /^MoveResult/)
})

test('the members of a session are those of the list, and each has a test', () => {
  const game = guarded('(TI)e4')
  game.move('T>e6')
  const session = game.getSession()
  const members = [...Object.keys(session), ...membersOf(api.MoveSession.prototype)]
  assert.deepEqual(members.sort(), [...SESSION].sort())
  assertTested(SESSION, /^Session: /)
})

test('the methods of the bridge are those of the list, and each has a test', () => {
  assert.deepEqual(Object.keys(api.bridge).sort(), [...BRIDGE].sort())
  assertTested(BRIDGE.map((name) => `bridge.${name}(`))
})

test('the methods of Engine are those of the list, and each has a test', () => {
  assert.deepEqual(membersOf(api.Engine.prototype).sort(), [...ENGINE].sort())
  assert.deepEqual(Object.keys(new api.Engine()), [], 'no fields')
  assertTested(ENGINE.map((name) => `${name}(`), /Engine/)
})

test('the methods of a store are those of the list, and each has a test', () => {
  assert.deepEqual(membersOf(Object.getPrototypeOf(api.createGameStore())).sort(), [...STORE].sort())
  assertTested(STORE.map((name) => `${name}(`), /^Store: /)
})

test('every option has a test', () => {
  assertTested(OPTIONS)
})

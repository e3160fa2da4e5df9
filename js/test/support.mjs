/** Helpers of several test files. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { BITS, CoTuLenh, FLAGS, SQUARE_MAP } from 'cotulenh-bitboard'

const VECTORS = new URL('../../crates/cotulenh/tests/vectors/', import.meta.url)

/** The records of one of the compressed vector files. */
export function records(name) {
  const text = gunzipSync(readFileSync(new URL(`${name}.jsonl.gz`, VECTORS))).toString()
  const found = text.trimEnd().split('\n').map((line) => JSON.parse(line))
  assert.ok(found.length > 100, `${name} has only ${found.length} records`)
  return found
}

/** Recorded calls of cotulenh-core with their answers. */
export function transcripts() {
  const file = new URL('vectors/transcripts.jsonl.gz', import.meta.url)
  return gunzipSync(readFileSync(file)).toString().trimEnd().split('\n').map((line) => JSON.parse(line))
}

/** The lines of perft.txt: `[fen, [[depth, nodes], …]]`. */
export function perftRecords() {
  const lines = readFileSync(new URL('perft.txt', VECTORS), 'utf8').trimEnd().split('\n')
  return lines.map((line) => {
    const [fen, ...counts] = line.split(' ;')
    return [fen, counts.map((text) => text.slice(1).split(' ').map(Number))]
  })
}

/** The FEN of units written as in a FEN, each followed by its point: `Cj1 ck12 (T+I)e5`. */
export function fenOf(units, side = 'r') {
  const board = Array.from({ length: 12 }, () => Array(11).fill(''))
  for (const word of units.split(' ')) {
    const [, text, file, rank] = /^(.*)([a-k])(\d+)$/.exec(word)
    board[12 - Number(rank)]['abcdefghijk'.indexOf(file)] = text
  }
  const ranks = board.map((row) => {
    let empty = 0
    let line = ''
    for (const text of [...row, null]) {
      if (text === '') {
        empty += 1
      } else {
        line += (empty > 0 ? String(empty) : '') + (text ?? '')
        empty = 0
      }
    }
    return line
  })
  return `${ranks.join('/')} ${side} - - 0 1`
}

/**
 * Enough units of both sides that none is the last guard, and Commanders that are not exposed to
 * each other.
 */
export const GUARDS = 'Cj1 ck12 Hd1 Hc1 hd9 hk8'

/** A game with Red to move from a list of units. */
export function red(units, options) {
  return new CoTuLenh(fenOf(units), options)
}

/** The same among {@link GUARDS}. */
export function guarded(units, options) {
  return red(`${GUARDS} ${units}`, options)
}

export function blue(units, options) {
  return new CoTuLenh(fenOf(units, 'b'), options)
}

/** A piece of an answer: `heroic` is always present, `carrying` only in a stack. */
export function piece(text) {
  const [carrier, ...carrying] = text.match(/\+?[a-z]/gi).map((one) => {
    const letter = one.at(-1)
    const type = letter.toLowerCase()
    return { type, color: letter === type ? 'b' : 'r', heroic: one.length > 1 }
  })
  return carrying.length === 0 ? carrier : { ...carrier, carrying }
}

/** Carrier and carried pieces one by one, as RULES 7.1 lists them. */
export function flat({ carrying = [], ...carrier }) {
  return [carrier, ...carrying]
}

/** The text of a piece in a move (RULES 11.2): `T`, `+T`, `(FT)`. */
export function pieceText(piece) {
  const letters = flat(piece).map(({ type, heroic }) => (heroic ? '+' : '') + type.toUpperCase())
  return letters.length === 1 ? letters[0] : `(${letters.join('')})`
}

/** The bits of flag letters. */
export function bitsOf(flags) {
  const names = Object.keys(FLAGS)
  return [...flags].reduce((bits, letter) => bits | BITS[names.find((name) => FLAGS[name] === letter)], 0)
}

/** RULES 11.2: the separator of flags. */
export function separatorOf(flags) {
  const kinds = { n: '', c: 'x', s: '_', k: '@', b: '&' }
  const kind = [...flags].find((letter) => letter in kinds)
  return (flags.includes('d') ? '>' : '') + kinds[kind]
}

/** A listed move as an object for `move()`. */
export function asObject({ from, to, piece, flags }) {
  return { from, to, piece: piece.type, stay: flags.includes('s'), deploy: flags.includes('d') }
}

/** A listed move as an InternalMove. */
export function asInternal({ color, from, to, piece, flags }) {
  return { color, from: SQUARE_MAP[from], to: SQUARE_MAP[to], piece, flags: bitsOf(flags) }
}

/** Moves as `[LAN, flags]`, as in the vectors: sorted by LAN, then flags. */
export function sortedMoves(moves) {
  const order = (a, b) => (a === b ? 0 : a < b ? -1 : 1)
  return [...moves].sort(([a, x], [b, y]) => order(a, b) || order(x, y))
}

export function lansOf(game) {
  return sortedMoves(game.moves({ verbose: true }).map(({ lan, flags }) => [lan, flags]))
}

/** The listed move with this LAN and these flags. */
export function findListed(game, lan, flags) {
  const found = game.moves({ verbose: true }).filter((move) => move.lan === lan && move.flags === flags)
  assert.equal(found.length, 1, `${lan} ${flags} in ${game.fen()}`)
  return found[0]
}

/** The whole visible state of a game: two games with equal state behave alike. */
export function stateOf(game) {
  const session = game.getSession()
  return {
    fen: game.fen(),
    bare: game.fen(false),
    metadata: game.getMetadata(),
    moves: game.moves(),
    board: game.board(),
    status: [
      game.isCheck(), game.isCheckmate(), game.isStalemate(), game.isDraw(), game.isDrawByFiftyMoves(),
      game.isThreefoldRepetition(), game.isCommanderCaptured(), game.isGameOver(), game.canCommitSession(),
    ],
    deploy: game.getDeployState(),
    steps: session === null ? null : session.moves,
    history: game.history(),
    headers: game.getHeaders(),
    comment: game.getComment(),
  }
}

/**
 * Accepts a plain Error with a message that begins like this. The codes of refused moves have a
 * test of their own.
 */
export function plainError(beginning) {
  return (error) => {
    assert.equal(error.constructor, Error)
    assert.equal(error.name, 'Error')
    assert.ok(error.message.startsWith(beginning), `${error.message} does not begin with ${beginning}`)
    return true
  }
}

/** Pseudo-random numbers, the same everywhere (mulberry32). */
export function random(seed) {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let z = state
    z = Math.imul(z ^ (z >>> 15), z | 1)
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61)
    return ((z ^ (z >>> 14)) >>> 0) % below
  }
}

/**
 * Plays a random action: a move, or sometimes the commit of an open deploy. False if there is none.
 */
export function randomAction(game, below) {
  if (game.canCommitSession() && below(3) === 0) return game.commitSession().success
  const moves = game.moves({ verbose: true })
  if (moves.length === 0) return false
  game.move(asObject(moves[below(moves.length)]))
  return true
}

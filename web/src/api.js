// The server's interface: requests that give JSON or an `ApiError`, and streams of events.

import { isText, t } from './i18n.js'

/** @import { AnalysisInfo, Annotations, Color, GameView, Player, PositionView, Refusal, Score, Step, Turn } from './types.js' */

/** An error answer of the server, or that it is unreachable (code `UNREACHABLE`). */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {{code: string, message: string, [more: string]: any}} body
   */
  constructor(status, body) {
    super(body.message)
    this.name = 'ApiError'
    this.status = status
    this.code = body.code
    this.body = body
  }

  /** The message for the user, in the chosen language. */
  get text() {
    const key = `error.${this.code}`
    return isText(key) ? t(key, { limit: this.body.limit ?? '' }) : t('error.other', { message: this.message })
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function request(method, path, body) {
  const content = body === undefined ? {} : { body: JSON.stringify(body) }
  let response
  try {
    response = await fetch(path, { method, headers: { 'content-type': 'application/json' }, ...content })
  } catch {
    throw new ApiError(0, { code: 'UNREACHABLE', message: 'the server cannot be reached' })
  }
  const text = await response.text()
  if (response.ok) return text === '' ? null : JSON.parse(text)
  throw new ApiError(response.status, errorOf(text))
}

/**
 * @param {string} text
 * @returns {{code: string, message: string}}
 */
function errorOf(text) {
  try {
    return JSON.parse(text).error
  } catch {
    return { code: 'UNKNOWN', message: text.slice(0, 200) }
  }
}

/**
 * Opens a stream of server-sent events with JSON data. The browser reconnects by itself.
 * @param {string} path
 * @param {Record<string, (data: any) => void>} handlers By event name; `open` and `error` are those
 *   of the connection.
 * @returns {EventSource}
 */
function stream(path, handlers) {
  const source = new EventSource(path)
  for (const [name, handler] of Object.entries(handlers)) {
    const connection = name === 'open' || name === 'error'
    source.addEventListener(name, (event) => {
      handler(connection ? undefined : JSON.parse(/** @type {MessageEvent} */ (event).data))
    })
  }
  return source
}

/** The delay before a stream that the browser has closed is opened again, in milliseconds. */
const REOPEN = 1000

/**
 * A stream that is reopened when the browser closes it, which it does after an answer that is not a
 * stream, such as that of a server that is still starting.
 * @param {string} path
 * @param {Record<string, (data: any) => void>} handlers
 * @returns {() => void} Closes it.
 */
function lastingStream(path, handlers) {
  return whileVisible(() => {
    let timer = 0
    /** @type {EventSource} */
    let source
    const open = () => {
      source = stream(path, {
        ...handlers,
        error: () => {
          handlers.error?.(undefined)
          if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, REOPEN)
        },
      })
    }
    open()
    return () => {
      clearTimeout(timer)
      source.close()
    }
  })
}

/**
 * Runs something while the page is visible. A browser allows six connections to a server for all
 * its tabs together: the streams of background tabs would leave none for the visible one.
 * @param {() => () => void} begin Returns a function that ends it.
 * @returns {() => void} Ends it and does not begin again.
 */
export function whileVisible(begin) {
  let end = () => {}
  const change = () => {
    end()
    end = document.visibilityState === 'hidden' ? () => {} : begin()
  }
  document.addEventListener('visibilitychange', change)
  change()
  return () => {
    document.removeEventListener('visibilitychange', change)
    end()
  }
}

/** @param {string} id */
const gamePath = (id) => `/api/games/${encodeURIComponent(id)}`

/**
 * A fault of a FEN.
 * @typedef {object} FenFault
 * @property {string} code
 * @property {string} variant Distinguishes cases that share a code.
 * @property {string} message One line of English.
 * @property {{square?: string, rank?: number}} [location]
 * @property {Record<string, string | number>} params
 */
/** @typedef {Pick<GameView, 'id' | 'title' | 'outcome' | 'created' | 'updated'> & {players: GameView['players'] | null, turns: number, fen: string}} GameSummary */
/**
 * @typedef {{parent: number | null, turn: Turn | null, fen: string} & Partial<Annotations>} StudyNode
 *   A node of a game; `parent` is an index.
 */
/** @typedef {{legal: true} | ({legal: false} & Refusal)} Why */
/**
 * @typedef {{type: 'move', lan: string, flags: string}
 *   | {type: 'commit' | 'undo' | 'redo' | 'cancel' | 'flag'}
 *   | {type: 'resign' | 'draw', color: Color}} GameCommand
 */
/**
 * @typedef {(string | {lan: string, flags: string})[]} MoveTexts Moves as SAN, as LAN, or as LAN
 *   with flags.
 */
/**
 * @typedef {object} NewGame
 * @property {Record<Color, Player>} players
 * @property {number} [thinking] Milliseconds per move of the engine.
 * @property {{initial: number, increment: number}} [clock] In seconds.
 * @property {string} [fen]
 * @property {MoveTexts} [moves]
 * @property {string} [title]
 */
/**
 * @typedef {object} AnalysisHandlers
 * @property {(info: AnalysisInfo) => void} [info]
 * @property {(data: {ahead: number}) => void} [queued]
 * @property {(data: {bestmove: string}) => void} [done]
 * @property {(data: {error: {code: string, message: string}}) => void} [failed]
 * @property {() => void} [error] The connection was lost; the browser tries again.
 */
/**
 * @typedef {object} GameHandlers
 * @property {(game: GameView) => void} game
 * @property {(data: {depth: number, score: Score, line: string[]}) => void} [thinking]
 * @property {() => void} [deleted] The game was deleted.
 * @property {() => void} [open]
 * @property {() => void} [error]
 */

export const api = {
  /** @returns {Promise<{name: string, version: string, levels: {level: number, key: string}[], limits: Record<string, number>}>} */
  info: () => request('GET', '/api/info'),

  /**
   * @param {{fen?: string, moves?: MoveTexts}} what
   * @returns {Promise<{position: PositionView, turns: Turn[]}>}
   */
  position: (what) => request('POST', '/api/position', what),

  /**
   * @param {string} fen
   * @returns {Promise<{valid: boolean, errors: FenFault[]}>}
   */
  validate: (fen) => request('POST', '/api/validate', { fen }),

  /**
   * @param {{fen: string, from: string, to: string, unit?: string}} question
   * @returns {Promise<Why>}
   */
  why: (question) => request('POST', '/api/why', question),

  /**
   * Reads a game with its variations: every node after its parent, a line before its variations.
   * @param {string} pgn
   * @returns {Promise<{headers: [string, string][], nodes: StudyNode[]}>}
   */
  readPgn: (pgn) => request('POST', '/api/pgn/read', { pgn }),

  /**
   * @param {{headers: [string, string][], nodes: object[]}} tree
   * @returns {Promise<{pgn: string}>}
   */
  writePgn: (tree) => request('POST', '/api/pgn/write', tree),

  /**
   * Analyses the position after these moves; closing the stream stops the engine.
   * @param {{fen: string, moves?: string[], lines?: number, movetime?: number}} question
   * @param {AnalysisHandlers} handlers
   */
  analyse({ fen, moves = [], lines = 1, movetime }, handlers) {
    const query = new URLSearchParams({ fen, lines: String(lines) })
    if (moves.length > 0) query.set('moves', moves.join(' '))
    if (movetime !== undefined) query.set('movetime', String(movetime))
    /** @param {((data: any) => void) | undefined} handler */
    const last = (handler) => (/** @type {any} */ data) => {
      // Otherwise the browser would reconnect and restart the analysis.
      source.close()
      handler?.(data)
    }
    const source = stream(`/api/analysis?${query}`, {
      ...handlers,
      done: last(handlers.done),
      failed: last(handlers.failed),
    })
    return () => source.close()
  },

  games: {
    /**
     * @param {NewGame} game
     * @returns {Promise<GameView>}
     */
    create: (game) => request('POST', '/api/games', game),

    /**
     * @param {string} pgn
     * @returns {Promise<GameView & {leftOut: {variations: number, comments: number, games: number}}>}
     */
    import: (pgn) => request('POST', '/api/games/import', { pgn }),

    /**
     * @param {{q?: string, state?: string, offset?: number, limit?: number}} filter
     * @returns {Promise<{total: number, games: GameSummary[]}>}
     */
    list: (filter) => {
      const given = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '')
      return request('GET', `/api/games?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`)
    },

    /**
     * @param {string} id
     * @returns {Promise<GameView>}
     */
    get: (id) => request('GET', gamePath(id)),

    /** @param {string} id */
    delete: (id) => request('DELETE', gamePath(id)),

    /**
     * @param {string} id
     * @param {string} title
     * @returns {Promise<GameView>}
     */
    rename: (id, title) => request('PATCH', gamePath(id), { title }),

    /**
     * The address of the game's PGN, for a link.
     * @param {string} id
     */
    pgnPath: (id) => `${gamePath(id)}/pgn`,

    /**
     * @param {string} id
     * @param {number} revision
     * @param {GameCommand} action
     * @returns {Promise<GameView>}
     */
    act: (id, revision, action) => request('POST', `${gamePath(id)}/actions`, { revision, action }),

    /**
     * @param {string} id
     * @returns {Promise<{turn: Turn, actions: (Step | null)[], score: Score, depth: number}>} `actions` are the
     *   remaining steps of the turn; null is a commit.
     */
    hint: (id) => request('POST', `${gamePath(id)}/hint`, {}),

    /**
     * @param {string} id
     * @param {GameHandlers} handlers
     */
    events: (id, handlers) => lastingStream(`${gamePath(id)}/events`, handlers),
  },
}

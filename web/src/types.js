// JSDoc types of the server's answers (docs/server.md).

/** @typedef {'r' | 'b'} Color Red or Blue. */

/** @typedef {'move' | 'capture' | 'stay' | 'suicide' | 'combine'} MoveKind */

/**
 * One legal action. `lan` and `flags` together identify it.
 * @typedef {object} Move
 * @property {string} lan
 * @property {string} san
 * @property {string} flags
 * @property {string} from
 * @property {string} to
 * @property {string} piece The pieces that move, in upper case: `F`, `+I` or `(TI)`.
 * @property {string} [captured] The captured unit, in upper case.
 * @property {string} [result] The stack on `to` after a combination, in upper case.
 * @property {boolean} [recombine] The piece joins one that was deployed earlier in the same turn.
 */

/** @typedef {Pick<Move, 'from' | 'to'> & {flags?: string}} Step The points of a move, and what it does. */

/** @typedef {string | number | string[] | {piece: string, square: string} | {piece: string, square: string}[]} RefusalValue */

/**
 * Why a move is refused: data for `refusal-text.js`, which puts it into words.
 * @typedef {object} Refusal
 * @property {string} code
 * @property {string} [variant] Where one code has several sentences.
 * @property {string} clause The clause of the rules.
 * @property {string[]} squares The points it is about.
 * @property {Record<string, RefusalValue>} params Piece texts, points and numbers by name.
 */

/**
 * An open deploy.
 * @typedef {object} Session
 * @property {string} square
 * @property {string} original
 * @property {string[]} steps The steps so far as LAN.
 * @property {string} remaining The pieces that can still step off: `+fe`.
 * @property {boolean} canCommit
 */

/**
 * @typedef {object} Outcome
 * @property {'red' | 'blue' | 'draw'} result
 * @property {string} reason
 */

/**
 * @typedef {object} PositionView
 * @property {string} fen
 * @property {Color} turn
 * @property {Record<string, string>} units
 * @property {boolean} check
 * @property {Outcome | null} outcome
 * @property {Session | null} session
 * @property {Refusal | null} commitRefusal Why the open deploy cannot be committed.
 * @property {Move[]} moves
 * @property {Record<Color, Record<string, string[]>>} airDefense Covered points with their defenders.
 * @property {Record<Color, string | null>} commanders
 */

/**
 * A played turn: one move, or a whole deploy.
 * @typedef {object} Turn
 * @property {string} san
 * @property {string} lan
 * @property {string} flags
 * @property {string} fen The position after it.
 * @property {Color} color
 * @property {number} number
 * @property {Step[]} steps
 * @property {boolean} check
 * @property {boolean} mate
 * @property {string[]} captured
 */

/**
 * What a PGN says about a turn.
 * @typedef {object} Annotations
 * @property {string[]} before Comments before the turn.
 * @property {{deploy: string, comments: string[]}[]} stages Comments inside a deploy.
 * @property {number[]} glyphs 1 for `!`, 2 for `?` and so on.
 * @property {string[]} after Comments after the turn; at the root, before the first one.
 */

/** @typedef {{kind: 'human' | 'engine', name: string, level?: number}} Player */

/** @typedef {{initial: number, increment: number, r: number, b: number, running: Color | null}} Clock All in milliseconds. */

/**
 * @typedef {object} GameView
 * @property {string} id
 * @property {number} revision
 * @property {string} created
 * @property {string} updated
 * @property {string} title
 * @property {Record<Color, Player>} players
 * @property {number} thinking
 * @property {Clock | null} clock
 * @property {string} start
 * @property {Turn[]} turns
 * @property {PositionView} position
 * @property {Outcome | null} outcome
 * @property {boolean} canUndo
 * @property {boolean} canRedo
 * @property {'engine' | 'hint' | null} busy
 * @property {boolean} stalled The engine is to move, but could not.
 * @property {Record<string, string>} headers
 */

/** @typedef {{cp: number} | {mate: number}} Score Positive is good for Red. */

/**
 * @typedef {object} AnalysisInfo
 * @property {number} depth
 * @property {number} nodes
 * @property {number} nps
 * @property {number} time
 * @property {{score: Score, bound?: string, moves: Step[], turns: string[]}[]} lines
 */

/**
 * A page module exports `mount`, which fills the host and returns a function that leaves the page.
 * `path` is the part of the address after the page's name: `#/play/12?x=1` gives `['12']` and
 * `x=1`.
 * @typedef {{path: string[], query: URLSearchParams}} Route
 * @typedef {(host: HTMLElement, route: Route) => (() => void)} Mount
 */

export {}

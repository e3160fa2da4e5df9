/** The game. */

import { Annotations } from './annotations.js'
import { colorArgument, isGiven, pointArgument, textArgument } from './arguments.js'
import { pointOf, type Color, type Square } from './board.js'
import { removal, withFields } from './board-edit.js'
import { describe } from './describe.js'
import { createError, moveError } from './errors.js'
import { checkFen, hasOpenDeploy, type CheckFenOptions, type ValidationResult } from './fen.js'
import { DEFAULT_POSITION, EMPTY_POSITION, MAX_FEN_LENGTH, STATUS } from './generated.js'
import { Headers } from './headers.js'
import { History } from './history.js'
import { moveRequest, playRequest } from './move-argument.js'
import { moveFilter } from './move-lists.js'
import { copyOfListed, type InternalMove, type MoveResult } from './moves.js'
import { canCommit, commitTurn } from './open-turn.js'
import {
  gameOptions, ruleBits, withLegality, type GameJson, type GameOptions, type GameStateMetadata, type MoveObject, type MoveOptions,
  type MovesOptions, type RuleBits,
} from './options.js'
import { readGame, writeGame, type PgnOptions } from './pgn.js'
import { copyOfMember, copyOfPiece, symbolOf, textFromPiece, type Piece, type PieceSymbol } from './pieces.js'
import {
  attackersOf, copyOfAirDefense, destinationsOf, influenceOf, rowsOf, type AirDefense, type AirDefenseInfluence,
  type Attacker, type BoardCell, type Destination, type DestinationKey,
} from './queries.js'
import { askRules, CallError, type Rules } from './rules.js'
import { MoveSession, stateOf, updateSession, type CommitResult, type DeployStateView } from './session.js'

/**
 * A game of Cờ Tư Lệnh: position, history, headers and comments.
 *
 * ```ts
 * const game = new CoTuLenh()
 * game.moves().length // 116
 * game.move('Ic6')
 * game.turn() // 'b'
 * game.undo()
 * ```
 *
 * The position is kept as a FEN, so a game is an ordinary JavaScript object that needs no disposal.
 */
export class CoTuLenh {
  /** Positions and turns; undefined after `free()`. */
  #history: History | undefined
  #annotations = new Annotations()
  readonly #headers = new Headers()
  #session: MoveSession | undefined

  /**
   * Starts from a FEN, by default the start position; throws a CotulenhError if the FEN is invalid.
   */
  constructor(fen: string = DEFAULT_POSITION, options?: GameOptions | null) {
    const rules = ruleBits(options)
    this.#history = new History(loadedFen(fen, rules), rules)
    this.#headers.setPosition(this.#history.start)
  }

  /** Checks a FEN and returns all its faults. */
  static checkFen(fen: string, options?: CheckFenOptions | null): ValidationResult {
    return checkFen(fen, options)
  }

  // ---- position ----

  /**
   * Starts again from a FEN. Headers other than `SetUp` and `FEN` are removed unless
   * `preserveHeaders` is set. The FEN is always validated: `skipValidation` is accepted for
   * compatibility and has no effect.
   */
  load(fen: string, options?: { skipValidation?: boolean; preserveHeaders?: boolean } | null): void {
    const rules = this.#game().options
    const history = new History(loadedFen(fen, rules), rules)
    this.#restart(history, new Annotations())
    if (!options?.preserveHeaders) this.#headers.replace([])
    this.#headers.setPosition(history.start)
  }

  #restart(history: History, annotations: Annotations): void {
    this.#history = history
    this.#annotations = annotations
    this.#session = undefined
  }

  /** Empties the board, and removes headers as {@link CoTuLenh.load} does. */
  clear(options?: { preserveHeaders?: boolean } | null): void {
    this.load(EMPTY_POSITION, options)
    this.#headers.removePosition()
  }

  /**
   * The FEN. An open deploy is appended to the FEN of the position where it began; without
   * `includeDeployState`, it is the FEN of the board as it stands. After a move without a commit, it
   * has the new board with the old side to move.
   */
  fen(includeDeployState = true): string {
    const { fen, options } = this.#game()
    if (includeDeployState || !hasOpenDeploy(fen)) return fen
    return askRules((rules) => rules.bare_fen(fen, options))
  }

  /** The rule options of the game. */
  getOptions(): Required<GameOptions> {
    return gameOptions(this.#game().options)
  }

  /**
   * The unit on a point. With a role, the unit if that role is on top, or the carried piece of that
   * role.
   */
  get(square: Square | number, type?: PieceSymbol): Piece | undefined {
    const unit = (this.#history ?? this.#game()).facts.unitsByKey.get(square)
    if (unit === undefined) return undefined
    return type === undefined ? copyOfPiece(unit) : copyOfMember(unit, type)
  }

  /**
   * Puts a piece or stack on a point. It replaces the unit there or, with `allowCombine`, joins it.
   * Throws a CotulenhError if it cannot stand there, cannot join, or is a second Commander. The
   * history stays: `undo()` returns to the positions that were played, not to those that were
   * edited.
   */
  put(piece: Piece, square: Square | number, allowCombine = false): boolean {
    const point = pointArgument(square)
    const text = textFromPiece(piece)
    const join = Boolean(allowCombine)
    this.#edit((rules, fen, options) => rules.put(fen, options, point, text, join), { piece, square })
    return true
  }

  /**
   * Removes the unit on a point and returns it; with `piece`, removes only that piece of the stack,
   * and throws an Error if it is not there.
   */
  remove(square: Square | number, piece?: Piece | PieceSymbol): Piece | undefined {
    const point = pointOf(square)
    const { removed, letters } = removal(this.get(square), square, piece)
    if (point === undefined || removed === undefined) return undefined
    this.#edit((rules, fen, options) => rules.remove(fen, options, point, letters), { square })
    return removed
  }

  /** Whether the unit on a point, or its piece with the given role, is heroic. */
  getHeroicStatus(square: Square | number, type?: PieceSymbol): boolean {
    return this.get(square, type)?.heroic === true
  }

  /**
   * Sets or clears the heroic flag of a piece, by default of the top. Returns whether it could: false
   * if there is no such piece, and while a session is open.
   */
  setHeroicStatus(square: Square | number, type: PieceSymbol | undefined, heroic: boolean): boolean {
    const point = pointOf(square)
    const letter = point === undefined ? undefined : this.get(point, type ?? undefined)?.type
    if (point === undefined || letter === undefined || this.#game().isOpen) return false
    this.#edit((rules, fen, options) => rules.set_heroic(fen, options, point, letter, Boolean(heroic)))
    return true
  }

  /** The board row by row, from rank 12: carriers and single pieces, null for empty points. */
  board(): (BoardCell | null)[][] {
    return rowsOf(this.#game().facts.units)
  }

  /** The side to move. */
  turn(): Color {
    return this.#game().facts.fields.turn
  }

  /** The number of the current move. It increases after Blue's turn. */
  moveNumber(): number {
    return this.#game().facts.fields.moveNumber
  }

  /** Turns since the last capture. */
  halfMoves(): number {
    return this.#game().facts.fields.halfMoves
  }

  /** Side to move, clocks and FEN. */
  getMetadata(): GameStateMetadata {
    return { ...this.#game().facts.fields, fen: this.fen() }
  }

  /**
   * Changes side to move and clocks; `fen` only sets the headers `SetUp` and `FEN`. The history
   * stays. Throws while a session is open, unless nothing changes.
   */
  setMetadata(metadata: Partial<GameStateMetadata>): void {
    const { fen: present, options } = this.#game()
    const start = isGiven(metadata.fen) ? textArgument(metadata.fen, 'A FEN', MAX_FEN_LENGTH) : undefined
    const wanted = withFields(present, metadata)
    if (wanted !== present) this.#edit((rules) => rules.load(wanted, options), metadata)
    if (start !== undefined) this.#headers.setPosition(start)
  }

  /** The board as text, with terrain. It is also printed to the console. */
  printBoard(): string {
    const { fen, options } = this.#game()
    const picture = askRules((rules) => rules.picture(fen, options))
    console.log(picture)
    return picture
  }

  /** The history; throws after `free()`. */
  #game(): History {
    if (this.#history === undefined) throw createError('UNKNOWN_ERROR', 'This game has been freed')
    return this.#history
  }

  /** Changes the position by hand. */
  #edit(change: (rules: Rules, fen: string, options: RuleBits) => string, metadata?: object): void {
    const history = this.#game()
    const { fen, options } = history
    if (history.isOpen) {
      const message = 'The position cannot be changed while a session is open: commit or cancel it first'
      throw createError('SESSION_INVALID_OPERATION', message)
    }
    const changed = askRules((rules) => change(rules, fen, options), { ...metadata })
    // Before the first move, annotations stay with the position that is being set up.
    if (history.length === 0) this.#annotations.rename(fen, changed)
    history.replace(changed)
  }

  // ---- moves ----

  /** The legal moves in a fixed order: as SANs or, if verbose, as results. */
  moves(options?: (MovesOptions & { verbose?: false }) | null): string[]
  moves(options: MovesOptions & { verbose: true }): MoveResult[]
  moves(options?: MovesOptions | null): string[] | MoveResult[]
  moves(options?: MovesOptions | null): string[] | MoveResult[] {
    const filter = moveFilter(options ?? {})
    const isVerbose = Boolean(options?.verbose)
    const { lists } = this.#game().facts
    if (filter === undefined) return []
    return isVerbose ? lists.results(filter).map(copyOfListed) : lists.sans(filter).slice()
  }

  /**
   * Destinations for board widgets: `d5.tank` → the destinations of the Tank on d5, on top of its
   * stack or leaving it.
   */
  dests(): Map<DestinationKey, Destination[]> {
    return destinationsOf(this.#game().facts.lists.results({ from: undefined, type: undefined, legal: true }))
  }

  /**
   * Plays a move: a text (SAN, LAN, a whole deploy turn, or `c5c6`), its points, a move of a
   * session, or a listed or played result. Throws a {@link MoveError} if it is invalid, illegal or
   * ambiguous; then nothing changes. With `autoCommit: false`, the turn waits for {@link CoTuLenh.commitSession},
   * and so does a move that leaves the own Commander in danger (`legal: false`).
   */
  move(move: string | MoveObject | InternalMove | MoveResult, options?: MoveOptions | null): MoveResult {
    this.#game()
    const { strict = false, autoCommit = true, legal = true } = options ?? {}
    const request = moveRequest(move, Boolean(strict))
    // Reading the caller's object may have run the caller's code, so the position is read
    // afterwards.
    const { fen, options: rules, isPending } = this.#game()
    if (isPending) {
      throw moveError('UNCOMMITTED_MOVE', `A move waits for its commit, so none can be played: ${describe(move)}`)
    }
    const bits = withLegality(rules, Boolean(legal))
    return this.#advance(playRequest(request, fen, bits, Boolean(autoCommit)), bits)
  }

  /** Records what the rules have played by these options. */
  #advance(answer: string, options: RuleBits): MoveResult {
    const { result, open } = this.#game().advance(answer, options)
    if (this.#session !== undefined && open !== undefined) updateSession(this.#session, open)
    if (result.completed) this.#session = undefined
    return result
  }

  /** Takes back the last step of an open session, else the last turn, if there is one. */
  undo(): void {
    const history = this.#game()
    history.undo()
    const turn = history.openTurn
    if (turn === undefined) this.#session = undefined
    else if (this.#session !== undefined) updateSession(this.#session, turn)
  }

  /** The completed turns: as SANs or, if verbose, as results. */
  history(options?: { verbose?: false } | null): string[]
  history(options: { verbose: true }): MoveResult[]
  history(options?: { verbose?: boolean } | null): string[] | MoveResult[]
  history(options?: { verbose?: boolean } | null): string[] | MoveResult[] {
    const history = this.#game()
    return options?.verbose ? history.results() : history.facts.sans.slice()
  }

  // ---- sessions ----

  /** The open session: a deploy, or a move that waits for its commit; null if there is none. */
  getSession(): MoveSession | null {
    const { openTurn, options } = this.#game()
    if (openTurn === undefined) return null
    this.#session ??= new MoveSession(this, options, openTurn)
    return this.#session
  }

  /**
   * Takes back the open session and, if a session is given, opens that one as it was last. It must
   * have begun in the present position. A session of another game becomes a new session of this
   * one.
   */
  setSession(session: MoveSession | null): void {
    const history = this.#game()
    if (!isGiven(session)) {
      this.cancelSession()
      return
    }
    if (!(session instanceof MoveSession) || session.startFEN !== history.turnStart) {
      throw createError('SESSION_INVALID_OPERATION', 'This session did not begin in the present position')
    }
    const state = stateOf(session)
    history.reopen(state)
    this.#session = state.game === this ? session : undefined
  }

  /** The open deploy for display, or null. */
  getDeployState(): DeployStateView | null {
    return this.getSession()?.getDeployView() ?? null
  }

  /** Ends the turn of the open session. The remaining pieces of a deploy stay. Never throws. */
  commitSession(): CommitResult {
    try {
      const { openTurn, options } = this.#game()
      if (openTurn === undefined) return { success: false, reason: 'No session is open' }
      return { success: true, result: this.#advance(commitTurn(openTurn, options), options) }
    } catch (error) {
      const hasMessage = error instanceof Error || error instanceof CallError
      return { success: false, reason: hasMessage ? error.message : String(error) }
    }
  }

  /** Takes back the whole open session, if there is one. */
  cancelSession(): void {
    this.#game().cancelTurn()
    this.#session = undefined
  }

  /** Whether the open session can be committed. */
  canCommitSession(): boolean {
    const { openTurn, options } = this.#game()
    return openTurn !== undefined && canCommit(openTurn, options)
  }

  // ---- status ----

  /** Whether the Commander of the side to move is attacked or missing. */
  isCheck(): boolean {
    return this.#game().facts.holds(STATUS.CHECK)
  }

  /** Whether the side to move is in check and cannot complete a turn. False while a session is open. */
  isCheckmate(): boolean {
    return this.#game().facts.holds(STATUS.CHECKMATE)
  }

  /**
   * Whether the side to move is not in check and cannot complete a turn. False while a session is
   * open.
   */
  isStalemate(): boolean {
    return this.#game().facts.holds(STATUS.STALEMATE)
  }

  /**
   * Whether the position is drawn: by stalemate, the fifty-move rule or threefold repetition. False
   * while a session is open.
   */
  isDraw(): boolean {
    return this.#game().facts.holds(STATUS.DRAW)
  }

  /** Whether a hundred turns have passed without a capture by moving. */
  isDrawByFiftyMoves(): boolean {
    return this.#game().facts.holds(STATUS.FIFTY_MOVES)
  }

  /**
   * Whether this placement with this side to move has occurred three times. False while a session
   * is open.
   */
  isThreefoldRepetition(): boolean {
    return this.#game().facts.holds(STATUS.THREEFOLD)
  }

  /** Whether a Commander is missing. */
  isCommanderCaptured(): boolean {
    return this.#game().facts.holds(STATUS.COMMANDER_CAPTURED)
  }

  /** Whether the game is over. False while a session is open. */
  isGameOver(): boolean {
    return this.#game().facts.holds(STATUS.OVER)
  }

  /** Whether the Commander of a side is attacked, exposed to the other Commander, or missing. */
  isCommanderInDanger(color: Color): boolean {
    return this.#game().facts.holds(colorArgument(color) === 'b' ? STATUS.BLUE_IN_DANGER : STATUS.RED_IN_DANGER)
  }

  /** The number of the point of a side's Commander, carried or not; −1 if it is missing. */
  getCommanderSquare(color: Color): number {
    return this.#game().facts.commanderSquare(colorArgument(color))
  }

  /**
   * The pieces of a color that attack a point. `assumeTargetType` is the role to assume on the
   * point, which matters for a Navy.
   */
  getAttackers(
    square: number | Square,
    color: Color,
    assumeTargetType?: PieceSymbol,
  ): Attacker[] {
    const { fen, options } = this.#game()
    const point = pointOf(square)
    if (point === undefined) return []
    const target = symbolOf(assumeTargetType)
    if (isGiven(assumeTargetType) && target === undefined) {
      throw new TypeError(`Unknown role ${describe(assumeTargetType)}: expected the letter of a role`)
    }
    return attackersOf(fen, options, point, colorArgument(color), target)
  }

  /** The points that each side's air defense covers, with their defenders. */
  getAirDefense(): AirDefense {
    return copyOfAirDefense(this.#game().facts.airDefense)
  }

  /** The same as {@link CoTuLenh.getAirDefense}, with the names of the points. */
  getAirDefenseInfluence(): AirDefenseInfluence {
    return influenceOf(this.#game().facts.airDefense)
  }

  // ---- PGN, headers, comments ----

  /** The game as PGN. `clocks` are written after the turns, one each. */
  pgn(options?: PgnOptions | null): string {
    const history = this.#game()
    const { fen, options: bits, repetitions, isOpen } = history
    const result = isOpen ? '*' : askRules((rules) => rules.result(fen, bits, repetitions))
    return writeGame({ history, annotations: this.#annotations, headers: this.#headers, result }, options ?? {})
  }

  /**
   * Loads the first game of a PGN and returns true. Unless `strict`, words that are not moves are
   * skipped. Throws a CotulenhError that names the line if it cannot be read; then nothing changes.
   * The options of this game hold unless a header `LastGuardPromotion` says otherwise.
   */
  loadPgn(pgn: string, options?: { strict?: boolean } | null): boolean {
    const game = readGame(pgn, Boolean(options?.strict), this.#game().options)
    const history = new History(loadedFen(game.start, game.options), game.options)
    history.replay(game.turns, game.open)
    this.#restart(history, new Annotations(game.notes))
    this.#headers.replace(game.headers)
    this.#headers.setPosition(history.start)
    return true
  }

  /**
   * Sets a header and returns all. A name consists of letters, digits and underscores; a value is
   * one line. Without a value, a header of the roster returns to its default, another is unset.
   */
  setHeader(name: string, value: string | undefined): Record<string, string> {
    this.#game()
    this.#headers.set(name, value)
    return this.getHeaders()
  }

  /** All headers that have been set. */
  getHeaders(): Record<string, string> {
    this.#game()
    return this.#headers.all()
  }

  /**
   * Removes a header, or returns one of the roster to its default. Returns whether it was set.
   */
  removeHeader(name: string): boolean {
    this.#game()
    return this.#headers.remove(name)
  }

  /** The comment on the present position. */
  getComment(): string | undefined {
    return this.#annotations.comments.get(this.#game().fen)
  }

  /**
   * Sets the comment on the present position. In a PGN it is one line, and braces become brackets.
   */
  setComment(comment: string): void {
    const { fen } = this.#game()
    if (typeof comment !== 'string') throw new TypeError(`A comment must be a string, not ${typeof comment}`)
    this.#annotations.comments.set(fen, comment)
  }

  /** Removes the comment on the present position and returns it. */
  removeComment(): string | undefined {
    const comment = this.getComment()
    this.#annotations.comments.delete(this.#game().fen)
    return comment
  }

  // ---- repetitions, disposal, fields of cotulenh-core ----

  /**
   * Counts an occurrence of a position for threefold repetition. Playing and taking back count by
   * themselves.
   */
  incrementPositionCount(fen: string): void {
    this.#game().count(textArgument(fen, 'A FEN', MAX_FEN_LENGTH), 1)
  }

  /** Takes back an occurrence of a position. */
  decrementPositionCount(fen: string): void {
    this.#game().count(textArgument(fen, 'A FEN', MAX_FEN_LENGTH), -1)
  }

  /**
   * The game as plain data, for `JSON.stringify` and `structuredClone(game.toJSON())`.
   * `structuredClone` of the game itself gives an empty object: it sees no private state. To restore
   * a game with its comments, use {@link CoTuLenh.pgn} and {@link CoTuLenh.loadPgn}.
   */
  toJSON(): GameJson {
    const history = this.#game()
    return {
      fen: history.fen,
      start: history.start,
      turns: history.turns().map(({ lan }) => lan),
      headers: this.#headers.all(),
      options: gameOptions(history.options),
    }
  }

  /**
   * Makes the game unusable: later calls throw. Not needed: a dropped game is collected like any
   * object.
   */
  free(): void {
    this.#history = undefined
    this.#annotations = new Annotations()
    this.#headers.replace([])
    this.#session = undefined
  }

  /** The side to move; writable. Private by name, but test suites use it. */
  get _turn(): Color {
    return this.turn()
  }
  set _turn(turn: Color) {
    this.setMetadata({ turn })
  }

  /** The half-move clock; writable. Private by name, but test suites use it. */
  get _halfMoves(): number {
    return this.halfMoves()
  }
  set _halfMoves(halfMoves: number) {
    this.setMetadata({ halfMoves })
  }

  /** The move number; writable. Private by name, but test suites use it. */
  get _moveNumber(): number {
    return this.moveNumber()
  }
  set _moveNumber(moveNumber: number) {
    this.setMetadata({ moveNumber })
  }

  /** The headers; writable. Private by name, but test suites use it. */
  get _header(): Record<string, string> {
    return this.getHeaders()
  }
  set _header(headers: Record<string, string>) {
    this.#game()
    this.#headers.replace(Object.entries(headers))
  }

  /** The completed turns. */
  get _history(): MoveResult[] {
    return this.history({ verbose: true })
  }

  /** The numbers of the Commanders' points, −1 for a missing one. */
  get _commanders(): Record<Color, number> {
    return { r: this.getCommanderSquare('r'), b: this.getCommanderSquare('b') }
  }
}

/** Validates a caller's FEN and returns it in its canonical form. */
function loadedFen(fen: string, options: RuleBits): string {
  const text = textArgument(fen, 'A FEN', MAX_FEN_LENGTH)
  return askRules((rules) => rules.load(text, options), { fen: text })
}

/** The members that cotulenh-core's class has too, for code that accepts either. */
export type CoTuLenhInterface = Omit<CoTuLenh, 'dests' | 'free' | 'toJSON'>

/** The game. */

import { Annotations } from './annotations.js'
import { colorArgument, fieldArgument, isGiven, pointArgument, textArgument } from './arguments.js'
import { nameOf, pointOf, type Color, type Square } from './board.js'
import { removal } from './board-edit.js'
import { describe } from './describe.js'
import { createError } from './errors.js'
import { fieldsOf, hasOpenDeploy, validateFenString, type CheckFenOptions, type ValidationResult } from './fen.js'
import { COMMANDER, DEFAULT_POSITION, EMPTY_POSITION, MAX_FEN_LENGTH, STATUS } from './generated.js'
import { History } from './history.js'
import { moveRequest, playRequest } from './move-argument.js'
import { listedMoves, type InternalMove, type MoveResult } from './moves.js'
import {
  gameOptions, ruleBits, withLegality, type GameOptions, type GameStateMetadata, type MoveObject, type MoveOptions,
  type MovesOptions, type RuleBits,
} from './options.js'
import { readGame, writeGame, type Headers, type PgnOptions } from './pgn.js'
import {
  flattenPiece, pieceFromText, symbolOf, textFromPiece, type Piece, type PieceSymbol, type Role,
} from './pieces.js'
import { PositionFacts } from './position-facts.js'
import {
  airDefenseOf, attackersOf, destinationsOf, influenceOf, rowsOf, type AirDefense, type AirDefenseInfluence,
  type Attacker, type BoardCell, type Destination,
} from './queries.js'
import { askRules, CallError, tryRules, type Rules } from './rules.js'
import { DeploySession, stateOf, updateSession, type CommitResult, type DeployStateView } from './session.js'

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
  #headers: Headers = new Map()
  #session: DeploySession | undefined
  #knownFacts: PositionFacts | undefined

  /**
   * Starts from a FEN, by default the start position; throws a CotulenhError if the FEN is invalid.
   */
  constructor(fen: string = DEFAULT_POSITION, options?: GameOptions | null) {
    const rules = ruleBits(options)
    this.#history = new History(loadedFen(fen, rules), rules)
  }

  /** Checks a FEN and returns all its faults. */
  static checkFen(fen: string, options?: CheckFenOptions | null): ValidationResult {
    return validateFenString(fen, options)
  }

  // ---- position ----

  /**
   * Starts again from a FEN. The FEN is always validated: `skipValidation` is accepted for
   * compatibility and has no effect.
   */
  load(fen: string, options?: { skipValidation?: boolean; preserveHeaders?: boolean } | null): void {
    const rules = this.#game().options
    this.#restart(new History(loadedFen(fen, rules), rules), new Annotations())
    if (!options?.preserveHeaders) this.#headers = new Map()
  }

  #restart(history: History, annotations: Annotations): void {
    this.#history = history
    this.#annotations = annotations
    this.#session = undefined
  }

  /** Empties the board. */
  clear(options?: { preserveHeaders?: boolean } | null): void {
    this.load(EMPTY_POSITION, options)
  }

  /**
   * The FEN. An open deploy is appended to the FEN of the position where it began; without
   * `includeDeployState`, it is the FEN of the board as it stands.
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

  /** The unit on a point, or its piece with the given role. */
  get(square: Square | number, type?: PieceSymbol): Piece | undefined {
    const facts = this.#facts()
    const point = pointOf(square)
    const text = point === undefined ? undefined : facts.units.get(point)
    if (text === undefined) return undefined
    const piece = pieceFromText(text)
    return type === undefined ? piece : flattenPiece(piece).find((member) => member.type === type)
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

  /** Sets or clears the heroic flag of a piece; throws a CotulenhError if it is not there. */
  setHeroicStatus(square: Square | number, type: PieceSymbol, heroic: boolean): void {
    const point = pointArgument(square)
    if (this.get(point, type) === undefined) {
      throw createError('MOVE_PIECE_NOT_FOUND', `No ${describe(type)} on ${nameOf(point)}`, { square, type })
    }
    this.#edit((rules, fen, options) => rules.set_heroic(fen, options, point, type, Boolean(heroic)))
  }

  /** The board row by row, from rank 12: carriers and single pieces, null for empty points. */
  board(): (BoardCell | null)[][] {
    return rowsOf(this.#facts().units)
  }

  /** The side to move. */
  turn(): Color {
    return fieldsOf(this.#game().fen).turn
  }

  /** The number of the current move. It increases after Blue's turn. */
  moveNumber(): number {
    return fieldsOf(this.#game().fen).moveNumber
  }

  /** Turns since the last capture. */
  halfMoves(): number {
    return fieldsOf(this.#game().fen).halfMoves
  }

  /** Side to move, clocks and FEN. */
  getMetadata(): GameStateMetadata {
    return { ...fieldsOf(this.#game().fen), fen: this.fen() }
  }

  /**
   * Changes side to move and clocks; with `fen`, the position first. The history stays. Throws
   * while a deploy is open, unless nothing changes.
   */
  setMetadata(metadata: Partial<GameStateMetadata>): void {
    const { fen, turn, halfMoves, moveNumber } = metadata
    const { fen: present, options } = this.#game()
    const fields = (fen === undefined ? present : loadedFen(fen, options, false)).split(' ')
    if (turn !== undefined) fields[1] = fieldArgument(turn)
    if (halfMoves !== undefined) fields[4] = fieldArgument(halfMoves)
    if (moveNumber !== undefined) fields[5] = fieldArgument(moveNumber)
    const wanted = fields.join(' ')
    if (wanted !== present) this.#edit((rules) => rules.load(wanted, options), metadata)
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

  /** Facts about the present position. */
  #facts(): PositionFacts {
    const history = this.#game()
    if (!this.#knownFacts?.isAbout(history)) this.#knownFacts = new PositionFacts(history)
    return this.#knownFacts as PositionFacts
  }

  /** Changes the position by hand. */
  #edit(change: (rules: Rules, fen: string, options: RuleBits) => string, metadata?: object): void {
    const history = this.#game()
    const { fen, options } = history
    if (hasOpenDeploy(fen)) {
      const message = 'The position cannot be changed while a deploy is open: commit or cancel it first'
      throw createError('SESSION_INVALID_OPERATION', message)
    }
    const changed = askRules((rules) => change(rules, fen, options), { ...metadata })
    // Before the first move, annotations stay with the position that is being set up.
    if (history.turns.length === 0) this.#annotations.rename(fen, changed)
    history.replace(changed)
  }

  // ---- moves ----

  /** The legal moves in a fixed order: as SANs or, if verbose, as results. */
  moves(options?: (MovesOptions & { verbose?: false }) | null): string[]
  moves(options: MovesOptions & { verbose: true }): MoveResult[]
  moves(options?: MovesOptions | null): string[] | MoveResult[]
  moves(options?: MovesOptions | null): string[] | MoveResult[] {
    const { verbose = false, square, pieceType, legal = true } = options ?? {}
    const { fen, options: rules } = this.#game()
    const from = pointOf(square)
    const type = symbolOf(pieceType)
    // No move matches an invalid point or role.
    if ((isGiven(square) && from === undefined) || (isGiven(pieceType) && type === undefined)) return []
    const bits = withLegality(rules, Boolean(legal))
    const text = askRules((rules) => rules.moves(fen, bits, from, type, Boolean(verbose)))
    if (verbose) return listedMoves(text, fieldsOf(fen).turn, fen)
    return text === '' ? [] : text.split(' ')
  }

  /**
   * Destinations for board widgets: `d5.tank` → the destinations of the Tank on d5, on top of its
   * stack or leaving it.
   */
  dests(): Map<`${Square}.${Role}`, Destination[]> {
    return destinationsOf(this.moves({ verbose: true }))
  }

  /**
   * Plays a move: a text (SAN, LAN, a whole deploy turn, or `c5c6`), its points, a move of a
   * session, or a listed or played result. Throws an Error if it is invalid, illegal or ambiguous;
   * then nothing changes.
   */
  move(move: string | MoveObject | InternalMove | MoveResult, options?: MoveOptions | null): MoveResult {
    this.#game()
    const { strict = false, autoCommit = true, legal = true } = options ?? {}
    const request = moveRequest(move, Boolean(strict))
    // Reading the caller's object may have run the caller's code, so the position is read
    // afterwards.
    const { fen, options: rules } = this.#game()
    return this.#advance(playRequest(request, fen, withLegality(rules, Boolean(legal)), Boolean(autoCommit)))
  }

  /** Records what the rules have played. */
  #advance(answer: string): MoveResult {
    const { result, deploy } = this.#game().advance(answer)
    if (this.#session !== undefined && deploy !== undefined) updateSession(this.#session, deploy)
    if (result.completed) this.#session = undefined
    return result
  }

  /**
   * Takes back the last step of an open deploy, else the last turn, and returns it; null at the
   * beginning.
   */
  undo(): MoveResult | null {
    const history = this.#game()
    const undone = history.undo()
    if (history.stages.length === 0) this.#session = undefined
    if (this.#session !== undefined) updateSession(this.#session, history)
    return undone
  }

  /** The completed turns: as SANs or, if verbose, as results. */
  history(options?: { verbose?: false } | null): string[]
  history(options: { verbose: true }): MoveResult[]
  history(options?: { verbose?: boolean } | null): string[] | MoveResult[]
  history(options?: { verbose?: boolean } | null): string[] | MoveResult[] {
    const history = this.#game()
    return options?.verbose ? history.results() : history.turns.map(({ san }) => san)
  }

  // ---- deploys ----

  /** The open deploy, or null. */
  getSession(): DeploySession | null {
    const history = this.#game()
    if (history.stages.length === 0) return null
    this.#session ??= new DeploySession(this, history.options, fieldsOf(history.fen).turn, history)
    return this.#session
  }

  /**
   * Takes back the open deploy and, if a session is given, opens that one as it was last. It must
   * have begun in the present position. A session of another game becomes a new session of this
   * one.
   */
  setSession(session: DeploySession | null): void {
    const history = this.#game()
    if (!isGiven(session)) {
      this.cancelSession()
      return
    }
    if (!(session instanceof DeploySession) || session.startFEN !== history.turnStart) {
      throw createError('SESSION_INVALID_OPERATION', 'This deploy did not begin in the present position')
    }
    const state = stateOf(session)
    history.openDeploy(state)
    this.#session = state.game === this ? session : undefined
  }

  /** The open deploy for display, or null. */
  getDeployState(): DeployStateView | null {
    return this.getSession()?.getDeployView() ?? null
  }

  /** Ends the turn of the open deploy. The remaining pieces stay. Never throws. */
  commitSession(): CommitResult {
    try {
      const { fen, options, stages } = this.#game()
      if (stages.length === 0) return { success: false, reason: 'No deploy is open' }
      return { success: true, result: this.#advance(tryRules((rules) => rules.commit(fen, options))) }
    } catch (error) {
      const hasMessage = error instanceof Error || error instanceof CallError
      return { success: false, reason: hasMessage ? error.message : String(error) }
    }
  }

  /** Takes back the whole open deploy, if there is one. */
  cancelSession(): void {
    this.#game().cancelDeploy()
    this.#session = undefined
  }

  /** Whether the open deploy can be committed. */
  canCommitSession(): boolean {
    return this.#facts().holds(STATUS.CAN_COMMIT)
  }

  // ---- status ----

  /** Whether the Commander of the side to move is attacked or missing. */
  isCheck(): boolean {
    return this.#facts().holds(STATUS.CHECK)
  }

  /** Whether the side to move is in check and cannot complete a turn. */
  isCheckmate(): boolean {
    return this.#facts().holds(STATUS.CHECKMATE)
  }

  /** Whether the side to move is not in check and cannot complete a turn. */
  isStalemate(): boolean {
    return this.#facts().holds(STATUS.STALEMATE)
  }

  /** Whether the position is drawn: by stalemate, the fifty-move rule or threefold repetition. */
  isDraw(): boolean {
    return this.#facts().holds(STATUS.DRAW)
  }

  /** Whether a hundred turns have passed without a capture by moving. */
  isDrawByFiftyMoves(): boolean {
    return this.#facts().holds(STATUS.FIFTY_MOVES)
  }

  /**
   * Whether this placement with this side to move has occurred three times. False while a deploy is
   * open.
   */
  isThreefoldRepetition(): boolean {
    return this.#facts().holds(STATUS.THREEFOLD)
  }

  /** Whether a Commander is missing. */
  isCommanderCaptured(): boolean {
    return this.#facts().holds(STATUS.COMMANDER_CAPTURED)
  }

  /** Whether the game is over. False while a deploy is open. */
  isGameOver(): boolean {
    return this.#facts().holds(STATUS.OVER)
  }

  /** Whether the Commander of a side is attacked, exposed to the other Commander, or missing. */
  isCommanderInDanger(color: Color): boolean {
    return this.#facts().holds(colorArgument(color) === 'b' ? STATUS.BLUE_IN_DANGER : STATUS.RED_IN_DANGER)
  }

  /** The number of the point of a side's Commander, carried or not; −1 if it is missing. */
  getCommanderSquare(color: Color): number {
    const letter = colorArgument(color) === 'b' ? COMMANDER : COMMANDER.toUpperCase()
    for (const [point, text] of this.#facts().units) if (text.includes(letter)) return point
    return -1
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
    const { fen, options } = this.#game()
    return airDefenseOf(fen, options)
  }

  /** The same as {@link CoTuLenh.getAirDefense}, with the names of the points. */
  getAirDefenseInfluence(): AirDefenseInfluence {
    return influenceOf(this.getAirDefense())
  }

  // ---- PGN, headers, comments ----

  /** The game as PGN. `clocks` are written after the turns, one each. */
  pgn(options?: PgnOptions | null): string {
    const history = this.#game()
    const { fen, options: bits, repetitions } = history
    const result = askRules((rules) => rules.result(fen, bits, repetitions))
    return writeGame({ history, annotations: this.#annotations, headers: this.#headers, result }, options ?? {})
  }

  /**
   * Loads the first game of a PGN. Throws a CotulenhError that names the line if it cannot be read;
   * then nothing changes. The options of this game hold unless a header `LastGuardPromotion` says
   * otherwise.
   */
  loadPgn(pgn: string, options?: { strict?: boolean } | null): void {
    const game = readGame(pgn, Boolean(options?.strict), this.#game().options)
    const history = new History(loadedFen(game.start, game.options), game.options)
    history.replay(game.turns, game.open)
    this.#restart(history, new Annotations(game.notes))
    this.#headers = new Map(game.headers)
  }

  /**
   * Sets a header and returns all. A name consists of letters, digits and underscores; a value is
   * one line.
   */
  setHeader(name: string, value: string): Record<string, string> {
    this.#game()
    if (typeof name !== 'string' || !/^[A-Za-z0-9_]{1,255}$/.test(name)) {
      throw createError(
        'UNKNOWN_ERROR',
        `Invalid header name ${describe(name)}: expected 1 to 255 letters, digits or underscores`,
      )
    }
    if (typeof value !== 'string') throw new TypeError(`A header value must be a string, not ${typeof value}`)
    this.#headers.set(name, value)
    return this.getHeaders()
  }

  /** All headers that have been set. */
  getHeaders(): Record<string, string> {
    this.#game()
    return Object.fromEntries(this.#headers)
  }

  /** Removes a header; returns whether it was set. */
  removeHeader(name: string): boolean {
    this.#game()
    return this.#headers.delete(name)
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
   * Makes the game unusable: later calls throw. Not needed: a dropped game is collected like any
   * object.
   */
  free(): void {
    this.#history = undefined
    this.#annotations = new Annotations()
    this.#headers.clear()
    this.#session = undefined
    this.#knownFacts = undefined
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

  /** The headers. */
  get _header(): Record<string, string> {
    return this.getHeaders()
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
function loadedFen(fen: string, options: RuleBits, withMetadata = true): string {
  const text = textArgument(fen, 'A FEN', MAX_FEN_LENGTH)
  return askRules((rules) => rules.load(text, options), withMetadata ? { fen: text } : undefined)
}

/** The members that cotulenh-core's class has too, for code that accepts either. */
export type CoTuLenhInterface = Omit<CoTuLenh, 'dests' | 'free'>

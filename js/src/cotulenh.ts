/** The game. */

import { colorArgument, fieldArgument, isGiven, pointArgument } from './arguments.js'
import { DEFAULT_POSITION, describe, nameOf, pointOf, type Color, type Square } from './board.js'
import { createError } from './errors.js'
import {
  fieldsOf, hasOpenDeploy, repetitionKey, validateFenString, type CheckFenOptions, type ValidationResult,
} from './fen.js'
import { isInternalMove, listedMoves, MoveResult, playedTurn, turnSoFar, type InternalMove } from './moves.js'
import type { GameOptions, GameStateMetadata, MoveObject, MoveOptions, MovesOptions } from './options.js'
import { readGame, writeGame, type Headers, type PgnOptions, type RecordedTurn } from './pgn.js'
import {
  flattenPiece, isPiece, pieceFromText, symbolOf, textFromPiece, type Piece, type PieceSymbol, type Role,
} from './pieces.js'
import {
  airDefenseOf, attackersOf, destinationsOf, influenceOf, rowsOf, STATUS, unitsOf, type AirDefense,
  type AirDefenseInfluence, type Attacker, type BoardCell, type Destination,
} from './queries.js'
import { askRules, MAX_FEN_LENGTH, MAX_MOVE_LENGTH, Refusal, statusOf, textArgument, tryRules, type Rules } from './rules.js'
import { DeploySession, followDeploy, stateOf, type CommitResult, type DeployStateView } from './session.js'

const EMPTY_POSITION = `${Array(12).fill('11').join('/')} r - - 0 1`

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
 * The position is kept as a FEN, so a game is an ordinary JavaScript object: drop it, and it is gone.
 */
export class CoTuLenh {
  /** The position now; an open deploy is part of it. */
  #fen: string
  #skipLastGuard: boolean
  /** Where the game began. */
  #start: string
  #turns: RecordedTurn[] = []
  /** The FENs before each action of the open deploy. */
  #stages: string[] = []
  /** FENs inside deploys on which the PGN that was loaded notes something. */
  #readStages: string[] = []
  #session: DeploySession | undefined
  #headers: Headers = new Map()
  /** Comments and clocks belong to positions. */
  #comments = new Map<string, string>()
  #clocks = new Map<string, string>()
  #positionCounts = new Map<string, number>()
  #freed = false
  /** What was asked about the present position before. */
  #known: { fen: string; units?: Map<number, string>; status?: number } = { fen: '' }

  /** Starts from a FEN, the start position if there is none; throws a CotulenhError if it is no position. */
  constructor(fen: string = DEFAULT_POSITION, options?: GameOptions | null) {
    this.#skipLastGuard = Boolean(options?.skipLastGuardPromotion)
    this.#start = this.#fen = ''
    this.#load(fen)
  }

  /** Everything that is wrong with a FEN. */
  static checkFen(fen: string, options?: CheckFenOptions | null): ValidationResult {
    return validateFenString(fen, options)
  }

  // ---- position ----

  /** Starts anew from a FEN, which is always checked: `skipValidation` is understood, but changes nothing. */
  load(fen: string, options?: { skipValidation?: boolean; preserveHeaders?: boolean } | null): void {
    this.#alive()
    this.#load(fen)
    if (!options?.preserveHeaders) this.#headers = new Map()
  }

  #load(fen: string): void {
    const text = textArgument(fen, 'A FEN', MAX_FEN_LENGTH)
    this.#restart(askRules((rules) => rules.load(text, this.#skipLastGuard), { fen: text }))
  }

  #restart(fen: string): void {
    this.#stages = hasOpenDeploy(fen) ? this.#stagesOf(fen) : []
    this.#start = this.#stages[0] ?? fen
    this.#fen = fen
    this.#session = undefined
    this.#readStages = []
    this.#turns = []
    this.#comments = new Map()
    this.#clocks = new Map()
    this.#positionCounts = new Map()
    this.#count(fen, 1)
  }

  /** Takes everything off the board. */
  clear(options?: { preserveHeaders?: boolean } | null): void {
    this.load(EMPTY_POSITION, options)
  }

  /** The FEN. While a deploy is open: where it began and its steps or, without `includeDeployState`, the board as it stands. */
  fen(includeDeployState = true): string {
    const fen = this.#now()
    if (includeDeployState || !hasOpenDeploy(fen)) return fen
    return askRules((rules) => rules.bare_fen(fen, this.#skipLastGuard))
  }

  /** The rules that were chosen. */
  getOptions(): Required<GameOptions> {
    this.#alive()
    return { skipLastGuardPromotion: this.#skipLastGuard }
  }

  /** What stands on a point, with what it carries; or the piece of one role in it. */
  get(square: Square | number, type?: PieceSymbol): Piece | undefined {
    const text = this.#unitOn(square)
    if (text === undefined) return undefined
    const piece = pieceFromText(text)
    return type === undefined ? piece : flattenPiece(piece).find((member) => member.type === type)
  }

  /**
   * Puts a piece or stack on a point: in the place of what stands there or, with `allowCombine`, joining it. Throws a
   * CotulenhError if it cannot stand there, cannot join, or is a second Commander. History stays as it is; what is taken back
   * later is taken back to what was played, not to what was put.
   */
  put(piece: Piece, square: Square | number, allowCombine = false): boolean {
    const point = pointArgument(square)
    const text = textFromPiece(piece)
    const metadata = { piece, square }
    this.#edit((rules, fen) => rules.put(fen, this.#skipLastGuard, point, text, Boolean(allowCombine)), metadata)
    return true
  }

  /**
   * Takes what stands on a point off the board and returns it; with `piece`, only that out of the stack, and throws an
   * Error if it is not there.
   */
  remove(square: Square | number, piece?: Piece | PieceSymbol): Piece | undefined {
    const point = pointOf(square)
    const standing = this.get(square)
    let removed = standing
    let letters = ''
    if (piece !== undefined) {
      const wanted = typeof piece === 'string' ? [{ type: piece }] : flattenPiece(pieceFromText(textFromPiece(piece)))
      const members = standing === undefined ? [] : flattenPiece(standing)
      const found = wanted.map((one) =>
        members.find(({ type, color }) => type === one.type && (!('color' in one) || color === one.color)),
      )
      if (found.some((member) => member === undefined)) {
        throw new Error(`Piece not found at ${describe(square)}: ${describe(piece)}`)
      }
      const [carrier, ...carrying] = found as [Piece, ...Piece[]]
      removed = carrying.length === 0 ? carrier : { ...carrier, carrying }
      letters = wanted.map(({ type }) => type).join('')
    }
    if (point === undefined || removed === undefined) return undefined
    this.#edit((rules, fen) => rules.remove(fen, this.#skipLastGuard, point, letters), { square })
    return removed
  }

  /** Is what stands on a point heroic, or the piece of one role in it? */
  getHeroicStatus(square: Square | number, type?: PieceSymbol): boolean {
    return this.get(square, type)?.heroic === true
  }

  /** Makes a piece heroic, or ordinary again; throws a CotulenhError if it is not there. */
  setHeroicStatus(square: Square | number, type: PieceSymbol, heroic: boolean): void {
    const point = pointArgument(square)
    if (this.get(point, type) === undefined) {
      throw createError('MOVE_PIECE_NOT_FOUND', `No ${describe(type)} on ${nameOf(point)}`, { square, type })
    }
    this.#edit((rules, fen) => rules.set_heroic(fen, this.#skipLastGuard, point, type, Boolean(heroic)))
  }

  /** The board row by row, from rank 12: carriers and lone pieces, null for nothing. */
  board(): (BoardCell | null)[][] {
    return rowsOf(this.#units())
  }

  /** The side to move. */
  turn(): Color {
    return fieldsOf(this.#now()).turn
  }

  /** The number of the current move, counted up after Blue. */
  moveNumber(): number {
    return fieldsOf(this.#now()).moveNumber
  }

  /** Turns since the last capture. */
  halfMoves(): number {
    return fieldsOf(this.#now()).halfMoves
  }

  /** Side to move, clocks and FEN together. */
  getMetadata(): GameStateMetadata {
    return { ...fieldsOf(this.#now()), fen: this.fen() }
  }

  /**
   * Changes side to move and clocks; with `fen`, the position first. History stays. Refused while a deploy is open, unless
   * nothing changes.
   */
  setMetadata(metadata: Partial<GameStateMetadata>): void {
    const { fen, turn, halfMoves, moveNumber } = metadata
    const present = this.#now()
    const skip = this.#skipLastGuard
    const text = fen === undefined ? undefined : textArgument(fen, 'A FEN', MAX_FEN_LENGTH)
    const fields = (text === undefined ? present : askRules((rules) => rules.load(text, skip))).split(' ')
    if (turn !== undefined) fields[1] = fieldArgument(turn)
    if (halfMoves !== undefined) fields[4] = fieldArgument(halfMoves)
    if (moveNumber !== undefined) fields[5] = fieldArgument(moveNumber)
    const wanted = fields.join(' ')
    if (wanted !== present) this.#edit((rules) => rules.load(wanted, skip), metadata)
  }

  /** The board as text, with terrain; also printed to the console. */
  printBoard(): string {
    const picture = askRules((rules) => rules.picture(this.#now(), this.#skipLastGuard))
    console.log(picture)
    return picture
  }

  /** The present FEN; throws if there is none any more. */
  #now(): string {
    this.#alive()
    return this.#fen
  }

  #alive(): void {
    if (this.#freed) throw createError('UNKNOWN_ERROR', 'This game has been freed')
  }

  /** What is known about the present position. */
  #facts(): { fen: string; units?: Map<number, string>; status?: number } {
    const fen = this.#now()
    if (this.#known.fen !== fen) this.#known = { fen }
    return this.#known
  }

  #units(): Map<number, string> {
    const facts = this.#facts()
    facts.units ??= unitsOf(facts.fen, this.#skipLastGuard)
    return facts.units
  }

  #unitOn(square: unknown): string | undefined {
    const point = pointOf(square)
    return point === undefined ? (this.#alive(), undefined) : this.#units().get(point)
  }

  #holds(bit: number): boolean {
    const facts = this.#facts()
    facts.status ??= statusOf(facts.fen, this.#skipLastGuard)
    return (facts.status & bit) !== 0
  }

  /** Changes the position by hand. The new one takes the place of the old one, also in the count of repetitions. */
  #edit(change: (rules: Rules, fen: string) => string, metadata?: object): void {
    const fen = this.#now()
    if (hasOpenDeploy(fen)) {
      const message = 'The position cannot be changed while a deploy is open: commit or cancel it first'
      throw createError('SESSION_INVALID_OPERATION', message)
    }
    const changed = askRules((rules) => change(rules, fen), { ...metadata })
    this.#count(fen, -1)
    // What is noted on a position that is still being set up stays with it.
    for (const notes of this.#turns.length === 0 ? [this.#comments, this.#clocks] : []) {
      const note = notes.get(fen)
      notes.delete(fen)
      if (note !== undefined) notes.set(changed, note)
    }
    this.#stages = hasOpenDeploy(changed) ? this.#stagesOf(changed) : []
    if (this.#turns.length === 0) this.#start = this.#stages[0] ?? changed
    this.#fen = changed
    this.#count(changed, 1)
  }

  // ---- moves ----

  /** The legal moves in their fixed order: as SANs, or as results that have not been played. */
  moves(options?: (MovesOptions & { verbose?: false }) | null): string[]
  moves(options: MovesOptions & { verbose: true }): MoveResult[]
  moves(options?: MovesOptions | null): string[] | MoveResult[]
  moves(options?: MovesOptions | null): string[] | MoveResult[] {
    const { verbose = false, square, pieceType, legal = true } = options ?? {}
    const fen = this.#now()
    const from = pointOf(square)
    const type = symbolOf(pieceType)
    // Nothing moves from a point that is none, and nothing has a role that is none.
    if ((isGiven(square) && from === undefined) || (isGiven(pieceType) && type === undefined)) return []
    const text = askRules((rules) =>
      rules.moves(fen, this.#skipLastGuard, from, type, Boolean(legal), Boolean(verbose)),
    )
    if (text === '') return []
    return verbose ? listedMoves(text, fieldsOf(fen).turn, fen) : text.split(' ')
  }

  /** Destinations for board widgets: `d5.tank` → where the Tank on d5 can go, whether it leads its stack or leaves it. */
  dests(): Map<`${Square}.${Role}`, Destination[]> {
    return destinationsOf(this.moves({ verbose: true }))
  }

  /**
   * Plays a move: a text (SAN, LAN, a whole deploy turn, or `c5c6`), its points, one of a session's moves, or a listed or played
   * result. Throws an Error if it is none, illegal, or could mean several; then nothing has changed.
   */
  move(move: string | MoveObject | InternalMove | MoveResult, options?: MoveOptions | null): MoveResult {
    this.#alive()
    const { strict = false, autoCommit = true, legal = true } = options ?? {}
    const choices = [Boolean(autoCommit), Boolean(legal)] as const
    if (typeof move === 'string' || move instanceof MoveResult) {
      const [given, exactly] = typeof move === 'string' ? [move, Boolean(strict)] : [move.lan, true]
      const text = textArgument(given, 'A move', MAX_MOVE_LENGTH)
      return this.#play(given, 'Invalid or illegal move', (rules, fen, skip) =>
        rules.play_text(fen, skip, text, exactly, ...choices),
      )
    }
    if (typeof move !== 'object' || move === null) throw new Error(`Invalid or illegal move: ${describe(move)}`)
    const from = pointOf(move.from)
    const to = pointOf(move.to)
    if (from === undefined || to === undefined) {
      throw new Error(`Invalid square in move object: ${describe({ from: move.from, to: move.to })}`)
    }
    const refusal = 'No matching legal move found'
    if (isInternalMove(move)) {
      const { color, piece, flags } = move
      // What is no piece, or of another colour than it says, matches nothing.
      const text = isPiece(piece) && (color === undefined || color === piece.color) ? textFromPiece(piece) : ''
      const bits = Number.isInteger(flags) && flags >= 0 && flags < 64 ? flags : 0
      return this.#play(move, refusal, (rules, fen, skip) =>
        rules.play_listed(fen, skip, from, to, text, bits, ...choices),
      )
    }
    const type = symbolOf(move.piece)
    if (isGiven(move.piece) && type === undefined) throw new Error(`${refusal}: ${describe(move)}`)
    const choice = (value: unknown): boolean | undefined => (isGiven(value) ? Boolean(value) : undefined)
    const [deploy, stay] = [choice(move.deploy), choice(move.stay)]
    return this.#play(move, refusal, (rules, fen, skip) =>
      rules.play_squares(fen, skip, from, to, type, deploy, stay, ...choices),
    )
  }

  /** Asks for the position only now: reading a caller's object may have run the caller's code. */
  #play(
    move: unknown,
    refusal: string,
    question: (rules: Rules, fen: string, skipLastGuard: boolean) => string,
  ): MoveResult {
    let answer: string
    try {
      answer = tryRules((rules) => question(rules, this.#now(), this.#skipLastGuard))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const ambiguous = error.code === 'AMBIGUOUS_MOVE'
      const [what, details] = ambiguous ? ['Multiple matching legal moves found', ` (${error.message})`] : [refusal, '']
      throw new Error(`${what}: ${describe(move)}${details}`)
    }
    return this.#advance(answer)
  }

  /** Takes over what the rules have played. */
  #advance(answer: string): MoveResult {
    const before = this.#stages[0] ?? this.#fen
    const { result, open } = playedTurn(answer, before)
    const { after, san, lan } = result
    const stages = this.#stages.length > 0 ? [...this.#stages, this.#fen] : undefined
    if (result.completed) {
      // A turn in one text goes through the positions between its steps, too.
      const inside = open === '' ? [] : [...(stages ?? this.#stagesOf(open)).slice(1), open]
      this.#turns.push({ before, after, san, lan, answer, open, stages: inside })
      this.#stages = []
      this.#count(after, 1)
      // The session tells from now on what it was.
      if (this.#session !== undefined && open !== this.#fen) followDeploy(this.#session, open, stages ?? [])
      this.#session = undefined
    } else {
      this.#stages = stages ?? this.#stagesOf(after)
      if (this.#session !== undefined) followDeploy(this.#session, after, this.#stages)
    }
    this.#fen = after
    return result
  }

  #stagesOf(fen: string): string[] {
    return askRules((rules) => rules.stages(fen, this.#skipLastGuard)).split('\n')
  }

  /** Takes back the last step of an open deploy, else the last turn, and returns what it was; null at the beginning. */
  undo(): MoveResult | null {
    const fen = this.#now()
    const [start, stage] = [this.#stages[0], this.#stages.at(-1)]
    if (start !== undefined && stage !== undefined) {
      const undone = turnSoFar(fen, start, this.#skipLastGuard)
      this.#stages = this.#stages.slice(0, -1)
      this.#fen = stage
      if (this.#stages.length === 0) this.#session = undefined
      if (this.#session !== undefined) followDeploy(this.#session, stage, this.#stages)
      return undone
    }
    const turn = this.#turns.pop()
    if (turn === undefined) return null
    this.#count(fen, -1)
    this.#fen = turn.before
    return playedTurn(turn.answer, turn.before).result
  }

  /** The completed turns: SANs or results. */
  history(options?: { verbose?: false } | null): string[]
  history(options: { verbose: true }): MoveResult[]
  history(options?: { verbose?: boolean } | null): string[] | MoveResult[]
  history(options?: { verbose?: boolean } | null): string[] | MoveResult[] {
    this.#alive()
    if (!options?.verbose) return this.#turns.map(({ san }) => san)
    return this.#turns.map(({ answer, before }) => playedTurn(answer, before).result)
  }

  // ---- deploys ----

  /** The open deploy, or null. */
  getSession(): DeploySession | null {
    const fen = this.#now()
    const [start, ...later] = this.#stages
    if (start === undefined) return null
    this.#session ??= new DeploySession(this, this.#skipLastGuard, fieldsOf(fen).turn, fen, [start, ...later])
    return this.#session
  }

  /**
   * Takes back the open deploy and, if a session is given, opens that one instead, as it was last. It must have begun in the
   * present position. One of another game is taken over as a new session of this one.
   */
  setSession(session: DeploySession | null): void {
    const start = this.#stages[0] ?? this.#now()
    if (!isGiven(session)) {
      this.cancelSession()
      return
    }
    if (!(session instanceof DeploySession) || session.startFEN !== start) {
      throw createError('SESSION_INVALID_OPERATION', 'This deploy did not begin in the present position')
    }
    const { game, fen, stages } = stateOf(session)
    this.#stages = [...stages]
    this.#fen = fen
    this.#session = game === this ? session : undefined
  }

  /** The open deploy, to be shown; null if there is none. */
  getDeployState(): DeployStateView | null {
    return this.getSession()?.getDeployView() ?? null
  }

  /** Ends the turn of the open deploy; what remains stays. Never throws. */
  commitSession(): CommitResult {
    try {
      const fen = this.#now()
      if (this.#stages.length === 0) return { success: false, reason: 'No deploy is open' }
      return { success: true, result: this.#advance(tryRules((rules) => rules.commit(fen, this.#skipLastGuard))) }
    } catch (error) {
      return { success: false, reason: error instanceof Error || error instanceof Refusal ? error.message : String(error) }
    }
  }

  /** Takes back the whole open deploy; without one, nothing happens. */
  cancelSession(): void {
    const fen = this.#now()
    this.#fen = this.#stages[0] ?? fen
    this.#stages = []
    this.#session = undefined
  }

  /** May the open deploy end here? */
  canCommitSession(): boolean {
    return this.#holds(STATUS.CAN_COMMIT)
  }

  // ---- how it stands ----

  /** Is the Commander of the side to move threatened, or gone? */
  isCheck(): boolean {
    return this.#holds(STATUS.CHECK)
  }

  /** Is the side to move in check, and can complete no turn? */
  isCheckmate(): boolean {
    return this.#holds(STATUS.CHECKMATE)
  }

  /** Is the side to move not in check, but can complete no turn? */
  isStalemate(): boolean {
    return this.#holds(STATUS.STALEMATE)
  }

  /** Stalemate, a hundred turns without a capture, or threefold repetition. */
  isDraw(): boolean {
    return this.isDrawByFiftyMoves() || this.isStalemate() || this.isThreefoldRepetition()
  }

  /** Have there been a hundred turns without a capture by moving? */
  isDrawByFiftyMoves(): boolean {
    return this.#holds(STATUS.FIFTY_MOVES)
  }

  /** Has this placement, with this side to move, occurred three times? Never while a deploy is open. */
  isThreefoldRepetition(): boolean {
    const fen = this.#now()
    return !hasOpenDeploy(fen) && (this.#positionCounts.get(repetitionKey(fen)) ?? 0) >= 3
  }

  /** Is a Commander missing? */
  isCommanderCaptured(): boolean {
    return this.#holds(STATUS.COMMANDER_CAPTURED)
  }

  /** Is the game over, in whatever way? Never while a deploy is open. */
  isGameOver(): boolean {
    return this.#holds(STATUS.OVER) || this.isThreefoldRepetition()
  }

  /** Is the Commander of a side threatened, in the other's sight, or gone? */
  isCommanderInDanger(color: Color): boolean {
    return this.#holds(colorArgument(color) === 'b' ? STATUS.BLUE_IN_DANGER : STATUS.RED_IN_DANGER)
  }

  /** The square number of a side's Commander, carried or not; −1 if it is gone. */
  getCommanderSquare(color: Color): number {
    const letter = colorArgument(color) === 'b' ? 'c' : 'C'
    for (const [point, text] of this.#units()) if (text.includes(letter)) return point
    return -1
  }

  /** The pieces of a colour that threaten a point; `assumeTargetType` says what to imagine there, which matters for a Navy. */
  getAttackers(
    square: number | Square,
    color: Color,
    assumeTargetType?: PieceSymbol,
  ): Attacker[] {
    const fen = this.#now()
    const point = pointOf(square)
    if (point === undefined) return []
    const target = symbolOf(assumeTargetType)
    if (isGiven(assumeTargetType) && target === undefined) {
      throw new TypeError(`Not the letter of a role: ${describe(assumeTargetType)}`)
    }
    return attackersOf(fen, this.#skipLastGuard, point, colorArgument(color), target)
  }

  /** The points that each side's air defence covers, with the defenders that do. */
  getAirDefense(): AirDefense {
    return airDefenseOf(this.#now(), this.#skipLastGuard)
  }

  /** The same with the names of the points. */
  getAirDefenseInfluence(): AirDefenseInfluence {
    return influenceOf(this.getAirDefense())
  }

  // ---- games as text ----

  /** The game as PGN. `clocks` are noted after the turns, one each. */
  pgn(options?: PgnOptions | null): string {
    const fen = this.#now()
    return writeGame(
      {
        start: this.#start,
        skipLastGuard: this.#skipLastGuard,
        turns: this.#turns,
        now: fen,
        turnStart: this.#stages[0] ?? fen,
        openStages: [...this.#stages.slice(1), fen],
        readStages: this.#readStages,
        headers: this.#headers,
        comments: this.#comments,
        clocks: this.#clocks,
        outcome: this.#outcome(),
      },
      options ?? {},
    )
  }

  #outcome(): string {
    if (!this.isGameOver()) return '*'
    const loser = this.isCommanderCaptured()
      ? ([this.turn(), 'r', 'b'] as const).find((color) => this.getCommanderSquare(color) < 0)
      : this.isCheckmate() ? this.turn() : undefined
    if (loser === undefined) return '1/2-1/2'
    return loser === 'r' ? '0-1' : '1-0'
  }

  /**
   * Loads the first game of a PGN; throws a CotulenhError that names the line if it cannot be read, and then nothing has
   * changed. Unless a header `LastGuardPromotion` says otherwise, it is played by this game's options.
   */
  loadPgn(pgn: string, options?: { strict?: boolean } | null): void {
    this.#alive()
    const game = readGame(pgn, Boolean(options?.strict), this.#skipLastGuard)
    const read = gameFrom(game.start, { skipLastGuardPromotion: game.skipLastGuard })
    for (const lan of game.turns) read.move(lan, { strict: true })
    const { open } = game
    if (open !== null) {
      read.#fen = askRules((rules) => rules.load(`${read.fen()} ${open}`, game.skipLastGuard))
      read.#stages = read.#stagesOf(read.#fen)
    }
    this.#skipLastGuard = game.skipLastGuard
    this.#start = read.#start
    this.#fen = read.#fen
    this.#turns = read.#turns
    this.#stages = read.#stages
    this.#session = undefined
    this.#headers = new Map(game.headers)
    this.#comments = new Map()
    this.#clocks = new Map()
    this.#readStages = game.notes.map(([fen]) => fen).filter(hasOpenDeploy)
    for (const [fen, comment, clock] of game.notes) {
      if (comment !== null) this.#comments.set(fen, comment)
      if (clock !== null) this.#clocks.set(fen, clock)
    }
    this.#positionCounts = read.#positionCounts
  }

  /** Sets a header and returns all. Names consist of letters, digits and underscores; a value is one line. */
  setHeader(name: string, value: string): Record<string, string> {
    this.#alive()
    if (typeof name !== 'string' || !/^[A-Za-z0-9_]{1,255}$/.test(name)) {
      throw createError('UNKNOWN_ERROR', `Not a header name: ${describe(name)}`)
    }
    if (typeof value !== 'string') throw new TypeError(`A header value must be a string, not ${typeof value}`)
    this.#headers.set(name, value)
    return this.getHeaders()
  }

  /** All headers that have been set. */
  getHeaders(): Record<string, string> {
    this.#alive()
    return Object.fromEntries(this.#headers)
  }

  /** Removes a header; tells whether there was one. */
  removeHeader(name: string): boolean {
    this.#alive()
    return this.#headers.delete(name)
  }

  /** The comment on the present position. */
  getComment(): string | undefined {
    return this.#comments.get(this.#now())
  }

  /** Notes a comment on the present position. In a PGN it is one line, and braces become brackets. */
  setComment(comment: string): void {
    const fen = this.#now()
    if (typeof comment !== 'string') throw new TypeError(`A comment must be a string, not ${typeof comment}`)
    this.#comments.set(fen, comment)
  }

  /** Removes the comment on the present position and returns it. */
  removeComment(): string | undefined {
    const comment = this.getComment()
    this.#comments.delete(this.#now())
    return comment
  }

  // ---- the rest ----

  /** Counts a position once more towards threefold repetition. Playing and taking back does this by itself. */
  incrementPositionCount(fen: string): void {
    this.#alive()
    this.#count(textArgument(fen, 'A FEN', MAX_FEN_LENGTH), 1)
  }

  /** Counts a position once less. */
  decrementPositionCount(fen: string): void {
    this.#alive()
    this.#count(textArgument(fen, 'A FEN', MAX_FEN_LENGTH), -1)
  }

  #count(fen: string, change: 1 | -1): void {
    const key = repetitionKey(fen)
    const count = (this.#positionCounts.get(key) ?? 0) + change
    if (count > 0) this.#positionCounts.set(key, count)
    else this.#positionCounts.delete(key)
  }

  /** Gives the game up: whatever is asked of it later throws. Not needed: a game that is dropped is collected like any object. */
  free(): void {
    this.#freed = true
    this.#turns = []
    this.#stages = []
    this.#session = undefined
    this.#known = { fen: '' }
    for (const map of [this.#headers, this.#comments, this.#clocks, this.#positionCounts]) map.clear()
  }

  /** The side to move; can be set. Private by name, but test suites use it. */
  get _turn(): Color {
    return this.turn()
  }
  set _turn(turn: Color) {
    this.setMetadata({ turn })
  }

  /** The half-move clock; can be set. Private by name, but test suites use it. */
  get _halfMoves(): number {
    return this.halfMoves()
  }
  set _halfMoves(halfMoves: number) {
    this.setMetadata({ halfMoves })
  }

  /** The move number; can be set. Private by name, but test suites use it. */
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

  /** The square numbers of the Commanders, −1 for one that is gone. */
  get _commanders(): Record<Color, number> {
    return { r: this.getCommanderSquare('r'), b: this.getCommanderSquare('b') }
  }
}

/** Outside of the class: bundlers rename a class that names itself. */
function gameFrom(fen: string, options: GameOptions): CoTuLenh {
  return new CoTuLenh(fen, options)
}

/** What cotulenh-core's class offers too, for code that takes either. */
export type CoTuLenhInterface = Omit<CoTuLenh, 'dests' | 'free'>

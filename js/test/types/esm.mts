// The types as users of ES modules see them. `tsc` checks this file; it is never run.

import {
  AIR_FORCE, algebraic, ANTI_AIR, ARTILLERY, BITS, BLUE, bridge, CAPTURE_MASK, COMMANDER, CoTuLenh, CotulenhError, createError,
  DEFAULT_POSITION, Engine, ENGINEER, ErrorCode, file, FLAGS, flattenPiece, getMovementMask, HEADQUARTER, HEAVY_PIECES, INFANTRY,
  INITIAL_BOARD_FEN, isDigit, isSquareOnBoard, LAND_MASK, MILITIA, MISSILE, MoveResult, MoveSession, NAVY, NAVY_MASK, PIECE_SYMBOLS, rank, RED, Role,
  ROLE_AIR_FORCE, ROLE_ANTI_AIR, ROLE_ARTILLERY, ROLE_COMMANDER, ROLE_ENGINEER, ROLE_HEADQUARTER, ROLE_INFANTRY, ROLE_MILITIA,
  ROLE_MISSILE, ROLE_NAVY, ROLE_TANK, ROLE_TO_SYMBOL, ROLES, selectAiMove, SEVEN_TAG_ROSTER, shadow, SQUARE_MAP, swapColor, SYMBOL_TO_ROLE, TANK,
  VALID_PIECE_TYPES, VALID_SQUARES, validateFenString,
} from 'cotulenh-bitboard'
import type {
  AirDefense, AirDefenseInfluence, BestMove, Color, CoTuLenhInterface, DeployStateView, FenLocation, GameOptions, GameStateMetadata,
  InternalMove, KnownSquare, Piece, PieceSymbol, Square, ValidationError, ValidationErrorCategory, ValidationResult,
} from 'cotulenh-bitboard'
import { bench, LocalSearcher, type EngineWasm, type SearchListener, type SearchRequest } from 'cotulenh-bitboard/engine'

/** Only compiles if both types are the same. */
function same<A, B>(..._: [A] extends [B] ? ([B] extends [A] ? [] : [never]) : [never]): void {}

// A game

const options: GameOptions = { skipLastGuardPromotion: true }
const game = new CoTuLenh(DEFAULT_POSITION, options)
const anyGame: CoTuLenhInterface = game
new CoTuLenh()
// @ts-expect-error a FEN is a text
new CoTuLenh(1)
// @ts-expect-error unknown option
new CoTuLenh(DEFAULT_POSITION, { fast: true })

same<ReturnType<typeof game.fen>, string>()
same<ReturnType<typeof game.turn>, Color>()
const metadata: GameStateMetadata = game.getMetadata()
game.setMetadata({ turn: BLUE })
// @ts-expect-error colours are letters
game.setMetadata({ turn: 'blue' })
game.load(metadata.fen, { skipValidation: true, preserveHeaders: true })
game.clear({ preserveHeaders: true })
const check: ValidationResult = CoTuLenh.checkFen('', { checkSemantics: false, throwOnError: false })
const errors: ValidationError[] = check.errors
const isValid: boolean = validateFenString('')
const category: ValidationErrorCategory | undefined = errors[0]?.category
const location: FenLocation | undefined = errors[0]?.location

// Moves

const texts: string[] = game.moves()
const listed: MoveResult[] = game.moves({ verbose: true, square: 'c5', pieceType: 'i', legal: true })
// @ts-expect-error without `verbose` they are texts
const wrongly: MoveResult[] = game.moves()
// A square is any text: sites keep them as strings.
game.moves({ square: 'c5' as string })
// @ts-expect-error no role x
game.moves({ pieceType: 'x' })

const played: MoveResult = game.move('Ic6', { strict: true, autoCommit: true, legal: true })
game.move({ from: 'c5', to: 'c6', piece: 'i', stay: false, deploy: false })
// @ts-expect-error a move needs a destination
game.move({ from: 'c5' })
game.move({ color: RED, from: 114, to: 98, piece: { type: 'i', color: 'r' }, flags: BITS.NORMAL } satisfies InternalMove)
const destination: string = played.to instanceof Map ? [...played.to.keys()].join() : played.to
// @ts-expect-error the destinations of a deploy are a Map
played.to.toUpperCase()
const captured: Piece[] | undefined = played.captured
const facts: boolean = played.isDeploy || played.isCapture || played.isStayCapture || played.isSuicideCapture || played.completed
const marked: Square[] = played.getHighlightSquares()
const strings: string[] = [played.flags, played.before, played.after, played.san, played.lan, MoveResult.flagsToString(CAPTURE_MASK)]
const made: MoveResult[] = [
  new MoveResult('r', 'c5', { type: 'i', color: 'r' }, 'n', '', '?', 'c6'),
  MoveResult.create({ color: 'r', from: 'c5', to: 'c6', piece: { type: 'i', color: 'r' }, flags: 'n', before: '', after: '?' }),
]
const deployTexts: { san: string; lan: string } = MoveResult.calculateDeploySanLan([], SQUARE_MAP.c5)
// @ts-expect-error the fields of a result are read-only
played.san = ''
game.undo()
const turns: string[] = game.history()
const results: MoveResult[] = game.history({ verbose: true })
const destinations: { square: Square; stay?: boolean }[] | undefined = game.dests().get('d5.tank')
// @ts-expect-error unknown role
game.dests().get('d5.horse')

// Deploys

const session = game.getSession()
// @ts-expect-error there may be no session
session.commit()
const steps: InternalMove[] = session === null ? [] : [...session.moves, ...session.commands, session.undoLastMove()]
const open: MoveSession | null = session
const remaining: Piece[] = session?.remaining ?? []
const joins: { square: Square; piece: PieceSymbol }[] = session?.getRecombineOptions() ?? []
const target: boolean | undefined = session?.isRecombineTarget('e5', 'i')
const view: DeployStateView | null = game.getDeployState()
const stack: Square | undefined = view?.stackSquare
const { success, reason, result } = game.commitSession()
const commit: [boolean, string | undefined, MoveResult | undefined] = [success, reason, result]
if (game.canCommitSession()) game.cancelSession()
game.setSession(null)

// The board

const piece: Piece | undefined = game.get('c5') ?? game.get(SQUARE_MAP.c5, 'i')
game.put({ type: NAVY, color: RED, heroic: true, carrying: [{ type: 'f', color: 'r' }] }, 'b2', true)
// @ts-expect-error a piece has a colour
game.put({ type: 'n' }, 'b2')
const removed: Piece | undefined = game.remove('b2')
const cell: { square: Square; type: PieceSymbol; color: Color; heroic: boolean } | null | undefined = game.board()[0]?.[0]
const found: boolean = game.setHeroicStatus('c5', 'i', !game.getHeroicStatus('c5')) || game.setHeroicStatus(0, undefined, true)
const attackers: { square: number; type: PieceSymbol }[] = game.getAttackers(game.getCommanderSquare(BLUE), RED)
const numbers: AirDefense = game.getAirDefense()
const names: AirDefenseInfluence = game.getAirDefenseInfluence()
const covered: [number[] | undefined, Square[] | undefined] = [numbers.r.get(0), names.b.get('a1')]

// Status

const flags: boolean[] = [
  game.isCheck(), game.isCheckmate(), game.isStalemate(), game.isDraw(), game.isDrawByFiftyMoves(), game.isThreefoldRepetition(),
  game.isCommanderCaptured(), game.isGameOver(), game.isCommanderInDanger(RED),
]

// PGN

const loaded: boolean = game.loadPgn(game.pgn({ newline: '\n', maxWidth: 80, clocks: ['0:05:00'] }), { strict: true })
game.setHeader('Red', 'Lan')
game.setHeader('Red', undefined)
game._header = { Red: 'Lan' }
const headers: Record<string, string> = game.getHeaders()
const event: string | undefined = SEVEN_TAG_ROSTER.Event
game.setComment('a comment')
const comment: string | undefined = game.getComment() ?? game.removeComment()
game.removeHeader('Red')

// Errors

const error: Error = createError(ErrorCode.BOARD_INVALID_SQUARE, 'no such point', { square: 'z9' })
if (error instanceof CotulenhError) same<typeof error.code, ErrorCode>()
// @ts-expect-error unknown code
createError('NO_SUCH_CODE')
// @ts-expect-error codes do not change
ErrorCode.UNKNOWN_ERROR = 'OTHER'

// Constants and small functions

same<Role, (typeof ROLES)[number]>()
same<PieceSymbol, (typeof PIECE_SYMBOLS)[number]>()
const symbols: PieceSymbol[] = [
  COMMANDER, INFANTRY, TANK, MILITIA, ENGINEER, ARTILLERY, ANTI_AIR, MISSILE, AIR_FORCE, NAVY, HEADQUARTER,
]
const roles: Role[] = [
  ROLE_COMMANDER, ROLE_INFANTRY, ROLE_TANK, ROLE_MILITIA, ROLE_ENGINEER, ROLE_ARTILLERY, ROLE_ANTI_AIR, ROLE_MISSILE, ROLE_AIR_FORCE,
  ROLE_NAVY, ROLE_HEADQUARTER,
]
const role: Role = SYMBOL_TO_ROLE[ROLE_TO_SYMBOL[Role.AntiAir]]
const letters: string = FLAGS.CAPTURE + FLAGS.DEPLOY
const square: Square = algebraic(SQUARE_MAP.k12)
same<typeof SQUARE_MAP.a1, number>()
const indexed: number | undefined = SQUARE_MAP['l1' as string]
const known: KnownSquare = 'a12'
// @ts-expect-error l1 is not a point
const unknownSquare: KnownSquare = 'l1'
const masks: Uint8Array[] = [NAVY_MASK, LAND_MASK, getMovementMask(NAVY)]
const yes: boolean[] = [isDigit('1'), isSquareOnBoard(rank(0) + file(0)), VALID_PIECE_TYPES[NAVY], HEAVY_PIECES.has('a')]
const other: Color = swapColor(RED)
// @ts-expect-error there is no white side
swapColor('w')
const flat: Piece[] = flattenPiece({ type: 't', color: 'r', carrying: [{ type: 'i', color: 'r' }] })
const points: number = VALID_SQUARES.length + INITIAL_BOARD_FEN.length

// Beyond cotulenh-core

const position = bridge.position({ fen: DEFAULT_POSITION })
const over: boolean = position.over
const engine = new Engine({ hash: 32, worker: true, wasmUrl: '/engine.wasm' })
// @ts-expect-error unknown option
new Engine({ threads: 2 })
const inThread = (wasm: EngineWasm, request: SearchRequest, listener: SearchListener): string => new LocalSearcher(1, wasm).search(request, listener)
const signature: (wasm: EngineWasm) => { nodes: number; signature: number } = bench
const best: Promise<BestMove | null> = engine.bestMove({ fen: DEFAULT_POSITION, moves: ['Ic6'] }, { movetime: 100, level: 5 }, ({ depth, pv, pvSan }) => {
  same<typeof depth, number>()
  same<typeof pv, string[]>()
  same<typeof pvSan, string[]>()
})
// @ts-expect-error unknown limit
engine.bestMove(DEFAULT_POSITION, { seconds: 1 })
const selected: Promise<MoveResult | null> = selectAiMove(DEFAULT_POSITION, 'easy', { seed: 1, worker: false, wasmUrl: '/engine.wasm' })
// @ts-expect-error unknown difficulty
selectAiMove(DEFAULT_POSITION, 'extreme')
const Shadowed = shadow(CoTuLenh, CoTuLenh, { onDifference: ({ call, a, b }) => void [call, a, b] })
const moves: string[] = new Shadowed().moves()
const report: string = Shadowed.report()

export {
  anyGame, attackers, best, captured, category, cell, comment, commit, covered, deployTexts, destination, destinations, event, facts, flags, flat,
  found, headers, inThread, indexed, isValid, joins, known, letters, listed, loaded, location, made, marked, masks, moves, open, other, over, piece, points,
  remaining, removed, report, results, role, roles, selected, signature, square, stack, steps, strings, symbols, target, texts, turns, unknownSquare, view,
  wrongly, yes,
}

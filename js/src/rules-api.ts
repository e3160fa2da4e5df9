/** The public part of the rules: everything but what needs the engine. */

export {
  algebraic, BLUE, DEFAULT_POSITION, file, INITIAL_BOARD_FEN, isDigit, isSquareOnBoard, LAND_MASK, NAVY_MASK, rank,
  RED, SQUARE_MAP, swapColor, VALID_SQUARES, type Color, type KnownSquare, type Square,
} from './board.js'
export { CoTuLenh, type CoTuLenhInterface } from './cotulenh.js'
export { CotulenhError, createError, ErrorCode, type MoveError, type MoveErrorCode } from './errors.js'
export {
  validateFenString, type CheckFenOptions, type FenLocation, type ValidationError, type ValidationErrorCategory,
  type ValidationResult,
} from './fen.js'
export { BITS, CAPTURE_MASK, FLAGS, MoveResult, type InternalMove, type MoveFields } from './moves.js'
export type { GameJson, GameOptions, GameStateMetadata, MoveObject, MoveOptions, MovesOptions } from './options.js'
export { SEVEN_TAG_ROSTER } from './headers.js'
export type { PgnOptions } from './pgn.js'
export {
  AIR_FORCE, ANTI_AIR, ARTILLERY, COMMANDER, ENGINEER, flattenPiece, getMovementMask, HEADQUARTER, HEAVY_PIECES,
  INFANTRY, MILITIA, MISSILE, NAVY, PIECE_SYMBOLS, Role, ROLE_AIR_FORCE, ROLE_ANTI_AIR, ROLE_ARTILLERY, ROLE_COMMANDER,
  ROLE_ENGINEER, ROLE_HEADQUARTER, ROLE_INFANTRY, ROLE_MILITIA, ROLE_MISSILE, ROLE_NAVY, ROLE_TANK, ROLE_TO_SYMBOL,
  ROLES, SYMBOL_TO_ROLE, TANK, VALID_PIECE_TYPES, type Piece, type PieceSymbol,
} from './pieces.js'
export type { AirDefense, AirDefenseInfluence, Attacker, BoardCell, Destination, DestinationKey } from './queries.js'
export { MoveSession, type CommitResult, type DeployStateView, type RecombineOption } from './session.js'
export { shadow, type Difference, type ShadowOptions, type Shadowed } from './shadow.js'
export { createGameStore, type GameStore, type GameStoreOptions } from './store/store.js'
export type {
  GameSnapshot, StoreAnswer, StoreDeploy, StoreEvents, StoreMove, StoreMoveKind, StoreMover, StoreMoveRequest, StorePiece,
  StoreRefusal, StoreRefusalCode, StoreResult, StoreTurn,
} from './store/types.js'

//! The rules of Cờ Tư Lệnh (Commander Chess) on bitboards: positions, legal moves, games, FEN, SAN
//! and PGN.
//!
//! ```
//! use cotulenh::{Color, Game, Position, Strictness};
//!
//! // A position and its moves.
//! let mut position = Position::start();
//! assert_eq!(position.legal_moves().len(), 116);
//! let mv = position.parse_move("Ic6").unwrap();
//! let undo = position.play(mv).unwrap();
//! assert_eq!(position.turn(), Color::Blue);
//! position.undo(&undo);
//!
//! // A game with its history.
//! let mut game = Game::new();
//! for text in ["Ic6", "Ic7", "Mg6"] {
//!     game.play_text(text, Strictness::Lenient).unwrap();
//! }
//! assert!(game.to_pgn().ends_with("1. Ic6 Ic7 2. Mg6 *\n"));
//! ```
//!
//! # Where to start
//!
//! | from | to | use |
//! |---|---|---|
//! | a FEN | a position | [`Position::from_fen`], or [`check_fen`] for its faults |
//! | a position | few bytes, and back | [`Position::to_bytes`], [`Position::from_bytes`] |
//! | a position | its moves | [`Position::legal_moves`], [`Position::for_each_legal_batch`] |
//! | a position | its actions, commits included | [`Position::actions`], [`Position::whole_turns`] |
//! | a position | the distinct results of its deploys | [`Position::deploy_results`], [`DeployResults`] |
//! | a move | the next position | [`Position::play`] and [`Position::undo`] |
//! | a text | a move | [`Position::parse_turn`] |
//! | an illegal move | the reason | [`Position::refusal`] |
//! | a move, a step, a turn | whom it checks | [`Position::checks_after`], [`Position::checks_after_turn`] |
//! | a history, a PGN | a game | [`Game`], [`read_pgn`] |
//! | a PGN | a tree with variations, comments and glyphs | [`GameTree`], [`read_trees`] |
//! | a large PGN file | headers and places of its games | [`read_pgn_headers`] |
//! | a game | few bytes, and back | [`Game::to_bytes`], [`Game::from_bytes`], [`CompactGame`] |
//! | self-play | a file of games in few bytes | [`GameRecorder`], [`GameFileWriter`] |
//! | a file of games in few bytes | its games, turn by turn | [`GameFileReader`], [`CompactGame::turns`] |
//! | a test suite in EPD | positions with best turns, counts and comments | [`read_epd`], [`Epd`] |
//! | a position | captures only, for a search | [`Position::for_each_capture`], [`Board::for_each_capturer`] |
//! | a point | who threatens it; who attacks and defends it | [`Board::attackers`]; [`Board::capturers`] |
//! | a position | air defence | [`Position::air_defense`] |
//! | a position | why it cannot arise from the start position | [`Position::unreachable_reasons`] |
//! | two positions | what differs | [`Position::diff`] |
//! | a position | the same for the other side | [`Position::mirrored`], [`Move::mirrored`] |
//!
//! The directory `examples` has one program per topic.
//!
//! Clause numbers such as "RULES 3.4" refer to `docs/rules.md` of the repository.
//!
//! # One turn, several steps
//!
//! A stack may deploy: its pieces step off one by one within one turn. Steps, not turns, are the
//! moves of this library. The first deploy step opens a [`Session`], which is part of the position;
//! the turn passes when the session is committed, automatically or with [`Position::commit`]. An
//! [`Action`] is a step or a commit.
//!
//! ```
//! use cotulenh::{Color, Position};
//! let mut position: Position =
//!     "6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1".parse().unwrap();
//! let step = position.parse_move("T>d7").unwrap();
//! position.play(step).unwrap();
//! assert_eq!(position.turn(), Color::Red); // the Infantry may still go
//! assert_eq!(
//!     position.fen(),
//!     "6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1 d5:I:T>d7...",
//! );
//! position.commit().unwrap();
//! assert_eq!(position.fen(), "6c4/11/11/11/11/3T7/11/3I7/11/11/11/4C6 b - - 1 1");
//! ```
//!
//! Turns have a type for each use:
//!
//! | type | a turn |
//! |---|---|
//! | [`Turn`] | that a text stands for, from [`Position::parse_turn`] |
//! | [`WholeTurn`] | that can be completed from a position, from [`Position::whole_turns`] |
//! | [`PlayedTurn`] | of the history of a [`Game`] |
//! | [`TreeTurn`] | that leads to a node of a [`GameTree`] |
//! | [`PgnTurn`] | as a PGN shows it |
//!
//! # Features
//!
//! | feature | default | adds |
//! |---|---|---|
//! | `bridge` | yes | the lines of the module `bridge`: a stateless JSON-lines interface |
//! | `parallel` | yes | `perft_parallel`, over the threads of rayon |
//! | `serde` | through `bridge` | `Serialize` and `Deserialize` for [`Position`], [`Move`], [`Action`], [`Unit`], [`Piece`], [`Square`], [`Color`], [`Role`] and [`RuleOptions`], the JSON views, and the methods of the module `bridge` |
//!
//! # Minimum supported Rust version
//!
//! Rust 1.89. A higher one comes with a new minor version.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

// The README's code is compiled and run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod action;
mod air_defense;
pub mod attacks;
mod bitboard;
mod board;
#[cfg(feature = "serde")]
pub mod bridge;
mod capturers;
mod color;
mod compact;
mod debug;
mod deploy_text;
mod epd;
mod excerpt;
mod fault;
mod fen;
mod game;
mod game_tree;
mod headers;
mod lan;
mod mirror;
mod move_batch;
mod move_list;
mod moves;
mod parse;
mod perft;
mod pgn;
mod piece;
mod position;
mod position_diff;
mod reachability;
pub mod refusal;
mod role;
mod rule_options;
mod san;
#[cfg(feature = "serde")]
mod serde_impls;
mod setup;
mod square;
mod table_macro;
pub mod terrain;
mod threats;
mod unit;
#[cfg(feature = "serde")]
pub mod view;
mod zobrist;

pub use action::{Action, IllegalAction, PlayTextError, WholeTurn};
pub use air_defense::{AirDefense, Flight, Flights, zone};
pub use bitboard::{Bitboard, Iter, Subsets};
pub use board::Board;
pub use capturers::Capturer;
pub use color::{Color, ParseColorError};
pub use compact::{
    CompactGame, DecodeError, GameDecodeError, GameEncodeError, GameEnd, GameFileError, GameFileErrorKind,
    GameFileReader, GameFileWriter, GameRecorder, GameReplay, HeaderFault, MAX_GAME_LENGTH, MAX_GAME_TURNS,
    PackedScore, ReplayedTurn, Termination, TurnFault, is_game_file,
};
pub use debug::Picture;
pub use epd::{
    Epd, EpdError, EpdErrorKind, EpdLine, EpdOperand, EpdOperation, EpdReader, EpdTurn, MAX_EPD_LENGTH,
    read_epd,
};
pub use excerpt::excerpt;
pub use fault::{Fault, FaultCategory, FaultCode, FaultLocation, FaultReason};
pub use fen::{MAX_FEN_LENGTH, check_fen};
pub use game::{Game, PlayedTurn, ReplayError};
pub use game_tree::{
    Annotations, Arrow, Comment, CommentCommand, CommentEval, CommentScore, DeployStage, DifferentStart,
    GameTree, NodeId, PointMark, TreeActionError, TreeCursor, TreeNode, TreePath, TreeTurn,
};
pub use headers::{HeaderError, Headers, MAX_HEADERS, SEVEN_TAG_ROSTER};
pub use lan::{Lan, ParseLanError};
pub use move_batch::{MoveBatch, MoveBatchIter, Targets};
pub use move_list::{MoveList, MoveListIntoIter};
pub use moves::{Move, MoveKind};
pub use parse::{DeployTurn, MAX_MOVE_TEXT_LENGTH, ParseMoveError, Strictness, Turn};
pub use perft::{PerftTable, divide, perft, perft_hashed, perft_played, perft_until};
#[cfg(feature = "parallel")]
pub use perft::{Progress, perft_parallel};
pub use pgn::{
    MAX_DROPPED, MAX_PGN_LENGTH, PgnError, PgnErrorKind, PgnFormat, PgnHeadersReader, PgnReader, PgnSummary,
    PgnTurn, ReadTree, TreeReader, read_pgn, read_pgn_headers, read_trees, write_pgn,
};
pub use piece::Piece;
pub use position::{
    Checks, CommitError, DeployResult, DeployResults, DrawReason, EndingFacts, FIFTY_MOVE_CLOCK, IllegalMove,
    NoOpenSession, Outcome, Position, Session, Step, Undo, WinReason,
};
pub use position_diff::{Change, PieceChange, PiecePlace, PointChange, PositionDiff};
pub use reachability::UnreachableReason;
pub use refusal::{Cause, Refusal};
pub use role::{ParseRoleError, Passing, Role, RoleData, UNLIMITED};
pub use rule_options::RuleOptions;
pub use san::{SanWriter, TurnText};
pub use setup::{InvalidSetup, Setup};
pub use square::{Direction, FILES, ParseSquareError, RANKS, Square};
pub use unit::{ParseUnitError, Pieces, Unit};

/// Everything can be sent to and shared with other threads.
const _: () = {
    const fn thread_safe<T: Send + Sync>() {}
    thread_safe::<Position>();
    thread_safe::<Game>();
    thread_safe::<GameTree>();
    thread_safe::<Move>();
    thread_safe::<MoveList>();
    thread_safe::<MoveBatch>();
    thread_safe::<Undo>();
    thread_safe::<Setup>();
    thread_safe::<Refusal>();
    thread_safe::<PerftTable>();
    thread_safe::<PgnError>();
    thread_safe::<CompactGame>();
    thread_safe::<GameRecorder>();
    thread_safe::<Epd>();
    thread_safe::<AirDefense<'static>>();
};

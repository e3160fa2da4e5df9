//! The rules of Cờ Tư Lệnh (Commander Chess) on bitboards.
//!
//! | you have | you want | use |
//! |---|---|---|
//! | a FEN | a position | [`Position::from_fen`], [`check_fen`] for everything that is wrong with it |
//! | a position | its moves | [`Position::legal_moves`], [`Position::for_each_legal_batch`] |
//! | a move | the next position | [`Position::play`] and [`Position::undo`] |
//! | a text | a move | [`Position::parse_turn`] |
//! | a history, a PGN | a game | [`Game`], [`read_pgn`] |
//!
//! Clause numbers such as "RULES 3.4" refer to `docs/rules.md`.
//!
//! # One turn, several steps
//!
//! A stack may deploy: its pieces step off one by one within one turn. Steps, not turns, are the moves of this
//! library. The first deploy step opens a [`Session`], which is part of the position; the turn passes when it
//! is committed, by itself or with [`Position::commit`].
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

#![forbid(unsafe_code)]

// The README's code is compiled and run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

mod action;
mod air_defense;
pub mod attacks;
mod bitboard;
mod board;
#[cfg(feature = "bridge")]
pub mod bridge;
mod capturers;
mod color;
mod debug;
mod deploy_text;
mod fault;
mod fen;
mod game;
mod headers;
mod moves;
mod parse;
mod perft;
mod pgn;
mod piece;
mod position;
pub mod refusal;
mod role;
mod rule_options;
mod san;
mod setup;
mod square;
pub mod terrain;
mod threats;
mod unit;
#[cfg(feature = "serde")]
pub mod view;
mod zobrist;

pub use action::{Action, IllegalAction, WholeTurn};
pub use air_defense::{AirDefense, Flight, Flights, zone};
pub use bitboard::{Bitboard, Iter, Subsets};
pub use board::Board;
pub use capturers::Capturer;
pub use color::Color;
pub use debug::Picture;
pub use fault::{Fault, FaultCategory, FaultCode, FaultLocation, FaultReason};
pub use fen::{MAX_FEN_LENGTH, check_fen};
pub use game::{Game, PlayedTurn};
pub use headers::{HeaderError, Headers, SEVEN_TAG_ROSTER};
pub use moves::{Move, MoveBatch, MoveKind, MoveList, Targets};
pub use parse::{DeployTurn, MAX_MOVE_TEXT_LENGTH, ParseMoveError, Strictness, Turn};
pub use perft::{PerftTable, divide, perft, perft_hashed, perft_played};
#[cfg(feature = "parallel")]
pub use perft::{Progress, perft_parallel};
pub use pgn::{MAX_PGN_LENGTH, PgnError, PgnErrorKind, PgnFormat, PgnReader, PgnTurn, read_pgn, write_pgn};
pub use piece::Piece;
pub use position::{
    CommitError, DrawReason, IllegalMove, NoOpenSession, Outcome, Position, Session, Step, Undo, WinReason,
};
pub use refusal::{Cause, Refusal};
pub use role::{Passing, Role, RoleData, UNLIMITED};
pub use rule_options::RuleOptions;
pub use san::{SanWriter, TurnText};
pub use setup::{InvalidSetup, Setup};
pub use square::{Direction, FILES, ParseSquareError, RANKS, Square};
pub use unit::{ParseUnitError, Pieces, Unit};

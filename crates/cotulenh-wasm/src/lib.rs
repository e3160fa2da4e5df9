//! The rules for JavaScript: functions of a position, without rules of their own.
//!
//! A position is a pure function of its FEN (RULES 12.1), an open deploy included. JavaScript keeps
//! FENs and passes one with each call, so the module has no state: nothing can leak, be freed twice
//! or be left half changed by an error.
//!
//! Answers are texts. The frequent ones are records of `cotulenh-wasm-protocol`, which JavaScript
//! splits fast. PGNs, faults, refusals and most methods of the bridge are rare, or their parts vary;
//! they are [data](cotulenh_wasm_protocol::data). An error is a [`CallError`] as text. The calls of the game store take positions as bytes and answer with
//! arrays of numbers.
//!
//! Arguments: points are the numbers of the JavaScript API (a12 = 0 … k1 = 186), roles and colours
//! are letters, pieces are FEN texts, and rule options are the byte of
//! [`RuleOptions::bits`](cotulenh::RuleOptions::bits).

// The README's code is compiled and run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod bridge;
mod edit;
mod pgn;
mod play;
mod query;
mod snapshot;

use cotulenh::view::FaultView;
use cotulenh::{Color, FaultCode, InvalidSetup, Position, Role, Square};
use cotulenh_wasm_protocol::data::data;
use cotulenh_wasm_protocol::{CallError, ErrorCode, rule_options};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

pub use bridge::{bridge_parse_move, bridge_perft, bridge_play, bridge_position, check_fen};
pub use edit::{put, remove, set_heroic};
pub use pgn::{pgn_text, read_pgn, write_pgn};
pub use play::{commit, commit_move, open_turn, play_squares, play_text};
pub use query::{
    air_defense, attackers, bare_fen, board, moves, picture, recombinations, result, stages, status,
};
pub use snapshot::{
    commit_refusal, move_refusal, packed_move, position_bytes, position_fen, position_stages, snapshot,
    snapshot_commit, snapshot_play, snapshot_play_deploy, turn_lan,
};

/// The answer to a call, before an error becomes text.
type Answer = Result<String, CallError>;

/// Writes an answer or an error as text. Texts need neither exceptions nor objects at the border,
/// which keeps the bindings small.
fn answer(call: impl FnOnce() -> Answer) -> String {
    call().unwrap_or_else(|error| error.to_string())
}

/// Validates a FEN and writes it in its canonical form.
#[wasm_bindgen]
pub fn load(fen: &str, options: u8) -> String {
    answer(|| {
        let position = Position::from_fen_with(fen, rule_options(options)?);
        Ok(position.map_err(fault_error)?.fen())
    })
}

/// A view as data.
fn data_text(view: &impl Serialize) -> String {
    data(view).unwrap_or_else(|error| CallError::new(ErrorCode::Internal, error).to_string())
}

/// The error of an invalid FEN or board, with the data of its first fault.
fn fault_error(invalid: InvalidSetup) -> CallError {
    let fault = invalid.first().map(|fault| data_text(&FaultView::from(fault)));
    let error = CallError::from(invalid);
    match fault {
        Some(fault) => error.with_data(fault),
        None => error,
    }
}

/// Reads a FEN that this module has written. Its deploy may have begun with a move that left the
/// Commander in danger, so the steps so far are replayed without that test.
fn read(fen: &str, options: u8) -> Result<Position, CallError> {
    let options = rule_options(options)?;
    let position = Position::from_fen_with(fen, options.with_skip_commander_safety(true));
    let position = position.map_err(fault_error)?;
    Ok(position.with_options(options))
}

/// The positions before each step of the open deploy. It may have begun with a move that left the
/// Commander in danger.
fn before_steps(open: &Position) -> Vec<Position> {
    open.with_options(open.options().with_skip_commander_safety(true)).before_session_steps()
}

fn square(index: u32) -> Result<Square, CallError> {
    let square = usize::try_from(index).ok().and_then(Square::from_index);
    square.ok_or_else(|| {
        CallError::new(ErrorCode::InvalidSquare, format!("{index} is not a point of the board"))
    })
}

fn role(letter: char) -> Result<Role, CallError> {
    Role::from_letter(letter).ok_or_else(|| {
        let code = ErrorCode::Fault(FaultCode::InvalidPiece);
        CallError::new(code, format!("{letter:?} is not the letter of a role"))
    })
}

fn color(letter: char) -> Result<Color, CallError> {
    Color::from_letter(letter).ok_or_else(|| {
        CallError::new(ErrorCode::Internal, format!("unknown color {letter:?}: expected 'r' or 'b'"))
    })
}

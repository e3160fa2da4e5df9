//! The rules for JavaScript: plain functions of a FEN, and no rules of its own.
//!
//! A position is a pure function of its FEN (RULES 12.1), an open deploy included. So the JavaScript side keeps FENs, and every
//! call brings one along: there is nothing here that could leak, be freed twice, or be left half changed by an error.
//! Lists come back as lines of words, which JavaScript splits faster than it could parse anything richer; games and
//! reports, which are rare, as JSON.
//!
//! Points are the numbers of the JavaScript API (a12 = 0 … k1 = 0xBA), roles and colours their letters, pieces the texts of FEN.
//! A refusal is a text too: an exclamation mark, a code, a space and a sentence.

mod edit;
mod pgn;
mod play;
mod query;

use core::fmt;

use cotulenh::{Color, InvalidSetup, Position, Role, RuleOptions, Square, Unit};
use wasm_bindgen::prelude::wasm_bindgen;

pub use edit::{put, remove, set_heroic};
pub use pgn::{pgn_text, read_pgn, write_pgn};
pub use play::{commit, open_turn, play_listed, play_squares, play_text};
pub use query::{air_defense, attackers, bare_fen, board, moves, picture, session, stages, status};

/// Why a call was refused: a code for programs and a sentence for people.
pub(crate) struct Refusal {
    /// One of the codes of the JavaScript API, or `NO_MOVE` or `AMBIGUOUS_MOVE`.
    code: &'static str,
    /// What is wrong.
    message: String,
}

impl Refusal {
    fn new(code: &'static str, message: impl fmt::Display) -> Refusal {
        Refusal { code, message: message.to_string() }
    }
}

impl From<InvalidSetup> for Refusal {
    fn from(error: InvalidSetup) -> Refusal {
        match error.first() {
            Some(fault) => Refusal::new(fault.code().name(), fault),
            None => Refusal::new("FEN_INVALID_FORMAT", error),
        }
    }
}

/// A text, or why there is none.
type Answer = Result<String, Refusal>;

/// Puts an answer into the form in which it crosses the border. Plain texts need no exceptions and no objects there, which
/// keeps the bindings small; no text that the rules write begins with an exclamation mark.
fn answer(question: impl FnOnce() -> Answer) -> String {
    question().unwrap_or_else(|Refusal { code, message }| format!("!{code} {message}"))
}

/// Reads a FEN from outside and gives it back as it is written here.
#[wasm_bindgen]
pub fn load(fen: &str, skip_last_guard: bool) -> String {
    answer(|| Ok(Position::from_fen_with(fen, rules(skip_last_guard, true))?.fen()))
}

/// Answers one line of the bridge.
#[wasm_bindgen]
pub fn bridge(line: &str) -> String {
    cotulenh::bridge::respond(line)
}

fn rules(skip_last_guard_promotion: bool, legal: bool) -> RuleOptions {
    RuleOptions::default()
        .with_skip_last_guard_promotion(skip_last_guard_promotion)
        .with_skip_commander_safety(!legal)
}

/// A position that was written here. A deploy may have been begun without asking for the Commander's safety.
fn read(fen: &str, skip_last_guard: bool) -> Result<Position, Refusal> {
    let position = Position::from_fen_with(fen, rules(skip_last_guard, false))?;
    Ok(position.with_options(rules(skip_last_guard, true)))
}

fn square(index: u32) -> Result<Square, Refusal> {
    let square = usize::try_from(index).ok().and_then(Square::from_index);
    square.ok_or_else(|| Refusal::new("BOARD_INVALID_SQUARE", format!("{index} is not a point of the board")))
}

fn role(letter: char) -> Result<Role, Refusal> {
    let role = Role::from_letter(letter);
    role.ok_or_else(|| Refusal::new("FEN_INVALID_PIECE", format!("{letter:?} is no letter of a role")))
}

fn color(letter: char) -> Color {
    if letter == 'b' { Color::Blue } else { Color::Red }
}

/// A unit, or a dash where there is none.
fn push_unit(text: &mut String, unit: Option<Unit>) {
    match unit {
        Some(unit) => text.push_str(&unit.to_string()),
        None => text.push('-'),
    }
}

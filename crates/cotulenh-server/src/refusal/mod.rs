//! Why a move is refused: the clause of the rules, and words that players understand.

mod words;

use cotulenh::{CommitError, Position, Square, Unit};
use serde::Serialize;

/// Why something cannot be done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refusal {
    /// For programs.
    pub code: &'static str,
    /// The clause of docs/rules.md.
    pub clause: &'static str,
    /// For people, in English.
    pub en: String,
    /// For people, in Vietnamese.
    pub vi: String,
    /// The points it is about.
    pub squares: Vec<String>,
}

/// Why the open deploy cannot be committed (RULES 9.5); `None` if it can, or if there is none.
pub fn commit_obstacle(position: &Position) -> Option<Refusal> {
    position.session()?;
    match position.commit_obstacle()? {
        CommitError::NoOpenSession => None,
        CommitError::CannotStay { unit, square } => Some(words::cannot_stay(unit, square)),
        CommitError::CommanderInDanger(color) => Some(words::commander_in_danger(position.board(), color)),
    }
}

pub fn of_lan(position: &Position, lan: &str) -> Option<Refusal> { None }
pub fn of_move(position: &Position, from: Square, to: Square, unit: Option<Unit>) -> Option<Refusal> {
    if position.legal_moves_from(from).iter().any(|m| m.to() == to) {return None}
    Some(Refusal{code:"ILLEGAL", clause:"3", en:"not legal".into(), vi:"không hợp lệ".into(), squares: vec![]}) }

//! Refusals of the rules library with sentences for people.

mod words;

use cotulenh::{Game, Position, Square, Unit};
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

impl From<cotulenh::Refusal> for Refusal {
    fn from(refusal: cotulenh::Refusal) -> Refusal {
        Refusal {
            code: refusal.code(),
            clause: refusal.clause(),
            en: words::english(refusal.cause()),
            vi: words::vietnamese(refusal.cause()),
            squares: refusal.points().iter().map(|square| square.to_string()).collect(),
        }
    }
}

/// Why the open deploy cannot be committed (RULES 9.5); `None` if it can, or if none is open.
pub fn commit_obstacle(position: &Position) -> Option<Refusal> {
    position.commit_refusal().map(Refusal::from)
}

/// Why no move leads from one point to another; `None` if one does. `unit` names the pieces, by default the whole unit.
pub fn of_move(position: &Position, from: Square, to: Square, unit: Option<Unit>) -> Option<Refusal> {
    Game::from(*position).refusal(from, to, unit).map(Refusal::from)
}

/// The same for a move in LAN. `None` also for a text that does not have the form of a LAN.
pub fn of_lan(position: &Position, lan: &str) -> Option<Refusal> {
    Game::from(*position).lan_refusal(lan).map(Refusal::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_has_words_in_both_languages() {
        let start = Position::start();
        let refusal = of_lan(&start, "Ic5d6").unwrap();
        assert_eq!((refusal.code, refusal.clause), ("WRONG_DIRECTION", "2"));
        assert_eq!(refusal.vi, "Bộ binh chỉ đi theo hàng dọc và hàng ngang.");
        assert_eq!(refusal.en, "The Infantry goes along files and ranks only.");
        assert_eq!(of_lan(&start, "Ic5c6"), None);
    }
}

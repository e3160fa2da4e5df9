//! How games end: by the rules (RULES 10), or by the players' decision.

use cotulenh::{Color, DrawReason, Outcome, WinReason};
use serde::{Deserialize, Serialize};

/// Who has won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Neither side.
    Draw,
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Reason {
    Checkmate,
    CommanderCaptured,
    Stalemate,
    FiftyMoves,
    Repetition,
    Resignation,
    Agreement,
    Time,
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// Who has won.
    pub result: GameResult,
    /// Why.
    pub reason: Reason,
}

impl Ending {
    /// A draw by agreement.
    pub const AGREED: Ending = Ending { result: GameResult::Draw, reason: Reason::Agreement };

    /// One side resigns.
    pub fn resignation(loser: Color) -> Ending {
        Ending { result: GameResult::won_by(!loser), reason: Reason::Resignation }
    }

    /// One side has run out of time.
    pub fn on_time(loser: Color) -> Ending {
        Ending { result: GameResult::won_by(!loser), reason: Reason::Time }
    }

    /// The result as PGN writes it.
    pub fn pgn(self) -> &'static str {
        self.result.pgn()
    }
}

impl GameResult {
    /// All results.
    pub const ALL: [GameResult; 3] = [GameResult::Red, GameResult::Blue, GameResult::Draw];

    /// The result as PGN writes it.
    pub fn pgn(self) -> &'static str {
        match self {
            GameResult::Red => "1-0",
            GameResult::Blue => "0-1",
            GameResult::Draw => "1/2-1/2",
        }
    }

    /// Reads what [`pgn`](GameResult::pgn) writes; `None` for `*` and other texts.
    pub fn from_pgn(text: &str) -> Option<GameResult> {
        GameResult::ALL.into_iter().find(|result| result.pgn() == text)
    }

    fn won_by(winner: Color) -> GameResult {
        match winner {
            Color::Red => GameResult::Red,
            Color::Blue => GameResult::Blue,
        }
    }
}

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Ending {
        let reason = match outcome {
            Outcome::Win { reason: WinReason::Checkmate, .. } => Reason::Checkmate,
            Outcome::Win { reason: WinReason::CommanderCaptured, .. } => Reason::CommanderCaptured,
            Outcome::Draw(DrawReason::Stalemate) => Reason::Stalemate,
            Outcome::Draw(DrawReason::FiftyMoves) => Reason::FiftyMoves,
            Outcome::Draw(DrawReason::Threefold) => Reason::Repetition,
        };
        Ending { result: outcome.winner().map_or(GameResult::Draw, GameResult::won_by), reason }
    }
}

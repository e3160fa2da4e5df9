//! How games begin: as the player wishes, or from a PGN.

use cotulenh::{
    Game, HeaderError, InvalidSetup, PgnError, PgnErrorKind, Position, RuleOptions, SEVEN_TAG_ROSTER,
    Strictness, read_pgn,
};
use serde::Serialize;

use crate::clock::{GameClock, Millis};
use crate::ending::{Ending, GameResult, Reason};
use crate::id::GameId;
use crate::line::{Line, LineError};
use crate::live_game::LiveGame;
use crate::storage::{Player, Record, Summary};
use crate::views::Sides;

use limits::{MAX_CLOCK, MAX_INCREMENT, MAX_NAME, MAX_THINKING};

/// What a game may be like.
pub mod limits {
    /// Characters of a name or title.
    pub const MAX_NAME: usize = 80;
    /// Milliseconds the engine thinks about a turn.
    pub const MAX_THINKING: u64 = 60_000;
    /// Seconds on a clock at the beginning.
    pub const MAX_CLOCK: u64 = 24 * 3_600;
    /// Seconds a turn.
    pub const MAX_INCREMENT: u64 = 3_600;
}

/// A game to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    /// Who plays.
    pub players: Sides<Player>,
    /// Milliseconds the engine thinks about a turn.
    pub thinking: u64,
    /// Seconds at the beginning and per turn.
    pub clock: Option<(u64, u64)>,
    /// Where it begins, and what has been played.
    pub moves: Moves,
    /// What the player calls it.
    pub title: String,
}

/// Where a game begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Moves {
    /// At a position, with moves in any notation.
    Texts(Option<String>, Vec<String>),
    /// As a game that was read from a PGN.
    Read(Box<Game>),
}

/// Why a request makes no game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NewGameError {
    /// The FEN is no position.
    #[error("the FEN is no position: {0}")]
    Fen(InvalidSetup),
    /// A move cannot be played.
    #[error("move {}: {error}", index + 1)]
    Move {
        /// Which, from 0.
        index: usize,
        /// Why.
        error: LineError,
    },
    /// The open deploy of the position cannot be replayed.
    #[error(transparent)]
    Line(#[from] LineError),
    /// A header of the PGN cannot be kept.
    #[error("{0}")]
    Header(#[from] HeaderError),
    /// A value is out of bounds.
    #[error("{field}: {problem}")]
    Field {
        /// Which.
        field: &'static str,
        /// What is wrong with it.
        problem: String,
    },
}

/// A name or title, cleaned: one line, not too long.
pub fn clean_name(field: &'static str, text: &str) -> Result<String, NewGameError> {
    let clean: String = text.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if clean.chars().count() > MAX_NAME {
        return Err(NewGameError::Field { field, problem: format!("at most {MAX_NAME} characters") });
    }
    Ok(clean)
}

/// The position of a FEN, or the start position.
pub fn start_position(fen: Option<&str>) -> Result<Position, NewGameError> {
    fen.map_or_else(|| Ok(Position::start()), |fen| Position::from_fen(fen).map_err(NewGameError::Fen))
}

/// Plays texts from a FEN.
fn play_texts(fen: Option<&str>, texts: &[String]) -> Result<Line, NewGameError> {
    let mut line = Line::new(start_position(fen)?)?;
    for (index, text) in texts.iter().enumerate() {
        line.play_text(text).map_err(|error| NewGameError::Move { index, error })?;
    }
    Ok(line)
}

/// What a PGN has and a game here has not: it is one line of turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct LeftOut {
    /// Variations, those inside others included.
    variations: usize,
    /// Positions of the main line with a comment or a noted time.
    comments: usize,
    /// Further games of the text.
    games: usize,
}

/// Why a PGN gives no game here.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadError {
    /// It cannot be read.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// It is played by other rules. Neither what is stored of a game nor a FEN would tell.
    #[error("[LastGuardPromotion \"off\"]: games here are played with the last-guard promotion")]
    OtherRules,
}

/// Reads the first game of a text, and counts what is left out.
pub fn read_first_game(pgn: &str) -> Result<(Game, LeftOut), ReadError> {
    let mut reader = read_pgn(pgn.as_bytes(), Strictness::Lenient);
    let no_game = PgnError { line: 1, token: String::new(), kind: PgnErrorKind::NoGame };
    let game = reader.next().unwrap_or(Err(no_game))?;
    if game.start().options() != RuleOptions::default() {
        return Err(ReadError::OtherRules);
    }
    let variations = reader.skipped_variations();
    let comments = game.notes().count();
    Ok((game, LeftOut { variations, comments, games: reader.count() }))
}

impl NewGame {
    /// A game of two people that was read from a PGN.
    pub fn from_read(game: Game) -> NewGame {
        let player = Player::Human { name: String::new() };
        NewGame {
            players: Sides { r: player.clone(), b: player },
            thinking: 1_000,
            clock: None,
            moves: Moves::Read(Box::new(game)),
            title: String::new(),
        }
    }

    /// Checks everything and begins.
    pub fn into_game(self, id: GameId, now: Millis) -> Result<LiveGame, NewGameError> {
        let field = |field, problem: String| NewGameError::Field { field, problem };
        if self.thinking == 0 || self.thinking > MAX_THINKING {
            return Err(field("thinking", format!("1 to {MAX_THINKING} milliseconds")));
        }
        let clock = self.clock.map(|(initial, increment)| {
            if initial == 0 || initial > MAX_CLOCK || increment > MAX_INCREMENT {
                let problem = format!("1 to {MAX_CLOCK} seconds, increment 0 to {MAX_INCREMENT}");
                return Err(field("clock", problem));
            }
            Ok(GameClock::new(initial as Millis * 1_000, increment as Millis * 1_000))
        });
        let mut record = Record {
            id,
            revision: 1,
            created: now,
            updated: now,
            title: clean_name("title", &self.title)?,
            players: Sides { r: clean_player(self.players.r)?, b: clean_player(self.players.b)? },
            thinking: self.thinking,
            clock: clock.transpose()?,
            start: String::new(),
            actions: Vec::new(),
            played: 0,
            ending: None,
            headers: Vec::new(),
            summary: Summary::default(),
        };
        let line = match &self.moves {
            Moves::Texts(fen, texts) => play_texts(fen.as_deref(), texts)?,
            Moves::Read(game) => {
                adopt_headers(&mut record, game)?;
                Line::from_game(game)?
            }
        };
        Ok(LiveGame::new(record, line))
    }
}

fn clean_player(player: Player) -> Result<Player, NewGameError> {
    let name = clean_name("players", player.name())?;
    match player {
        Player::Human { .. } => Ok(Player::Human { name }),
        Player::Engine { level, .. } if level <= 20 => Ok(Player::Engine { name, level }),
        Player::Engine { .. } => {
            Err(NewGameError::Field { field: "players", problem: "a level is 0 to 20".into() })
        }
    }
}

/// Takes over what the headers of a PGN say.
fn adopt_headers(record: &mut Record, game: &Game) -> Result<(), NewGameError> {
    let known = |name: &str| {
        let text = game.headers().get(name).filter(|text| !text.starts_with('?')).unwrap_or_default();
        text.chars().take(MAX_NAME).collect::<String>()
    };
    record.title = clean_name("title", &known("Event"))?;
    record.players = Sides {
        r: Player::Human { name: clean_name("players", &known("Red"))? },
        b: Player::Human { name: clean_name("players", &known("Blue"))? },
    };
    let is_kept = |(name, value): &(&str, &str)| {
        *name != "Result" && !(SEVEN_TAG_ROSTER.contains(name) && value.starts_with('?'))
    };
    let kept = game.headers().iter().filter(is_kept);
    record.headers = kept.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    // A result that the rules do not give was agreed on.
    record.ending = match game.headers().get("Result").filter(|_| game.outcome().is_none()) {
        Some("1-0") => Some(Ending { result: GameResult::Red, reason: Reason::Resignation }),
        Some("0-1") => Some(Ending { result: GameResult::Blue, reason: Reason::Resignation }),
        Some("1/2-1/2") => Some(Ending::AGREED),
        _ => None,
    };
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_by_other_rules_is_refused() {
        let read = |rule: &str| read_first_game(&format!("[LastGuardPromotion \"{rule}\"]\n\n1. Ic6 *"));
        assert_eq!(read("off"), Err(ReadError::OtherRules));
        assert!(read("on").is_ok());
    }
}

//! How games begin: from a position and moves, or from a PGN.

use cotulenh::view::Sides;
use cotulenh::{
    Game, HeaderError, InvalidSetup, PgnError, PlayTextError, Position, ReplayError, RuleOptions,
    SEVEN_TAG_ROSTER, Strictness, read_pgn,
};
use serde::Serialize;

use crate::clock::{GameClock, Millis};
use crate::ending::{Ending, GameResult, Reason};
use crate::id::GameId;
use crate::live_game::LiveGame;
use crate::player::Player;
use crate::storage::{StoredGame, Summary};
use crate::stored_texts::stored_texts;

use limits::{MAX_CLOCK, MAX_INCREMENT, MAX_LEVEL, MAX_NAME, MAX_THINKING};

/// The bounds of a new game.
pub mod limits {
    /// Characters of a name or title.
    pub const MAX_NAME: usize = 80;
    /// The strongest level of the engine.
    pub const MAX_LEVEL: u8 = cotulenh_engine::Level::FULL.number();
    /// Milliseconds the engine thinks about a turn.
    pub const MAX_THINKING: u64 = 60_000;
    /// Seconds on a clock at the beginning.
    pub const MAX_CLOCK: u64 = 24 * 3_600;
    /// Seconds a turn.
    pub const MAX_INCREMENT: u64 = 3_600;
}

/// A game to be created.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    /// The players.
    pub players: Sides<Player>,
    /// Milliseconds the engine thinks about a turn.
    pub thinking: u64,
    /// Seconds at the beginning and per turn.
    pub clock: Option<(u64, u64)>,
    /// Its first position and moves.
    pub moves: Moves,
    /// Its title.
    pub title: String,
}

/// The first position and the moves of a new game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Moves {
    /// A FEN, or else the start position, and moves in any notation.
    Texts(Option<String>, Vec<String>),
    /// A game that was read from a PGN.
    Read(Box<Game>),
}

/// Why a new game cannot be created.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NewGameError {
    /// The FEN is not a valid position.
    #[error("the FEN is not a valid position: {0}")]
    Fen(InvalidSetup),
    /// A move cannot be played.
    #[error("move {}: {error}", index + 1)]
    Move {
        /// Its index.
        index: usize,
        /// Why.
        error: PlayTextError,
    },
    /// The open deploy of the first position, or a game read from a PGN, cannot be replayed.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// A header of the PGN cannot be kept.
    #[error("{0}")]
    Header(#[from] HeaderError),
    /// A value is out of bounds.
    #[error("{field}: expected {problem}")]
    Field {
        /// Its name.
        field: &'static str,
        /// What was expected.
        problem: String,
    },
}

/// A name or title without control characters; an error if it is too long.
pub fn clean_name(field: &'static str, text: &str) -> Result<String, NewGameError> {
    let clean: String = text.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if clean.chars().count() > MAX_NAME {
        return Err(NewGameError::Field { field, problem: format!("at most {MAX_NAME} characters") });
    }
    Ok(clean)
}

/// A game that begins at this FEN, or else at the start position. The steps of an open deploy count
/// as played.
pub fn begin_at(fen: Option<&str>) -> Result<Game, NewGameError> {
    let start = fen.map_or_else(|| Ok(Position::start()), Position::from_fen).map_err(NewGameError::Fen)?;
    Ok(Game::replay(start, [])?)
}

fn play_texts(fen: Option<&str>, texts: &[String]) -> Result<Game, NewGameError> {
    let mut game = begin_at(fen)?;
    for (index, text) in texts.iter().enumerate() {
        let played = game.play_action_text(text, Strictness::Strict);
        played.map_err(|error| NewGameError::Move { index, error })?;
    }
    Ok(game)
}

/// The moves of a game without its headers and comments. Deploys are taken apart into single steps.
fn moves_of(read: &Game) -> Result<Game, NewGameError> {
    let mut start = *read.start();
    let _ = start.cancel_session();
    let (texts, played) = stored_texts(read);
    Ok(Game::replay_texts(start, &texts, played)?)
}

/// What a stored game does not take over from a PGN.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct LeftOut {
    /// Variations, those inside others included.
    variations: usize,
    /// Positions of the main line with a comment or a noted time.
    comments: usize,
    /// The other games of the text.
    games: usize,
}

/// Why no game can be read from a PGN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The text contains no game.
    #[error("found no game")]
    NoGame,
    /// It cannot be read.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// It is played with other rule options, which a stored game does not contain.
    #[error("[LastGuardPromotion \"off\"]: games here are played with the last-guard promotion")]
    OtherRules,
}

/// Reads the first game of a text, and counts what is left out.
pub fn read_first_game(pgn: &str) -> Result<(Game, LeftOut), ReadError> {
    let mut reader = read_pgn(pgn.as_bytes(), Strictness::Lenient);
    let game = reader.next().ok_or(ReadError::NoGame)??;
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

    /// Checks every value and creates the game.
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
        let mut record = StoredGame {
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
        let game = match &self.moves {
            Moves::Texts(fen, texts) => play_texts(fen.as_deref(), texts)?,
            Moves::Read(game) => {
                adopt_headers(&mut record, game)?;
                moves_of(game)?
            }
        };
        Ok(LiveGame::new(record, game))
    }
}

fn clean_player(player: Player) -> Result<Player, NewGameError> {
    let name = clean_name("players", player.name())?;
    match player {
        Player::Human { .. } => Ok(Player::Human { name }),
        Player::Engine { level, .. } if level <= MAX_LEVEL => Ok(Player::Engine { name, level }),
        Player::Engine { .. } => {
            Err(NewGameError::Field { field: "players", problem: format!("a level from 0 to {MAX_LEVEL}") })
        }
    }
}

/// Takes over the headers of a PGN.
fn adopt_headers(record: &mut StoredGame, game: &Game) -> Result<(), NewGameError> {
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
    // A result that does not follow from the rules is the players' decision.
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
    fn a_game_with_other_rule_options_is_refused() {
        let read = |rule: &str| read_first_game(&format!("[LastGuardPromotion \"{rule}\"]\n\n1. Ic6 *"));
        assert_eq!(read("off"), Err(ReadError::OtherRules));
        assert!(read("on").is_ok());
    }
}

//! The id of a game.

use std::fmt;
use std::str::FromStr;

use uuid::Uuid;

/// The id of a game: hard to guess, sorted by the time of its creation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameId(Uuid);

impl GameId {
    /// A new id.
    pub fn random() -> GameId {
        GameId(Uuid::now_v7())
    }

    /// A seed for random choices in this game.
    pub fn seed(self) -> u64 {
        self.0.as_u64_pair().1
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0.simple(), f)
    }
}

/// The text is not a game id.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a game id: expected 32 hexadecimal digits in lower case")]
pub struct BadGameId;

impl FromStr for GameId {
    type Err = BadGameId;

    fn from_str(text: &str) -> Result<GameId, BadGameId> {
        let id = Uuid::try_parse(text).map(GameId).map_err(|_| BadGameId)?;
        // Only one spelling is accepted, the stored one.
        if id.to_string() == text { Ok(id) } else { Err(BadGameId) }
    }
}

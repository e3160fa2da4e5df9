//! Where games are kept.

mod fold;
mod sqlite;

use cotulenh::Color;
use serde::{Deserialize, Serialize};

use crate::clock::{Clock, Millis};
use crate::ending::Ending;
use crate::games::GameId;
use crate::views::Sides;

pub use sqlite::SqliteStorage;

/// Somebody who plays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Player {
    /// A person.
    Human {
        /// As shown.
        #[serde(default)]
        name: String,
    },
    /// The engine.
    Engine {
        /// As shown.
        #[serde(default)]
        name: String,
        /// How strong, 0–20.
        level: u8,
    },
}

impl Player {
    /// As shown.
    pub fn name(&self) -> &str {
        match self {
            Player::Human { name } | Player::Engine { name, .. } => name,
        }
    }

    /// Does the server move for it?
    pub fn is_engine(&self) -> bool {
        matches!(self, Player::Engine { .. })
    }
}

/// A game as it is written down: where it began, what was done, and what the players have agreed on. Everything else
/// follows by replaying it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Its name among games.
    pub id: GameId,
    /// Counts its changes.
    pub revision: u64,
    /// When it began.
    pub created: Millis,
    /// When it last changed.
    pub updated: Millis,
    /// What the player calls it.
    pub title: String,
    /// Who plays.
    pub players: Sides<Player>,
    /// Milliseconds the engine thinks about a turn.
    pub thinking: u64,
    /// The clock, if it is played with one.
    pub clock: Option<Clock>,
    /// The FEN it began with.
    pub start: String,
    /// Everything done, as texts; beyond `played` stands what was taken back.
    pub actions: Vec<String>,
    /// How many of the actions count.
    pub played: usize,
    /// How the players ended it, if the rules have not.
    pub ending: Option<Ending>,
    /// Further headers of its PGN.
    pub headers: Vec<(String, String)>,
    /// What lists show.
    pub summary: Summary,
}

impl Record {
    /// Who plays this side.
    pub fn player(&self, color: Color) -> &Player {
        self.players.get(color)
    }
}

/// What lists of games show without replaying them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// How it ended.
    pub outcome: Option<Ending>,
    /// Completed turns.
    pub turns: usize,
    /// The position now.
    pub fen: String,
    /// The SANs of its turns, for searching.
    pub sans: String,
}

/// Which games to list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Query {
    /// Every one of these words occurs in title, names or moves, whatever their case and marks.
    pub words: Vec<String>,
    /// Only finished ones, or only running ones.
    pub finished: Option<bool>,
    /// Skip so many.
    pub offset: usize,
    /// At most so many.
    pub limit: usize,
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Its id, as stored.
    pub id: String,
    /// What the player calls it.
    pub title: String,
    /// Who plays; `None` if the record is damaged.
    pub players: Option<Sides<Player>>,
    /// How it ended.
    pub outcome: Option<Ending>,
    /// Completed turns.
    pub turns: usize,
    /// When it began.
    pub created: Millis,
    /// When it last changed.
    pub updated: Millis,
    /// The position now.
    pub fen: String,
}

/// Why storage failed.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// The folder cannot be made or used.
    #[error("cannot use the data folder {folder}: {reason}")]
    Folder {
        /// Which.
        folder: String,
        /// Why.
        reason: String,
    },
    /// The file was written by a newer program.
    #[error(
        "the games in {file} were written by a newer version of this program (schema {found}, known {known})"
    )]
    Newer {
        /// Which.
        file: String,
        /// Its version.
        found: i64,
        /// The newest this program knows.
        known: i64,
    },
    /// The database says no.
    #[error("the database failed: {0}")]
    Database(Box<dyn std::error::Error + Send + Sync>),
    /// A stored game cannot be understood.
    #[error("the stored game is damaged: {0}")]
    Corrupt(String),
    /// Somebody else has changed the game meanwhile.
    #[error("the game was changed by somebody else")]
    Outdated,
}

/// Keeps games. What a method has answered is durable: it survives the end of the process and of the machine.
pub trait Storage: Send + Sync + 'static {
    /// Keeps a new game.
    fn create(&self, record: &Record) -> Result<(), StorageError>;

    /// Finds a game.
    fn load(&self, id: GameId) -> Result<Option<Record>, StorageError>;

    /// The revision of a game.
    fn revision(&self, id: GameId) -> Result<Option<u64>, StorageError>;

    /// A number that is another after others have written here, and the same after own writing.
    fn version(&self) -> Result<i64, StorageError>;

    /// Replaces a game, if the stored one has the revision before this one's.
    fn save(&self, record: &Record) -> Result<(), StorageError>;

    /// Forgets a game; was there one?
    fn delete(&self, id: GameId) -> Result<bool, StorageError>;

    /// How many games match, and some of them, the last changed first.
    fn list(&self, query: &Query) -> Result<(usize, Vec<Listed>), StorageError>;
}

//! Where games are stored.
//!
//! [`open`] chooses the backend; every other part of the program sees a [`Storage`].

#[cfg(test)]
mod contract;
mod search_text;
mod sqlite;

use std::path::Path;
use std::sync::Arc;

use cotulenh::Color;
use cotulenh::view::Sides;
use directories::ProjectDirs;

use crate::clock::{GameClock, Millis};
use crate::ending::Ending;
use crate::id::GameId;
use crate::player::Player;
use sqlite::SqliteStorage;

/// The name of the database in a folder.
const FILE_NAME: &str = "games.sqlite";

/// Opens a storage, and creates it if there is none yet.
///
/// `url` is `sqlite:FILE`, or the path of a folder, which stands for the file `games.sqlite` in it.
pub fn open(url: &str) -> Result<Arc<dyn Storage>, StorageError> {
    match scheme(url) {
        Some(("sqlite", file)) => Ok(Arc::new(SqliteStorage::open(Path::new(file))?)),
        Some((scheme, _)) => Err(StorageError::UnknownScheme(scheme.to_owned())),
        None => open_folder(Path::new(url)),
    }
}

/// Opens the storage in the user's data folder.
pub fn open_default() -> Result<Arc<dyn Storage>, StorageError> {
    let folders = ProjectDirs::from("", "", "cotulenh").ok_or(StorageError::NoDataFolder)?;
    open_folder(folders.data_dir())
}

/// Opens the storage that a folder stands for.
fn open_folder(folder: &Path) -> Result<Arc<dyn Storage>, StorageError> {
    Ok(Arc::new(SqliteStorage::open(&folder.join(FILE_NAME))?))
}

/// Splits `scheme:rest`. A single letter is the drive of a Windows path.
fn scheme(url: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = url.split_once(':')?;
    let is_scheme = scheme.len() > 1
        && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    is_scheme.then_some((scheme, rest))
}

/// A game as it is stored: its first position, what was played, and what the players have agreed
/// on. Everything else follows by replaying it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredGame {
    /// Its id.
    pub id: GameId,
    /// The number of its changes.
    pub revision: u64,
    /// When it was created.
    pub created: Millis,
    /// When it last changed.
    pub updated: Millis,
    /// Its title.
    pub title: String,
    /// Who plays.
    pub players: Sides<Player>,
    /// Milliseconds the engine thinks about a turn.
    pub thinking: u64,
    /// The clock, if it is played with one.
    pub clock: Option<GameClock>,
    /// The FEN of its first position.
    pub start: String,
    /// Every action as text; those beyond `played` were taken back.
    pub actions: Vec<String>,
    /// How many of the actions are played.
    pub played: usize,
    /// How the players ended it, unless the rules did.
    pub ending: Option<Ending>,
    /// Further headers of its PGN.
    pub headers: Vec<(String, String)>,
    /// What lists show.
    pub summary: Summary,
}

impl StoredGame {
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
    /// Each of these words occurs in title, names or moves; case and diacritics do not count.
    pub words: Vec<String>,
    /// Only finished ones, or only running ones.
    pub finished: Option<bool>,
    /// How many to skip.
    pub offset: usize,
    /// How many to list at most.
    pub limit: usize,
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Its id, as stored.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Who plays; `None` if the record is damaged.
    pub players: Option<Sides<Player>>,
    /// How it ended.
    pub outcome: Option<Ending>,
    /// Completed turns.
    pub turns: usize,
    /// When it was created.
    pub created: Millis,
    /// When it last changed.
    pub updated: Millis,
    /// The position now.
    pub fen: String,
}

/// Why storage failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StorageError {
    /// The URL names a storage that this program does not have. The URL itself is not repeated: it
    /// may contain a password.
    #[error("unknown storage \"{0}:\": expected sqlite:FILE or the path of a folder")]
    UnknownScheme(String),
    /// The system names no data folder for this user.
    #[error("this user has no data folder: name a folder for the games with --data")]
    NoDataFolder,
    /// The file or its folder cannot be created or read.
    #[error("cannot open the games in {place}: {reason}")]
    Open {
        /// The file.
        place: String,
        /// Why.
        reason: String,
    },
    /// The file was written by a newer program.
    #[error("the games in {file} have schema {found}: expected at most {known}; a newer program wrote them")]
    Newer {
        /// The file.
        file: String,
        /// Its schema version.
        found: i64,
        /// The newest schema version that this program reads.
        known: i64,
    },
    /// The database failed.
    #[error("the database failed: {0}")]
    Database(Box<dyn std::error::Error + Send + Sync>),
    /// A stored game cannot be read.
    #[error("the stored game is damaged: {0}")]
    Corrupt(String),
    /// Another process has changed the game meanwhile.
    #[error("the game was changed by another process")]
    Outdated,
}

impl StorageError {
    /// A stable name for programs, and the key of a text for people: `error.<CODE>`.
    pub fn code(&self) -> &'static str {
        match self {
            StorageError::Corrupt(_) => "DAMAGED_GAME",
            StorageError::Outdated => "CONFLICT",
            _ => "STORAGE_FAILED",
        }
    }
}

/// A point in the history of a storage. Only the storage that made it can interpret it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChangeToken(pub i64);

/// What other processes have changed; see [`Storage::changes_by_others`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Changes {
    /// Where the next call continues.
    pub token: ChangeToken,
    /// The games to read again.
    pub games: ChangedGames,
}

/// Which games other processes have changed or deleted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChangedGames {
    /// No game.
    None,
    /// These games, and no other.
    These(Vec<GameId>),
    /// Possibly any game: the storage cannot tell which ones were written.
    Any,
}

/// A storage for games. Once a method has returned, its change is durable: it survives the end of
/// the process and a power failure.
pub trait Storage: Send + Sync + 'static {
    /// Stores a new game.
    fn create(&self, record: &StoredGame) -> Result<(), StorageError>;

    /// Reads a game; `None` if there is none with this id.
    fn load(&self, id: GameId) -> Result<Option<StoredGame>, StorageError>;

    /// The stored revision of a game; cheaper than [`load`](Self::load).
    fn revision(&self, id: GameId) -> Result<Option<u64>, StorageError>;

    /// What other processes have written since `since`, the token of an earlier call; `None` means
    /// from the beginning. Never waits. Writes through this storage are not reported.
    fn changes_by_others(&self, since: Option<ChangeToken>) -> Result<Changes, StorageError>;

    /// Replaces a game. The stored one must have the revision before this one, otherwise the error
    /// is [`StorageError::Outdated`].
    fn save(&self, record: &StoredGame) -> Result<(), StorageError>;

    /// Deletes a game; `false` if there was none.
    fn delete(&self, id: GameId) -> Result<bool, StorageError>;

    /// How many games match, and the requested part of them, the last changed first.
    fn list(&self, query: &Query) -> Result<(usize, Vec<Listed>), StorageError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_url_chooses_the_storage() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        open(&path("games")).unwrap();
        open(&format!("sqlite:{}", path("deep/own.db"))).unwrap();
        assert!(folder.path().join("games/games.sqlite").is_file());
        assert!(folder.path().join("deep/own.db").is_file());
        for url in ["postgres://me:secret@host/db", "mysql:x"] {
            let error = open(url).err().unwrap().to_string();
            let scheme = url.split_once(':').unwrap().0;
            let expected =
                format!("unknown storage \"{scheme}:\": expected sqlite:FILE or the path of a folder");
            assert_eq!(error, expected);
        }
        assert_eq!(scheme("C:\\games"), None);
    }
}

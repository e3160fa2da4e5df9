//! Why an explorer file cannot be read or written.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use super::builder::MAX_MAX_TURNS;
use super::schema::{APPLICATION_ID, SCHEMA_VERSION};

/// Why an explorer file cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{}: {kind}", file.display())]
#[non_exhaustive]
pub struct ExplorerError {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it.
    pub kind: ExplorerErrorKind,
}

/// What is wrong with an explorer file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExplorerErrorKind {
    /// It does not exist, is not a file, or the system denies access.
    #[error("cannot open: {0}")]
    Open(String),
    /// It is not a SQLite file.
    #[error("expected an opening explorer, found a file that is not SQLite")]
    NotSqlite,
    /// It is the SQLite file of another application.
    #[error(
        "expected an opening explorer (application id {APPLICATION_ID:#010x}), found application id {found:#010x}"
    )]
    OtherApplication {
        /// Its application id.
        found: i32,
    },
    /// A newer program wrote it.
    #[error("unknown schema {found}: expected {SCHEMA_VERSION}; a newer program wrote the file")]
    Newer {
        /// Its schema version.
        found: i64,
    },
    /// A table is missing or is not the documented one.
    #[error("the table {table:?} is missing or is not that of schema {SCHEMA_VERSION}")]
    Schema {
        /// The table.
        table: &'static str,
    },
    /// The file contains another number of turns of each game.
    #[error("the file contains the first {found} turns of each game: expected {asked}")]
    MaxTurns {
        /// The file's number.
        found: u32,
        /// The number that was asked for.
        asked: u32,
    },
    /// No file contains so many turns of each game.
    #[error("expected 1 to {MAX_MAX_TURNS} turns of each game, found {asked}")]
    MaxTurnsRange {
        /// The number that was asked for.
        asked: u32,
    },
    /// A value in it is impossible.
    #[error("damaged file: {0}")]
    Damaged(String),
    /// Another process is writing.
    #[error("another process is writing to the file; try again later")]
    Busy,
    /// SQLite failed for another reason.
    #[error("the database failed: {0}")]
    Database(Box<dyn std::error::Error + Send + Sync>),
}

impl ExplorerErrorKind {
    /// The error of this file.
    pub(super) fn at(self, file: &Path) -> ExplorerError {
        ExplorerError { file: file.to_owned(), kind: self }
    }
}

impl From<rusqlite::Error> for ExplorerErrorKind {
    fn from(error: rusqlite::Error) -> ExplorerErrorKind {
        use rusqlite::Error::{
            FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, Utf8Error,
        };
        match (error.sqlite_error_code(), &error) {
            (Some(ErrorCode::NotADatabase), _) => ExplorerErrorKind::NotSqlite,
            (Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied | ErrorCode::ReadOnly), _) => {
                ExplorerErrorKind::Open(error.to_string())
            }
            (Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked), _) => ExplorerErrorKind::Busy,
            (Some(ErrorCode::DatabaseCorrupt), _)
            | (
                _,
                FromSqlConversionFailure(..)
                | IntegralValueOutOfRange(..)
                | InvalidColumnType(..)
                | Utf8Error(..),
            ) => ExplorerErrorKind::Damaged(error.to_string()),
            _ => ExplorerErrorKind::Database(error.into()),
        }
    }
}

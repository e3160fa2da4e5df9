//! Writing an explorer file.

use std::path::{Path, PathBuf};

use cotulenh::Game;
use rusqlite::{Connection, TransactionBehavior};

use super::batch::Batch;
use super::error::{ExplorerError, ExplorerErrorKind};
use super::schema::{close_writer, max_turns, open_to_write};

/// How many turns of each game a new file contains, unless another number is given.
pub const DEFAULT_MAX_TURNS: u32 = 30;

/// The most turns of each game that a file can contain.
pub const MAX_MAX_TURNS: u32 = 1_000;

/// How many turns wait in memory before they are written: some 15 MB.
const BATCH_TURNS: usize = 100_000;

/// Adds games to an explorer file.
///
/// Games are written in batches, one transaction each. If the process ends early, the file contains
/// the batches that were written; adding the same games again adds the others, because a game that
/// is known is not counted again. [`Explorer`](super::Explorer)s may read the file at the same time,
/// and other builders may write to it.
#[derive(Debug)]
pub struct ExplorerBuilder {
    connection: Connection,
    file: PathBuf,
    max_turns: u32,
    batch: Batch,
    report: ExplorerReport,
}

/// What became of the games given to an [`ExplorerBuilder`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct ExplorerReport {
    /// Games that were added.
    pub added: u64,
    /// Games that were in the file already, or given twice.
    pub known: u64,
    /// Games without a turn, which are not added.
    pub empty: u64,
}

impl ExplorerBuilder {
    /// Opens a file, or creates it. `turns` is how many turns of each game it contains, from 1 to
    /// [`MAX_MAX_TURNS`]; `None` means as many as it has, and [`DEFAULT_MAX_TURNS`] in a new file. It
    /// is an error if the file has another number: games would count up to different depths.
    pub fn open(file: &Path, turns: Option<u32>) -> Result<ExplorerBuilder, ExplorerError> {
        let wanted = turns.unwrap_or(DEFAULT_MAX_TURNS);
        if !(1..=MAX_MAX_TURNS).contains(&wanted) {
            return Err(ExplorerErrorKind::MaxTurnsRange { asked: wanted }.at(file));
        }
        let connection = open_to_write(file, wanted)?;
        let max_turns = max_turns(&connection).map_err(|kind| kind.at(file))?;
        match turns {
            Some(asked) if asked != max_turns => {
                let _ = close_writer(connection);
                Err(ExplorerErrorKind::MaxTurns { found: max_turns, asked }.at(file))
            }
            _ => Ok(ExplorerBuilder {
                connection,
                file: file.to_owned(),
                max_turns,
                batch: Batch::default(),
                report: ExplorerReport::default(),
            }),
        }
    }

    /// How many turns of each game the file contains.
    pub fn max_turns(&self) -> u32 {
        self.max_turns
    }

    /// Adds a game: its completed turns. It is written with its batch.
    ///
    /// After an error, the batch is lost, and nothing of it is in the file.
    pub fn add(&mut self, game: &Game) -> Result<(), ExplorerError> {
        if game.turns().is_empty() {
            self.report.empty += 1;
            return Ok(());
        }
        self.batch.push(game, self.max_turns as usize);
        if self.batch.turn_count() >= BATCH_TURNS { self.write() } else { Ok(()) }
    }

    /// Writes the games that wait. [`finish`](ExplorerBuilder::finish) does so too.
    pub fn write(&mut self) -> Result<(), ExplorerError> {
        let batch = core::mem::take(&mut self.batch);
        let games = batch.game_count() as u64;
        let connection = &mut self.connection;
        let write = || {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let added = batch.write(&transaction)?;
            transaction.commit()?;
            Ok(added)
        };
        let added =
            write().map_err(|error: rusqlite::Error| ExplorerErrorKind::from(error).at(&self.file))?;
        self.report.added += added;
        self.report.known += games - added;
        Ok(())
    }

    /// Writes the games that wait and closes the file. Without this call they are lost.
    pub fn finish(mut self) -> Result<ExplorerReport, ExplorerError> {
        self.write()?;
        close_writer(self.connection).map_err(|kind| kind.at(&self.file))?;
        Ok(self.report)
    }
}

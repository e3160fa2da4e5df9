//! Games in a SQLite file.
//!
//! Write-ahead log with full synchronisation: a committed transaction has reached the disk.

use std::fs::DirBuilder;
use std::io;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::functions::FunctionFlags;
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, named_params, params_from_iter};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::search_text::fold;
use super::{ChangeToken, ChangedGames, Changes, Listed, Query, Storage, StorageError, StoredGame, Summary};
use crate::id::GameId;

/// Each migration brings the schema from one version to the next; `user_version` counts those that
/// were carried out. Append new ones; never change an old one.
const MIGRATIONS: [&str; 3] = [
    "CREATE TABLE games (
         id TEXT PRIMARY KEY NOT NULL,
         revision INTEGER NOT NULL,
         created INTEGER NOT NULL,
         updated INTEGER NOT NULL,
         title TEXT NOT NULL,
         players TEXT NOT NULL,
         thinking INTEGER NOT NULL,
         clock TEXT NOT NULL,
         start TEXT NOT NULL,
         actions TEXT NOT NULL,
         played INTEGER NOT NULL,
         ending TEXT NOT NULL,
         headers TEXT NOT NULL,
         outcome TEXT NOT NULL,
         turns INTEGER NOT NULL,
         fen TEXT NOT NULL
     ) STRICT;
     CREATE INDEX games_updated ON games (updated DESC);",
    // The text that searches look through, in lower case. Until a game is played on, its SANs are
    // missing from it.
    "ALTER TABLE games ADD COLUMN search TEXT NOT NULL DEFAULT '';
     UPDATE games SET search = lower(title || ' ' || players || ' ' || actions);",
    // Also remove diacritics.
    "UPDATE games SET search = fold(search);",
];

const KNOWN_VERSION: i64 = MIGRATIONS.len() as i64;

/// Games in one SQLite file.
#[derive(Debug)]
pub struct SqliteStorage(Mutex<Connection>);

impl SqliteStorage {
    /// Opens or creates a file, and its folder if necessary.
    pub fn open(file: &Path) -> Result<SqliteStorage, StorageError> {
        let unusable = |reason: String| StorageError::Open { place: file.display().to_string(), reason };
        if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            create_private_folder(folder).map_err(|error| unusable(error.to_string()))?;
        }
        let connection = Connection::open(file).map_err(|error| unusable(error.to_string()))?;
        // A damaged file shows here, with the first page that is read.
        configure(&connection).map_err(|error| unusable(error.to_string()))?;
        migrate(&connection, file)?;
        Ok(SqliteStorage(Mutex::new(connection)))
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        // A panic between statements leaves no transaction open: every write is a single statement.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl From<rusqlite::Error> for StorageError {
    fn from(error: rusqlite::Error) -> StorageError {
        StorageError::Database(error.into())
    }
}

/// Creates a folder that only its owner can read. An existing folder stays as it is.
fn create_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

fn configure(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "trusted_schema", false)?;
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    // Migration 3 calls `fold`.
    connection.create_scalar_function("fold", 1, flags, |call| Ok(fold(&call.get::<String>(0)?)))
}

fn migrate(connection: &Connection, file: &Path) -> Result<(), StorageError> {
    let version = || connection.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0));
    let newer = |found| StorageError::Newer { file: file.display().to_string(), found, known: KNOWN_VERSION };
    if version()? > KNOWN_VERSION {
        return Err(newer(version()?));
    }
    if version()? == KNOWN_VERSION {
        return Ok(());
    }
    // Another process may be migrating too: the second to get the lock finds everything done.
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let found = version()?;
    for (number, migration) in (1..).zip(MIGRATIONS).filter(|&(number, _)| number > found) {
        connection.execute_batch(migration)?;
        connection.pragma_update(None, "user_version", number)?;
    }
    connection.execute_batch("COMMIT")?;
    Ok(())
}

/// The columns of a record, in the order of [`read_record`].
const COLUMNS: &str = "revision, created, updated, title, players, thinking, clock, start, actions, played, ending, \
                       headers, outcome, turns, fen";

fn read_record(id: GameId, row: &Row<'_>) -> rusqlite::Result<StoredGame> {
    let actions: String = row.get(8)?;
    Ok(StoredGame {
        id,
        revision: row.get(0)?,
        created: row.get(1)?,
        updated: row.get(2)?,
        title: row.get(3)?,
        players: json(row, 4)?,
        thinking: row.get(5)?,
        clock: json(row, 6)?,
        start: row.get(7)?,
        actions: actions.lines().map(str::to_owned).collect(),
        played: row.get(9)?,
        ending: json(row, 10)?,
        headers: json(row, 11)?,
        summary: Summary {
            outcome: json(row, 12)?,
            turns: row.get(13)?,
            fen: row.get(14)?,
            sans: String::new(),
        },
    })
}

/// A column that holds JSON.
fn json<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text)
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error)))
}

fn to_json(value: &impl Serialize) -> Result<String, StorageError> {
    serde_json::to_string(value).map_err(|error| StorageError::Corrupt(error.to_string()))
}

/// An impossible value in a stored game is damage, not a failure of the database.
fn damage(error: rusqlite::Error) -> StorageError {
    match error {
        rusqlite::Error::FromSqlConversionFailure(..)
        | rusqlite::Error::IntegralValueOutOfRange(..)
        | rusqlite::Error::InvalidColumnType(..) => StorageError::Corrupt(error.to_string()),
        other => other.into(),
    }
}

impl Storage for SqliteStorage {
    fn create(&self, record: &StoredGame) -> Result<(), StorageError> {
        self.write(
            record,
            "INSERT INTO games VALUES (:id, :revision, :created, :updated, :title, :players, :thinking, :clock, :start, \
             :actions, :played, :ending, :headers, :outcome, :turns, :fen, :search)",
        )?;
        Ok(())
    }

    fn load(&self, id: GameId) -> Result<Option<StoredGame>, StorageError> {
        let connection = self.connection();
        let mut statement =
            connection.prepare_cached(&format!("SELECT {COLUMNS} FROM games WHERE id = ?1"))?;
        statement.query_row([id.to_string()], |row| read_record(id, row)).optional().map_err(damage)
    }

    fn revision(&self, id: GameId) -> Result<Option<u64>, StorageError> {
        let connection = self.connection();
        let mut statement = connection.prepare_cached("SELECT revision FROM games WHERE id = ?1")?;
        statement.query_row([id.to_string()], |row| row.get(0)).optional().map_err(damage)
    }

    fn changes_by_others(&self, since: Option<ChangeToken>) -> Result<Changes, StorageError> {
        // Differs from the value before if another connection has written. SQLite does not say
        // what.
        let version = self.connection().pragma_query_value(None, "data_version", |row| row.get(0))?;
        let token = ChangeToken(version);
        let games = if since == Some(token) { ChangedGames::None } else { ChangedGames::Any };
        Ok(Changes { token, games })
    }

    fn save(&self, record: &StoredGame) -> Result<(), StorageError> {
        let changed = self.write(
            record,
            "UPDATE games SET revision = :revision, created = :created, updated = :updated, title = :title, \
             players = :players, thinking = :thinking, clock = :clock, start = :start, actions = :actions, \
             played = :played, ending = :ending, headers = :headers, outcome = :outcome, turns = :turns, fen = :fen, \
             search = :search WHERE id = :id AND revision = :revision - 1",
        )?;
        if changed == 1 { Ok(()) } else { Err(StorageError::Outdated) }
    }

    fn delete(&self, id: GameId) -> Result<bool, StorageError> {
        Ok(self.connection().execute("DELETE FROM games WHERE id = ?1", [id.to_string()])? > 0)
    }

    fn list(&self, query: &Query) -> Result<(usize, Vec<Listed>), StorageError> {
        let mut conditions = vec!["TRUE".to_owned()];
        match query.finished {
            Some(true) => conditions.push("outcome <> 'null'".into()),
            Some(false) => conditions.push("outcome = 'null'".into()),
            None => {}
        }
        // Only the number of words shapes the statement; the words are parameters.
        conditions.extend((1..=query.words.len()).map(|i| format!("instr(search, ?{i}) > 0")));
        let conditions = conditions.join(" AND ");
        let words: Vec<String> = query.words.iter().map(|word| fold(word)).collect();

        let connection = self.connection();
        let count = format!("SELECT count(*) FROM games WHERE {conditions}");
        let total = connection.query_row(&count, params_from_iter(&words), |row| row.get(0))?;
        let mut statement = connection.prepare(&format!(
            "SELECT id, title, players, outcome, turns, created, updated, fen FROM games WHERE {conditions} \
             ORDER BY updated DESC, id DESC LIMIT {} OFFSET {}",
            query.limit, query.offset
        ))?;
        let listed = statement.query_map(params_from_iter(&words), |row| {
            Ok(Listed {
                id: row.get(0)?,
                title: row.get(1)?,
                // One damaged game must not hide the others.
                players: json(row, 2).ok(),
                outcome: json(row, 3).unwrap_or_default(),
                turns: row.get(4)?,
                created: row.get(5)?,
                updated: row.get(6)?,
                fen: row.get(7)?,
            })
        })?;
        Ok((total, listed.collect::<Result<_, _>>()?))
    }
}

impl SqliteStorage {
    /// Writes a whole record with one statement, which is one transaction.
    fn write(&self, record: &StoredGame, statement: &str) -> Result<usize, StorageError> {
        let (red, blue) = (record.players.r.name(), record.players.b.name());
        let search = fold(&format!("{} {red} {blue} {}", record.title, record.summary.sans));
        let connection = self.connection();
        let mut statement = connection.prepare_cached(statement)?;
        Ok(statement.execute(named_params! {
            ":id": record.id.to_string(),
            ":revision": record.revision,
            ":created": record.created,
            ":updated": record.updated,
            ":title": record.title,
            ":players": to_json(&record.players)?,
            ":thinking": record.thinking,
            ":clock": to_json(&record.clock)?,
            ":start": record.start,
            ":actions": record.actions.join("\n"),
            ":played": record.played,
            ":ending": to_json(&record.ending)?,
            ":headers": to_json(&record.headers)?,
            ":outcome": to_json(&record.summary.outcome)?,
            ":turns": record.summary.turns,
            ":fen": record.summary.fen,
            ":search": search,
        })?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::contract::{self, record};

    fn storage_in(folder: &Path) -> SqliteStorage {
        SqliteStorage::open(&folder.join("games.sqlite")).unwrap()
    }

    #[test]
    fn the_contract_holds() {
        let folder = tempfile::tempdir().unwrap();
        contract::check(|name| {
            let place = folder.path().join(name);
            (storage_in(&place), storage_in(&place))
        });
    }

    #[test]
    fn every_old_schema_is_brought_up_to_date() {
        for version in 0..KNOWN_VERSION {
            let folder = tempfile::tempdir().unwrap();
            let old = Connection::open(folder.path().join("games.sqlite")).unwrap();
            for migration in &MIGRATIONS[..version as usize] {
                old.execute_batch(migration).unwrap();
            }
            old.pragma_update(None, "user_version", version).unwrap();
            let record = record("Ván Cũ");
            if version > 0 {
                old.execute(
                    &format!(
                        "INSERT INTO games (id, {COLUMNS})
                         VALUES (?1, 1, 5, 6, 'Ván Cũ', ?2, 700, ?3, ?4, 'Ic5c6 n\nIc8c7 n', 1, ?5, ?6, ?5, 1, 'x')"
                    ),
                    [
                        record.id.to_string(),
                        to_json(&record.players).unwrap(),
                        to_json(&record.clock).unwrap(),
                        record.start.clone(),
                        to_json(&record.ending).unwrap(),
                        to_json(&record.headers).unwrap(),
                    ],
                )
                .unwrap();
            }
            if version > 1 {
                old.execute("UPDATE games SET search = 'ván cũ nguyễn an  ic6'", []).unwrap();
            }
            drop(old);
            let storage = storage_in(folder.path());
            if version > 0 {
                assert_eq!(storage.load(record.id).unwrap().unwrap(), record);
                for word in ["CŨ", "cu", "nguyen"] {
                    let query = Query { words: vec![word.into()], limit: 9, ..Query::default() };
                    let (total, found) = storage.list(&query).unwrap();
                    assert_eq!(
                        (total, found[0].title.as_str()),
                        (1, "Ván Cũ"),
                        "{word} from version {version}"
                    );
                }
            }
            storage.create(&contract::record("New")).unwrap();
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_new_folder_is_private_and_an_old_one_is_left_alone() {
        use std::os::unix::fs::PermissionsExt;
        let mode = |folder: &Path| std::fs::metadata(folder).unwrap().permissions().mode() & 0o777;
        let folder = tempfile::tempdir().unwrap();
        let new = folder.path().join("some/where");
        storage_in(&new);
        assert_eq!((mode(&new), mode(&folder.path().join("some"))), (0o700, 0o700));
        std::fs::set_permissions(&new, PermissionsExt::from_mode(0o750)).unwrap();
        storage_in(&new);
        assert_eq!(mode(&new), 0o750);
    }

    #[test]
    fn games_of_a_newer_program_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        drop(storage_in(folder.path()));
        let file = folder.path().join("games.sqlite");
        Connection::open(&file).unwrap().pragma_update(None, "user_version", 99).unwrap();
        let error = SqliteStorage::open(&file).unwrap_err();
        assert!(matches!(error, StorageError::Newer { found: 99, known: KNOWN_VERSION, .. }), "{error}");
    }

    #[test]
    fn a_damaged_game_is_told_and_the_list_still_works() {
        let folder = tempfile::tempdir().unwrap();
        let storage = storage_in(folder.path());
        let (bad, good) = (record("bad"), record("good"));
        storage.create(&bad).unwrap();
        storage.create(&good).unwrap();
        let damage = "UPDATE games SET players = '{', played = -3 WHERE id = ?1";
        storage.connection().execute(damage, [bad.id.to_string()]).unwrap();
        assert!(matches!(storage.load(bad.id), Err(StorageError::Corrupt(_))));
        assert_eq!(storage.load(good.id).unwrap(), Some(good));
        assert_eq!(storage.list(&Query { limit: 9, ..Query::default() }).unwrap().0, 2);
        assert!(storage.delete(bad.id).unwrap());
    }

    #[test]
    fn the_disk_is_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let storage = storage_in(folder.path());
        let connection = storage.connection();
        let mode: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
        let synchronous: i64 = connection.pragma_query_value(None, "synchronous", |row| row.get(0)).unwrap();
        assert_eq!((mode.as_str(), synchronous), ("wal", 2));
    }
}

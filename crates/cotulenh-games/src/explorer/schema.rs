//! The tables of an explorer file, and connections to it.
//!
//! `docs/explorer.md` describes the tables. A change of them, or of the keys and texts in them, needs
//! a new [`SCHEMA_VERSION`].

use std::fs;
use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, OptionalExtension, TransactionBehavior};

use super::error::{ExplorerError, ExplorerErrorKind};

/// `CTLX` in ASCII.
pub const APPLICATION_ID: i32 = 0x4354_4c58;

/// The version of the tables, in `user_version`.
pub const SCHEMA_VERSION: i64 = 1;

/// The tables by name, as SQLite keeps their text.
const TABLES: [(&str, &str); 3] = [
    (
        "settings",
        "CREATE TABLE settings (
    max_turns INTEGER NOT NULL
) STRICT",
    ),
    (
        "games",
        "CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    red TEXT,
    blue TEXT,
    red_rating INTEGER,
    blue_rating INTEGER,
    red_level INTEGER,
    blue_level INTEGER,
    result TEXT NOT NULL,
    date INTEGER,
    event TEXT,
    site TEXT,
    round TEXT,
    turns INTEGER NOT NULL
) STRICT",
    ),
    (
        "turns",
        "CREATE TABLE turns (
    position BLOB NOT NULL,
    turn TEXT NOT NULL,
    after INTEGER NOT NULL,
    games INTEGER NOT NULL,
    red INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    blue INTEGER NOT NULL,
    ratings INTEGER NOT NULL,
    rating_sum INTEGER NOT NULL,
    levels INTEGER NOT NULL,
    level_sum INTEGER NOT NULL,
    first_date INTEGER,
    last_date INTEGER,
    top_game INTEGER NOT NULL,
    PRIMARY KEY (position, turn)
) STRICT, WITHOUT ROWID",
    ),
];

/// How long a connection waits for a lock of another one.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);

/// Opens an explorer file for reading.
pub fn open_to_read(file: &Path) -> Result<Connection, ExplorerError> {
    let open = || {
        check_is_file(file)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(file, flags)?;
        configure(&connection)?;
        check(&connection)?;
        Ok(connection)
    };
    open().map_err(|kind: ExplorerErrorKind| kind.at(file))
}

/// Opens an explorer file for writing; creates it, with this setting, if it is missing or empty. A
/// file of another application stays as it is.
pub fn open_to_write(file: &Path, max_turns: u32) -> Result<Connection, ExplorerError> {
    let open = || {
        if file.exists() {
            check_is_file(file)?;
        }
        let mut connection = Connection::open(file)?;
        configure(&connection)?;
        if !is_empty(&connection)? {
            check(&connection)?;
        }
        // Readers and this writer do not wait for each other. A power failure may lose the last
        // transactions; it does not damage the file.
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        if is_empty(&transaction)? {
            create(&transaction, max_turns)?;
        }
        transaction.commit()?;
        check(&connection)?;
        Ok(connection)
    };
    open().map_err(|kind: ExplorerErrorKind| kind.at(file))
}

/// Closes the connection of a writer. Unless others are connected, one plain file remains, which can
/// also be read from a folder without permission to write.
pub fn close_writer(connection: Connection) -> Result<(), ExplorerErrorKind> {
    connection.busy_timeout(Duration::ZERO)?;
    // While others are connected, the log stays. It is part of the database, so nothing is lost.
    let _ = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |_| Ok(()));
    let _ = connection.pragma_update(None, "journal_mode", "DELETE");
    connection.close().map_err(|(_, error)| error.into())
}

/// SQLite would wait for a pipe and report a folder as damaged.
fn check_is_file(file: &Path) -> Result<(), ExplorerErrorKind> {
    let found = fs::metadata(file).map_err(|error| ExplorerErrorKind::Open(error.to_string()))?;
    if found.is_file() { Ok(()) } else { Err(ExplorerErrorKind::Open("expected a file".into())) }
}

/// Settings for files from any source.
fn configure(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(LOCK_TIMEOUT)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "cell_size_check", true)
}

/// A database without any table, as SQLite creates it.
fn is_empty(connection: &Connection) -> rusqlite::Result<bool> {
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", (), |row| row.get(0))?;
    Ok(tables == 0 && application_id(connection)? == 0 && user_version(connection)? == 0)
}

fn create(connection: &Connection, max_turns: u32) -> rusqlite::Result<()> {
    for (_, sql) in TABLES {
        connection.execute_batch(sql)?;
    }
    connection.execute("INSERT INTO settings VALUES (?1)", [max_turns])?;
    connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    connection.pragma_update(None, "user_version", SCHEMA_VERSION)
}

fn application_id(connection: &Connection) -> rusqlite::Result<i32> {
    connection.pragma_query_value(None, "application_id", |row| row.get(0))
}

fn user_version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// The tables must be exactly the documented ones. In a file from elsewhere, a view or trigger in
/// place of a table could run any statement.
fn check(connection: &Connection) -> Result<(), ExplorerErrorKind> {
    let found = application_id(connection)?;
    if found != APPLICATION_ID {
        return Err(ExplorerErrorKind::OtherApplication { found });
    }
    let found = user_version(connection)?;
    if found > SCHEMA_VERSION {
        return Err(ExplorerErrorKind::Newer { found });
    }
    let mut text = connection
        .prepare("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?1 COLLATE NOCASE")?;
    for (table, expected) in TABLES {
        let found: Option<String> = text.query_row([table], |row| row.get(0)).optional()?;
        if found.as_deref() != Some(expected) {
            return Err(ExplorerErrorKind::Schema { table });
        }
    }
    let trigger = "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'";
    match connection.query_row(trigger, (), |row| row.get(0))? {
        0 => Ok(()),
        count => Err(ExplorerErrorKind::Damaged(format!("expected no triggers, found {count}"))),
    }
}

/// How many turns of each game the file contains.
pub fn max_turns(connection: &Connection) -> Result<u32, ExplorerErrorKind> {
    let mut statement = connection.prepare("SELECT max_turns FROM settings LIMIT 2")?;
    let found: Vec<u32> = statement.query_map((), |row| row.get(0))?.collect::<Result<_, _>>()?;
    match found[..] {
        [max_turns] => Ok(max_turns),
        _ => Err(ExplorerErrorKind::Damaged("expected one row of settings".into())),
    }
}

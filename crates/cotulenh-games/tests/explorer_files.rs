//! Explorer files: other programs, damage and several connections.
#![allow(missing_docs)]

mod support;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use cotulenh::Position;
use cotulenh_games::{Explorer, ExplorerBuilder, ExplorerErrorKind};
use fastrand::Rng;
use rusqlite::Connection;
use support::random::STARTS;
use support::recount::{assert_recounts, build, folder, games, read};

#[test]
fn other_files_are_refused_and_stay_as_they_are() {
    let (folder, file) = folder();
    let path = |name: &str| folder.path().join(name);
    let write = |name: &str, contents: &[u8]| std::fs::write(path(name), contents).unwrap();
    write("text", "1. Ic6 *\n".repeat(1000).as_bytes());
    write("short", b"1. Ic6 *");
    let other = Connection::open(path("other")).unwrap();
    other.execute_batch("CREATE TABLE t (x); PRAGMA application_id = 7").unwrap();
    drop(other);
    let foreign = Connection::open(path("foreign")).unwrap();
    foreign.execute_batch("CREATE TABLE games (id)").unwrap();
    drop(foreign);
    build(&file, &games(5, 3, 5), 5);
    let change = |name: &str, sql: &str| {
        std::fs::copy(&file, path(name)).unwrap();
        Connection::open(path(name)).unwrap().execute_batch(sql).unwrap();
    };
    change("newer", "PRAGMA user_version = 2");
    change("column", "ALTER TABLE turns ADD COLUMN more TEXT");
    change("view", "ALTER TABLE games RENAME TO g; CREATE VIEW games AS SELECT * FROM g");
    change("missing", "DROP TABLE settings");
    change("trigger", "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM turns; END");
    let expected = [
        ("text", "found a file that is not SQLite"),
        ("short", "found a file that is not SQLite"),
        ("other", "found application id 0x00000007"),
        ("foreign", "found application id 0x00000000"),
        ("newer", "unknown schema 2: expected 1; a newer program wrote the file"),
        ("column", "the table \"turns\" is missing or is not that of schema 1"),
        ("view", "the table \"games\" is missing or is not that of schema 1"),
        ("missing", "the table \"settings\" is missing or is not that of schema 1"),
        ("trigger", "expected no triggers, found 1"),
    ];
    for (name, message) in expected {
        let before = std::fs::read(path(name)).unwrap();
        let read = Explorer::open(&path(name)).unwrap_err().to_string();
        let written = ExplorerBuilder::open(&path(name), None).unwrap_err().to_string();
        assert_eq!(read, written);
        assert!(read.starts_with(path(name).to_str().unwrap()) && read.ends_with(message), "{read}");
        assert!(std::fs::read(path(name)).unwrap() == before, "{name} was changed");
    }
    // An empty file is a new one for a builder.
    write("empty", b"");
    let refused = Explorer::open(&path("empty")).unwrap_err();
    assert!(matches!(refused.kind, ExplorerErrorKind::OtherApplication { found: 0 }), "{refused}");
    build(&path("empty"), &games(5, 3, 5), 5);
    for bad in [path("nothing"), folder.path().to_owned(), path("no/folder")] {
        let refused = Explorer::open(&bad).unwrap_err();
        assert!(matches!(refused.kind, ExplorerErrorKind::Open(_)), "{refused}");
    }
    assert!(matches!(
        ExplorerBuilder::open(&path("no/folder"), None).unwrap_err().kind,
        ExplorerErrorKind::Open(_)
    ));
}

#[test]
fn impossible_values_are_damage() {
    let (_folder, file) = folder();
    build(&file, [&read("1. Ic6 Ic7 1-0")], 10);
    let damages = [
        ("UPDATE turns SET turn = 'Zz9'", "the turn \"Zz9\" is not legal in 6c4/"),
        // A legal move in another spelling, and a step that does not complete a turn.
        ("UPDATE turns SET turn = 'Ic6'", "the turn \"Ic6\" is not legal in 6c4/"),
        ("UPDATE turns SET games = -1", "-1"),
        ("UPDATE turns SET games = 0", "impossible counts"),
        ("UPDATE turns SET red = 2", "impossible counts"),
        ("UPDATE turns SET red = 9223372036854775807, blue = 9223372036854775807", "impossible counts"),
        ("UPDATE turns SET ratings = 3", "impossible counts"),
        ("UPDATE turns SET ratings = 1, rating_sum = 9223372036854775807", "impossible counts"),
        ("UPDATE turns SET first_date = 20241301", "20241301"),
        ("UPDATE turns SET top_game = 77", "expected a game with id 77"),
        ("UPDATE games SET result = 'x'", "unknown result \"x\""),
        ("UPDATE games SET red_rating = -5", "-5"),
        ("UPDATE games SET red_level = 300", "300"),
    ];
    for (sql, message) in damages {
        let damaged = file.with_extension("damaged");
        std::fs::copy(&file, &damaged).unwrap();
        Connection::open(&damaged).unwrap().execute_batch(sql).unwrap();
        let error = Explorer::open(&damaged).unwrap().lookup(&Position::start(), usize::MAX).unwrap_err();
        assert!(matches!(error.kind, ExplorerErrorKind::Damaged(_)), "{sql}: {error}");
        assert!(error.to_string().contains(message), "{sql}: {error}");
    }
    for sql in
        ["DELETE FROM settings", "INSERT INTO settings VALUES (3)", "UPDATE settings SET max_turns = -1"]
    {
        let damaged = file.with_extension("damaged");
        std::fs::copy(&file, &damaged).unwrap();
        Connection::open(&damaged).unwrap().execute_batch(sql).unwrap();
        let error = ExplorerBuilder::open(&damaged, None).unwrap_err();
        assert!(matches!(error.kind, ExplorerErrorKind::Damaged(_)), "{sql}: {error}");
    }
}

/// Random damage gives an answer or an error, and the file can still be given to a builder.
#[test]
fn hostile_bytes_are_survived() {
    let (_folder, file) = folder();
    let games = games(6, 30, 12);
    build(&file, &games, 12);
    let good = std::fs::read(&file).unwrap();
    let damaged = file.with_extension("damaged");
    let mut random = Rng::with_seed(6);
    let (mut answers, mut errors) = (0, 0);
    for _ in 0..400 {
        let mut bytes = good.clone();
        if random.u8(..4) == 0 {
            bytes.truncate(random.usize(..bytes.len()));
        }
        for _ in 0..random.usize(1..30) {
            let Some(last) = bytes.len().checked_sub(1) else { break };
            // Half of the damage hits the head of the file or of a page, where the structure is.
            let at = if random.bool() {
                random.usize(..=last)
            } else {
                random.usize(..=last) / 4096 * 4096 + random.usize(..112)
            };
            bytes[at.min(last)] = random.u8(..);
        }
        std::fs::write(&damaged, &bytes).unwrap();
        let Ok(explorer) = Explorer::open(&damaged) else {
            errors += 1;
            continue;
        };
        let _ = explorer.info();
        for game in &games {
            match explorer.lookup(game.start(), usize::MAX) {
                Ok(_) => answers += 1,
                Err(_) => errors += 1,
            }
        }
        drop(explorer);
        if let Ok(mut builder) = ExplorerBuilder::open(&damaged, None) {
            let _ = builder.add(&games[0]).and_then(|()| builder.finish());
        }
        for log in ["damaged-wal", "damaged-shm", "damaged-journal"] {
            let _ = std::fs::remove_file(file.with_extension(log));
        }
    }
    assert!(answers > 100 && errors > 100, "{answers} answers, {errors} errors");
}

#[test]
fn readers_see_whole_batches_while_a_builder_writes() {
    let (_folder, file) = folder();
    let games = games(7, 600, 12);
    let per_batch = 20;
    ExplorerBuilder::open(&file, Some(12)).unwrap().finish().unwrap();
    let done = AtomicBool::new(false);
    let starts: Vec<Position> = STARTS.iter().map(|fen| fen.parse().unwrap()).collect();
    std::thread::scope(|scope| {
        let readers: Vec<_> = (0..3)
            .map(|_| {
                scope.spawn(|| {
                    let explorer = Explorer::open(&file).unwrap();
                    let mut seen = BTreeSet::new();
                    while !done.load(Ordering::Relaxed) {
                        let info = explorer.info().unwrap();
                        assert_eq!(info.counts.games % per_batch, 0, "part of a batch");
                        assert!(seen.last().is_none_or(|last| *last <= info.counts.games));
                        seen.insert(info.counts.games);
                        for start in &starts {
                            explorer.lookup(start, usize::MAX).unwrap();
                        }
                    }
                    seen.len()
                })
            })
            .collect();
        let mut builder = ExplorerBuilder::open(&file, None).unwrap();
        for batch in games.chunks(per_batch as usize) {
            batch.iter().for_each(|game| builder.add(game).unwrap());
            builder.write().unwrap();
        }
        assert_eq!(builder.finish().unwrap().added, 600);
        done.store(true, Ordering::Relaxed);
        let seen: Vec<usize> = readers.into_iter().map(|reader| reader.join().unwrap()).collect();
        assert!(seen.iter().any(|&states| states > 2), "no reader saw the file grow: {seen:?}");
    });
    assert_recounts(&file, &games, 12);
}

#[test]
fn two_builders_share_a_file() {
    let (_folder, file) = folder();
    let games = games(8, 300, 12);
    let added: u64 = std::thread::scope(|scope| {
        let build = |part: std::ops::Range<usize>| {
            let (file, games) = (&file, &games[part]);
            scope.spawn(move || {
                let mut builder = ExplorerBuilder::open(file, Some(12)).unwrap();
                for batch in games.chunks(20) {
                    batch.iter().for_each(|game| builder.add(game).unwrap());
                    builder.write().unwrap();
                }
                builder.finish().unwrap().added
            })
        };
        // A hundred games are in both parts.
        let builders = [build(0..200), build(100..300)];
        builders.into_iter().map(|builder| builder.join().unwrap()).sum()
    });
    assert_eq!(added, 300);
    assert_recounts(&file, &games, 12);
}

#[test]
fn a_finished_file_stands_alone() {
    let (folder, file) = folder();
    build(&file, &games(9, 20, 10), 10);
    let names: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["games.db"]);
    // With a reader, the log stays until the next builder.
    let reader = Explorer::open(&file).unwrap();
    reader.lookup(&Position::start(), usize::MAX).unwrap();
    build(&file, &games(10, 20, 10), 10);
    assert_eq!(reader.info().unwrap().counts.games, 40);
    drop(reader);
    build(&file, &games(11, 20, 10), 10);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    assert_eq!(Explorer::open(&file).unwrap().info().unwrap().counts.games, 60);
}

#[test]
fn games_that_were_not_written_are_lost_with_their_builder() {
    let (_folder, file) = folder();
    let games = games(12, 20, 10);
    let mut builder = ExplorerBuilder::open(&file, Some(10)).unwrap();
    games[..5].iter().for_each(|game| builder.add(game).unwrap());
    builder.write().unwrap();
    games[5..].iter().for_each(|game| builder.add(game).unwrap());
    drop(builder);
    assert_recounts(&file, &games[..5], 10);
    assert_eq!(build(&file, &games, 10).added, 15);
    assert_recounts(&file, &games, 10);
}

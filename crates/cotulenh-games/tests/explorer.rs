//! The opening explorer: counts, files, damage and several connections.
#![allow(missing_docs)]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use cotulenh::{Color, Game, Position, RuleOptions, Strictness};
use cotulenh_games::{
    Explored, ExploredTurn, Explorer, ExplorerBuilder, ExplorerErrorKind, ExplorerReport, GameDate,
    ResultCounts,
};
use fastrand::Rng;
use rusqlite::Connection;
use support::random_game;
use tempfile::TempDir;

fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.db");
    (folder, file)
}

fn games(seed: u64, count: usize, turns: usize) -> Vec<Game> {
    let mut random = Rng::with_seed(seed);
    std::iter::repeat_with(|| random_game(&mut random, turns)).take(count).collect()
}

fn build<'a>(file: &Path, games: impl IntoIterator<Item = &'a Game>, turns: u32) -> ExplorerReport {
    let mut builder = ExplorerBuilder::open(file, Some(turns)).unwrap();
    games.into_iter().for_each(|game| builder.add(game).unwrap());
    builder.finish().unwrap()
}

fn read(pgn: &str) -> Game {
    Game::from_pgn(pgn, Strictness::Strict).unwrap()
}

fn lookup(file: &Path, position: &Position) -> Explored {
    Explorer::open(file).unwrap().lookup(position, usize::MAX).unwrap()
}

/// Placement, side to move and rule options, as text.
fn naive_key(position: &Position) -> String {
    let fen = position.fen();
    let fields: Vec<&str> = fen.split(' ').take(2).collect();
    format!("{} {}", fields.join(" "), position.options().bits())
}

/// What a turn in a position is expected to have.
#[derive(Default)]
struct NaiveTurn {
    counts: ResultCounts,
    ratings: Vec<f64>,
    levels: Vec<f64>,
    dates: BTreeSet<String>,
    /// How often each LAN was played.
    lans: BTreeMap<String, u64>,
    /// Strength and round of each game.
    strengths: Vec<(u32, String)>,
}

/// The naive count: positions by their text, and in them the turns by the position after them.
fn recount(games: &[Game], turns: usize) -> BTreeMap<String, (Position, BTreeMap<String, NaiveTurn>)> {
    let mut positions: BTreeMap<String, (Position, BTreeMap<String, NaiveTurn>)> = BTreeMap::new();
    for game in games {
        // The last turn in each position.
        let mut last = BTreeMap::new();
        for (index, turn) in game.turns().iter().take(turns).enumerate() {
            last.insert(naive_key(turn.before()), index);
        }
        let number = |name: &str, from: u32, to: u32| {
            let number: u32 = game.headers().get(name)?.parse().ok()?;
            (from..=to).contains(&number).then_some(number)
        };
        let strength = |side: &str| {
            let rating = number(&format!("{side}Elo"), 1, 9999);
            rating.or(number(&format!("{side}Level"), 0, 20)).unwrap_or(0)
        };
        for (key, index) in last {
            let turn = &game.turns()[index];
            let (_, turns) = positions.entry(key).or_insert((*turn.before(), BTreeMap::new()));
            let naive = turns.entry(naive_key(game.after(index).unwrap())).or_default();
            naive.counts.games += 1;
            match game.result().as_str() {
                "1-0" => naive.counts.red += 1,
                "0-1" => naive.counts.blue += 1,
                "1/2-1/2" => naive.counts.draws += 1,
                _ => {}
            }
            let side = if turn.before().turn() == Color::Red { "Red" } else { "Blue" };
            naive.ratings.extend(number(&format!("{side}Elo"), 1, 9999).map(f64::from));
            naive.levels.extend(number(&format!("{side}Level"), 0, 20).map(f64::from));
            naive
                .dates
                .extend(game.headers().get("Date").filter(|date| !date.starts_with('?')).map(str::to_owned));
            *naive.lans.entry(turn.text().lan).or_default() += 1;
            let round = game.headers().get("Round").unwrap().to_owned();
            naive.strengths.push((strength("Red") + strength("Blue"), round));
        }
    }
    positions
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

#[track_caller]
fn assert_same_turn(found: &ExploredTurn, expected: &NaiveTurn) {
    assert_eq!(found.counts, expected.counts);
    assert_eq!((found.rating, found.level), (mean(&expected.ratings), mean(&expected.levels)));
    let date = |date: Option<GameDate>| date.map(|date| date.to_string());
    assert_eq!(date(found.first_date).as_ref(), expected.dates.first());
    assert_eq!(date(found.last_date).as_ref(), expected.dates.last());
    let lans: BTreeSet<&String> = found.same_as.iter().chain([&found.lan]).collect();
    assert_eq!(lans, expected.lans.keys().collect());
    assert_eq!(expected.lans[&found.lan], *expected.lans.values().max().unwrap());
    let strongest = expected.strengths.iter().map(|(strength, _)| strength).max();
    assert_eq!(Some(&found.top_game.strength()), strongest);
    let top = (found.top_game.strength(), found.top_game.round.clone().unwrap());
    assert!(expected.strengths.contains(&top), "{top:?}");
}

/// Checks every position of a file against the naive count. Returns how many turns were joined.
#[track_caller]
fn assert_recounts(file: &Path, games: &[Game], turns: usize) -> usize {
    let explorer = Explorer::open(file).unwrap();
    let expected = recount(games, turns);
    let info = explorer.info().unwrap();
    assert_eq!((info.counts.games, info.positions), (games.len() as u64, expected.len() as u64));
    let mut joined = 0;
    for (position, turns) in expected.values() {
        let explored = explorer.lookup(position, usize::MAX).unwrap();
        assert_eq!(explored.turns.len(), turns.len(), "{position}");
        assert!(explored.turns.is_sorted_by_key(|turn| std::cmp::Reverse(turn.counts.games)));
        let mut total = ResultCounts::default();
        for found in &explored.turns {
            let mut game = Game::from(*position);
            game.play_text(&found.san, Strictness::Strict).unwrap();
            assert_eq!(game.turns()[0].text().lan, found.lan, "{position}");
            assert_same_turn(found, &turns[&naive_key(game.position())]);
            total += found.counts;
            joined += found.same_as.len();
        }
        assert_eq!(explored.counts, total);
    }
    joined
}

/// How many positions were reached in more than one way.
fn transpositions(games: &[Game]) -> usize {
    let mut ways: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for game in games {
        let mut way = String::new();
        for turn in game.turns() {
            ways.entry(naive_key(turn.before())).or_default().insert(way.clone());
            way += &turn.text().lan;
        }
    }
    ways.values().filter(|ways| ways.len() > 1).count()
}

#[test]
fn counts_are_those_of_a_naive_recount() {
    let games = games(1, 400, 40);
    let transpositions = transpositions(&games);
    assert!(transpositions > 50, "only {transpositions} transpositions");
    let deploys = games.iter().flat_map(|game| game.turns()).filter(|turn| turn.deployed().is_some()).count();
    assert!(deploys > 200, "only {deploys} deploys");

    let (_folder, file) = folder();
    let report = build(&file, &games, 24);
    assert_eq!((report.added, report.known, report.empty), (400, 0, 0));
    let joined = assert_recounts(&file, &games, 24);
    assert!(joined >= 5, "only {joined} turns lead to a position that another leads to");
}

#[test]
fn the_order_of_games_and_the_size_of_batches_do_not_matter() {
    let games = games(2, 200, 30);
    let (_folder, file) = folder();
    let mut builder = ExplorerBuilder::open(&file, Some(30)).unwrap();
    for (index, game) in games.iter().rev().enumerate() {
        builder.add(game).unwrap();
        if index % 7 == 0 {
            builder.write().unwrap();
        }
    }
    assert_eq!(builder.finish().unwrap().added, 200);
    assert_recounts(&file, &games, 30);
}

#[test]
fn a_game_counts_once() {
    let games = games(3, 100, 20);
    let (_folder, file) = folder();
    let twice = || games[..60].iter().chain(&games[20..60]);
    let report = build(&file, twice(), 20);
    assert_eq!((report.added, report.known), (60, 40));
    assert_recounts(&file, &games[..60], 20);
    let report = build(&file, &games, 20);
    assert_eq!((report.added, report.known), (40, 60));
    assert_recounts(&file, &games, 20);
}

#[test]
fn the_headers_of_the_roster_and_all_turns_tell_games_apart() {
    let (_folder, file) = folder();
    let same = "[Red \"An\"]\n[Annotator \"x\"]\n\n1. Ic6 {good} Ic7 (1... Mg7) 1-0";
    let pgns = [
        "[Red \"An\"]\n\n1. Ic6 Ic7 1-0",
        same,
        "[Red \"Bình\"]\n\n1. Ic6 Ic7 1-0",
        "[Red \"An\"]\n[Round \"2\"]\n\n1. Ic6 Ic7 1-0",
        "[Red \"An\"]\n\n1. Ic6 Ic7 0-1",
        // Different after the turns that the file contains.
        "[Red \"An\"]\n\n1. Ic6 Ic7 2. Mg6 1-0",
        "[Red \"An\"]\n[LastGuardPromotion \"off\"]\n\n1. Ic6 Ic7 1-0",
    ];
    let games: Vec<Game> = pgns.iter().map(|pgn| read(pgn)).collect();
    let report = build(&file, &games, 2);
    assert_eq!((report.added, report.known), (6, 1));
    assert_eq!(lookup(&file, &Position::start()).counts.games, 5);
    // Other rules are another position.
    let options = RuleOptions::default().with_skip_last_guard_promotion(true);
    assert_eq!(lookup(&file, &Position::start().with_options(options)).counts.games, 1);
}

#[test]
fn the_file_limits_the_turns_of_each_game() {
    let games = games(4, 50, 30);
    let (_folder, file) = folder();
    build(&file, &games[..25], 7);
    let refused = ExplorerBuilder::open(&file, Some(8)).unwrap_err();
    assert!(matches!(refused.kind, ExplorerErrorKind::MaxTurns { found: 7, asked: 8 }), "{refused}");
    assert!(refused.to_string().ends_with("the file contains the first 7 turns of each game: expected 8"));
    let mut builder = ExplorerBuilder::open(&file, None).unwrap();
    assert_eq!(builder.max_turns(), 7);
    games[25..].iter().for_each(|game| builder.add(game).unwrap());
    builder.finish().unwrap();
    assert_recounts(&file, &games, 7);
    let other = file.with_extension("other");
    for bad in [0, 1001] {
        let refused = ExplorerBuilder::open(&other, Some(bad)).unwrap_err();
        assert!(
            refused.to_string().ends_with(&format!("expected 1 to 1000 turns of each game, found {bad}"))
        );
    }
    assert!(!other.exists());
}

#[test]
fn a_repeated_position_counts_once_with_its_last_turn() {
    let (_folder, file) = folder();
    let game = read("1. Ic6 Ic7 2. Ic5 Ic8 3. Mg6 1-0");
    assert_eq!(game.turns()[4].before().repetition_key(), Position::start().repetition_key());
    build(&file, [&game], 10);
    let explored = lookup(&file, &Position::start());
    assert_eq!(explored.counts.games, 1);
    assert_eq!(explored.turns[0].san, "Mg6");
}

#[test]
fn games_without_turns_and_unfinished_deploys() {
    let (_folder, file) = folder();
    let stack = "[FEN \"6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - - 0 1\"]\n\n";
    let open = read(&format!("{stack}1. d5:(TI):F>d8... *"));
    let turn = read(&format!("{stack}1. (TI)<F>d8 Cf12 2. d5:I:T>d7... *"));
    let report = build(&file, [&Game::new(), &open, &turn], 10);
    assert_eq!((report.added, report.empty), (1, 2));
    let explored = lookup(&file, open.start());
    assert_eq!((explored.turns.len(), explored.turns[0].lan.as_str()), (1, "d5:(TI):F>d8"));
    assert_eq!(explored.counts.unfinished(), 1);
    // An open deploy has the answer of its beginning.
    assert_eq!(lookup(&file, open.position()), explored);
    // The end of a game is not a position in which a turn was played.
    assert_eq!(lookup(&file, turn.turn_start()), Explored::default());
}

#[test]
fn one_deploy_in_two_orders_is_one_turn() {
    let (_folder, file) = folder();
    let stack = "[FEN \"6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - - 0 1\"]\n";
    let orders = ["1. F<T>d7,I>e5", "1. F<I>e5,T>d7", "1. F<I>e5,T>d7"];
    let pgn = |(n, turn)| read(&format!("{stack}[Round \"{n}\"]\n[RedElo \"{}\"]\n\n{turn} 1-0", 1000 + n));
    let games: Vec<Game> = (0..).zip(orders).map(pgn).collect();
    assert_ne!(games[0].turns()[0].text().lan, games[1].turns()[0].text().lan);
    build(&file, &games, 10);
    let explored = lookup(&file, games[0].start());
    let [turn] = &explored.turns[..] else { panic!("{explored:?}") };
    assert_eq!(
        (turn.lan.as_str(), &turn.same_as[..]),
        ("d5:F:I>e5,T>d7", &["d5:F:T>d7,I>e5".to_owned()][..])
    );
    assert_eq!((turn.counts.games, turn.rating), (3, Some(1001.0)));
    assert_eq!(turn.top_game.players.r.rating, Some(1002));
    assert_eq!(Explorer::open(&file).unwrap().info().unwrap().turns, 2);
}

#[test]
fn games_are_described_by_their_headers() {
    let (_folder, file) = folder();
    let headers = "[Event \"Hội xuân\"]\n[Site \"Huế\"]\n[Date \"2024.02.??\"]\n[Round \"3\"]\n[Red \"An\"]\n\
                   [Blue \"Máy\"]\n[RedElo \"1834\"]\n[BlueLevel \"10\"]\n";
    build(&file, [&read(&format!("{headers}\n1. Ic6 Ic7 2. Mg6 0-1")), &read("1. Ic6 *")], 10);
    let explored = lookup(&file, &Position::start());
    let [(turn, game)] = explored.top_games()[..] else { panic!("{explored:?}") };
    assert_eq!((turn.rating, turn.level, turn.counts.games), (Some(1834.0), None, 2));
    let expected = serde_json::json!({
        "id": 1,
        "players": {
            "r": {"name": "An", "rating": 1834, "level": null},
            "b": {"name": "Máy", "rating": null, "level": 10},
        },
        "result": "blue",
        "date": "2024.02.??",
        "event": "Hội xuân",
        "site": "Huế",
        "round": "3",
        "turns": 3,
    });
    assert_eq!(serde_json::to_value(game).unwrap(), expected);
    let mut after = Position::start();
    let step = after.parse_move("Ic6").unwrap();
    after.play(step).unwrap();
    let reply = &lookup(&file, &after).turns[0];
    assert_eq!((reply.rating, reply.level), (None, Some(10.0)));
}

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
    let done = std::sync::atomic::AtomicBool::new(false);
    let starts: Vec<Position> = support::STARTS.iter().map(|fen| fen.parse().unwrap()).collect();
    std::thread::scope(|scope| {
        let readers: Vec<_> = (0..3)
            .map(|_| {
                scope.spawn(|| {
                    let explorer = Explorer::open(&file).unwrap();
                    let mut seen = BTreeSet::new();
                    while !done.load(std::sync::atomic::Ordering::Relaxed) {
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
        done.store(true, std::sync::atomic::Ordering::Relaxed);
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

//! How long an explorer takes to build and to answer.
//!
//! `COTULENH_EXPLORER_GAMES` sets the number of games.
#![allow(missing_docs)]

mod support;

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use cotulenh::{Position, Strictness, read_pgn};
use cotulenh_games::{Explorer, ExplorerBuilder};
use fastrand::Rng;
use support::random::{STARTS, random_game};

/// Enough for more than 100,000 positions.
const GAMES: usize = 4_500;

/// Turns of each game.
const TURNS: usize = 30;

/// Turns of each answer, as in the terminal.
const LISTED: usize = 12;

/// An answer takes no longer.
const LIMIT: Duration = Duration::from_millis(5);

#[test]
fn answers_take_less_than_five_milliseconds() {
    let games = std::env::var("COTULENH_EXPLORER_GAMES").map_or(GAMES, |count| count.parse().unwrap());
    let mut random = Rng::with_seed(19);
    let (mut pgn, mut positions) = (String::new(), Vec::new());
    for _ in 0..games {
        let game = random_game(&mut random, TURNS);
        pgn += &game.to_pgn();
        pgn.push('\n');
        if positions.len() < 20_000 {
            positions.extend(game.turns().iter().take(30).map(|turn| *turn.before()));
        }
    }
    random.shuffle(&mut positions);

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.db");
    let start = Instant::now();
    let turns: usize =
        read_pgn(pgn.as_bytes(), Strictness::Strict).map(|game| game.unwrap().turns().len()).sum();
    let reading = start.elapsed().as_secs_f64();
    eprintln!("{games} games, {turns} turns, {:.1} MB of PGN", pgn.len() as f64 / 1e6);
    eprintln!("reading alone: {reading:.2} s, {:.0} games/s", games as f64 / reading);
    let building = build(&file, &pgn);
    let info = Explorer::open(&file).unwrap().info().unwrap();
    assert!(info.positions >= 100_000 || games < GAMES, "only {} positions", info.positions);
    let per_second = |count: f64| count / building;
    eprintln!(
        "reading and building: {building:.2} s, {:.0} games/s, {:.0} positions/s",
        per_second(games as f64),
        per_second(info.positions as f64)
    );
    eprintln!(
        "{} positions, {} turns, {:.1} MB: {} bytes for each game, {} for each turn",
        info.positions,
        info.turns,
        info.bytes as f64 / 1e6,
        info.bytes / info.counts.games,
        info.bytes / info.turns
    );
    let again = build(&file, &pgn);
    eprintln!("the same games again: {again:.2} s");

    let explorer = Explorer::open(&file).unwrap();
    // Each question on a new connection, whose cache is empty.
    report(
        "cold",
        positions.iter().take(300).map(|position| {
            time(|| Explorer::open(&file).unwrap().lookup(position, LISTED).unwrap().turns.len())
        }),
    );
    report(
        "warm",
        positions
            .iter()
            .take(5_000)
            .map(|position| time(|| explorer.lookup(position, LISTED).unwrap().turns.len())),
    );
    let widths = STARTS.map(|fen| {
        let position: Position = fen.parse().unwrap();
        (explorer.lookup(&position, 0).unwrap().turn_count, position)
    });
    let (width, widest) = widths.into_iter().max_by_key(|(width, _)| *width).unwrap();
    assert!(width > 200, "only {width} turns in the widest position");
    let what = format!("the position with most turns, {width}");
    report(&what, (0..100).map(|_| time(|| explorer.lookup(&widest, LISTED).unwrap().turns.len())));
}

fn build(file: &Path, pgn: &str) -> f64 {
    let start = Instant::now();
    let mut builder = ExplorerBuilder::open(file, None).unwrap();
    for game in read_pgn(pgn.as_bytes(), Strictness::Strict) {
        builder.add(&game.unwrap()).unwrap();
    }
    builder.finish().unwrap();
    start.elapsed().as_secs_f64()
}

/// The best of three times: the others include work of the machine for other programs.
fn time<T>(question: impl Fn() -> T) -> Duration {
    let once = || {
        let start = Instant::now();
        black_box(question());
        start.elapsed()
    };
    (0..3).map(|_| once()).min().unwrap()
}

#[track_caller]
fn report(what: &str, times: impl Iterator<Item = Duration>) {
    let mut times: Vec<Duration> = times.collect();
    times.sort_unstable();
    let part = |percent: usize| times[(times.len() - 1) * percent / 100];
    eprintln!("{what}: median {:?}, 99 % {:?}, most {:?}", part(50), part(99), part(100));
    assert!(part(99) < LIMIT, "{what}: {:?}", part(99));
}

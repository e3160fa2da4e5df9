//! Explorer files, and what they must contain by a naive count.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use cotulenh::{Color, Game, Position, Strictness};
use cotulenh_games::{
    Explored, ExploredTurn, Explorer, ExplorerBuilder, ExplorerReport, GameDate, ResultCounts,
};
use fastrand::Rng;
use tempfile::TempDir;

use super::random::random_game;

pub fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.db");
    (folder, file)
}

pub fn games(seed: u64, count: usize, turns: usize) -> Vec<Game> {
    let mut random = Rng::with_seed(seed);
    std::iter::repeat_with(|| random_game(&mut random, turns)).take(count).collect()
}

pub fn build<'a>(file: &Path, games: impl IntoIterator<Item = &'a Game>, turns: u32) -> ExplorerReport {
    let mut builder = ExplorerBuilder::open(file, Some(turns)).unwrap();
    games.into_iter().for_each(|game| builder.add(game).unwrap());
    builder.finish().unwrap()
}

pub fn read(pgn: &str) -> Game {
    Game::from_pgn(pgn, Strictness::Strict).unwrap()
}

pub fn lookup(file: &Path, position: &Position) -> Explored {
    Explorer::open(file).unwrap().lookup(position, usize::MAX).unwrap()
}

/// Placement, side to move and rule options, as text.
pub fn naive_key(position: &Position) -> String {
    let fen = position.fen();
    let fields: Vec<&str> = fen.split(' ').take(2).collect();
    format!("{} {}", fields.join(" "), position.options().bits())
}

/// What a turn in a position is expected to have.
#[derive(Default)]
pub struct NaiveTurn {
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
pub fn recount(games: &[Game], turns: usize) -> BTreeMap<String, (Position, BTreeMap<String, NaiveTurn>)> {
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

pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

#[track_caller]
pub fn assert_same_turn(found: &ExploredTurn, expected: &NaiveTurn) {
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
pub fn assert_recounts(file: &Path, games: &[Game], turns: usize) -> usize {
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

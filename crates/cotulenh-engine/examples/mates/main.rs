//! The mate suite: generates it, proves it and lets the engine solve it.
//!
//! ```sh
//! cargo run --release -p cotulenh-engine --example mates -- --verify
//! cargo run --release -p cotulenh-engine --example mates -- --solve
//! cargo run --release -p cotulenh-engine --example mates -- --generate 25 200000 1 > pool.txt
//! cargo run --release -p cotulenh-engine --example mates -- --choose pool.txt > mates.txt
//! ```
//!
//! `--verify` proves every line of the file by exhaustive search, independently of the engine.
//! `--solve` prints how long the engine takes for each position with one thread, and fails if it
//! misses one. Both accept another file as an argument.
//!
//! `--generate` takes a number of games, a number of composed positions and a seed, and prints
//! every mate that can be proved quickly; a fourth number selects a theme of the composed
//! positions. `--choose` makes a suite of such mates.
#![allow(clippy::print_stdout)]

mod candidates;
#[path = "../../tests/common/mod.rs"]
mod common;
#[path = "../../tests/mate_suite/mod.rs"]
mod mate_suite;
mod select;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use common::TestRandom;
use cotulenh::Position;
use cotulenh_engine::{Engine, EngineOptions, Limits, Score, SearchPosition};
use mate_suite::solver::Solver;
use mate_suite::{NODES, Puzzle, read, suite};

/// The time limit for each position, on an idle machine.
const LIMIT: Duration = Duration::from_secs(2);
/// The solver gives a candidate up after playing so many turns.
const BUDGET: u64 = 6_000_000;

fn verify(suite: &[Puzzle]) -> bool {
    let begin = Instant::now();
    let mut all_true = true;
    for puzzle in suite {
        let begin = Instant::now();
        let truth = Puzzle::solve(&puzzle.id, puzzle.position, &mut Solver::new(u64::MAX));
        let holds = truth.as_ref().is_ok_and(|truth| truth.as_ref() == Some(puzzle));
        all_true &= holds;
        let verdict = if holds { "proved" } else { "WRONG" };
        println!("{verdict} in {:>6.2} s: {puzzle}", begin.elapsed().as_secs_f64());
        if let (false, Ok(Some(truth))) = (holds, truth) {
            println!("expected: {truth}");
        }
    }
    println!("{:.0} s", begin.elapsed().as_secs_f64());
    all_true
}

fn solve(suite: &[Puzzle]) -> bool {
    let mut engine = Engine::new(EngineOptions::default());
    let (mut total, mut worst, mut most_nodes, mut unsolved) = (Duration::ZERO, Duration::ZERO, 0, 0);
    for puzzle in suite {
        engine.new_game();
        let limits = Limits::nodes(NODES).with_mate(puzzle.mate);
        let begin = Instant::now();
        let result = engine.search(&SearchPosition::from(puzzle.position), &limits, &mut |_| {});
        let time = begin.elapsed();
        let found = result.score == Score::Mate(puzzle.mate as i32) && puzzle.is_solved_by(&result.turn);
        let solved = found && time <= LIMIT;
        unsolved += u32::from(!solved);
        (total, worst, most_nodes) = (total + time, worst.max(time), most_nodes.max(result.nodes));
        let verdict = match (solved, found) {
            (true, _) => "solved",
            (_, true) => "TOO SLOW",
            _ => "NOT SOLVED",
        };
        println!(
            "{verdict} {:>5} ms {:>8} nodes depth {:>2} {}: {puzzle}",
            time.as_millis(),
            result.nodes,
            result.depth,
            result.score
        );
    }
    println!(
        "{unsolved} not solved; {:.2} s together, the slowest {:.2} s, at most {most_nodes} nodes",
        total.as_secs_f64(),
        worst.as_secs_f64()
    );
    unsolved == 0
}

/// Mates from the last turns of games and from composed positions.
fn generate(games: u64, composed: u64, seed: u64, theme: Option<usize>) {
    let mut random = TestRandom(seed);
    let from_games = (0..games).flat_map(|game| candidates::from_game(seed << 32 | game));
    let from_themes = (0..composed).filter_map(|_| candidates::composed(&mut random, theme));
    from_games.chain(from_themes).for_each(prove);
}

/// Prints the puzzle of a position, if it is a mate that can be proved.
fn prove(position: Position) {
    if let Ok(Some(puzzle)) = Puzzle::solve("", position, &mut Solver::new(BUDGET)) {
        println!("{puzzle}");
    }
}

fn choose(pool: Vec<Puzzle>) {
    println!(
        "# Mates by force, proved by exhaustion: cargo run --release -p cotulenh-engine --example mates -- --verify"
    );
    println!("# name | turns | kinds | every first turn that mates in time | position");
    for puzzle in select::choose(pool) {
        println!("{puzzle}");
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| match arguments.get(index).map(|text| text.parse()) {
        Some(Ok(number)) => number,
        _ => panic!("--generate: expected a number of games, a number of composed positions and a seed"),
    };
    let puzzles = || match arguments.get(1) {
        Some(file) => read(&std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"))),
        None => suite(),
    };
    let good = match arguments.first().map(String::as_str) {
        Some("--verify") => verify(&puzzles()),
        Some("--solve") => solve(&puzzles()),
        Some("--generate") => {
            let theme = arguments.get(4).map(|_| number(4) as usize);
            generate(number(1), number(2), number(3), theme);
            true
        }
        Some("--choose") => {
            choose(puzzles());
            true
        }
        _ => {
            println!(
                "--verify [FILE], --solve [FILE], --generate GAMES COMPOSED SEED [THEME] or --choose FILE"
            );
            false
        }
    };
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

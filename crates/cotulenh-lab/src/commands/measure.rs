//! `cotulenh-lab measure`: the speed of search, PGN readers and compact forms.

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Subcommand, value_parser};
use cotulenh::Position;
use cotulenh_engine::{Engine, EngineOptions, Limits, SearchPosition, bench};

use super::{measure_games, measure_pgn};
use crate::input::load;
use crate::output::{Error, Output, progress_bar};

/// The positions of the engine's bench that are neither endgames nor mates.
const MIDDLEGAMES: usize = 9;
/// Searches shorter than this say nothing about threads.
const SHORTEST: f64 = 0.02;

/// Measure the speed of search, PGN readers and compact forms on this machine
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cotulenh-lab measure nps
  cotulenh-lab measure depth '6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1'
  cotulenh-lab measure threads --depth 11 --runs 3 --positions 20
  cotulenh-lab measure signature
  cotulenh-lab measure games --games 500
  cotulenh-lab measure pgn --megabytes 100 --seed 1")]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Nodes per second in nine positions, and their mean
    Nps,
    /// The depth reached in five seconds
    Depth {
        /// The position; without it, the start position
        #[arg(value_name = "FEN")]
        fen: Option<String>,
    },
    /// The time to a fixed depth with one thread, divided by the time with two
    Threads {
        /// How many actions deep to search
        #[arg(long, value_name = "N", default_value_t = 11, value_parser = value_parser!(u32).range(1..=100))]
        depth: u32,
        /// How often each position is searched: with two threads, no run equals another
        #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u32).range(1..=1000))]
        runs: u32,
        /// How many positions; those after the ninth come from games of the engine
        #[arg(long, value_name = "N", default_value_t = 20, value_parser = value_parser!(u32).range(1..=10_000))]
        positions: u32,
    },
    /// The node count of the engine's fixed bench, and its speed
    Signature {
        /// Another depth than the bench's own
        #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=100))]
        depth: Option<u32>,
    },
    /// Sizes and speeds of positions and games as bytes
    Games {
        /// How many games the engine plays against itself first
        #[arg(long, value_name = "N", default_value_t = 200, value_parser = value_parser!(u32).range(1..=100_000))]
        games: u32,
        /// Nodes for each turn
        #[arg(long, value_name = "N", default_value_t = 300, value_parser = value_parser!(u64).range(1..))]
        nodes: u64,
        /// The seed of the openings
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
    },
    /// The speed of the PGN readers on files of random games, and the most memory in use
    Pgn {
        /// The size of each file
        #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(1..=10_000))]
        megabytes: u32,
        /// The seed of the games
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
    },
}

pub fn run(args: Args, out: &mut Output) -> Result<ExitCode, Error> {
    match args.what {
        What::Nps => nps(out)?,
        What::Depth { fen } => depth(fen.as_deref().unwrap_or(Position::START_FEN), out)?,
        What::Threads { depth, runs, positions } => threads(depth, runs, positions, out)?,
        What::Signature { depth } => signature(depth.unwrap_or(bench::DEPTH), out)?,
        What::Games { games, nodes, seed } => measure_games::measure(games, nodes, seed, out)?,
        What::Pgn { megabytes, seed } => measure_pgn::measure(megabytes as usize, seed, out)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// An engine with a table large enough for seconds of search.
fn engine(threads: usize) -> Engine {
    Engine::new(EngineOptions::default().with_hash_mb(64).with_threads(threads))
}

fn nps(out: &mut Output) -> Result<(), Error> {
    let mut engine = engine(1);
    let mut rates = Vec::new();
    for fen in &bench::POSITIONS[..MIDDLEGAMES] {
        let root = SearchPosition::from(load(fen)?);
        engine.new_game();
        let begin = Instant::now();
        let result = engine.search(&root, &Limits::nodes(1_500_000), &mut |_| {});
        let rate = result.nodes as f64 / begin.elapsed().as_secs_f64();
        writeln!(out, "{:>9.0} nodes/s  depth {:>2}/{:>2}  {fen}", rate, result.depth, result.seldepth)?;
        out.flush()?;
        rates.push(rate);
    }
    writeln!(out, "mean {:.0} nodes/s", rates.iter().sum::<f64>() / rates.len() as f64)?;
    Ok(())
}

fn depth(fen: &str, out: &mut Output) -> Result<(), Error> {
    let root = SearchPosition::from(load(fen)?);
    let mut written = Ok(());
    engine(1).search(&root, &Limits::move_time(Duration::from_secs(5)), &mut |info| {
        let pv: Vec<String> = info.pv.iter().map(ToString::to_string).collect();
        let line = writeln!(
            out,
            "depth {:>2}/{:>2} score {:<10} nodes {:>9} nps {:>8} {:>6} ms hash {:>3} pv {}",
            info.depth,
            info.seldepth,
            info.score.to_string(),
            info.nodes,
            info.nps,
            info.time.as_millis(),
            info.hashfull,
            pv.join(" ")
        );
        if written.is_ok() {
            written = line.and_then(|()| out.flush());
        }
    });
    Ok(written?)
}

/// Mean time and nodes per thread of several searches to a depth.
fn mean_cost(root: &SearchPosition, threads: usize, depth: u32, runs: u32) -> (f64, f64) {
    let (mut time, mut nodes) = (0.0, 0.0);
    for _ in 0..runs {
        let mut engine = engine(threads);
        let begin = Instant::now();
        let result = engine.search(root, &Limits::depth(depth), &mut |_| {});
        time += begin.elapsed().as_secs_f64() / f64::from(runs);
        nodes += result.nodes as f64 / threads as f64 / f64::from(runs);
    }
    (time, nodes)
}

fn threads(depth: u32, runs: u32, positions: u32, out: &mut Output) -> Result<(), Error> {
    let fens = bench::POSITIONS[..MIDDLEGAMES].iter().take(positions as usize).map(|fen| load(fen));
    let mut roots = fens.collect::<Result<Vec<Position>, Error>>()?;
    let more = u64::from(positions).saturating_sub(roots.len() as u64);
    let mut player = Engine::new(EngineOptions::default());
    roots.extend((0..more).map(|seed| self_play_position(&mut player, seed)));

    let bar =
        progress_bar(roots.len() as u64, "{bar:30} {pos}/{len} positions ({elapsed} elapsed, {eta} left)");
    let (mut ratios, mut per_thread) = (Vec::new(), Vec::new());
    for position in roots {
        let root = SearchPosition::from(position);
        let one = mean_cost(&root, 1, depth, runs);
        bar.inc(1);
        if one.0 < SHORTEST {
            continue;
        }
        let two = mean_cost(&root, 2, depth, runs);
        let (time, nodes) = (one.0 / two.0, one.1 / two.1);
        let fen = position.fen();
        bar.suspend(|| {
            writeln!(
                out,
                "{:>7.2} s {:>7.2} s  x {time:.2}  nodes a thread x {nodes:.2}  {fen}",
                one.0, two.0
            )?;
            out.flush()
        })?;
        ratios.push(time);
        per_thread.push(nodes);
    }
    bar.finish_and_clear();
    let count = ratios.len();
    writeln!(
        out,
        "time: mean of ratios {} over {count} positions, {runs} runs each",
        mean_with_error(&ratios)
    )?;
    // The ratio if every thread had a core to itself: for machines with other work to do.
    writeln!(out, "nodes a thread: mean of ratios {}", mean_with_error(&per_thread))?;
    Ok(())
}

/// A position from a short game of the engine against itself.
fn self_play_position(engine: &mut Engine, seed: u64) -> Position {
    let mut position = Position::start();
    engine.new_game();
    for turn in 0..12 + 2 * (seed % 20) {
        let limits = Limits::nodes(2_000 + 137 * (seed * 31 + turn) % 900);
        for action in engine.search(&SearchPosition::from(position), &limits, &mut |_| {}).turn {
            position = position.after_unchecked(action);
        }
    }
    position
}

/// The mean and its standard error.
fn mean_with_error(values: &[f64]) -> String {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|x| (x - mean).powi(2)).sum();
    format!("{mean:.2} ± {:.2}", squares.sqrt() / count)
}

fn signature(depth: u32, out: &mut Output) -> Result<(), Error> {
    let begin = Instant::now();
    let nodes = bench::bench_to(depth);
    let seconds = begin.elapsed().as_secs_f64();
    writeln!(out, "{nodes} nodes, {:.0} nodes/s", nodes as f64 / seconds)?;
    Ok(())
}

//! `cotulenh perft`: counts move trees.

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::value_parser;
use cotulenh::{PerftTable, Position, perft, perft_hashed, perft_parallel, perft_played};
use indicatif::ProgressBar;
use rayon::prelude::*;

use crate::input::FenOption;
use crate::output::{Error, Output, progress_bar};

const DEFAULT_DEPTH: u8 = 3;

/// Count the leaves of the move tree, the classic test of a move generator
#[derive(clap::Args)]
#[command(
    long_about = "\
Counts the leaves of the move tree at a depth, the classic test of a move generator.

At a node the actions are the legal moves and, in an open deploy, the commit if it is allowed. Depth counts actions, \
so a deploy step counts as one. Draws and other results do not end a line.",
    after_help = "\
Examples:
  cotulenh perft 4 --threads 0        all cores; from the start position: 116, 13460, 1578799, …
  cotulenh perft 4 --hash 1024        with a transposition table
  cotulenh perft 2 --divide           find the subtree that differs from another program
  cotulenh perft 3 --fen '6(ftc)4/5h1h3/6s4/4g1t1g2/2e8/9e1/11/11/8A2/1N9/3A1H4E/8CS1 b - - 6 56'
  cotulenh perft 2 --divide --fen '6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1 d5:I:T>d7...'"
)]
pub struct Args {
    /// How many actions deep [default: 3]
    #[arg(value_name = "DEPTH", value_parser = parse_depth)]
    depth: Option<u8>,

    #[command(flatten)]
    fen: FenOption,

    /// Also print the count below each action: `LAN: count`, or `commit: count`
    #[arg(long)]
    divide: bool,

    /// How many threads to count with; 0 for all cores
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(0..=512))]
    threads: u16,

    /// Play every leaf instead of counting the last moves in bulk: slower, tests more
    #[arg(long, conflicts_with = "hash")]
    played: bool,

    /// Use a transposition table of this size; without it, none
    #[arg(long, value_name = "MB", value_parser = value_parser!(u32).range(1..=1 << 20))]
    hash: Option<u32>,
}

pub fn run(args: Args, out: &mut Output) -> Result<ExitCode, Error> {
    let Args { depth, fen, divide, threads, played, hash } = args;
    let (position, rest) = fen.position()?;
    let depth = choose_depth(depth, &rest)?.into();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.into())
        .build()
        .map_err(|error| Error::Input(format!("cannot start {threads} threads: {error}")))?;

    let no_memory = |error| Error::Input(format!("not enough memory for the table: {error}"));
    let table = hash.map(|megabytes| PerftTable::new(megabytes as usize)).transpose().map_err(no_memory)?;
    let count = |position: &Position, depth| match &table {
        _ if played => perft_played(position, depth),
        Some(table) => perft_hashed(position, depth, table),
        None => perft(position, depth),
    };

    let bar = progress_bar(0, "{bar:30} {percent}% ({elapsed} elapsed, {eta} left)");
    let started = Instant::now();
    let nodes = if (divide || played) && depth > 0 {
        let parts = pool.install(|| count_parts(&position, depth, &count, &bar));
        bar.finish_and_clear();
        if divide {
            for (action, nodes) in &parts {
                writeln!(out, "{action}: {nodes}")?;
            }
            writeln!(out)?;
        }
        parts.iter().map(|(_, nodes)| nodes).sum()
    } else {
        pool.install(|| {
            perft_parallel(&position, depth, table.as_ref(), &|progress| {
                bar.set_length(progress.total);
                // Threads report in any order; the bar only moves forward.
                bar.set_position(bar.position().max(progress.done));
            })
        })
    };
    bar.finish_and_clear();
    write_total(out, nodes, started.elapsed())?;
    Ok(ExitCode::SUCCESS)
}

fn parse_depth(text: &str) -> Result<u8, &'static str> {
    text.parse().map_err(|_| "expected a whole number from 0 to 255")
}

/// The depth. In `--fen "…" 4` it was parsed as a word of the FEN.
fn choose_depth(depth: Option<u8>, rest: &[OsString]) -> Result<u8, Error> {
    match (depth, rest) {
        (depth, []) => Ok(depth.unwrap_or(DEFAULT_DEPTH)),
        (None, [text]) => {
            let text = text.to_string_lossy();
            parse_depth(&text).map_err(|error| Error::Input(format!("invalid depth {text:?}: {error}")))
        }
        (_, [.., last]) => {
            Err(Error::Input(format!("unexpected argument {:?} after the FEN", last.to_string_lossy())))
        }
    }
}

/// The leaves below each action, counted in parallel.
fn count_parts(
    position: &Position,
    depth: u32,
    count: &(dyn Fn(&Position, u32) -> u64 + Sync),
    bar: &ProgressBar,
) -> Vec<(String, u64)> {
    let actions = position.actions();
    bar.set_length(actions.len() as u64);
    let part = |action| {
        let nodes = count(&position.after_unchecked(action), depth - 1);
        bar.inc(1);
        (action.to_string(), nodes)
    };
    actions.into_par_iter().map(part).collect()
}

fn write_total(out: &mut Output, nodes: u64, time: Duration) -> Result<(), Error> {
    let seconds = time.as_secs_f64();
    writeln!(out, "nodes    {nodes}")?;
    writeln!(out, "time     {seconds:.3} s")?;
    writeln!(out, "nodes/s  {:.0}", nodes as f64 / seconds.max(1e-9))?;
    Ok(())
}

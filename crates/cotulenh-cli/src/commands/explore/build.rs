//! `cotulenh explore build`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::value_parser;
use cotulenh_games::{DEFAULT_MAX_TURNS, ExplorerBuilder, MAX_MAX_TURNS};

use crate::input::for_each_game;
use crate::output::{Error, Output, counted};

use super::refused;

/// Build an explorer file from games, or add games to it
#[derive(clap::Args)]
#[command(
    long_about = "\
Adds the games of all files to an explorer file, which is created if it does not exist. A game that is in the file \
already is not counted again, so the same files can be given again. Of a game with variations, the main line counts.

Games that cannot be read are reported on standard error with their place and left out; the exit code is then \
1. Games are written in batches: an interrupted run leaves a valid file with the batches so far, and the same command \
adds the rest. The file can be asked while it is built.",
    after_help = "\
Examples:
  cotulenh explore build games.db *.pgn
  cotulenh explore build deep.db games.pgn --max-turns 60
  zcat archive.pgn.gz | cotulenh explore build games.db -"
)]
pub struct Args {
    /// The explorer file, new or existing
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Files with games, PGN or games as bytes; `-` is standard input
    #[arg(value_name = "GAMES", required = true, num_args = 1..)]
    games: Vec<PathBuf>,

    /// How many turns of each game to count; an existing file keeps its number
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=i64::from(MAX_MAX_TURNS)),
        long_help = format!("How many turns of each game to count, those of both sides together [default: \
        {DEFAULT_MAX_TURNS}]. An existing file keeps its number"))]
    max_turns: Option<u32>,
}

pub fn run(args: Args, out: &mut Output) -> Result<ExitCode, Error> {
    let mut builder = ExplorerBuilder::open(&args.file, args.max_turns).map_err(refused)?;
    let mut errors = 0;
    let unreadable = for_each_game(&args.games, true, |item| match &item.game {
        Ok(game) => builder.add(game).map_err(refused),
        Err(error) => {
            item.complain("error", error);
            errors += 1;
            Ok(())
        }
    })?;
    errors += unreadable;
    let report = builder.finish().map_err(refused)?;
    let added = counted(report.added as usize, "game", "games");
    let (known, empty, errors_text) = (report.known, report.empty, counted(errors, "error", "errors"));
    writeln!(out, "{added} added, {known} known already, {empty} without a turn, {errors_text}")?;
    Ok(if errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

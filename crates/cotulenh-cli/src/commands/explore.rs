//! `cotulenh explore`: which turns were played in a position, how often and with which results.

mod build;
mod show;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Subcommand, ValueEnum};
use cotulenh_games::{Explorer, ExplorerError};

use crate::output::{Error, Output, align_right, percent, write_table};

/// Build and ask an opening explorer: which turns were played in a position, with which results
#[derive(clap::Args)]
#[command(
    long_about = "\
An opening explorer is a SQLite file made of games. For each position it contains the turns that were played there: how \
many games, who won them, the mean rating or level of the players, and a game as an example. Positions are the same \
however they were reached. docs/explorer.md describes the file.",
    after_help = "\
Examples:
  cotulenh explore build games.db *.pgn
  cotulenh explore show games.db
  cotulenh explore show games.db Ic6 Ic7
  cotulenh explore info games.db"
)]
pub struct Args {
    #[command(subcommand)]
    command: ExploreCommand,
}

#[derive(Subcommand)]
enum ExploreCommand {
    Build(build::Args),
    Show(show::Args),

    /// Show what a file contains as a whole
    #[command(
        long_about = "Counts games, positions and turns of a file. It reads the whole file.",
        after_help = "\
Examples:
  cotulenh explore info games.db
  cotulenh explore info games.db --format json | jq .positions"
    )]
    Info {
        /// The explorer file
        #[arg(value_name = "FILE")]
        file: PathBuf,

        /// The output format
        #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ExploreFormat::Table)]
        format: ExploreFormat,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ExploreFormat {
    /// A table for reading
    Table,
    /// One JSON object
    Json,
}

pub fn run(args: Args, out: &mut Output) -> Result<ExitCode, Error> {
    match args.command {
        ExploreCommand::Build(args) => build::run(args, out),
        ExploreCommand::Show(args) => show::run(args, out),
        ExploreCommand::Info { file, format } => info(&file, format, out),
    }
}

fn refused(error: ExplorerError) -> Error {
    Error::Input(error.to_string())
}

fn info(file: &Path, format: ExploreFormat, out: &mut Output) -> Result<ExitCode, Error> {
    let info = Explorer::open(file).and_then(|explorer| explorer.info()).map_err(refused)?;
    if format == ExploreFormat::Json {
        let text = serde_json::to_string(&info).map_err(|error| Error::Input(error.to_string()))?;
        writeln!(out, "{text}")?;
        return Ok(ExitCode::SUCCESS);
    }
    let counts = info.counts;
    let row = |label: &str, n: u64, note: String| [label.to_owned(), n.to_string(), note];
    let share = |n: u64| percent(n as usize, counts.games as usize);
    let mut rows = vec![
        row("games", counts.games, String::new()),
        row("  Red wins", counts.red, share(counts.red)),
        row("  draws", counts.draws, share(counts.draws)),
        row("  Blue wins", counts.blue, share(counts.blue)),
        row("  unfinished", counts.unfinished(), share(counts.unfinished())),
        row("positions", info.positions, String::new()),
        row("turns", info.turns, String::new()),
        row("turns of each game", info.max_turns.into(), "at most".into()),
        row("bytes", info.bytes, String::new()),
        row("schema", info.schema as u64, String::new()),
    ];
    align_right(&mut rows, 1);
    write_table(out, &rows)?;
    if let (Some(first), Some(last)) = (info.first_date, info.last_date) {
        writeln!(out, "dates  {first} to {last}")?;
    }
    Ok(ExitCode::SUCCESS)
}

//! `cotulenh pgn`: checks, converts and summarises games.

mod convert;
mod merge;
mod replacement;
mod stats;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;

use crate::input::for_each_game;
use crate::output::{Error, Output, counted, printable};

/// Check, convert, merge or summarise files of games
#[derive(clap::Args)]
#[command(
    long_about = "\
Works on games in PGN files: headers with Red and Blue, then the moves in SAN or LAN. A deploy turn is one move, such as \
`I<T>d7`. Comments are kept; variations and numeric glyphs are skipped.

Files of games in few bytes (`pgn convert --to games`) are read everywhere, too.

A game that cannot be read is reported with file, line and column or byte, and reason; reading continues with the next game.",
    after_help = "\
Examples:
  cotulenh pgn check games.pgn
  cotulenh pgn convert games.pgn --to json | jq .result
  cotulenh pgn convert games.pgn --to games --output games.ctlg
  cotulenh pgn merge a.ctlg b.ctlg --unique --output all.ctlg
  cotulenh pgn stats *.pgn"
)]
pub struct Args {
    #[command(subcommand)]
    command: PgnCommand,
}

#[derive(Subcommand)]
enum PgnCommand {
    /// Read all games and report every error
    #[command(
        visible_alias = "validate",
        long_about = "\
Reads all games of all files. Every game that cannot be read is reported with file, line and column or byte, game number and \
reason; a summary follows. The exit code is 1 if there were errors.",
        after_help = "\
Examples:
  cotulenh pgn check games.pgn
  games.pgn:17:4: game 2: at \"Zz9\": no legal move matches \"Zz9\"
  2 games in 1 file, 1 error

  cat *.pgn | cotulenh pgn check -"
    )]
    Check {
        #[command(flatten)]
        files: Files,
    },

    Convert(convert::Args),

    Merge(merge::Args),

    /// Count results, endings, captures, openings and players
    #[command(
        visible_alias = "statistics",
        long_about = "\
Summarises all games of all files: results and endings, length, deploys, captures, first moves and players. Games \
that cannot be read are reported on standard error and left out; the exit code is then 1.",
        after_help = "\
Examples:
  cotulenh pgn stats games.pgn
  zcat archive.pgn.gz | cotulenh pgn stats -"
    )]
    Stats {
        #[command(flatten)]
        files: Files,
    },
}

#[derive(clap::Args)]
struct Files {
    /// Files of games; `-` is standard input
    #[arg(value_name = "FILE", required = true, num_args = 1..)]
    files: Vec<PathBuf>,
}

pub fn run(args: Args, out: &mut Output) -> Result<ExitCode, Error> {
    match args.command {
        PgnCommand::Check { files } => check(&files.files, out),
        PgnCommand::Convert(args) => convert::run(args, out),
        PgnCommand::Merge(args) => merge::run(args, out),
        PgnCommand::Stats { files } => stats::run(&files.files, out),
    }
}

fn check(files: &[PathBuf], out: &mut Output) -> Result<ExitCode, Error> {
    let (mut games, mut errors) = (0, 0);
    let unreadable = for_each_game(files, true, |item| {
        games += 1;
        if let Err(error) = &item.game {
            errors += 1;
            writeln!(out, "{}", printable(&item.describe(error)))?;
        }
        Ok(())
    })?;
    errors += unreadable;
    let games = counted(games, "game", "games");
    let files = counted(files.len(), "file", "files");
    writeln!(out, "{games} in {files}, {}", counted(errors, "error", "errors"))?;
    Ok(if errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

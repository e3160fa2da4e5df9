//! One file per command.

mod bench;
mod r#match;
mod measure;
mod measure_games;
mod measure_pgn;
mod tune;
mod uci;

use std::process::ExitCode;

use clap::Subcommand;

use crate::output::{Error, Output};

/// The commands of the program.
#[derive(Subcommand)]
pub enum Command {
    Match(Box<r#match::Args>),
    Tune(tune::Args),
    Bench(bench::Args),
    Measure(measure::Args),
    Uci(uci::Args),
}

impl Command {
    /// Runs the command. A command that reports bad input itself returns a failing exit code.
    pub fn run(self, out: &mut Output) -> Result<ExitCode, Error> {
        match self {
            Command::Match(args) => r#match::run(*args, out),
            Command::Tune(args) => tune::run(args, out),
            Command::Bench(args) => bench::run(args, out),
            Command::Measure(args) => measure::run(args, out),
            Command::Uci(args) => uci::run(args, out),
        }
    }
}

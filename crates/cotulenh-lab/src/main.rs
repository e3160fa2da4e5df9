//! `cotulenh-lab`: the developers' program, which measures and improves rules and engine.

mod arena;
mod commands;
mod tune;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use cotulenh_cli::{input, output};

use commands::Command;
use output::Error;

/// Measure and improve the rules and the engine of Cờ Tư Lệnh (Commander Chess).
#[derive(Parser)]
#[command(
    name = "cotulenh-lab",
    version,
    long_about = "Measures and improves the rules and the engine of Cờ Tư Lệnh (Commander Chess): matches between engines, \
                  tuning of the evaluation, and benchmarks.",
    after_help = "\
Examples:
  cotulenh-lab match --b greedy --movetime 50 --games 200
  cotulenh-lab tune play --games 4000 --out positions.txt
  cotulenh-lab bench --quick
  cotulenh-lab measure nps

`cotulenh-lab COMMAND --help` describes each command."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = output::stdout();
    let done = cli.command.run(&mut out);
    // Show what was written before an error.
    let flushed = out.flush();
    match done.and_then(|code| flushed.map(|()| code).map_err(Error::Output)) {
        Ok(code) => code,
        Err(error) => error.report(),
    }
}

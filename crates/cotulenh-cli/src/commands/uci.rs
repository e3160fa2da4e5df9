//! `cotulenh uci`: the engine for graphical user interfaces and match runners.

use std::io::{self, BufReader};
use std::process::ExitCode;

use crate::output::{Error, Output};
use crate::uci;

/// Play and analyse over the Universal Chess Interface
#[derive(clap::Args)]
#[command(
    long_about = "\
Speaks the Universal Chess Interface on standard input and output until `quit` or the end of the input, for graphical \
user interfaces, match runners and scripts.

Moves are written in LAN (Ic5c6), a deploy turn as point:stay:steps (d5:I:T>d7). Additional commands: d (the \
position), eval (the terms of the evaluation), go perft N, and bench (a fixed search whose node count is the engine's \
signature).",
    after_help = "\
Examples:
  printf 'position startpos moves Ic5c6\\ngo movetime 1000\\n' | cotulenh uci
  printf 'position startpos\\ngo perft 2\\n' | cotulenh uci"
)]
pub struct Args {}

pub fn run(Args {}: Args, out: &mut Output) -> Result<ExitCode, Error> {
    uci::serve(BufReader::new(io::stdin()), out)?;
    Ok(ExitCode::SUCCESS)
}

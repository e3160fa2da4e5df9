//! `cotulenh-lab uci`: this build's engine as a process for matches.

use std::io::{self, BufReader};
use std::process::ExitCode;

use crate::output::{Error, Output};

/// Run this build's engine as a UCI process, like `cotulenh uci`
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  cotulenh-lab match --a 'uci:./new/cotulenh-lab uci' --b 'uci:./old/cotulenh-lab uci' --tc 1+0.01")]
pub struct Args {}

pub fn run(Args {}: Args, out: &mut Output) -> Result<ExitCode, Error> {
    cotulenh_cli::uci::serve(BufReader::new(io::stdin()), out)?;
    Ok(ExitCode::SUCCESS)
}

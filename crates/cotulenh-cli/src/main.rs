//! `cotulenh`: Cờ Tư Lệnh (Commander Chess) in the browser and in the terminal.

mod best_move;
mod commands;
mod play;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use cotulenh_cli::{input, output, uci};

use commands::{Command, serve};
use output::{Error, Output};

/// Cờ Tư Lệnh (Commander Chess) in the browser and in the terminal.
#[derive(Parser)]
#[command(
    name = "cotulenh",
    version,
    long_about = "Cờ Tư Lệnh (Commander Chess): play in the browser or in the terminal, look at positions, list moves, check FENs and PGN \
                  files, explore openings, count move trees, and serve other programs over UCI and JSON lines. Without a command it serves the \
                  game to the browser.",
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  cotulenh                                          play in the browser
  cotulenh play --level 10                          play in the terminal
  cotulenh moves --square e2                        what the Air Force on e2 can do at the start
  cotulenh fen explain '6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1'
  cotulenh perft 4 --threads 0                      count move trees on all cores
  cotulenh pgn stats games.pgn
  cotulenh explore build games.db games.pgn         an opening explorer
  echo '{\"id\":1,\"method\":\"position\"}' | cotulenh bridge

A FEN can be given without quotes, word by word, unless it contains a stack such as (TI): shells interpret \
parentheses.
`cotulenh COMMAND --help` describes each command."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: serve::ServeOptions,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = output::stdout();
    let done = run(cli, &mut out);
    // Show what was written before an error.
    let flushed = out.flush();
    match done.and_then(|code| flushed.map(|()| code).map_err(Error::Output)) {
        Ok(code) => code,
        Err(error) => error.report(),
    }
}

fn run(cli: Cli, out: &mut Output) -> Result<ExitCode, Error> {
    cli.command.unwrap_or_else(|| Command::Serve(cli.serve.into())).run(out)
}

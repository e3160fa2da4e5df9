//! One file per command.

mod bridge;
mod explore;
mod fen;
mod moves;
mod perft;
mod pgn;
mod play;
pub mod serve;
mod uci;

use std::process::ExitCode;

use clap::Subcommand;

use crate::output::{Error, Output};

/// The commands of the program.
#[derive(Subcommand)]
pub enum Command {
    Serve(serve::Args),
    Play(Box<play::Args>),
    Moves(moves::Args),
    Fen(fen::Args),
    Pgn(pgn::Args),
    Explore(explore::Args),
    Perft(perft::Args),
    Bridge(bridge::Args),
    Uci(uci::Args),
}

impl Command {
    /// Runs the command. A command that reports bad input itself returns a failing exit code.
    pub fn run(self, out: &mut Output) -> Result<ExitCode, Error> {
        match self {
            Command::Serve(args) => serve::run(args, out),
            Command::Play(args) => play::run(*args, out),
            Command::Moves(args) => moves::run(args, out),
            Command::Fen(args) => fen::run(args, out),
            Command::Pgn(args) => pgn::run(args, out),
            Command::Explore(args) => explore::run(args, out),
            Command::Perft(args) => perft::run(args, out),
            Command::Bridge(args) => bridge::run(args, out),
            Command::Uci(args) => uci::run(args, out),
        }
    }
}

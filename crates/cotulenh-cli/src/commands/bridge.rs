//! `cotulenh bridge`: the rules for programs in any language.

use std::io::{self, ErrorKind};
use std::process::ExitCode;

use crate::best_move::BestMove;
use crate::output::{Error, Output};

/// Answer JSON requests from standard input, one per line, on standard output
#[derive(clap::Args)]
#[command(
    long_about = "\
Answers JSON requests on standard output, one line each and in order, until standard input ends. It keeps no state \
between requests.

A request is an object: `method`, `fen` (without it: the start position), the method's own fields, and an `id` \
of your choice that is repeated in the answer. A line that is not a valid request is answered with an error.

Methods: position, moves (square, role, legal), play (moves), attackers (square, color), airDefense, checkFen, \
parseMove (text), perft (depth, divide), bestMove (movetime, nodes, depth).",
    after_help = r#"Examples:
  $ echo '{"id":7,"method":"perft","depth":2}' | cotulenh bridge
  {"id":7,"ok":true,"result":{"nodes":13460}}

  $ echo '{"method":"play","moves":["Ic6","Ic7"]}' | cotulenh bridge
  $ echo '{"method":"moves","square":"e2"}' | cotulenh bridge
  $ echo '{"method":"bestMove","movetime":500}' | cotulenh bridge
  $ echo '{"method":"checkFen","fen":"6c4/11 r - - 0 1"}' | cotulenh bridge"#
)]
pub struct Args {}

pub fn run(Args {}: Args, out: &mut Output) -> Result<ExitCode, Error> {
    match cotulenh::bridge::serve_with(io::stdin().lock(), out, &mut BestMove::default()) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(Error::Output(error)),
        Err(error) => Err(Error::Input(format!("bridge: {error}"))),
    }
}

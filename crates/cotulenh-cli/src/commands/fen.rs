//! `cotulenh fen`: checks, explains and normalises FENs.

mod check;
mod explain;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{ColorChoice, Subcommand};

use crate::input::{FenSource, fen_arguments, fen_lines, load};
use crate::output::{Error, Output, complain};

/// Check, explain or normalise positions in FEN
#[derive(clap::Args)]
#[command(
    long_about = "\
Works on positions in FEN: placement from rank 12 to rank 1, side to move (r or b), two dashes, half-move clock, move \
number and, in an open deploy, point:stay:steps.

Red is uppercase and blue lowercase; + marks a heroic piece; a stack stands in parentheses, its carrier first. Letters: \
C Commander, I Infantry, T Tank, M Militia, E Engineer, A Artillery, G Anti-Air, S Missile, F Air Force, N Navy, \
H Headquarter.",
    after_help = "\
Examples:
  cotulenh fen check 6c4/11/11/11/11/11/11/3T7/11/11/11/4C6 r - - 0 1
  cotulenh fen explain '6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1 d5:I:T>d7...'
  cotulenh fen normalize - < fens.txt"
)]
pub struct Args {
    #[command(subcommand)]
    command: FenCommand,
}

#[derive(Subcommand)]
enum FenCommand {
    /// Check whether a FEN is valid, and report every fault
    #[command(
        visible_alias = "validate",
        long_about = "\
Prints `valid`, or every fault on its own line: code, category, location and message. For a fault in the placement, \
the rank follows with a mark under the invalid characters. The exit code is 1 if there was a fault.",
        after_help = "\
Examples:
  cotulenh fen check 6c4/11/11/11/11/11/11/3T7/11/11/11/4C6 r - - 0 1
  cotulenh fen check '6c4/11/11/11/11/11/11/T2(TI)7/11/11/11/4C6 r - - 0 1'
  cotulenh fen check - < fens.txt                  one FEN per line; faults name the line"
    )]
    Check {
        #[command(flatten)]
        fen: FenWords,
    },

    /// Draw a position and describe it
    #[command(
        long_about = "\
Draws the board and describes the position: side to move, state of the game, the Commanders and the threats on them, \
the number of moves, the stacks, the open deploy if there is one, and the air defence of both sides.

On the board: ~ sea, ≈ sea or land, · land, ‖ a bridge; +T is a heroic Tank, N2 a Navy that carries two pieces.",
        after_help = "\
Examples:
  cotulenh fen explain 4c6/11/4A6/11/11/11/11/11/11/11/3T7/4C6 b - - 0 1
  cotulenh fen explain '6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1 d5:I:T>d7...'
  cotulenh fen explain --color always - < fens.txt | less -R"
    )]
    Explain {
        #[command(flatten)]
        fen: FenWords,

        /// When to use colours; auto means on a terminal
        #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto)]
        color: ColorChoice,
    },

    /// Convert a FEN to its canonical form
    #[command(
        visible_alias = "normalise",
        long_about = "\
Reads a FEN and writes its canonical form: numbers of empty points joined, stacks in carrier order, no parentheses \
around a single piece, single spaces.",
        after_help = "\
Examples:
  cotulenh fen normalize '6c4/11/11/11/11/11/11/3(IT)7/11/11/11/22C6 r - - 0 1'
  6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1

  cotulenh fen normalize - < fens.txt      one FEN per line; errors go to standard error"
    )]
    Normalize {
        #[command(flatten)]
        fen: FenWords,
    },
}

#[derive(clap::Args)]
struct FenWords {
    /// The FEN: one quoted argument, or its words one by one; `-` reads FENs from standard input,
    /// one per line
    #[arg(value_name = "FEN", required = true, num_args = 1..)]
    words: Vec<OsString>,
}

pub fn run(args: Args, out: &mut Output) -> Result<ExitCode, Error> {
    match args.command {
        FenCommand::Check { fen } => fen.each(|place, text| check::run(out, place, text)),
        FenCommand::Normalize { fen } => fen.each(|place, text| {
            let loaded = text.and_then(|text| load(&text));
            write_or_report(place, loaded, |position| writeln!(out, "{position}"))
        }),
        FenCommand::Explain { fen, color } => {
            let choice = match color {
                ColorChoice::Auto => anstream::AutoStream::choice(&io::stdout()),
                ColorChoice::Always => anstream::ColorChoice::Always,
                ColorChoice::Never => anstream::ColorChoice::Never,
            };
            let mut first = true;
            fen.each(|place, text| {
                let loaded = text.and_then(|text| load(&text));
                write_or_report(place, loaded, |position| {
                    if !std::mem::take(&mut first) {
                        writeln!(out)?;
                    }
                    explain::write(out, position, choice != anstream::ColorChoice::Never)
                })
            })
        }
    }
}

impl FenWords {
    /// Calls `f` with every FEN and, on standard input, its line number. `f` returns whether the
    /// FEN was valid; the exit code is a success if all were.
    fn each(
        self,
        mut f: impl FnMut(Option<usize>, Result<String, Error>) -> Result<bool, Error>,
    ) -> Result<ExitCode, Error> {
        let mut good = true;
        match fen_arguments(&self.words)? {
            FenSource::Text(text) => good &= f(None, Ok(text))?,
            FenSource::StandardInput => {
                for line in fen_lines(io::stdin().lock()) {
                    let line = line?;
                    good &= f(Some(line.number), line.text)?;
                }
            }
        }
        Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// Writes the loaded value, or reports the error on standard error.
fn write_or_report<T>(
    line: Option<usize>,
    loaded: Result<T, Error>,
    write: impl FnOnce(&T) -> io::Result<()>,
) -> Result<bool, Error> {
    match loaded {
        Ok(value) => {
            write(&value)?;
            Ok(true)
        }
        Err(Error::Input(message)) => {
            match line {
                Some(line) => complain("error", format_args!("line {line}: {message}")),
                None => complain("error", message),
            }
            Ok(false)
        }
        Err(error) => Err(error),
    }
}

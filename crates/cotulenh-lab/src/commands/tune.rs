//! `cotulenh-lab tune`: tunes the weights of the evaluation.

mod fit;
mod play;
mod spsa;

use std::fs::{self, File};
use std::path::Path;
use std::process::ExitCode;

use clap::Subcommand;
use cotulenh_engine::eval::weights::{self, Weights};
use cotulenh_engine::eval::weights_from_text;

use crate::output::{Error, Output};

/// Tune the weights of the evaluation by self-play
#[derive(clap::Args)]
#[command(
    long_about = "\
Tunes the weights of the engine's evaluation: `play` collects quiet positions of self-play games, `fit` finds the \
weights that predict their results best, and `spsa` improves some weights by matches. docs/tuning.md describes how the \
current weights were tuned.",
    after_help = "\
Examples:
  cotulenh-lab tune play --games 4000 --out positions.txt
  cotulenh-lab tune fit positions.txt --out weights.txt"
)]
pub struct Args {
    #[command(subcommand)]
    command: TuneCommand,
}

#[derive(Subcommand)]
enum TuneCommand {
    Play(play::Args),
    Fit(fit::Args),
    Spsa(spsa::Args),
}

pub fn run(args: Args, out: &mut Output) -> Result<ExitCode, Error> {
    match args.command {
        TuneCommand::Play(args) => play::run(args, out),
        TuneCommand::Fit(args) => fit::run(args, out),
        TuneCommand::Spsa(args) => spsa::run(args, out),
    }
}

/// The weights of a file; without one, the engine's own.
fn weights_or_default(path: Option<&Path>) -> Result<Weights, Error> {
    let Some(path) = path else { return Ok(weights::DEFAULT) };
    let text = fs::read_to_string(path).map_err(|error| Error::file(path, error))?;
    weights_from_text(&text).map_err(|error| Error::file(path, error))
}

/// A pool of threads; 0 for as many as there are cores.
fn thread_pool(threads: u16) -> Result<rayon::ThreadPool, Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build();
    pool.map_err(|error| Error::Input(format!("cannot start {threads} threads: {error}")))
}

/// Checks that the files can be written before the work begins.
fn try_files<'a>(paths: impl Iterator<Item = &'a Path>) -> Result<(), Error> {
    for path in paths {
        File::options().create(true).append(true).open(path).map_err(|error| Error::file(path, error))?;
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    fs::write(path, text).map_err(|error| Error::file(path, error))
}

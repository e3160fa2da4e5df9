//! `cotulenh-lab tune`: where the weights of the evaluation come from.

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

/// Improve the weights of the evaluation by self-play
#[derive(clap::Args)]
#[command(
    long_about = "\
Fits the weights of the engine's evaluation to the results of games that it plays against itself: `play` collects quiet positions \
of such games, `fit` finds the weights that foretell the results best; `spsa` improves some weights by matches. docs/tuning.md says how the weights of this \
version came about.",
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

/// The weights in a file; without one, those the engine plays with.
fn weights_or_default(path: Option<&Path>) -> Result<Weights, Error> {
    let Some(path) = path else { return Ok(weights::DEFAULT) };
    let text = fs::read_to_string(path).map_err(|error| Error::file(path, error))?;
    weights_from_text(&text).map_err(|error| Error::file(path, error))
}

/// So many threads; 0 for as many as there are cores.
fn thread_pool(threads: u16) -> Result<rayon::ThreadPool, Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build();
    pool.map_err(|error| Error::Input(format!("cannot start {threads} threads: {error}")))
}

/// Finds out that a file cannot be written before the work is done, not after.
fn try_files<'a>(paths: impl Iterator<Item = &'a Path>) -> Result<(), Error> {
    for path in paths {
        File::options().create(true).append(true).open(path).map_err(|error| Error::file(path, error))?;
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    fs::write(path, text).map_err(|error| Error::file(path, error))
}

//! `cotulenh-lab tune fit`: fits weights to results.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::value_parser;
use cotulenh_engine::eval::weights::Weights;
use cotulenh_engine::eval::{Evaluator, weight_name, weights_to_text};

use super::{try_files, weights_or_default, write};
use crate::output::{Error, Output, align_right, counted, progress_bar, refuse_twice, write_table};
use crate::tune::fit::{Fit, FitOptions, fit};
use crate::tune::model::{Dataset, expected_points, parameters};
use crate::tune::positions_file::{Reader, SampledGame};
use crate::tune::rust_source::rust_source;

/// One of this many games is held out.
const HOLDOUT: u64 = 10;

/// Find the weights that predict the results of games best
#[derive(clap::Args)]
#[command(
    long_about = "\
Finds the weights that predict the results of games best: the least logistic loss over quiet positions, by gradient \
descent from the current weights, which serve as a prior. Every tenth game is held out; the descent ends when their loss \
no longer decreases. Weights that occur in too few positions stay as they are, and the material of the start position \
keeps its sum.

Prints the losses and every weight that changed, with the number of positions in which it occurs.",
    after_help = "\
Examples:
  cotulenh-lab tune fit positions.txt --out weights.txt
  cotulenh-lab tune fit positions.txt more.txt --out weights.txt --rust table.rs --score-share 30"
)]
pub struct Args {
    /// Files that `cotulenh-lab tune play` wrote
    #[arg(value_name = "FILE", required = true, num_args = 1..)]
    files: Vec<PathBuf>,

    /// Write the weights to this file, one per line
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Also write them as Rust source
    #[arg(long, value_name = "FILE")]
    rust: Option<PathBuf>,

    /// Start from these weights instead of the engine's own
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,

    /// The share of the search's score in the target, in percent; the rest is the result
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = value_parser!(u8).range(0..=100))]
    score_share: u8,

    /// Keep weights that occur in fewer positions
    #[arg(long, value_name = "N", default_value_t = 500)]
    min_count: u32,

    /// The strength of the prior at the initial weights, in percent; 100 counts every game as one
    /// observation
    #[arg(long, value_name = "PERCENT", default_value_t = 30)]
    prior: u32,

    /// The maximum number of steps
    #[arg(long, value_name = "N", default_value_t = 5000)]
    steps: usize,
}

pub fn run(args: Args, out: &mut Output) -> Result<ExitCode, Error> {
    let outputs = || [("--out", &args.out)].into_iter().chain(args.rust.iter().map(|path| ("--rust", path)));
    refuse_twice(args.files.iter().map(|path| ("FILE", path)).chain(outputs()))?;
    let start = weights_or_default(args.start.as_deref())?;
    let mut games = Vec::new();
    for path in &args.files {
        read_games(path, &mut games)?;
    }
    let (held_out, fitted): (Vec<_>, Vec<_>) = games.into_iter().partition(|game| game.number % HOLDOUT == 0);
    let evaluator = Evaluator::new(&start);
    let results = |games: &[SampledGame]| {
        let mut data = Dataset::default();
        games.iter().for_each(|game| data.add(&evaluator, game, |_| game.result.red_points()));
        data
    };
    let (holdout, by_result) = (results(&held_out), results(&fitted));
    if holdout.len() == 0 || by_result.len() == 0 {
        return Err(Error::Input(format!(
            "too few games: expected more than {HOLDOUT}, because every {HOLDOUT}th is held out"
        )));
    }
    try_files(outputs().map(|(_, path)| path.as_path()))?;
    let scale = by_result.best_scale(&parameters(&start));
    let share = f64::from(args.score_share) / 100.0;
    let mut training = Dataset::default();
    for game in &fitted {
        training.add(&evaluator, game, |sample| {
            (1.0 - share) * game.result.red_points() + share * expected_points(sample.score, scale)
        });
    }

    let options = FitOptions {
        min_count: args.min_count.into(),
        prior: f64::from(args.prior) / 100.0,
        steps: args.steps,
    };
    let bar = progress_bar(args.steps as u64, "{bar:30} step {pos} ({elapsed} elapsed)");
    let fit = fit(&start, [&training, &holdout], scale, &options, |step| bar.set_position(step as u64));
    bar.finish_and_clear();

    write(&args.out, &weights_to_text(&fit.weights))?;
    if let Some(path) = &args.rust {
        write(path, &rust_source(&fit.weights))?;
    }
    writeln!(out, "fitted to  {}", size(&by_result))?;
    writeln!(out, "held out   {}", size(&holdout))?;
    writeln!(out, "scale      {scale:.6} per centipawn")?;
    writeln!(out, "steps      {}, weights rescaled by {:.4}", fit.best_step, fit.rescaled)?;
    for (name, data) in [("fitted", &by_result), ("held out", &holdout)] {
        let loss = |weights: &Weights| {
            let parameters = parameters(weights);
            data.loss(&parameters, by_result.best_scale(&parameters))
        };
        writeln!(out, "loss       {name}: {:.6} before, {:.6} after", loss(&start), loss(&fit.weights))?;
    }
    write_changes(out, &start, &fit)?;
    Ok(ExitCode::SUCCESS)
}

fn size(data: &Dataset) -> String {
    format!("{} of {}", counted(data.len(), "position", "positions"), counted(data.games(), "game", "games"))
}

/// Writes the weights that changed, before and after, and the number of frozen weights.
fn write_changes(out: &mut Output, start: &Weights, fit: &Fit) -> Result<(), Error> {
    let mut rows = vec![
        ["weight", "mg before", "after", "positions", "eg before", "after", "positions"].map(String::from),
    ];
    for (index, (before, after)) in start.iter().zip(&fit.weights).enumerate() {
        if before == after {
            continue;
        }
        let [mg, eg] = fit.occurrences[index].map(|count| format!("{count:.0}"));
        let name = weight_name(index).unwrap_or_default();
        let cell = |value: i16| value.to_string();
        rows.push([name, cell(before[0]), cell(after[0]), mg, cell(before[1]), cell(after[1]), eg]);
    }
    for column in 1..7 {
        align_right(&mut rows, column);
    }
    let changed = rows.len() - 1;
    let frozen = fit.frozen.iter().filter(|parts| **parts == [true; 2]).count();
    writeln!(
        out,
        "weights    {changed} of {} changed, {frozen} frozen for lack of positions\n",
        start.len()
    )?;
    write_table(out, &rows)?;
    Ok(())
}

fn read_games(path: &Path, games: &mut Vec<SampledGame>) -> Result<(), Error> {
    let file = File::open(path).map_err(|error| Error::file(path, error))?;
    let mut reader = Reader::new(BufReader::new(file)).map_err(|error| Error::file(path, error))?;
    while let Some(game) = reader.next_game().map_err(|error| Error::file(path, error))? {
        games.push(game);
    }
    Ok(())
}

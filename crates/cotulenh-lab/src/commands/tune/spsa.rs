//! `cotulenh-lab tune spsa`: tunes weights by matches.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

use clap::value_parser;
use cotulenh::Color;
use cotulenh_engine::EngineOptions;
use cotulenh_engine::eval::weights::{GROUPS, Weights};
use cotulenh_engine::eval::{weight_name, weights_to_text};
use rayon::prelude::*;

use super::{thread_pool, try_files, weights_or_default, write};
use crate::arena::adjudicate::Adjudication;
use crate::arena::built_in::BuiltIn;
use crate::arena::game::{Conditions, Seat, play};
use crate::arena::limit::Limit;
use crate::arena::opening::{Book, BookSpec, OpeningError, random};
use crate::arena::player::Interrupt;
use crate::arena::player_spec::group_names;
use crate::output::{Error, Output, align_right, counted, progress_bar, refuse_twice, write_table};
use crate::tune::rust_source::rust_source;
use crate::tune::spsa::{Parameter, Spsa, Trial};

/// Trials per batch. The weights change only between batches, so that the result does not depend on
/// the number of threads.
const BATCH: u64 = 32;
/// A 2 MiB table holds a search of a few thousand nodes.
const HASH_MB: usize = 2;

/// Improve some weights by matches
#[derive(clap::Args)]
#[command(
    long_about = "\
Improves weights by matches (SPSA): all chosen weights are changed at once, each up or down at random. The engine with \
the changed weights plays two games from one opening against the engine with the opposite changes, and the weights move \
a little towards the winner. The result is the mean over the second half of the iterations. It depends on the seed, not \
on the number of threads.

Use `cotulenh-lab match` to test whether the result is better.",
    after_help = "\
Examples:
  cotulenh-lab tune spsa --vary mobility=2 --vary tempo=5 --pairs 10000 --nodes 500 --out weights.txt
  cotulenh-lab match --a weights=weights.txt --nodes 500 --games 4000 --seed 2"
)]
pub struct Args {
    /// A group of weights, such as mobility, and the size of its perturbations, in centipawns
    #[arg(long, value_name = "GROUP=REACH", required = true)]
    vary: Vec<Vary>,

    /// The number of pairs of games
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = value_parser!(u32).range(1..=10_000_000))]
    pairs: u32,

    /// The initial step per point of difference, as a fraction of the reach
    #[arg(long, value_name = "PART", default_value_t = 0.02, value_parser = parse_gain)]
    gain: f64,

    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,

    /// Openings as in `cotulenh-lab match`; several are used in turn
    #[arg(long, value_name = "OPENINGS", default_value = "random:6")]
    openings: Vec<String>,

    /// The adjudication of games, as in `cotulenh-lab match`
    #[arg(long, value_name = "RULE", default_value = "score=1000,turns=6")]
    adjudicate: Adjudication,

    /// The seed of random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The number of games played at the same time; 0 for all cores
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(0..=512))]
    threads: u16,

    /// Start from these weights instead of the engine's own
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,

    /// Write the weights to this file, one per line
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Also write them as Rust source
    #[arg(long, value_name = "FILE")]
    rust: Option<PathBuf>,
}

/// A group of weights and the size of its perturbations.
#[derive(Clone, Debug)]
struct Vary {
    name: &'static str,
    weights: std::ops::Range<usize>,
    reach: f64,
}

impl FromStr for Vary {
    type Err = String;

    fn from_str(text: &str) -> Result<Vary, String> {
        let (name, reach) = text.split_once('=').ok_or("expected GROUP=REACH")?;
        let group = GROUPS.windows(2).find(|pair| pair[0].0 == name);
        let Some(&[(name, first), (_, end)]) = group else {
            return Err(format!(
                "unknown group of weights {name:?}: expected one of {}",
                group_names().join(", ")
            ));
        };
        let reach = reach.parse().ok().filter(|reach| (0.5..=5000.0).contains(reach));
        Ok(Vary { name, weights: first..end, reach: reach.ok_or("expected a reach from 0.5 to 5000")? })
    }
}

fn parse_gain(text: &str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|gain| (1e-6..=1.0).contains(gain)).ok_or("expected a number from 0.000001 to 1")
}

/// Everything that games depend on besides the weights.
struct PairSettings {
    books: Vec<Book>,
    limit: Limit,
    conditions: Conditions,
}

fn refused(error: OpeningError) -> Error {
    Error::Input(format!("--openings: {error}"))
}

pub fn run(args: Args, out: &mut Output) -> Result<ExitCode, Error> {
    let outputs = || [("--out", &args.out)].into_iter().chain(args.rust.iter().map(|path| ("--rust", path)));
    let specs = args.openings.iter().map(|text| BookSpec::parse(text)).collect::<Result<Vec<_>, _>>();
    let specs = specs.map_err(refused)?;
    let given_books = specs.iter().filter_map(BookSpec::file).map(|path| ("--openings", path));
    let start = args.start.iter().map(|path| ("--start", path));
    refuse_twice(start.chain(given_books).chain(outputs()))?;
    let start = weights_or_default(args.start.as_deref())?;
    let parameters = parameters(&args.vary)?;
    let books = specs.iter().map(|spec| spec.open(false, args.seed));
    let settings = PairSettings {
        books: books.collect::<Result<_, _>>().map_err(refused)?,
        limit: Limit::Nodes(args.nodes),
        conditions: Conditions { adjudication: Some(args.adjudicate), ..Conditions::default() },
    };
    let pool = thread_pool(args.threads)?;
    try_files(outputs().map(|(_, path)| path.as_path()))?;

    let pairs = u64::from(args.pairs);
    let mut spsa = Spsa::new(&start, parameters, args.gain, pairs);
    let bar = progress_bar(pairs, "{bar:30} {pos}/{len} pairs ({elapsed} elapsed, {eta} left)");
    let mut decided = 0;
    for first in (0..pairs).step_by(BATCH as usize) {
        let play = |pair: u64| {
            // Another seed than that of the openings.
            let trial = spsa.trial(&mut random(!args.seed, pair));
            let difference = settings.play_pair(&trial.tables, pair as u32);
            bar.inc(1);
            difference.map(|difference| (trial, difference))
        };
        let last = pairs.min(first + BATCH);
        let played: Result<Vec<(Trial, f64)>, _> =
            pool.install(|| (first..last).into_par_iter().map(play).collect());
        for (trial, difference) in played.map_err(refused)? {
            spsa.learn(&trial, difference);
            decided += usize::from(difference != 0.0);
        }
    }
    bar.finish_and_clear();

    let weights = spsa.result();
    write(&args.out, &weights_to_text(&weights))?;
    if let Some(path) = &args.rust {
        write(path, &rust_source(&weights))?;
    }
    writeln!(out, "pairs      {pairs}, {decided} of them decided")?;
    write_changes(out, &start, &weights, &args.vary)?;
    Ok(ExitCode::SUCCESS)
}

/// The parameters: both phases of every weight of the groups.
fn parameters(groups: &[Vary]) -> Result<Vec<Parameter>, Error> {
    let mut parameters = Vec::new();
    for (i, Vary { name, weights, reach }) in groups.iter().enumerate() {
        if groups[..i].iter().any(|earlier| earlier.name == *name) {
            return Err(Error::Input(format!("--vary {name}: given twice")));
        }
        let both = |index| [0, 1].map(|phase| Parameter { index, phase, reach: *reach });
        parameters.extend(weights.clone().flat_map(both));
    }
    Ok(parameters)
}

impl PairSettings {
    /// Plays an opening with both colours. Returns the first table's points minus the second's.
    fn play_pair(&self, tables: &[Weights; 2], pair: u32) -> Result<f64, OpeningError> {
        let book = &self.books[pair as usize % self.books.len()];
        let opening = book.opening(pair / self.books.len() as u32)?;
        let interrupt = Interrupt::default();
        let options = EngineOptions::default().with_hash_mb(HASH_MB);
        let mut seats = tables.each_ref().map(|weights: &Weights| Seat {
            player: Box::new(BuiltIn::new(&options, weights, &interrupt)),
            limit: self.limit,
        });
        let mut difference = 0.0;
        for first_is in Color::ALL {
            let [a, b] = &mut seats;
            let sides = if first_is == Color::Red { [a, b] } else { [b, a] };
            let played = play(sides, opening.clone(), 0, &self.conditions, &interrupt);
            difference += match played.and_then(|played| played.winner) {
                Some(winner) if winner == first_is => 1.0,
                Some(_) => -1.0,
                None => 0.0,
            };
        }
        Ok(difference)
    }
}

/// Writes the weights before and after.
fn write_changes(out: &mut Output, start: &Weights, weights: &Weights, groups: &[Vary]) -> Result<(), Error> {
    let mut rows = vec![["weight", "mg before", "after", "eg before", "after"].map(String::from)];
    for index in groups.iter().flat_map(|group| group.weights.clone()) {
        let ([mg, eg], [new_mg, new_eg]) = (start[index], weights[index]);
        let name = weight_name(index).unwrap_or_default();
        let cell = |value: i16| value.to_string();
        rows.push([name, cell(mg), cell(new_mg), cell(eg), cell(new_eg)]);
    }
    (1..5).for_each(|column| align_right(&mut rows, column));
    writeln!(out, "weights    {}\n", counted(rows.len() - 1, "weight", "weights"))?;
    write_table(out, &rows)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use cotulenh_engine::eval::weights::{DEFAULT, HEROIC, MATERIAL};

    use super::*;

    #[test]
    fn the_difference_is_the_first_tables() {
        let settings = PairSettings {
            books: vec![BookSpec::parse("random:4").unwrap().open(false, 1).unwrap()],
            limit: Limit::Nodes(200),
            conditions: Conditions {
                adjudication: "score=1000,turns=6".parse().ok(),
                ..Conditions::default()
            },
        };
        // With these weights the engine gives its pieces away.
        let mut nonsense = DEFAULT;
        nonsense[MATERIAL..HEROIC].iter_mut().for_each(|weight| *weight = weight.map(|value| -value));
        let total = |tables| (0..3).map(|pair| settings.play_pair(&tables, pair).unwrap()).sum::<f64>();
        assert!(total([DEFAULT, nonsense]) >= 3.0);
        assert!(total([nonsense, DEFAULT]) <= -3.0);
        assert_eq!(total([DEFAULT, DEFAULT]), 0.0);
    }
}

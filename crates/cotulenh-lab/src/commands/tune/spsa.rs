//! `cotulenh-lab tune spsa`: weights that win games.

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
use crate::output::{Error, Output, align_right, counted, progress_bar, refuse_twice, write_table};
use crate::tune::source::rust_source;
use crate::tune::spsa::{Climb, Parameter, Trial};

/// Trials from one point; all are played before anything is learned from them, so that the result does not depend on the number of threads.
const BATCH: u64 = 32;
/// A few thousand nodes a move do not fill more.
const HASH_MB: usize = 2;

/// Improve some weights by matches
#[derive(clap::Args)]
#[command(
    long_about = "\
Improves weights by matches (SPSA): all chosen weights are moved at once, each up or down by chance; the engine with the table so changed plays \
two games from one opening against the engine with the table changed the other way, and the weights go a little towards the winner. The result \
is the mean over the second half of the climb. It follows from the seed, whatever the number of threads.

Whether the result is better is for `cotulenh-lab match` to tell.",
    after_help = "\
Examples:
  cotulenh-lab tune spsa --vary mobility=2 --vary tempo=5 --pairs 10000 --nodes 500 --out weights.txt
  cotulenh-lab match --a weights=weights.txt --nodes 500 --games 4000 --seed 2"
)]
pub struct Args {
    /// A group of weights (--help of `match` names them) and how far its weights are moved, in centipawns
    #[arg(long, value_name = "GROUP=REACH", required = true)]
    vary: Vec<Vary>,

    /// How many pairs of games are played
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = value_parser!(u32).range(1..=10_000_000))]
    pairs: u32,

    /// How far a point moves a weight at first, as a part of its reach
    #[arg(long, value_name = "PART", default_value_t = 0.02, value_parser = parse_gain)]
    gain: f64,

    /// How many nodes the engine may search for a move
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,

    /// Openings as in `cotulenh-lab match`; of several, each pair takes the next
    #[arg(long, value_name = "OPENINGS", default_value = "random:6")]
    openings: Vec<String>,

    /// When games are ended before the rules end them, as in `cotulenh-lab match`
    #[arg(long, value_name = "RULE", default_value = "score=1000,turns=6")]
    adjudicate: Adjudication,

    /// What chance depends on
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How many games are played at the same time; 0 for all cores
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(0..=512))]
    threads: u16,

    /// Start from these weights instead of the engine's own
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,

    /// Write the weights to this file, one a line
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Write them as Rust source, too
    #[arg(long, value_name = "FILE")]
    rust: Option<PathBuf>,
}

/// A group and how far its weights are moved.
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
            return Err(format!("no group is called {name:?}"));
        };
        let reach = reach.parse().ok().filter(|reach| (0.5..=5000.0).contains(reach));
        Ok(Vary { name, weights: first..end, reach: reach.ok_or("expected a reach from 0.5 to 5000")? })
    }
}

fn parse_gain(text: &str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|gain| (1e-6..=1.0).contains(gain)).ok_or("expected a number from 0.000001 to 1")
}

/// All that games depend on beside the weights.
struct Arena {
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
    let arena = Arena {
        books: books.collect::<Result<_, _>>().map_err(refused)?,
        limit: Limit::Nodes(args.nodes),
        conditions: Conditions { adjudication: Some(args.adjudicate), ..Conditions::default() },
    };
    let pool = thread_pool(args.threads)?;
    try_files(outputs().map(|(_, path)| path.as_path()))?;

    let pairs = u64::from(args.pairs);
    let mut climb = Climb::new(&start, parameters, args.gain, pairs);
    let bar = progress_bar(pairs, "{bar:30} {pos}/{len} pairs ({elapsed} elapsed, {eta} left)");
    let mut decided = 0;
    for first in (0..pairs).step_by(BATCH as usize) {
        let play = |pair: u64| {
            // Not the chance that the openings are made with.
            let trial = climb.trial(&mut random(!args.seed, pair));
            let difference = arena.play_pair(&trial.tables, pair as u32);
            bar.inc(1);
            difference.map(|difference| (trial, difference))
        };
        let last = pairs.min(first + BATCH);
        let played: Result<Vec<(Trial, f64)>, _> =
            pool.install(|| (first..last).into_par_iter().map(play).collect());
        for (trial, difference) in played.map_err(refused)? {
            climb.learn(&trial, difference);
            decided += usize::from(difference != 0.0);
        }
    }
    bar.finish_and_clear();

    let weights = climb.result();
    write(&args.out, &weights_to_text(&weights))?;
    if let Some(path) = &args.rust {
        write(path, &rust_source(&weights))?;
    }
    writeln!(out, "pairs      {pairs}, {decided} of them not level")?;
    write_changes(out, &start, &weights, &args.vary)?;
    Ok(ExitCode::SUCCESS)
}

/// Both phases of every weight of the groups.
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

impl Arena {
    /// Plays an opening with both colours: what the first table has got more than the second.
    fn play_pair(&self, tables: &[Weights; 2], pair: u32) -> Result<f64, OpeningError> {
        let book = &self.books[pair as usize % self.books.len()];
        let opening = book.opening(pair / self.books.len() as u32)?;
        let interrupt = Interrupt::default();
        let options = EngineOptions { hash_mb: HASH_MB, ..EngineOptions::default() };
        let mut seats = tables.each_ref().map(|weights: &Weights| Seat {
            player: Box::new(BuiltIn::new(&options, weights, &interrupt)),
            limit: self.limit,
        });
        let mut difference = 0.0;
        for first_is in Color::ALL {
            let [a, b] = &mut seats;
            let sides = if first_is == Color::Red { [a, b] } else { [b, a] };
            // Nobody interrupts it.
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

/// What the weights were and are.
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
    fn the_difference_is_that_of_the_first_table() {
        let arena = Arena {
            books: vec![BookSpec::parse("random:4").unwrap().open(false, 1).unwrap()],
            limit: Limit::Nodes(200),
            conditions: Conditions {
                adjudication: "score=1000,turns=6".parse().ok(),
                ..Conditions::default()
            },
        };
        // It gives its pieces away.
        let mut nonsense = DEFAULT;
        nonsense[MATERIAL..HEROIC].iter_mut().for_each(|weight| *weight = weight.map(|value| -value));
        let total = |tables| (0..3).map(|pair| arena.play_pair(&tables, pair).unwrap()).sum::<f64>();
        assert!(total([DEFAULT, nonsense]) >= 3.0);
        assert!(total([nonsense, DEFAULT]) <= -3.0);
        assert_eq!(total([DEFAULT, DEFAULT]), 0.0);
    }
}

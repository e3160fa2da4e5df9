//! `cotulenh-lab tune play`: self-play games.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::value_parser;
use cotulenh::Color;
use rayon::prelude::*;

use super::{thread_pool, weights_or_default};
use crate::arena::opening::RandomOpening;
use crate::output::{Error, Output, counted, percent, progress_bar};
use crate::tune::checksum;
use crate::tune::positions_file::{DataError, Reader, SampledGame, SelfPlaySettings};
use crate::tune::selfplay::{engine, play_game};

/// Play games against itself and store quiet positions
#[derive(clap::Args)]
#[command(
    long_about = "\
Plays games of the engine against itself with a fixed number of nodes per move, and writes quiet positions of the games \
with their results. The games depend on the seed, not on the number of threads.

If the file exists, its games are kept and the missing ones are added, so that an interrupted run can be resumed.",
    after_help = "\
Examples:
  cotulenh-lab tune play --games 4000 --out positions.txt
  cotulenh-lab tune play --games 8000 --out positions.txt      4000 more
  cotulenh-lab tune play --openings random:6 --openings endgame:12 --games 4000 --out positions.txt"
)]
pub struct Args {
    /// The number of games in the file
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,

    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 1500, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,

    /// The maximum number of positions per game
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = value_parser!(u16).range(1..))]
    positions: u16,

    /// The openings, as in `cotulenh-lab match`, but no files; several are used in turn
    #[arg(long, value_name = "OPENINGS", default_values = ["random:6", "random:7", "random:8"])]
    openings: Vec<RandomOpening>,

    /// The seed of the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Play with these weights instead of the engine's own
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    /// The number of games played at the same time; 0 for all cores
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(0..=512))]
    threads: u16,

    /// The file to create or to extend
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// The counts of results and positions.
#[derive(Default)]
struct Totals {
    games: usize,
    red: usize,
    blue: usize,
    positions: usize,
}

impl Totals {
    fn add(&mut self, game: &SampledGame) {
        self.games += 1;
        match game.result.0 {
            Some(Color::Red) => self.red += 1,
            Some(Color::Blue) => self.blue += 1,
            None => {}
        }
        self.positions += game.samples.len();
    }
}

pub fn run(args: Args, out: &mut Output) -> Result<ExitCode, Error> {
    let Args { games, nodes, positions, openings, seed, weights, threads, out: path } = args;
    let weights = weights_or_default(weights.as_deref())?;
    let settings =
        SelfPlaySettings { seed, openings, nodes, positions: positions.into(), weights: checksum(&weights) };
    let pool = thread_pool(threads)?;
    let mut totals = Totals::default();
    let file = open(&path, &settings, &mut totals)?;
    let mut file = BufWriter::new(file);
    let bar = progress_bar(games, "{bar:30} {pos}/{len} games ({elapsed} elapsed, {eta} left)");
    bar.set_position(totals.games as u64);
    bar.reset_eta();

    // Games are written in order. A batch is large enough to keep all threads busy, and small
    // enough to lose little work.
    let batch = 8 * pool.current_num_threads() as u64;
    let mut first = totals.games as u64 + 1;
    while first <= games {
        let last = games.min(first + batch - 1);
        let play = |engine: &mut _, number| {
            let game = play_game(engine, &settings, number);
            bar.inc(1);
            game
        };
        let played: Result<Vec<SampledGame>, _> =
            pool.install(|| (first..=last).into_par_iter().map_init(|| engine(&weights), play).collect());
        for game in &played.map_err(|error| Error::Input(format!("--openings: {error}")))? {
            totals.add(game);
            game.write(&mut file).map_err(|error| Error::file(&path, error))?;
        }
        file.flush().map_err(|error| Error::file(&path, error))?;
        first = last + 1;
    }
    bar.finish_and_clear();

    let Totals { games, red, blue, positions } = totals;
    let draws = games - red - blue;
    let (games_text, positions) =
        (counted(games, "game", "games"), counted(positions, "position", "positions"));
    writeln!(out, "{games_text} with {positions} in {}", path.display())?;
    let share = |count| percent(count, games);
    writeln!(
        out,
        "red won {red} ({}), blue {blue} ({}), draws {draws} ({})",
        share(red),
        share(blue),
        share(draws)
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Opens the file at the end of its last complete game, and locks it against other runs.
fn open(path: &Path, settings: &SelfPlaySettings, totals: &mut Totals) -> Result<File, Error> {
    let fail = |error| Error::file(path, error);
    let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    let mut file = options.map_err(|error| fail(DataError::from(error)))?;
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => Error::file(path, "another run is writing to it"),
        TryLockError::Error(error) => fail(error.into()),
    })?;
    if file.metadata().map_err(|error| fail(error.into()))?.len() == 0 {
        settings.write(&mut file).map_err(|error| fail(error.into()))?;
        return Ok(file);
    }
    let mut reader = Reader::new(BufReader::new(&file)).map_err(fail)?;
    if reader.settings() != settings {
        let message =
            "the games of the file were played with other settings: use the same settings or another file";
        return Err(Error::file(path, message));
    }
    loop {
        match reader.next_game() {
            Ok(Some(game)) => totals.add(&game),
            // An interrupted run wrote part of a game, which is played again.
            Ok(None) | Err(DataError::CutOff { .. }) => break,
            Err(error) => return Err(fail(error)),
        }
    }
    let (_, end) = reader.complete();
    file.set_len(end).map_err(|error| fail(error.into()))?;
    file.seek(SeekFrom::End(0)).map_err(|error| fail(error.into()))?;
    Ok(file)
}

//! Matches between two players: many games, played concurrently.
//!
//! A game depends only on the plan of the match and its number, so games can be played in any
//! order, by any thread, in one run of the program or several.

pub mod adjudicate;
pub mod built_in;
pub mod game;
mod key_values;
pub mod limit;
pub mod opening;
pub mod pgn;
pub mod player;
pub mod player_spec;
pub mod record;
pub mod score;
pub mod tally;
pub mod uci_player;

use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use cotulenh::Color;

use game::{Conditions, Played, Seat};
use limit::Limit;
use opening::{Book, OpeningError};
use player::MatchContext;
use player_spec::PlayerSpec;
use record::{MatchGame, Side};

/// Everything that defines a match.
pub struct Plan {
    /// A and B.
    pub players: [PlayerSpec; 2],
    pub limits: [Limit; 2],
    pub book: Book,
    pub seed: u64,
    pub conditions: Conditions,
    pub concurrency: usize,
    pub context: MatchContext,
}

/// A game that has been played.
pub struct Finished {
    pub record: MatchGame,
    pub played: Played,
    /// The number of turns of the opening.
    pub opening_turns: usize,
}

impl Plan {
    /// Plays the games with these numbers until all are finished or the interrupt is raised. Calls
    /// `on_finished` with every finished game, in this thread; an error ends the match.
    pub fn play<E: From<OpeningError>>(
        &self,
        games: impl Iterator<Item = u32> + Send,
        mut on_finished: impl FnMut(Finished) -> Result<(), E>,
    ) -> Result<(), E> {
        let games = Mutex::new(games);
        let (sender, results) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency {
                let (sender, games) = (sender.clone(), &games);
                scope.spawn(move || self.work(games, &sender));
            }
            drop(sender);
            let mut done = Ok(());
            for result in results {
                // After an error, only wait for the threads.
                if done.is_ok() {
                    done = result.map_err(E::from).and_then(&mut on_finished);
                    if done.is_err() {
                        self.context.interrupt.raise();
                    }
                }
            }
            done
        })
    }

    /// One thread: it has its own players and plays one game after the other.
    fn work(
        &self,
        games: &Mutex<impl Iterator<Item = u32>>,
        results: &mpsc::Sender<Result<Finished, OpeningError>>,
    ) {
        let seat = |i: usize| Seat { player: self.players[i].create(&self.context), limit: self.limits[i] };
        let (mut a, mut b) = (seat(0), seat(1));
        let interrupt = &self.context.interrupt;
        let next = || games.lock().unwrap_or_else(PoisonError::into_inner).next();
        while let Some(number) = next().filter(|_| !interrupt.is_raised()) {
            let finished = match self.book.opening(number / 2) {
                Err(error) => Err(error),
                Ok(opening) => {
                    let opening_turns = opening.turns().len();
                    let (red, seats) = match number % 2 {
                        0 => (Side::A, [&mut a, &mut b]),
                        _ => (Side::B, [&mut b, &mut a]),
                    };
                    let seed = opening::random(self.seed, u64::MAX - u64::from(number)).u64(..);
                    let Some(played) = game::play(seats, opening, seed, &self.conditions, interrupt) else {
                        return;
                    };
                    Ok(finish(number, red, played, opening_turns))
                }
            };
            if results.send(finished).is_err() {
                return;
            }
        }
    }
}

fn finish(number: u32, red: Side, played: Played, opening_turns: usize) -> Finished {
    let winner = played.winner.map(|color| match color {
        Color::Red => red,
        Color::Blue => red.other(),
    });
    let record = MatchGame {
        game: number,
        red,
        winner,
        end: played.end,
        detail: played.detail.clone(),
        turns: played.game.turns().len() as u32,
    };
    Finished { record, played, opening_turns }
}

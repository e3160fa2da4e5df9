//! Who plays: what a player is asked, what it answers, and what can go wrong.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use cotulenh::{Action, Color, Game};
use cotulenh_engine::{Score, StopHandle};

use super::game::End;
use super::limit::Limit;

/// One of the two who play a match.
pub trait Player {
    /// Gets ready for a new game. What is left to chance follows from the seed.
    fn begin(&mut self, seed: u64) -> Result<(), Trouble>;

    /// Chooses a turn.
    fn turn(&mut self, game: &Game, budget: &Budget) -> Result<Answer, Trouble>;
}

/// What a player may use for one turn.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    pub limit: Limit,
    /// What the clocks of Red and Blue show, of those who have one.
    pub left: [Option<Duration>; 2],
    pub increment: [Duration; 2],
    /// How far a clock may be overstepped.
    pub margin: Duration,
}

impl Budget {
    /// Time left and increment of a side; who has no clock is taken to have the other's.
    pub fn clock(&self, color: Color) -> (Duration, Duration) {
        let side = if self.left[color as usize].is_some() { color } else { !color };
        (self.left[side as usize].unwrap_or_default(), self.increment[side as usize])
    }
}

/// A turn.
#[derive(Debug)]
pub struct Answer {
    pub choice: Choice,
    pub thought: Thought,
    /// How long it took.
    pub time: Duration,
}

/// A turn as the player tells it.
#[derive(Debug)]
pub enum Choice {
    Actions(Vec<Action>),
    Text(String),
}

/// What a player thinks of its position, as far as it says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Thought {
    pub score: Option<Score>,
    pub depth: Option<u32>,
}

/// Why there is no turn.
#[derive(Debug)]
pub enum Trouble {
    /// The match is to end.
    Interrupted,
    /// The player has lost by its own fault.
    Fault(End, String),
}

/// Ends a match early, from any thread.
#[derive(Default, Debug)]
pub struct Interrupt {
    raised: AtomicBool,
    searches: Mutex<Vec<StopHandle>>,
}

impl Interrupt {
    /// Ends all games, and the searches of built-in engines.
    pub fn raise(&self) {
        self.raised.store(true, Ordering::Relaxed);
        for search in self.searches.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            search.stop();
        }
    }

    pub fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
    }

    /// This search shall end too.
    pub fn reaches(&self, search: StopHandle) {
        self.searches.lock().unwrap_or_else(PoisonError::into_inner).push(search);
    }
}

/// What every player of a match needs to know.
#[derive(Clone, Debug)]
pub struct Surroundings {
    pub interrupt: Arc<Interrupt>,
    /// How long a process may be silent beyond its time before it counts as hung.
    pub patience: Duration,
}

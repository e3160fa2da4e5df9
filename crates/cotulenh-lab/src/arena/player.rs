//! The players' interface: what a player receives, what it returns, and what can go wrong.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use cotulenh::{Action, Color, Game};
use cotulenh_engine::{Score, StopHandle};

use super::game::End;
use super::limit::Limit;

/// One of the two players of a match.
pub trait MatchPlayer {
    /// Prepares for a new game. Random choices depend on the seed.
    fn begin(&mut self, seed: u64) -> Result<(), PlayerError>;

    /// Chooses a turn.
    fn turn(&mut self, game: &Game, budget: &Budget) -> Result<PlayerAnswer, PlayerError>;
}

/// The time and other limits for one turn.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    pub limit: Limit,
    /// The clocks of Red and Blue; a side may have none.
    pub left: [Option<Duration>; 2],
    pub increment: [Duration; 2],
    /// By how much a clock may be overstepped.
    pub margin: Duration,
}

impl Budget {
    /// Time left and increment of a side; a side without a clock gets the other's.
    pub fn clock(&self, color: Color) -> (Duration, Duration) {
        let side = if self.left[color as usize].is_some() { color } else { !color };
        (self.left[side as usize].unwrap_or_default(), self.increment[side as usize])
    }
}

/// The answer of a player.
#[derive(Debug)]
pub struct PlayerAnswer {
    pub choice: Choice,
    pub info: SearchInfo,
    /// The time used.
    pub time: Duration,
}

/// A turn as the player returned it.
#[derive(Debug)]
pub enum Choice {
    Actions(Vec<Action>),
    Text(String),
}

/// What a player reported about its search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchInfo {
    pub score: Option<Score>,
    pub depth: Option<u32>,
}

/// Why a player returned no turn.
#[derive(Debug)]
pub enum PlayerError {
    /// The match was interrupted.
    Interrupted,
    /// The player lost by its own fault.
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

    /// Registers a search that an interrupt stops.
    pub fn add_search(&self, search: StopHandle) {
        self.searches.lock().unwrap_or_else(PoisonError::into_inner).push(search);
    }
}

/// What all players of a match share.
#[derive(Clone, Debug)]
pub struct MatchContext {
    pub interrupt: Arc<Interrupt>,
    /// How long a process may exceed its time before it counts as hung.
    pub patience: Duration,
}

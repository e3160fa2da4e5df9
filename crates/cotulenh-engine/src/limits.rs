//! When a search ends.

use core::time::Duration;
use std::sync::{Arc, OnceLock};

use cotulenh::Action;

/// A clock: the time since some fixed instant. The engine itself never asks the system, so that it runs where there is none to ask.
pub type Clock = fn() -> Duration;

/// The clock of the system; on the web, where the caller must bring one, it stands still.
pub fn system_clock() -> Duration {
    #[cfg(not(target_family = "wasm"))]
    {
        use std::time::Instant;
        static START: OnceLock<Instant> = OnceLock::new();
        START.get_or_init(Instant::now).elapsed()
    }
    #[cfg(target_family = "wasm")]
    Duration::ZERO
}

/// What the clock of a game says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GameClock {
    /// Time left.
    pub left: Duration,
    /// Added after every turn.
    pub increment: Duration,
    /// Turns until more time is added; `None`: the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// Tells a search that thinks in the enemy's time that its own has come: the turn it was betting on was played.
///
/// Such a search goes on until it is [`hit`](PonderHandle::hit) or stopped, whatever its limits say; those of time count from the hit.
#[derive(Clone, Debug, Default)]
pub struct PonderHandle(Arc<OnceLock<Duration>>);

impl PonderHandle {
    /// The clock has begun to run at this instant, as the engine's [`Clock`] tells. Only the first call counts.
    pub fn hit(&self, at: Duration) {
        let _ = self.0.set(at);
    }

    pub(crate) fn hit_at(&self) -> Option<Duration> {
        self.0.get().copied()
    }
}

/// Handles are equal if they belong to the same search.
impl PartialEq for PonderHandle {
    fn eq(&self, other: &PonderHandle) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for PonderHandle {}

/// When to stop; the first limit that is reached counts. Without any, a search goes on until it is stopped.
///
/// ```
/// use cotulenh_engine::Limits;
/// let limits = Limits { nodes: Some(10_000), ..Limits::depth(8) };
/// assert_eq!(limits.depth, Some(8));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Not deeper than this.
    pub depth: Option<u32>,
    /// Not more actions than this; several threads together may play some hundred more each.
    pub nodes: Option<u64>,
    /// Exactly this long; less if every line that is reported ends in a mate that no deeper search is likely to better.
    pub move_time: Option<Duration>,
    /// As long as seems wise.
    pub clock: Option<GameClock>,
    /// When the search was asked for, as the engine's [`Clock`] tells: times count from there. `None`: when it begins.
    pub since: Option<Duration>,
    /// Think in the enemy's time until this is hit.
    pub ponder: Option<PonderHandle>,
    /// Until a mate in so many own turns is found.
    pub mate: Option<u32>,
    /// Until it is stopped, even if there is nothing left to find.
    pub infinite: bool,
    /// Only these actions are considered first; empty: all. If no turn can be completed with any of them there is none in the result.
    pub search_moves: Vec<Action>,
}

impl Limits {
    /// To a depth.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A number of nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A time.
    pub fn move_time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::default() }
    }

    /// By the clock of a game.
    pub fn clock(left: Duration, increment: Duration) -> Limits {
        let clock = GameClock { left, increment, moves_to_go: None };
        Limits { clock: Some(clock), ..Limits::default() }
    }

    /// Until it is stopped.
    pub fn infinite() -> Limits {
        Limits { infinite: true, ..Limits::default() }
    }
}

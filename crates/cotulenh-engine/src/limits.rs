//! When a search ends.

use core::time::Duration;
use std::sync::{Arc, OnceLock};

use cotulenh::Action;

/// Where the engine gets the time from: a function that returns the time since some fixed instant.
/// On `wasm32-unknown-unknown`, where there is no system clock, the caller has to supply one.
pub type TimeSource = fn() -> Duration;

/// The system clock. On WebAssembly it stands still: pass your own [`TimeSource`] there.
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

/// The time that a player's clock shows: the engine decides how much of it to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClockLimit {
    /// Time left.
    pub left: Duration,
    /// Time added after every turn.
    pub increment: Duration,
    /// Turns until the next time control; `None` for sudden death.
    pub moves_to_go: Option<u32>,
}

/// Tells a pondering search that the expected turn was played, so that its own time begins.
///
/// A pondering search continues until it is [`hit`](PonderHandle::hit) or stopped, whatever its
/// limits say. Time limits count from the hit.
#[derive(Clone, Debug, Default)]
pub struct PonderHandle(Arc<OnceLock<Duration>>);

impl PonderHandle {
    /// Starts the clock of the search at this instant of the engine's [`TimeSource`]. Only the
    /// first call has an effect.
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

/// When a search ends: at the first limit that it reaches. Without limits it runs until it is
/// stopped.
///
/// ```
/// use cotulenh_engine::Limits;
/// let limits = Limits::depth(8).with_nodes(10_000);
/// assert_eq!(limits.depth, Some(8));
/// assert_eq!(limits.nodes, Some(10_000));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Limits {
    /// Maximum depth in actions.
    pub depth: Option<u32>,
    /// Maximum number of nodes. Several threads together may exceed it by some hundred nodes each.
    pub nodes: Option<u64>,
    /// Time for the search. It ends earlier only if every reported line is a mate that a deeper
    /// search is unlikely to improve.
    pub move_time: Option<Duration>,
    /// The player's clock, of which the engine uses as much as seems wise.
    pub clock: Option<ClockLimit>,
    /// When the search was requested, by the engine's [`TimeSource`]: times count from there.
    /// `None`: when [`Engine::search`](crate::Engine::search) is called.
    pub since: Option<Duration>,
    /// Ponder until this handle is hit.
    pub ponder: Option<PonderHandle>,
    /// Stop when a mate in at most so many own turns is found.
    pub mate: Option<u32>,
    /// Run until stopped, even when there is nothing left to find.
    pub infinite: bool,
    /// Only consider these first actions; empty: all. If none of them leads to a complete turn, the
    /// result has no turn.
    pub search_moves: Vec<Action>,
}

impl Limits {
    /// Limits the depth.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// Limits the number of nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Limits the time.
    pub fn move_time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::default() }
    }

    /// Limits the time by the player's clock.
    pub fn clock(left: Duration, increment: Duration) -> Limits {
        let clock = ClockLimit { left, increment, moves_to_go: None };
        Limits { clock: Some(clock), ..Limits::default() }
    }

    /// Searches until stopped.
    pub fn infinite() -> Limits {
        Limits { infinite: true, ..Limits::default() }
    }

    /// Adds a limit of nodes.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..self }
    }

    /// Adds a limit of time.
    ///
    /// ```
    /// use core::time::Duration;
    /// use cotulenh_engine::Limits;
    /// let limits = Limits::depth(8).with_move_time(Duration::from_secs(1));
    /// assert_eq!((limits.depth, limits.move_time), (Some(8), Some(Duration::from_secs(1))));
    /// ```
    #[must_use]
    pub fn with_move_time(self, time: Duration) -> Limits {
        Limits { move_time: Some(time), ..self }
    }

    /// Counts times from this instant of the engine's [`TimeSource`].
    #[must_use]
    pub fn with_since(self, since: Duration) -> Limits {
        Limits { since: Some(since), ..self }
    }

    /// Ponders until the handle is hit.
    #[must_use]
    pub fn with_ponder(self, ponder: PonderHandle) -> Limits {
        Limits { ponder: Some(ponder), ..self }
    }

    /// Stops when a mate in at most so many own turns is found.
    #[must_use]
    pub fn with_mate(self, turns: u32) -> Limits {
        Limits { mate: Some(turns), ..self }
    }

    /// Only considers these first actions.
    #[must_use]
    pub fn with_search_moves(self, actions: Vec<Action>) -> Limits {
        Limits { search_moves: actions, ..self }
    }
}

//! The queue in front of the engine.
//!
//! Every search runs on a thread of its own, never on one that answers requests. Turns of games and
//! analyses have separate slots, so that analyses never delay a game. Dropping the future of a
//! search stops it.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use cotulenh_engine::{Engine, EngineOptions, Info, Level, Limits, SearchPosition, SearchResult, StopHandle};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The longest time of a search.
pub const MAX_TIME: Duration = Duration::from_secs(300);
/// The most nodes of a search.
pub const MAX_NODES: u64 = 1_000_000_000;
/// How many searches may wait for a slot.
pub const MAX_WAITING: usize = 32;

/// Mebibytes of the transposition table of one search.
const HASH_MB: usize = 32;

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// A turn or a hint in a game.
    Game,
    /// Everything else.
    Analysis,
}

/// What to search.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// The position, with its history.
    pub root: SearchPosition,
    /// The limits; [`MAX_TIME`] and [`MAX_NODES`] apply too.
    pub limits: Limits,
    /// The strength.
    pub level: Level,
    /// The seed for the random errors of weaker levels.
    pub seed: u64,
    /// The cost of a draw for the side that searches, in centipawns; 0 for an analysis.
    pub contempt: i32,
    /// How many lines are reported.
    pub lines: usize,
}

/// Why there was no search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PoolError {
    /// Too many searches are waiting.
    #[error("{MAX_WAITING} searches are waiting already")]
    Full,
    /// The search ended with a panic.
    #[error("the search failed")]
    Failed,
}

impl PoolError {
    /// A stable name for programs, and the key of a text for people: `error.<CODE>`.
    pub fn code(self) -> &'static str {
        match self {
            PoolError::Full => "ENGINE_BUSY",
            PoolError::Failed => "INTERNAL",
        }
    }
}

/// Slots for searches, each with a queue.
#[derive(Debug)]
pub struct EnginePool {
    games: Slots,
    analyses: Slots,
}

#[derive(Debug)]
struct Slots {
    free: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
}

impl Slots {
    fn new(count: usize) -> Slots {
        Slots { free: Arc::new(Semaphore::new(count)), waiting: Arc::default() }
    }
}

/// A place in the queue; it is free again when this is dropped.
#[derive(Debug)]
pub struct Ticket {
    free: Arc<Semaphore>,
    waiting: Waiting,
    ahead: usize,
}

#[derive(Debug)]
struct Waiting(Arc<AtomicUsize>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Stops the search when its future is dropped.
struct StopOnDrop(StopHandle);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Default for EnginePool {
    /// Half of the processors for games, half for analyses, at least one each.
    fn default() -> EnginePool {
        let processors = std::thread::available_parallelism().map_or(2, NonZero::get);
        let half = (processors / 2).max(1);
        EnginePool::new(half, (processors - half).max(1))
    }
}

impl EnginePool {
    /// With this many slots for each purpose.
    pub fn new(games: usize, analyses: usize) -> EnginePool {
        EnginePool { games: Slots::new(games), analyses: Slots::new(analyses) }
    }

    /// Takes a place in the queue.
    pub fn queue(&self, purpose: Purpose) -> Result<Ticket, PoolError> {
        let slots = match purpose {
            Purpose::Game => &self.games,
            Purpose::Analysis => &self.analyses,
        };
        let before = slots.waiting.fetch_add(1, Ordering::Relaxed);
        let waiting = Waiting(slots.waiting.clone());
        if before >= MAX_WAITING {
            return Err(PoolError::Full);
        }
        let ahead = if slots.free.available_permits() > before { 0 } else { before + 1 };
        Ok(Ticket { free: slots.free.clone(), waiting, ahead })
    }

    /// Queues and searches.
    pub async fn search(
        &self,
        purpose: Purpose,
        request: SearchRequest,
        on_info: impl FnMut(&Info) + Send + 'static,
    ) -> Result<SearchResult, PoolError> {
        self.queue(purpose)?.search(request, on_info).await
    }
}

impl Ticket {
    /// How many searches have to end before this one begins, by estimate; 0 if it begins at once.
    pub fn ahead(&self) -> usize {
        self.ahead
    }

    /// Waits for a slot and searches. Dropping this future stops the search, which then frees its
    /// slot.
    pub async fn search(
        self,
        request: SearchRequest,
        on_info: impl FnMut(&Info) + Send + 'static,
    ) -> Result<SearchResult, PoolError> {
        let Ticket { free, waiting, .. } = self;
        let permit = free.acquire_owned().await.map_err(|_| PoolError::Failed)?;
        drop(waiting);
        // A new engine each time: a late stop can never hit the search of another request.
        let options = EngineOptions::default()
            .with_hash_mb(HASH_MB)
            .with_level(request.level)
            .with_seed(request.seed)
            .with_contempt(request.contempt)
            .with_multi_pv(request.lines);
        let mut engine = Engine::new(options);
        let _stop = StopOnDrop(engine.stop_handle());
        let searching = tokio::task::spawn_blocking(move || search(&mut engine, request, on_info, permit));
        searching.await.map_err(|_| PoolError::Failed)
    }
}

fn search(
    engine: &mut Engine,
    request: SearchRequest,
    mut on_info: impl FnMut(&Info),
    _slot: OwnedSemaphorePermit,
) -> SearchResult {
    let mut limits = request.limits;
    limits.nodes = Some(limits.nodes.map_or(MAX_NODES, |nodes| nodes.min(MAX_NODES)));
    limits.move_time = Some(limits.move_time.map_or(MAX_TIME, |time| time.min(MAX_TIME)));
    engine.search(&request.root, &limits, &mut on_info)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cotulenh::Position;

    fn request(limits: Limits) -> SearchRequest {
        SearchRequest {
            root: Position::start().into(),
            limits,
            level: Level::FULL,
            seed: 0,
            contempt: 0,
            lines: 1,
        }
    }

    async fn until(what: &str, condition: impl Fn() -> bool) {
        for _ in 0..500 {
            if condition() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("{what} never happened");
    }

    #[tokio::test]
    async fn a_dropped_search_stops_and_frees_its_slot() {
        let pool = Arc::new(EnginePool::new(1, 1));
        for _ in 0..20 {
            let ticket = pool.queue(Purpose::Analysis).unwrap();
            let searching = tokio::spawn(ticket.search(request(Limits::infinite()), |_| {}));
            until("the start", || pool.analyses.free.available_permits() == 0).await;
            searching.abort();
            until("the end", || pool.analyses.free.available_permits() == 1).await;
        }
        assert_eq!(pool.analyses.waiting.load(Ordering::Relaxed), 0);
    }

    #[tokio::test]
    async fn a_search_values_draws_as_it_is_asked_to() {
        let pool = EnginePool::new(1, 1);
        // After this turn the game is drawn by the clock.
        let root = Position::from_fen("6c4/11/11/11/11/11/11/11/2N8/11/11/3C7 r - - 99 80").unwrap();
        for contempt in [0, 40] {
            let request = SearchRequest { root: root.into(), contempt, ..request(Limits::depth(2)) };
            let found = pool.search(Purpose::Game, request, |_| {}).await.unwrap();
            assert_eq!(found.score.to_centipawns(), -contempt);
        }
    }

    #[tokio::test]
    async fn analyses_cannot_starve_games_and_the_queue_has_an_end() {
        let pool = EnginePool::new(1, 1);
        let mut analyses = Vec::new();
        for i in 0..=MAX_WAITING {
            let ticket = pool.queue(Purpose::Analysis).unwrap();
            assert_eq!(ticket.ahead(), i);
            analyses.push(tokio::spawn(ticket.search(request(Limits::infinite()), |_| {})));
            // Only the first finds a slot.
            until("the start", || pool.analyses.free.available_permits() == 0).await;
        }
        assert!(matches!(pool.queue(Purpose::Analysis), Err(PoolError::Full)));
        let turn = pool.search(Purpose::Game, request(Limits::depth(2)), |_| {}).await.unwrap();
        assert!(!turn.turn.is_empty());
        analyses.iter().for_each(|analysis| analysis.abort());
        until("the end", || pool.analyses.waiting.load(Ordering::Relaxed) == 0).await;
    }
}

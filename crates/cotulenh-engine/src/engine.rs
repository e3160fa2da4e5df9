//! The facade: an [`Engine`] searches a position within limits and returns a complete turn.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use core::time::Duration;
use std::sync::Arc;

use cotulenh::{Action, Game, Position};

use crate::eval::Evaluator;
use crate::eval::weights::Weights;
use crate::history_heuristics::History;
use crate::level::{HandicapRandom, Level, choose};
use crate::limits::Limits;
use crate::options::EngineOptions;
use crate::report::{Reporter, finish, wait_for_stop};
use crate::score::{INFINITY, Score};
use crate::search::{Abdada, Draws, MAX_PLY, Root, RootMove, Shared, SharedRoot, StageProgress, Worker};
use crate::time_manager::TimeManager;
use crate::transposition_table::{Bound, HashError, MAX_HASH_MB, TranspositionTable};

/// The salt of mate searches in the table keys: they prune differently from other searches.
const MATE_SEARCH_SALT: u64 = 0x9E6C_63D0_76CC_4793;

/// The largest depth of an iteration.
const MAX_ITERATION: u32 = MAX_PLY as u32 - 8;

/// A position with its history, for repetitions.
#[derive(Clone, Debug)]
pub struct SearchPosition {
    /// The position to search.
    pub position: Position,
    /// [`Position::repetition_key`] before each earlier turn, the oldest first, without this
    /// position.
    pub earlier: Vec<u64>,
}

impl From<Position> for SearchPosition {
    /// A position without history.
    fn from(position: Position) -> SearchPosition {
        SearchPosition { position, earlier: Vec::new() }
    }
}

impl From<&Game> for SearchPosition {
    fn from(game: &Game) -> SearchPosition {
        let earlier = game.turns().iter().map(|turn| turn.before().repetition_key()).collect();
        SearchPosition { position: *game.position(), earlier }
    }
}

/// A report during a search: one for each line of each iteration.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Info {
    /// Depth of the iteration, in actions.
    pub depth: u32,
    /// Length of the longest line searched, in actions.
    pub seldepth: u32,
    /// The number of the line, from 1.
    pub multi_pv: usize,
    /// The score for the side to move.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Nodes of all threads. A node is an action played.
    pub nodes: u64,
    /// Nodes per second.
    pub nps: u64,
    /// How full the transposition table is, in permill.
    pub hashfull: u32,
    /// Time since the search began.
    pub time: Duration,
    /// The principal variation.
    pub pv: Vec<Action>,
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct SearchResult {
    /// The best turn: all actions until the turn passes. Empty if there is no legal turn.
    pub turn: Vec<Action>,
    /// The score for the side to move.
    pub score: Score,
    /// The last finished iteration.
    pub depth: u32,
    /// Length of the longest line searched, in actions.
    pub seldepth: u32,
    /// Nodes of all threads. A node is an action played.
    pub nodes: u64,
    /// The principal variation. It begins with the turn.
    pub pv: Vec<Action>,
    /// How long the search took.
    pub time: Duration,
    /// How many threads searched. Fewer than in the options if the system could not start more, and
    /// one at weaker levels.
    pub threads: usize,
}

impl SearchResult {
    /// The first action of the turn.
    pub fn best(&self) -> Option<Action> {
        self.turn.first().copied()
    }
}

/// Stops a search from another thread.
///
/// A search clears the request when it *ends*, so that a request just before a search begins stops
/// it at once. [Reset](StopHandle::reset) the handle after stopping an engine that may not be
/// searching.
#[derive(Clone, Debug, Default)]
pub struct StopHandle(Arc<AtomicBool>);

impl StopHandle {
    /// Requests the search to end.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Withdraws the request.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Has a stop been requested?
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A search engine.
///
/// ```
/// use cotulenh::Position;
/// use cotulenh_engine::{Engine, EngineOptions, Limits, SearchPosition};
///
/// let mut engine = Engine::new(EngineOptions::default().with_hash_mb(4));
/// let start = SearchPosition::from(Position::start());
/// let mut depths = Vec::new();
/// let result = engine.search(&start, &Limits::depth(3), &mut |info| depths.push(info.depth));
/// assert_eq!(result.depth, 3);
/// assert!(depths.contains(&3));
/// let first = result.best().unwrap();
/// assert!(Position::start().actions().contains(&first));
/// ```
pub struct Engine {
    options: EngineOptions,
    evaluator: Evaluator,
    table: TranspositionTable,
    history: History,
    workers: Vec<Worker>,
    stop: StopHandle,
}

impl core::fmt::Debug for Engine {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Engine").field("options", &self.options).finish_non_exhaustive()
    }
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new(EngineOptions::default())
    }
}

impl Engine {
    /// An engine. All memory that a search needs is allocated here. If there is not enough for the
    /// transposition table, the table is smaller; [`options`](Engine::options) has its size.
    pub fn new(options: EngineOptions) -> Engine {
        let options = options.clamped();
        let (table, hash_mb) = TranspositionTable::at_most(options.hash_mb);
        Engine {
            evaluator: Evaluator::default(),
            table,
            history: History::new(),
            workers: (0..options.threads).map(Worker::new).collect(),
            stop: StopHandle::default(),
            options: EngineOptions { hash_mb, ..options },
        }
    }

    /// The current options.
    pub fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// Replaces the transposition table by an empty one of 1 to [`MAX_HASH_MB`] mebibytes. If there
    /// is not enough memory for it beside the old one, the old one stays.
    pub fn set_hash(&mut self, mebibytes: usize) -> Result<(), HashError> {
        let mebibytes = mebibytes.max(1);
        if mebibytes > MAX_HASH_MB {
            return Err(HashError { mebibytes });
        }
        self.table = TranspositionTable::new(mebibytes)?;
        self.options.hash_mb = mebibytes;
        Ok(())
    }

    /// Sets the number of threads.
    pub fn set_threads(&mut self, threads: usize) {
        self.options = self.options.clone().with_threads(threads).clamped();
        let threads = self.options.threads;
        self.workers.truncate(threads);
        while self.workers.len() < threads {
            self.workers.push(Worker::new(self.workers.len()));
        }
    }

    /// Sets the number of lines to report.
    pub fn set_multi_pv(&mut self, lines: usize) {
        self.options = self.options.clone().with_multi_pv(lines).clamped();
    }

    /// Sets the level. If it is another one, the results of earlier searches are cleared.
    pub fn set_level(&mut self, level: Level) {
        if level != self.options.level {
            self.options.level = level;
            self.new_game();
        }
    }

    /// Sets the seed of the mistakes of weaker levels, and clears the results of earlier searches.
    pub fn set_seed(&mut self, seed: u64) {
        self.options.seed = seed;
        self.new_game();
    }

    /// Sets the cost of a draw, between plus and minus [`MAX_CONTEMPT`](crate::MAX_CONTEMPT).
    pub fn set_contempt(&mut self, centipawns: i32) {
        self.options = self.options.clone().with_contempt(centipawns).clamped();
    }

    /// Sets the time that passes between the search and the player's clock.
    pub fn set_move_overhead(&mut self, overhead: Duration) {
        self.options.move_overhead = overhead;
    }

    /// Sets the weights of the evaluation, and clears the results of earlier searches.
    pub fn set_weights(&mut self, weights: &Weights) {
        self.evaluator = Evaluator::new(weights);
        self.new_game();
    }

    /// The evaluation.
    pub fn evaluator(&self) -> &Evaluator {
        &self.evaluator
    }

    /// Clears the results of all earlier searches.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.history.clear();
    }

    /// A handle with which another thread can stop a search.
    pub fn stop_handle(&self) -> StopHandle {
        self.stop.clone()
    }

    /// Searches until a limit is reached or the search is stopped. `on_info` is called for every
    /// iteration. The result has a complete legal turn whenever there is one, however early the
    /// search was stopped.
    pub fn search(
        &mut self,
        root: &SearchPosition,
        limits: &Limits,
        on_info: &mut dyn FnMut(&Info),
    ) -> SearchResult {
        let options = &self.options;
        let (position, level) = (&root.position, options.level);
        let time = TimeManager::new(limits, options.time_source, options.move_overhead);
        let handicap = level.handicap(options.seed, position);
        let mut first_root = Root::new(position, &limits.search_moves);
        if let Some(handicap) = &handicap {
            let sees = |root_move: &RootMove| !handicap.overlooks(position, root_move.action, 0);
            if first_root.moves.iter().any(sees) {
                first_root.moves.retain(sees);
            }
        }

        self.table.next_age();
        // A weaker level plays by its seed alone, so only one thread searches.
        let threads = if level == Level::FULL { self.workers.len() } else { 1 };
        let workers = &mut self.workers[..threads];
        let nodes: Vec<AtomicU64> = workers.iter().map(|_| AtomicU64::new(0)).collect();
        let done = AtomicBool::new(false);
        let abdada = (threads > 1).then(Abdada::new);
        let shared_root = (threads > 1).then(|| SharedRoot::new(&first_root));
        let (features, salt) = match limits.mate {
            Some(_) => (options.features.for_mates(), MATE_SEARCH_SALT),
            None => (options.features, 0),
        };
        let contempt = if limits.infinite { 0 } else { options.contempt };
        let shared = Shared {
            table: &self.table,
            history: &self.history,
            evaluator: &self.evaluator,
            features: &features,
            draws: Draws::new(position.turn(), contempt, features.fade),
            salt,
            handicap: handicap.as_ref(),
            stop: &self.stop.0,
            done: &done,
            nodes: &nodes,
            abdada: abdada.as_ref(),
            shared_root: shared_root.as_ref(),
            node_limit: limits.nodes,
            level_nodes: level.max_nodes(),
            time: &time,
        };
        for worker in &mut *workers {
            worker.prepare(position, &root.earlier, limits.nodes);
        }

        let mut reporter = Reporter::new(position, limits, &shared, options.multi_pv, on_info);
        let run = Run { shared: &shared, limits, options };
        let (best, searching) = run.search(workers, first_root, &mut reporter);
        let index = run.choose(position, &best);
        let result = finish(&mut self.workers[0], &shared, position, &best, index);
        if let Some(chosen) = best.moves.get(index) {
            let found_late = level == Level::FULL && chosen.score > -INFINITY;
            reporter.conclude(&result, chosen.bound, result.depth + u32::from(found_late));
        }
        self.stop.reset();
        SearchResult { threads: searching, ..result }
    }
}

/// One search with all its threads.
struct Run<'a> {
    shared: &'a Shared<'a>,
    limits: &'a Limits,
    options: &'a EngineOptions,
}

impl Run<'_> {
    /// The number of lines to search: those to report, or the candidates of a weaker level.
    fn lines(&self) -> usize {
        self.options.multi_pv.max(self.options.level.candidates())
    }

    fn max_depth(&self) -> i32 {
        let limit = self.limits.depth.map_or(MAX_ITERATION, |depth| depth.clamp(1, MAX_ITERATION)) as i32;
        self.options.level.max_depth().map_or(limit, |depth| depth.min(limit))
    }

    /// Searches with all workers. Returns the root to choose from and the number of threads.
    fn search(&self, workers: &mut [Worker], root: Root, reporter: &mut Reporter<'_>) -> (Root, usize) {
        if root.moves.is_empty() {
            wait_for_stop(self.limits, self.shared);
            return (root, 1);
        }
        let Some((main, helpers)) = workers.split_first_mut() else { return (root, 1) };
        if helpers.is_empty() {
            return (self.run_main(main, root, reporter), 1);
        }
        std::thread::scope(|scope| {
            let mut searching = 1;
            for helper in helpers {
                let mut root = root.clone();
                let help = move || {
                    helper.deepen(self.shared, &mut root, self.lines(), self.max_depth(), &mut |_, _| true);
                };
                // If the system refuses a thread, the search goes on with those that have started.
                if std::thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    break;
                }
                searching += 1;
            }
            (self.run_main(main, root, reporter), searching)
        })
    }

    /// Searches with the first worker, which reports and decides when the search is done.
    fn run_main(&self, main: &mut Worker, mut root: Root, reporter: &mut Reporter<'_>) -> Root {
        // A weaker level chooses among lines of a finished iteration.
        let mut finished = (self.options.level != Level::FULL).then(|| root.clone());
        main.deepen(self.shared, &mut root, self.lines(), self.max_depth(), &mut |root, progress| {
            if let (Some(finished), StageProgress::Iteration) = (&mut finished, &progress) {
                finished.clone_from(root);
            }
            reporter.on_progress(root, progress)
        });
        self.shared.nodes[0].store(main.nodes(), Ordering::Relaxed);
        self.shared.done.store(true, Ordering::Relaxed);
        wait_for_stop(self.limits, self.shared);
        finished.filter(|root| root.depth > 0).unwrap_or(root)
    }

    /// The index of the action to play: the best, or one of the candidates of a weaker level.
    fn choose(&self, position: &Position, root: &Root) -> usize {
        let EngineOptions { level, seed, .. } = *self.options;
        if level == Level::FULL {
            return 0;
        }
        let candidates = root.moves.iter().take(self.lines()).map(|root_move| root_move.score);
        let scores: Vec<i32> = candidates.take_while(|&score| score > -INFINITY).collect();
        let seed = seed ^ position.hash() ^ u64::from(position.move_number()) << 32;
        choose(&scores, level, &mut HandicapRandom::new(seed))
    }
}

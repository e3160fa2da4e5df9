//! The facade: options, searches, results.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use core::time::Duration;
use std::sync::Arc;

use cotulenh::{Action, Game, Position};

use crate::eval::Evaluator;
use crate::eval::weights::Weights;
use crate::history::History;
use crate::level::{Level, Random, choose};
use crate::limits::{Clock, Limits, system_clock};
use crate::report::{Reporter, finish, wait_for_stop};
use crate::score::{INFINITY, Score};
use crate::search::{Crowd, Draws, Features, MAX_PLY, Progress, Root, RootMove, Shared, Worker};
use crate::time::TimeManager;
use crate::tt::{Bound, HashError, MAX_HASH_MB, TranspositionTable};

/// What a draw costs unless said, in centipawns.
pub const DEFAULT_CONTEMPT: i32 = 100;

/// No draw costs or brings more.
pub const MAX_CONTEMPT: i32 = 1_000;

/// What the keys of a search for mates are mixed with in the table: bits all over.
const FOR_MATES: u64 = 0x9E6C_63D0_76CC_4793;

/// How an engine is set up.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// Size of the transposition table in mebibytes.
    pub hash_mb: usize,
    /// Threads that search together; the first is the caller's own.
    pub threads: usize,
    /// How many lines are reported, each with another first action.
    pub multi_pv: usize,
    /// How strong it plays.
    pub level: Level,
    /// What the errors of weaker levels depend on.
    pub seed: u64,
    /// What a draw costs the side that searches, in centipawns, at most [`MAX_CONTEMPT`]: it avoids draws by repetition, and fights on before the
    /// fifty-move rule ends the game. Negative: it is pleased with a draw. A search [without end](Limits::infinite) is an analysis and has no such
    /// preference; for other analyses set this to 0.
    pub contempt: i32,
    /// Time lost between the search and the game's clock.
    pub move_overhead: Duration,
    /// Where the time comes from.
    pub clock: Clock,
    /// Parts of the search that can be switched off.
    pub features: Features,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            hash_mb: 16,
            threads: 1,
            multi_pv: 1,
            level: Level::FULL,
            seed: 0,
            contempt: DEFAULT_CONTEMPT,
            move_overhead: Duration::from_millis(10),
            clock: system_clock,
            features: Features::default(),
        }
    }
}

/// A position with what came before it, for repetitions.
#[derive(Clone, Debug)]
pub struct SearchPosition {
    /// Where to search.
    pub position: Position,
    /// [`Position::repetition_key`] of the position before each earlier turn, the oldest first. Not of this one.
    pub earlier: Vec<u64>,
}

impl From<Position> for SearchPosition {
    /// Without history.
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

/// What a search has found so far: one for each line of each iteration.
#[derive(Clone, PartialEq, Debug)]
pub struct Info {
    /// Actions looked ahead.
    pub depth: u32,
    /// The longest line.
    pub seldepth: u32,
    /// Which line, from 1.
    pub multi_pv: usize,
    /// For the side to move.
    pub score: Score,
    /// Is the score exact or a bound?
    pub bound: Bound,
    /// Actions played by all threads.
    pub nodes: u64,
    /// Nodes a second.
    pub nps: u64,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// Since the search began.
    pub time: Duration,
    /// The line.
    pub pv: Vec<Action>,
}

/// What a search has found.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchResult {
    /// The best turn: all actions until the turn passes. Empty if there is no legal turn.
    pub turn: Vec<Action>,
    /// For the side to move.
    pub score: Score,
    /// The last iteration that was finished.
    pub depth: u32,
    /// The longest line.
    pub seldepth: u32,
    /// Actions played by all threads.
    pub nodes: u64,
    /// The best line; it begins with the turn.
    pub pv: Vec<Action>,
    /// How long it took.
    pub time: Duration,
    /// How many threads searched: fewer than the engine was told to use where the system gave no more, or the level asks for one.
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
/// A search clears the request when it *ends*: a stop that comes just before a search begins ends it at once. Whoever stops an engine that is not
/// searching should [`reset`](StopHandle::reset) it.
#[derive(Clone, Debug, Default)]
pub struct StopHandle(Arc<AtomicBool>);

impl StopHandle {
    /// Asks the search to end.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Takes the request back.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Has somebody asked?
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
/// let mut engine = Engine::new(EngineOptions { hash_mb: 4, ..EngineOptions::default() });
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
    /// An engine. Everything a search needs is allocated here. If there is no memory for the table it is smaller;
    /// [`options`](Engine::options) tell its size.
    pub fn new(options: EngineOptions) -> Engine {
        let threads = options.threads.clamp(1, 256);
        let (table, hash_mb) = TranspositionTable::at_most(options.hash_mb);
        Engine {
            evaluator: Evaluator::default(),
            table,
            history: History::new(),
            workers: (0..threads).map(Worker::new).collect(),
            stop: StopHandle::default(),
            options: EngineOptions {
                hash_mb,
                contempt: options.contempt.clamp(-MAX_CONTEMPT, MAX_CONTEMPT),
                ..options
            },
        }
    }

    /// The options as they are.
    pub fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// Another size of the table, from 1 to [`MAX_HASH_MB`] mebibytes; it is empty then. If there is no memory for it beside the old one, that
    /// one stays as it is.
    pub fn set_hash(&mut self, mebibytes: usize) -> Result<(), HashError> {
        let mebibytes = mebibytes.max(1);
        if mebibytes > MAX_HASH_MB {
            return Err(HashError { mebibytes });
        }
        self.table = TranspositionTable::new(mebibytes)?;
        self.options.hash_mb = mebibytes;
        Ok(())
    }

    /// Another number of threads.
    pub fn set_threads(&mut self, threads: usize) {
        let threads = threads.clamp(1, 256);
        self.workers.truncate(threads);
        while self.workers.len() < threads {
            self.workers.push(Worker::new(self.workers.len()));
        }
        self.options.threads = threads;
    }

    /// Another number of lines.
    pub fn set_multi_pv(&mut self, lines: usize) {
        self.options.multi_pv = lines.max(1);
    }

    /// Another level. What was learned at another level is forgotten.
    pub fn set_level(&mut self, level: Level) {
        if level != self.options.level {
            self.options.level = level;
            self.new_game();
        }
    }

    /// Another seed for the errors of weaker levels.
    pub fn set_seed(&mut self, seed: u64) {
        self.options.seed = seed;
        self.new_game();
    }

    /// Another value of draws, between plus and minus [`MAX_CONTEMPT`].
    pub fn set_contempt(&mut self, centipawns: i32) {
        self.options.contempt = centipawns.clamp(-MAX_CONTEMPT, MAX_CONTEMPT);
    }

    /// Another overhead.
    pub fn set_move_overhead(&mut self, overhead: Duration) {
        self.options.move_overhead = overhead;
    }

    /// Other switches.
    pub fn set_features(&mut self, features: Features) {
        self.options.features = features;
        self.new_game();
    }

    /// Other weights of the evaluation.
    pub fn set_weights(&mut self, weights: &Weights) {
        self.evaluator = Evaluator::new(weights);
        self.new_game();
    }

    /// The evaluation.
    pub fn evaluator(&self) -> &Evaluator {
        &self.evaluator
    }

    /// Forgets everything that earlier searches have found.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.history.clear();
    }

    /// A handle with which another thread stops a search.
    pub fn stop_handle(&self) -> StopHandle {
        self.stop.clone()
    }

    /// Searches until a limit is reached or somebody stops it. `on_info` hears of every iteration. There is a whole legal turn in the result
    /// whenever there is one, however early the search was stopped.
    pub fn search(
        &mut self,
        root: &SearchPosition,
        limits: &Limits,
        on_info: &mut dyn FnMut(&Info),
    ) -> SearchResult {
        let options = &self.options;
        let position = &root.position;
        let level = options.level;
        let time = TimeManager::new(limits, options.clock, options.move_overhead);
        let handicap = level.handicap(options.seed, position);
        let depth_limit =
            limits.depth.map_or(MAX_PLY as i32 - 8, |depth| depth.clamp(1, MAX_PLY as u32 - 8) as i32);
        let max_depth = level.max_depth().map_or(depth_limit, |depth| depth.min(depth_limit));

        let mut first_root = Root::new(position, &limits.search_moves);
        if let Some(handicap) = &handicap {
            let seen = |root_move: &RootMove| !handicap.overlooks(position, root_move.action, 0);
            if first_root.moves.iter().any(seen) {
                first_root.moves.retain(seen);
            }
        }
        let candidates = options.multi_pv.max(level.candidates());
        self.table.next_age();
        let done = AtomicBool::new(false);
        // The play of a weaker level follows from its seed alone, so no other thread interferes.
        let threads = if level == Level::FULL { self.workers.len() } else { 1 };
        let workers = &mut self.workers[..threads];
        let nodes: Vec<AtomicU64> = workers.iter().map(|_| AtomicU64::new(0)).collect();
        let crowd = (nodes.len() > 1).then(|| Crowd::new(&first_root));
        let (features, salt) = match limits.mate {
            Some(_) => (options.features.for_mates(), FOR_MATES),
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
            crowd: crowd.as_ref(),
            node_limit: limits.nodes,
            attention: level.max_nodes(),
            time: &time,
        };
        for worker in &mut *workers {
            worker.prepare(position, &root.earlier, limits.nodes);
        }

        let mut best = first_root;
        let mut searching = 1;
        // A weaker level chooses among lines that were all searched to the end.
        let mut finished = (level != Level::FULL).then(|| best.clone());
        let mut reporter = Reporter::new(position, limits, &shared, options.multi_pv, on_info);
        if best.moves.is_empty() {
            wait_for_stop(limits, &shared);
        } else {
            let Some((main, helpers)) = workers.split_first_mut() else { unreachable!() };
            let first = best.clone();
            let mut run_main = |main: &mut Worker, best: &mut Root| {
                main.deepen(&shared, best, candidates, max_depth, &mut |root, progress| {
                    if let (Some(finished), Progress::Iteration) = (&mut finished, &progress) {
                        finished.clone_from(root);
                    }
                    reporter.hear(root, progress)
                });
                shared.nodes[0].store(main.nodes(), Ordering::Relaxed);
                shared.done.store(true, Ordering::Relaxed);
                wait_for_stop(limits, &shared);
            };
            if helpers.is_empty() {
                run_main(main, &mut best);
            } else {
                std::thread::scope(|scope| {
                    for helper in helpers {
                        let (shared, mut root) = (&shared, first.clone());
                        let help = move || {
                            helper.deepen(shared, &mut root, candidates, max_depth, &mut |_, _| true);
                        };
                        // The system may refuse; the search goes on with the threads that there are.
                        if std::thread::Builder::new().spawn_scoped(scope, help).is_err() {
                            break;
                        }
                        searching += 1;
                    }
                    run_main(main, &mut best);
                });
            }
        }
        if let Some(finished) = finished.filter(|root| root.depth > 0) {
            best = finished;
        }
        let index = match level {
            Level::FULL => 0,
            _ => {
                let known = best.moves.iter().take(candidates).map(|m| m.score);
                let scores: Vec<i32> = known.take_while(|&score| score > -INFINITY).collect();
                let seed = options.seed ^ position.hash() ^ u64::from(position.move_number()) << 32;
                choose(&scores, level, &mut Random::new(seed))
            }
        };
        let result = finish(&mut self.workers[0], &shared, position, &best, index);
        if let Some(chosen) = best.moves.get(index) {
            let found_late = level == Level::FULL && chosen.score > -INFINITY;
            reporter.conclude(&result, chosen.bound, result.depth + u32::from(found_late));
        }
        self.stop.reset();
        SearchResult { threads: searching, ..result }
    }
}

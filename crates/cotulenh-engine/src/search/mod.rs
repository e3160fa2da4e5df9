//! The search: iterative deepening, principal variation search, quiescence search.
//!
//! A ply is an *action*: a move, a deploy step or a commit. A deploy step keeps the side to move,
//! so its score is not negated, and a commit is an action of its own. A session that cannot be
//! finished scores [`ILLEGAL`](crate::score::ILLEGAL); the node above skips the action that led
//! there, so that checkmate and stalemate are exact.

mod abdada;
mod draws;
mod features;
mod node;
mod pruning;
mod quiescence;
mod reduction;
mod root;
mod shared_root;
mod task;

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use cotulenh::{Action, Color, Move, Position};

pub(crate) use abdada::Abdada;
pub(crate) use draws::Draws;
pub use features::Features;
pub(crate) use root::{Root, RootMove, StageProgress, is_settled};
pub(crate) use shared_root::SharedRoot;

use crate::eval::Evaluator;
use crate::history_heuristics::{History, NO_PREVIOUS};
use crate::level::Handicap;
use crate::move_picker::Arena;
use crate::packed_action::{PackedAction, piece_to};
use crate::time_manager::TimeManager;
use crate::transposition_table::{NO_EVAL, TranspositionTable};

/// The longest line, in actions.
pub(crate) const MAX_PLY: usize = 128;

/// How many tried moves a node remembers for the history.
const MAX_TRIED: usize = 48;

/// Frames of a worker: a node prepares the two plies below its own.
const FRAMES: usize = MAX_PLY + 3;

/// A worker polls the limits every so many nodes, a power of two.
const POLL_INTERVAL: u64 = 512;

/// What all threads of one search share.
#[derive(Clone, Copy)]
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a TranspositionTable,
    pub(crate) history: &'a History,
    pub(crate) evaluator: &'a Evaluator,
    pub(crate) features: &'a Features,
    pub(crate) draws: Draws,
    /// Separates the table entries of searches that prune differently.
    pub(crate) salt: u64,
    pub(crate) handicap: Option<&'a Handicap>,
    /// Set from outside to stop the search.
    pub(crate) stop: &'a AtomicBool,
    /// Set by the first thread when it is done.
    pub(crate) done: &'a AtomicBool,
    /// Nodes by thread, updated at every poll.
    pub(crate) nodes: &'a [AtomicU64],
    /// The moves that threads are searching; `None` with one thread.
    pub(crate) abdada: Option<&'a Abdada>,
    /// The results that threads share at the root; `None` with one thread.
    pub(crate) shared_root: Option<&'a SharedRoot>,
    pub(crate) node_limit: Option<u64>,
    /// The node limit of a weak level; it does not apply to the first iteration.
    pub(crate) level_nodes: Option<u64>,
    pub(crate) time: &'a TimeManager,
}

impl Shared<'_> {
    pub(crate) fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Ordering::Relaxed)).sum()
    }

    /// The key of a position in the transposition table. [`Position::hash`] covers the rule
    /// options; the salts cover what else a score depends on.
    #[inline]
    pub(crate) fn table_key(&self, position: &Position) -> u64 {
        position.hash() ^ self.salt ^ self.draws.salt(position)
    }
}

/// One ply of the line that is being searched.
#[derive(Clone)]
struct Frame {
    position: Position,
    /// The side to move is in check. Always `false` inside a session.
    in_check: bool,
    /// Static evaluation for the side to move, before fading, or [`NO_EVAL`].
    eval: i32,
    /// Role and destination of the last step that led here.
    reached_by: usize,
    /// Killer moves: quiet moves that refuted sibling nodes.
    killers: [PackedAction; 2],
    /// Moves searched so far. If a later one is better, their history scores are lowered.
    tried: [Option<Move>; MAX_TRIED],
}

/// The state of one thread. It is allocated once; a search allocates nothing.
pub(crate) struct Worker {
    id: usize,
    frames: Vec<Frame>,
    arena: Arena,
    /// Repetition keys at turn boundaries: of the game, then of the line.
    keys: Vec<u64>,
    /// Index of the root's key.
    root_key: usize,
    /// Principal variations by ply.
    lines: Vec<[PackedAction; FRAMES]>,
    line_lengths: [usize; FRAMES],
    nodes: u64,
    node_budget: u64,
    /// The node count at which the current quiescence search is cut off.
    quiescence_end: u64,
    seldepth: usize,
    /// The number of the root stage that is being searched.
    stage: u64,
    aborted: bool,
    /// Aborted because another thread has finished this stage.
    overtaken: bool,
    /// Ignore the time limit and stop requests; set while a turn is being completed.
    ignore_limits: bool,
}

impl Worker {
    pub(crate) fn new(id: usize) -> Worker {
        let frame = Frame {
            position: Position::start(),
            in_check: false,
            eval: NO_EVAL,
            reached_by: NO_PREVIOUS,
            killers: [PackedAction::NONE; 2],
            tried: [None; MAX_TRIED],
        };
        Worker {
            id,
            frames: vec![frame; FRAMES],
            arena: Arena::new(),
            keys: Vec::with_capacity(2048),
            root_key: 0,
            lines: vec![[PackedAction::NONE; FRAMES]; FRAMES],
            line_lengths: [0; FRAMES],
            nodes: 0,
            node_budget: u64::MAX,
            quiescence_end: 0,
            seldepth: 0,
            stage: 0,
            aborted: false,
            overtaken: false,
            ignore_limits: false,
        }
    }

    /// Resets the worker to a root position. `earlier`: the repetition keys of the game before it.
    pub(crate) fn prepare(&mut self, position: &Position, earlier: &[u64], node_budget: Option<u64>) {
        for frame in &mut self.frames {
            frame.killers = [PackedAction::NONE; 2];
            frame.reached_by = NO_PREVIOUS;
            frame.eval = NO_EVAL;
        }
        self.keys.clear();
        self.keys.extend_from_slice(earlier);
        self.keys.reserve(2 * MAX_PLY);
        self.root_key = self.keys.len();
        // Inside a session, the position at the beginning of the turn counts.
        let mut turn_start = *position;
        let _ = turn_start.cancel_session();
        self.keys.push(turn_start.repetition_key());
        let root = &mut self.frames[0];
        root.position = *position;
        root.in_check = position.session().is_none() && position.is_check();
        self.nodes = 0;
        self.node_budget = node_budget.unwrap_or(u64::MAX);
        self.seldepth = 0;
        self.aborted = false;
        self.overtaken = false;
        self.ignore_limits = false;
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Plays an action of the node at `ply` and counts it as a node.
    #[inline]
    fn make(&mut self, shared: &Shared<'_>, ply: usize, action: Action) {
        let (parents, children) = self.frames.split_at_mut(ply + 1);
        let (parent, child) = (&parents[ply], &mut children[0]);
        child.position = parent.position;
        child.position.advance_action_unchecked(action);
        child.reached_by = action.step().map_or(parent.reached_by, piece_to);
        shared.table.prefetch(shared.table_key(&child.position));
        let at_boundary = child.position.session().is_none();
        child.in_check = at_boundary && child.position.is_check();
        if at_boundary {
            self.keys.push(child.position.repetition_key());
        }
        self.count_node(shared);
    }

    /// Takes the last action back. The parent's frame is unchanged, so only its key is removed.
    #[inline]
    fn unmake(&mut self, ply: usize) {
        if self.frames[ply + 1].position.session().is_none() {
            self.keys.pop();
        }
    }

    #[inline]
    fn count_node(&mut self, shared: &Shared<'_>) {
        self.nodes += 1;
        if self.nodes >= self.node_budget {
            self.aborted = true;
        }
        if self.nodes.is_multiple_of(POLL_INTERVAL) {
            self.poll(shared);
        }
    }

    /// Publishes the node count and checks the limits.
    #[inline(never)]
    fn poll(&mut self, shared: &Shared<'_>) {
        shared.nodes[self.id].store(self.nodes, Ordering::Relaxed);
        if self.ignore_limits {
            return;
        }
        let stopped = shared.stop.load(Ordering::Relaxed) || shared.done.load(Ordering::Relaxed);
        // Only the first thread checks time and nodes; it sets `done` for the others.
        let over = self.id == 0
            && (shared.time.is_over()
                || shared.node_limit.is_some_and(|limit| shared.total_nodes() >= limit));
        if stopped || over {
            self.aborted = true;
        } else if shared.shared_root.is_some_and(|root| root.stage() > self.stage) {
            self.aborted = true;
            self.overtaken = true;
        }
    }

    /// Has the position at the end of the line occurred before: once since the root, or twice in
    /// all (RULES 10.2)?
    fn is_repetition(&self, position: &Position) -> bool {
        let last = self.keys.len() - 1;
        let key = self.keys[last];
        let reversible = (position.halfmoves() as usize).min(last);
        let mut seen = 0;
        let mut back = 4;
        while back <= reversible {
            let index = last - back;
            if self.keys[index] == key {
                seen += 1;
                if index > self.root_key || seen == 2 {
                    return true;
                }
            }
            back += 2;
        }
        false
    }

    /// Static evaluation for the side to move, with the errors of a weak level.
    #[inline]
    fn evaluate(&self, shared: &Shared<'_>, ply: usize) -> i32 {
        let position = &self.frames[ply].position;
        let eval = shared.evaluator.evaluate(position);
        match shared.handicap {
            None => eval,
            Some(handicap) => handicap.blur(position, eval),
        }
    }

    /// Is the static evaluation better than at our last turn?
    fn is_improving(&self, ply: usize, us: Color, eval: i32) -> bool {
        // Our last turn began two plies ago, or more if there was a deploy in between.
        let earlier = (2..=6).filter_map(|back| ply.checked_sub(back)).map(|ply| &self.frames[ply]);
        for frame in earlier {
            if frame.position.turn() == us && frame.position.session().is_none() {
                return frame.eval != NO_EVAL && eval > frame.eval;
            }
        }
        false
    }

    /// Makes `first` followed by the line of the child the line of `ply`.
    #[inline]
    fn extend_line(&mut self, ply: usize, first: PackedAction) {
        let length = self.line_lengths[ply + 1];
        let (lines, below) = self.lines.split_at_mut(ply + 1);
        lines[ply][0] = first;
        lines[ply][1..=length].copy_from_slice(&below[0][..length]);
        self.line_lengths[ply] = length + 1;
    }
}

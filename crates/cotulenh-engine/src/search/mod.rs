//! The search: iterative deepening, principal variation search, quiescence.
//!
//! It works on *steps*: a deploy step keeps the side to move, so its score is not negated, and a commit is an action of its own. A session that cannot be finished
//! scores [`ILLEGAL`](crate::score::ILLEGAL); the node above skips the action that led there, so that mate and stalemate are exact.

mod crowd;
mod draws;
mod features;
mod node;
mod pruning;
mod quiesce;
mod root;

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use cotulenh::{Action, Color, Move, Position};

pub(crate) use crowd::Crowd;
pub(crate) use draws::Draws;
pub use features::Features;
pub(crate) use root::{Progress, Root, RootMove};

use crate::eval::Evaluator;
use crate::history::{History, NO_PREVIOUS};
use crate::level::Handicap;
use crate::packed::Packed;
use crate::picker::Arena;
use crate::time::TimeManager;
use crate::tt::{NO_EVAL, TranspositionTable};

/// No line is longer than this.
pub(crate) const MAX_PLY: usize = 128;

/// Tried moves that a node remembers.
const MAX_BLAMED: usize = 48;

/// A node prepares the two plies below its own.
const FRAMES: usize = MAX_PLY + 3;

/// What all threads of one search share.
#[derive(Clone, Copy)]
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a TranspositionTable,
    pub(crate) history: &'a History,
    pub(crate) evaluator: &'a Evaluator,
    pub(crate) features: &'a Features,
    pub(crate) draws: Draws,
    /// Searches that prune differently must not believe each other's scores.
    pub(crate) salt: u64,
    pub(crate) handicap: Option<&'a Handicap>,
    /// Somebody outside wants it to end.
    pub(crate) stop: &'a AtomicBool,
    /// The first thread has ended it.
    pub(crate) done: &'a AtomicBool,
    /// By thread, published now and then.
    pub(crate) nodes: &'a [AtomicU64],
    /// What the threads are searching; `None` if there is only one.
    pub(crate) crowd: Option<&'a Crowd>,
    pub(crate) node_limit: Option<u64>,
    /// How many nodes a weak level has patience for, once it has looked at every action.
    pub(crate) attention: Option<u64>,
    pub(crate) time: &'a TimeManager,
}

impl Shared<'_> {
    pub(crate) fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Ordering::Relaxed)).sum()
    }

    /// Under which key the table knows a position.
    #[inline]
    pub(crate) fn table_key(&self, position: &Position) -> u64 {
        position.hash() ^ self.salt ^ self.draws.salt(position)
    }
}

/// One ply of the line that is being searched.
#[derive(Clone)]
struct Frame {
    position: Position,
    /// The side to move is in check; never inside a session.
    in_check: bool,
    /// Static evaluation for the side to move, or [`NO_EVAL`].
    eval: i32,
    /// Role and destination of the last step that led here.
    reached_by: usize,
    /// Reached by passing the turn.
    after_null: bool,
    /// Passing was good enough here, and is being confirmed by a search without it.
    confirming: bool,
    killers: [Packed; 2],
    /// Moves tried so far, to be blamed if a later one is better; the node counts them.
    blamed: [Option<Move>; MAX_BLAMED],
}

/// The state of one thread. Everything the search needs is here from the start: it allocates nothing.
pub(crate) struct Worker {
    id: usize,
    frames: Vec<Frame>,
    arena: Arena,
    /// Repetition keys at turn boundaries: of the game, then of the line.
    keys: Vec<u64>,
    /// Index of the root's key.
    root_key: usize,
    /// Keys before this one are out of sight: the turn was passed since.
    barrier: usize,
    lines: Vec<[Packed; FRAMES]>,
    line_lengths: [usize; FRAMES],
    nodes: u64,
    node_budget: u64,
    /// The node at which the exchanges that are being looked at have to end.
    exchanges_end: u64,
    seldepth: usize,
    root_depth: i32,
    /// The number of the stage at which it works.
    stage: u64,
    aborted: bool,
    /// Another thread has finished this stage: it was aborted for that alone.
    overtaken: bool,
    /// Hears neither the clock nor anybody who says stop: a turn must be finished.
    deaf: bool,
}

impl Worker {
    pub(crate) fn new(id: usize) -> Worker {
        let frame = Frame {
            position: Position::start(),
            in_check: false,
            eval: NO_EVAL,
            reached_by: NO_PREVIOUS,
            after_null: false,
            confirming: false,
            killers: [Packed::NONE; 2],
            blamed: [None; MAX_BLAMED],
        };
        Worker {
            id,
            frames: vec![frame; FRAMES],
            arena: Arena::new(),
            keys: Vec::with_capacity(2048),
            root_key: 0,
            barrier: 0,
            lines: vec![[Packed::NONE; FRAMES]; FRAMES],
            line_lengths: [0; FRAMES],
            nodes: 0,
            node_budget: u64::MAX,
            exchanges_end: 0,
            seldepth: 0,
            root_depth: 0,
            stage: 0,
            aborted: false,
            overtaken: false,
            deaf: false,
        }
    }

    /// Begins a search from a position that was reached through positions with these keys.
    pub(crate) fn prepare(&mut self, position: &Position, earlier: &[u64], node_budget: Option<u64>) {
        for frame in &mut self.frames {
            frame.killers = [Packed::NONE; 2];
            frame.after_null = false;
            frame.confirming = false;
            frame.reached_by = NO_PREVIOUS;
            frame.eval = NO_EVAL;
        }
        self.keys.clear();
        self.keys.extend_from_slice(earlier);
        self.keys.reserve(2 * MAX_PLY);
        self.root_key = self.keys.len();
        // Inside a session, what counts is how the turn began.
        let mut turn_start = *position;
        let _ = turn_start.cancel_session();
        self.keys.push(turn_start.repetition_key());
        self.barrier = 0;
        let root = &mut self.frames[0];
        root.position = *position;
        root.in_check = position.session().is_none() && position.is_check();
        self.nodes = 0;
        self.node_budget = node_budget.unwrap_or(u64::MAX);
        self.seldepth = 0;
        self.aborted = false;
        self.overtaken = false;
        self.deaf = false;
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Plays an action of the node at `ply` and counts it.
    #[inline]
    fn make(&mut self, shared: &Shared<'_>, ply: usize, action: Action) {
        let (parents, children) = self.frames.split_at_mut(ply + 1);
        let (parent, child) = (&parents[ply], &mut children[0]);
        child.position = parent.position;
        child.after_null = false;
        match action {
            Action::Step(mv) => {
                child.position.advance_unchecked(mv);
                child.reached_by = crate::packed::piece_to(mv);
            }
            Action::Commit => {
                let committed = child.position.commit();
                debug_assert!(committed.is_ok());
                child.reached_by = parent.reached_by;
            }
        }
        shared.table.fetch(shared.table_key(&child.position));
        self.arrive(ply + 1);
        self.count(shared);
    }

    /// Passes the turn. Positions before are out of sight then; the old barrier is returned, to be put back.
    fn make_null(&mut self, shared: &Shared<'_>, ply: usize) -> Option<usize> {
        let passed = self.frames[ply].position.null_move()?;
        let child = &mut self.frames[ply + 1];
        child.position = passed;
        child.after_null = true;
        child.reached_by = NO_PREVIOUS;
        let barrier = core::mem::replace(&mut self.barrier, self.keys.len());
        self.arrive(ply + 1);
        self.count(shared);
        Some(barrier)
    }

    #[inline]
    fn arrive(&mut self, ply: usize) {
        let frame = &mut self.frames[ply];
        let at_boundary = frame.position.session().is_none();
        frame.in_check = at_boundary && frame.position.is_check();
        if at_boundary {
            self.keys.push(frame.position.repetition_key());
        }
    }

    /// Takes the last action back: only the list of keys needs to know.
    #[inline]
    fn unmake(&mut self, ply: usize) {
        if self.frames[ply + 1].position.session().is_none() {
            self.keys.pop();
        }
    }

    #[inline]
    fn count(&mut self, shared: &Shared<'_>) {
        self.nodes += 1;
        if self.nodes >= self.node_budget {
            self.aborted = true;
        }
        if self.nodes & 0x1ff == 0 {
            self.poll(shared);
        }
    }

    /// Publishes the nodes and looks whether it is time to stop.
    #[inline(never)]
    fn poll(&mut self, shared: &Shared<'_>) {
        shared.nodes[self.id].store(self.nodes, Ordering::Relaxed);
        if self.deaf {
            return;
        }
        let stopped = shared.stop.load(Ordering::Relaxed) || shared.done.load(Ordering::Relaxed);
        // Only the first thread looks at the clock; the others hear from it.
        let over = self.id == 0
            && (shared.time.is_over()
                || shared.node_limit.is_some_and(|limit| shared.total_nodes() >= limit));
        if stopped || over {
            self.aborted = true;
        } else if shared.crowd.is_some_and(|crowd| crowd.stage() > self.stage) {
            self.aborted = true;
            self.overtaken = true;
        }
    }

    /// Has the position at the end of the line been there before: once since the root, or twice in all (RULES 10.2)?
    fn is_repetition(&self, position: &Position) -> bool {
        let last = self.keys.len() - 1;
        let key = self.keys[last];
        let reversible = (position.halfmoves() as usize).min(last - self.barrier.min(last));
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

    /// Static evaluation for the side to move.
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
        // Our last turn lies two plies back, or more if somebody deployed in between.
        let earlier = (2..=6).filter_map(|back| ply.checked_sub(back)).map(|ply| &self.frames[ply]);
        for frame in earlier {
            if frame.position.turn() == us && frame.position.session().is_none() {
                return frame.eval != NO_EVAL && eval > frame.eval;
            }
        }
        false
    }

    /// The line from `ply` on begins with this action.
    #[inline]
    fn extend_line(&mut self, ply: usize, first: Packed) {
        let length = self.line_lengths[ply + 1];
        let (lines, below) = self.lines.split_at_mut(ply + 1);
        lines[ply][0] = first;
        lines[ply][1..=length].copy_from_slice(&below[0][..length]);
        self.line_lengths[ply] = length + 1;
    }
}

//! From the state of the search to what the caller gets: reports during the search, and the result.

use core::sync::atomic::Ordering;
use core::time::Duration;

use cotulenh::{Action, Position};

use crate::engine::{Info, SearchResult};
use crate::limits::Limits;
use crate::packed_action::PackedAction;
use crate::score::{INFINITY, MATE, Score, mated_in};
use crate::search::{Root, Shared, StageProgress, Worker, is_settled};
use crate::transposition_table::Bound;

/// Bounds are reported only after the search has run for this long.
const BOUND_DELAY: Duration = Duration::from_secs(2);

/// Reports iterations to the caller, and decides whether there is another one.
pub(crate) struct Reporter<'a> {
    position: &'a Position,
    limits: &'a Limits,
    shared: &'a Shared<'a>,
    lines: usize,
    last_best: Option<Action>,
    /// Iterations since the best action changed.
    stability: u32,
    last_score: i32,
    /// The first line of the last report.
    reported: Vec<Action>,
    on_info: &'a mut dyn FnMut(&Info),
}

impl<'a> Reporter<'a> {
    pub(crate) fn new(
        position: &'a Position,
        limits: &'a Limits,
        shared: &'a Shared<'a>,
        lines: usize,
        on_info: &'a mut dyn FnMut(&Info),
    ) -> Reporter<'a> {
        Reporter {
            position,
            limits,
            shared,
            lines,
            last_best: None,
            stability: 0,
            last_score: -INFINITY,
            reported: Vec::new(),
            on_info,
        }
    }

    /// Reports the chosen turn at the end of a search, unless it was reported before. That is the
    /// case when an interrupted iteration has found it, or a weaker level has not chosen the best.
    pub(crate) fn conclude(&mut self, result: &SearchResult, bound: Bound, depth: u32) {
        let known = !self.reported.is_empty()
            && (self.reported.starts_with(&result.turn) || result.turn.starts_with(&self.reported));
        if known || result.turn.is_empty() {
            return;
        }
        let SearchResult { seldepth, score, nodes, time, ref pv, .. } = *result;
        self.send(Info {
            depth,
            seldepth,
            multi_pv: 1,
            score,
            bound,
            nodes,
            nps: rate(nodes, time),
            hashfull: self.shared.table.hashfull(),
            time,
            pv: pv.clone(),
        });
    }

    /// Handles a finished iteration or a bound. Returns whether the search should go on.
    pub(crate) fn on_progress(&mut self, root: &Root, progress: StageProgress) -> bool {
        let time = self.shared.time.elapsed();
        if let StageProgress::Bound = progress {
            if time >= BOUND_DELAY {
                self.report(root, 0, root.depth + 1, time);
            }
            return true;
        }
        for line in 0..self.lines.min(root.moves.len()) {
            self.report(root, line, root.depth, time);
        }
        let best = &root.moves[0];
        if self.last_best == Some(best.action) {
            self.stability += 1;
        } else {
            self.stability = 0;
            self.last_best = Some(best.action);
        }
        let drop = if self.last_score > -INFINITY { self.last_score - best.score } else { 0 };
        self.last_score = best.score;
        !self.is_done(root, drop)
    }

    /// Should the search end after this iteration? `drop`: how much the score has fallen.
    fn is_done(&self, root: &Root, drop: i32) -> bool {
        let best = &root.moves[0];
        if self.limits.infinite || self.shared.time.is_pondering() {
            return false;
        }
        if let (Some(mate), Score::Mate(turns)) = (self.limits.mate, Score::from_internal(best.score))
            && turns > 0
            && turns as u32 <= mate
        {
            return true;
        }
        if root.moves.iter().take(self.lines).all(|line| is_settled(line.score, root.depth)) {
            return true;
        }
        let time = &self.shared.time;
        let only_move = root.moves.len() == 1 && root.depth >= 4;
        (time.may_stop_early && only_move) || time.is_enough(self.stability, drop)
    }

    fn report(&mut self, root: &Root, line: usize, depth: i32, time: Duration) {
        let root_move = &root.moves[line];
        // This iteration has not reached the line yet.
        if root_move.score == -INFINITY {
            return;
        }
        let nodes = self.shared.total_nodes();
        self.send(Info {
            depth: depth as u32,
            seldepth: root_move.seldepth as u32 + 1,
            multi_pv: line + 1,
            score: Score::from_internal(root_move.score),
            bound: root_move.bound,
            nodes,
            nps: rate(nodes, time),
            hashfull: self.shared.table.hashfull(),
            time,
            pv: unpack_line(self.position, &root_move.line),
        });
    }

    fn send(&mut self, info: Info) {
        (self.on_info)(&info);
        if info.multi_pv == 1 {
            self.reported = info.pv;
        }
    }
}

/// Nodes per second.
fn rate(nodes: u64, time: Duration) -> u64 {
    (u128::from(nodes) * 1_000_000 / time.as_micros().max(1)) as u64
}

/// The actions of a line.
fn unpack_line(position: &Position, line: &[PackedAction]) -> Vec<Action> {
    let mut position = *position;
    let mut actions = Vec::with_capacity(line.len());
    for packed in line {
        let Some(action) = packed.unpack(&position) else { break };
        debug_assert!(position.is_legal_action(action), "{action} in {position}");
        position = position.after_unchecked(action);
        actions.push(action);
    }
    actions
}

/// Waits for a stop request or a ponder hit after an infinite or pondering search has nothing left
/// to do.
pub(crate) fn wait_for_stop(limits: &Limits, shared: &Shared<'_>) {
    // There are no other threads that could stop the search.
    if cfg!(target_family = "wasm") {
        return;
    }
    while (limits.infinite || shared.time.is_pondering()) && !shared.stop.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The result of a search, with a complete turn. `index`: the chosen action.
pub(crate) fn finish(
    worker: &mut Worker,
    shared: &Shared<'_>,
    position: &Position,
    root: &Root,
    index: usize,
) -> SearchResult {
    let Some(chosen) = root.moves.get(index) else { return without_turn(shared, position) };
    let mut pv = unpack_line(position, &chosen.line);
    if pv.is_empty() {
        pv.push(chosen.action);
    }
    let turn = complete_turn(worker, shared, position, &mut pv);
    // A search that was stopped at once has no score; the static evaluation replaces it.
    let score = match chosen.score {
        score if score > -INFINITY => score,
        _ => shared.draws.fade(position, shared.evaluator.evaluate(position)),
    };
    debug_assert!(score.abs() <= MATE);
    SearchResult {
        turn,
        score: Score::from_internal(score),
        depth: root.depth as u32,
        seldepth: chosen.seldepth as u32 + 1,
        nodes: shared.total_nodes(),
        pv,
        time: shared.time.elapsed(),
        threads: 1,
    }
}

/// The result where there is no legal turn.
fn without_turn(shared: &Shared<'_>, position: &Position) -> SearchResult {
    let in_check = position.session().is_none() && position.is_check();
    SearchResult {
        turn: Vec::new(),
        score: if in_check { Score::from_internal(mated_in(0)) } else { Score::Centipawns(0) },
        depth: 0,
        seldepth: 0,
        nodes: 0,
        pv: Vec::new(),
        time: shared.time.elapsed(),
        threads: 1,
    }
}

/// The first turn of a line. If the line ends inside the turn, further actions are searched for and
/// added to it.
fn complete_turn(
    worker: &mut Worker,
    shared: &Shared<'_>,
    position: &Position,
    pv: &mut Vec<Action>,
) -> Vec<Action> {
    let mut turn = Vec::new();
    let mut at = *position;
    loop {
        let action = match pv.get(turn.len()) {
            Some(&action) => action,
            None => match next_of_turn(worker, shared, &at) {
                Some(action) => {
                    pv.push(action);
                    action
                }
                None => break,
            },
        };
        at = at.after_unchecked(action);
        turn.push(action);
        if at.session().is_none() {
            break;
        }
    }
    turn
}

/// An action that continues an open session: the table's, if the session can be finished after it,
/// or the best action of a small search.
fn next_of_turn(worker: &mut Worker, shared: &Shared<'_>, at: &Position) -> Option<Action> {
    let known = shared.table.probe(shared.table_key(at)).filter(|entry| entry.bound != Bound::Upper);
    if let Some(action) = known.and_then(|entry| entry.best.legal(at)) {
        let next = at.after_unchecked(action);
        if next.session().is_none() || next.can_complete_turn() {
            return Some(action);
        }
    }
    worker.completing_action(shared, at)
}

//! Inner nodes of the main search: principal variation search.
//!
//! A node first looks for a reason not to search at all (the end of the game, a table score,
//! pruning by the static evaluation). Then it searches its actions in the order of the move picker,
//! the first with the full window and the others with a null window that only has to show that they
//! are no better.

use core::ops::ControlFlow;

use cotulenh::{Action, Color, Move, Role};

use super::abdada::{self, DeferredMoves, Mark};
use super::pruning::{Estimate, prunes_quiets};
use super::reduction::LateMove;
use super::task::{NodeTask, Window};
use super::{Frame, MAX_PLY, MAX_TRIED, Shared, Worker};
use crate::move_picker::{MovePicker, Wanted, is_quiet};
use crate::packed_action::PackedAction;
use crate::score::{ILLEGAL, INFINITY, MATE, MATE_BOUND, from_table, is_mate, mated_in, to_table};
use crate::transposition_table::{Bound, MAX_DEPTH, NO_EVAL, TableEntry};

/// What is known about a node when the search of its actions begins.
pub(super) struct Node {
    pub(super) task: NodeTask,
    /// The key of the position in the transposition table.
    key: u64,
    us: Color,
    pub(super) in_check: bool,
    pub(super) in_session: bool,
    /// A node of the principal variation: the window is open.
    pub(super) pv: bool,
    /// The static evaluation before fading, as the table stores it; [`NO_EVAL`] in check and inside
    /// a session.
    static_eval: i32,
    pub(super) estimate: Estimate,
    /// The static evaluation is better than at our last turn.
    pub(super) improving: bool,
}

/// The state of the loop over the actions of a node.
struct MoveLoop {
    picker: MovePicker,
    /// Actions that other threads are searching (ABDADA); `None` where they do not matter.
    deferred: Option<DeferredMoves>,
    alpha: i32,
    best: i32,
    best_action: PackedAction,
    /// Legal actions searched.
    searched: i32,
    /// Moves in [`Frame::tried`].
    tried: usize,
}

/// An action that the loop is about to search.
#[derive(Clone, Copy)]
struct Candidate {
    action: Action,
    packed: PackedAction,
    quiet: bool,
    /// The place in the move order. A deferred action is reduced by its original place, so deferring
    /// does not change the tree.
    order: i32,
    /// It was deferred before.
    again: bool,
}

/// Reads the entry of a node from the transposition table, if the table is in use.
pub(super) fn probe(shared: &Shared<'_>, key: u64, in_session: bool) -> Option<TableEntry> {
    let entry = if shared.features.table { shared.table.probe(key) } else { None };
    // Only a session can be illegal; any other such entry belongs to another position.
    entry.filter(|entry| in_session || entry.score != ILLEGAL)
}

/// The score of an entry, if it makes a search with this depth and window unnecessary.
pub(super) fn table_cutoff(entry: TableEntry, turns: i32, depth: i32, window: Window) -> Option<i32> {
    let score = from_table(entry.score, turns);
    (entry.depth >= depth && entry.bound.decides(score, window.alpha, window.beta)).then_some(score)
}

/// Probes the transposition table: `Break` with a score that ends the node, or the entry. The
/// principal variation is searched in any case, so that it is complete.
#[inline]
pub(super) fn probe_or_cut<const PV: bool>(
    shared: &Shared<'_>,
    key: u64,
    in_session: bool,
    turns: i32,
    depth: i32,
    window: Window,
) -> ControlFlow<i32, Option<TableEntry>> {
    let entry = probe(shared, key, in_session);
    if let Some(entry) = entry {
        if entry.score == ILLEGAL {
            return ControlFlow::Break(ILLEGAL);
        }
        if !PV && let Some(score) = table_cutoff(entry, turns, depth, window) {
            return ControlFlow::Break(score);
        }
    }
    ControlFlow::Continue(entry)
}

/// Writes an entry whose score still counts mates from the root, if the table is in use.
pub(super) fn store(shared: &Shared<'_>, key: u64, turns: i32, entry: TableEntry) {
    if shared.features.table {
        shared.table.store(key, TableEntry { score: to_table(entry.score, turns), ..entry });
    }
}

/// Stores that a session cannot be finished. This is independent of depth, so it is stored with
/// `MAX_DEPTH`.
pub(super) fn store_illegal(shared: &Shared<'_>, key: u64, turns: i32) {
    let best = PackedAction::NONE;
    let entry = TableEntry { best, score: ILLEGAL, eval: NO_EVAL, depth: MAX_DEPTH, bound: Bound::Exact };
    store(shared, key, turns, entry);
}

impl Worker {
    /// Searches the node at `task.ply` and returns its score for the side to move; [`ILLEGAL`] for
    /// a session that cannot be finished.
    pub(super) fn node<const PV: bool>(&mut self, shared: &Shared<'_>, mut task: NodeTask) -> i32 {
        // Quiescence search at the leaves.
        if task.depth <= 0 {
            return self.quiesce::<PV>(shared, task.quiescence(task.window));
        }
        if let Some(score) = self.enter(shared, task.ply, task.turns) {
            return score;
        }
        let NodeTask { ply, turns, depth, .. } = task;
        let Frame { position, in_check, .. } = &self.frames[ply];
        let (us, in_check, in_session) = (position.turn(), *in_check, position.session().is_some());

        // Mate distance pruning: no score is better than a mate with this turn, or worse than being
        // mated now.
        let Window { alpha, beta } = &mut task.window;
        *alpha = (*alpha).max(mated_in(turns));
        *beta = (*beta).min(-mated_in(turns + 1));
        if *alpha >= *beta && !in_session {
            return *alpha;
        }

        // Transposition table.
        let key = shared.table_key(position);
        let entry = match probe_or_cut::<PV>(shared, key, in_session, turns, depth, task.window) {
            ControlFlow::Break(score) => return score,
            ControlFlow::Continue(entry) => entry,
        };

        // Static evaluation.
        let calm = !in_check && !in_session;
        let (static_eval, estimate) =
            if calm { self.estimate(shared, &task, entry) } else { (NO_EVAL, Estimate::UNKNOWN) };
        let improving = calm && self.is_improving(ply, us, static_eval);
        let node = Node { task, key, us, in_check, in_session, pv: PV, static_eval, estimate, improving };
        self.frames[ply].eval = static_eval;
        self.frames[ply + 2].killers = [PackedAction::NONE; 2];

        // Reverse futility pruning and razoring.
        if !PV
            && calm
            && !is_mate(task.window.beta)
            && let Some(score) = self.prune_node(shared, &node)
        {
            return score;
        }

        let table_move = entry.map_or(PackedAction::NONE, |entry| entry.best);
        self.search_actions::<PV>(shared, &node, table_move)
    }

    /// What the main search and the quiescence search do first at every node. Returns a score if
    /// there is nothing to search.
    #[inline]
    pub(super) fn enter(&mut self, shared: &Shared<'_>, ply: usize, turns: i32) -> Option<i32> {
        self.line_lengths[ply] = 0;
        if self.aborted {
            return Some(0);
        }
        self.seldepth = self.seldepth.max(ply);
        if self.frames[ply].position.session().is_none()
            && let Some(score) = self.end_of_game(shared, ply, turns)
        {
            return Some(score);
        }
        (ply >= MAX_PLY).then(|| self.score_at_max_ply(shared, ply))
    }

    /// The score of a game that is over: a Commander is captured, or it is a draw (RULES 10.2,
    /// 10.3).
    fn end_of_game(&self, shared: &Shared<'_>, ply: usize, turns: i32) -> Option<i32> {
        let frame = &self.frames[ply];
        let position = &frame.position;
        let us = position.turn();
        if position.is_commander_captured() {
            let lost = position.board().commander(us).is_none();
            return Some(if lost { mated_in(turns) } else { MATE - turns });
        }
        if position.is_draw_by_fifty_moves() {
            let mated = frame.in_check && !position.can_complete_turn();
            return Some(if mated { mated_in(turns) } else { shared.draws.score(us) });
        }
        (position.halfmoves() >= 4 && self.is_repetition(position)).then(|| shared.draws.score(us))
    }

    /// Static score at the maximum ply.
    fn score_at_max_ply(&self, shared: &Shared<'_>, ply: usize) -> i32 {
        let position = &self.frames[ply].position;
        if position.session().is_some() && !position.can_complete_turn() {
            return ILLEGAL;
        }
        shared.draws.fade(position, self.evaluate(shared, ply))
    }

    /// The static evaluation before fading, and the range in which the value of the node is
    /// expected.
    fn estimate(&self, shared: &Shared<'_>, task: &NodeTask, entry: Option<TableEntry>) -> (i32, Estimate) {
        let eval = self.static_eval(shared, task.ply, entry);
        let faded = shared.draws.fade(&self.frames[task.ply].position, eval);
        let mut estimate = Estimate::new(faded, eval);
        if let Some(entry) = entry {
            let score = from_table(entry.score, task.turns);
            if !is_mate(score) {
                estimate = estimate.with_bound(score, entry.bound);
            }
        }
        (eval, estimate)
    }

    /// The static evaluation before fading, from the table if it is there.
    #[inline]
    pub(super) fn static_eval(&self, shared: &Shared<'_>, ply: usize, entry: Option<TableEntry>) -> i32 {
        match entry {
            Some(entry) if entry.eval != NO_EVAL => entry.eval,
            _ => self.evaluate(shared, ply),
        }
    }

    /// Searches the actions of a node until one of them refutes it.
    fn search_actions<const PV: bool>(
        &mut self,
        shared: &Shared<'_>,
        node: &Node,
        table_move: PackedAction,
    ) -> i32 {
        let abdada = shared.abdada.filter(|_| node.task.depth >= abdada::MIN_DEPTH);
        let mut moves = self.begin_moves(shared, node, table_move, abdada.is_some());
        loop {
            if !PV && let Some(score) = Worker::finished_elsewhere(shared, node, &moves) {
                moves.picker.finish(&mut self.arena);
                return score;
            }
            let Some(candidate) = self.next_candidate(shared, node, &mut moves) else { break };
            if !candidate.again && self.is_pruned(shared, node, &mut moves, &candidate) {
                continue;
            }
            let mark = Mark::new(node.key, candidate.packed);
            if let (Some(abdada), Some(deferred)) = (abdada, &mut moves.deferred) {
                let defer = !candidate.again && moves.searched > 0 && abdada.is_searching(mark);
                if defer && deferred.push(candidate.action, candidate.order) {
                    continue;
                }
                abdada.enter(mark);
            }
            let score = self.search_candidate::<PV>(shared, node, &moves, &candidate);
            if let Some(abdada) = abdada {
                abdada.leave(mark);
            }
            if self.aborted {
                moves.picker.finish(&mut self.arena);
                return 0;
            }
            // A deploy step after which the session cannot be finished is not a legal action.
            if score == ILLEGAL {
                continue;
            }
            if self.record::<PV>(shared, node, &mut moves, &candidate, score) {
                break;
            }
        }
        moves.picker.finish(&mut self.arena);
        self.conclude(shared, node, &moves)
    }

    #[inline]
    fn begin_moves(
        &self,
        shared: &Shared<'_>,
        node: &Node,
        table_move: PackedAction,
        with_deferred: bool,
    ) -> MoveLoop {
        let Frame { killers: [first, second], reached_by, .. } = self.frames[node.task.ply];
        let refutations = match shared.features.refutations {
            true => [first, second, shared.history.counter(reached_by)],
            false => [PackedAction::NONE; 3],
        };
        let all_at_once = node.in_check || node.in_session;
        MoveLoop {
            picker: MovePicker::new(&self.arena, Wanted::All, all_at_once, table_move, refutations),
            deferred: with_deferred.then(DeferredMoves::new),
            alpha: node.task.window.alpha,
            best: -INFINITY,
            best_action: PackedAction::NONE,
            searched: 0,
            tried: 0,
        }
    }

    /// ABDADA: the score of the node if another thread has finished it in the meantime.
    #[inline]
    fn finished_elsewhere(shared: &Shared<'_>, node: &Node, moves: &MoveLoop) -> Option<i32> {
        if moves.searched == 0 || moves.deferred.is_none() {
            return None;
        }
        let NodeTask { turns, depth, window, .. } = node.task;
        let entry = probe(shared, node.key, node.in_session)?;
        table_cutoff(entry, turns, depth, Window { alpha: moves.alpha, ..window })
    }

    /// The next action: from the picker, then those that were deferred.
    #[inline]
    fn next_candidate(
        &mut self,
        shared: &Shared<'_>,
        node: &Node,
        moves: &mut MoveLoop,
    ) -> Option<Candidate> {
        let position = &self.frames[node.task.ply].position;
        let picked = moves.picker.next(position, &mut self.arena, shared.history);
        let (action, order, again) = match (picked, &mut moves.deferred) {
            (Some(action), deferred) => {
                (action, moves.searched + deferred.as_ref().map_or(0, DeferredMoves::count), false)
            }
            (None, Some(deferred)) => deferred.next().map(|(action, order)| (action, order, true))?,
            (None, None) => return None,
        };
        let packed = PackedAction::of(action);
        Some(Candidate { action, packed, quiet: is_quiet(action), order, again })
    }

    /// Should this action be skipped? Nothing is skipped before one action has proved that there is
    /// neither checkmate nor stalemate.
    #[inline]
    fn is_pruned(
        &self,
        shared: &Shared<'_>,
        node: &Node,
        moves: &mut MoveLoop,
        candidate: &Candidate,
    ) -> bool {
        if moves.best <= -MATE_BOUND {
            return false;
        }
        let ply = node.task.ply;
        if let Some(handicap) = shared.handicap
            && handicap.overlooks(&self.frames[ply].position, candidate.action, ply)
        {
            return true;
        }
        // Late move pruning and futility pruning. With a mate in hand the search looks for a
        // shorter one, and that may begin with a quiet move.
        let prunes = candidate.quiet
            && moves.alpha < MATE_BOUND
            && prunes_quiets(shared.features, node, moves.alpha, candidate.order);
        if prunes {
            moves.picker.skip_quiets = true;
        }
        prunes
    }

    /// Plays an action, searches the position after it and takes it back.
    fn search_candidate<const PV: bool>(
        &mut self,
        shared: &Shared<'_>,
        node: &Node,
        moves: &MoveLoop,
        candidate: &Candidate,
    ) -> i32 {
        let (task, alpha, action) = (&node.task, moves.alpha, candidate.action);
        let history = match action {
            Action::Step(mv) if candidate.quiet => shared.history.quiet_score(node.us, mv),
            _ => 0,
        };
        self.make(shared, task.ply, action);
        // A commit only ends the turn: the steps before it have used up depth already.
        let depth = task.depth - i32::from(action != Action::Commit);
        let first = moves.searched == 0;
        let scout = Window::null(alpha);

        // Late move reductions. The steps of a session are not reduced: there are few, and the
        // point of a deploy is often its last step.
        let is_late = candidate.order > i32::from(PV) && task.depth >= 3 && !node.in_session;
        let reduces = shared.features.late_move_reductions;
        let mut score = if reduces && is_late && (candidate.quiet || candidate.order > 5) {
            let reduction = LateMove {
                depth: task.depth,
                order: candidate.order,
                pv: PV,
                cut_node: task.cut_node,
                improving: node.improving,
                check: node.in_check || self.frames[task.ply + 1].in_check,
                quiet_history: candidate.quiet.then_some(history),
            };
            let reduced = (depth - reduction.plies()).clamp(1, depth.max(1));
            let score = self.child::<false>(shared, task, reduced, scout, true);
            match score > alpha && reduced < depth {
                true => self.child::<false>(shared, task, depth, scout, !task.cut_node),
                false => score,
            }
        } else if !PV || !first {
            self.child::<false>(shared, task, depth, scout, !task.cut_node)
        } else {
            alpha + 1
        };

        // Principal variation search: the full window for the first action and for those that beat
        // it.
        if PV && score != ILLEGAL && (first || score > alpha) {
            let window = Window { alpha, beta: task.window.beta };
            score = self.child::<true>(shared, task, depth, window, false);
        }
        self.unmake(task.ply);
        score
    }

    /// The score of the child that was just made, for the side to move at the parent. `cut_node`:
    /// the child is expected to fail high if the turn has passed.
    #[inline]
    fn child<const PV: bool>(
        &mut self,
        shared: &Shared<'_>,
        parent: &NodeTask,
        depth: i32,
        window: Window,
        cut_node: bool,
    ) -> i32 {
        let (ply, turns) = (parent.ply + 1, parent.turns);
        // A deploy step keeps the side to move, so its score is not negated.
        if self.frames[ply].position.session().is_some() {
            self.node::<PV>(shared, NodeTask { ply, turns, depth, window, cut_node: !cut_node })
        } else {
            let window = window.negated();
            -self.node::<PV>(shared, NodeTask { ply, turns: turns + 1, depth, window, cut_node })
        }
    }

    /// Takes note of the score of an action. Returns `true` for a beta cutoff.
    #[inline]
    fn record<const PV: bool>(
        &mut self,
        shared: &Shared<'_>,
        node: &Node,
        moves: &mut MoveLoop,
        candidate: &Candidate,
        score: i32,
    ) -> bool {
        let ply = node.task.ply;
        moves.searched += 1;
        if score > moves.best {
            moves.best = score;
            if score > moves.alpha {
                moves.best_action = candidate.packed;
                if PV {
                    self.extend_line(ply, candidate.packed);
                }
                if score >= node.task.window.beta {
                    if let Action::Step(mv) = candidate.action {
                        self.update_history(shared, node, mv, moves.tried);
                    }
                    return true;
                }
                moves.alpha = score;
            }
        }
        if let Action::Step(mv) = candidate.action
            && moves.tried < MAX_TRIED
        {
            self.frames[ply].tried[moves.tried] = Some(mv);
            moves.tried += 1;
        }
        false
    }

    /// The score of a node whose actions have been searched; writes it to the transposition table.
    fn conclude(&self, shared: &Shared<'_>, node: &Node, moves: &MoveLoop) -> i32 {
        let NodeTask { turns, depth, window, .. } = node.task;
        let score = moves.best;
        if score == -INFINITY {
            return match (node.in_session, node.in_check) {
                (true, _) => {
                    store_illegal(shared, node.key, turns);
                    ILLEGAL
                }
                (false, true) => mated_in(turns),
                (false, false) => shared.draws.score(node.us),
            };
        }
        let bound = if score >= window.beta {
            Bound::Lower
        } else if score > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = TableEntry { best: moves.best_action, score, eval: node.static_eval, depth, bound };
        store(shared, node.key, turns, entry);
        score
    }

    /// Updates history, killer moves and counter moves after a beta cutoff by `best`. The moves
    /// that were tried before it did not refute the node.
    fn update_history(&mut self, shared: &Shared<'_>, node: &Node, best: Move, tried: usize) {
        let (history, features, depth) = (shared.history, shared.features, node.task.depth);
        let frame = &mut self.frames[node.task.ply];
        let board = frame.position.board();
        let victim = |mv: Move| board.get(mv.to()).map_or(Role::COUNT, |unit| unit.top_role() as usize);
        let quiet = !best.kind().is_capture();

        if features.history {
            let bonus = (12 * depth * depth + 80 * depth).min(1800);
            match quiet {
                true => history.update_quiet(node.us, best, bonus),
                false => history.update_capture(best, victim(best), bonus),
            }
            for &mv in frame.tried[..tried].iter().flatten() {
                if mv.kind().is_capture() {
                    history.update_capture(mv, victim(mv), -bonus);
                } else if quiet {
                    history.update_quiet(node.us, mv, -bonus);
                }
            }
        }
        if quiet && features.refutations {
            let packed = PackedAction::of_move(best);
            history.set_counter(frame.reached_by, packed);
            if frame.killers[0] != packed {
                frame.killers = [packed, frame.killers[0]];
            }
        }
    }
}

//! The root of the search: iterative deepening with aspiration windows, several lines if wanted.

use core::sync::atomic::Ordering;

use cotulenh::{Action, Position};

use super::abdada::{self, DeferredMoves, Mark};
use super::task::{NodeTask, Window};
use super::{FRAMES, Shared, Worker};
use crate::packed_action::PackedAction;
use crate::score::{ILLEGAL, INFINITY, MATE, MATE_BOUND};
use crate::transposition_table::{Bound, NO_EVAL};

/// Aspiration windows: half the width of the first window around a score.
const FIRST_WIDTH: i32 = 24;

/// Aspiration windows: a window that would be wider than this is opened completely.
const MAX_WIDTH: i32 = 600;

/// The window without limits.
const FULL_WINDOW: Window = Window { alpha: -INFINITY, beta: INFINITY };

/// The node limit of the small search that completes a turn after the time is up: some
/// milliseconds.
const COMPLETION_NODES: u64 = 2_000;

/// A first action and what is known about it.
pub(crate) struct RootMove {
    pub(crate) action: Action,
    /// The score of the last finished iteration; `-INFINITY` if the action did not get an exact
    /// score.
    pub(crate) score: i32,
    /// The score of the iteration before.
    pub(crate) previous: i32,
    pub(crate) seldepth: usize,
    pub(crate) line: Vec<PackedAction>,
    pub(crate) bound: Bound,
}

impl RootMove {
    fn new(action: Action) -> RootMove {
        let line = Vec::with_capacity(FRAMES);
        let (score, previous) = (-INFINITY, -INFINITY);
        RootMove { action, score, previous, seldepth: 0, line, bound: Bound::Exact }
    }
}

impl Clone for RootMove {
    /// Keeps room for the longest line, so that a search with the copy does not allocate.
    fn clone(&self) -> RootMove {
        let mut line = Vec::with_capacity(FRAMES);
        line.extend_from_slice(&self.line);
        RootMove { line, ..*self }
    }

    fn clone_from(&mut self, other: &RootMove) {
        let mut line = core::mem::take(&mut self.line);
        line.clone_from(&other.line);
        *self = RootMove { line, ..*other };
    }
}

/// All first actions, the best first.
pub(crate) struct Root {
    pub(crate) moves: Vec<RootMove>,
    /// The last finished iteration.
    pub(crate) depth: i32,
    pub(crate) stage: RootStage,
}

/// What is searched next: one window of one line of the iteration after [`Root::depth`].
#[derive(Clone, Copy)]
pub(crate) struct RootStage {
    /// How many stages came before.
    pub(crate) number: u64,
    /// Which line, from 0.
    line: usize,
    window: Window,
    /// By how much the window was widened last.
    width: i32,
    /// Plies by which the iteration is reduced after a fail high.
    reduction: i32,
}

impl Clone for Root {
    fn clone(&self) -> Root {
        Root { moves: self.moves.clone(), ..*self }
    }

    /// Reuses the allocated lines.
    fn clone_from(&mut self, other: &Root) {
        self.moves.clone_from(&other.moves);
        self.depth = other.depth;
        self.stage = other.stage;
    }
}

impl Root {
    /// The actions from which a turn can be completed; only those in `only` unless that is empty.
    pub(crate) fn new(position: &Position, only: &[Action]) -> Root {
        let completes = |action: &Action| {
            let child = position.after_unchecked(*action);
            child.session().is_none() || child.can_complete_turn()
        };
        let mut actions: Vec<Action> = position.actions().into_iter().filter(completes).collect();
        actions.retain(|action| only.is_empty() || only.contains(action));
        let stage = RootStage { number: 0, line: 0, window: FULL_WINDOW, width: INFINITY, reduction: 0 };
        Root { moves: actions.into_iter().map(RootMove::new).collect(), depth: 0, stage }
    }

    /// Sets the first aspiration window of a line: around its last score, if that is reliable.
    fn begin_line(&mut self, line: usize, aspiration: bool) {
        let last = self.moves[line].previous;
        let window = match aspiration && self.depth >= 3 && last.abs() < MATE_BOUND {
            true => Window { alpha: last - FIRST_WIDTH, beta: last + FIRST_WIDTH },
            false => FULL_WINDOW,
        };
        self.stage = RootStage { line, window, width: FIRST_WIDTH, reduction: 0, ..self.stage };
    }

    /// Sets the next stage after a window has been searched: a wider window, the next line, or the
    /// next iteration.
    fn advance(&mut self, score: i32, lines: usize, aspiration: bool) {
        let RootStage { line, window: Window { alpha, beta }, .. } = self.stage;
        let stage = &mut self.stage;
        stage.number += 1;
        stage.width *= 2;
        let open = stage.width > MAX_WIDTH;
        if score <= alpha {
            // Fail low: widen downwards.
            self.moves[line].bound = Bound::Upper;
            let lower = if open { -INFINITY } else { (score - stage.width).max(-INFINITY) };
            stage.window = Window { alpha: lower, beta: (alpha + beta) / 2 };
            stage.reduction = 0;
        } else if score >= beta {
            // Fail high: widen upwards, and search less deeply.
            self.moves[line].bound = Bound::Lower;
            stage.window.beta = if open { INFINITY } else { (score + stage.width).min(INFINITY) };
            stage.reduction = (stage.reduction + 1).min(2);
        } else {
            self.moves[line].bound = Bound::Exact;
            self.sort_line();
            if line + 1 < lines {
                self.begin_line(line + 1, aspiration);
            } else {
                self.depth += 1;
                for root_move in &mut self.moves {
                    root_move.previous = root_move.score;
                }
                self.begin_line(0, aspiration);
            }
        }
    }

    /// Moves the line of this stage to its place among those before it; the sort is stable.
    fn sort_line(&mut self) {
        let mut at = self.stage.line;
        while at > 0 && self.moves[at].score > self.moves[at - 1].score {
            self.moves.swap(at, at - 1);
            at -= 1;
        }
    }

    fn index_of(&self, action: Action) -> Option<usize> {
        self.moves.iter().position(|root_move| root_move.action == action)
    }
}

/// What a stage has led to.
pub(crate) enum StageProgress {
    /// An iteration is finished.
    Iteration,
    /// The score of the first line is only a bound so far.
    Bound,
}

/// Can a search stop because it has found a mate that a deeper search is unlikely to improve? A
/// turn is one action, or a few in a deploy.
pub(crate) fn is_settled(score: i32, depth: i32) -> bool {
    score.abs() > MATE_BOUND && depth > 6 * (MATE - score.abs()) + 2
}

impl Worker {
    /// Iterative deepening to `max_depth`, or until the search is aborted or `report` returns
    /// `false`. `report` is called after every iteration. All threads work at the same stage: the
    /// first to finish it passes its result to the others.
    pub(crate) fn deepen(
        &mut self,
        shared: &Shared<'_>,
        root: &mut Root,
        lines: usize,
        max_depth: i32,
        report: &mut dyn FnMut(&Root, StageProgress) -> bool,
    ) {
        let lines = lines.clamp(1, root.moves.len().max(1));
        while root.depth < max_depth {
            let RootStage { number, line, .. } = root.stage;
            let finished = root.depth;
            self.stage = number;
            self.seldepth = 0;
            if finished > 0 {
                self.node_budget = self.node_budget.min(shared.level_nodes.unwrap_or(u64::MAX));
            }
            let score = self.search_root(shared, root);
            let stopped = self.aborted && !core::mem::take(&mut self.overtaken);
            match shared.shared_root {
                // Adopt the other thread's result even if this thread was aborted for another reason.
                Some(other) if self.aborted && other.stage() > number => other.adopt(root),
                _ if self.aborted => return root.sort_line(),
                other => {
                    root.advance(score, lines, shared.features.aspiration);
                    if let Some(other) = other {
                        other.publish(root);
                    }
                }
            }
            self.aborted = false;
            shared.nodes[self.id].store(self.nodes, Ordering::Relaxed);
            let go_on = if root.depth > finished {
                report(root, StageProgress::Iteration)
            } else if root.stage.line == line && line == 0 {
                report(root, StageProgress::Bound)
            } else {
                true
            };
            if !go_on || stopped {
                return;
            }
        }
    }

    /// Searches the window of a stage over the actions from its line on. The best of them moves to
    /// the place of the line.
    fn search_root(&mut self, shared: &Shared<'_>, root: &mut Root) -> i32 {
        let RootStage { line, window: Window { mut alpha, beta }, reduction, .. } = root.stage;
        let depth = (root.depth + 1 - reduction).max(1);
        let mut best = -INFINITY;
        self.frames[0].eval = NO_EVAL;
        self.frames[1].killers = [PackedAction::NONE; 2];
        let abdada = shared.abdada.filter(|_| depth >= abdada::MIN_DEPTH);
        let key = self.frames[0].position.hash();
        let mut deferred = DeferredMoves::new();
        let mut in_order = line..root.moves.len();
        loop {
            let (index, again) = match in_order.next() {
                Some(index) => (index, false),
                None => match deferred.next().and_then(|(action, _)| root.index_of(action)) {
                    Some(index) => (index, true),
                    None => break,
                },
            };
            let action = root.moves[index].action;
            let mark = Mark::new(key, PackedAction::of(action));
            if let Some(abdada) = abdada {
                let defer = index != line && !again && abdada.is_searching(mark);
                if defer && deferred.push(action, index as i32) {
                    continue;
                }
                abdada.enter(mark);
            }
            let order = (index - line) as i32;
            let score = self.search_root_action(shared, action, order, depth, Window { alpha, beta });
            if let Some(abdada) = abdada {
                abdada.leave(mark);
            }
            if self.aborted {
                return 0;
            }
            self.update_root_move(&mut root.moves[index], score, order == 0 || score > alpha);
            if score > best {
                best = score;
                if score > alpha {
                    root.moves[line..=index].rotate_right(1);
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        best
    }

    /// Plays a first action, searches the position after it and takes it back.
    fn search_root_action(
        &mut self,
        shared: &Shared<'_>,
        action: Action,
        order: i32,
        depth: i32,
        window: Window,
    ) -> i32 {
        let alpha = window.alpha;
        debug_assert!(self.frames[0].position.is_legal_action(action));
        self.make(shared, 0, action);
        let new_depth = depth - i32::from(action != Action::Commit);
        let mut score = -INFINITY;
        if order > 0 {
            // Late move reductions.
            let reduced = match shared.features.late_move_reductions && order > 8 && depth >= 4 {
                true => (new_depth - 1 - i32::from(order > 24)).max(1),
                false => new_depth,
            };
            score = self.root_child::<false>(shared, reduced, Window::null(alpha));
            if score > alpha && reduced < new_depth {
                score = self.root_child::<false>(shared, new_depth, Window::null(alpha));
            }
        }
        // Principal variation search.
        if order == 0 || score > alpha {
            score = self.root_child::<true>(shared, new_depth, window);
        }
        self.unmake(0);
        debug_assert!(
            self.aborted || score != ILLEGAL,
            "sessions that cannot be finished are not root moves"
        );
        score
    }

    fn root_child<const PV: bool>(&mut self, shared: &Shared<'_>, depth: i32, window: Window) -> i32 {
        if self.frames[1].position.session().is_some() {
            self.node::<PV>(shared, NodeTask { ply: 1, turns: 0, depth, window, cut_node: false })
        } else {
            let window = window.negated();
            -self.node::<PV>(shared, NodeTask { ply: 1, turns: 1, depth, window, cut_node: !PV })
        }
    }

    /// Takes note of the score and the line of a first action; `exact`: it was searched with the
    /// open window.
    fn update_root_move(&self, root_move: &mut RootMove, score: i32, exact: bool) {
        if !exact {
            root_move.score = -INFINITY;
            return;
        }
        root_move.score = score;
        root_move.seldepth = self.seldepth;
        root_move.line.clear();
        root_move.line.push(PackedAction::of(root_move.action));
        root_move.line.extend_from_slice(&self.lines[1][..self.line_lengths[1]]);
    }

    /// A good action for a turn that has begun and must be completed, whatever the limits say.
    pub(crate) fn completing_action(&mut self, shared: &Shared<'_>, position: &Position) -> Option<Action> {
        let mut root = Root::new(position, &[]);
        let nodes = self.nodes;
        self.prepare(position, &[], Some(nodes + COMPLETION_NODES));
        self.ignore_limits = true;
        self.nodes = nodes;
        let alone = Shared { abdada: None, shared_root: None, ..*shared };
        self.deepen(&alone, &mut root, 1, 1, &mut |_, _| true);
        self.ignore_limits = false;
        root.moves.first().map(|root_move| root_move.action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A root after three iterations that all scored `score`.
    fn root(score: i32) -> Root {
        let mut root = Root::new(&Position::start(), &[]);
        for _ in 0..3 {
            assert_eq!((root.stage.window.alpha, root.stage.window.beta), (-INFINITY, INFINITY));
            root.moves[0].score = score;
            root.advance(score, 1, true);
        }
        root
    }

    #[test]
    fn the_first_window_is_around_the_last_score() {
        let root = root(50);
        assert_eq!((root.depth, root.stage.number), (3, 3));
        assert_eq!((root.stage.window.alpha, root.stage.window.beta), (26, 74));
    }

    #[test]
    fn a_score_outside_the_window_widens_it() {
        let mut root = root(50);
        root.advance(90, 1, true);
        assert_eq!((root.moves[0].bound, root.depth, root.stage.reduction), (Bound::Lower, 3, 1));
        assert_eq!((root.stage.window.alpha, root.stage.window.beta), (26, 138));
        root.advance(20, 1, true);
        assert_eq!((root.moves[0].bound, root.depth, root.stage.reduction), (Bound::Upper, 3, 0));
        assert_eq!((root.stage.window.alpha, root.stage.window.beta), (20 - 96, 82));
        for _ in 0..3 {
            root.advance(root.stage.window.alpha, 1, true);
        }
        assert_eq!(root.stage.window.alpha, -INFINITY);
        root.advance(-950, 1, true);
        assert_eq!((root.moves[0].bound, root.depth, root.stage.number), (Bound::Exact, 4, 9));
    }

    #[test]
    fn an_iteration_ends_with_its_last_line_and_sorts_the_lines() {
        let mut root = Root::new(&Position::start(), &[]);
        let second = root.moves[1].action;
        for (line, score) in [10, 30, 20].into_iter().enumerate() {
            assert_eq!((root.depth, root.stage.line), (0, line));
            root.moves[line].score = score;
            root.advance(score, 3, true);
        }
        assert_eq!((root.depth, root.stage.line), (1, 0));
        assert_eq!(root.moves[0].action, second);
        let scores: Vec<i32> = root.moves[..3].iter().map(|root_move| root_move.previous).collect();
        assert_eq!(scores, [30, 20, 10]);
    }

    #[test]
    fn without_aspiration_every_window_is_full() {
        let mut root = root(50);
        root.advance(50, 1, false);
        assert_eq!((root.stage.window.alpha, root.stage.window.beta), (-INFINITY, INFINITY));
    }
}

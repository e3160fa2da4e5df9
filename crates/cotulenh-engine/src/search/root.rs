//! The root: iterative deepening over all first actions, several lines if wanted.

use core::sync::atomic::Ordering;

use cotulenh::{Action, Position};

use super::crowd::{self, Mark, PutOff};
use super::{Shared, Worker};
use crate::packed::{Packed, is_legal};
use crate::score::{ILLEGAL, INFINITY, MATE, MATE_BOUND};
use crate::tt::Bound;

/// How far the first window around a score reaches to each side.
const FIRST_WIDTH: i32 = 24;

/// How many nodes the choice of an action may take that must be found after the time is up: some milliseconds.
const FORCED_NODES: u64 = 2_000;

/// A first action and what is known of it.
pub(crate) struct RootMove {
    pub(crate) action: Action,
    /// Of the last iteration that finished it; `-INFINITY` if it was not worth an exact score.
    pub(crate) score: i32,
    /// Of the iteration before.
    pub(crate) previous: i32,
    pub(crate) seldepth: usize,
    pub(crate) line: Vec<Packed>,
    pub(crate) bound: Bound,
}

impl Clone for RootMove {
    /// With room for every line, so that a search that goes on with the copy allocates nothing.
    fn clone(&self) -> RootMove {
        let mut line = Vec::with_capacity(super::FRAMES);
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
    /// The last iteration that was finished.
    pub(crate) depth: i32,
    pub(crate) stage: Stage,
}

/// What is searched next: one window of one line of the iteration after [`Root::depth`].
#[derive(Clone, Copy)]
pub(crate) struct Stage {
    /// How many came before.
    pub(crate) number: u64,
    line: usize,
    alpha: i32,
    beta: i32,
    /// By how much the window was widened last.
    width: i32,
    /// A score above the window is looked at less deeply.
    reduced: i32,
}

impl Clone for Root {
    fn clone(&self) -> Root {
        Root { moves: self.moves.clone(), ..*self }
    }

    /// Makes use of what is allocated already.
    fn clone_from(&mut self, other: &Root) {
        self.moves.clone_from(&other.moves);
        self.depth = other.depth;
        self.stage = other.stage;
    }
}

impl Root {
    /// The actions from which a turn can be completed; unless `only` is empty, those that it names.
    pub(crate) fn new(position: &Position, only: &[Action]) -> Root {
        let completes = |action: &Action| {
            let child = position.after_unchecked(*action);
            child.session().is_none() || child.can_complete_turn()
        };
        let mut actions: Vec<Action> = position.actions().into_iter().filter(completes).collect();
        actions.retain(|action| only.is_empty() || only.contains(action));
        let new = |action| RootMove {
            action,
            score: -INFINITY,
            previous: -INFINITY,
            seldepth: 0,
            line: Vec::with_capacity(super::FRAMES),
            bound: Bound::Exact,
        };
        let stage =
            Stage { number: 0, line: 0, alpha: -INFINITY, beta: INFINITY, width: INFINITY, reduced: 0 };
        Root { moves: actions.into_iter().map(new).collect(), depth: 0, stage }
    }

    /// The first window of a line: around its last score, once that can be trusted.
    fn aim(&mut self, line: usize, narrow: bool) {
        let last = self.moves[line].previous;
        let stage = &mut self.stage;
        (stage.line, stage.width, stage.reduced) = (line, FIRST_WIDTH, 0);
        (stage.alpha, stage.beta) = match narrow && self.depth >= 3 && last.abs() < MATE_BOUND {
            true => (last - FIRST_WIDTH, last + FIRST_WIDTH),
            false => (-INFINITY, INFINITY),
        };
    }

    /// What a window has brought: another, wider one, the next line, or the next iteration.
    fn advance(&mut self, score: i32, lines: usize, narrow: bool) {
        let stage = &mut self.stage;
        stage.number += 1;
        stage.width *= 2;
        let whole = stage.width > 600;
        let bound = &mut self.moves[stage.line].bound;
        if score <= stage.alpha {
            *bound = Bound::Upper;
            stage.beta = (stage.alpha + stage.beta) / 2;
            stage.alpha = if whole { -INFINITY } else { (score - stage.width).max(-INFINITY) };
            stage.reduced = 0;
        } else if score >= stage.beta {
            *bound = Bound::Lower;
            stage.beta = if whole { INFINITY } else { (score + stage.width).min(INFINITY) };
            stage.reduced = (stage.reduced + 1).min(2);
        } else {
            *bound = Bound::Exact;
            let line = stage.line + 1;
            self.sort_line();
            if line < lines {
                self.aim(line, narrow);
            } else {
                self.depth += 1;
                for root_move in &mut self.moves {
                    root_move.previous = root_move.score;
                }
                self.aim(0, narrow);
            }
        }
    }

    /// Brings the line of this stage to its place among those before; equal ones stay as they are.
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

/// What happened in an iteration.
pub(crate) enum Progress {
    /// It is finished.
    Iteration,
    /// The score of the first line is a bound so far.
    Bound,
}

impl Worker {
    /// Deepens until somebody says stop, or `max_depth` is reached. After every iteration `report` hears of it, and says whether to go on. All
    /// threads work at the same stage: whoever finishes it first passes the result to the others.
    pub(crate) fn deepen(
        &mut self,
        shared: &Shared<'_>,
        root: &mut Root,
        lines: usize,
        max_depth: i32,
        report: &mut dyn FnMut(&Root, Progress) -> bool,
    ) {
        let lines = lines.clamp(1, root.moves.len().max(1));
        let narrow = shared.features.aspiration;
        while root.depth < max_depth {
            let Stage { number, line, .. } = root.stage;
            let finished = root.depth;
            self.stage = number;
            self.root_depth = root.depth + 1;
            self.seldepth = 0;
            if finished > 0 {
                self.node_budget = self.node_budget.min(shared.attention.unwrap_or(u64::MAX));
            }
            let score = self.search_root(shared, root);
            let stopped = self.aborted && !core::mem::take(&mut self.overtaken);
            match shared.crowd {
                // Also if it was stopped for another reason just before it would have heard of that.
                Some(crowd) if self.aborted && crowd.stage() > number => crowd.adopt(root),
                _ if self.aborted => return root.sort_line(),
                crowd => {
                    root.advance(score, lines, narrow);
                    if let Some(crowd) = crowd {
                        crowd.publish(root);
                    }
                }
            }
            self.aborted = false;
            shared.nodes[self.id].store(self.nodes, Ordering::Relaxed);
            let go_on = if root.depth > finished {
                report(root, Progress::Iteration)
            } else if root.stage.line == line && line == 0 {
                report(root, Progress::Bound)
            } else {
                true
            };
            if !go_on || stopped {
                return;
            }
        }
    }

    /// The window of a stage over the actions from its line on; the best of them comes to that place.
    fn search_root(&mut self, shared: &Shared<'_>, root: &mut Root) -> i32 {
        let Stage { line, mut alpha, beta, reduced, .. } = root.stage;
        let depth = (root.depth + 1 - reduced).max(1);
        let mut best = -INFINITY;
        self.frames[0].eval = crate::tt::NO_EVAL;
        self.frames[1].killers = [Packed::NONE; 2];
        let crowd = shared.crowd.filter(|_| depth >= crowd::MIN_DEPTH);
        let key = self.frames[0].position.hash();
        let mut put_off = PutOff::new();
        let mut in_turn = line..root.moves.len();
        loop {
            let (index, again) = match in_turn.next() {
                Some(index) => (index, false),
                None => match put_off.next().and_then(|(action, _)| root.index_of(action)) {
                    Some(index) => (index, true),
                    None => break,
                },
            };
            let action = root.moves[index].action;
            let first = index == line;
            let mark = Mark::new(key, Packed::of(action));
            if let Some(crowd) = crowd {
                if !first && !again && crowd.has(mark) && put_off.push(action, index as i32) {
                    continue;
                }
                crowd.enter(mark);
            }
            debug_assert!(is_legal(&self.frames[0].position, action));
            self.make(shared, 0, action);
            let new_depth = depth - i32::from(action != Action::Commit);
            let mut score = -INFINITY;
            let tried = (index - line) as i32;
            let reduced = match shared.features.late_move_reductions && tried > 8 && depth >= 4 {
                true => (new_depth - 1 - i32::from(tried > 24)).max(1),
                false => new_depth,
            };
            if !first {
                score = self.root_child::<false>(shared, reduced, alpha, alpha + 1);
                if score > alpha && reduced < new_depth {
                    score = self.root_child::<false>(shared, new_depth, alpha, alpha + 1);
                }
            }
            if first || score > alpha {
                score = self.root_child::<true>(shared, new_depth, alpha, beta);
            }
            self.unmake(0);
            if let Some(crowd) = crowd {
                crowd.leave(mark);
            }
            if self.aborted {
                return 0;
            }
            debug_assert!(score != ILLEGAL, "sessions that cannot be finished were left out");
            let root_move = &mut root.moves[index];
            if first || score > alpha {
                root_move.score = score;
                root_move.seldepth = self.seldepth;
                let length = self.line_lengths[1];
                root_move.line.clear();
                root_move.line.push(Packed::of(action));
                root_move.line.extend_from_slice(&self.lines[1][..length]);
            } else {
                root_move.score = -INFINITY;
            }
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

    fn root_child<const PV: bool>(&mut self, shared: &Shared<'_>, depth: i32, alpha: i32, beta: i32) -> i32 {
        if self.frames[1].position.session().is_some() {
            self.node::<PV>(shared, 1, 0, depth, alpha, beta, false)
        } else {
            -self.node::<PV>(shared, 1, 1, depth, -beta, -alpha, !PV)
        }
    }

    /// A good action of a position, whatever the limits say: to finish a turn that was begun.
    pub(crate) fn forced_action(&mut self, shared: &Shared<'_>, position: &Position) -> Option<Action> {
        let mut root = Root::new(position, &[]);
        let nodes = self.nodes;
        self.prepare(position, &[], Some(nodes + FORCED_NODES));
        self.deaf = true;
        self.nodes = nodes;
        self.deepen(&Shared { crowd: None, ..*shared }, &mut root, 1, 1, &mut |_, _| true);
        self.deaf = false;
        root.moves.first().map(|root_move| root_move.action)
    }

    /// May a search end because a mate was found that no deeper search is likely to better? A turn is one action, or a few of a deploy.
    pub(crate) fn is_settled(score: i32, depth: i32) -> bool {
        score.abs() > MATE_BOUND && depth > 6 * (MATE - score.abs()) + 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A root after three iterations with this score.
    fn root(score: i32) -> Root {
        let mut root = Root::new(&Position::start(), &[]);
        for _ in 0..3 {
            assert_eq!((root.stage.alpha, root.stage.beta), (-INFINITY, INFINITY));
            root.moves[0].score = score;
            root.advance(score, 1, true);
        }
        root
    }

    #[test]
    fn the_window_lies_around_the_last_score() {
        let root = root(50);
        assert_eq!((root.depth, root.stage.number), (3, 3));
        assert_eq!((root.stage.alpha, root.stage.beta), (26, 74));
    }

    #[test]
    fn a_score_outside_widens_the_window_until_it_lies_within() {
        let mut root = root(50);
        root.advance(90, 1, true);
        assert_eq!((root.moves[0].bound, root.depth, root.stage.reduced), (Bound::Lower, 3, 1));
        assert_eq!((root.stage.alpha, root.stage.beta), (26, 138));
        root.advance(20, 1, true);
        assert_eq!((root.moves[0].bound, root.depth, root.stage.reduced), (Bound::Upper, 3, 0));
        assert_eq!((root.stage.alpha, root.stage.beta), (20 - 96, 82));
        for _ in 0..3 {
            root.advance(root.stage.alpha, 1, true);
        }
        assert_eq!(root.stage.alpha, -INFINITY);
        root.advance(-950, 1, true);
        assert_eq!((root.moves[0].bound, root.depth, root.stage.number), (Bound::Exact, 4, 9));
    }

    #[test]
    fn an_iteration_ends_with_its_last_line_and_the_best_comes_first() {
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
    fn without_aspiration_every_window_is_open() {
        let mut root = root(50);
        root.advance(50, 1, false);
        assert_eq!((root.stage.alpha, root.stage.beta), (-INFINITY, INFINITY));
    }
}

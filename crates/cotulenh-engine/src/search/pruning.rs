//! What is not searched: nodes and moves that will hardly matter.

use cotulenh::{Action, Role};

use super::{Features, Shared, Worker};
use crate::picker::is_quiet;
use crate::score::is_mate;
use crate::see::see_at_least;
use crate::tt::{Bound, NO_EVAL};

/// Between what the value of a node is believed to lie before it is searched; both are [`NO_EVAL`] where nothing is known.
///
/// An evaluation that has faded with the clock is what a node is worth if nothing is captured; a capture brings the whole of it back. What is pruned must be
/// out of reach either way.
#[derive(Clone, Copy)]
pub(super) struct Estimate {
    pub(super) low: i32,
    pub(super) high: i32,
}

impl Estimate {
    pub(super) const UNKNOWN: Estimate = Estimate { low: NO_EVAL, high: NO_EVAL };

    pub(super) fn new(faded: i32, unfaded: i32) -> Estimate {
        Estimate { low: faded.min(unfaded), high: faded.max(unfaded) }
    }

    /// The same with what the table says.
    pub(super) fn with_bound(self, score: i32, bound: Bound) -> Estimate {
        let Estimate { low, high } = self;
        match bound {
            Bound::Exact => Estimate { low: score, high: score },
            Bound::Lower => Estimate { low: low.max(score), high: high.max(score) },
            Bound::Upper => Estimate { low: low.min(score), high: high.min(score) },
        }
    }
}

/// What is known of a node when its moves are about to be searched.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) ply: usize,
    pub(super) turns: i32,
    pub(super) depth: i32,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) estimate: Estimate,
    pub(super) improving: bool,
    /// It is expected to fail high.
    pub(super) cut: bool,
    pub(super) pv: bool,
}

impl Worker {
    /// Prunings of a whole node that is not in check and has a narrow window.
    pub(super) fn prune_node(&mut self, shared: &Shared<'_>, node: Node) -> Option<i32> {
        let Node { ply, turns, depth, alpha, beta, estimate, improving, cut, .. } = node;
        let Estimate { low, high } = estimate;
        let features = shared.features;
        // A search that is to confirm a pass has to look for itself.
        let confirming = self.frames[ply].confirming;
        if features.futility && !confirming {
            // So far above that the enemy will not come back.
            let margin = 85 * (depth - i32::from(improving)).max(0);
            if depth <= 8 && low - margin >= beta && !is_mate(low) {
                return Some((low + beta) / 2);
            }
            // So far below that only captures can help.
            if depth <= 3 && high + 180 + 200 * depth < alpha {
                let score = self.quiesce::<false>(shared, ply, turns, 0, alpha, alpha + 1);
                if score <= alpha || self.aborted {
                    return Some(score);
                }
            }
        }
        // Passing needs something that could move instead, or being forced to move would be overlooked.
        let position = &self.frames[ply].position;
        let board = position.board();
        let fixed = board.tops(Role::Commander) | board.tops(Role::Headquarter);
        let movers = (board.of(position.turn()) - fixed).len();
        if features.null_move
            && depth >= 3
            && low >= beta
            && self.frames[ply].eval >= beta
            && movers >= 3
            && !self.frames[ply].after_null
            && !confirming
            && cut
            && let Some(barrier) = self.make_null(shared, ply)
        {
            let reduction = 3 + depth / 4 + ((low - beta) / 250).min(2);
            let score =
                -self.node::<false>(shared, ply + 1, turns + 1, depth - reduction, -beta, -beta + 1, !cut);
            self.unmake(ply);
            self.barrier = barrier;
            if self.aborted {
                return Some(0);
            }
            if score >= beta {
                // Deep down, or with few that can move, a search without passing has to confirm it.
                if depth < 12 && movers >= 5 {
                    return Some(if is_mate(score) { beta } else { score });
                }
                let reduced = (depth - reduction).max(1);
                self.frames[ply].confirming = true;
                let verified = self.node::<false>(shared, ply, turns, reduced, beta - 1, beta, false);
                self.frames[ply].confirming = false;
                if verified >= beta || self.aborted {
                    return Some(verified);
                }
            }
        }
        None
    }

    /// Are the quiet moves that are left not worth a search, after so many others and so near the leaves? Never in check or inside a session: there are few
    /// then, and the point of a deploy is often its last step.
    pub(super) fn prunes_quiets(&self, features: &Features, node: Node, tried: i32) -> bool {
        let Node { ply, depth, alpha, estimate, improving, pv, .. } = node;
        let frame = &self.frames[ply];
        if frame.in_check || frame.position.session().is_some() {
            return false;
        }
        let most = (5 + depth * depth * 3 / 2) / (2 - i32::from(improving)) + 2;
        let too_late = features.late_move_pruning && depth <= 8 && tried >= most && !pv;
        let hopeless = features.futility
            && depth <= 6
            && tried > 0
            && estimate.high != NO_EVAL
            && estimate.high + 100 + 90 * depth <= alpha;
        too_late || hopeless
    }

    /// Is a checking action worth more depth? Near the leaves only if it loses nothing.
    pub(super) fn is_sound(&self, ply: usize, action: Action, depth: i32) -> bool {
        match action {
            Action::Step(mv) if is_quiet(action) && depth <= 4 => {
                see_at_least(&self.frames[ply].position, mv, 0)
            }
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_holds_with_and_without_fading() {
        let range = |estimate: Estimate| (estimate.low, estimate.high);
        let (ahead, behind) = (Estimate::new(100, 400), Estimate::new(-100, -400));
        assert_eq!((range(ahead), range(behind)), ((100, 400), (-400, -100)));
        for (score, bound, expected) in [
            (50, Bound::Lower, (100, 400)),
            (250, Bound::Lower, (250, 400)),
            (500, Bound::Lower, (500, 500)),
            (500, Bound::Upper, (100, 400)),
            (250, Bound::Upper, (100, 250)),
            (50, Bound::Upper, (50, 50)),
            (250, Bound::Exact, (250, 250)),
        ] {
            assert_eq!(range(ahead.with_bound(score, bound)), expected, "{score} {bound:?}");
        }
    }
}

//! Pruning by the static evaluation: nodes and moves that are unlikely to change the result are not
//! searched.

use super::node::Node;
use super::task::Window;
use super::{Features, Shared, Worker};
use crate::score::is_mate;
use crate::transposition_table::{Bound, NO_EVAL};

/// The largest depth for reverse futility pruning.
const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// The margin of reverse futility pruning, in centipawns for each ply of depth.
const REVERSE_FUTILITY_MARGIN: i32 = 85;

/// The largest depth for razoring.
const RAZORING_DEPTH: i32 = 3;
/// The largest depth for futility pruning of quiet moves.
const FUTILITY_DEPTH: i32 = 6;
/// The largest depth for late move pruning.
const LATE_MOVE_PRUNING_DEPTH: i32 = 8;

/// A range for the value of a node before it is searched. Both ends are [`NO_EVAL`] if nothing is
/// known.
///
/// A faded evaluation is the value of a node if nothing is captured; a capture resets the
/// fifty-move clock and restores the unfaded value. A node is only pruned if both values agree.
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

    /// Narrows the range by a score of the transposition table.
    pub(super) fn with_bound(self, score: i32, bound: Bound) -> Estimate {
        let Estimate { low, high } = self;
        match bound {
            Bound::Exact => Estimate { low: score, high: score },
            Bound::Lower => Estimate { low: low.max(score), high: high.max(score) },
            Bound::Upper => Estimate { low: low.min(score), high: high.min(score) },
        }
    }
}

impl Worker {
    /// Prunes a whole node. The caller makes sure that the window is a null window, that the side
    /// to move is not in check and that no session is open.
    pub(super) fn prune_node(&mut self, shared: &Shared<'_>, node: &Node) -> Option<i32> {
        if !shared.features.futility {
            return None;
        }
        let (depth, Window { alpha, beta }) = (node.task.depth, node.task.window);
        let Estimate { low, high } = node.estimate;

        // Reverse futility pruning: the value is so far above beta that no reply is likely to bring
        // it back.
        let margin = REVERSE_FUTILITY_MARGIN * (depth - i32::from(node.improving)).max(0);
        if depth <= REVERSE_FUTILITY_DEPTH && low - margin >= beta && !is_mate(low) {
            return Some((low + beta) / 2);
        }

        // Razoring: the value is so far below alpha that only captures can help.
        if depth <= RAZORING_DEPTH && high + 180 + 200 * depth < alpha {
            let score = self.quiesce::<false>(shared, node.task.quiescence(Window::null(alpha)));
            if score <= alpha || self.aborted {
                return Some(score);
            }
        }
        None
    }
}

/// Should the remaining quiet moves be skipped, after `searched` others? Never in check or in an
/// open session: there are few actions then, and the point of a deploy is often its last step.
pub(super) fn prunes_quiets(features: &Features, node: &Node, alpha: i32, searched: i32) -> bool {
    if node.in_check || node.in_session {
        return false;
    }
    let (depth, high) = (node.task.depth, node.estimate.high);

    // Late move pruning: near the leaves, moves that come late in the order rarely help.
    let limit = (5 + depth * depth * 3 / 2) / (2 - i32::from(node.improving)) + 2;
    let late =
        features.late_move_pruning && depth <= LATE_MOVE_PRUNING_DEPTH && searched >= limit && !node.pv;

    // Futility pruning: the value is so far below alpha that no quiet move is likely to help.
    let futile = features.futility
        && depth <= FUTILITY_DEPTH
        && searched > 0
        && high != NO_EVAL
        && high + 100 + 90 * depth <= alpha;
    late || futile
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

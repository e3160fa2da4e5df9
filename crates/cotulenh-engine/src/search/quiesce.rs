//! Quiescence: captures and the like until the position is quiet enough to be evaluated.

use cotulenh::Action;

use super::node::{known, settles};
use super::{MAX_PLY, Shared, Worker};
use crate::packed::Packed;
use crate::picker::{Picker, Wanted, is_quiet};
use crate::score::{ILLEGAL, INFINITY, MATE_BOUND, from_table, is_mate, mated_in};
use crate::tt::{Bound, MAX_DEPTH, MIN_DEPTH, NO_EVAL};
use crate::values::unit_value;

/// A capture that would leave us this far below the window is not tried.
const DELTA: i32 = 180;

/// Exchanges that are not over after so many actions are left alone; with many stacks on the board they hardly end by themselves.
const MAX_PLIES: u32 = 8;

/// And so are those that have taken so many nodes: where everything attacks everything, eight plies are too many.
const MAX_NODES: u64 = 2_000;

impl Worker {
    /// The score for the side to move once nothing is hanging. `qply` counts from where the search proper ended.
    ///
    /// Nobody can stand pat inside a session: it is committed like any other action, or taken further. In check every evasion is
    /// tried.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        shared: &Shared<'_>,
        ply: usize,
        turns: i32,
        qply: u32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        self.line_lengths[ply] = 0;
        if self.aborted {
            return 0;
        }
        self.seldepth = self.seldepth.max(ply);
        if qply == 0 {
            self.exchanges_end = self.nodes + MAX_NODES;
        }
        let long_enough = qply >= MAX_PLIES || self.nodes >= self.exchanges_end;
        let in_session = self.frames[ply].position.session().is_some();
        if !in_session && let Some(score) = self.ending(shared, ply, turns) {
            return score;
        }
        if ply >= MAX_PLY {
            return self.last_ply(shared, ply);
        }

        let features = shared.features;
        let with_checks = qply == 0 && features.quiescence_checks;
        let depth = if with_checks { 0 } else { MIN_DEPTH };
        let key = shared.table_key(&self.frames[ply].position);
        let entry = known(shared, key, in_session);
        let mut table_move = Packed::NONE;
        if let Some(entry) = entry {
            if entry.score == ILLEGAL {
                return ILLEGAL;
            }
            if !PV && let Some(score) = settles(entry, turns, depth, alpha, beta) {
                return score;
            }
            table_move = entry.best;
        }

        let in_check = self.frames[ply].in_check;
        let calm = !in_check && !in_session;
        let old_alpha = alpha;
        let mut best = -INFINITY;
        let (mut unfaded, mut eval) = (NO_EVAL, NO_EVAL);
        if calm {
            unfaded = match entry {
                Some(entry) if entry.eval != NO_EVAL => entry.eval,
                _ => self.evaluate(shared, ply),
            };
            eval = shared.draws.fade(&self.frames[ply].position, unfaded);
            best = eval;
            if let Some(entry) = entry {
                let score = from_table(entry.score, turns);
                if entry.bound.betters(score, eval) && !is_mate(score) {
                    best = score;
                }
            }
            if best >= beta || long_enough {
                if best >= beta && features.table && entry.is_none() {
                    self.remember(shared, key, turns, depth, best, unfaded, Bound::Lower, Packed::NONE);
                }
                return best;
            }
            alpha = alpha.max(best);
        }

        let wanted = if with_checks { Wanted::CapturesAndChecks } else { Wanted::Captures };
        let mut picker = Picker::new(&self.arena, wanted, !calm, table_move, [Packed::NONE; 3]);
        let mut best_action = Packed::NONE;
        // A capture brings back what has faded.
        let floor = eval.max(unfaded) + DELTA;
        loop {
            let position = &self.frames[ply].position;
            let Some(action) = picker.next(position, &mut self.arena, shared.history) else { break };
            if best > -MATE_BOUND {
                if let Some(handicap) = shared.handicap
                    && handicap.overlooks(position, action, ply)
                {
                    continue;
                }
                // One way out of check, one way to finish a session is enough.
                if !calm && (is_quiet(action) || long_enough) {
                    continue;
                }
                if calm && let Action::Step(mv) = action {
                    let gain = position.board().get(mv.to()).map_or(0, unit_value);
                    if mv.kind().is_capture() && floor + gain <= alpha {
                        best = best.max(floor + gain);
                        continue;
                    }
                }
            }
            self.make(shared, ply, action);
            let score = if self.frames[ply + 1].position.session().is_some() {
                self.quiesce::<PV>(shared, ply + 1, turns, qply + 1, alpha, beta)
            } else {
                -self.quiesce::<PV>(shared, ply + 1, turns + 1, qply + 1, -beta, -alpha)
            };
            self.unmake(ply);
            if self.aborted {
                picker.finish(&mut self.arena);
                return 0;
            }
            if score == ILLEGAL {
                continue;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_action = Packed::of(action);
                    if PV {
                        self.extend_line(ply, best_action);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        picker.finish(&mut self.arena);

        if best == -INFINITY {
            let score = if in_session { ILLEGAL } else { mated_in(turns) };
            if in_session && features.table {
                self.remember(shared, key, turns, MAX_DEPTH, score, NO_EVAL, Bound::Exact, Packed::NONE);
            }
            return score;
        }
        if features.table {
            let bound = if best >= beta {
                Bound::Lower
            } else if PV && best > old_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.remember(shared, key, turns, depth, best, unfaded, bound, best_action);
        }
        best
    }
}

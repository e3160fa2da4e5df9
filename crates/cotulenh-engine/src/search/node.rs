//! Inner nodes: principal variation search with its prunings.

use cotulenh::{Action, Move};

use super::crowd::{self, Mark, PutOff};
use super::draws::CLOCK_END;
use super::pruning::{Estimate, Node};
use super::{Frame, MAX_BLAMED, MAX_PLY, Shared, Worker};
use crate::packed::Packed;
use crate::picker::{Picker, Wanted, is_quiet};
use crate::score::{ILLEGAL, INFINITY, MATE, MATE_BOUND, from_table, is_mate, mated_in, to_table};
use crate::tt::{Bound, Entry, MAX_DEPTH, NO_EVAL};

/// What the table knows of a node, if it is asked at all.
pub(super) fn known(shared: &Shared<'_>, key: u64, in_session: bool) -> Option<Entry> {
    let entry = if shared.features.table { shared.table.probe(key) } else { None };
    // Only sessions can turn out to be illegal: anything else is a collision of keys.
    entry.filter(|entry| in_session || entry.score != ILLEGAL)
}

/// The score of an entry that makes a search of this depth and window superfluous.
pub(super) fn settles(entry: Entry, turns: i32, depth: i32, alpha: i32, beta: i32) -> Option<i32> {
    let score = from_table(entry.score, turns);
    (entry.depth >= depth && entry.bound.decides(score, alpha, beta)).then_some(score)
}

/// Logarithm to base 2 in 1024ths, the same on every machine.
const fn log2(x: i32) -> i32 {
    let x = if x < 1 { 1 } else { x };
    let whole = x.ilog2();
    (whole as i32) * 1024 + (((x - (1 << whole)) * 1024) >> whole)
}

/// By how much a late move is reduced, in 1024ths of a ply.
fn reduction(depth: i32, tried: i32) -> i32 {
    600 + ((log2(depth) as i64 * log2(tried) as i64 * 230) >> 20) as i32
}

impl Worker {
    /// The score of the child that was just made, for the side to move at `ply`; [`ILLEGAL`] if there is no such action after all. `cut`: if
    /// the turn has passed, the child is expected to fail high.
    #[inline]
    #[allow(clippy::too_many_arguments)]
    fn child<const PV: bool>(
        &mut self,
        shared: &Shared<'_>,
        ply: usize,
        turns: i32,
        depth: i32,
        alpha: i32,
        beta: i32,
        cut: bool,
    ) -> i32 {
        if self.frames[ply + 1].position.session().is_some() {
            self.node::<PV>(shared, ply + 1, turns, depth, alpha, beta, !cut)
        } else {
            -self.node::<PV>(shared, ply + 1, turns + 1, depth, -beta, -alpha, cut)
        }
    }

    /// How this line has ended by the rules, if it has: a Commander is gone, or it is a draw.
    pub(super) fn ending(&self, shared: &Shared<'_>, ply: usize, turns: i32) -> Option<i32> {
        let frame = &self.frames[ply];
        let position = &frame.position;
        let us = position.turn();
        if position.board().commander(us).is_none() {
            return Some(mated_in(turns));
        }
        if position.board().commander(!us).is_none() {
            return Some(MATE - turns);
        }
        if position.halfmoves() >= CLOCK_END {
            let mated = frame.in_check && !position.can_complete_turn();
            return Some(if mated { mated_in(turns) } else { shared.draws.score(us) });
        }
        (position.halfmoves() >= 4 && self.is_repetition(position)).then(|| shared.draws.score(us))
    }

    /// The end of the board of frames: no line is longer.
    pub(super) fn last_ply(&self, shared: &Shared<'_>, ply: usize) -> i32 {
        let position = &self.frames[ply].position;
        if position.session().is_some() && !position.can_complete_turn() {
            return ILLEGAL;
        }
        shared.draws.fade(position, self.evaluate(shared, ply))
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn node<const PV: bool>(
        &mut self,
        shared: &Shared<'_>,
        ply: usize,
        turns: i32,
        depth: i32,
        mut alpha: i32,
        mut beta: i32,
        cut: bool,
    ) -> i32 {
        if depth <= 0 {
            return self.quiesce::<PV>(shared, ply, turns, 0, alpha, beta);
        }
        self.line_lengths[ply] = 0;
        if self.aborted {
            return 0;
        }
        self.seldepth = self.seldepth.max(ply);
        let features = shared.features;
        let in_session = self.frames[ply].position.session().is_some();
        let us = self.frames[ply].position.turn();
        if !in_session && let Some(score) = self.ending(shared, ply, turns) {
            return score;
        }
        if ply >= MAX_PLY {
            return self.last_ply(shared, ply);
        }
        // No mate is nearer than in this turn; none is worse than being mated now.
        alpha = alpha.max(mated_in(turns));
        beta = beta.min(-mated_in(turns + 1));
        if alpha >= beta && !in_session {
            return alpha;
        }

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
        // The table keeps the evaluation as it was before it faded.
        let (mut unfaded, mut estimate) = (NO_EVAL, Estimate::UNKNOWN);
        let mut improving = false;
        if calm {
            unfaded = match entry {
                Some(entry) if entry.eval != NO_EVAL => entry.eval,
                _ => self.evaluate(shared, ply),
            };
            estimate = Estimate::new(shared.draws.fade(&self.frames[ply].position, unfaded), unfaded);
            improving = self.is_improving(ply, us, unfaded);
            if let Some(entry) = entry {
                let score = from_table(entry.score, turns);
                if !is_mate(score) {
                    estimate = estimate.with_bound(score, entry.bound);
                }
            }
        }
        self.frames[ply].eval = unfaded;
        self.frames[ply + 2].killers = [Packed::NONE; 2];

        if !PV && calm && !is_mate(beta) {
            let node = Node { ply, turns, depth, alpha, beta, estimate, improving, cut, pv: PV };
            if let Some(score) = self.prune_node(shared, node) {
                return score;
            }
            if self.aborted {
                return 0;
            }
        }
        let previous = self.frames[ply].reached_by;
        let refutations = if features.refutations {
            let [a, b] = self.frames[ply].killers;
            [a, b, shared.history.counter(previous)]
        } else {
            [Packed::NONE; 3]
        };
        let mut picker = Picker::new(&self.arena, Wanted::All, !calm, table_move, refutations);
        let old_alpha = alpha;
        let (mut best, mut best_action) = (-INFINITY, Packed::NONE);
        let mut tried = 0;
        let mut blamed = 0;
        let crowd = shared.crowd.filter(|_| depth >= crowd::MIN_DEPTH);
        let mut put_off = crowd.map(|_| PutOff::new());

        loop {
            // Another thread may have finished this very node in the meantime.
            if !PV
                && tried > 0
                && crowd.is_some()
                && let Some(entry) = known(shared, key, in_session)
                && let Some(score) = settles(entry, turns, depth, alpha, beta)
            {
                picker.finish(&mut self.arena);
                return score;
            }
            let position = &self.frames[ply].position;
            let picked = picker.next(position, &mut self.arena, shared.history);
            let (action, put_off_at) = match (picked, &mut put_off) {
                (Some(action), _) => (action, None),
                (None, Some(put_off)) => match put_off.next() {
                    Some((action, place)) => (action, Some(place)),
                    None => break,
                },
                (None, None) => break,
            };
            // Moves that were put off have their places all the same: otherwise two threads at one node would look at twice as many.
            let place = put_off_at.unwrap_or(tried + put_off.as_ref().map_or(0, PutOff::waiting));
            let packed = Packed::of(action);
            let quiet = is_quiet(action);
            if picked.is_some() && best > -MATE_BOUND {
                let node = Node { ply, turns, depth, alpha, beta, estimate, improving, cut, pv: PV };
                if let Some(handicap) = shared.handicap
                    && handicap.overlooks(position, action, ply)
                {
                    continue;
                }
                // With a mate in hand only a shorter one is looked for, and that may begin quietly.
                if quiet && alpha < MATE_BOUND && self.prunes_quiets(features, node, place) {
                    picker.skip_quiets = true;
                    continue;
                }
            }
            let mark = Mark::new(key, packed);
            if let (Some(crowd), Some(put_off)) = (crowd, &mut put_off) {
                if picked.is_some() && tried > 0 && crowd.has(mark) && put_off.push(action, place) {
                    continue;
                }
                crowd.enter(mark);
            }
            let history = match action {
                Action::Step(mv) if quiet => shared.history.quiet_score(us, mv),
                _ => 0,
            };
            self.make(shared, ply, action);
            tried += 1;
            let gives_check = self.frames[ply + 1].in_check;
            // A commit only passes the turn; the steps before it have been paid for.
            let mut new_depth = depth - i32::from(action != Action::Commit);
            if features.check_extensions
                && gives_check
                && ply < 2 * self.root_depth as usize
                && self.is_sound(ply, action, depth)
            {
                new_depth += 1;
            }

            let mut score;
            // The steps of a session are few, and the point of a deploy is often its last one.
            let late = place > i32::from(PV) && depth >= 3 && !in_session;
            if features.late_move_reductions && late && (quiet || place > 5) {
                let mut by = reduction(depth, place + 1);
                by += if cut { 1024 } else { 0 };
                by -= if PV { 1024 } else { 0 };
                by += if improving { 0 } else { 400 };
                by -= if gives_check || in_check { 1024 } else { 0 };
                by -= if quiet { history / 6 } else { 1024 };
                let reduced = (new_depth - by / 1024).clamp(1, new_depth.max(1));
                score = self.child::<false>(shared, ply, turns, reduced, alpha, alpha + 1, true);
                if score > alpha && reduced < new_depth && score != ILLEGAL {
                    score = self.child::<false>(shared, ply, turns, new_depth, alpha, alpha + 1, !cut);
                }
            } else if !PV || tried > 1 {
                score = self.child::<false>(shared, ply, turns, new_depth, alpha, alpha + 1, !cut);
            } else {
                score = alpha + 1;
            }
            if PV && score != ILLEGAL && (tried == 1 || score > alpha) {
                score = self.child::<true>(shared, ply, turns, new_depth, alpha, beta, false);
            }
            self.unmake(ply);
            if let Some(crowd) = crowd {
                crowd.leave(mark);
            }
            if self.aborted {
                picker.finish(&mut self.arena);
                return 0;
            }
            if score == ILLEGAL {
                tried -= 1;
                continue;
            }

            if score > best {
                best = score;
                if score > alpha {
                    best_action = packed;
                    if PV {
                        self.extend_line(ply, packed);
                    }
                    if score >= beta {
                        self.reward(shared, ply, action, depth, previous, blamed);
                        break;
                    }
                    alpha = score;
                }
            }
            if let Action::Step(mv) = action
                && blamed < MAX_BLAMED
            {
                self.frames[ply].blamed[blamed] = Some(mv);
                blamed += 1;
            }
        }
        picker.finish(&mut self.arena);

        if best == -INFINITY {
            let score = match (in_session, in_check) {
                (true, _) => ILLEGAL,
                (false, true) => mated_in(turns),
                (false, false) => shared.draws.score(us),
            };
            if in_session && features.table {
                self.remember(shared, key, turns, MAX_DEPTH, score, NO_EVAL, Bound::Exact, Packed::NONE);
            }
            return score;
        }
        if features.table {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > old_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.remember(shared, key, turns, depth, best, unfaded, bound, best_action);
        }
        best
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn remember(
        &self,
        shared: &Shared<'_>,
        key: u64,
        turns: i32,
        depth: i32,
        score: i32,
        eval: i32,
        bound: Bound,
        best: Packed,
    ) {
        let score = to_table(score, turns);
        shared.table.store(key, Entry { best, score, eval, depth, bound });
    }

    /// Remembers an action that refuted a node, and that those tried before it did not.
    fn reward(
        &mut self,
        shared: &Shared<'_>,
        ply: usize,
        action: Action,
        depth: i32,
        previous: usize,
        blamed: usize,
    ) {
        let Action::Step(best) = action else { return };
        let bonus = (12 * depth * depth + 80 * depth).min(1800);
        let quiet = !best.kind().is_capture();
        let Shared { history, features, .. } = shared;
        let Frame { position, killers, blamed: tried, .. } = &mut self.frames[ply];
        let (us, board) = (position.turn(), position.board());
        let victim = |mv: Move| board.get(mv.to()).map_or(11, |unit| unit.top_role() as usize);
        if quiet {
            let packed = Packed::of_move(best);
            if features.refutations {
                history.set_counter(previous, packed);
            }
            if features.history {
                history.update_quiet(us, best, bonus);
            }
        } else if features.history {
            history.update_capture(best, victim(best), bonus);
        }
        for mv in tried[..blamed].iter().flatten().filter(|_| features.history) {
            if mv.kind().is_capture() {
                history.update_capture(*mv, victim(*mv), -bonus);
            } else if quiet {
                history.update_quiet(us, *mv, -bonus);
            }
        }
        if quiet && features.refutations {
            let packed = Packed::of_move(best);
            if killers[0] != packed {
                *killers = [packed, killers[0]];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_and_reductions_grow() {
        assert_eq!(log2(1), 0);
        assert_eq!(log2(2), 1024);
        assert_eq!(log2(3), 1536);
        assert_eq!(log2(8), 3072);
        for depth in 1..40 {
            for tried in 1..200 {
                assert!(reduction(depth, tried) <= reduction(depth + 1, tried));
                assert!(reduction(depth, tried) <= reduction(depth, tried + 1));
            }
        }
    }
}

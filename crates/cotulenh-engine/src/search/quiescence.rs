//! Quiescence search: captures, evasions and first checks, until the position is quiet enough for
//! the static evaluation.

use core::ops::ControlFlow;

use cotulenh::{Action, Position};

use super::node::{probe_or_cut, store, store_illegal};
use super::task::{QuiescenceTask, Window};
use super::{Shared, Worker};
use crate::exchange_values::unit_value;
use crate::move_picker::{MovePicker, Wanted, is_quiet};
use crate::packed_action::PackedAction;
use crate::score::{ILLEGAL, INFINITY, MATE_BOUND, from_table, is_mate, mated_in};
use crate::transposition_table::{Bound, MIN_DEPTH, NO_EVAL, TableEntry};

/// The margin of delta pruning, in centipawns.
const DELTA: i32 = 180;

/// Exchanges that are not over after this many actions are cut off. With many stacks on the board
/// they rarely end by themselves.
const MAX_PLIES: u32 = 8;

/// A quiescence search that has taken this many nodes is cut off too: where every piece attacks
/// every other, eight plies are too many.
const MAX_NODES: u64 = 2_000;

/// What is known about a node when the search of its actions begins.
struct QuietNode {
    task: QuiescenceTask,
    key: u64,
    /// The depth under which the table keeps the result.
    depth: i32,
    in_session: bool,
    /// Neither in check nor inside a session: the side to move may stand pat.
    calm: bool,
    /// Cut off: no further exchanges.
    exhausted: bool,
    /// The static evaluation before fading; [`NO_EVAL`] unless calm.
    static_eval: i32,
    /// Delta pruning: a capture is worth at most this plus what it takes.
    delta_base: i32,
    /// Stand pat: the score without any action; `-INFINITY` unless calm.
    stand_pat: i32,
}

impl Worker {
    /// The score for the side to move once no exchange is left.
    ///
    /// There is no standing pat inside a session: it has to be committed or continued. In check,
    /// every evasion is searched until one is found.
    pub(super) fn quiesce<const PV: bool>(&mut self, shared: &Shared<'_>, task: QuiescenceTask) -> i32 {
        let QuiescenceTask { ply, turns, quiescence_ply, window } = task;
        if let Some(score) = self.enter(shared, ply, turns) {
            return score;
        }
        if quiescence_ply == 0 {
            self.quiescence_end = self.nodes + MAX_NODES;
        }
        let exhausted = quiescence_ply >= MAX_PLIES || self.nodes >= self.quiescence_end;
        let position = &self.frames[ply].position;
        let in_session = position.session().is_some();

        // Transposition table.
        let with_checks = quiescence_ply == 0 && shared.features.quiescence_checks;
        let depth = if with_checks { 0 } else { MIN_DEPTH };
        let key = shared.table_key(position);
        let entry = match probe_or_cut::<PV>(shared, key, in_session, turns, depth, window) {
            ControlFlow::Break(score) => return score,
            ControlFlow::Continue(entry) => entry,
        };

        // Stand pat.
        let calm = !self.frames[ply].in_check && !in_session;
        let (static_eval, faded) =
            if calm { self.evaluations(shared, ply, entry) } else { (NO_EVAL, NO_EVAL) };
        let stand_pat = if calm { stand_pat(faded, turns, entry) } else { -INFINITY };
        if calm && (stand_pat >= window.beta || exhausted) {
            if stand_pat >= window.beta && entry.is_none() {
                let best = PackedAction::NONE;
                let entry =
                    TableEntry { best, score: stand_pat, eval: static_eval, depth, bound: Bound::Lower };
                store(shared, key, turns, entry);
            }
            return stand_pat;
        }

        // A capture restores what has faded.
        let delta_base = faded.max(static_eval) + DELTA;
        let node =
            QuietNode { task, key, depth, in_session, calm, exhausted, static_eval, delta_base, stand_pat };
        let table_move = entry.map_or(PackedAction::NONE, |entry| entry.best);
        let wanted = if with_checks { Wanted::CapturesAndChecks } else { Wanted::Captures };
        let picker = MovePicker::new(&self.arena, wanted, !calm, table_move, [PackedAction::NONE; 3]);
        self.search_exchanges::<PV>(shared, &node, picker)
    }

    /// The static evaluation before and after fading.
    #[inline]
    fn evaluations(&self, shared: &Shared<'_>, ply: usize, entry: Option<TableEntry>) -> (i32, i32) {
        let eval = self.static_eval(shared, ply, entry);
        (eval, shared.draws.fade(&self.frames[ply].position, eval))
    }

    /// Searches what the picker hands out, and stores the result.
    fn search_exchanges<const PV: bool>(
        &mut self,
        shared: &Shared<'_>,
        node: &QuietNode,
        mut picker: MovePicker,
    ) -> i32 {
        let QuiescenceTask { ply, turns, window: Window { alpha: old_alpha, beta }, .. } = node.task;
        let mut alpha = old_alpha.max(node.stand_pat);
        let (mut best, mut best_action) = (node.stand_pat, PackedAction::NONE);
        loop {
            let position = &self.frames[ply].position;
            let Some(action) = picker.next(position, &mut self.arena, shared.history) else { break };
            if best > -MATE_BOUND && node.skips(shared, position, action, alpha, &mut best) {
                continue;
            }
            self.make(shared, ply, action);
            let score = self.quiescence_child::<PV>(shared, &node.task, Window { alpha, beta });
            self.unmake(ply);
            if self.aborted {
                picker.finish(&mut self.arena);
                return 0;
            }
            if score == ILLEGAL || score <= best {
                continue;
            }
            best = score;
            if score > alpha {
                best_action = PackedAction::of(action);
                if PV {
                    self.extend_line(ply, best_action);
                }
                if score >= beta {
                    break;
                }
                alpha = score;
            }
        }
        picker.finish(&mut self.arena);

        if best == -INFINITY {
            if node.in_session {
                store_illegal(shared, node.key, turns);
                return ILLEGAL;
            }
            return mated_in(turns);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if PV && best > old_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let (eval, depth) = (node.static_eval, node.depth);
        store(shared, node.key, turns, TableEntry { best: best_action, score: best, eval, depth, bound });
        best
    }

    /// The score of the child that was just made, for the side to move at the parent.
    #[inline]
    fn quiescence_child<const PV: bool>(
        &mut self,
        shared: &Shared<'_>,
        parent: &QuiescenceTask,
        window: Window,
    ) -> i32 {
        let (ply, turns, quiescence_ply) = (parent.ply + 1, parent.turns, parent.quiescence_ply + 1);
        if self.frames[ply].position.session().is_some() {
            self.quiesce::<PV>(shared, QuiescenceTask { ply, turns, quiescence_ply, window })
        } else {
            let (turns, window) = (turns + 1, window.negated());
            -self.quiesce::<PV>(shared, QuiescenceTask { ply, turns, quiescence_ply, window })
        }
    }
}

/// The static score of a node, or a better one from the table.
#[inline]
fn stand_pat(faded: i32, turns: i32, entry: Option<TableEntry>) -> i32 {
    if let Some(entry) = entry {
        let score = from_table(entry.score, turns);
        if entry.bound.betters(score, faded) && !is_mate(score) {
            return score;
        }
    }
    faded
}

impl QuietNode {
    /// Should this action be skipped? `best` is raised to what a pruned capture could reach.
    #[inline]
    fn skips(
        &self,
        shared: &Shared<'_>,
        position: &Position,
        action: Action,
        alpha: i32,
        best: &mut i32,
    ) -> bool {
        if let Some(handicap) = shared.handicap
            && handicap.overlooks(position, action, self.task.ply)
        {
            return true;
        }
        // One way out of check, or one way to finish a session, is enough.
        if !self.calm {
            return is_quiet(action) || self.exhausted;
        }
        // Delta pruning: even with what it takes, the capture stays below alpha.
        if let Action::Step(mv) = action
            && mv.kind().is_capture()
        {
            let reachable = self.delta_base + position.board().get(mv.to()).map_or(0, unit_value);
            if reachable <= alpha {
                *best = (*best).max(reachable);
                return true;
            }
        }
        false
    }
}

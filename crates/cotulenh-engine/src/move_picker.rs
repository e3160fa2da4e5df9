//! The move picker: hands out the actions of a node one by one, the most promising first, and
//! generates them as late as possible.
//!
//! The order: the table move, captures that do not lose material, killer moves and the counter
//! move, quiet moves by history, captures that lose material. In check and inside a session, where
//! there are few actions, all are generated at once and ordered in the same way.

use core::ops::ControlFlow;

use cotulenh::attacks::threat_reach;
use cotulenh::{Action, Bitboard, Color, Move, MoveKind, Position, Role, Square, Unit};

use crate::exchange_values::unit_value;
use crate::geometry::DistancesFrom;
use crate::history_heuristics::History;
use crate::packed_action::PackedAction;
use crate::see::see_at_least;

/// An action with its score in the move order.
#[derive(Clone, Copy)]
pub(crate) struct Scored {
    score: i32,
    action: Action,
}

/// The list in which the pickers of all plies keep their actions. A picker works at the end of the
/// list and removes its part when it is done. The list only grows in positions with many more
/// pieces than a game has.
pub(crate) struct Arena {
    list: Vec<Scored>,
}

impl Arena {
    /// Room for the longest line of an ordinary game.
    const CAPACITY: usize = 1 << 15;

    pub(crate) fn new() -> Arena {
        Arena { list: Vec::with_capacity(Arena::CAPACITY) }
    }

    fn push(&mut self, score: i32, action: Action) {
        self.list.push(Scored { score, action });
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    TableMove,
    GenerateCaptures,
    GoodCaptures,
    /// Killer moves and the counter move, by index.
    Refutation(usize),
    GenerateQuiets,
    Quiets,
    BadCaptures,
    GenerateChecks,
    GenerateAll,
    /// The rest of what was generated last.
    Rest,
    Done,
}

/// Which actions a picker hands out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// Every action.
    All,
    /// Captures that do not lose material.
    Captures,
    /// The same, and quiet moves that threaten the enemy Commander.
    CapturesAndChecks,
}

/// The picker of one node.
pub(crate) struct MovePicker {
    stage: Stage,
    wanted: Wanted,
    all_at_once: bool,
    table_move: PackedAction,
    refutations: [PackedAction; REFUTATIONS],
    /// The picker's part of the arena begins here: first the bad captures, then the actions of the
    /// current stage.
    base: usize,
    bad_end: usize,
    cursor: usize,
    /// Skip the quiet moves that are left.
    pub(crate) skip_quiets: bool,
}

/// Two killer moves and the counter move.
const REFUTATIONS: usize = 3;

/// Before the quiet moves: a commit ends most sessions.
const COMMIT_SCORE: i32 = 20_000;
const GOOD_CAPTURE: i32 = 1 << 20;
const BAD_CAPTURE: i32 = -(1 << 20);

/// Orders captures: the most valuable victim first, then the least valuable attacker.
#[inline]
fn capture_score(position: &Position, history: &History, mv: Move) -> i32 {
    let Some(victim) = position.board().get(mv.to()) else { return 0 };
    let cost = match mv.kind() {
        MoveKind::StayCapture => 0,
        MoveKind::SuicideCapture => unit_value(mv.unit()) * 4,
        _ => unit_value(mv.unit()) / 8,
    };
    unit_value(victim) * 8 - cost + history.capture_score(mv, victim.top_role() as usize) / 8
}

impl MovePicker {
    /// A picker for a node. `all_at_once`: in check, or a session is open.
    pub(crate) fn new(
        arena: &Arena,
        wanted: Wanted,
        all_at_once: bool,
        table_move: PackedAction,
        refutations: [PackedAction; REFUTATIONS],
    ) -> MovePicker {
        let base = arena.list.len();
        MovePicker {
            stage: Stage::TableMove,
            wanted: if all_at_once { Wanted::All } else { wanted },
            all_at_once,
            table_move,
            refutations,
            base,
            bad_end: base,
            cursor: base,
            skip_quiets: false,
        }
    }

    /// Removes the picker's part of the arena.
    #[inline]
    pub(crate) fn finish(&self, arena: &mut Arena) {
        arena.list.truncate(self.base);
    }

    /// The next action. It is legal by [`Position::is_legal`]; whether a session that it opens can
    /// be finished is left to the search.
    pub(crate) fn next(
        &mut self,
        position: &Position,
        arena: &mut Arena,
        history: &History,
    ) -> Option<Action> {
        loop {
            let (action, next_stage) = match self.stage {
                Stage::TableMove => {
                    self.stage = if self.all_at_once { Stage::GenerateAll } else { Stage::GenerateCaptures };
                    (self.take_table_move(position), self.stage)
                }
                Stage::GenerateCaptures => {
                    position.for_each_capture(|mv| {
                        arena.push(capture_score(position, history, mv), Action::Step(mv));
                    });
                    (None, Stage::GoodCaptures)
                }
                Stage::GoodCaptures => (self.next_good_capture(position, arena), self.after_captures()),
                Stage::Refutation(index) => {
                    self.stage = match index + 1 {
                        next if next < REFUTATIONS => Stage::Refutation(next),
                        _ => Stage::GenerateQuiets,
                    };
                    (self.take_refutation(index, position), self.stage)
                }
                Stage::GenerateQuiets => {
                    if !self.skip_quiets {
                        self.generate_quiets(position, arena, history);
                    }
                    (None, Stage::Quiets)
                }
                Stage::Quiets => (self.next_quiet(arena), Stage::BadCaptures),
                Stage::BadCaptures => (self.next_bad_capture(arena), Stage::Done),
                Stage::GenerateChecks => {
                    self.generate_checks(position, arena, history);
                    (None, Stage::Rest)
                }
                Stage::GenerateAll => {
                    self.generate_all(position, arena, history);
                    (None, Stage::Rest)
                }
                Stage::Rest => (self.take_best(arena), Stage::Done),
                Stage::Done => return None,
            };
            if action.is_some() {
                return action;
            }
            self.stage = next_stage;
        }
    }

    /// Takes the best action that is left in the current stage.
    #[inline]
    fn take_best(&mut self, arena: &mut Arena) -> Option<Action> {
        let rest = &mut arena.list[self.cursor..];
        let (mut index, mut best) = (0, rest.first()?.score);
        for (i, scored) in rest.iter().enumerate().skip(1) {
            if scored.score > best {
                (index, best) = (i, scored.score);
            }
        }
        rest.swap(0, index);
        self.cursor += 1;
        Some(rest[0].action)
    }

    /// The table move, if it is wanted and legal.
    fn take_table_move(&mut self, position: &Position) -> Option<Action> {
        let is_wanted = |action: &Action| self.wanted == Wanted::All || !is_quiet(*action);
        let action = self.table_move.unpack(position).filter(is_wanted);
        let action = action.filter(|&action| position.is_legal_action(action));
        if action.is_none() {
            // So that a later stage hands it out.
            self.table_move = PackedAction::NONE;
        }
        action
    }

    /// The next legal capture that does not lose material. Those that do are kept for later.
    #[inline]
    fn next_good_capture(&mut self, position: &Position, arena: &mut Arena) -> Option<Action> {
        while let Some(action) = self.take_best(arena) {
            let Action::Step(mv) = action else { continue };
            if PackedAction::of_move(mv) == self.table_move || !position.is_legal(mv) {
                continue;
            }
            if see_at_least(position, mv, 0) {
                return Some(action);
            }
            // The actions before the cursor have been handed out, so their places are free.
            arena.list[self.bad_end] = Scored { score: 0, action };
            self.bad_end += 1;
        }
        arena.list.truncate(self.bad_end);
        self.cursor = self.bad_end;
        None
    }

    fn after_captures(&self) -> Stage {
        match self.wanted {
            Wanted::All => Stage::Refutation(0),
            Wanted::Captures => Stage::Done,
            Wanted::CapturesAndChecks => Stage::GenerateChecks,
        }
    }

    /// A killer move or the counter move, if it is quiet, legal and was not handed out before.
    fn take_refutation(&mut self, index: usize, position: &Position) -> Option<Action> {
        if self.skip_quiets {
            return None;
        }
        let refutation = self.refutations[index];
        if refutation == self.table_move || self.refutations[..index].contains(&refutation) {
            return None;
        }
        let action = refutation.unpack(position);
        let action = action.filter(|&action| is_quiet(action) && position.is_legal_action(action));
        if action.is_none() {
            // So that the stage of quiet moves does not leave it out.
            self.refutations[index] = PackedAction::NONE;
        }
        action
    }

    #[inline]
    fn next_quiet(&mut self, arena: &mut Arena) -> Option<Action> {
        let action = if self.skip_quiets { None } else { self.take_best(arena) };
        if action.is_none() {
            self.cursor = self.base;
        }
        action
    }

    #[inline]
    fn next_bad_capture(&mut self, arena: &Arena) -> Option<Action> {
        let action = arena.list[..self.bad_end].get(self.cursor).map(|scored| scored.action);
        self.cursor += 1;
        action
    }

    /// Was this move handed out by an earlier stage?
    fn is_refutation(&self, mv: Move) -> bool {
        let packed = PackedAction::of_move(mv);
        packed == self.table_move || self.refutations.contains(&packed)
    }

    fn generate_quiets(&self, position: &Position, arena: &mut Arena, history: &History) {
        let us = position.turn();
        let _ = position.for_each_legal_batch(|batch| {
            for (kind, targets) in
                [(MoveKind::Move, batch.targets.moves), (MoveKind::Combination, batch.targets.combinations)]
            {
                targets.iter().for_each(|to| {
                    let mv = Move::new(batch.unit, batch.from, to, kind, batch.deploy);
                    if !self.is_refutation(mv) {
                        arena.push(history.quiet_score(us, mv), Action::Step(mv));
                    }
                });
            }
            ControlFlow::Continue(())
        });
    }

    /// Quiet moves to points within threat range of the enemy Commander: a superset of the moves that
    /// give check. Blockers, air defence and the shorter range of a Navy (RULES 6.1) are ignored.
    fn generate_checks(&self, position: &Position, arena: &mut Arena, history: &History) {
        let us = position.turn();
        let Some(enemy) = position.board().commander(!us) else { return };
        if !can_check(position, us, enemy) {
            return;
        }
        let _ = position.for_each_legal_batch(|batch| {
            let checks = checking_points(batch.unit, enemy) & batch.targets.moves;
            checks.iter().for_each(|to| {
                let mv = Move::new(batch.unit, batch.from, to, MoveKind::Move, batch.deploy);
                if PackedAction::of_move(mv) != self.table_move && see_at_least(position, mv, 0) {
                    arena.push(history.quiet_score(us, mv), Action::Step(mv));
                }
            });
            ControlFlow::Continue(())
        });
    }

    fn generate_all(&self, position: &Position, arena: &mut Arena, history: &History) {
        let us = position.turn();
        let mut push = |score: i32, action: Action| {
            if PackedAction::of(action) != self.table_move {
                arena.push(score, action);
            }
        };
        let _ = position.for_each_legal_batch(|batch| {
            batch.for_each_unordered(|mv| {
                let score = if !mv.kind().is_capture() {
                    history.quiet_score(us, mv)
                } else if see_at_least(position, mv, 0) {
                    GOOD_CAPTURE + capture_score(position, history, mv)
                } else {
                    BAD_CAPTURE + capture_score(position, history, mv)
                };
                push(score, Action::Step(mv));
            });
            ControlFlow::Continue(())
        });
        if position.session().is_some() && position.can_commit() {
            push(COMMIT_SCORE, Action::Commit);
        }
    }
}

/// Is this action a step that does not capture?
#[inline]
pub(crate) fn is_quiet(action: Action) -> bool {
    matches!(action, Action::Step(mv) if !mv.kind().is_capture())
}

/// Points from which the Commander is within threat range of a piece of the unit, regardless of
/// blockers, air defence and the shorter range of a Navy.
#[inline]
fn checking_points(unit: Unit, enemy: Square) -> Bitboard {
    let mut points = Bitboard::EMPTY;
    for piece in unit.pieces().filter(|piece| piece.role != Role::Commander) {
        points |= threat_reach(piece.role, piece.heroic, enemy);
    }
    points
}

/// A quick test: is any unit near enough to give check with its next move? It may answer `true`
/// where there is none, but never `false` where there is one.
#[inline]
fn can_check(position: &Position, us: Color, enemy: Square) -> bool {
    let board = position.board();
    let distances = DistancesFrom::new(Some(enemy));
    board.of(us).iter().any(|from| {
        let Some(unit) = board.get(from) else { return false };
        // Each piece may deploy, and what it carries threatens from where it lands.
        let (mut step, mut reach) = (0, 0);
        for piece in unit.pieces().filter(|piece| piece.role != Role::Commander) {
            step = step.max(piece.role.move_range(piece.heroic));
            reach = reach.max(piece.role.threat_range(piece.heroic));
        }
        distances.to(from) <= usize::from(step + reach)
    })
}

/// Perft through the move picker, as the search uses it; for tests.
#[doc(hidden)]
pub fn perft_through_picker(position: &Position, depth: u32) -> u64 {
    fn count(position: &Position, depth: u32, arena: &mut Arena, history: &History, hints: bool) -> u64 {
        if depth == 0 {
            return 1;
        }
        let all_at_once = position.session().is_some() || position.is_check();
        // Every second node has a table move and killer moves, which must be handed out only once.
        let actions = if hints { position.actions() } else { Vec::new() };
        let hint = |i: usize| {
            actions.get(i % actions.len().max(1)).map_or(PackedAction::NONE, |&a| PackedAction::of(a))
        };
        let refutations = [hint(5), hint(3), hint(40)];
        let mut picker = MovePicker::new(arena, Wanted::All, all_at_once, hint(3), refutations);
        let mut nodes = 0;
        while let Some(action) = picker.next(position, arena, history) {
            nodes += count(&position.after_unchecked(action), depth - 1, arena, history, !hints);
        }
        picker.finish(arena);
        nodes
    }
    count(position, depth, &mut Arena::new(), &History::new(), true)
}

#[cfg(test)]
mod tests {
    use cotulenh::{Piece, Setup};

    use super::*;

    /// Every lone piece and every stack of two, each piece heroic or not.
    fn units() -> Vec<Vec<Piece>> {
        let pieces = || {
            let plain = Role::ALL.map(|role| Piece::new(Color::Red, role));
            plain.into_iter().flat_map(|piece| [piece, piece.with_heroic(true)])
        };
        let pairs = pieces().flat_map(|a| pieces().map(move |b| vec![a, b]));
        let is_stack = |pair: &Vec<Piece>| pair[0].role < pair[1].role && Unit::from_pieces(pair).is_some();
        pieces().map(|piece| vec![piece]).chain(pairs.filter(is_stack)).collect()
    }

    #[test]
    fn the_quick_test_misses_no_check() {
        let (mut checks, mut ruled_out) = (0, 0);
        for unit in units() {
            for (from, to) in Square::all().flat_map(|from| ["a6", "f12", "g7", "k1"].map(|to| (from, to))) {
                let enemy: Square = to.parse().unwrap();
                let commander = Piece::new(Color::Blue, Role::Commander);
                let mut setup = Setup { pieces: vec![(enemy, commander)], ..Setup::default() };
                setup.pieces.extend(unit.iter().map(|&piece| (from, piece)));
                // Not every unit can stand on every point.
                let Ok(position) = setup.position() else { continue };
                let gives_check = |mv: &Move| {
                    mv.kind() == MoveKind::Move && checking_points(mv.unit(), enemy).contains(mv.to())
                };
                let found = position.legal_moves().iter().any(gives_check);
                let possible = can_check(&position, Color::Red, enemy);
                assert!(possible || !found, "{position}");
                checks += usize::from(found);
                ruled_out += usize::from(!possible);
            }
        }
        assert!(checks > 1_000 && ruled_out > 1_000, "{checks} checks, {ruled_out} ruled out");
    }
}

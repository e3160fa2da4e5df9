//! The move picker: hands out actions one by one, the most promising first, and makes them no earlier than needed.
//!
//! The order: the table's move, captures that do not lose material, killers and the counter move, quiet moves by
//! history, captures that lose material. In check and inside a session, where actions are few, all are made at once and ordered the same way.

use core::ops::ControlFlow;

use cotulenh::attacks::threat_reach;
use cotulenh::{Action, Bitboard, Move, MoveKind, Position, Role, Unit};

use crate::history::History;
use crate::packed::{Packed, is_legal};
use crate::see::see_at_least;
use crate::values::unit_value;

/// An action with its place in the order.
#[derive(Clone, Copy)]
pub(crate) struct Scored {
    score: i32,
    action: Action,
}

/// Where the pickers of all plies keep their actions: each works at the end of the list and takes its own away when it is done. It only grows in positions
/// with many more pieces than a game has.
pub(crate) struct Arena {
    list: Vec<Scored>,
}

impl Arena {
    /// Room for the longest line of an ordinary game.
    const CAPACITY: usize = 1 << 15;

    pub(crate) fn new() -> Arena {
        Arena { list: Vec::with_capacity(Arena::CAPACITY) }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    MakeCaptures,
    GoodCaptures,
    Killers(usize),
    MakeQuiets,
    Quiets,
    BadCaptures,
    MakeChecks,
    Checks,
    MakeAll,
    All,
    Done,
}

/// What is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// Every action.
    All,
    /// Captures that lose nothing.
    Captures,
    /// These, and quiet moves that threaten the enemy Commander.
    CapturesAndChecks,
}

/// The state of one node's picking.
pub(crate) struct Picker {
    stage: Stage,
    wanted: Wanted,
    everything_at_once: bool,
    table: Packed,
    refutations: [Packed; 3],
    /// The own part of the arena starts here: first the bad captures, then what is being picked from.
    base: usize,
    bad_end: usize,
    cursor: usize,
    pub(crate) skip_quiets: bool,
}

/// Before the quiet moves: it ends the turn, and most sessions.
const COMMIT_SCORE: i32 = 20_000;
const GOOD_CAPTURE: i32 = 1 << 20;
const BAD_CAPTURE: i32 = -(1 << 20);

/// The first in the order of captures: much for the victim, a little less for a dear attacker.
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

impl Picker {
    /// A picker for a position. `everything_at_once`: in check, or a session is open.
    pub(crate) fn new(
        arena: &Arena,
        wanted: Wanted,
        everything_at_once: bool,
        table: Packed,
        refutations: [Packed; 3],
    ) -> Picker {
        let base = arena.list.len();
        Picker {
            stage: Stage::Table,
            wanted: if everything_at_once { Wanted::All } else { wanted },
            everything_at_once,
            table,
            refutations,
            base,
            bad_end: base,
            cursor: base,
            skip_quiets: false,
        }
    }

    /// A picker gives its part of the arena back.
    #[inline]
    pub(crate) fn finish(&self, arena: &mut Arena) {
        arena.list.truncate(self.base);
    }

    /// The best of what is left, taken out.
    #[inline]
    fn best(&mut self, arena: &mut Arena) -> Option<Action> {
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

    /// The next action, legal as far as [`Position::is_legal`] goes: whether a session can be finished is for the search to find out.
    pub(crate) fn next(
        &mut self,
        position: &Position,
        arena: &mut Arena,
        history: &History,
    ) -> Option<Action> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = if self.everything_at_once { Stage::MakeAll } else { Stage::MakeCaptures };
                    match self.table.unpack(position) {
                        Some(action) if self.is_wanted(action) && is_legal(position, action) => {
                            return Some(action);
                        }
                        _ => self.table = Packed::NONE,
                    }
                }
                Stage::MakeCaptures => {
                    position.for_each_capture(|mv| {
                        let score = capture_score(position, history, mv);
                        arena.list.push(Scored { score, action: Action::Step(mv) });
                    });
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.best(arena) {
                    Some(Action::Step(mv)) => {
                        if Packed::of_move(mv) == self.table || !position.is_legal(mv) {
                            continue;
                        }
                        if see_at_least(position, mv, 0) {
                            return Some(Action::Step(mv));
                        }
                        // What was at the place of the bad capture has been handed out already.
                        arena.list[self.bad_end] = Scored { score: 0, action: Action::Step(mv) };
                        self.bad_end += 1;
                    }
                    _ => {
                        arena.list.truncate(self.bad_end);
                        self.cursor = self.bad_end;
                        self.stage = match self.wanted {
                            Wanted::All => Stage::Killers(0),
                            Wanted::Captures => Stage::Done,
                            Wanted::CapturesAndChecks => Stage::MakeChecks,
                        };
                    }
                },
                Stage::Killers(index) => {
                    self.stage = if index < 2 { Stage::Killers(index + 1) } else { Stage::MakeQuiets };
                    if self.skip_quiets {
                        continue;
                    }
                    let killer = self.refutations[index];
                    let known = killer == self.table || self.refutations[..index].contains(&killer);
                    let action = if known { None } else { killer.unpack(position) };
                    match action {
                        Some(action) if is_quiet(action) && is_legal(position, action) => {
                            return Some(action);
                        }
                        // So that the quiet stage does not leave it out.
                        _ if !known => self.refutations[index] = Packed::NONE,
                        _ => {}
                    }
                }
                Stage::MakeQuiets => {
                    if !self.skip_quiets {
                        self.make_quiets(position, arena, history);
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match if self.skip_quiets { None } else { self.best(arena) } {
                    Some(action) => return Some(action),
                    None => {
                        self.cursor = self.base;
                        self.stage = Stage::BadCaptures;
                    }
                },
                Stage::BadCaptures => {
                    if self.cursor < self.bad_end {
                        self.cursor += 1;
                        return Some(arena.list[self.cursor - 1].action);
                    }
                    self.stage = Stage::Done;
                }
                Stage::MakeChecks => {
                    self.make_checks(position, arena, history);
                    self.stage = Stage::Checks;
                }
                Stage::Checks => match self.best(arena) {
                    Some(action) => return Some(action),
                    None => self.stage = Stage::Done,
                },
                Stage::MakeAll => {
                    self.make_all(position, arena, history);
                    self.stage = Stage::All;
                }
                Stage::All => match self.best(arena) {
                    Some(action) => return Some(action),
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    fn is_wanted(&self, action: Action) -> bool {
        self.wanted == Wanted::All || !is_quiet(action)
    }

    fn is_refutation(&self, mv: Move) -> bool {
        let packed = Packed::of_move(mv);
        packed == self.table || self.refutations.contains(&packed)
    }

    fn make_quiets(&self, position: &Position, arena: &mut Arena, history: &History) {
        let us = position.turn();
        let _ = position.for_each_legal_batch(|batch| {
            for (kind, targets) in
                [(MoveKind::Move, batch.targets.moves), (MoveKind::Combination, batch.targets.combinations)]
            {
                targets.iter().for_each(|to| {
                    let mv = Move::new(batch.unit, batch.from, to, kind, batch.deploy);
                    if !self.is_refutation(mv) {
                        let score = history.quiet_score(us, mv);
                        arena.list.push(Scored { score, action: Action::Step(mv) });
                    }
                });
            }
            ControlFlow::Continue(())
        });
    }

    /// Quiet moves that bring a piece where it bears on the enemy Commander: they check, and make it heroic (RULES 8.1).
    fn make_checks(&self, position: &Position, arena: &mut Arena, history: &History) {
        let us = position.turn();
        let Some(enemy) = position.board().commander(!us) else { return };
        if !can_check(position, us, enemy) {
            return;
        }
        let _ = position.for_each_legal_batch(|batch| {
            let checks = checking_points(batch.unit, enemy) & batch.targets.moves;
            checks.iter().for_each(|to| {
                let mv = Move::new(batch.unit, batch.from, to, MoveKind::Move, batch.deploy);
                if Packed::of_move(mv) != self.table && see_at_least(position, mv, 0) {
                    let score = history.quiet_score(us, mv);
                    arena.list.push(Scored { score, action: Action::Step(mv) });
                }
            });
            ControlFlow::Continue(())
        });
    }

    fn make_all(&self, position: &Position, arena: &mut Arena, history: &History) {
        let us = position.turn();
        let mut push = |score: i32, action: Action| {
            if Packed::of(action) != self.table {
                arena.list.push(Scored { score, action });
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

/// Neither a capture nor a commit?
#[inline]
pub(crate) fn is_quiet(action: Action) -> bool {
    matches!(action, Action::Step(mv) if !mv.kind().is_capture())
}

/// Where pieces of a unit would threaten a Commander, whatever stands between.
#[inline]
fn checking_points(unit: Unit, enemy: cotulenh::Square) -> Bitboard {
    let mut points = Bitboard::EMPTY;
    for piece in unit.pieces().filter(|piece| piece.role != Role::Commander) {
        points |= threat_reach(piece.role, piece.heroic, enemy);
    }
    points
}

/// Is any own unit near enough for a check on the next move? Nothing moves further than 5 and threatens further than 5.
#[inline]
fn can_check(position: &Position, us: cotulenh::Color, enemy: cotulenh::Square) -> bool {
    let board = position.board();
    board.of(us).iter().any(|from| {
        let Some(unit) = board.get(from) else { return false };
        let reach = unit.pieces().map(|p| p.role.threat_range(p.heroic) as usize).max().unwrap_or(0);
        let step = unit.top_role().move_range(unit.top_heroic()).min(5) as usize;
        unit.top_role() != Role::Commander
            && crate::geometry::distance(from, enemy) <= reach + step.max(reach)
    })
}

/// Perft through the picker, as the search uses it: for the tests.
#[doc(hidden)]
pub fn perft_through_picker(position: &Position, depth: u32) -> u64 {
    fn count(position: &Position, depth: u32, arena: &mut Arena, history: &History, table: bool) -> u64 {
        if depth == 0 {
            return 1;
        }
        let at_once = position.session().is_some() || position.is_check();
        // Every second node pretends to know a move from the table and killers, which must come once only.
        let actions = if table { position.actions() } else { Vec::new() };
        let known = |i: usize| actions.get(i % actions.len().max(1)).map_or(Packed::NONE, |&a| Packed::of(a));
        let mut picker = Picker::new(arena, Wanted::All, at_once, known(3), [known(5), known(3), known(40)]);
        let mut nodes = 0;
        while let Some(action) = picker.next(position, arena, history) {
            nodes += count(&position.after_unchecked(action), depth - 1, arena, history, !table);
        }
        picker.finish(arena);
        nodes
    }
    count(position, depth, &mut Arena::new(), &History::new(), true)
}

//! Move generation: where a mover could go (RULES 3, 4), and the lists made of it (RULES 11.6).

use core::ops::ControlFlow;

use crate::air_defense::AirDefense;
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::moves::{Move, MoveBatch, MoveList, Targets};
use crate::role::{Passing, Role};
use crate::square::{Direction, Square};
use crate::terrain;
use crate::unit::Unit;

use super::Position;
use super::legality::Safety;

/// Everything section 3 generates for `unit`, which stands on `from` alone or within a stack.
#[inline]
pub(super) fn targets(board: &Board, unit: Unit, from: Square, deploy: bool) -> Targets {
    let (role, heroic) = (unit.top_role(), unit.top_heroic());
    match role {
        Role::Commander => commander_targets(board, unit, from),
        Role::AirForce => air_force_targets(board, unit, from, deploy),
        _ => {
            let occupied = board.occupied();
            let enemies = board.of(!unit.color());
            let data = role.data();

            // 3.8: what blocks the way.
            let blockers = match data.moves_past {
                Passing::Nothing => occupied,
                Passing::AllButNavy => board.tops(Role::Navy),
                Passing::Everything => Bitboard::EMPTY,
            };
            let reach = attacks::cut_off(from, attacks::move_reach(role, heroic, from), blockers);

            let mut prey = attacks::capture_reach(role, heroic, from) & enemies;
            if role == Role::Navy {
                // 4.4: at full range only Navies.
                let near = attacks::star(role.threat_range(heroic) - 1, from);
                prey &= near | board.tops(Role::Navy);
            }
            if !data.captures_past && !prey.is_empty() {
                // Cutting off only needs the pieces in range: those outside block nothing inside.
                prey &= attacks::cut_off(from, attacks::capture_reach(role, heroic, from), occupied);
            }
            // 4.5
            let standable = terrain::standable(role);
            Targets {
                moves: reach - occupied,
                captures: prey & standable,
                stay_captures: prey - standable,
                combinations: combinations(board, unit, reach),
                ..Targets::default()
            }
        }
    }
}

/// The friends within `reach` that `unit` can join (RULES 3.7).
#[inline]
fn combinations(board: &Board, unit: Unit, reach: Bitboard) -> Bitboard {
    let mut joined = Bitboard::EMPTY;
    for to in reach & board.of(unit.color()) {
        if let Some(carrier) = unit.combined_top(board.raw(to))
            && terrain::standable(carrier).contains(to)
        {
            joined.set(to);
        }
    }
    joined
}

/// A Commander slides without limit, captures only next to it, and keeps out of the enemy Commander's sight.
fn commander_targets(board: &Board, unit: Unit, from: Square) -> Targets {
    let occupied = board.occupied();
    let forbidden = forbidden_to_commander(board, unit, from);
    let directions = if unit.top_heroic() { &Direction::ALL[..] } else { &Direction::ALL[..4] };

    let mut reach = Bitboard::EMPTY;
    for &direction in directions {
        // 3.1, 3.8, 3.4: forbidden points, pieces and the sea end the walk.
        reach |= attacks::walk(direction, from, occupied | forbidden | terrain::PURE_SEA);
    }
    reach = (reach - forbidden) & terrain::LAND;

    // 4.3
    let enemies = board.of(!unit.color());
    let mut prey = attacks::capture_reach(Role::Commander, unit.top_heroic(), from) & enemies;
    let lone_commander = board.tops(Role::Commander) & enemies;
    for diagonal in &Direction::ALL[4..] {
        prey -= lone_commander & Bitboard::from(from).shift(*diagonal);
    }
    Targets {
        moves: reach - occupied,
        captures: prey & terrain::LAND,
        stay_captures: prey - terrain::LAND,
        combinations: combinations(board, unit, reach),
        ..Targets::default()
    }
}

/// The points on which the enemy Commander would look at ours (RULES 6.3).
fn forbidden_to_commander(board: &Board, unit: Unit, from: Square) -> Bitboard {
    let Some(enemy) = board.commander(!unit.color()) else { return Bitboard::EMPTY };
    let occupied = board.occupied().without(from);
    let vertical = if from.rank() > enemy.rank() { Direction::North } else { Direction::South };
    let mut seen = attacks::walk(vertical, enemy, occupied);
    if from.file() != enemy.file() {
        let horizontal = if from.file() > enemy.file() { Direction::East } else { Direction::West };
        seen |= attacks::walk(horizontal, enemy, occupied);
    }
    seen - occupied
}

/// An Air Force flies over everything but enemy air defence (RULES 5.3).
fn air_force_targets(board: &Board, unit: Unit, from: Square, deploy: bool) -> Targets {
    let heroic = unit.top_heroic();
    let range = Role::AirForce.move_range(heroic);
    let (safe, kamikaze) = if heroic {
        (attacks::star(range, from), Bitboard::EMPTY)
    } else {
        AirDefense::new(board, !unit.color()).flights(from, range)
    };
    let enemies = board.of(!unit.color());
    let prey = safe & enemies;
    // 4.5, 9.1: where it can land it has the choice, unless it is deploying.
    let stay_captures = if deploy { prey - terrain::LAND } else { prey };
    Targets {
        moves: (safe & terrain::LAND) - board.occupied(),
        captures: prey & terrain::LAND,
        stay_captures,
        suicide_captures: kamikaze & enemies,
        combinations: combinations(board, unit, safe | kamikaze),
        recombinations: Bitboard::EMPTY,
    }
}

/// Calls `f` with every mover on `from` and its pseudo-legal targets, in the order of RULES 11.6: deploy
/// steps of carrier and carried, then the unit itself.
#[inline]
fn movers_on(
    board: &Board,
    from: Square,
    mut f: impl FnMut(MoveBatch) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut mover = |unit: Unit, deploy: bool| {
        let targets = targets(board, unit, from, deploy);
        f(MoveBatch { unit, from, deploy, targets, appended: [None; 2] })
    };
    let unit = board.raw(from);
    if unit.is_stack() {
        for piece in unit.pieces() {
            mover(piece.into(), true)?;
        }
    }
    mover(unit, false)
}

impl Position {
    /// Calls `f` with the legal moves, one batch a mover, in the order of RULES 11.6, until it breaks.
    ///
    /// This is the fastest way to moves: nothing is stored, and a batch can be counted without being spelled out.
    /// Batches may be empty.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use cotulenh::Position;
    /// let mut count = 0;
    /// let _ = Position::start().for_each_legal_batch(|batch| {
    ///     count += batch.len();
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(count, 116);
    /// ```
    #[inline]
    pub fn for_each_legal_batch(&self, f: impl FnMut(MoveBatch) -> ControlFlow<()>) -> ControlFlow<()> {
        self.legal_batches_on(Bitboard::ALL, f)
    }

    /// The legal batches of the movers on some points.
    #[inline]
    pub(crate) fn legal_batches_on(
        &self,
        points: Bitboard,
        mut f: impl FnMut(MoveBatch) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if let Some(session) = &self.session {
            // 9.4: steps of an open session need no safety test.
            return self.session_batches(session, points, f);
        }
        let Some(safety) = Safety::new(self) else { return ControlFlow::Continue(()) };
        for from in self.board.of(self.turn) & points {
            movers_on(&self.board, from, |mut batch| {
                safety.retain_legal(&mut batch);
                f(batch)
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Calls `f` with the pseudo-legal moves: everything sections 3, 4 and 9 generate, without the safety
    /// test of RULES 6.5.
    pub fn for_each_pseudo_legal_batch(
        &self,
        mut f: impl FnMut(MoveBatch) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if let Some(session) = &self.session {
            return self.session_batches(session, Bitboard::ALL, f);
        }
        for from in self.board.of(self.turn) {
            movers_on(&self.board, from, &mut f)?;
        }
        ControlFlow::Continue(())
    }

    fn collect(
        generate: impl FnOnce(&mut dyn FnMut(MoveBatch) -> ControlFlow<()>) -> ControlFlow<()>,
    ) -> MoveList {
        let mut list = MoveList::new();
        let _ = generate(&mut |batch| {
            batch.for_each(|mv| list.push(mv));
            ControlFlow::Continue(())
        });
        list
    }

    /// All legal moves, in the order of RULES 11.6. Inside a session: the steps of the pieces that remain.
    pub fn legal_moves(&self) -> MoveList {
        Position::collect(|f| self.for_each_legal_batch(f))
    }

    /// The legal moves of what stands on one point.
    pub fn legal_moves_from(&self, from: Square) -> MoveList {
        Position::collect(|f| self.legal_batches_on(from.into(), f))
    }

    /// The legal moves of units and deploying pieces with this role on top.
    pub fn legal_moves_of(&self, role: Role) -> MoveList {
        Position::collect(|f| {
            self.for_each_legal_batch(|batch| {
                if batch.unit.top_role() == role { f(batch) } else { ControlFlow::Continue(()) }
            })
        })
    }

    /// All pseudo-legal moves: legal but for the safety of the own Commander (RULES 6.5).
    pub fn pseudo_legal_moves(&self) -> MoveList {
        Position::collect(|f| self.for_each_pseudo_legal_batch(f))
    }

    /// How many legal moves there are.
    #[inline]
    pub fn legal_move_count(&self) -> usize {
        let mut count = 0;
        let _ = self.for_each_legal_batch(|batch| {
            count += batch.len();
            ControlFlow::Continue(())
        });
        count
    }

    /// Is there any legal move?
    pub fn has_legal_move(&self) -> bool {
        self.any_legal_batch(|batch| !batch.is_empty())
    }

    /// Is this value, wherever it comes from, one of the legal moves?
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_batches_on(mv.from().into(), |batch| {
            if batch.contains(mv) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .is_break()
    }

    /// Does a legal batch have this property?
    pub(super) fn any_legal_batch(&self, property: impl Fn(&MoveBatch) -> bool) -> bool {
        self.for_each_legal_batch(|batch| {
            if property(&batch) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .is_break()
    }
}

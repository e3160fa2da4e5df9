//! Move generation: where a mover could go (RULES 3, 4), and the lists made of it (RULES 11.6).

use core::cell::OnceCell;
use core::ops::ControlFlow;

use smallvec::SmallVec;

use crate::air_defense::{AirDefense, Flights};
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::move_batch::{MoveBatch, Targets};
use crate::move_list::MoveList;
use crate::moves::Move;
use crate::role::{Passing, Role, for_all_roles};
use crate::square::{Direction, Square};
use crate::terrain;
use crate::unit::{PARTNERS, Unit};

use super::Position;
use super::legality::{Legality, Safety};

/// The sets that every mover of one side needs, looked up once.
pub(super) struct Generator<'a> {
    board: &'a Board,
    own: Bitboard,
    enemies: Bitboard,
    occupied: Bitboard,
    /// The zones of the other side, computed for the first Air Force that needs them.
    defense: OnceCell<AirDefense<'a>>,
    them: Color,
}

/// Calls a function that is generic over the role, so that the compiler computes everything that
/// follows from the role alone.
macro_rules! for_role {
    ($role:expr, $generator:ident.$function:ident($($argument:expr),*)) => {
        for_role!(@match $role, $generator.$function($($argument),*),
            Commander Infantry Tank Militia Engineer Artillery AntiAir Missile AirForce Navy Headquarter)
    };
    (@match $role:expr, $generator:ident.$function:ident $arguments:tt, $($name:ident)*) => {
        match $role {
            $(Role::$name => for_role!(@call $generator.$function $name $arguments),)*
        }
    };
    (@call $generator:ident.$function:ident $name:ident ($($argument:expr),*)) => {
        $generator.$function::<{ Role::$name as usize }>($($argument),*)
    };
}

impl<'a> Generator<'a> {
    #[inline]
    pub(super) fn new(board: &'a Board, us: Color) -> Generator<'a> {
        let (own, enemies) = (board.of(us), board.of(!us));
        Generator { board, own, enemies, occupied: own | enemies, defense: OnceCell::new(), them: !us }
    }

    /// Everything section 3 generates for `unit`, which stands on `from` alone or within a stack.
    pub(super) fn targets(&self, unit: Unit, from: Square, deploy: bool) -> Targets {
        for_role!(unit.top_role(), self.targets_alone(unit, from, deploy))
    }

    #[inline(always)]
    fn targets_alone<const ROLE: usize>(&self, unit: Unit, from: Square, deploy: bool) -> Targets {
        self.targets_of::<ROLE>(unit, from, deploy, self.partners::<ROLE>())
    }

    /// The same where the role of the top and its partners are known beforehand.
    #[inline(always)]
    fn targets_of<const ROLE: usize>(
        &self,
        unit: Unit,
        from: Square,
        deploy: bool,
        partners: Bitboard,
    ) -> Targets {
        match const { Role::ALL[ROLE] } {
            Role::Commander => self.commander_targets(unit, from, partners),
            Role::AirForce => self.air_force_targets(unit, from, deploy, partners),
            _ => self.ground_and_sea_targets::<ROLE>(unit, from, partners),
        }
    }

    #[inline(always)]
    fn ground_and_sea_targets<const ROLE: usize>(
        &self,
        unit: Unit,
        from: Square,
        partners: Bitboard,
    ) -> Targets {
        let role = const { Role::ALL[ROLE] };
        let heroic = unit.top_heroic();
        let data = const { Role::ALL[ROLE].data() };
        // 3.8: what blocks the way.
        let mut reach = attacks::move_reach(role, heroic, from);
        match data.moves_past {
            Passing::Everything => {}
            Passing::AllButNavy => {
                let inner = attacks::star(role.move_range(heroic).saturating_sub(1), from);
                reach = attacks::cut_off(from, reach, inner & self.board.tops(Role::Navy));
            }
            // Nothing stands in the way of a single step, and nothing lies behind the last.
            Passing::Nothing if role.move_range(false) > 1 || heroic => {
                let range = role.move_range(heroic);
                if range > 1 {
                    reach = attacks::cut_off(from, reach, attacks::star(range - 1, from) & self.occupied);
                }
            }
            Passing::Nothing => {}
        }

        let mut prey = attacks::capture_reach(role, heroic, from) & self.enemies;
        if !prey.is_empty() {
            if role == Role::Navy {
                // 4.4: at full range only Navies.
                prey &= attacks::navy_reach_of_others(heroic, from) | self.board.tops(Role::Navy);
            }
            if !data.captures_past && (role.threat_range(false) > 1 || heroic) {
                prey &= attacks::cut_off(from, attacks::capture_reach(role, heroic, from), self.occupied);
            }
        }
        // 4.5
        let standable = terrain::standable(role);
        Targets {
            moves: reach - self.occupied,
            captures: prey & standable,
            stay_captures: prey - standable,
            combinations: self.combinations(unit, reach, partners),
            ..Targets::default()
        }
    }

    /// The partners within `reach` that `unit` can join (RULES 3.7).
    #[inline(always)]
    fn combinations(&self, unit: Unit, reach: Bitboard, partners: Bitboard) -> Bitboard {
        let mut joined = Bitboard::EMPTY;
        let candidates = reach & partners;
        if !candidates.is_empty() {
            candidates.iter().for_each(|to| {
                if let Some(carrier) = unit.combined_top(self.board.raw(to))
                    && terrain::standable(carrier).contains(to)
                {
                    joined.set(to);
                }
            });
        }
        joined
    }

    /// Our units whose top could share a stack with this role.
    #[inline(always)]
    fn partners<const ROLE: usize>(&self) -> Bitboard {
        let mut partners = Bitboard::EMPTY;
        macro_rules! add_partners {
            ($($name:ident)*) => {$(
                if const { PARTNERS[ROLE] & Role::$name.bit() != 0 } {
                    partners |= self.board.tops(Role::$name);
                }
            )*};
        }
        for_all_roles!(add_partners);
        partners & self.own
    }

    /// A Commander slides without limit, captures only next to it, and keeps out of the enemy
    /// Commander's sight.
    fn commander_targets(&self, unit: Unit, from: Square, partners: Bitboard) -> Targets {
        let forbidden = self.forbidden_to_commander(from);
        let diagonals = Role::Commander.uses_diagonals(unit.top_heroic());
        let directions = if diagonals { &Direction::ALL[..] } else { &Direction::ALL[..4] };

        // 3.1, 3.8, 3.4: forbidden points, pieces and the sea end the walk.
        let stops = self.occupied | forbidden | terrain::PURE_SEA;
        let mut reach = Bitboard::EMPTY;
        for &direction in directions {
            reach |= attacks::walk(direction, from, stops);
        }
        reach = (reach - forbidden) & terrain::LAND;

        // 4.3
        let mut prey = attacks::capture_reach(Role::Commander, unit.top_heroic(), from) & self.enemies;
        if !prey.is_empty() {
            let lone_commander = self.board.tops(Role::Commander) & self.enemies;
            for diagonal in &Direction::ALL[4..] {
                prey -= lone_commander & Bitboard::from(from).shift(*diagonal);
            }
        }
        Targets {
            moves: reach - self.occupied,
            captures: prey & terrain::LAND,
            stay_captures: prey - terrain::LAND,
            combinations: self.combinations(unit, reach, partners),
            ..Targets::default()
        }
    }

    /// The points where our Commander would be in sight of the enemy's (RULES 6.3).
    fn forbidden_to_commander(&self, from: Square) -> Bitboard {
        let Some(enemy) = self.board.commander(self.them) else { return Bitboard::EMPTY };
        let occupied = self.occupied.without(from);
        let vertical = if from.rank() > enemy.rank() { Direction::North } else { Direction::South };
        let mut seen = attacks::walk(vertical, enemy, occupied);
        if from.file() != enemy.file() {
            let horizontal = if from.file() > enemy.file() { Direction::East } else { Direction::West };
            seen |= attacks::walk(horizontal, enemy, occupied);
        }
        seen - occupied
    }

    /// An Air Force flies over everything but enemy air defence (RULES 5.3).
    #[inline(always)]
    fn air_force_targets(&self, unit: Unit, from: Square, deploy: bool, partners: Bitboard) -> Targets {
        let heroic = unit.top_heroic();
        let (move_range, capture_range) =
            (Role::AirForce.move_range(heroic), Role::AirForce.threat_range(heroic));
        let range = move_range.max(capture_range);
        let Flights { safe, suicide } = if heroic {
            Flights { safe: attacks::star(range, from), suicide: Bitboard::EMPTY }
        } else {
            self.defense.get_or_init(|| AirDefense::new(self.board, self.them)).flights(from, range)
        };
        // The ranges differ by a constant, so the compiler drops the test.
        let within = |set: Bitboard, limit: u8| {
            if limit < range { set & attacks::star(limit, from) } else { set }
        };
        let prey = within(safe & self.enemies, capture_range);
        // 4.5, 9.1: where it can land it has the choice, unless it is deploying.
        let stay_captures = if deploy { prey - terrain::LAND } else { prey };
        Targets {
            moves: within((safe & terrain::LAND) - self.occupied, move_range),
            captures: prey & terrain::LAND,
            stay_captures,
            suicide_captures: within(suicide & self.enemies, capture_range),
            combinations: self.combinations(unit, within(safe | suicide, move_range), partners),
            recombinations: Bitboard::EMPTY,
        }
    }

    /// Calls `f` with every mover on `from` and its pseudo-legal targets, in the order of RULES
    /// 11.6: deploy steps of carrier and carried, then the unit itself.
    #[inline]
    fn movers_on(&self, from: Square, mut f: impl FnMut(MoveBatch) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut mover = |unit: Unit, deploy: bool| {
            let targets = self.targets(unit, from, deploy);
            f(MoveBatch { unit, from, deploy, targets, appended: [None; 2] })
        };
        let unit = self.board.raw(from);
        if unit.is_stack() {
            for piece in unit.pieces() {
                mover(piece.into(), true)?;
            }
        }
        mover(unit, false)
    }

    /// How many legal moves `movers` have, lone units with this role whose leaving endangers
    /// nothing.
    #[inline(always)]
    fn count_lone<const ROLE: usize>(&self, movers: Bitboard, safety: &Safety<'_>) -> usize {
        let mut count = 0;
        let movers = movers & self.board.tops(const { Role::ALL[ROLE] });
        let partners = self.partners::<ROLE>();
        movers.iter().for_each(|from| {
            let unit = self.board.raw(from);
            let targets = self.targets_of::<ROLE>(unit, from, false, partners);
            count += if safety.are_safe(&targets) {
                targets.len()
            } else {
                let mut batch = MoveBatch { unit, from, deploy: false, targets, appended: [None; 2] };
                safety.retain_legal(&mut batch);
                batch.targets.len()
            };
        });
        count
    }
}

impl Position {
    /// Calls `f` with the legal moves, one batch a mover, in the order of RULES 11.6, until it
    /// breaks. Inside a session a second batch of a piece has the recombinations that come last
    /// (RULES 9.3).
    ///
    /// This is the fastest way to get moves: nothing is stored, and a batch can be counted without
    /// listing it. Batches may be empty.
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
            return self.session_batches(session, points, &mut f);
        }
        let safety = match Legality::of(self) {
            Legality::None => return ControlFlow::Continue(()),
            // Rare: one copy for all callers.
            Legality::All => return self.pseudo_legal_batches_on(points, &mut f as &mut dyn FnMut(_) -> _),
            Legality::Safe(safety) => safety,
        };
        let generator = Generator::new(&self.board, self.turn);
        for from in self.board.of(self.turn) & points {
            generator.movers_on(from, |mut batch| {
                safety.retain_legal(&mut batch);
                f(batch)
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Calls `f` with the pseudo-legal moves: everything sections 3, 4 and 9 generate, without the
    /// safety test of RULES 6.5.
    pub fn for_each_pseudo_legal_batch(
        &self,
        f: impl FnMut(MoveBatch) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.pseudo_legal_batches_on(Bitboard::ALL, f)
    }

    /// The pseudo-legal batches of the movers on some points.
    pub(crate) fn pseudo_legal_batches_on(
        &self,
        points: Bitboard,
        mut f: impl FnMut(MoveBatch) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if let Some(session) = &self.session {
            return self.session_batches(session, points, &mut f);
        }
        let generator = Generator::new(&self.board, self.turn);
        for from in self.board.of(self.turn) & points {
            generator.movers_on(from, &mut f)?;
        }
        ControlFlow::Continue(())
    }

    /// The points that our Commander may not enter or cross from `from` (RULES 6.3).
    pub(crate) fn forbidden_to_commander(&self, from: Square) -> Bitboard {
        Generator::new(&self.board, self.turn).forbidden_to_commander(from)
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

    /// All legal moves, in the order of RULES 11.6. Inside a session: the steps of the pieces that
    /// remain.
    pub fn legal_moves(&self) -> MoveList {
        Position::collect(|f| self.for_each_legal_batch(f))
    }

    /// The legal moves of what stands on one point.
    pub fn legal_moves_from(&self, from: Square) -> MoveList {
        Position::collect(|f| self.legal_batches_on(from.into(), f))
    }

    /// The legal moves of units and deploying pieces with this role on top.
    pub fn legal_moves_of(&self, role: Role) -> MoveList {
        Position::collect(|f| self.legal_batches_of(role, f))
    }

    /// The legal moves of units and deploying pieces with this role on top to one point, in the
    /// order of RULES 11.6: few, and much faster to find than all legal moves.
    pub(crate) fn legal_moves_to(&self, role: Role, to: Square) -> SmallVec<[Move; 8]> {
        let mut list = SmallVec::new();
        let _ = self.legal_batches_of(role, |batch| {
            if batch.targets.union().contains(to) || batch.appended.contains(&Some(to)) {
                batch.for_each(|mv| {
                    if mv.to() == to {
                        list.push(mv);
                    }
                });
            }
            ControlFlow::Continue(())
        });
        list
    }

    fn legal_batches_of(
        &self,
        role: Role,
        mut f: impl FnMut(MoveBatch) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // In an open session, the pieces that remain are not on the board.
        let points = match self.session {
            Some(_) => Bitboard::ALL,
            None => self.board.tops(role) | self.board.stacks(),
        };
        self.legal_batches_on(points, |batch| {
            if batch.unit.top_role() == role { f(batch) } else { ControlFlow::Continue(()) }
        })
    }

    /// All pseudo-legal moves: legal but for the safety of the own Commander (RULES 6.5).
    pub fn pseudo_legal_moves(&self) -> MoveList {
        Position::collect(|f| self.for_each_pseudo_legal_batch(f))
    }

    /// The number of legal moves. Counting needs no order, so the movers are taken role by role.
    #[inline]
    pub fn legal_move_count(&self) -> usize {
        let mut count = 0;
        let mut add = |batch: MoveBatch| {
            count += batch.len();
            ControlFlow::Continue(())
        };
        // Not on the web, where a copy of the generator for each role would be a large part of the
        // download.
        let by_role = self.session.is_none() && !cfg!(target_family = "wasm");
        let legality = if by_role { Legality::of(self) } else { Legality::All };
        let Legality::Safe(safety) = legality else {
            let _ = self.for_each_legal_batch(add);
            return count;
        };
        let generator = Generator::new(&self.board, self.turn);
        let careful = generator.own & (self.board.stacks() | safety.movers_to_check());
        for from in careful {
            let _ = generator.movers_on(from, |mut batch| {
                safety.retain_legal(&mut batch);
                add(batch)
            });
        }
        let others = generator.own - careful;
        macro_rules! count_all {
            ($($role:ident)*) => {
                $(count += generator.count_lone::<{ Role::$role as usize }>(others, &safety);)*
            };
        }
        // Our Commander's moves always need the full test, so they have been counted.
        count_all!(Infantry Tank Militia Engineer Artillery AntiAir Missile AirForce Navy Headquarter);
        count
    }

    /// Is there any legal move? Faster than counting them.
    ///
    /// ```
    /// use cotulenh::Position;
    /// assert!(Position::start().has_legal_move());
    /// // A side without a Commander has none (RULES 6.4).
    /// let lost: Position = "6c4/11/11/11/11/11/11/3T7/11/11/11/11 r - - 0 1".parse().unwrap();
    /// assert!(!lost.has_legal_move());
    /// ```
    pub fn has_legal_move(&self) -> bool {
        self.any_legal_batch(|batch| !batch.is_empty())
    }

    /// Is this move legal here? The value may come from anywhere.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_batches_on(mv.from().into(), |batch| {
            if batch.contains(mv) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .is_break()
    }

    /// Is this one of the [pseudo-legal moves](Position::pseudo_legal_moves)? The value may come from
    /// anywhere.
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        self.pseudo_legal_batches_on(mv.from().into(), |batch| {
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

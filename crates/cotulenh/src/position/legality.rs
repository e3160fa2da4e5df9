//! Which pseudo-legal moves leave our Commander safe (RULES 6.5).
//!
//! Trying every move would cost more than all the rest, so what can make a move illegal is computed
//! once per position: the threats on our Commander, the pieces that screen it, the sight line
//! between the Commanders, the Air Forces that our defenders hold off, and the points where our
//! Commander could be threatened. A move that touches none of these is legal as generated; only the
//! others are tried on a copy of the board.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::move_batch::{MoveBatch, Targets};
use crate::moves::{Move, MoveKind};
use crate::role::{AIR_DEFENDERS, Role};
use crate::square::Square;
use crate::threats::{self, Threats};
use crate::unit::carries;

use super::Position;

/// A defender becomes heroic, and covers more, only by its own move: no other move can open its
/// line to the enemy Commander, because it captures past pieces or only next to it.
const _: () = {
    let mut i = 0;
    while i < Role::COUNT {
        let data = Role::ALL[i].data();
        assert!(
            data.air_defense == 0 || data.captures_past || data.capture_range == 1,
            "another piece could open the line of an air defender to a Commander"
        );
        i += 1;
    }
};

/// Air Forces are on top of their unit or carried by a Navy, as [`Safety::new`] takes for granted.
const _: () = {
    let mut i = 0;
    while i < Role::COUNT {
        let role = Role::ALL[i];
        assert!(!carries(role, Role::AirForce) || matches!(role, Role::Navy));
        i += 1;
    }
};

/// The furthest that a piece threatens which does not capture past others: a heroic Tank.
const FURTHEST_BLOCKABLE: u8 = {
    let (mut max, mut i) = (0, 0);
    while i < Role::COUNT {
        let role = Role::ALL[i];
        if !role.data().captures_past && role.threat_range(true) > max {
            max = role.threat_range(true);
        }
        i += 1;
    }
    max
};

/// What decides the legality of moves in one position.
pub(super) struct Safety<'a> {
    position: &'a Position,
    board: &'a Board,
    us: Color,
    commander: Square,
    /// Our Commander is threatened or exposed now.
    in_danger: bool,
    /// While in danger: where a capture or a piece in between may help.
    remedies: Bitboard,
    /// Pieces of either side that screen our Commander from a threat or from the enemy Commander's
    /// sight, alone or with one other.
    screens: Bitboard,
    /// A non-heroic enemy Air Force bears on our Commander: a change in our air defence matters.
    air_watch: bool,
    /// A capture may leave the enemy one unit, which becomes heroic (RULES 8.2).
    last_guard_watch: bool,
    /// A rare situation: every move has to be tried.
    try_all: bool,
    /// None of these: only moves of screens and of the Commander itself need the full test.
    calm: bool,
}

/// Which pseudo-legal moves of a position are legal.
pub(super) enum Legality<'a> {
    /// None: we have no Commander (RULES 6.4).
    None,
    /// All: the rule options turn the test of RULES 6.5 off.
    All,
    /// Those that pass the test of RULES 6.5.
    Safe(Safety<'a>),
}

impl<'a> Legality<'a> {
    #[inline]
    pub(super) fn of(position: &'a Position) -> Legality<'a> {
        if position.options.skip_commander_safety {
            return Legality::All;
        }
        match position.board.commander(position.turn) {
            Some(commander) => Legality::Safe(Safety::new(position, commander)),
            None => Legality::None,
        }
    }
}

impl<'a> Safety<'a> {
    #[inline]
    fn new(position: &'a Position, commander: Square) -> Safety<'a> {
        let (board, us) = (&position.board, position.turn);
        let enemy_commander = board.commander(!us);
        let occupied = board.occupied();
        let enemies = board.of(!us);

        let mut remedies = Bitboard::EMPTY;
        let mut screens = Bitboard::EMPTY;
        let mut screen = |line: Bitboard| {
            let pieces = line & occupied;
            // A suicide capture removes two pieces at once, so two screens are still suspect.
            if pieces.len() <= 2 {
                screens |= pieces;
            }
        };

        // 6.2: the sight line.
        let mut in_danger = false;
        if let Some(enemy) = enemy_commander
            && attacks::aligned(commander, enemy)
        {
            let line = attacks::between(commander, enemy);
            if line.is_disjoint(occupied) {
                in_danger = true;
                remedies |= line.with(enemy);
            }
            screen(line);
        }

        let mut air_watch = false;
        let near = Threats::candidates(board, commander, !us);
        if !near.is_empty() {
            // 6.1: who threatens now.
            for (from, _) in Threats::new(board, commander, !us).iter() {
                in_danger = true;
                remedies |= attacks::between(from, commander).with(from);
            }

            // 6.1: pieces that do not capture past others, with something in between.
            let ring = attacks::star(FURTHEST_BLOCKABLE, commander) - attacks::star(1, commander);
            for from in ring & enemies {
                let blockable = board.raw(from).pieces().any(|piece| {
                    !piece.role.data().captures_past
                        && attacks::threat_reach(piece.role, piece.heroic, commander).contains(from)
                });
                if blockable {
                    screen(attacks::between(from, commander));
                }
            }

            // 5.3: Air Forces, carried ones included (by a Navy only, RULES 7.1), within their
            // range of our Commander.
            let range = Role::AirForce.threat_range(false);
            let carriers = board.tops(Role::AirForce) | (board.tops(Role::Navy) & board.stacks());
            air_watch = (attacks::star(range, commander) & enemies & carriers)
                .iter()
                .any(|from| board.raw(from).get(Role::AirForce).is_some_and(|piece| !piece.heroic));
        }

        let mut safety = Safety {
            position,
            board,
            us,
            commander,
            in_danger,
            remedies,
            screens,
            air_watch,
            last_guard_watch: false,
            try_all: false,
            calm: false,
        };
        safety.watch_promotions(enemy_commander);
        safety.calm = !(safety.in_danger || safety.air_watch || safety.last_guard_watch || safety.try_all);
        safety
    }

    /// Promotions that a move may bring along and that bear on our Commander's safety.
    fn watch_promotions(&mut self, enemy_commander: Option<Square>) {
        // With four units there are three guards at least.
        if !self.position.options.skip_last_guard_promotion && self.board.unit_count(!self.us) <= 3 {
            let theirs = self.board.guards(!self.us);
            match theirs.len() {
                // A last guard that is not heroic yet: any move promotes it.
                1 => self.try_all = !theirs.is_subset(self.board.heroic_tops() | self.board.stacks()),
                2 => self.last_guard_watch = true,
                _ => {}
            }
        }
        if self.air_watch {
            // Our defenders may become heroic: as the last guard, or because they threaten already.
            let pending = || {
                enemy_commander.is_some_and(|enemy| {
                    let threats = Threats::new(self.board, enemy, self.us);
                    let mut roles = threats.iter();
                    roles.any(|(square, roles)| roles & !self.board.raw(square).heroic_roles() != 0)
                })
            };
            self.try_all = self.try_all || self.board.guards(self.us).len() <= 2 || pending();
        }
    }

    /// The points whose moves need the full test: all of them unless the position is calm.
    #[inline]
    pub(super) fn movers_to_check(&self) -> Bitboard {
        if self.calm { self.screens.with(self.commander) } else { Bitboard::ALL }
    }

    /// Are the moves of a mover elsewhere legal without the full test?
    #[inline(always)]
    pub(super) fn are_safe(&self, targets: &Targets) -> bool {
        let vanishing = targets.stay_captures | targets.suicide_captures;
        // Most movers have neither, and testing that is cheap.
        (vanishing.is_empty() || vanishing.is_disjoint(self.screens))
            && (targets.combinations.is_empty() || !targets.combinations.contains(self.commander))
    }

    /// Drops the illegal moves of a pseudo-legal batch.
    #[inline]
    pub(super) fn retain_legal(&self, batch: &mut MoveBatch) {
        if self.movers_to_check().contains(batch.from) || !self.are_safe(&batch.targets) {
            self.retain_legal_in_detail(batch);
        }
    }

    #[inline(never)]
    fn retain_legal_in_detail(&self, batch: &mut MoveBatch) {
        let from = batch.from;
        if from == self.commander {
            // 9.4: steps off our Commander's stack need no test.
            if !batch.deploy {
                self.retain_legal_commander_moves(batch);
            }
            return;
        }
        let moves_defender = self.air_watch && self.board.raw(from).roles() & AIR_DEFENDERS != 0;
        let opens_line = !batch.deploy && self.screens.contains(from);
        if self.try_all || moves_defender || (opens_line && !self.in_danger) {
            self.retain_tried(batch, Bitboard::ALL);
            return;
        }
        let covers_defender = if self.air_watch {
            self.board.air_defender_tops() & self.board.of(self.us)
        } else {
            Bitboard::EMPTY
        };
        if self.in_danger {
            // No other move ends the danger.
            let remedies = self.remedies | covers_defender;
            for kind in MoveKind::ALL {
                *batch.targets.of_kind_mut(kind) &= remedies;
            }
            self.retain_tried(batch, Bitboard::ALL);
            return;
        }
        let suspects = if self.last_guard_watch { self.board.of(!self.us) } else { self.screens };
        // A friend that joins the Commander may give it a Navy on top (RULES 6.1).
        let suspect_friends = covers_defender.with(self.commander);
        let targets = &batch.targets;
        let vanishing = targets.stay_captures | targets.suicide_captures;
        let taken = if self.last_guard_watch { targets.captures | vanishing } else { vanishing };
        let suspects = (taken & suspects) | (targets.combinations & suspect_friends);
        if !suspects.is_empty() {
            self.retain_tried(batch, suspects);
        }
    }

    /// Our Commander moves, alone or with its unit.
    fn retain_legal_commander_moves(&self, batch: &mut MoveBatch) {
        let targets = &batch.targets;
        let elsewhere = targets.moves | targets.captures | targets.combinations;
        let mut suspects = targets.stay_captures | targets.suicide_captures;
        if self.last_guard_watch {
            suspects |= targets.captures;
        }
        if !elsewhere.is_empty() {
            suspects |= elsewhere & self.hot_points(elsewhere);
        }
        if self.try_all {
            suspects = Bitboard::ALL;
        }
        if !suspects.is_empty() {
            self.retain_tried(batch, suspects);
        }
    }

    /// Of the points to which our Commander could go, a superset of the dangerous ones: those that
    /// an enemy piece could threaten if nothing stood in its way, and those in the enemy
    /// Commander's sight once ours has left.
    fn hot_points(&self, destinations: Bitboard) -> Bitboard {
        let mut hot = match self.board.commander(!self.us) {
            Some(enemy) if !destinations.is_disjoint(attacks::cross(enemy)) => {
                let rest = self.board.occupied().without(self.commander);
                attacks::orthogonal_sight(enemy, rest)
            }
            _ => Bitboard::EMPTY,
        };
        let near = self.board.of(!self.us) & attacks::ranks_around(destinations, attacks::MAX_CAPTURE_RANGE);
        near.iter().for_each(|from| {
            for piece in self.board.raw(from).pieces() {
                hot |= attacks::threat_reach(piece.role, piece.heroic, from);
            }
        });
        hot
    }

    /// Tries out the moves to `suspects` and drops those that leave us in danger.
    fn retain_tried(&self, batch: &mut MoveBatch, suspects: Bitboard) {
        for kind in MoveKind::ALL {
            for to in batch.targets.of_kind(kind) & suspects {
                let mv = Move::new(batch.unit, batch.from, to, kind, batch.deploy);
                if !self.is_safe_after(mv) {
                    batch.targets.of_kind_mut(kind).clear(to);
                }
            }
        }
    }

    /// RULES 6.5, literally.
    fn is_safe_after(&self, mv: Move) -> bool {
        let mut board = *self.board;
        super::play::execute(&mut board, mv, self.position.options, &mut ());
        !threats::in_danger(&board, self.us)
    }
}

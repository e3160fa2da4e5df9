//! Which clause stops a unit on its ray (RULES 2 to 5 and 7).
//!
//! The tests follow the order of RULES 3. Each list of tests is complete: its last entry needs no
//! condition, because the generator fails for that reason alone once the others are excluded.

use crate::air_defense::Flight;
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::position::Position;
use crate::role::{Passing, Role};
use crate::square::{Direction, Square};
use crate::terrain::{self, TerrainBlock};
use crate::unit::Unit;

use super::{Cause, Refusal};

/// A unit on its way along a ray.
struct Ray<'a> {
    position: &'a Position,
    board: &'a Board,
    unit: Unit,
    role: Role,
    heroic: bool,
    from: Square,
    to: Square,
    direction: Direction,
}

/// The clause that keeps `unit` from a destination that the generator does not give.
pub(super) fn obstacle(position: &Position, unit: Unit, from: Square, to: Square) -> Refusal {
    let (role, heroic) = (unit.top_role(), unit.top_heroic());
    if role.move_range(heroic) == 0 && role.threat_range(heroic) == 0 {
        return Cause::HeadquarterFixed { square: from }.into();
    }
    let diagonals = role.uses_diagonals(heroic);
    let direction = from.direction_to(to).filter(|direction| diagonals || !direction.is_diagonal());
    let Some(direction) = direction else { return Cause::WrongDirection { unit, diagonals }.into() };
    let ray = Ray { position, board: position.board(), unit, role, heroic, from, to, direction };
    match ray.board.get(to) {
        Some(enemy) if enemy.color() != unit.color() => ray.no_capture(enemy),
        Some(friend) => ray.no_way().unwrap_or_else(|| ray.no_combination(friend)),
        None => ray.no_way().unwrap_or_else(|| ray.no_landing()),
    }
}

impl Ray<'_> {
    /// The points between start and destination.
    fn between(&self) -> Bitboard {
        attacks::between(self.from, self.to)
    }

    /// The points of the ray up to the destination, nearest first.
    fn path(&self) -> impl Iterator<Item = Square> + '_ {
        (1..=self.distance()).filter_map(|distance| self.from.step(self.direction, distance))
    }

    fn distance(&self) -> u8 {
        self.from.file().abs_diff(self.to.file()).max(self.from.rank().abs_diff(self.to.rank()))
    }

    /// Why an enemy on the destination cannot be captured (RULES 4).
    fn no_capture(&self, enemy: Unit) -> Refusal {
        if let Some(refusal) = self.forbidden_line() {
            return refusal;
        }
        let on_navy = enemy.top_role() == Role::Navy;
        let reach = attacks::capture_reach_on(self.role, self.heroic, self.from, on_navy);
        if !reach.contains(self.to) {
            // The reach ends before the destination, so the board does not cut it short.
            let range = (reach & attacks::ray(self.direction, self.from)).len() as u8;
            let clause = match self.role {
                Role::Commander => "4.3",
                Role::Navy if !on_navy => "4.4",
                _ => "4.1",
            };
            let (unit, to, distance) = (self.unit, self.to, self.distance());
            return Refusal::new(Cause::CaptureRange { unit, to, range, distance }, clause);
        }
        let commanders = self.role == Role::Commander && enemy.top_role() == Role::Commander;
        if commanders && self.direction.is_diagonal() {
            return Cause::CommanderDiagonal { enemy: self.to }.into();
        }
        if !self.role.data().captures_past
            && let Some(refusal) = self.blocked_by(self.board.occupied())
        {
            return refusal;
        }
        self.shot_down()
    }

    /// What prevents moves and combinations alike (RULES 3.1 to 3.4 and 3.8).
    fn no_way(&self) -> Option<Refusal> {
        self.forbidden_line()
            .or_else(|| self.out_of_range())
            .or_else(|| self.terrain_block())
            .or_else(|| self.blocked())
            .or_else(|| (self.flight() == Flight::ShotDown).then(|| self.shot_down()))
    }

    /// RULES 3.1: a Commander stops before it comes into the enemy Commander's sight.
    fn forbidden_line(&self) -> Option<Refusal> {
        if self.role != Role::Commander {
            return None;
        }
        let enemy = self.board.commander(!self.unit.color())?;
        let forbidden = self.position.forbidden_to_commander(self.from);
        let first = self.path().find(|&point| forbidden.contains(point))?;
        // A piece before that point stops it earlier.
        if !attacks::between(self.from, first).is_disjoint(self.board.occupied()) {
            return None;
        }
        Some(Cause::ForbiddenLine { square: first, enemy }.into())
    }

    /// RULES 3.3.
    fn out_of_range(&self) -> Option<Refusal> {
        let (range, distance) = (self.role.move_range(self.heroic), self.distance());
        let range = attacks::range_in(self.role, self.heroic, range, self.direction);
        if distance <= range {
            return None;
        }
        let shortened = self.direction.is_diagonal() && self.role.diagonal_penalty() > 0;
        let clause = match (shortened, self.heroic) {
            (true, _) => "2.2",
            (false, true) => "2.1",
            (false, false) => "2",
        };
        let (unit, to) = (self.unit, self.to);
        Some(Refusal::new(Cause::OutOfRange { unit, to, range, distance }, clause))
    }

    /// RULES 3.4.
    fn terrain_block(&self) -> Option<Refusal> {
        let unit = self.unit;
        self.path().find_map(|square| {
            Some(match terrain::block(self.role, self.from, square, self.direction)? {
                TerrainBlock::CannotStand => Cause::Terrain { unit, square }.into(),
                TerrainBlock::River => Cause::River { unit, to: square }.into(),
                TerrainBlock::Shore => Cause::Shore { unit, square }.into(),
            })
        })
    }

    /// RULES 3.8, for moves.
    fn blocked(&self) -> Option<Refusal> {
        match self.role.data().moves_past {
            Passing::Everything => None,
            Passing::AllButNavy => self.blocked_by(self.board.tops(Role::Navy)),
            Passing::Nothing => self.blocked_by(self.board.occupied()),
        }
    }

    /// The first of these units before the destination.
    fn blocked_by(&self, blockers: Bitboard) -> Option<Refusal> {
        let square = (self.between() & blockers).nearest(self.direction)?;
        let by = self.board.get(square)?;
        Some(Cause::Blocked { unit: self.unit, by, square }.into())
    }

    /// RULES 5.3: the state of an Air Force at its destination.
    fn flight(&self) -> Flight {
        if self.role != Role::AirForce || self.heroic {
            return Flight::Safe;
        }
        self.position.air_defense(!self.unit.color()).flight(self.from, self.to)
    }

    /// The defenders whose zones the flight meets.
    fn defenders(&self) -> Vec<Square> {
        let defense = self.position.air_defense(!self.unit.color());
        let met = self.path().map(|point| defense.defenders_of(point));
        met.fold(Bitboard::EMPTY, |all, defenders| all | defenders).iter().collect()
    }

    fn shot_down(&self) -> Refusal {
        Cause::ShotDown { to: self.to, defenders: self.defenders() }.into()
    }

    /// Why a way leads to an empty point, but the unit cannot arrive (RULES 3.5).
    fn no_landing(&self) -> Refusal {
        if !terrain::standable(self.role).contains(self.to) {
            return Refusal::new(Cause::Terrain { unit: self.unit, square: self.to }, "3.5");
        }
        Cause::SuicideOnly { to: self.to, defenders: self.defenders() }.into()
    }

    /// Why a way leads to a friend, but the unit cannot join it (RULES 3.7).
    fn no_combination(&self, friend: Unit) -> Refusal {
        let (unit, square) = (self.unit, self.to);
        match unit.combine(friend) {
            None => Cause::NoStack { unit, friend, square }.into(),
            Some(stack) => Refusal::new(Cause::Terrain { unit: stack, square }, "3.7"),
        }
    }
}

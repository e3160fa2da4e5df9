//! The walk of RULES 3 along one ray, to find the clause that stops it.

use cotulenh::{
    Bitboard, Board, Direction, Flight, Passing, Position, Role, Square, UNLIMITED, Unit, terrain,
};

use super::cause::Cause;

/// A unit that wants to go somewhere along a ray.
struct Walk<'a> {
    position: &'a Position,
    board: &'a Board,
    unit: Unit,
    role: Role,
    heroic: bool,
    from: Square,
    to: Square,
    direction: Direction,
    /// The points of the ray up to `to`, which is the last.
    path: Vec<Square>,
}

/// The first clause of sections 2 to 5 and 7 that keeps `unit` from getting from one point to another.
pub fn obstacle(position: &Position, unit: Unit, from: Square, to: Square) -> Option<Cause> {
    let (role, heroic) = (unit.top_role(), unit.top_heroic());
    if role == Role::Headquarter && !heroic {
        return Some(Cause::HeadquarterFixed { square: from });
    }
    let diagonals = role.uses_diagonals(heroic);
    let direction = from.direction_to(to).filter(|direction| diagonals || !direction.is_diagonal());
    let Some(direction) = direction else { return Some(Cause::WrongDirection { unit, diagonals }) };
    let distance = from.file().abs_diff(to.file()).max(from.rank().abs_diff(to.rank()));
    let path = (1..=distance).filter_map(|r| from.step(direction, r)).collect();
    let walk = Walk { position, board: position.board(), unit, role, heroic, from, to, direction, path };
    let target = walk.board.get(to);
    walk.forbidden_line().or_else(|| match target {
        Some(enemy) if enemy.color() != unit.color() => walk.capture(enemy),
        Some(friend) => walk.move_there().or_else(|| walk.combination(friend)),
        None => walk.move_there().or_else(|| walk.landing()),
    })
}

impl Walk<'_> {
    fn distance(&self) -> u8 {
        self.path.len() as u8
    }

    /// The range in this direction (RULES 2.2).
    fn shortened(&self, range: u8) -> u8 {
        let penalty = if self.direction.is_diagonal() { self.role.diagonal_penalty() } else { 0 };
        range.saturating_sub(penalty)
    }

    fn range_clause(&self) -> &'static str {
        match (self.direction.is_diagonal() && self.role.diagonal_penalty() > 0, self.heroic) {
            (true, _) => "2.2",
            (false, true) => "2.1",
            (false, false) => "2",
        }
    }

    /// RULES 3.1: a Commander stops before it comes into the enemy Commander's sight.
    fn forbidden_line(&self) -> Option<Cause> {
        if self.role != Role::Commander {
            return None;
        }
        let enemy = self.board.commander(!self.unit.color())?;
        let forbidden = forbidden_set(self.board, self.from, enemy);
        let first = self.path.iter().find(|point| forbidden.contains(**point))?;
        // What stands before that point stops it earlier.
        let before = self.path.iter().take_while(|point| *point != first);
        if before.into_iter().any(|point| self.board.get(*point).is_some()) {
            return None;
        }
        Some(Cause::ForbiddenLine { square: *first, enemy })
    }

    /// RULES 4.
    fn capture(&self, enemy: Unit) -> Option<Cause> {
        let (range, clause) = match self.role {
            Role::Commander => (1, "4.3"),
            Role::Navy if enemy.top_role() != Role::Navy => (self.role.threat_range(self.heroic) - 1, "4.4"),
            _ => (self.shortened(self.role.threat_range(self.heroic)), "4.1"),
        };
        if self.distance() > range {
            let (unit, to, distance) = (self.unit, self.to, self.distance());
            return Some(Cause::CaptureRange { unit, to, range, distance, clause });
        }
        let lone_commander = enemy.top_role() == Role::Commander;
        if self.role == Role::Commander && lone_commander && self.direction.is_diagonal() {
            return Some(Cause::CommanderDiagonal { enemy: self.to });
        }
        if !self.role.data().captures_past {
            return self.blocked(|_| true);
        }
        self.shot_down()
    }

    /// What moves and combinations have in common: RULES 3.2–3.4 and 3.8.
    fn move_there(&self) -> Option<Cause> {
        let range = self.role.move_range(self.heroic);
        let range = if range == UNLIMITED { range } else { self.shortened(range) };
        if self.distance() > range {
            let (unit, to, distance, clause) = (self.unit, self.to, self.distance(), self.range_clause());
            return Some(Cause::OutOfRange { unit, to, range, distance, clause });
        }
        let terrain = if self.role == Role::AirForce { None } else { self.terrain_block() };
        terrain.or_else(|| self.shot_down()).or_else(|| match self.role.data().moves_past {
            Passing::Everything => None,
            Passing::AllButNavy => self.blocked(|unit| unit.top_role() == Role::Navy),
            Passing::Nothing => self.blocked(|_| true),
        })
    }

    /// RULES 3.4.
    fn terrain_block(&self) -> Option<Cause> {
        let standable = terrain::standable(self.role);
        self.path.iter().find_map(|&square| {
            // A friend on the last point may carry it: combination asks again.
            let joins = square == self.to && self.board.get(square).is_some() && standable.contains(square);
            if !standable.contains(square) && !joins {
                Some(Cause::Terrain { unit: self.unit, square, clause: "3.4" })
            } else if self.role.data().heavy
                && terrain::heavy_crossing_blocked(self.from, square, self.direction)
            {
                Some(Cause::River { unit: self.unit, to: square })
            } else if self.role == Role::Navy && terrain::navy_entry_blocked(square, self.direction) {
                Some(Cause::Shore { square })
            } else {
                None
            }
        })
    }

    /// The first piece before the last point that stops it (RULES 3.8).
    fn blocked(&self, blocks: impl Fn(Unit) -> bool) -> Option<Cause> {
        let between = &self.path[..self.path.len() - 1];
        between.iter().find_map(|&square| {
            let by = self.board.get(square).filter(|unit| blocks(*unit))?;
            Some(Cause::Blocked { unit: self.unit, by, square })
        })
    }

    /// RULES 5.3: what has become of an Air Force at the end of its way.
    fn flight(&self) -> Flight {
        if self.role != Role::AirForce || self.heroic {
            return Flight::Safe;
        }
        let defense = self.position.air_defense(!self.unit.color());
        let (safe, kamikaze) = defense.flights(self.from, self.distance());
        if safe.contains(self.to) {
            Flight::Safe
        } else if kamikaze.contains(self.to) {
            Flight::Kamikaze
        } else {
            Flight::Destroyed
        }
    }

    /// The defenders whose zones the flight meets.
    fn defenders(&self) -> Vec<Square> {
        let defense = self.position.air_defense(!self.unit.color());
        let met = self.path.iter().map(|&point| defense.defenders_of(point));
        met.fold(Bitboard::EMPTY, |all, defenders| all | defenders).iter().collect()
    }

    fn shot_down(&self) -> Option<Cause> {
        let destroyed = self.flight() == Flight::Destroyed;
        destroyed.then(|| Cause::ShotDown { to: self.to, defenders: self.defenders() })
    }

    /// RULES 3.5, for an empty point.
    fn landing(&self) -> Option<Cause> {
        if !terrain::standable(self.role).contains(self.to) {
            return Some(Cause::Terrain { unit: self.unit, square: self.to, clause: "3.5" });
        }
        let inside_a_zone = self.flight() == Flight::Kamikaze;
        inside_a_zone.then(|| Cause::SuicideOnly { to: self.to, defenders: self.defenders() })
    }

    /// RULES 3.7.
    fn combination(&self, friend: Unit) -> Option<Cause> {
        let square = self.to;
        match self.unit.combine(friend) {
            None => Some(Cause::NoStack { unit: self.unit, friend, square }),
            Some(stack) if !terrain::standable(stack.top_role()).contains(square) => {
                Some(Cause::Terrain { unit: stack, square, clause: "3.7" })
            }
            Some(_) => None,
        }
    }
}

/// RULES 6.3: where the enemy Commander on `enemy` would see ours, which comes from `from`.
fn forbidden_set(board: &Board, from: Square, enemy: Square) -> Bitboard {
    let vertical = if from.rank() > enemy.rank() { Direction::North } else { Direction::South };
    let horizontal = if from.file() > enemy.file() { Direction::East } else { Direction::West };
    let sees = |direction: Direction| {
        let ray = (1..=UNLIMITED).map_while(move |r| enemy.step(direction, r));
        ray.take_while(|&point| point == from || board.get(point).is_none())
    };
    let sideways = sees(horizontal).filter(|_| from.file() != enemy.file());
    sees(vertical).chain(sideways).collect()
}

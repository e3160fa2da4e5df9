//! Air-defence zones and the flight of an Air Force through them (RULES 5).

use crate::attacks::{self, PerSquare};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::role::Role;
use crate::square::{Direction, INDEX_SPACE, Square};
use crate::table_macro::tables;

/// What happens to a non-heroic Air Force that flies to a point (RULES 5.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Flight {
    /// It meets no air defence.
    Safe,
    /// It is inside the zone of the only defender it has met, and has been since it entered: it may
    /// capture there, and is lost with its target.
    Suicide,
    /// It meets two defenders, or leaves a zone it had entered, and is destroyed on the way.
    ShotDown,
}

/// Where the flights from one point lead, from [`AirDefense::flights`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Flights {
    /// The points with [`Flight::Safe`].
    pub safe: Bitboard,
    /// The points with [`Flight::Suicide`].
    pub suicide: Bitboard,
}

impl Flights {
    /// The flight to one of the points; [`Flight::ShotDown`] for those out of range.
    pub const fn to(&self, point: Square) -> Flight {
        if self.safe.contains(point) {
            Flight::Safe
        } else if self.suicide.contains(point) {
            Flight::Suicide
        } else {
            Flight::ShotDown
        }
    }
}

/// The highest level of air defence in the role table.
const MAX_LEVEL: usize = {
    let (mut max, mut i) = (0, 0);
    while i < Role::COUNT {
        let level = Role::ALL[i].air_defense_level(true);
        if level > max {
            max = level;
        }
        i += 1;
    }
    max as usize
};

tables! {
    /// Disc of each level, from 0: dx² + dy² ≤ level² (RULES 5.2). Level 0 defends nothing.
    static ZONES: [PerSquare; MAX_LEVEL + 1] = {
        let mut zones = [[Bitboard::EMPTY; 256]; MAX_LEVEL + 1];
        let mut level = 1;
        while level <= MAX_LEVEL {
            zones[level] = disc(level as i32);
            level += 1;
        }
        zones
    };
}

const fn disc(level: i32) -> PerSquare {
    let mut table = [Bitboard::EMPTY; 256];
    let mut a = 0;
    while a < INDEX_SPACE {
        if let Some(center) = Square::from_index(a) {
            let mut b = 0;
            while b < INDEX_SPACE {
                if let Some(point) = Square::from_index(b) {
                    let dx = center.file() as i32 - point.file() as i32;
                    let dy = center.rank() as i32 - point.rank() as i32;
                    if dx * dx + dy * dy <= level * level {
                        table[a].set(point);
                    }
                }
                b += 1;
            }
        }
        a += 1;
    }
    table
}

/// The points that a defender of this level covers from `square`, its own included (RULES 5.2).
/// Level 0 covers none; a level above that of every role covers what the highest one does.
#[inline]
pub fn zone(level: u8, square: Square) -> Bitboard {
    ZONES[(level as usize).min(MAX_LEVEL)][square.index() & 0xff]
}

/// The air defence of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AirDefense<'a> {
    board: &'a Board,
    defenders: Bitboard,
    /// Points covered by at least one defender.
    covered: Bitboard,
    /// Points covered by two or more.
    covered_twice: Bitboard,
}

impl<'a> AirDefense<'a> {
    /// The zones of `color`'s defenders: only the top of a unit defends (RULES 5.1).
    #[inline]
    pub fn new(board: &'a Board, color: Color) -> AirDefense<'a> {
        let defenders = board.air_defender_tops() & board.of(color);
        let (mut covered, mut covered_twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
        defenders.iter().for_each(|square| {
            let zone = zone_of(board, square);
            covered_twice |= covered & zone;
            covered |= zone;
        });
        AirDefense { board, defenders, covered, covered_twice }
    }

    /// Points with a defender.
    pub fn defenders(&self) -> Bitboard {
        self.defenders
    }

    /// Points covered by at least one defender.
    pub fn covered(&self) -> Bitboard {
        self.covered
    }

    /// Points covered by two defenders or more: every flight there is shot down.
    pub fn covered_twice(&self) -> Bitboard {
        self.covered_twice
    }

    /// The points that one of the defenders covers.
    pub fn covered_by(&self, defender: Square) -> Bitboard {
        if self.defenders.contains(defender) { zone_of(self.board, defender) } else { Bitboard::EMPTY }
    }

    /// The defenders that cover a point.
    pub fn defenders_of(&self, point: Square) -> Bitboard {
        self.defenders.iter().filter(|&d| zone_of(self.board, d).contains(point)).collect()
    }

    /// Splits `path`, a part of the ray from `from` in one direction, by how a flight along it
    /// ends.
    #[inline]
    fn flights_along(&self, direction: Direction, path: Bitboard) -> Flights {
        let Some(entry) = (path & self.covered).nearest(direction) else {
            return Flights { safe: path, suicide: Bitboard::EMPTY };
        };
        let inside = path & attacks::ray(direction, entry).with(entry);
        let safe = path - inside;
        if self.covered_twice.contains(entry) {
            return Flights { safe, suicide: Bitboard::EMPTY };
        }
        let Some(defender) = self.defenders.iter().find(|&d| zone_of(self.board, d).contains(entry)) else {
            return Flights { safe, suicide: Bitboard::EMPTY };
        };
        let alone_in_zone = zone_of(self.board, defender) - self.covered_twice;
        let suicide = match (inside - alone_in_zone).nearest(direction) {
            Some(end) => inside - attacks::ray(direction, end).with(end),
            None => inside,
        };
        Flights { safe, suicide }
    }

    /// How the flight of a non-heroic enemy Air Force from `from` to `to` ends, whatever its range.
    /// Points that do not share a ray with `from` cannot be flown to: [`Flight::ShotDown`].
    ///
    /// ```
    /// use cotulenh::{Color, Flight, Position};
    /// let position = Position::from_fen("6c4/11/11/6g4/11/11/11/6F4/11/11/11/3C7 r - - 0 1")?;
    /// let defense = position.air_defense(Color::Blue);
    /// let from = "g5".parse().unwrap();
    /// assert_eq!(defense.flight(from, "g7".parse().unwrap()), Flight::Safe);
    /// assert_eq!(defense.flight(from, "g8".parse().unwrap()), Flight::Suicide);
    /// assert_eq!(defense.flight(from, "g11".parse().unwrap()), Flight::ShotDown);
    /// # Ok::<(), cotulenh::InvalidSetup>(())
    /// ```
    pub fn flight(&self, from: Square, to: Square) -> Flight {
        match from.direction_to(to) {
            Some(_) => flight_against(self.board, self.defenders, from, to),
            None => Flight::ShotDown,
        }
    }

    /// The flights of a non-heroic enemy Air Force on `from` to the points within `range`. Any
    /// range is allowed; points beyond it are in neither set.
    #[inline]
    pub fn flights(&self, from: Square, range: u8) -> Flights {
        let reach = attacks::star(range, from);
        let mut flights = Flights { safe: reach, suicide: Bitboard::EMPTY };
        if reach.is_disjoint(self.covered) {
            return flights;
        }
        flights.safe = Bitboard::EMPTY;
        for direction in Direction::ALL {
            let along = self.flights_along(direction, reach & attacks::ray(direction, from));
            flights.safe |= along.safe;
            flights.suicide |= along.suicide;
        }
        flights
    }
}

/// How the flight of a non-heroic Air Force from `from` to `to`, which share a ray, ends against
/// the air defence of `color`.
#[inline]
pub(crate) fn flight(board: &Board, color: Color, from: Square, to: Square) -> Flight {
    flight_against(board, board.air_defender_tops() & board.of(color), from, to)
}

#[inline]
fn flight_against(board: &Board, defenders: Bitboard, from: Square, to: Square) -> Flight {
    let path = attacks::between(from, to).with(to);
    let mut met = false;
    for defender in defenders {
        let zone = zone_of(board, defender);
        if !zone.is_disjoint(path) {
            // A zone is convex: a flight that has met it and does not end in it has left it.
            if met || !zone.contains(to) {
                return Flight::ShotDown;
            }
            met = true;
        }
    }
    if met { Flight::Suicide } else { Flight::Safe }
}

#[inline]
fn zone_of(board: &Board, defender: Square) -> Bitboard {
    let top = board.raw(defender);
    zone(top.top_role().air_defense_level(top.top_heroic()), defender)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard;
    use crate::position::Position;

    #[test]
    fn rules_5_2_zones_are_discs() {
        let g7 = "g7".parse().unwrap();
        assert_eq!(zone(0, g7), Bitboard::EMPTY);
        assert_eq!(zone(255, g7), zone(3, g7));
        assert_eq!(zone(1, g7).len(), 5);
        assert_eq!(zone(2, g7).len(), 13);
        let level_3 = bitboard! {
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . X . . . .
            . . . . X X X X X . .
            . . . . X X X X X . .
            . . . X X X X X X X .
            . . . . X X X X X . .
            . . . . X X X X X . .
            . . . . . . X . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
        };
        assert_eq!(zone(3, g7), level_3);
    }

    #[test]
    fn single_flights_and_sets_of_flights_agree() {
        let mut seed = 3;
        let mut position = Position::start();
        let mut suicides = 0;
        for _ in 0..300 {
            for color in Color::ALL {
                let defense = position.air_defense(color);
                for from in Square::all() {
                    for range in [0, 1, 4, 5, 11, 255] {
                        let flights = defense.flights(from, range);
                        assert!(flights.safe.is_disjoint(flights.suicide));
                        for to in Square::all() {
                            let distance =
                                from.file().abs_diff(to.file()).max(from.rank().abs_diff(to.rank()));
                            let expected =
                                if distance <= range { defense.flight(from, to) } else { Flight::ShotDown };
                            assert_eq!(flights.to(to), expected, "{from} {to} {range} {position}");
                            suicides += u32::from(expected == Flight::Suicide);
                        }
                    }
                }
            }
            seed = crate::zobrist::mix(seed);
            let actions = position.actions();
            position = match actions.get(seed as usize % actions.len().max(1)) {
                Some(&action) => position.after_unchecked(action),
                None => Position::start(),
            };
        }
        assert!(suicides > 1_000);
    }
}

//! Air-defence zones and the flight of an Air Force through them (RULES 5).

use crate::attacks::{self, PerSquare};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::square::{Direction, INDEX_SPACE, Square};

/// What has become of an Air Force at a point of its flight (RULES 5.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Flight {
    /// It has met no defender.
    Safe,
    /// It is inside the zone of the only defender it has met, and has been since it entered:
    /// it may capture there, and is lost with its target.
    Kamikaze,
    /// It has met two defenders, or left a zone it had entered.
    Destroyed,
}

/// Disc of each level: dx² + dy² ≤ level² (RULES 5.2).
static ZONES: [PerSquare; 3] = [disc(1), disc(2), disc(3)];

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

/// The points that a defender of this level (1–3) covers from `square`, its own included.
#[inline]
pub fn zone(level: u8, square: Square) -> Bitboard {
    ZONES[(level as usize).clamp(1, 3) - 1][square.index() & 0xff]
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
    /// The zones of `color`'s defenders: Missiles, Navies and Anti-Airs that are on top of their units (RULES 5.1).
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

    /// Points covered by two defenders or more: no flight that minds them gets there.
    pub fn covered_twice(&self) -> Bitboard {
        self.covered_twice
    }

    /// The defenders that cover a point.
    pub fn defenders_of(&self, point: Square) -> Bitboard {
        self.defenders.iter().filter(|&d| zone_of(self.board, d).contains(point)).collect()
    }

    /// For a flight from `from` in one direction against these zones: up to which points it is safe, and
    /// from there on up to which points it is a kamikaze's. Both sets lie within `path`, the part of the ray
    /// in question.
    #[inline]
    fn flight_along(&self, direction: Direction, path: Bitboard) -> (Bitboard, Bitboard) {
        let Some(entry) = (path & self.covered).nearest(direction) else {
            return (path, Bitboard::EMPTY);
        };
        let inside = path & attacks::ray(direction, entry).with(entry);
        let safe = path - inside;
        if self.covered_twice.contains(entry) {
            return (safe, Bitboard::EMPTY);
        }
        let Some(defender) = self.defenders.iter().find(|&d| zone_of(self.board, d).contains(entry)) else {
            return (safe, Bitboard::EMPTY);
        };
        let alone_in_zone = zone_of(self.board, defender) - self.covered_twice;
        let kamikaze = match (inside - alone_in_zone).nearest(direction) {
            Some(end) => inside - attacks::ray(direction, end).with(end),
            None => inside,
        };
        (safe, kamikaze)
    }

    /// The state of a non-heroic enemy Air Force that flies from `from` to `to`, which share a ray.
    pub(crate) fn flight(&self, from: Square, to: Square) -> Flight {
        let direction = attacks::direction_on_ray(from, to);
        let path = attacks::between(from, to).with(to);
        let (safe, kamikaze) = self.flight_along(direction, path);
        if safe.contains(to) {
            Flight::Safe
        } else if kamikaze.contains(to) {
            Flight::Kamikaze
        } else {
            Flight::Destroyed
        }
    }

    /// The points within `range` of `from` that a non-heroic enemy Air Force reaches safely, and those it
    /// reaches as a kamikaze.
    #[inline]
    pub fn flights(&self, from: Square, range: u8) -> (Bitboard, Bitboard) {
        let reach = attacks::star(range, from);
        if reach.is_disjoint(self.covered) {
            return (reach, Bitboard::EMPTY);
        }
        let (mut safe, mut kamikaze) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for direction in Direction::ALL {
            let (s, k) = self.flight_along(direction, reach & attacks::ray(direction, from));
            safe |= s;
            kamikaze |= k;
        }
        (safe, kamikaze)
    }
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

    #[test]
    fn rules_5_2_zones_are_discs() {
        let g7 = "g7".parse().unwrap();
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
}

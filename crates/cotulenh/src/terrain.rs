//! Sea, land, the river and its bridges (RULES 1.2–1.5).

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::role::Role;
use crate::square::{Direction, Square};

/// Files a and b.
pub const PURE_SEA: Bitboard = Bitboard::file(0).or(Bitboard::file(1));

/// The river mouth: d6 e6 d7 e7.
pub const RIVER_MOUTH: Bitboard =
    Bitboard::file(3).or(Bitboard::file(4)).and(Bitboard::rank(6).or(Bitboard::rank(7)));

/// Points where a Navy can stand (RULES 1.2): files a–c and the river mouth.
pub const NAVY: Bitboard = PURE_SEA.or(Bitboard::file(2)).or(RIVER_MOUTH);

/// Points where every other role can stand (RULES 1.3): files c–k.
pub const LAND: Bitboard = Bitboard::ALL.minus(PURE_SEA);

/// Points where every role can stand: file c and the river mouth.
pub const MIXED: Bitboard = NAVY.and(LAND);

/// Land south of the river: files c–k, ranks 1–6.
pub const SOUTH_BANK: Bitboard = LAND.and(
    Bitboard::rank(1)
        .or(Bitboard::rank(2))
        .or(Bitboard::rank(3))
        .or(Bitboard::rank(4))
        .or(Bitboard::rank(5))
        .or(Bitboard::rank(6)),
);

/// Land north of the river: files c–k, ranks 7–12.
pub const NORTH_BANK: Bitboard = LAND.minus(SOUTH_BANK);

/// The files with bridges, f and h: the only ones on which heavy pieces cross (RULES 1.5, 3.4b).
pub const BRIDGE_FILES: Bitboard = Bitboard::file(5).or(Bitboard::file(7));

/// The four ends of the two bridges: f6 f7 h6 h7.
pub const BRIDGES: Bitboard = BRIDGE_FILES.and(Bitboard::rank(6).or(Bitboard::rank(7)));

/// Where a unit with this top role can stand (RULES 1.4).
#[inline]
pub const fn standable(role: Role) -> Bitboard {
    match role {
        Role::Navy => NAVY,
        _ => LAND,
    }
}

/// Why terrain stops a unit on its way (RULES 3.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TerrainBlock {
    /// The unit cannot stand on the point (RULES 3.4a).
    CannotStand,
    /// A heavy piece would cross the river without a bridge (RULES 3.4b).
    River,
    /// A Navy would cut across the shore at the river mouth (RULES 3.4c).
    Shore,
}

/// Does terrain stop `role` when it enters `to` on its way from `from` (RULES 3.4)? The block holds
/// for everything behind `to` as well. An Air Force flies over all terrain.
pub const fn block(role: Role, from: Square, to: Square, direction: Direction) -> Option<TerrainBlock> {
    match role {
        Role::AirForce => None,
        _ if !standable(role).contains(to) => Some(TerrainBlock::CannotStand),
        Role::Navy if navy_entry_blocked(to, direction) => Some(TerrainBlock::Shore),
        _ if role.data().heavy && heavy_crossing_blocked(from, to, direction) => Some(TerrainBlock::River),
        _ => None,
    }
}

/// Would a heavy piece that goes from `from` to `to` cross the river without a bridge (RULES 3.4b)?
pub const fn heavy_crossing_blocked(from: Square, to: Square, direction: Direction) -> bool {
    let crosses = (SOUTH_BANK.contains(from) && NORTH_BANK.contains(to))
        || (NORTH_BANK.contains(from) && SOUTH_BANK.contains(to));
    let over_a_bridge =
        matches!(direction, Direction::North | Direction::South) && BRIDGE_FILES.contains(from);
    crosses && !over_a_bridge
}

/// The points on the bank of `color` from which a heavy piece with this move range crosses the river
/// over a bridge with one move, if nothing is in its way (RULES 3.4b).
///
/// ```
/// use cotulenh::{Color, terrain};
/// assert_eq!(format!("{:?}", terrain::before_bridges(Color::Red, 2)), "{f6, h6, f5, h5}");
/// ```
pub const fn before_bridges(color: Color, range: u8) -> Bitboard {
    let (bank, far_bank, direction) = match color {
        Color::Red => (SOUTH_BANK, NORTH_BANK, Direction::North),
        Color::Blue => (NORTH_BANK, SOUTH_BANK, Direction::South),
    };
    let mut points = Bitboard::EMPTY;
    let mut rest = bank;
    while let Some(from) = rest.first() {
        rest.clear(from);
        let mut distance = 1;
        while distance <= range
            && let Some(to) = from.step(direction, distance)
        {
            if far_bank.contains(to) && !heavy_crossing_blocked(from, to, direction) {
                points.set(from);
            }
            distance += 1;
        }
    }
    points
}

/// Is this step of a Navy barred by the shore at the river mouth (RULES 3.4c)?
pub const fn navy_entry_blocked(to: Square, direction: Direction) -> bool {
    matches!(
        (to.file(), to.rank(), direction),
        (3, 6, Direction::NorthEast)
            | (2, 5, Direction::SouthWest)
            | (2, 8, Direction::NorthWest)
            | (3, 7, Direction::SouthEast)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard;

    #[test]
    fn rules_1_2_navy_points() {
        let expected = bitboard! {
            X X X . . . . . . . .
            X X X . . . . . . . .
            X X X . . . . . . . .
            X X X . . . . . . . .
            X X X . . . . . . . .
            X X X X X . . . . . .
            X X X X X . . . . . .
            X X X . . . . . . . .
            X X X . . . . . . . .
            X X X . . . . . . . .
            X X X . . . . . . . .
            X X X . . . . . . . .
        };
        assert_eq!(NAVY, expected);
    }

    #[test]
    fn rules_1_3_land_and_mixed_points() {
        assert_eq!(LAND.len(), 9 * 12);
        assert_eq!(MIXED, NAVY - Bitboard::file(0) - Bitboard::file(1));
        assert_eq!(MIXED.len(), 16);
        assert_eq!(PURE_SEA | LAND, Bitboard::ALL);
    }

    #[test]
    fn rules_1_4_only_the_navy_needs_water() {
        for role in Role::ALL {
            assert_eq!(standable(role), if role == Role::Navy { NAVY } else { LAND });
        }
    }

    #[test]
    fn rules_1_5_banks_and_bridges() {
        assert_eq!(SOUTH_BANK | NORTH_BANK, LAND);
        assert!(SOUTH_BANK.is_disjoint(NORTH_BANK));
        assert_eq!(format!("{BRIDGES:?}"), "{f7, h7, f6, h6}");
    }
}

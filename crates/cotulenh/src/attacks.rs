//! Rays and reach: where a role could go from a point on an empty board, computed at compile time.
//!
//! Ranges are short (at most 5, Commander aside) and terrain never changes, so everything that depends
//! only on role, heroic flag and point is a table look-up; what other pieces block is cut off afterwards
//! with [`cut_off`].

use crate::bitboard::Bitboard;
use crate::role::Role;
use crate::square::{Direction, INDEX_SPACE, RANKS, ROW, Square};
use crate::terrain;

/// One bitboard a point. The length lets a `u8` index it without a bounds check.
pub(crate) type PerSquare = [Bitboard; 256];

const fn index_of(square: Square) -> usize {
    square.index() & 0xff
}

/// All points from `square` to the edge of the board.
#[inline]
pub(crate) fn ray(direction: Direction, square: Square) -> Bitboard {
    RAYS[direction as usize & 7][index_of(square)]
}

static RAYS: [PerSquare; 8] = {
    let mut table = [[Bitboard::EMPTY; 256]; 8];
    let mut d = 0;
    while d < 8 {
        let mut index = 0;
        while index < INDEX_SPACE {
            if let Some(from) = Square::from_index(index) {
                let mut distance = 1;
                while let Some(to) = from.step(Direction::ALL[d], distance) {
                    table[d][index].set(to);
                    distance += 1;
                }
            }
            index += 1;
        }
        d += 1;
    }
    table
};

/// The largest difference of two indices.
const MAX_DELTA: usize = INDEX_SPACE;

/// Direction by difference of indices, plus one; 0 where the difference lies on no ray.
static DIRECTION_OF_DELTA: [u8; 2 * MAX_DELTA] = {
    let mut table = [0; 2 * MAX_DELTA];
    let mut d = 0;
    while d < 8 {
        let (dx, dy) = Direction::ALL[d].delta();
        let mut distance = 1;
        while distance < 12 {
            let delta = distance * (dx as i32 - 16 * dy as i32);
            table[(MAX_DELTA as i32 + delta) as usize] = d as u8 + 1;
            distance += 1;
        }
        d += 1;
    }
    table
};

/// The direction from one point to another that is known to lie on one of its eight rays.
///
/// A horizontal distance of 11 or more does not exist, so index differences name directions uniquely.
#[inline]
pub(crate) fn direction_on_ray(from: Square, to: Square) -> Direction {
    let code = DIRECTION_OF_DELTA[MAX_DELTA + to.index() - from.index()];
    debug_assert!(code != 0, "{from} and {to} share no ray");
    Direction::ALL[(code.wrapping_sub(1) & 7) as usize]
}

/// The points strictly between two points that share a ray; without meaning for others.
///
/// ```
/// use cotulenh::attacks::between;
/// assert_eq!(format!("{:?}", between("d4".parse()?, "g7".parse()?)), "{f6, e5}");
/// # Ok::<(), cotulenh::ParseSquareError>(())
/// ```
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    let direction = direction_on_ray(a, b);
    ray(direction, a) & ray(direction.opposite(), b)
}

/// Do the two points share a file or a rank?
#[inline]
pub(crate) const fn aligned(a: Square, b: Square) -> bool {
    a.file() == b.file() || a.rank() == b.rank()
}

/// Removes from `reach`, a set of points on rays from `from`, everything behind a blocker.
/// The blockers' own points stay.
#[inline]
pub fn cut_off(from: Square, mut reach: Bitboard, blockers: Bitboard) -> Bitboard {
    (reach & blockers).iter().for_each(|blocker| reach -= ray(direction_on_ray(from, blocker), blocker));
    reach
}

/// The file and rank of a point.
#[inline]
pub(crate) const fn cross(square: Square) -> Bitboard {
    Bitboard::file(square.file()).or(Bitboard::rank(square.rank()))
}

/// The points a rook would see from `from`: the first piece on each file and rank included.
#[inline]
pub(crate) fn orthogonal_sight(from: Square, occupied: Bitboard) -> Bitboard {
    let mut sight = Bitboard::EMPTY;
    for direction in [Direction::North, Direction::East, Direction::South, Direction::West] {
        sight |= walk(direction, from, occupied);
    }
    sight
}

/// The points met when walking from `from`, up to and with the first one in `stops`.
#[inline]
pub(crate) fn walk(direction: Direction, from: Square, stops: Bitboard) -> Bitboard {
    let path = ray(direction, from);
    match (path & stops).nearest(direction) {
        Some(stop) => path - ray(direction, stop),
        None => path,
    }
}

/// All points on ranks at most `distance` away from a rank of the set.
#[inline]
pub(crate) fn ranks_around(set: Bitboard, distance: u8) -> Bitboard {
    let (Some(first), Some(last)) = (set.first(), set.last()) else { return Bitboard::EMPTY };
    // The first point is on the highest rank.
    let top = (first.index() / ROW as usize).saturating_sub(distance as usize);
    let bottom = (last.index() / ROW as usize + distance as usize).min(RANKS as usize - 1);
    RANKS_FROM[top & 15] & RANKS_TO[bottom & 15]
}

/// All points in this row, counted from rank 12, and below.
static RANKS_FROM: [Bitboard; 16] = {
    let mut table = [Bitboard::EMPTY; 16];
    let mut row = RANKS as usize;
    while row > 0 {
        row -= 1;
        table[row] = table[row + 1].or(Bitboard::rank(RANKS - row as u8));
    }
    table
};

/// All points in this row, counted from rank 12, and above.
static RANKS_TO: [Bitboard; 16] = {
    let mut table = [Bitboard::ALL; 16];
    let mut row = 0;
    while row < RANKS as usize {
        table[row] = Bitboard::ALL.minus(RANKS_FROM[row + 1]);
        row += 1;
    }
    table
};

/// A pair of tables: for the plain and for the heroic piece.
type Reach = [PerSquare; 2];

/// How far `role` goes in a direction, given its range along files and ranks.
pub(crate) const fn range_in(role: Role, heroic: bool, range: u8, direction: Direction) -> u8 {
    if !direction.is_diagonal() {
        range
    } else if role.uses_diagonals(heroic) {
        range.saturating_sub(role.diagonal_penalty())
    } else {
        0
    }
}

/// Points within `range` of `role`, from every point. With `arriving`, only those at which it can arrive: not behind
/// a terrain block, and where it can stand (RULES 3.3–3.5); without, all of them (RULES 4.6).
const fn reach_table(role: Role, heroic: bool, range: u8, arriving: bool) -> PerSquare {
    let mut table = [Bitboard::EMPTY; 256];
    let mut index = 0;
    while index < INDEX_SPACE {
        if let Some(from) = Square::from_index(index) {
            let mut d = 0;
            while d < 8 {
                let direction = Direction::ALL[d];
                let mut distance = 1;
                while distance <= range_in(role, heroic, range, direction) {
                    let Some(to) = from.step(direction, distance) else { break };
                    if arriving && terrain::block(role, from, to, direction).is_some() {
                        break;
                    }
                    if !arriving || terrain::standable(role).contains(to) {
                        table[index].set(to);
                    }
                    distance += 1;
                }
                d += 1;
            }
        }
        index += 1;
    }
    table
}

const fn arrival_table(role: Role, heroic: bool) -> PerSquare {
    reach_table(role, heroic, role.move_range(heroic), true)
}

macro_rules! reach_tables {
    ($($name:ident = $role:ident;)*) => {
        $(static $name: Reach =
            [arrival_table(Role::$role, false), arrival_table(Role::$role, true)];)*
    };
}

// The Commander slides and the Air Force flies: they have no table.
reach_tables! {
    INFANTRY_MOVES = Infantry;
    TANK_MOVES = Tank;
    MILITIA_MOVES = Militia;
    ARTILLERY_MOVES = Artillery;
    ANTI_AIR_MOVES = AntiAir;
    MISSILE_MOVES = Missile;
    NAVY_MOVES = Navy;
    HEADQUARTER_MOVES = Headquarter;
}

/// Where a role other than Commander and Air Force could arrive on an empty board, terrain considered.
#[inline]
pub(crate) fn move_reach(role: Role, heroic: bool, from: Square) -> Bitboard {
    let table = match role {
        Role::Commander | Role::AirForce => {
            debug_assert!(false, "{role} does not move by table");
            return Bitboard::EMPTY;
        }
        Role::Infantry | Role::Engineer => &INFANTRY_MOVES,
        Role::Tank => &TANK_MOVES,
        Role::Militia => &MILITIA_MOVES,
        Role::Artillery => &ARTILLERY_MOVES,
        Role::AntiAir => &ANTI_AIR_MOVES,
        Role::Missile => &MISSILE_MOVES,
        Role::Navy => &NAVY_MOVES,
        Role::Headquarter => &HEADQUARTER_MOVES,
    };
    table[heroic as usize][index_of(from)]
}

/// Points within 1–3 along files and ranks.
static ORTHOGONAL: [PerSquare; 3] = [
    reach_table(Role::Infantry, false, 1, false),
    reach_table(Role::Infantry, false, 2, false),
    reach_table(Role::Infantry, false, 3, false),
];

/// Points within 1–5 in all eight directions.
static STAR: [PerSquare; 5] = [
    reach_table(Role::Militia, false, 1, false),
    reach_table(Role::Militia, false, 2, false),
    reach_table(Role::Militia, false, 3, false),
    reach_table(Role::Militia, false, 4, false),
    reach_table(Role::Militia, false, 5, false),
];

/// The Missile's capture range, shorter on diagonals (RULES 2.2).
static MISSILE_CAPTURES: Reach =
    [reach_table(Role::Missile, false, 2, false), reach_table(Role::Missile, true, 3, false)];

/// Points within `range` in all eight directions.
///
/// # Panics
/// Unless the range is 1 to 5.
#[inline]
pub fn star(range: u8, from: Square) -> Bitboard {
    STAR[range as usize - 1][index_of(from)]
}

/// Points that `role` could capture on, whatever stands between (RULES 4.1, 4.3).
///
/// For a Navy: the points within its full range, at which only Navies are taken (RULES 4.4).
#[inline]
pub fn capture_reach(role: Role, heroic: bool, from: Square) -> Bitboard {
    CAPTURE_REACH[role as usize][heroic as usize][index_of(from)]
}

/// Points on which `role` could capture a unit whose top is a Navy, or is not, whatever stands between (RULES 4.1 to
/// 4.4).
#[inline]
pub(crate) fn capture_reach_on(role: Role, heroic: bool, from: Square, on_navy: bool) -> Bitboard {
    match role {
        Role::Navy if !on_navy => star(role.threat_range(heroic) - 1, from),
        _ => capture_reach(role, heroic, from),
    }
}

/// Points that `role` threatens for the purpose of RULES 6.1, whatever stands between. It is symmetric: also the
/// points from which it threatens `from`.
#[inline]
pub fn threat_reach(role: Role, heroic: bool, from: Square) -> Bitboard {
    THREAT_REACH[role as usize][heroic as usize][index_of(from)]
}

/// Which table to look into, by role and whether it is heroic: one look-up instead of several branches.
type ByRole = [[&'static PerSquare; 2]; Role::COUNT];

static THREAT_REACH: ByRole = {
    let mut tables = [[&NOWHERE; 2]; Role::COUNT];
    let mut i = 0;
    while i < Role::COUNT {
        let role = Role::ALL[i];
        tables[role as usize] = [threat_table(role, false), threat_table(role, true)];
        i += 1;
    }
    tables
};

static CAPTURE_REACH: ByRole = {
    let mut tables = THREAT_REACH;
    tables[Role::Missile as usize] = [&MISSILE_CAPTURES[0], &MISSILE_CAPTURES[1]];
    tables[Role::Commander as usize][true as usize] = &STAR[0];
    tables
};

static NOWHERE: PerSquare = [Bitboard::EMPTY; 256];

const fn threat_table(role: Role, heroic: bool) -> &'static PerSquare {
    match role.threat_range(heroic) as usize {
        0 => &NOWHERE,
        range if role.uses_diagonals(heroic) => &STAR[range - 1],
        range => &ORTHOGONAL[range - 1],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sq(name: &str) -> Square {
        name.parse().unwrap()
    }

    fn reach(role: Role, heroic: bool, from: &str) -> Bitboard {
        move_reach(role, heroic, sq(from))
    }

    #[test]
    fn rays_walk_to_the_edge() {
        assert_eq!(ray(Direction::North, sq("d4")).len(), 8);
        assert_eq!(ray(Direction::SouthWest, sq("d4")).len(), 3);
        assert_eq!(format!("{:?}", between(sq("d4"), sq("g7"))), "{f6, e5}");
        for from in Square::all() {
            for direction in Direction::ALL {
                for to in ray(direction, from) {
                    assert_eq!(direction_on_ray(from, to), direction);
                }
            }
        }
    }

    #[test]
    fn rules_2_ranges_on_open_land() {
        // From g9 nothing but the range limits.
        let counts = [
            (Role::Infantry, 4, 16),
            (Role::Tank, 8, 24),
            (Role::Militia, 8, 16),
            (Role::Engineer, 4, 16),
            (Role::Headquarter, 0, 8),
        ];
        for (role, plain, heroic) in counts {
            assert_eq!(reach(role, false, "g9").len(), plain, "{role}");
            assert_eq!(reach(role, true, "g9").len(), heroic, "heroic {role}");
        }
    }

    #[test]
    fn rules_2_2_the_missile_is_shorter_on_diagonals() {
        assert!(capture_reach(Role::Missile, false, sq("g4")).contains(sq("h5")));
        assert!(!capture_reach(Role::Missile, false, sq("g4")).contains(sq("i6")));
        assert!(capture_reach(Role::Missile, true, sq("g4")).contains(sq("i6")));
        assert!(threat_reach(Role::Missile, false, sq("g4")).contains(sq("i6")));
    }

    #[test]
    fn rules_3_4_terrain_blocks_are_sticky() {
        // (a) e7 to the north-west: d8 is no water, so c9 behind it is out of reach.
        assert!(!reach(Role::Navy, false, "e7").contains(sq("c9")));
        // (b) heavy pieces cross on files f and h only, and vertically only.
        assert!(reach(Role::Artillery, false, "f6").contains(sq("f7")));
        assert!(!reach(Role::Artillery, false, "g6").contains(sq("g7")));
        assert!(!reach(Role::Artillery, false, "g6").contains(sq("h7")));
        assert!(reach(Role::Tank, false, "g6").contains(sq("g7")));
        // (c) the four barred entries.
        for (from, to) in [("c5", "d6"), ("d6", "c5"), ("d7", "c8"), ("c8", "d7")] {
            assert!(!reach(Role::Navy, false, from).contains(sq(to)), "{from} {to}");
        }
        assert!(reach(Role::Navy, false, "c6").contains(sq("e6")));
    }
}

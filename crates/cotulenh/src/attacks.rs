//! Rays and reach: where a role could go from a point on an empty board, as tables.
//!
//! Ranges are short (at most [`MAX_RANGE`], the Commander's moves aside) and terrain never changes,
//! so everything that depends only on role, heroic flag and point is a table look-up. What other
//! pieces block is cut off afterwards with [`cut_off`].
//!
//! All tables follow from the role table (`role.rs`): their ranges, their sizes and which roles
//! share one. A table that the code does not support fails to compile, with a message.

use crate::bitboard::Bitboard;
use crate::role::{Passing, Role, UNLIMITED};
use crate::square::{Direction, INDEX_SPACE, RANKS, ROW, Square};
use crate::table_macro::{table_functions, tables};
use crate::terrain;

/// A bitboard for each point. The length lets a `u8` index it without a bounds check.
pub(crate) type PerSquare = [Bitboard; 256];

const fn index_of(square: Square) -> usize {
    square.index() & 0xff
}

/// All points from `square` to the edge of the board.
#[inline]
pub(crate) fn ray(direction: Direction, square: Square) -> Bitboard {
    RAYS[direction as usize & 7][index_of(square)]
}

tables! {
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
}

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

/// The direction from one point to another if they share a ray; any direction if they do not.
///
/// A horizontal distance of 11 or more does not exist, so index differences name directions
/// uniquely.
#[inline]
pub(crate) fn direction_on_ray(from: Square, to: Square) -> Direction {
    let code = DIRECTION_OF_DELTA[MAX_DELTA + to.index() - from.index()];
    Direction::ALL[(code.wrapping_sub(1) & 7) as usize]
}

/// The points strictly between two points that share a ray; empty if they do not share one.
///
/// ```
/// use cotulenh::attacks::between;
/// assert_eq!(format!("{:?}", between("d4".parse()?, "g7".parse()?)), "{f6, e5}");
/// assert!(between("d4".parse()?, "e7".parse()?).is_empty());
/// # Ok::<(), cotulenh::ParseSquareError>(())
/// ```
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    // Points that share no ray lie on different parallels of any direction, which never meet.
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

/// The furthest a piece captures or threatens: a heroic Air Force or Navy.
pub const MAX_CAPTURE_RANGE: u8 = {
    let (mut max, mut i) = (0, 0);
    while i < Role::COUNT {
        let range = Role::ALL[i].threat_range(true);
        if range > max {
            max = range;
        }
        i += 1;
    }
    max
};

/// The furthest a piece moves or captures, the Commander's unlimited moves aside.
pub const MAX_RANGE: u8 = {
    let (mut max, mut i) = (MAX_CAPTURE_RANGE, 0);
    while i < Role::COUNT {
        let range = Role::ALL[i].move_range(true);
        if range > max && !matches!(Role::ALL[i], Role::Commander) {
            max = range;
        }
        i += 1;
    }
    max
};

/// A pair of tables: for the plain and for the heroic piece.
type Reach = [PerSquare; 2];

/// How far `role` goes in a direction, given its range along files and ranks.
pub(crate) const fn range_in(role: Role, heroic: bool, range: u8, direction: Direction) -> u8 {
    limit_in(range, role.uses_diagonals(heroic), role.diagonal_penalty(), direction)
}

/// A range along files and ranks, in one direction: diagonals may be shorter (RULES 2.2) or absent.
const fn limit_in(range: u8, diagonals: bool, penalty: u8, direction: Direction) -> u8 {
    if !direction.is_diagonal() {
        range
    } else if diagonals {
        range.saturating_sub(penalty)
    } else {
        0
    }
}

/// From every point, the points at which `role` can arrive: within its move range, not behind a
/// terrain block, and where it can stand (RULES 3.3–3.5).
const fn arrival_table(role: Role, heroic: bool) -> PerSquare {
    reach_table(role.move_range(heroic), role.uses_diagonals(heroic), role.diagonal_penalty(), Some(role))
}

/// From every point, the points within a range, whatever the terrain (RULES 4.6).
const fn disregarding_terrain(range: u8, diagonals: bool, penalty: u8) -> PerSquare {
    reach_table(range, diagonals, penalty, None)
}

const fn reach_table(range: u8, diagonals: bool, penalty: u8, arriving: Option<Role>) -> PerSquare {
    let mut table = [Bitboard::EMPTY; 256];
    let mut index = 0;
    while index < INDEX_SPACE {
        if let Some(from) = Square::from_index(index) {
            let mut d = 0;
            while d < 8 {
                let direction = Direction::ALL[d];
                let mut distance = 1;
                while distance <= limit_in(range, diagonals, penalty, direction) {
                    let Some(to) = from.step(direction, distance) else { break };
                    if let Some(role) = arriving
                        && terrain::block(role, from, to, direction).is_some()
                    {
                        break;
                    }
                    table[index].set(to);
                    distance += 1;
                }
                d += 1;
            }
        }
        index += 1;
    }
    table
}

/// Roles that move alike on an empty board, such as Infantry and Engineer, share a table.
struct MoveTables {
    /// The number of different tables.
    count: usize,
    /// Which table each role uses.
    of_role: [usize; Role::COUNT],
    /// A role that uses the table.
    role: [Role; Role::COUNT],
}

const MOVE_TABLES: MoveTables = {
    let mut tables = MoveTables { count: 0, of_role: [0; Role::COUNT], role: [Role::Commander; Role::COUNT] };
    let mut i = 0;
    while i < Role::COUNT {
        let role = Role::ALL[i];
        i += 1;
        if !moves_by_table(role) {
            continue;
        }
        let mut table = 0;
        while table < tables.count && !moves_like(role, tables.role[table]) {
            table += 1;
        }
        tables.of_role[role as usize] = table;
        if table == tables.count {
            tables.role[table] = role;
            tables.count += 1;
        }
    }
    tables
};

/// The Commander slides and the Air Force flies: they have no table.
const fn moves_by_table(role: Role) -> bool {
    !matches!(role, Role::Commander | Role::AirForce)
}

/// Do the roles arrive at the same points of an empty board? True only if nothing that
/// [`arrival_table`] looks at differs.
const fn moves_like(a: Role, b: Role) -> bool {
    let (x, y) = (a.data(), b.data());
    x.move_range == y.move_range
        && x.diagonals == y.diagonals
        && x.diagonal_penalty == y.diagonal_penalty
        && x.heavy == y.heavy
        && matches!(a, Role::Navy) == matches!(b, Role::Navy)
}

tables! {
    static MOVES: [Reach; MOVE_TABLES.count] = {
        let mut tables = [[[Bitboard::EMPTY; 256]; 2]; MOVE_TABLES.count];
        let mut i = 0;
        while i < MOVE_TABLES.count {
            let role = MOVE_TABLES.role[i];
            tables[i] = [arrival_table(role, false), arrival_table(role, true)];
            i += 1;
        }
        tables
    };
}

/// Where a role other than Commander and Air Force could arrive on an empty board, terrain
/// considered.
#[inline]
pub(crate) fn move_reach(role: Role, heroic: bool, from: Square) -> Bitboard {
    debug_assert!(moves_by_table(role), "{role} does not move by table");
    MOVES[MOVE_TABLES.of_role[role as usize]][heroic as usize][index_of(from)]
}

/// The furthest that a piece without diagonals captures. Heroic pieces have diagonals.
const MAX_ORTHOGONAL_RANGE: usize = {
    let (mut max, mut i) = (0, 0);
    while i < Role::COUNT {
        let role = Role::ALL[i];
        if !role.uses_diagonals(false) && role.threat_range(false) > max {
            max = role.threat_range(false);
        }
        i += 1;
    }
    max as usize
};

tables! {
    /// Points within a range along files and ranks, by range from 0.
    static ORTHOGONAL: [PerSquare; MAX_ORTHOGONAL_RANGE + 1] = {
        let mut tables = [[Bitboard::EMPTY; 256]; MAX_ORTHOGONAL_RANGE + 1];
        let mut range = 1;
        while range <= MAX_ORTHOGONAL_RANGE {
            tables[range] = disregarding_terrain(range as u8, false, 0);
            range += 1;
        }
        tables
    };
}

tables! {
    /// Points within a range in all eight directions, by range from 0.
    static STAR: [PerSquare; MAX_RANGE as usize + 1] = {
        let mut tables = [[Bitboard::EMPTY; 256]; MAX_RANGE as usize + 1];
        let mut range = 1;
        while range <= MAX_RANGE as usize {
            tables[range] = disregarding_terrain(range as u8, true, 0);
            range += 1;
        }
        tables
    };
}

tables! {
    /// The Missile's captures, shorter on diagonals (RULES 2.2).
    static MISSILE_CAPTURES: Reach = [missile_captures(false), missile_captures(true)];
}

const fn missile_captures(heroic: bool) -> PerSquare {
    let role = Role::Missile;
    disregarding_terrain(role.threat_range(heroic), role.uses_diagonals(heroic), role.diagonal_penalty())
}

/// Points within `range` in all eight directions. Any range is allowed: 0 reaches nothing.
#[inline]
pub fn star(range: u8, from: Square) -> Bitboard {
    match STAR.get(range as usize) {
        Some(table) => table[index_of(from)],
        None => distant_star(range, from),
    }
}

/// [`star`] beyond the range of every piece.
#[cold]
fn distant_star(range: u8, from: Square) -> Bitboard {
    let walk = |direction| (1..=range).map_while(move |distance| from.step(direction, distance));
    Direction::ALL.into_iter().flat_map(walk).collect()
}

/// Points that `role` could capture on, whatever stands between (RULES 4.1, 4.3).
///
/// For a Navy: the points within its full range, at which only Navies are taken (RULES 4.4).
#[inline]
pub fn capture_reach(role: Role, heroic: bool, from: Square) -> Bitboard {
    CAPTURE_REACH[role as usize][heroic as usize][index_of(from)]
}

/// Points on which `role` could capture a unit with, or without, a Navy on top (RULES 4.4),
/// whatever stands between. It is symmetric: also the points from which it could capture on `from`.
#[inline]
pub fn capture_reach_on(role: Role, heroic: bool, from: Square, navy_on_target: bool) -> Bitboard {
    match role {
        Role::Navy if !navy_on_target => navy_reach_of_others(heroic, from),
        _ => capture_reach(role, heroic, from),
    }
}

/// Like [`capture_reach_on`], for threats (RULES 6.1).
#[inline]
pub(crate) fn threat_reach_on(role: Role, heroic: bool, from: Square, navy_on_target: bool) -> Bitboard {
    match role {
        Role::Navy if !navy_on_target => navy_reach_of_others(heroic, from),
        _ => threat_reach(role, heroic, from),
    }
}

/// The points on which a Navy takes units without a Navy on top: at one less than its range.
#[inline]
pub(crate) fn navy_reach_of_others(heroic: bool, from: Square) -> Bitboard {
    star(Role::Navy.threat_range(heroic) - 1, from)
}

/// Points that `role` threatens for the purpose of RULES 6.1, whatever stands between. It is
/// symmetric: also the points from which it threatens `from`.
#[inline]
pub fn threat_reach(role: Role, heroic: bool, from: Square) -> Bitboard {
    THREAT_REACH[role as usize][heroic as usize][index_of(from)]
}

/// Which table to look into, by role and whether it is heroic: one look-up instead of several
/// branches.
type ByRole = [[&'static PerSquare; 2]; Role::COUNT];

tables! {
    static THREAT_REACH: ByRole = threat_tables();

    static CAPTURE_REACH: ByRole = {
        let mut tables = threat_tables();
        tables[Role::Missile as usize] = [&MISSILE_CAPTURES[0], &MISSILE_CAPTURES[1]];
        // 4.3: not further when heroic.
        let range = Role::Commander.data().capture_range;
        tables[Role::Commander as usize][true as usize] = within(Role::Commander, true, range);
        tables
    };
}

table_functions! {
    /// The points that each role threatens.
    fn threat_tables() -> ByRole {
        let mut tables = [[&STAR[0]; 2]; Role::COUNT];
        let mut i = 0;
        while i < Role::COUNT {
            let role = Role::ALL[i];
            let (plain, heroic) = (role.threat_range(false), role.threat_range(true));
            tables[role as usize] = [within(role, false, plain), within(role, true, heroic)];
            i += 1;
        }
        tables
    }

    /// The points within a range, in the directions of the role.
    fn within(role: Role, heroic: bool, range: u8) -> &'static PerSquare {
        if role.uses_diagonals(heroic) { &STAR[range as usize] } else { &ORTHOGONAL[range as usize] }
    }
}

/// What the code of movement takes for granted about the role table.
const _: () = {
    let mut i = 0;
    while i < Role::COUNT {
        let role = Role::ALL[i];
        let data = role.data();
        assert!(
            data.diagonal_penalty == 0 || matches!(role, Role::Missile),
            "shorter diagonals are implemented for the Missile only",
        );
        assert!(
            matches!(data.moves_past, Passing::Nothing) || data.captures_past,
            "a role that moves past pieces captures past them: captures are cut off at any piece",
        );
        i += 1;
    }
    let (commander, air_force, navy) = (Role::Commander.data(), Role::AirForce.data(), Role::Navy.data());
    assert!(
        commander.capture_range == 1 && commander.move_range == UNLIMITED && !commander.heavy,
        "a Commander slides without limit and captures next to it (RULES 4.3)",
    );
    assert!(
        matches!(commander.moves_past, Passing::Nothing) && !commander.captures_past,
        "every piece stops a Commander (RULES 3.8)",
    );
    assert!(
        air_force.diagonals && !air_force.heavy && matches!(air_force.moves_past, Passing::Everything),
        "an Air Force flies in all directions, over everything",
    );
    assert!(
        navy.capture_range > 0 && !navy.heavy,
        "a Navy takes others at one less than its range (RULES 4.4), and the river does not stop it",
    );
};

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
    fn nothing_lies_between_points_that_share_no_ray() {
        for a in Square::all() {
            for b in Square::all().filter(|&b| a.direction_to(b).is_none()) {
                assert!(between(a, b).is_empty(), "{a} {b}");
            }
        }
    }

    #[test]
    fn stars_of_any_range() {
        let from = sq("f6");
        assert!(star(0, from).is_empty());
        for range in 1..=UNLIMITED {
            let expected: Bitboard = Direction::ALL
                .into_iter()
                .flat_map(|d| (1..=range).filter_map(move |distance| from.step(d, distance)))
                .collect();
            assert_eq!(star(range, from), expected);
        }
        assert_eq!(star(255, from), star(UNLIMITED, from));
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
        // (a) e7 to the north-west: d8 is not water, so c9 behind it is out of reach.
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

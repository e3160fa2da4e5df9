//! Rays, ranges and distances, computed at compile time.
//!
//! The engine asks other questions of the board than move generation does (who could take here, whatever stands between?),
//! so it has its own small tables.

use cotulenh::{Bitboard, Direction, Role, Square};

/// Length of an array indexed by [`Square::index`].
pub(crate) const INDEX_SPACE: usize = 192;

/// One bitboard a point. The length lets a `u8` index it without a bounds check.
pub(crate) type PerSquare = [Bitboard; 256];

/// The number of points, and of compact indices.
pub(crate) const POINTS: usize = 132;

/// The index of a point without the guard columns, below [`POINTS`].
#[inline]
pub(crate) const fn compact(square: Square) -> usize {
    let index = square.index();
    (index >> 4) * 11 + (index & 15)
}

/// Distance in steps of a king of chess.
#[inline]
pub(crate) const fn distance(a: Square, b: Square) -> usize {
    let (i, j) = (a.index() as i32, b.index() as i32);
    let files = ((i & 15) - (j & 15)).unsigned_abs();
    let ranks = ((i >> 4) - (j >> 4)).unsigned_abs();
    (if files > ranks { files } else { ranks }) as usize
}

const fn reach(range: u8, diagonal_range: u8) -> PerSquare {
    let mut table = [Bitboard::EMPTY; 256];
    let mut index = 0;
    while index < INDEX_SPACE {
        if let Some(from) = Square::from_index(index) {
            let mut d = 0;
            while d < 8 {
                let direction = Direction::ALL[d];
                let limit = if direction.is_diagonal() { diagonal_range } else { range };
                let mut step = 1;
                while step <= limit {
                    let Some(to) = from.step(direction, step) else { break };
                    table[index].set(to);
                    step += 1;
                }
                d += 1;
            }
        }
        index += 1;
    }
    table
}

static STAR: [PerSquare; 6] = [reach(0, 0), reach(1, 1), reach(2, 2), reach(3, 3), reach(4, 4), reach(5, 5)];
static ORTHOGONAL: [PerSquare; 4] = [reach(0, 0), reach(1, 0), reach(2, 0), reach(3, 0)];
/// RULES 2.2: shorter on diagonals.
static MISSILE: [PerSquare; 2] = [reach(2, 1), reach(3, 2)];

static RAYS: [PerSquare; 8] = {
    let mut table = [[Bitboard::EMPTY; 256]; 8];
    let mut d = 0;
    while d < 8 {
        let mut index = 0;
        while index < INDEX_SPACE {
            if let Some(from) = Square::from_index(index) {
                let mut step = 1;
                while let Some(to) = from.step(Direction::ALL[d], step) {
                    table[d][index].set(to);
                    step += 1;
                }
            }
            index += 1;
        }
        d += 1;
    }
    table
};

/// Direction by difference of indices, plus one; meaningful only for points that share a ray.
static DIRECTIONS: [u8; 2 * INDEX_SPACE] = {
    let mut table = [0; 2 * INDEX_SPACE];
    let mut d = 0;
    while d < 8 {
        let (dx, dy) = Direction::ALL[d].delta();
        let mut step = 1;
        while step < 12 {
            let difference = step * (dx as i32 - 16 * dy as i32);
            table[(INDEX_SPACE as i32 + difference) as usize] = d as u8 + 1;
            step += 1;
        }
        d += 1;
    }
    table
};

/// Points within `range` (0–5) in all eight directions.
#[inline]
pub(crate) fn star(range: u8, from: Square) -> Bitboard {
    STAR[range as usize][from.index() & 0xff]
}

/// Points within `range` (0–3) along files and ranks.
#[inline]
pub(crate) fn orthogonal(range: u8, from: Square) -> Bitboard {
    ORTHOGONAL[range as usize][from.index() & 0xff]
}

/// The points from a point to the edge.
#[inline]
pub(crate) fn ray(direction: usize, from: Square) -> Bitboard {
    RAYS[direction & 7][from.index() & 0xff]
}

/// The direction, as an index, between two points that are known to share a ray.
#[inline]
pub(crate) fn direction(from: Square, to: Square) -> Option<usize> {
    let code = DIRECTIONS[INDEX_SPACE + to.index() - from.index()];
    (code != 0).then(|| code as usize - 1)
}

/// The points strictly between two points that are known to share a ray.
#[inline]
pub(crate) fn between(a: Square, b: Square) -> Bitboard {
    match (direction(a, b), direction(b, a)) {
        (Some(there), Some(back)) => ray(there, a) & ray(back, b),
        _ => Bitboard::EMPTY,
    }
}

/// Points on which a piece could take, whatever stands between; for a Navy within its full range, at which only Navies are taken
/// (RULES 4.4).
#[inline]
pub(crate) fn capture_reach(role: Role, heroic: bool, from: Square) -> Bitboard {
    match role {
        Role::Missile => MISSILE[heroic as usize][from.index() & 0xff],
        Role::Commander if heroic => star(1, from),
        _ => threat_reach(role, heroic, from),
    }
}

/// Points on which a piece would threaten a Commander, whatever stands between (RULES 6.1); it is symmetric.
#[inline]
pub(crate) fn threat_reach(role: Role, heroic: bool, from: Square) -> Bitboard {
    let range = role.threat_range(heroic);
    if role.uses_diagonals(heroic) { star(range, from) } else { orthogonal(range, from) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compact_indices_are_dense() {
        let all: Vec<usize> = Square::all().map(compact).collect();
        assert_eq!(all, (0..POINTS).collect::<Vec<_>>());
    }

    #[test]
    fn between_and_distance_agree() {
        for a in Square::all() {
            for b in Square::all().filter(|&b| b != a) {
                if let Some(d) = a.direction_to(b) {
                    assert_eq!(direction(a, b), Some(d as usize));
                    assert_eq!(between(a, b).len() + 1, distance(a, b));
                }
            }
        }
    }
}

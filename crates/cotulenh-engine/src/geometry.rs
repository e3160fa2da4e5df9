//! Indices and distances of points.

use cotulenh::Square;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compact_indices_are_dense() {
        let all: Vec<usize> = Square::all().map(compact).collect();
        assert_eq!(all, (0..POINTS).collect::<Vec<_>>());
    }

    #[test]
    fn distances_are_steps_along_a_ray() {
        for a in Square::all() {
            for b in Square::all().filter(|&b| b != a && a.direction_to(b).is_some()) {
                assert_eq!(cotulenh::attacks::between(a, b).len() + 1, distance(a, b));
            }
        }
    }
}

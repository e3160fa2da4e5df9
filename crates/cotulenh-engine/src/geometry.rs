//! Indices and distances of points.

use cotulenh::Square;

/// The number of points, and of compact indices.
pub(crate) const POINTS: usize = 132;

/// Room for [`Square::index`].
pub(crate) const INDEX_SPACE: usize = 192;

/// The index of a point without the guard columns, below [`POINTS`].
#[inline]
pub(crate) const fn compact(square: Square) -> usize {
    let index = square.index();
    (index >> 4) * 11 + (index & 15)
}

/// Distance in steps of a king of chess.
#[inline]
pub(crate) fn distance(a: Square, b: Square) -> usize {
    DISTANCES_FROM[a.index()][b.index()].into()
}

/// Distances from one point to all others, by [`Square::index`]. The length lets a `u8` index it without a bounds check.
pub(crate) type Distances = [u8; 256];

/// In steps of a king of chess, by [`Square::index`].
pub(crate) static DISTANCES_FROM: [Distances; INDEX_SPACE] = {
    let mut table = [[0; 256]; INDEX_SPACE];
    let mut i = 0;
    while i < INDEX_SPACE {
        let mut j = 0;
        while j < INDEX_SPACE {
            let files = (i & 15).abs_diff(j & 15);
            let ranks = (i >> 4).abs_diff(j >> 4);
            table[i][j] = (if files > ranks { files } else { ranks }) as u8;
            j += 1;
        }
        i += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compact_indices_are_dense() {
        let all: Vec<usize> = Square::all().map(compact).collect();
        assert_eq!(all, (0..POINTS).collect::<Vec<_>>());
    }

    #[test]
    fn distances_are_those_of_files_or_ranks() {
        for a in Square::all() {
            for b in Square::all() {
                let (files, ranks) = (a.file().abs_diff(b.file()), a.rank().abs_diff(b.rank()));
                assert_eq!(distance(a, b), usize::from(files.max(ranks)), "{a} {b}");
            }
        }
    }
}

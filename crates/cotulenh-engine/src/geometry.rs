//! Indices and distances of points.

use cotulenh::{FILES, RANKS, Square};

/// The number of points of the board.
pub(crate) const POINTS: usize = FILES as usize * RANKS as usize;

/// More than the largest [`Square::index`].
pub(crate) const INDEX_SPACE: usize = (RANKS as usize) << 4;

/// The index of a point without the guard columns, less than [`POINTS`].
#[inline]
pub(crate) const fn compact(square: Square) -> usize {
    let index = square.index();
    (index >> 4) * FILES as usize + (index & 15)
}

/// Chebyshev distance: the number of steps of a chess king.
#[inline]
pub(crate) fn distance(a: Square, b: Square) -> usize {
    DistancesFrom::new(Some(a)).to(b)
}

/// The distances from one point to all others, one look-up each.
#[derive(Clone, Copy)]
pub(crate) struct DistancesFrom {
    table: &'static [u8; DIFFERENCES],
    offset: usize,
}

impl DistancesFrom {
    /// Without a point, all distances are 0.
    #[inline]
    pub(crate) fn new(from: Option<Square>) -> DistancesFrom {
        match from {
            Some(square) => DistancesFrom { table: &DISTANCES, offset: CENTRE - wide(square.index()) },
            None => DistancesFrom { table: &[0; DIFFERENCES], offset: 0 },
        }
    }

    #[inline]
    pub(crate) fn to(self, square: Square) -> usize {
        self.table[(wide(square.index()) + self.offset) % DIFFERENCES].into()
    }
}

/// An index with rows so far apart that the difference of two indices determines the differences of
/// files and ranks.
#[inline]
const fn wide(index: usize) -> usize {
    index + (index & 0xf0)
}

/// The place of the difference 0.
const CENTRE: usize = wide(INDEX_SPACE);

/// The size of the table of differences; a power of two.
const DIFFERENCES: usize = 1024;

/// By the difference of two wide indices.
static DISTANCES: [u8; DIFFERENCES] = {
    let mut table = [0; DIFFERENCES];
    let mut i = 0;
    while i < INDEX_SPACE {
        let mut j = 0;
        while j < INDEX_SPACE {
            // The guard columns are left out: their differences would collide with others.
            if i & 15 < FILES as usize && j & 15 < FILES as usize {
                let files = (i & 15).abs_diff(j & 15);
                let ranks = (i >> 4).abs_diff(j >> 4);
                table[CENTRE + wide(j) - wide(i)] = (if files > ranks { files } else { ranks }) as u8;
            }
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

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

/// The distances ([`Square::distance`]) from one point to all others, one look-up each.
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
            if let (Some(from), Some(to)) = (Square::from_index(i), Square::from_index(j)) {
                table[CENTRE + wide(j) - wide(i)] = from.distance(to);
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
    fn the_table_has_every_distance() {
        for from in Square::all() {
            let distances = DistancesFrom::new(Some(from));
            for to in Square::all() {
                assert_eq!(distances.to(to), usize::from(from.distance(to)), "{from} {to}");
            }
        }
    }
}

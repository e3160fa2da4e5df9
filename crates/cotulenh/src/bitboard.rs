//! Sets of points.

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

use crate::square::{Direction, FILES, INDEX_SPACE, ROW, Square};

/// A set of the 132 points, one bit each: 12 rows of 16 columns in three words.
///
/// Columns 11–15 of a row are guards: no bit there is ever set, so a step to the side cannot wrap
/// into the next row. Bit order is [`Square::index`] order.
///
/// ```
/// use cotulenh::{Bitboard, Square};
/// let f6: Square = "f6".parse().unwrap();
/// let set = Bitboard::from(f6) | Bitboard::from_iter(["a12".parse::<Square>().unwrap()]);
/// assert_eq!(set.len(), 2);
/// assert!(set.contains(f6));
/// assert_eq!(set.first().unwrap().to_string(), "a12");
/// assert_eq!((!set).len(), 130);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard([u64; 3]);

/// The 11 columns of the board in each of the four rows of a word.
const COLUMNS: u64 = 0x07ff_07ff_07ff_07ff;

impl Bitboard {
    /// No point.
    pub const EMPTY: Bitboard = Bitboard([0; 3]);
    /// All 132 points.
    pub const ALL: Bitboard = Bitboard([COLUMNS; 3]);

    /// The set with exactly this point.
    #[inline]
    pub const fn from_square(square: Square) -> Bitboard {
        let mut words = [0; 3];
        words[square.index() / 64] = 1 << (square.index() % 64);
        Bitboard(words)
    }

    /// A set from its three words; bits outside the board are dropped.
    pub const fn from_words(words: [u64; 3]) -> Bitboard {
        Bitboard([words[0] & COLUMNS, words[1] & COLUMNS, words[2] & COLUMNS])
    }

    /// The three words, rank 12 in the lowest bits of the first.
    pub const fn words(self) -> [u64; 3] {
        self.0
    }

    /// All points of a file (0–10).
    ///
    /// # Panics
    ///
    /// If the file is greater than 10; at compile time in `const` code.
    pub const fn file(file: u8) -> Bitboard {
        assert!(file < FILES);
        let column = 0x0001_0001_0001_0001 << file;
        Bitboard([column; 3])
    }

    /// All points of a rank (1–12).
    ///
    /// # Panics
    ///
    /// If the rank is not 1–12; at compile time in `const` code.
    pub const fn rank(rank: u8) -> Bitboard {
        assert!(1 <= rank && rank <= 12);
        let row = (12 - rank) as usize;
        let mut words = [0; 3];
        words[row / 4] = 0x07ff << (row % 4 * ROW as usize);
        Bitboard(words)
    }

    /// Is the point in the set?
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0[square.index() / 64] >> (square.index() % 64) & 1 != 0
    }

    /// Adds a point.
    #[inline]
    pub const fn set(&mut self, square: Square) {
        self.0[square.index() / 64] |= 1 << (square.index() % 64);
    }

    /// Removes a point.
    #[inline]
    pub const fn clear(&mut self, square: Square) {
        self.0[square.index() / 64] &= !(1 << (square.index() % 64));
    }

    /// Adds the point if it is absent, removes it if it is there.
    #[inline]
    pub const fn toggle(&mut self, square: Square) {
        self.0[square.index() / 64] ^= 1 << (square.index() % 64);
    }

    /// The set and this point.
    #[inline]
    #[must_use]
    pub const fn with(mut self, square: Square) -> Bitboard {
        self.set(square);
        self
    }

    /// The set without this point.
    #[inline]
    #[must_use]
    pub const fn without(mut self, square: Square) -> Bitboard {
        self.clear(square);
        self
    }

    /// The number of points in the set.
    #[inline]
    pub const fn len(self) -> usize {
        (self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()) as usize
    }

    /// Is the set empty?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// Do the sets share no point?
    #[inline]
    pub const fn is_disjoint(self, other: Bitboard) -> bool {
        self.and(other).is_empty()
    }

    /// Is every point of this set in the other?
    #[inline]
    pub const fn is_subset(self, other: Bitboard) -> bool {
        self.minus(other).is_empty()
    }

    /// Is there more than one point in the set?
    #[inline]
    pub const fn has_many(self) -> bool {
        let [a, b, c] = self.0;
        let twice = (a & a.wrapping_sub(1)) | (b & b.wrapping_sub(1)) | (c & c.wrapping_sub(1));
        twice != 0 || (a != 0) as u8 + (b != 0) as u8 + (c != 0) as u8 > 1
    }

    /// The point with the lowest index: a12 before b12 before a11.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        let [a, b, c] = self.0;
        let index = if a != 0 {
            a.trailing_zeros()
        } else if b != 0 {
            64 + b.trailing_zeros()
        } else if c != 0 {
            128 + c.trailing_zeros()
        } else {
            return None;
        };
        Some(Square::from_index_unchecked(index as usize))
    }

    /// The point with the highest index.
    #[inline]
    pub const fn last(self) -> Option<Square> {
        let [a, b, c] = self.0;
        let index = if c != 0 {
            191 - c.leading_zeros()
        } else if b != 0 {
            127 - b.leading_zeros()
        } else if a != 0 {
            63 - a.leading_zeros()
        } else {
            return None;
        };
        Some(Square::from_index_unchecked(index as usize))
    }

    /// Of a set that lies on one ray, the point met first when walking in `direction`.
    #[inline]
    pub(crate) const fn nearest(self, direction: Direction) -> Option<Square> {
        if direction.ascends() { self.first() } else { self.last() }
    }

    /// Intersection, for `const` code.
    #[inline]
    pub const fn and(self, o: Bitboard) -> Bitboard {
        Bitboard([self.0[0] & o.0[0], self.0[1] & o.0[1], self.0[2] & o.0[2]])
    }

    /// Union, for `const` code.
    #[inline]
    pub const fn or(self, o: Bitboard) -> Bitboard {
        Bitboard([self.0[0] | o.0[0], self.0[1] | o.0[1], self.0[2] | o.0[2]])
    }

    /// Difference, for `const` code.
    #[inline]
    pub const fn minus(self, o: Bitboard) -> Bitboard {
        Bitboard([self.0[0] & !o.0[0], self.0[1] & !o.0[1], self.0[2] & !o.0[2]])
    }

    /// Every point of the set moved one step; points that would leave the board vanish.
    #[must_use]
    pub const fn shift(self, direction: Direction) -> Bitboard {
        let (dx, dy) = direction.delta();
        let offset = dx as i32 - ROW as i32 * dy as i32;
        let [a, b, c] = self.0;
        // A step over the left or right edge lands in a guard column (or, from file a to the west,
        // in the last guard column of the row above), which `from_words` drops.
        Bitboard::from_words(if offset > 0 {
            let n = offset as u32;
            [a << n, b << n | a >> (64 - n), c << n | b >> (64 - n)]
        } else {
            let n = -offset as u32;
            [a >> n | b << (64 - n), b >> n | c << (64 - n), c >> n]
        })
    }

    /// All subsets of the set, the empty one first and the set itself last.
    pub fn subsets(self) -> Subsets {
        Subsets { set: self, next: Some(Bitboard::EMPTY) }
    }

    /// The points in ascending order of index.
    #[inline]
    pub fn iter(self) -> Iter {
        Iter(self)
    }
}

macro_rules! operator {
    ($Trait:ident $function:ident $Assign:ident $assign:ident $const_fn:expr) => {
        impl $Trait for Bitboard {
            type Output = Bitboard;
            #[inline]
            fn $function(self, other: Bitboard) -> Bitboard {
                $const_fn(self, other)
            }
        }
        impl $Assign for Bitboard {
            #[inline]
            fn $assign(&mut self, other: Bitboard) {
                *self = $const_fn(*self, other);
            }
        }
    };
}

operator!(BitAnd bitand BitAndAssign bitand_assign Bitboard::and);
operator!(BitOr bitor BitOrAssign bitor_assign Bitboard::or);
operator!(Sub sub SubAssign sub_assign Bitboard::minus);
operator!(BitXor bitxor BitXorAssign bitxor_assign |a: Bitboard, b: Bitboard| {
    Bitboard([a.0[0] ^ b.0[0], a.0[1] ^ b.0[1], a.0[2] ^ b.0[2]])
});

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn not(self) -> Bitboard {
        Bitboard::ALL - self
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Bitboard {
        Bitboard::from_square(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<T: IntoIterator<Item = Square>>(squares: T) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

impl Extend<Square> for Bitboard {
    fn extend<T: IntoIterator<Item = Square>>(&mut self, squares: T) {
        squares.into_iter().for_each(|square| self.set(square));
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Iter;

    #[inline]
    fn into_iter(self) -> Iter {
        Iter(self)
    }
}

/// Iterator over the points of a [`Bitboard`], from either end.
#[derive(Clone, Debug)]
pub struct Iter(Bitboard);

impl Iterator for Iter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.clear(square);
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }

    /// Word by word, which is faster than finding the first point again and again.
    #[inline(always)]
    fn fold<B, F: FnMut(B, Square) -> B>(self, init: B, mut f: F) -> B {
        let mut result = init;
        for word in 0..3 {
            let mut bits = self.0.0[word];
            while bits != 0 {
                let index = 64 * word + bits.trailing_zeros() as usize;
                result = f(result, Square::from_index_unchecked(index));
                bits &= bits - 1;
            }
        }
        result
    }
}

impl DoubleEndedIterator for Iter {
    #[inline]
    fn next_back(&mut self) -> Option<Square> {
        let square = self.0.last()?;
        self.0.clear(square);
        Some(square)
    }
}

impl ExactSizeIterator for Iter {}
impl core::iter::FusedIterator for Iter {}

/// Iterator over the subsets of a [`Bitboard`].
#[derive(Clone, Debug)]
pub struct Subsets {
    set: Bitboard,
    next: Option<Bitboard>,
}

impl Iterator for Subsets {
    type Item = Bitboard;

    fn next(&mut self) -> Option<Bitboard> {
        let current = self.next?;
        // The carry-rippler: (current - set) & set, with the borrow carried over three words.
        let mut words = [0; 3];
        let mut borrow = false;
        for (i, word) in words.iter_mut().enumerate() {
            let (a, b1) = current.0[i].overflowing_sub(self.set.0[i]);
            let (a, b2) = a.overflowing_sub(borrow as u64);
            borrow = b1 | b2;
            *word = a & self.set.0[i];
        }
        self.next = Some(Bitboard(words)).filter(|next| !next.is_empty());
        Some(current)
    }
}

impl fmt::Display for Bitboard {
    /// Twelve rows of `X` and `.`, rank 12 first: the picture that [`bitboard!`](crate::bitboard!)
    /// reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (1..=12).rev() {
            for file in 0..FILES {
                let set = Square::new(file, rank).is_some_and(|s| self.contains(s));
                f.write_str(match (file, set) {
                    (0, true) => "X",
                    (0, false) => ".",
                    (_, true) => " X",
                    (_, false) => " .",
                })?;
            }
            if rank > 1 {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    /// The points by name; the picture with `{:#?}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            write!(f, "Bitboard\n{self}")
        } else {
            f.debug_set().entries(self.iter()).finish()
        }
    }
}

/// A [`Bitboard`] from a picture: twelve rows of eleven `X` or `.`, rank 12 first.
///
/// ```
/// use cotulenh::{bitboard, Square};
/// let set = bitboard! {
///     . . . . . . . . . . .
///     . . . . . . . . . . .
///     . . . . . . . . . . .
///     . . . . . . . . . . .
///     . . . . . . . . . . .
///     . . . . . X . . . . .
///     . . . . . X . . . . .
///     . . . . . . . . . . .
///     . . . . . . . . . . .
///     . . . . . . . . . . .
///     . . . . . . . . . . .
///     . . . . . . . . . . .
/// };
/// let names: Vec<String> = set.iter().map(|s| s.to_string()).collect();
/// assert_eq!(names, ["f7", "f6"]);
/// ```
#[macro_export]
macro_rules! bitboard {
    (@cell X) => { true };
    (@cell .) => { false };
    ($($cell:tt)*) => {
        $crate::Bitboard::from_picture([$($crate::bitboard!(@cell $cell)),*])
    };
}

impl Bitboard {
    /// What [`bitboard!`](crate::bitboard!) expands to: one flag a point, a12 first.
    pub const fn from_picture(cells: [bool; 132]) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        let (mut index, mut cell) = (0, 0);
        while index < INDEX_SPACE {
            if let Some(square) = Square::from_index(index) {
                if cells[cell] {
                    set.set(square);
                }
                cell += 1;
            }
            index += 1;
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_has_132_points_and_no_guard_bit() {
        assert_eq!(Bitboard::ALL.len(), 132);
        assert_eq!(Square::all().collect::<Bitboard>(), Bitboard::ALL);
        assert_eq!(!Bitboard::ALL, Bitboard::EMPTY);
        assert_eq!(Bitboard::from_words([u64::MAX; 3]), Bitboard::ALL);
    }

    #[test]
    fn shifts_move_each_point_and_never_wrap() {
        for square in Square::all() {
            for direction in Direction::ALL {
                let expected: Bitboard = square.step(direction, 1).into_iter().collect();
                assert_eq!(Bitboard::from(square).shift(direction), expected, "{square} {direction:?}");
            }
        }
    }

    #[test]
    fn operators_agree_with_membership() {
        let (a, b) = (Bitboard::file(2) | Bitboard::rank(12), Bitboard::rank(6) | Bitboard::file(10));
        for s in Square::all() {
            assert_eq!((a & b).contains(s), a.contains(s) && b.contains(s));
            assert_eq!((a | b).contains(s), a.contains(s) || b.contains(s));
            assert_eq!((a ^ b).contains(s), a.contains(s) != b.contains(s));
            assert_eq!((a - b).contains(s), a.contains(s) && !b.contains(s));
            assert_eq!((!a).contains(s), !a.contains(s));
        }
        assert!(!a.is_disjoint(b) && (a & b).is_subset(a) && !a.is_subset(b));
    }

    #[test]
    fn iteration_goes_both_ways_and_counts() {
        let set = Bitboard::file(0) | Bitboard::rank(5);
        let forward: Vec<Square> = set.iter().collect();
        let mut backward: Vec<Square> = set.iter().rev().collect();
        backward.reverse();
        assert_eq!(forward, backward);
        // Folding takes another way than asking for one point after the other.
        let mut folded = Vec::new();
        set.iter().for_each(|square| folded.push(square));
        assert_eq!(forward, folded);
        assert_eq!(forward.len(), set.len());
        assert_eq!((set.first(), set.last()), (forward.first().copied(), forward.last().copied()));
    }

    #[test]
    fn subsets_are_all_there_across_words() {
        let set = Bitboard::file(4) & (Bitboard::rank(12) | Bitboard::rank(7) | Bitboard::rank(1));
        let subsets: std::collections::HashSet<Bitboard> = set.subsets().collect();
        assert_eq!(set.subsets().count(), 8);
        assert_eq!(subsets.len(), 8);
        assert!(subsets.iter().all(|s| s.is_subset(set)));
        assert_eq!(Bitboard::EMPTY.subsets().count(), 1);
    }

    #[test]
    fn toggle_set_clear() {
        let square = Square::new(3, 9).unwrap();
        let mut set = Bitboard::EMPTY;
        set.toggle(square);
        assert!(set.contains(square));
        set.toggle(square);
        set.clear(square);
        assert!(set.is_empty());
    }

    #[test]
    fn pictures_round_trip() {
        let set = bitboard! {
            X . . . . . . . . . X
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . X X . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            X . . . . . . . . . X
        };
        assert_eq!(format!("{set:?}"), "{a12, k12, d8, e8, a1, k1}");
        assert_eq!(set.to_string().lines().count(), 12);
        assert!(set.to_string().starts_with("X . . . . . . . . . X\n"));
    }
}

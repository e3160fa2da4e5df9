//! Points of the board and directions between them.

use core::fmt;
use core::str::FromStr;

use crate::excerpt::excerpt;

/// Number of files, a–k.
pub const FILES: u8 = 11;
/// Number of ranks, 1–12.
pub const RANKS: u8 = 12;
/// Bits in one row of a [`Bitboard`](crate::Bitboard): 11 files and 5 guard columns.
pub(crate) const ROW: u8 = 16;
/// Length of an array indexed by [`Square::index`].
pub(crate) const INDEX_SPACE: usize = RANKS as usize * ROW as usize;

/// One of the 132 points (RULES 1.1).
///
/// The index is `(12 - rank) * 16 + file`, so a12 = 0 and k1 = 186: ascending order is the order in
/// which moves are listed (RULES 11.6), and north is −16.
///
/// ```
/// use cotulenh::Square;
/// let square: Square = "k12".parse().unwrap();
/// assert_eq!((square.file(), square.rank()), (10, 12));
/// assert_eq!(square.to_string(), "k12");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The point on `file` (0–10) and `rank` (1–12), if it is on the board.
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file < FILES && 1 <= rank && rank <= RANKS {
            Some(Square((RANKS - rank) * ROW + file))
        } else {
            None
        }
    }

    /// The point with this index, if it is on the board.
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < INDEX_SPACE && index % (ROW as usize) < FILES as usize {
            Some(Square(index as u8))
        } else {
            None
        }
    }

    /// An index that is known to be on the board: a bit of a bitboard, a constant.
    pub(crate) const fn from_index_unchecked(index: usize) -> Square {
        debug_assert!(Square::from_index(index).is_some());
        Square(index as u8)
    }

    /// `(12 - rank) * 16 + file`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 for file a … 10 for file k.
    pub const fn file(self) -> u8 {
        self.0 % ROW
    }

    /// 1–12, as printed.
    pub const fn rank(self) -> u8 {
        RANKS - self.0 / ROW
    }

    /// The letter of the file, `a`–`k`.
    pub const fn file_letter(self) -> char {
        (b'a' + self.file()) as char
    }

    /// Writes the name without going through a formatter.
    pub(crate) fn write(self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_char(self.file_letter())?;
        out.write_str(self.rank_text())
    }

    /// The number of the rank as text.
    pub(crate) const fn rank_text(self) -> &'static str {
        const TEXTS: [&str; RANKS as usize] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"];
        TEXTS[self.rank() as usize - 1]
    }

    /// The point `distance` steps away in a direction, if it is on the board.
    pub const fn step(self, direction: Direction, distance: u8) -> Option<Square> {
        let (dx, dy) = direction.delta();
        let file = self.file() as i16 + dx as i16 * distance as i16;
        let rank = self.rank() as i16 + dy as i16 * distance as i16;
        if file < 0 || rank < 1 || file >= FILES as i16 || rank > RANKS as i16 {
            return None;
        }
        Square::new(file as u8, rank as u8)
    }

    /// The distance in steps of a chess king (Chebyshev distance).
    ///
    /// ```
    /// use cotulenh::Square;
    /// let [from, to]: [Square; 2] = ["c2", "f4"].map(|name| name.parse().unwrap());
    /// assert_eq!(from.distance(to), 3);
    /// ```
    pub const fn distance(self, to: Square) -> u8 {
        let (files, ranks) = (self.file().abs_diff(to.file()), self.rank().abs_diff(to.rank()));
        if files > ranks { files } else { ranks }
    }

    /// All 132 points, a12 first, k1 last.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + Clone {
        (0..INDEX_SPACE).filter_map(Square::from_index)
    }

    /// The direction in which `to` lies, if it is on one of the eight rays.
    pub fn direction_to(self, to: Square) -> Option<Direction> {
        let dx = to.file() as i16 - self.file() as i16;
        let dy = to.rank() as i16 - self.rank() as i16;
        if (dx == 0 && dy == 0) || (dx != 0 && dy != 0 && dx.abs() != dy.abs()) {
            return None;
        }
        let sign = (dx.signum() as i8, dy.signum() as i8);
        Direction::ALL.into_iter().find(|d| d.delta() == sign)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not the name of a point.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[error("{0:?} is not a point of the board: expected a file a-k and a rank 1-12")]
pub struct ParseSquareError(pub String);

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let parsed = || {
            let (file, rank) = (text.as_bytes().first()?, text.get(1..)?);
            if rank.starts_with(['+', '0']) {
                return None;
            }
            Square::new(file.wrapping_sub(b'a'), rank.parse().ok()?)
        };
        parsed().ok_or_else(|| ParseSquareError(excerpt(text)))
    }
}

/// One of the eight directions, in the order in which rays are walked (RULES 3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Direction {
    North = 0,
    East,
    South,
    West,
    NorthWest,
    NorthEast,
    SouthEast,
    SouthWest,
}

impl Direction {
    /// All eight, in the order N E S W NW NE SE SW.
    pub const ALL: [Direction; 8] = [
        Direction::North,
        Direction::East,
        Direction::South,
        Direction::West,
        Direction::NorthWest,
        Direction::NorthEast,
        Direction::SouthEast,
        Direction::SouthWest,
    ];

    /// The change of (file, rank) per step.
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Direction::North => (0, 1),
            Direction::East => (1, 0),
            Direction::South => (0, -1),
            Direction::West => (-1, 0),
            Direction::NorthWest => (-1, 1),
            Direction::NorthEast => (1, 1),
            Direction::SouthEast => (1, -1),
            Direction::SouthWest => (-1, -1),
        }
    }

    /// True for the four diagonals.
    pub const fn is_diagonal(self) -> bool {
        self as u8 >= 4
    }

    /// True where points further along the ray have a higher index.
    pub(crate) const fn ascends(self) -> bool {
        let (dx, dy) = self.delta();
        dx as i32 - ROW as i32 * dy as i32 > 0
    }

    /// The direction back.
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::North => Direction::South,
            Direction::East => Direction::West,
            Direction::South => Direction::North,
            Direction::West => Direction::East,
            Direction::NorthWest => Direction::SouthEast,
            Direction::NorthEast => Direction::SouthWest,
            Direction::SouthEast => Direction::NorthWest,
            Direction::SouthWest => Direction::NorthEast,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_1_1_points_have_132_names_and_indices_in_move_order() {
        let all: Vec<Square> = Square::all().collect();
        assert_eq!(all.len(), 132);
        assert_eq!(all[0].to_string(), "a12");
        assert_eq!(all[131].to_string(), "k1");
        assert!(all.is_sorted());
        for square in all {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::from_index(square.index()), Some(square));
            assert_eq!(square.index(), (12 - square.rank() as usize) * 16 + square.file() as usize);
        }
    }

    #[test]
    fn bad_names_are_refused_with_the_text() {
        for text in ["", "a", "a0", "a13", "l1", "a01", "a+1", "A1", "a1 ", "é1", "a1000000000000"] {
            let error = text.parse::<Square>().unwrap_err();
            assert!(error.to_string().contains(error.0.as_str()));
        }
    }

    #[test]
    fn directions_and_steps_agree() {
        for from in Square::all() {
            for direction in Direction::ALL {
                for distance in 1..12 {
                    if let Some(to) = from.step(direction, distance) {
                        assert_eq!(from.direction_to(to), Some(direction));
                        assert_eq!(to.step(direction.opposite(), distance), Some(from));
                        assert_eq!(direction.ascends(), to > from);
                    }
                }
            }
        }
        assert_eq!("a1".parse::<Square>().unwrap().direction_to("b3".parse().unwrap()), None);
    }
}

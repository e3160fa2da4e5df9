//! A list of moves.

use core::ops::{Deref, DerefMut};

use smallvec::SmallVec;

use crate::moves::Move;

/// A list of moves, used like a slice.
///
/// Up to [`MoveList::INLINE_CAPACITY`] moves live in the list itself, more than twice what an army
/// of 19 units has at its best; only positions with dozens of extra pieces need the heap.
/// [`Position::for_each_legal_batch`](crate::Position::for_each_legal_batch) never does.
///
/// ```
/// use cotulenh::{MoveList, Position};
/// let moves = Position::start().legal_moves();
/// assert_eq!(moves.len(), 116);
/// let captures: MoveList = moves.iter().copied().filter(|mv| mv.kind().is_capture()).collect();
/// assert!(captures.is_empty());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveList(SmallVec<[Move; MoveList::INLINE_CAPACITY]>);

impl MoveList {
    /// How many moves fit without the heap.
    pub const INLINE_CAPACITY: usize = 512;

    /// An empty list.
    #[inline]
    pub fn new() -> MoveList {
        MoveList(SmallVec::new())
    }

    /// Appends a move.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.0.push(mv);
    }

    /// Keeps the moves for which `keep` is true, in their order.
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        self.0.retain(|mv| keep(*mv));
    }

    /// The moves as a slice.
    #[inline]
    pub fn as_slice(&self) -> &[Move] {
        &self.0
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.0
    }
}

impl AsRef<[Move]> for MoveList {
    fn as_ref(&self) -> &[Move] {
        self
    }
}

impl FromIterator<Move> for MoveList {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> MoveList {
        MoveList(moves.into_iter().collect())
    }
}

impl Extend<Move> for MoveList {
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        self.0.extend(moves);
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = MoveListIntoIter;

    #[inline]
    fn into_iter(self) -> MoveListIntoIter {
        MoveListIntoIter(self.0.into_iter())
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    #[inline]
    fn into_iter(self) -> core::slice::Iter<'a, Move> {
        self.iter()
    }
}

/// Iterator over the moves of a [`MoveList`], by value.
#[derive(Debug)]
pub struct MoveListIntoIter(smallvec::IntoIter<[Move; MoveList::INLINE_CAPACITY]>);

impl Iterator for MoveListIntoIter {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        self.0.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for MoveListIntoIter {
    #[inline]
    fn next_back(&mut self) -> Option<Move> {
        self.0.next_back()
    }
}

impl ExactSizeIterator for MoveListIntoIter {}

impl core::iter::FusedIterator for MoveListIntoIter {}

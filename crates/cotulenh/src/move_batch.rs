//! The moves of one mover, as sets of destinations.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::moves::{Move, MoveKind};
use crate::square::{Direction, Square};
use crate::unit::Unit;

/// Destinations by kind of move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Targets {
    /// Empty points.
    pub moves: Bitboard,
    /// Enemies taken by moving onto them.
    pub captures: Bitboard,
    /// Enemies taken without moving.
    pub stay_captures: Bitboard,
    /// Enemies taken at the cost of the attacker.
    pub suicide_captures: Bitboard,
    /// Friends to join.
    pub combinations: Bitboard,
    /// Friends of the same session to rejoin, where an ordinary step leads too.
    pub recombinations: Bitboard,
}

impl Targets {
    /// How many moves these are.
    #[inline]
    pub fn len(&self) -> usize {
        // Only a stay capture can share its point with another move (RULES 4.5), and most movers
        // have none.
        let others =
            (self.moves | self.captures | self.suicide_captures) | (self.combinations | self.recombinations);
        let mut count = others.len();
        if !self.stay_captures.is_empty() {
            count += self.stay_captures.len();
        }
        count
    }

    /// Is there no move?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.union().is_empty()
    }

    /// All destinations.
    #[inline]
    pub fn union(&self) -> Bitboard {
        (self.moves | self.captures | self.stay_captures)
            | (self.suicide_captures | self.combinations | self.recombinations)
    }

    /// Is there a move of this kind to this point?
    pub fn contains(&self, kind: MoveKind, to: Square) -> bool {
        self.of_kind(kind).contains(to)
    }

    /// The destinations of one kind.
    pub fn of_kind(&self, kind: MoveKind) -> Bitboard {
        match kind {
            MoveKind::Move => self.moves,
            MoveKind::Capture => self.captures,
            MoveKind::StayCapture => self.stay_captures,
            MoveKind::SuicideCapture => self.suicide_captures,
            MoveKind::Combination => self.combinations,
            MoveKind::Recombination => self.recombinations,
        }
    }

    pub(crate) fn of_kind_mut(&mut self, kind: MoveKind) -> &mut Bitboard {
        match kind {
            MoveKind::Move => &mut self.moves,
            MoveKind::Capture => &mut self.captures,
            MoveKind::StayCapture => &mut self.stay_captures,
            MoveKind::SuicideCapture => &mut self.suicide_captures,
            MoveKind::Combination => &mut self.combinations,
            MoveKind::Recombination => &mut self.recombinations,
        }
    }
}

/// Moves of one mover: a whole unit, or one piece that deploys.
///
/// Moves in bulk make counting cheap. Iterate over a batch to get its moves one by one, in the
/// order of RULES 11.6.
///
/// ```
/// use core::ops::ControlFlow;
/// use cotulenh::Position;
/// let mut moves = Vec::new();
/// let _ = Position::start().for_each_legal_batch(|batch| {
///     assert_eq!(batch.len(), batch.iter().len());
///     moves.extend(batch);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(moves, Position::start().legal_moves()[..]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveBatch {
    /// The pieces that move.
    pub unit: Unit,
    /// Where they start.
    pub from: Square,
    /// Are these deploy steps?
    pub deploy: bool,
    /// Where they can go.
    pub targets: Targets,
    /// Recombinations where no ordinary step leads, in the order of the session's steps. They come
    /// after the steps of all pieces (RULES 9.3), so they have a batch of their own.
    pub appended: [Option<Square>; 2],
}

impl MoveBatch {
    /// How many moves.
    #[inline]
    pub fn len(&self) -> usize {
        self.targets.len() + self.appended.iter().flatten().count()
    }

    /// Is there no move?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty() && self.appended == [None; 2]
    }

    /// Is this move one of the batch?
    pub fn contains(&self, mv: Move) -> bool {
        (mv.unit(), mv.from(), mv.is_deploy()) == (self.unit, self.from, self.deploy)
            && (self.targets.contains(mv.kind(), mv.to())
                || (mv.kind() == MoveKind::Recombination && self.appended.contains(&Some(mv.to()))))
    }

    /// Calls `f` with each move, in no particular order: faster than
    /// [`for_each`](MoveBatch::for_each).
    #[inline]
    pub fn for_each_unordered(&self, mut f: impl FnMut(Move)) {
        for kind in MoveKind::ALL {
            let destinations = self.targets.of_kind(kind);
            if !destinations.is_empty() {
                destinations.iter().for_each(|to| f(Move::new(self.unit, self.from, to, kind, self.deploy)));
            }
        }
        for to in self.appended.into_iter().flatten() {
            f(Move::new(self.unit, self.from, to, MoveKind::Recombination, self.deploy));
        }
    }

    /// The moves in the order of RULES 3 and 11.6: ray by ray, outwards.
    pub fn iter(&self) -> MoveBatchIter {
        MoveBatchIter {
            batch: *self,
            direction: 0,
            ray: self.targets.union() & attacks::ray(Direction::ALL[0], self.from),
            point: None,
            appended: 0,
            left: self.len(),
        }
    }

    /// Calls `f` with each move, in the order of [`iter`](MoveBatch::iter), and faster.
    #[inline]
    pub fn for_each(&self, mut f: impl FnMut(Move)) {
        let make = |to, kind| Move::new(self.unit, self.from, to, kind, self.deploy);
        let union = self.targets.union();
        for direction in Direction::ALL {
            let mut left = union & attacks::ray(direction, self.from);
            while let Some(to) = left.nearest(direction) {
                left.clear(to);
                if self.targets.moves.contains(to) {
                    f(make(to, MoveKind::Move));
                    continue;
                }
                // A point can be taken in two ways (RULES 4.5): the normal capture comes first.
                for kind in [
                    MoveKind::Capture,
                    MoveKind::StayCapture,
                    MoveKind::SuicideCapture,
                    MoveKind::Combination,
                    MoveKind::Recombination,
                ] {
                    if self.targets.contains(kind, to) {
                        f(make(to, kind));
                    }
                }
            }
        }
        for to in self.appended.into_iter().flatten() {
            f(make(to, MoveKind::Recombination));
        }
    }
}

impl IntoIterator for MoveBatch {
    type Item = Move;
    type IntoIter = MoveBatchIter;

    fn into_iter(self) -> MoveBatchIter {
        self.iter()
    }
}

impl IntoIterator for &MoveBatch {
    type Item = Move;
    type IntoIter = MoveBatchIter;

    fn into_iter(self) -> MoveBatchIter {
        self.iter()
    }
}

/// Iterator over the moves of a [`MoveBatch`], in the order of RULES 11.6.
#[derive(Clone, Debug)]
pub struct MoveBatchIter {
    batch: MoveBatch,
    /// The index of the present direction; 8 after the last.
    direction: usize,
    /// The destinations of the present direction that are still to come.
    ray: Bitboard,
    /// The present destination, and the index of the next kind to look at.
    point: Option<(Square, usize)>,
    /// How many of the appended recombinations have been handed out.
    appended: usize,
    left: usize,
}

impl MoveBatchIter {
    fn next_destination(&mut self) -> Option<Square> {
        while let Some(&direction) = Direction::ALL.get(self.direction) {
            if let Some(to) = self.ray.nearest(direction) {
                self.ray.clear(to);
                return Some(to);
            }
            self.direction += 1;
            if let Some(&next) = Direction::ALL.get(self.direction) {
                self.ray = self.batch.targets.union() & attacks::ray(next, self.batch.from);
            }
        }
        None
    }
}

impl Iterator for MoveBatchIter {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let MoveBatch { unit, from, deploy, targets, appended } = self.batch;
        let (to, kind) = loop {
            if let Some((to, next)) = self.point {
                // A point can be taken in two ways (RULES 4.5), in the order of the kinds.
                let mut kinds = MoveKind::ALL.into_iter().enumerate().skip(next);
                if let Some((i, kind)) = kinds.find(|&(_, kind)| targets.contains(kind, to)) {
                    self.point = Some((to, i + 1));
                    break (to, kind);
                }
            }
            self.point = self.next_destination().map(|to| (to, 0));
            if self.point.is_none() {
                let to = appended.into_iter().flatten().nth(self.appended)?;
                self.appended += 1;
                break (to, MoveKind::Recombination);
            }
        };
        self.left -= 1;
        Some(Move::new(unit, from, to, kind, deploy))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for MoveBatchIter {}

impl core::iter::FusedIterator for MoveBatchIter {}

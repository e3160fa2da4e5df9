//! ABDADA: threads avoid searching the same move at the same time.
//!
//! All threads search the whole tree and share the transposition table (lazy SMP). In addition, a
//! move that another thread is searching is deferred until the other moves of the node are done; by
//! then the table usually has its score. The marks are only hints: two threads may search the
//! same move, and a mark may be overwritten.

use core::sync::atomic::{AtomicU64, Ordering};

use cotulenh::Action;

use crate::packed_action::PackedAction;

/// Below this depth a search is over before deferring could help.
pub(super) const MIN_DEPTH: i32 = 2;

const SLOTS: usize = 1 << 12;

/// The moves that threads are searching.
pub(crate) struct Abdada {
    slots: Vec<AtomicU64>,
}

/// A move of a position, as a hash that is never 0.
#[derive(Clone, Copy)]
pub(super) struct Mark(u64);

impl Mark {
    pub(super) fn new(key: u64, action: PackedAction) -> Mark {
        Mark((key ^ u64::from(action.bits())).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn slot(self) -> usize {
        (self.0 >> 52) as usize % SLOTS
    }
}

impl Abdada {
    pub(crate) fn new() -> Abdada {
        Abdada { slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Is a thread searching this move?
    pub(super) fn is_searching(&self, mark: Mark) -> bool {
        self.slots[mark.slot()].load(Ordering::Relaxed) == mark.0
    }

    /// Marks a move as being searched.
    pub(super) fn enter(&self, mark: Mark) {
        self.slots[mark.slot()].store(mark.0, Ordering::Relaxed);
    }

    /// Removes a mark, unless another thread has overwritten it.
    pub(super) fn leave(&self, mark: Mark) {
        let _ = self.slots[mark.slot()].compare_exchange(mark.0, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}

/// The deferred moves of one node with their places in the move order: they are reduced like moves
/// of that place.
pub(super) struct DeferredMoves {
    actions: [Option<(Action, i32)>; DeferredMoves::CAPACITY],
    count: usize,
    next: usize,
}

impl DeferredMoves {
    const CAPACITY: usize = 16;

    pub(super) fn new() -> DeferredMoves {
        DeferredMoves { actions: [None; DeferredMoves::CAPACITY], count: 0, next: 0 }
    }

    /// Defers an action. Returns `false` if there is no room; the action is then searched at once.
    pub(super) fn push(&mut self, action: Action, order: i32) -> bool {
        let room = self.count < DeferredMoves::CAPACITY;
        if room {
            self.actions[self.count] = Some((action, order));
            self.count += 1;
        }
        room
    }

    /// How many actions have been deferred.
    pub(super) fn count(&self) -> i32 {
        self.count as i32
    }

    /// The next deferred action, in the order in which they were deferred.
    pub(super) fn next(&mut self) -> Option<(Action, i32)> {
        let next = self.actions.get(self.next).copied().flatten()?;
        self.next += 1;
        Some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_stay_until_they_are_removed() {
        let abdada = Abdada::new();
        let (a, b) = (Mark::new(7, PackedAction::COMMIT), Mark::new(8, PackedAction::COMMIT));
        assert!(!abdada.is_searching(a));
        abdada.enter(a);
        assert!(abdada.is_searching(a) && !abdada.is_searching(b));
        abdada.leave(b);
        assert!(abdada.is_searching(a));
        abdada.leave(a);
        assert!(!abdada.is_searching(a));
    }

    #[test]
    fn deferred_moves_come_back_in_order() {
        let mut deferred = DeferredMoves::new();
        let actions = cotulenh::Position::start().actions();
        for (action, order) in actions.iter().zip(0..).take(DeferredMoves::CAPACITY) {
            assert!(deferred.push(*action, order));
        }
        assert!(!deferred.push(actions[DeferredMoves::CAPACITY], 99));
        for (action, order) in actions.iter().zip(0..).take(DeferredMoves::CAPACITY) {
            assert_eq!(deferred.next(), Some((*action, order)));
        }
        assert_eq!(deferred.next(), None);
    }
}

//! How threads keep out of each other's way: a move that another thread is searching is put off until the others are done.
//!
//! By then the table usually knows its score. This is only a hint: two threads may search the same move, and a mark may be overwritten.

use core::sync::atomic::{AtomicU64, Ordering};

use cotulenh::Action;

use crate::packed::Packed;

/// Below this depth a search is over before anybody could profit.
pub(super) const MIN_DEPTH: i32 = 3;

const SLOTS: usize = 1 << 12;

/// The moves that are being searched, by all threads.
pub(crate) struct Crowd {
    slots: Vec<AtomicU64>,
}

/// A move of a position: which slot it marks, and with what.
#[derive(Clone, Copy)]
pub(super) struct Mark(u64);

impl Mark {
    pub(super) fn new(key: u64, action: Packed) -> Mark {
        Mark((key ^ u64::from(action.bits())).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn slot(self) -> usize {
        (self.0 >> 52) as usize % SLOTS
    }
}

impl Crowd {
    pub(crate) fn new() -> Crowd {
        Crowd { slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Is somebody searching this move?
    pub(super) fn has(&self, mark: Mark) -> bool {
        self.slots[mark.slot()].load(Ordering::Relaxed) == mark.0
    }

    pub(super) fn enter(&self, mark: Mark) {
        self.slots[mark.slot()].store(mark.0, Ordering::Relaxed);
    }

    pub(super) fn leave(&self, mark: Mark) {
        // Whoever has overwritten the mark keeps the slot.
        let _ = self.slots[mark.slot()].compare_exchange(mark.0, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}

/// Moves of one node that were put off, in their order.
pub(super) struct PutOff {
    actions: [Option<Action>; PutOff::MOST],
    count: usize,
    next: usize,
}

impl PutOff {
    const MOST: usize = 16;

    pub(super) fn new() -> PutOff {
        PutOff { actions: [None; PutOff::MOST], count: 0, next: 0 }
    }

    /// `false` if there is no room.
    pub(super) fn push(&mut self, action: Action) -> bool {
        let room = self.count < PutOff::MOST;
        if room {
            self.actions[self.count] = Some(action);
            self.count += 1;
        }
        room
    }

    pub(super) fn next(&mut self) -> Option<Action> {
        let action = self.actions.get(self.next).copied().flatten()?;
        self.next += 1;
        Some(action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_seen_until_they_are_taken_away() {
        let crowd = Crowd::new();
        let (a, b) = (Mark::new(7, Packed::COMMIT), Mark::new(8, Packed::COMMIT));
        assert!(!crowd.has(a));
        crowd.enter(a);
        assert!(crowd.has(a) && !crowd.has(b));
        crowd.leave(b);
        assert!(crowd.has(a));
        crowd.leave(a);
        assert!(!crowd.has(a));
    }

    #[test]
    fn what_is_put_off_comes_back_in_order() {
        let mut put_off = PutOff::new();
        let actions = cotulenh::Position::start().actions();
        for action in &actions[..PutOff::MOST] {
            assert!(put_off.push(*action));
        }
        assert!(!put_off.push(actions[PutOff::MOST]));
        for action in &actions[..PutOff::MOST] {
            assert_eq!(put_off.next(), Some(*action));
        }
        assert_eq!(put_off.next(), None);
    }
}

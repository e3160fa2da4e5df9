//! How threads work together beside the table they share.
//!
//! A move that another thread is searching is put off until the other moves are done; by then the table usually knows its score. This is only a hint: two
//! threads may search the same move, and a mark may be overwritten. And a window of the root that one thread has searched is searched for all.

use core::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use cotulenh::Action;

use super::root::Root;
use crate::packed::Packed;

/// Below this depth a search is over before anybody could profit.
pub(super) const MIN_DEPTH: i32 = 2;

const SLOTS: usize = 1 << 12;

/// What the threads tell each other: the moves they are searching, and the stages they have finished.
pub(crate) struct Crowd {
    slots: Vec<AtomicU64>,
    /// The furthest stage that somebody has come to, and with what.
    stage: AtomicU64,
    result: Mutex<Root>,
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
    pub(crate) fn new(root: &Root) -> Crowd {
        let slots = (0..SLOTS).map(|_| AtomicU64::new(0)).collect();
        Crowd { slots, stage: AtomicU64::new(0), result: Mutex::new(root.clone()) }
    }

    /// The stage that the others are working at.
    pub(super) fn stage(&self) -> u64 {
        self.stage.load(Ordering::Relaxed)
    }

    /// A stage is finished, and the others go on with its result; if another thread was faster, its result counts, so that all agree on what a stage is.
    pub(super) fn publish(&self, root: &mut Root) {
        let mut result = self.result();
        if root.stage.number > result.stage.number {
            result.clone_from(root);
            self.stage.store(root.stage.number, Ordering::Relaxed);
        } else {
            root.clone_from(&result);
        }
    }

    /// Goes on with what another thread has found.
    pub(super) fn adopt(&self, root: &mut Root) {
        root.clone_from(&self.result());
    }

    fn result(&self) -> MutexGuard<'_, Root> {
        // A clone that was cut short by a panic ends the whole search anyway.
        self.result.lock().unwrap_or_else(PoisonError::into_inner)
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

/// Moves of one node that were put off, in their order, with their places in it: they are reduced like moves of that place.
pub(super) struct PutOff {
    actions: [Option<(Action, i32)>; PutOff::MOST],
    count: usize,
    next: usize,
}

impl PutOff {
    const MOST: usize = 16;

    pub(super) fn new() -> PutOff {
        PutOff { actions: [None; PutOff::MOST], count: 0, next: 0 }
    }

    /// Remembers an action and its place in the order; `false` if there is no room.
    pub(super) fn push(&mut self, action: Action, place: i32) -> bool {
        let room = self.count < PutOff::MOST;
        if room {
            self.actions[self.count] = Some((action, place));
            self.count += 1;
        }
        room
    }

    /// How many were put off.
    pub(super) fn waiting(&self) -> i32 {
        self.count as i32
    }

    pub(super) fn next(&mut self) -> Option<(Action, i32)> {
        let next = self.actions.get(self.next).copied().flatten()?;
        self.next += 1;
        Some(next)
    }
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::AtomicBool;
    use core::time::Duration;

    use super::*;
    use crate::eval::Evaluator;
    use crate::history::History;
    use crate::limits::{Limits, system_clock};
    use crate::search::{Draws, Features, Shared, Worker};
    use crate::time::TimeManager;
    use crate::tt::TranspositionTable;

    #[test]
    fn marks_are_seen_until_they_are_taken_away() {
        let crowd = Crowd::new(&Root::new(&cotulenh::Position::start(), &[]));
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
    fn the_first_to_finish_a_stage_is_heard() {
        let mut root = Root::new(&cotulenh::Position::start(), &[]);
        let crowd = Crowd::new(&root);
        root.stage.number = 3;
        root.moves.rotate_left(5);
        crowd.publish(&mut root);
        assert_eq!(crowd.stage(), 3);
        let mut late = root.clone();
        late.depth = 9;
        late.moves.rotate_left(7);
        crowd.publish(&mut late);
        assert_eq!((late.depth, late.moves[0].action), (root.depth, root.moves[0].action));
    }

    #[test]
    fn what_another_thread_has_finished_is_taken_over() {
        assert_eq!(deepen_beside_a_faster_thread(40, false), (40, 40));
    }

    #[test]
    fn who_is_stopped_takes_what_is_finished_along_and_ends() {
        assert_eq!(deepen_beside_a_faster_thread(60, true), (40, 40));
    }

    /// Searches while another thread has finished iteration 40; returns the depth that was reported last and that of the result.
    fn deepen_beside_a_faster_thread(max_depth: i32, stopped: bool) -> (i32, i32) {
        let position = cotulenh::Position::start();
        let mut root = Root::new(&position, &[]);
        let mut theirs = root.clone();
        theirs.depth = 40;
        theirs.stage.number = 77;
        theirs.moves.rotate_left(5);
        theirs.moves[0].score = 123;
        let crowd = Crowd::new(&root);
        crowd.publish(&mut theirs);
        let limits = Limits::default();
        let shared = Shared {
            table: &TranspositionTable::at_most(1).0,
            history: &History::new(),
            evaluator: &Evaluator::default(),
            features: &Features::default(),
            draws: Draws::new(position.turn(), 0, true),
            salt: 0,
            handicap: None,
            stop: &AtomicBool::new(stopped),
            done: &AtomicBool::new(false),
            nodes: &[AtomicU64::new(0)],
            crowd: Some(&crowd),
            node_limit: None,
            attention: None,
            time: &TimeManager::new(&limits, system_clock, Duration::ZERO),
        };
        let mut worker = Worker::new(0);
        // Nobody searches 40 plies in so few nodes.
        worker.prepare(&position, &[], Some(20_000));
        let mut heard = 0;
        worker.deepen(&shared, &mut root, 1, max_depth, &mut |root, _| {
            heard = root.depth;
            true
        });
        assert_eq!(root.moves[0].action, theirs.moves[0].action);
        assert_eq!(root.moves[0].score, 123);
        (heard, root.depth)
    }

    #[test]
    fn what_is_put_off_comes_back_in_order() {
        let mut put_off = PutOff::new();
        let actions = cotulenh::Position::start().actions();
        for (action, place) in actions.iter().zip(0..).take(PutOff::MOST) {
            assert!(put_off.push(*action, place));
        }
        assert!(!put_off.push(actions[PutOff::MOST], 99));
        for (action, place) in actions.iter().zip(0..).take(PutOff::MOST) {
            assert_eq!(put_off.next(), Some((*action, place)));
        }
        assert_eq!(put_off.next(), None);
    }
}

//! Results that threads share at the root: a window that one thread has searched is done for all.

use core::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::root::Root;

/// The result of the furthest stage that any thread has finished.
pub(crate) struct SharedRoot {
    /// The number of the stage that comes next.
    stage: AtomicU64,
    root: Mutex<Root>,
}

impl SharedRoot {
    pub(crate) fn new(root: &Root) -> SharedRoot {
        SharedRoot { stage: AtomicU64::new(0), root: Mutex::new(root.clone()) }
    }

    /// The stage that threads should be working at.
    pub(super) fn stage(&self) -> u64 {
        self.stage.load(Ordering::Relaxed)
    }

    /// Publishes a finished stage. If another thread was faster, `root` becomes that thread's
    /// result, so that all threads agree on what a stage is.
    pub(super) fn publish(&self, root: &mut Root) {
        let mut shared = self.lock();
        if root.stage.number > shared.stage.number {
            shared.clone_from(root);
            self.stage.store(root.stage.number, Ordering::Relaxed);
        } else {
            root.clone_from(&shared);
        }
    }

    /// Replaces `root` by the furthest result.
    pub(super) fn adopt(&self, root: &mut Root) {
        root.clone_from(&self.lock());
    }

    fn lock(&self) -> MutexGuard<'_, Root> {
        // A panic in another thread ends the whole search, so a poisoned result is never used.
        self.root.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::AtomicBool;
    use core::time::Duration;

    use super::*;
    use crate::eval::Evaluator;
    use crate::history_heuristics::History;
    use crate::limits::{Limits, system_clock};
    use crate::search::{Abdada, Draws, Features, Shared, Worker};
    use crate::time_manager::TimeManager;
    use crate::transposition_table::TranspositionTable;

    #[test]
    fn the_first_thread_to_finish_a_stage_wins() {
        let mut root = Root::new(&cotulenh::Position::start(), &[]);
        let shared = SharedRoot::new(&root);
        root.stage.number = 3;
        root.moves.rotate_left(5);
        shared.publish(&mut root);
        assert_eq!(shared.stage(), 3);
        let mut late = root.clone();
        late.depth = 9;
        late.moves.rotate_left(7);
        shared.publish(&mut late);
        assert_eq!((late.depth, late.moves[0].action), (root.depth, root.moves[0].action));
    }

    #[test]
    fn a_finished_stage_of_another_thread_is_adopted() {
        assert_eq!(deepen_beside_a_faster_thread(40, false), (40, 40));
    }

    #[test]
    fn a_stopped_thread_adopts_what_is_finished_and_ends() {
        assert_eq!(deepen_beside_a_faster_thread(60, true), (40, 40));
    }

    /// Searches while another thread has finished iteration 40. Returns the last reported depth and
    /// the depth of the result.
    fn deepen_beside_a_faster_thread(max_depth: i32, stopped: bool) -> (i32, i32) {
        let position = cotulenh::Position::start();
        let mut root = Root::new(&position, &[]);
        let mut theirs = root.clone();
        theirs.depth = 40;
        theirs.stage.number = 77;
        theirs.moves.rotate_left(5);
        theirs.moves[0].score = 123;
        let shared_root = SharedRoot::new(&root);
        shared_root.publish(&mut theirs);
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
            abdada: Some(&Abdada::new()),
            shared_root: Some(&shared_root),
            node_limit: None,
            level_nodes: None,
            time: &TimeManager::new(&limits, system_clock, Duration::ZERO),
        };
        let mut worker = Worker::new(0);
        // 40 plies need far more nodes than this.
        worker.prepare(&position, &[], Some(20_000));
        let mut reported = 0;
        worker.deepen(&shared, &mut root, 1, max_depth, &mut |root, _| {
            reported = root.depth;
            true
        });
        assert_eq!(root.moves[0].action, theirs.moves[0].action);
        assert_eq!(root.moves[0].score, 123);
        (reported, root.depth)
    }
}

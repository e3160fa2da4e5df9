//! History and counter-move tables.

use core::sync::atomic::{AtomicI16, AtomicU32, Ordering::Relaxed};

use cotulenh::{Color, Move, Role};

use crate::packed_action::{PIECE_TOS, PackedAction, piece_to};

/// The bound of all scores.
pub(crate) const MAX_HISTORY: i32 = 16_384;

/// The index of the counter move where there is no previous move.
pub(crate) const NO_PREVIOUS: usize = PIECE_TOS;

/// The number of victims: every role, and one index for a unit that is not known.
const VICTIMS: usize = Role::COUNT + 1;

/// Tables that all threads share. Threads that order and reduce moves alike can use each other's
/// table entries. An update that is lost in a race does no harm.
pub(crate) struct History {
    /// By colour, deploy flag, role and destination.
    quiet: Box<[AtomicI16]>,
    /// Counter moves: the reply that last refuted a move, by role and destination of that move.
    counter: Box<[AtomicU32]>,
    /// By role and destination of the capture and by the role of its victim, see [`VICTIMS`].
    capture: Box<[AtomicI16]>,
}

/// Adds a bonus that shrinks near the limit, so that the score never leaves ±[`MAX_HISTORY`].
#[inline]
fn add_bonus(entry: &AtomicI16, bonus: i32) {
    let old = i32::from(entry.load(Relaxed));
    entry.store((old + bonus - old * bonus.abs() / MAX_HISTORY) as i16, Relaxed);
}

impl History {
    pub(crate) fn new() -> History {
        History {
            quiet: (0..4 * PIECE_TOS).map(|_| AtomicI16::new(0)).collect(),
            counter: (0..=PIECE_TOS).map(|_| AtomicU32::new(PackedAction::NONE.bits())).collect(),
            capture: (0..PIECE_TOS * VICTIMS).map(|_| AtomicI16::new(0)).collect(),
        }
    }

    pub(crate) fn clear(&self) {
        for score in self.quiet.iter().chain(&self.capture) {
            score.store(0, Relaxed);
        }
        for reply in &self.counter {
            reply.store(PackedAction::NONE.bits(), Relaxed);
        }
    }

    #[inline]
    fn quiet_index(us: Color, mv: Move) -> usize {
        (us as usize * 2 + mv.is_deploy() as usize) * PIECE_TOS + piece_to(mv)
    }

    /// The score of a quiet move.
    #[inline]
    pub(crate) fn quiet_score(&self, us: Color, mv: Move) -> i32 {
        i32::from(self.quiet[History::quiet_index(us, mv)].load(Relaxed))
    }

    #[inline]
    pub(crate) fn update_quiet(&self, us: Color, mv: Move, bonus: i32) {
        add_bonus(&self.quiet[History::quiet_index(us, mv)], bonus);
    }

    #[inline]
    fn capture_index(mv: Move, victim: usize) -> usize {
        piece_to(mv) * VICTIMS + victim
    }

    /// The score of a capture. `victim`: the index of the role on top of the captured unit.
    #[inline]
    pub(crate) fn capture_score(&self, mv: Move, victim: usize) -> i32 {
        i32::from(self.capture[History::capture_index(mv, victim)].load(Relaxed))
    }

    #[inline]
    pub(crate) fn update_capture(&self, mv: Move, victim: usize, bonus: i32) {
        add_bonus(&self.capture[History::capture_index(mv, victim)], bonus);
    }

    #[inline]
    pub(crate) fn counter(&self, previous: usize) -> PackedAction {
        PackedAction::from_bits(self.counter[previous].load(Relaxed))
    }

    #[inline]
    pub(crate) fn set_counter(&self, previous: usize, reply: PackedAction) {
        self.counter[previous].store(reply.bits(), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_stay_in_bounds() {
        let entry = AtomicI16::new(0);
        let after = |bonus| {
            add_bonus(&entry, bonus);
            i32::from(entry.load(Relaxed))
        };
        assert!((0..1000).all(|_| after(2000) <= MAX_HISTORY));
        assert!(after(0) > 15_000);
        assert!((0..1000).all(|_| after(-2000) >= -MAX_HISTORY));
        assert!(after(0) < -15_000);
    }
}

//! What the search has learned about moves from the nodes where they were best, or were not.

use core::sync::atomic::{AtomicI16, AtomicU32, Ordering::Relaxed};

use cotulenh::{Color, Move};

use crate::packed::{PIECE_TOS, Packed, piece_to};

/// Scores stay within this.
pub(crate) const MAX_HISTORY: i32 = 16_384;

/// The row of the counter moves for "nothing was played before".
pub(crate) const NO_PREVIOUS: usize = PIECE_TOS;

/// Tables that all threads share: each profits from what the others have learned, and all order and reduce moves alike, so that what one has
/// searched serves another. An update that is lost in a race does no harm.
pub(crate) struct History {
    /// By colour, deploy flag, role and destination.
    quiet: Box<[AtomicI16]>,
    /// The reply that refuted an action last, by role and destination.
    counter: Box<[AtomicU32]>,
    /// By role and destination of the capture and role of what was taken.
    capture: Box<[AtomicI16]>,
}

/// Moves towards the bonus, the less the nearer the limit: it never leaves ±[`MAX_HISTORY`].
#[inline]
fn nudge(entry: &AtomicI16, bonus: i32) {
    let old = i32::from(entry.load(Relaxed));
    entry.store((old + bonus - old * bonus.abs() / MAX_HISTORY) as i16, Relaxed);
}

impl History {
    pub(crate) fn new() -> History {
        History {
            quiet: (0..4 * PIECE_TOS).map(|_| AtomicI16::new(0)).collect(),
            counter: (0..=PIECE_TOS).map(|_| AtomicU32::new(Packed::NONE.bits())).collect(),
            capture: (0..PIECE_TOS * 12).map(|_| AtomicI16::new(0)).collect(),
        }
    }

    pub(crate) fn clear(&self) {
        for score in self.quiet.iter().chain(&self.capture) {
            score.store(0, Relaxed);
        }
        for reply in &self.counter {
            reply.store(Packed::NONE.bits(), Relaxed);
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
        nudge(&self.quiet[History::quiet_index(us, mv)], bonus);
    }

    #[inline]
    fn capture_index(mv: Move, victim: usize) -> usize {
        piece_to(mv) * 12 + victim
    }

    /// The score of a capture of something with this role on top.
    #[inline]
    pub(crate) fn capture_score(&self, mv: Move, victim: usize) -> i32 {
        i32::from(self.capture[History::capture_index(mv, victim)].load(Relaxed))
    }

    #[inline]
    pub(crate) fn update_capture(&self, mv: Move, victim: usize, bonus: i32) {
        nudge(&self.capture[History::capture_index(mv, victim)], bonus);
    }

    #[inline]
    pub(crate) fn counter(&self, previous: usize) -> Packed {
        Packed::from_bits(self.counter[previous].load(Relaxed))
    }

    #[inline]
    pub(crate) fn set_counter(&self, previous: usize, reply: Packed) {
        self.counter[previous].store(reply.bits(), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_stay_in_bounds() {
        let entry = AtomicI16::new(0);
        let nudged = |bonus| {
            nudge(&entry, bonus);
            i32::from(entry.load(Relaxed))
        };
        assert!((0..1000).all(|_| nudged(2000) <= MAX_HISTORY));
        assert!(nudged(0) > 15_000);
        assert!((0..1000).all(|_| nudged(-2000) >= -MAX_HISTORY));
        assert!(nudged(0) < -15_000);
    }
}

//! What the search has learned about moves from the nodes where they were best, or were not.

use cotulenh::{Color, Move};

use crate::packed::{PIECE_TOS, Packed, piece_to};

/// Scores stay within this.
pub(crate) const MAX_HISTORY: i32 = 16_384;

/// The row of the counter moves for "nothing was played before".
pub(crate) const NO_PREVIOUS: usize = PIECE_TOS;

/// Tables of one thread.
pub(crate) struct History {
    /// By colour, deploy flag, role and destination.
    quiet: Box<[i16]>,
    /// The reply that refuted an action last, by role and destination.
    counter: Box<[Packed]>,
    /// By role and destination of the capture and role of what was taken.
    capture: Box<[i16]>,
}

/// Moves towards the bonus, the less the nearer the limit: it never leaves ±[`MAX_HISTORY`].
#[inline]
fn nudge(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
}

impl History {
    pub(crate) fn new() -> History {
        History {
            quiet: vec![0; 4 * PIECE_TOS].into(),
            counter: vec![Packed::NONE; PIECE_TOS + 1].into(),
            capture: vec![0; PIECE_TOS * 12].into(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.quiet.fill(0);
        self.counter.fill(Packed::NONE);
        self.capture.fill(0);
    }

    #[inline]
    fn quiet_index(us: Color, mv: Move) -> usize {
        (us as usize * 2 + mv.is_deploy() as usize) * PIECE_TOS + piece_to(mv)
    }

    /// The score of a quiet move.
    #[inline]
    pub(crate) fn quiet_score(&self, us: Color, mv: Move) -> i32 {
        i32::from(self.quiet[History::quiet_index(us, mv)])
    }

    #[inline]
    pub(crate) fn update_quiet(&mut self, us: Color, mv: Move, bonus: i32) {
        nudge(&mut self.quiet[History::quiet_index(us, mv)], bonus);
    }

    #[inline]
    fn capture_index(mv: Move, victim: usize) -> usize {
        piece_to(mv) * 12 + victim
    }

    /// The score of a capture of something with this role on top.
    #[inline]
    pub(crate) fn capture_score(&self, mv: Move, victim: usize) -> i32 {
        i32::from(self.capture[History::capture_index(mv, victim)])
    }

    #[inline]
    pub(crate) fn update_capture(&mut self, mv: Move, victim: usize, bonus: i32) {
        nudge(&mut self.capture[History::capture_index(mv, victim)], bonus);
    }

    #[inline]
    pub(crate) fn counter(&self, previous: usize) -> Packed {
        self.counter[previous]
    }

    #[inline]
    pub(crate) fn set_counter(&mut self, previous: usize, reply: Packed) {
        self.counter[previous] = reply;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_stay_in_bounds() {
        let mut entry = 0;
        for _ in 0..1000 {
            nudge(&mut entry, 2000);
            assert!(i32::from(entry) <= MAX_HISTORY);
        }
        assert!(entry > 15_000);
        for _ in 0..1000 {
            nudge(&mut entry, -2000);
            assert!(i32::from(entry) >= -MAX_HISTORY);
        }
        assert!(entry < -15_000);
    }
}

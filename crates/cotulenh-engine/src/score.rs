//! Scores: centipawns, or the number of turns to mate.

use core::fmt;

/// The score of a mate at the root. A mate after `n` turns scores `MATE - n`, so that nearer mates
/// are better.
pub(crate) const MATE: i32 = 32_000;
/// Scores above this are mates.
pub(crate) const MATE_BOUND: i32 = MATE - 1_000;
/// The largest static evaluation.
pub(crate) const MAX_EVAL: i32 = 30_000;
/// Larger than every score.
pub(crate) const INFINITY: i32 = 32_100;
/// The score of a session that cannot be finished: the action that led there is not legal. It is
/// never negated.
pub(crate) const ILLEGAL: i32 = -32_700;

/// The score of being mated after so many turns from the root.
#[inline]
pub(crate) const fn mated_in(turns: i32) -> i32 {
    turns - MATE
}

#[inline]
pub(crate) const fn is_mate(score: i32) -> bool {
    score.abs() > MATE_BOUND
}

/// A score as the table stores it: mates are counted from the position instead of the root.
#[inline]
pub(crate) const fn to_table(score: i32, turns: i32) -> i32 {
    match score {
        ILLEGAL => ILLEGAL,
        s if s > MATE_BOUND => s + turns,
        s if s < -MATE_BOUND => s - turns,
        s => s,
    }
}

/// The reverse of [`to_table`].
#[inline]
pub(crate) const fn from_table(score: i32, turns: i32) -> i32 {
    match score {
        ILLEGAL => ILLEGAL,
        s if s > MATE_BOUND => s - turns,
        s if s < -MATE_BOUND => s + turns,
        s => s,
    }
}

/// The score of a position for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// A value on the scale of the weights: a Tank or a Militia is worth about 100 to 150.
    Centipawns(i32),
    /// Mate in so many own turns. Negative: the side to move is mated in so many enemy turns. 0: it
    /// is mated now.
    Mate(i32),
}

impl Score {
    pub(crate) fn from_internal(score: i32) -> Score {
        if score > MATE_BOUND {
            // The number of turns is odd: we play one more than the enemy.
            Score::Mate((MATE - score + 1) / 2)
        } else if score < -MATE_BOUND {
            Score::Mate(-((MATE + score) / 2))
        } else {
            Score::Centipawns(score)
        }
    }

    /// One number for both kinds; mates are far beyond all centipawn values.
    pub fn to_centipawns(self) -> i32 {
        match self {
            Score::Centipawns(value) => value,
            Score::Mate(n) if n > 0 => MATE - 2 * n + 1,
            Score::Mate(n) => -MATE - 2 * n,
        }
    }
}

impl fmt::Display for Score {
    /// As in UCI: `cp 35`, `mate -2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(value) => write!(f, "cp {value}"),
            Score::Mate(turns) => write!(f, "mate {turns}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_own_turns() {
        // We move, they are mated: one turn from the root.
        assert_eq!(Score::from_internal(-mated_in(1)), Score::Mate(1));
        assert_eq!(Score::from_internal(-mated_in(3)), Score::Mate(2));
        assert_eq!(Score::from_internal(mated_in(0)), Score::Mate(0));
        assert_eq!(Score::from_internal(mated_in(2)), Score::Mate(-1));
        for score in [-mated_in(1), -mated_in(7), mated_in(4), 12, -3] {
            assert_eq!(Score::from_internal(score).to_centipawns(), score);
        }
    }

    #[test]
    fn table_scores_count_from_the_position() {
        for score in [100, -100, -mated_in(9), mated_in(8), ILLEGAL] {
            assert_eq!(from_table(to_table(score, 5), 5), score);
        }
        assert_eq!(to_table(-mated_in(9), 5), -mated_in(4));
    }
}

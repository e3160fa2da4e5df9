//! Scores in 16 bits.

use core::fmt;

use crate::game_tree::CommentScore;

/// A score from Red's side in 16 bits: centipawns, or the number of moves to a mate.
///
/// Up to [`MAX_CENTIPAWNS`](PackedScore::MAX_CENTIPAWNS) the number is centipawns. Beyond it, 32,767
/// − n means that Red mates in n moves, and n − 32,767 that Blue does.
///
/// ```
/// use cotulenh::{CommentScore, PackedScore};
/// assert_eq!(PackedScore::centipawns(35).to_i16(), 35);
/// let mated = PackedScore::mate(-3).unwrap();
/// assert_eq!((mated.to_i16(), mated.get()), (-32_764, CommentScore::Mate(-3)));
/// assert!(mated < PackedScore::centipawns(-500));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct PackedScore(i16);

/// The score of a mate in no moves, which does not occur: who has mated would not be known.
const MATE: i16 = i16::MAX;

impl PackedScore {
    /// The most centipawns; larger scores are cut off.
    pub const MAX_CENTIPAWNS: i16 = 30_000;

    /// The most moves to a mate; longer mates are cut off.
    pub const MAX_MATE: i16 = MATE - PackedScore::MAX_CENTIPAWNS - 1;

    /// A score in hundredths.
    pub const fn centipawns(value: i32) -> PackedScore {
        let most = PackedScore::MAX_CENTIPAWNS as i32;
        PackedScore(if value > most {
            most as i16
        } else if value < -most {
            -most as i16
        } else {
            value as i16
        })
    }

    /// Mate in so many moves; negative if Red is mated. `None` for 0, which does not say who has
    /// mated.
    pub const fn mate(moves: i32) -> Option<PackedScore> {
        let most = PackedScore::MAX_MATE as u32;
        let distance = if moves.unsigned_abs() > most { most } else { moves.unsigned_abs() } as i16;
        match moves {
            0 => None,
            1.. => Some(PackedScore(MATE - distance)),
            _ => Some(PackedScore(distance - MATE)),
        }
    }

    /// The score as one number: larger is better for Red.
    pub const fn to_i16(self) -> i16 {
        self.0
    }

    /// The score with this number; `None` beyond ± 32,766.
    pub const fn from_i16(number: i16) -> Option<PackedScore> {
        if number > -MATE && number < MATE { Some(PackedScore(number)) } else { None }
    }

    /// The score of a comment; `None` for `Mate(0)`, which does not say who has mated.
    pub const fn of_comment(score: CommentScore) -> Option<PackedScore> {
        match score {
            CommentScore::Centipawns(value) => Some(PackedScore::centipawns(value)),
            CommentScore::Mate(moves) => PackedScore::mate(moves),
        }
    }

    /// Centipawns, or moves to a mate.
    pub const fn get(self) -> CommentScore {
        match self.0 {
            number if number > PackedScore::MAX_CENTIPAWNS => CommentScore::Mate((MATE - number) as i32),
            number if number < -PackedScore::MAX_CENTIPAWNS => CommentScore::Mate(-(MATE + number) as i32),
            number => CommentScore::Centipawns(number as i32),
        }
    }
}

impl fmt::Display for PackedScore {
    /// As in `[%eval …]`: `0.35`, `#-3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.get() {
            CommentScore::Centipawns(value) => {
                let sign = if value < 0 { "-" } else { "" };
                write!(f, "{sign}{}.{:02}", value.abs() / 100, value.abs() % 100)
            }
            CommentScore::Mate(moves) => write!(f, "#{moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_tree::Comment;

    #[test]
    fn numbers_scores_and_texts_are_one_to_one() {
        for number in [i16::MIN, -i16::MAX, i16::MAX] {
            assert_eq!(PackedScore::from_i16(number), None);
        }
        for number in 1 - MATE..MATE {
            let score = PackedScore::from_i16(number).unwrap();
            let text = Comment::new(&format!("[%eval {score}]"));
            let read = text.eval().unwrap_or_else(|| panic!("{text}"));
            assert_eq!(read.score, score.get());
            assert_eq!(PackedScore::of_comment(read.score), Some(score), "{text}");
        }
    }

    #[test]
    fn large_scores_are_cut_off() {
        assert_eq!(PackedScore::centipawns(i32::MIN).to_i16(), -30_000);
        assert_eq!(PackedScore::centipawns(i32::MAX).to_i16(), 30_000);
        assert_eq!(PackedScore::mate(0), None);
        let mate = |moves| PackedScore::mate(moves).map(PackedScore::get);
        assert_eq!(mate(i32::MAX), Some(CommentScore::Mate(2_766)));
        assert_eq!(mate(i32::MIN), Some(CommentScore::Mate(-2_766)));
    }
}

//! Playing strength for people: weaker levels make the mistakes that people make.
//!
//! A weak level searches less deeply, misjudges positions a little (the same position always in the
//! same way), overlooks some long shots, air raids, deploys and quiet threats, and does not always
//! choose the best candidate.

use cotulenh::{Action, MoveKind, Position, Role};

use crate::packed_action::PackedAction;
use crate::splitmix::splitmix64;

/// A playing strength from 0 (beginner) to 20 (full strength).
///
/// ```
/// use cotulenh_engine::Level;
/// assert_eq!(Level::new(99), Level::FULL);
/// assert_eq!("casual".parse(), Ok(Level::CASUAL));
/// assert_eq!("7".parse(), Ok(Level::new(7)));
/// assert_eq!(Level::BEGINNER.name(), "beginner");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// A text is not a level.
///
/// ```
/// use cotulenh_engine::Level;
/// let error = "99".parse::<Level>().unwrap_err();
/// assert!(error.to_string().starts_with(r#"unknown level "99": expected 0 to 20"#));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown level {found:?}: expected 0 to 20, beginner, novice, casual, club, expert or full")]
#[non_exhaustive]
pub struct ParseLevelError {
    /// The beginning of the text.
    pub found: String,
}

impl Level {
    /// Knows the rules.
    pub const BEGINNER: Level = Level(0);
    /// Sees simple captures.
    pub const NOVICE: Level = Level(3);
    /// Plays sometimes.
    pub const CASUAL: Level = Level(6);
    /// Plays often.
    pub const CLUB: Level = Level(10);
    /// Rarely misses a short combination.
    pub const EXPERT: Level = Level(15);
    /// Full strength.
    pub const FULL: Level = Level(20);

    /// The levels that have a name, the weakest first.
    pub const NAMED: [(&'static str, Level); 6] = [
        ("beginner", Level::BEGINNER),
        ("novice", Level::NOVICE),
        ("casual", Level::CASUAL),
        ("club", Level::CLUB),
        ("expert", Level::EXPERT),
        ("full", Level::FULL),
    ];

    /// A level by number; larger numbers than 20 count as 20.
    pub fn new(number: u8) -> Level {
        Level(number.min(Level::FULL.0))
    }

    /// The number of the level, 0–20.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The name of the highest named level at or below this one.
    pub fn name(self) -> &'static str {
        Level::NAMED.iter().rev().find(|(_, level)| *level <= self).map_or("beginner", |(name, _)| name)
    }

    /// How many levels this one is below full strength.
    fn deficit(self) -> i32 {
        i32::from(Level::FULL.0 - self.0)
    }

    /// The maximum depth; `None` at full strength.
    pub(crate) fn max_depth(self) -> Option<i32> {
        (self < Level::FULL).then(|| 1 + i32::from(self.0) / 2)
    }

    /// The maximum number of nodes; `None` at full strength. The first iteration is always
    /// finished.
    pub(crate) fn max_nodes(self) -> Option<u64> {
        // 200 for a beginner, and half as many again with each level.
        (self < Level::FULL).then(|| (0..self.0).fold(200, |nodes, _| nodes + nodes / 2))
    }

    /// The number of candidates from which the level chooses.
    pub(crate) fn candidates(self) -> usize {
        if self == Level::FULL { 1 } else { 3 + self.deficit() as usize / 5 }
    }

    /// The temperature of that choice in centipawns: how much worse a candidate may be.
    pub(crate) fn temperature(self) -> f64 {
        f64::from(self.deficit() * self.deficit()) * 0.3
    }

    /// The weaknesses of the level in a search from this position.
    pub(crate) fn handicap(self, seed: u64, position: &Position) -> Option<Handicap> {
        if self == Level::FULL {
            return None;
        }
        // What is overlooked now may be seen three moves later.
        let attention = splitmix64(seed ^ u64::from(position.move_number() / 3));
        Some(Handicap {
            seed,
            attention,
            noise: self.deficit() * self.deficit() * 3 / 5,
            blindness: (self.deficit() * self.deficit()) as u64 * 8 / 5,
        })
    }
}

impl Default for Level {
    fn default() -> Level {
        Level::FULL
    }
}

impl core::fmt::Display for Level {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl core::str::FromStr for Level {
    type Err = ParseLevelError;

    /// Parses a name or a number.
    fn from_str(text: &str) -> Result<Level, ParseLevelError> {
        let named = Level::NAMED.iter().find(|(name, _)| *name == text).map(|(_, level)| *level);
        named
            .or_else(|| text.parse().ok().filter(|&number| number <= Level::FULL.0).map(Level))
            .ok_or_else(|| ParseLevelError { found: text.chars().take(16).collect() })
    }
}

/// The weaknesses of a level in one search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Handicap {
    seed: u64,
    attention: u64,
    /// The largest error of the evaluation, in centipawns.
    noise: i32,
    /// The probability of overlooking a difficult move, in permill.
    blindness: u64,
}

impl Handicap {
    /// The evaluation with an error that is always the same for the same position.
    pub(crate) fn blur(&self, position: &Position, eval: i32) -> i32 {
        let random = splitmix64(position.repetition_key() ^ self.seed);
        // The sum of two uniform distributions: small errors are more likely.
        let error = |bits: u64| (bits % (self.noise as u64 + 1)) as i32;
        eval + error(random & 0xffff_ffff) - error(random >> 32)
    }

    /// Does the player overlook this action, `ply` actions from now?
    pub(crate) fn overlooks(&self, position: &Position, action: Action, ply: usize) -> bool {
        let Action::Step(mv) = action else { return false };
        let capture = mv.kind().is_capture();
        let range = mv.from().distance(mv.to());
        // How hard the move is to see, in steps of one half.
        let mut difficulty = match range {
            0..=1 => 0,
            2 => 1,
            _ => 2,
        };
        difficulty += u64::from(mv.unit().has(Role::AirForce));
        difficulty += u64::from(mv.is_deploy()) + u64::from(mv.kind() == MoveKind::StayCapture);
        difficulty += u64::from(!capture && ply > 0);
        difficulty += u64::from(ply > 2);
        let mover = u64::from(PackedAction::of_move(mv).bits()) | (position.turn() as u64) << 40;
        splitmix64(self.attention ^ mover) % 1000 < self.blindness * difficulty / 2
    }
}

/// The random numbers by which a weak level chooses (SplitMix64).
#[derive(Clone, Copy, Debug)]
pub(crate) struct HandicapRandom(u64);

impl HandicapRandom {
    pub(crate) fn new(seed: u64) -> HandicapRandom {
        HandicapRandom(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        splitmix64(self.0)
    }

    /// A number in 0.0..1.0.
    pub(crate) fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Chooses one of the candidates by their scores, the best first. Better candidates are more
/// likely.
pub(crate) fn choose(scores: &[i32], level: Level, random: &mut HandicapRandom) -> usize {
    let Some(&best) = scores.first() else { return 0 };
    let temperature = level.temperature();
    if temperature <= 0.0 {
        return 0;
    }
    let weight = |score: i32| (-f64::from(best - score) / temperature).exp();
    let mut left = random.fraction() * scores.iter().map(|&score| weight(score)).sum::<f64>();
    for (index, &score) in scores.iter().enumerate() {
        left -= weight(score);
        if left < 0.0 {
            return index;
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weaker_levels_search_less() {
        let limits = |n| (Level::new(n).max_depth(), Level::new(n).max_nodes());
        for n in 0..19 {
            assert!(limits(n).0 <= limits(n + 1).0 && limits(n).1 < limits(n + 1).1);
            assert!(Level::new(n).temperature() > Level::new(n + 1).temperature());
        }
        assert_eq!(limits(20), (None, None));
        assert!(Level::FULL.handicap(1, &Position::start()).is_none());
    }

    #[test]
    fn the_best_candidate_is_chosen_most_often() {
        let mut random = HandicapRandom::new(7);
        let mut counts = [0; 3];
        for _ in 0..1000 {
            counts[choose(&[50, 20, -900], Level::CASUAL, &mut random)] += 1;
        }
        assert!(counts[0] > counts[1] && counts[1] > 100 && counts[2] == 0, "{counts:?}");
        assert_eq!(choose(&[50, 49], Level::FULL, &mut random), 0);
    }

    #[test]
    fn evaluation_errors_are_consistent_and_bounded() {
        let position = Position::start();
        let handicap = Level::BEGINNER.handicap(3, &position).unwrap();
        let blurred = handicap.blur(&position, 10);
        assert_eq!(blurred, handicap.blur(&position, 10));
        assert!((blurred - 10).abs() <= 240);
        let seen = position.actions().into_iter().filter(|&a| !handicap.overlooks(&position, a, 1)).count();
        assert!(seen > 10 && seen < 116, "{seen}");
    }
}

//! Levels for humans: weaker play that fails as people do.
//!
//! A weak level looks less far, judges positions a little wrongly (but the same position always in the same way), does not see some
//! long shots, air raids, deploy tricks and quiet threats, and does not always choose the very best of what it sees.

use cotulenh::{Action, MoveKind, Position, Role};

use crate::geometry::distance;
use crate::packed::Packed;

/// A strength from 0 (beginner) to 20 (everything the engine has).
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

/// A text that names no level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseLevelError(pub String);

impl core::fmt::Display for ParseLevelError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{:?} is no level", self.0)
    }
}

impl core::error::Error for ParseLevelError {}

impl Level {
    /// Has just learned the rules.
    pub const BEGINNER: Level = Level(0);
    /// Sees simple captures.
    pub const NOVICE: Level = Level(3);
    /// Plays now and then.
    pub const CASUAL: Level = Level(6);
    /// Plays often.
    pub const CLUB: Level = Level(10);
    /// Rarely misses anything short.
    pub const EXPERT: Level = Level(15);
    /// Full strength.
    pub const FULL: Level = Level(20);

    const NAMED: [(&'static str, Level); 6] = [
        ("beginner", Level::BEGINNER),
        ("novice", Level::NOVICE),
        ("casual", Level::CASUAL),
        ("club", Level::CLUB),
        ("expert", Level::EXPERT),
        ("full", Level::FULL),
    ];

    /// A level by number; more than 20 is 20.
    pub fn new(number: u8) -> Level {
        Level(number.min(20))
    }

    /// Its number, 0–20.
    pub fn number(self) -> u8 {
        self.0
    }

    /// The name of the highest named level that it reaches.
    pub fn name(self) -> &'static str {
        Level::NAMED.iter().rev().find(|(_, level)| *level <= self).map_or("beginner", |(name, _)| name)
    }

    /// What it lacks, in 20ths.
    fn lack(self) -> i32 {
        20 - i32::from(self.0)
    }

    /// How deep it looks; `None`: as deep as it likes.
    pub(crate) fn max_depth(self) -> Option<i32> {
        (self < Level::FULL).then(|| 1 + i32::from(self.0) / 2)
    }

    /// How many actions it considers; it looks at every first one at least once.
    pub(crate) fn max_nodes(self) -> Option<u64> {
        // 200 for a beginner, half as many again with each level.
        (self < Level::FULL).then(|| (0..self.0).fold(200, |nodes, _| nodes + nodes / 2))
    }

    /// Among how many candidates it chooses.
    pub(crate) fn candidates(self) -> usize {
        if self == Level::FULL { 1 } else { 3 + self.lack() as usize / 5 }
    }

    /// How much worse a candidate may be to be chosen now and then, in centipawns.
    pub(crate) fn temperature(self) -> f64 {
        f64::from(self.lack() * self.lack()) * 0.3
    }

    /// What it lacks in this position.
    pub(crate) fn handicap(self, seed: u64, position: &Position) -> Option<Handicap> {
        if self == Level::FULL {
            return None;
        }
        // What is overlooked now may be noticed three moves later.
        let attention = mix(seed ^ u64::from(position.move_number() / 3));
        Some(Handicap {
            seed,
            attention,
            noise: self.lack() * self.lack() * 3 / 5,
            blindness: (self.lack() * self.lack()) as u64 * 8 / 5,
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

    /// Reads a name or a number.
    fn from_str(text: &str) -> Result<Level, ParseLevelError> {
        let named = Level::NAMED.iter().find(|(name, _)| *name == text).map(|(_, level)| *level);
        named
            .or_else(|| text.parse().ok().filter(|&number| number <= 20).map(Level))
            .ok_or_else(|| ParseLevelError(text.chars().take(16).collect()))
    }
}

/// A mixing function (the finalizer of SplitMix64).
pub(crate) const fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The weaknesses of a level in one search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Handicap {
    seed: u64,
    attention: u64,
    /// The largest error of judgement, in centipawns.
    noise: i32,
    /// How likely a difficult move is overlooked, in thousandths.
    blindness: u64,
}

impl Handicap {
    /// The evaluation as this player sees it: always the same error for the same position.
    pub(crate) fn blur(&self, position: &Position, eval: i32) -> i32 {
        let random = mix(position.repetition_key() ^ self.seed);
        // The sum of two even distributions: small errors are more likely.
        let error = |bits: u64| (bits % (self.noise as u64 + 1)) as i32;
        eval + error(random & 0xffff_ffff) - error(random >> 32)
    }

    /// Does this player not see that action, `ply` actions from now?
    pub(crate) fn overlooks(&self, position: &Position, action: Action, ply: usize) -> bool {
        let Action::Step(mv) = action else { return false };
        let capture = mv.kind().is_capture();
        let range = distance(mv.from(), mv.to());
        // In halves: what makes a move hard to see.
        let mut difficulty = match range {
            0..=1 => 0,
            2 => 1,
            _ => 2,
        };
        difficulty += u64::from(mv.unit().has(Role::AirForce));
        difficulty += u64::from(mv.is_deploy()) + u64::from(mv.kind() == MoveKind::StayCapture);
        difficulty += u64::from(!capture && ply > 0);
        difficulty += u64::from(ply > 2);
        let mover = u64::from(Packed::of_move(mv).bits()) | (position.turn() as u64) << 40;
        mix(self.attention ^ mover) % 1000 < self.blindness * difficulty / 2
    }
}

/// A small generator of random numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// At least 0 and less than 1.
    pub(crate) fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Chooses one of the candidates, whose scores are given best first: the better the likelier.
pub(crate) fn choose(scores: &[i32], level: Level, random: &mut Random) -> usize {
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
    fn weaker_levels_see_less() {
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
        let mut random = Random::new(7);
        let mut counts = [0; 3];
        for _ in 0..1000 {
            counts[choose(&[50, 20, -900], Level::CASUAL, &mut random)] += 1;
        }
        assert!(counts[0] > counts[1] && counts[1] > 100 && counts[2] == 0, "{counts:?}");
        assert_eq!(choose(&[50, 49], Level::FULL, &mut random), 0);
    }

    #[test]
    fn errors_of_judgement_are_consistent_and_bounded() {
        let position = Position::start();
        let handicap = Level::BEGINNER.handicap(3, &position).unwrap();
        let blurred = handicap.blur(&position, 10);
        assert_eq!(blurred, handicap.blur(&position, 10));
        assert!((blurred - 10).abs() <= 240);
        let seen = position.actions().into_iter().filter(|&a| !handicap.overlooks(&position, a, 1)).count();
        assert!(seen > 10 && seen < 116, "{seen}");
    }
}

//! Settings that change the rules.

use crate::zobrist;

/// Settings that change the rules. The default is the rules as docs/rules.md states them.
///
/// They are part of what a [`Position`](crate::Position) is: positions under different options are
/// not equal and have different hashes.
///
/// ```
/// use cotulenh::{Position, RuleOptions};
/// let options = RuleOptions::default().with_skip_commander_safety(true);
/// let position = Position::start().with_options(options);
/// assert_ne!(position, Position::start());
/// assert_ne!(position.hash(), Position::start().hash());
/// assert_eq!(RuleOptions::from_bits(options.bits()), Some(options));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase", default, deny_unknown_fields)
)]
#[non_exhaustive]
pub struct RuleOptions {
    /// Turns off the last-guard promotion of RULES 8.2.
    pub skip_last_guard_promotion: bool,
    /// Turns off RULES 6.5, and the same test of the commit in RULES 9.5: every pseudo-legal move
    /// is legal, even if it leaves the own Commander in danger.
    pub skip_commander_safety: bool,
}

impl RuleOptions {
    /// The number of values that [`bits`](RuleOptions::bits) can have.
    const COMBINATIONS: usize = 1 << 2;

    /// These options with the last-guard promotion (RULES 8.2) off or on.
    #[must_use]
    pub const fn with_skip_last_guard_promotion(self, skip: bool) -> RuleOptions {
        RuleOptions { skip_last_guard_promotion: skip, ..self }
    }

    /// These options with the safety of the own Commander (RULES 6.5) off or on.
    #[must_use]
    pub const fn with_skip_commander_safety(self, skip: bool) -> RuleOptions {
        RuleOptions { skip_commander_safety: skip, ..self }
    }

    /// The options as one number, one bit each; 0 for the default. The numbers are stable.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.skip_last_guard_promotion as u8 | (self.skip_commander_safety as u8) << 1
    }

    /// The options with these [`bits`](RuleOptions::bits); `None` if a bit is not an option.
    pub const fn from_bits(bits: u8) -> Option<RuleOptions> {
        if bits as usize >= RuleOptions::COMBINATIONS {
            return None;
        }
        Some(RuleOptions { skip_last_guard_promotion: bits & 1 != 0, skip_commander_safety: bits & 2 != 0 })
    }

    /// What the options contribute to the hash of a position: 0 for the default.
    #[inline]
    pub(crate) const fn key(self) -> u64 {
        KEYS[self.bits() as usize % RuleOptions::COMBINATIONS]
    }
}

static KEYS: [u64; RuleOptions::COMBINATIONS] = {
    let mut keys = [0; RuleOptions::COMBINATIONS];
    let mut bits = 1;
    while bits < keys.len() {
        // "rule" in ASCII, so that no other key has the same source.
        keys[bits] = zobrist::mix(0x7275_6c65 << 8 | bits as u64);
        bits += 1;
    }
    keys
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_and_options_are_one_to_one() {
        let mut seen = std::collections::HashSet::new();
        for bits in 0..=u8::MAX {
            let Some(options) = RuleOptions::from_bits(bits) else {
                assert!(bits as usize >= RuleOptions::COMBINATIONS);
                continue;
            };
            assert_eq!(options.bits(), bits);
            assert!(seen.insert(options.key()), "two options with one key");
        }
        assert_eq!(RuleOptions::default().bits(), 0);
        assert_eq!(RuleOptions::default().key(), 0);
        assert_eq!(RuleOptions::default().with_skip_commander_safety(true).bits(), 2);
        assert_eq!(RuleOptions::default().with_skip_last_guard_promotion(true).bits(), 1);
    }
}

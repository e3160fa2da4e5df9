//! Hash keys.
//!
//! A key is a good mixing function of what it stands for instead of an entry of a random table: no
//! start-up, no memory traffic, the same on every machine. The keys of the units on the board and of the
//! side to move are joined by exclusive or, so they are kept up to date move by move.

use crate::square::Square;
use crate::unit::Unit;

/// Joined in while Blue is to move.
pub(crate) const BLUE_TO_MOVE: u64 = mix(0x6275_6c62);

/// The finalizer of SplitMix64: a bijection of 64-bit words in which every input bit
/// flips every output bit with probability one half.
#[inline]
pub(crate) const fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The key of a unit on a point.
#[inline]
pub(crate) const fn unit_key(square: Square, unit: Unit) -> u64 {
    mix((square.index() as u64) << 16 | unit.bits() as u64)
}

/// Folds a further word into a hash whose order matters.
#[inline]
pub(crate) const fn chain(hash: u64, word: u64) -> u64 {
    mix(hash ^ mix(word))
}

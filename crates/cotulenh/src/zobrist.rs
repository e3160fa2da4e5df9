//! Hash keys.
//!
//! A key is computed by a mixing function instead of read from a table of random numbers: no
//! start-up, no memory traffic, the same on every machine. The keys of the units on the board, of
//! the side to move and of the rule options are combined by exclusive or, so they can be updated
//! move by move.

use crate::square::Square;
use crate::unit::Unit;

/// Part of the hash while Blue is to move.
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

/// Adds a word to a hash in which the order of words matters.
#[inline]
pub(crate) const fn chain(hash: u64, word: u64) -> u64 {
    mix(hash ^ mix(word))
}

//! The transposition table: results of earlier searches by position.
//!
//! All threads share it without locks. An entry is two words; the first is combined with the second
//! by exclusive or, so that words of different entries, mixed up by a race, do not match any key.

use core::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::packed_action::PackedAction;

/// What a stored score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// The score is exact.
    Exact = 0,
    /// The true score is at least this.
    Lower = 1,
    /// The true score is at most this.
    Upper = 2,
}

impl Bound {
    /// Does a score with this bound decide the window from `alpha` to `beta`?
    #[inline]
    pub(crate) fn decides(self, score: i32, alpha: i32, beta: i32) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        }
    }

    /// Is a score with this bound more precise than an estimate?
    #[inline]
    pub(crate) fn betters(self, score: i32, estimate: i32) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score > estimate,
            Bound::Upper => score < estimate,
        }
    }

    fn from_bits(bits: u64) -> Bound {
        match bits & 3 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        }
    }
}

/// The result of a search of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TableEntry {
    pub(crate) best: PackedAction,
    pub(crate) score: i32,
    /// The static evaluation before fading, or [`NO_EVAL`].
    pub(crate) eval: i32,
    /// From [`MIN_DEPTH`] to [`MAX_DEPTH`].
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

/// Stands for a static evaluation that was not computed, as in check.
pub(crate) const NO_EVAL: i32 = i16::MIN as i32;

/// The depth of a quiescence search without quiet checks.
pub(crate) const MIN_DEPTH: i32 = -1;

/// The largest depth of an entry; also that of entries that are independent of depth.
pub(crate) const MAX_DEPTH: i32 = 254;

/// The largest size of the transposition table, in mebibytes.
pub const MAX_HASH_MB: usize = if cfg!(target_pointer_width = "32") { 1 << 10 } else { 1 << 15 };

/// A transposition table is too large: for the memory, or larger than [`MAX_HASH_MB`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot allocate a transposition table of {mebibytes} MiB")]
#[non_exhaustive]
pub struct HashError {
    /// The requested size.
    pub mebibytes: usize,
}

impl HashError {
    /// The error for a table of this size.
    pub fn new(mebibytes: usize) -> HashError {
        HashError { mebibytes }
    }
}

const WAYS: usize = 4;
const AGE_BITS: u64 = 0x3f;

/// Entries that share a cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; WAYS]);

/// The table.
pub(crate) struct TranspositionTable {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

impl TableEntry {
    fn data(&self) -> u64 {
        let (score, eval) = (self.score as i16 as u16, self.eval as i16 as u16);
        u64::from(self.best.bits()) | u64::from(score) << 32 | u64::from(eval) << 48
    }

    fn extra(&self, age: u64) -> u64 {
        ((self.depth.clamp(MIN_DEPTH, MAX_DEPTH) - MIN_DEPTH) as u64)
            | (self.bound as u64) << 8
            | (age & AGE_BITS) << 10
    }

    fn decode(extra: u64, data: u64) -> TableEntry {
        TableEntry {
            best: PackedAction::from_bits(data as u32),
            score: i32::from((data >> 32) as u16 as i16),
            eval: i32::from((data >> 48) as u16 as i16),
            depth: (extra & 0xff) as i32 + MIN_DEPTH,
            bound: Bound::from_bits(extra >> 8),
        }
    }
}

impl TranspositionTable {
    /// A table of this size, at least one mebibyte.
    pub(crate) fn new(mebibytes: usize) -> Result<TranspositionTable, HashError> {
        let count = mebibytes.max(1).saturating_mul((1 << 20) / size_of::<Bucket>());
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| HashError { mebibytes })?;
        buckets.resize_with(count, Bucket::default);
        Ok(TranspositionTable { buckets, age: AtomicU8::new(0) })
    }

    /// A table of this size and its size; half the size, a quarter and so on if there is not enough
    /// memory. The size is 0 if not even one mebibyte is available.
    pub(crate) fn at_most(mebibytes: usize) -> (TranspositionTable, usize) {
        let mut size = mebibytes.clamp(1, MAX_HASH_MB);
        while size > 0 {
            match TranspositionTable::new(size) {
                Ok(table) => return (table, size),
                Err(_) => size /= 2,
            }
        }
        (TranspositionTable { buckets: vec![Bucket::default()], age: AtomicU8::new(0) }, 0)
    }

    /// Removes all entries.
    pub(crate) fn clear(&self) {
        for word in self.buckets.iter().flat_map(|bucket| bucket.0.iter().flatten()) {
            word.store(0, Ordering::Relaxed);
        }
        self.age.store(0, Ordering::Relaxed);
    }

    /// Begins a new search: the entries of earlier searches are replaced first.
    pub(crate) fn next_age(&self) {
        let age = self.age.load(Ordering::Relaxed).wrapping_add(1);
        self.age.store(age, Ordering::Relaxed);
    }

    fn age(&self) -> u64 {
        u64::from(self.age.load(Ordering::Relaxed)) & AGE_BITS
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        // The high half of the product spreads the keys evenly over any number of buckets. The low
        // bits of the key are compared.
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize]
    }

    /// Loads the bucket of a position that will be probed soon into the cache.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        core::hint::black_box(self.bucket(key).0[0][0].load(Ordering::Relaxed));
    }

    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<TableEntry> {
        for [check, data] in &self.bucket(key).0 {
            let data = data.load(Ordering::Relaxed);
            let word = check.load(Ordering::Relaxed) ^ data;
            if word >> 16 == key & 0xffff_ffff_ffff && data != 0 {
                return Some(TableEntry::decode(word & 0xffff, data));
            }
        }
        None
    }

    #[inline]
    pub(crate) fn store(&self, key: u64, mut entry: TableEntry) {
        let age = self.age();
        let bucket = self.bucket(key);
        let mut worst = (i32::MAX, 0);
        for (i, [check, data]) in bucket.0.iter().enumerate() {
            let old_data = data.load(Ordering::Relaxed);
            let word = check.load(Ordering::Relaxed) ^ old_data;
            if old_data == 0 {
                worst = (i32::MIN, i);
                break;
            }
            let old = TableEntry::decode(word & 0xffff, old_data);
            let same_age = word >> 10 & AGE_BITS == age;
            if word >> 16 == key & 0xffff_ffff_ffff {
                // A bound does not replace a much deeper result of the same search.
                if entry.bound != Bound::Exact && same_age && entry.depth + 4 < old.depth {
                    return;
                }
                if entry.best == PackedAction::NONE {
                    entry.best = old.best;
                }
                worst = (i32::MIN, i);
                break;
            }
            let years = (age.wrapping_sub(word >> 10) & AGE_BITS) as i32;
            let worth = old.depth - 8 * years;
            if worth < worst.0 {
                worst = (worth, i);
            }
        }
        let [check, data] = &bucket.0[worst.1];
        let new_data = entry.data();
        let word = (key & 0xffff_ffff_ffff) << 16 | entry.extra(age);
        check.store(word ^ new_data, Ordering::Relaxed);
        data.store(new_data, Ordering::Relaxed);
    }

    /// How much of the table this search has filled, in permill.
    pub(crate) fn hashfull(&self) -> u32 {
        let age = self.age();
        let sample = self.buckets.len().min(250);
        let used = self.buckets[..sample].iter().flat_map(|bucket| &bucket.0).filter(|[check, data]| {
            let data = data.load(Ordering::Relaxed);
            data != 0 && (check.load(Ordering::Relaxed) ^ data) >> 10 & AGE_BITS == age
        });
        (used.count() * 1000 / (sample * WAYS).max(1)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(best: u32, score: i32, depth: i32, bound: Bound) -> TableEntry {
        TableEntry { best: PackedAction::from_bits(best), score, eval: -score / 2, depth, bound }
    }

    #[test]
    fn impossible_sizes_are_refused() {
        for mebibytes in [usize::MAX, usize::MAX >> 20] {
            assert_eq!(TranspositionTable::new(mebibytes).err(), Some(HashError { mebibytes }));
        }
    }

    #[test]
    fn entries_survive() {
        let table = TranspositionTable::new(1).unwrap();
        let mut seed = 1u64;
        for round in 0..2000 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let key = seed ^ seed >> 29;
            let bound = [Bound::Exact, Bound::Lower, Bound::Upper][round % 3];
            let stored = entry((seed >> 20) as u32, (seed >> 40) as i16 as i32, round as i32 % 128, bound);
            table.store(key, stored);
            assert_eq!(table.probe(key), Some(stored));
            assert_eq!(table.probe(key ^ 1), None);
        }
        table.clear();
        assert_eq!(table.hashfull(), 0);
    }

    #[test]
    fn a_full_bucket_replaces_old_and_shallow_entries() {
        let table = TranspositionTable::new(1).unwrap();
        // The same bucket: only low bits differ.
        let key = |i: u64| 0x1234_5678_9abc_0000 | i;
        for i in 0..4 {
            table.store(key(i), entry(100 + i as u32, 1, 10 + i as i32, Bound::Exact));
        }
        table.store(key(9), entry(7, 1, 3, Bound::Exact));
        assert_eq!(table.probe(key(0)), None);
        assert!(table.probe(key(3)).is_some());
        table.next_age();
        table.store(key(10), entry(7, 1, 1, Bound::Exact));
        table.store(key(3), entry(0, 2, 12, Bound::Upper));
        assert_eq!(table.probe(key(3)).unwrap().best.bits(), 103, "the move is kept");
        assert_eq!(table.probe(key(9)), None);
        assert!(table.probe(key(10)).is_some());
    }
}

//! Counting the leaves of the game tree, the classic test of a move generator.
//!
//! At a node the actions are the legal moves and, in an open session, one commit if it is allowed.
//! Depth counts actions, so a deploy step is one. Draws and results do not end the tree.

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicU64, Ordering};
use std::collections::TryReserveError;

use crate::action::Action;
use crate::position::Position;
use crate::zobrist;

/// Number of leaves at `depth`, the last level counted without being played.
///
/// ```
/// use cotulenh::{Position, perft};
/// assert_eq!(perft(&Position::start(), 2), 13_460);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.action_count(),
        _ => children(position, |child| perft(child, depth - 1)),
    }
}

/// [`perft`] that gives up when `budget` is spent: one for every leaf and every inner node.
#[cfg(feature = "serde")]
pub(crate) fn perft_within(position: &Position, depth: u32, budget: &mut u64) -> Option<u64> {
    *budget = budget.checked_sub(1)?;
    if depth <= 1 {
        let nodes = perft(position, depth);
        *budget = budget.checked_sub(nodes)?;
        return Some(nodes);
    }
    let mut nodes = 0;
    for action in position.actions() {
        nodes += perft_within(&position.after_unchecked(action), depth - 1, budget)?;
    }
    Some(nodes)
}

/// [`perft`] that can be stopped: `None` if `is_stopped` answered `true`. Subtrees of two actions,
/// which take milliseconds, are counted without asking.
///
/// ```
/// use cotulenh::{Position, perft_until};
/// assert_eq!(perft_until(&Position::start(), 2, &|| false), Some(13_460));
/// assert_eq!(perft_until(&Position::start(), 99, &|| true), None);
/// ```
pub fn perft_until(position: &Position, depth: u32, is_stopped: &impl Fn() -> bool) -> Option<u64> {
    if is_stopped() {
        return None;
    }
    if depth <= 2 {
        return Some(perft(position, depth));
    }
    let actions = position.actions().into_iter();
    actions.map(|action| perft_until(&position.after_unchecked(action), depth - 1, is_stopped)).sum()
}

/// Number of leaves at `depth`, every one of them played, promotions and hash included.
pub fn perft_played(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => {
            // Keeps the compiler from removing the work that made the leaf.
            core::hint::black_box(position.hash());
            1
        }
        _ => children(position, |child| perft_played(child, depth - 1)),
    }
}

/// Sums over the positions after every action.
#[inline]
fn children(position: &Position, mut count: impl FnMut(&Position) -> u64) -> u64 {
    let mut nodes = 0;
    let _ = position.for_each_legal_batch(|batch| {
        batch.for_each_unordered(|mv| {
            let mut child = *position;
            child.advance_unchecked(mv);
            nodes += count(&child);
        });
        ControlFlow::Continue(())
    });
    if position.session().is_some() && position.can_commit() {
        nodes += count(&position.after_unchecked(Action::Commit));
    }
    nodes
}

/// The leaves below each action, for a depth of at least 1: finds the subtree in which two
/// generators differ. Empty at depth 0.
pub fn divide(position: &Position, depth: u32) -> Vec<(Action, u64)> {
    let Some(below) = depth.checked_sub(1) else { return Vec::new() };
    let count = |action: Action| (action, perft(&position.after_unchecked(action), below));
    position.actions().into_iter().map(count).collect()
}

/// Known counts, by position (rule options included) and depth. It may be shared between threads.
///
/// An entry is two words, of which the first is the key combined with the second. Words of
/// different entries that threads have mixed up do not match, so no lock is needed.
#[derive(Debug)]
pub struct PerftTable {
    entries: Box<[[AtomicU64; 2]]>,
}

impl PerftTable {
    /// A table of this size, at least one mebibyte; an error if the memory cannot be allocated.
    pub fn new(mebibytes: usize) -> Result<PerftTable, TryReserveError> {
        let count = mebibytes.max(1).saturating_mul(1 << 20) / size_of::<[AtomicU64; 2]>();
        let mut entries = Vec::new();
        entries.try_reserve_exact(count)?;
        entries.resize_with(count, || [AtomicU64::new(0), AtomicU64::new(0)]);
        Ok(PerftTable { entries: entries.into_boxed_slice() })
    }

    fn slot(&self, key: u64) -> &[AtomicU64; 2] {
        // The high half of the product spreads the keys evenly over any number of entries.
        &self.entries[((key as u128 * self.entries.len() as u128) >> 64) as usize]
    }

    fn get(&self, key: u64) -> Option<u64> {
        let [check, nodes] = self.slot(key);
        let nodes = nodes.load(Ordering::Relaxed);
        (check.load(Ordering::Relaxed) ^ nodes == key).then_some(nodes)
    }

    fn put(&self, key: u64, nodes: u64) {
        let [check, value] = self.slot(key);
        check.store(key ^ nodes, Ordering::Relaxed);
        value.store(nodes, Ordering::Relaxed);
    }
}

/// [`perft`] that looks up positions it has met before at the same depth. Hash collisions are not
/// detected.
pub fn perft_hashed(position: &Position, depth: u32, table: &PerftTable) -> u64 {
    if depth <= 1 {
        return perft(position, depth);
    }
    let key = zobrist::chain(position.hash(), u64::from(depth));
    if let Some(nodes) = table.get(key) {
        return nodes;
    }
    let nodes = children(position, |child| perft_hashed(child, depth - 1, table));
    table.put(key, nodes);
    nodes
}

/// [`perft`] over all threads of the current rayon pool, with or without a table. Calls `progress`
/// after every finished part of the work.
#[cfg(feature = "parallel")]
pub fn perft_parallel(
    position: &Position,
    depth: u32,
    table: Option<&PerftTable>,
    progress: &(dyn Fn(Progress) + Sync),
) -> u64 {
    use rayon::prelude::*;

    let count = |position: &Position, depth| match table {
        Some(table) => perft_hashed(position, depth, table),
        None => perft(position, depth),
    };
    if depth < 3 {
        return count(position, depth);
    }
    // Two plies give thousands of parts of similar size, so no thread waits long for another.
    let children: Vec<Position> =
        position.actions().into_iter().map(|action| position.after_unchecked(action)).collect();
    let total = children.iter().map(Position::action_count).sum();
    let done = AtomicU64::new(0);
    let part = |child: &Position, action: Action| {
        let nodes = count(&child.after_unchecked(action), depth - 2);
        progress(Progress { done: done.fetch_add(1, Ordering::Relaxed) + 1, total });
        nodes
    };
    children
        .par_iter()
        .map(|child| child.actions().into_par_iter().map(|action| part(child, action)).sum::<u64>())
        .sum()
}

/// How far a parallel count has come.
#[cfg(feature = "parallel")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// Parts finished.
    pub done: u64,
    /// Parts in all.
    pub total: u64,
}

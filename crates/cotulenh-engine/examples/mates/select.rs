//! Selects the mates of the suite.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

use cotulenh::Color;

use crate::mate_suite::Puzzle;
use crate::mate_suite::tags::Tag;

/// The number of positions of each length, from mate in one.
const WANTED: [usize; 4] = [16, 24, 20, 12];
/// The largest number of first turns that mate.
const MOST_SOLUTIONS: usize = 4;

/// The least number of positions of each kind.
const OF_EACH_KIND: usize = 8;

/// The suite: for each length, first positions of kinds that are still rare, then those with the
/// fewest solutions. No two have the same units or the same solutions.
pub fn choose(mut pool: Vec<Puzzle>) -> Vec<Puzzle> {
    let mut seen = HashSet::new();
    pool.retain(|puzzle| {
        puzzle.solutions.len() <= MOST_SOLUTIONS
            && seen.insert(pattern(puzzle))
            && seen.insert(puzzle.solutions.join(" "))
    });
    let mut counts = BTreeMap::<Tag, usize>::new();
    let mut chosen = Vec::new();
    // The longest first, because there are the fewest of them.
    for mate in (1..=WANTED.len()).rev() {
        for number in 1..=WANTED[mate - 1] {
            let value = |puzzle: &Puzzle| {
                let is_rare = |tag: &&Tag| counts.get(tag).is_none_or(|&count| count < OF_EACH_KIND);
                let rare = puzzle.tags.iter().filter(is_rare).count();
                // Ties are broken by the key, so that all sources have a share.
                (rare, Reverse(puzzle.solutions.len()), puzzle.position.repetition_key())
            };
            let fitting = pool.iter().enumerate().filter(|(_, puzzle)| puzzle.mate as usize == mate);
            let Some((index, _)) = fitting.max_by_key(|(_, puzzle)| value(puzzle)) else { break };
            let mut puzzle = pool.swap_remove(index);
            puzzle.id = format!("m{mate}-{number:02}");
            puzzle.tags.iter().for_each(|&tag| *counts.entry(tag).or_default() += 1);
            chosen.push(puzzle);
        }
    }
    chosen.sort_by(|a, b| a.id.cmp(&b.id));
    chosen
}

/// The length and the units of both sides, regardless of their points.
fn pattern(puzzle: &Puzzle) -> String {
    let attacker = puzzle.position.turn();
    let mut units: Vec<String> = puzzle
        .position
        .board()
        .iter()
        .map(|(_, unit)| {
            let side = if unit.color() == attacker { Color::Red } else { Color::Blue };
            format!("{side:?}{}", unit.move_text())
        })
        .collect();
    units.sort();
    format!("{} {}", puzzle.mate, units.concat())
}

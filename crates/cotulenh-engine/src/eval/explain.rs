//! Evaluations in detail: for people, and for tuning.

use core::fmt;

use cotulenh::{Color, Position};

use super::weights::{COUNT, GROUPS, Weights};
use super::{Evaluator, FULL_PHASE, Trace, taper};

/// How often every feature occurs in a position, Red's minus Blue's.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Coefficients {
    /// Counts by index of the weight.
    pub counts: Vec<i32>,
}

impl Default for Coefficients {
    fn default() -> Coefficients {
        Coefficients { counts: vec![0; COUNT] }
    }
}

impl Trace for Coefficients {
    const ACTIVE: bool = true;

    fn add(&mut self, color: Color, index: usize, count: i32) {
        self.counts[index] += if color == Color::Red { count } else { -count };
    }
}

impl Coefficients {
    /// The features of a position.
    pub fn of(evaluator: &Evaluator, position: &Position) -> Coefficients {
        let mut coefficients = Coefficients::default();
        evaluator.evaluate_traced(position, &mut coefficients);
        coefficients
    }

    /// The value for Red with these weights, at a phase from 0 to [`FULL_PHASE`].
    pub fn value(&self, weights: &Weights, phase: i32) -> i32 {
        let sum = |part: usize| -> i32 {
            self.counts.iter().zip(weights).map(|(&count, weight)| count * i32::from(weight[part])).sum()
        };
        taper(sum(0), sum(1), phase)
    }
}

/// One group of features in an [`Explanation`], in centipawns at the phase of the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Group {
    /// Its name in [`GROUPS`].
    pub name: &'static str,
    /// Its value for Red.
    pub red: i32,
    /// Its value for Blue.
    pub blue: i32,
}

/// The evaluation of a position, group by group.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Explanation {
    /// The groups that are not 0 for both sides.
    pub groups: Vec<Group>,
    /// The phase: 100 is the middlegame, 0 the endgame.
    pub phase_percent: i32,
    /// The evaluation for Red.
    pub red_view: i32,
}

struct BySide([Vec<i32>; 2]);

impl Trace for BySide {
    const ACTIVE: bool = true;

    fn add(&mut self, color: Color, index: usize, count: i32) {
        self.0[color as usize][index] += count;
    }
}

impl Evaluator {
    /// The phase of a position, from 0 to [`FULL_PHASE`]. The evaluation adds it up in its own loop
    /// over the units; a test compares the two.
    pub fn phase(position: &Position) -> i32 {
        let pieces = position.board().iter().flat_map(|(_, unit)| unit.pieces());
        pieces.map(|piece| super::PHASE[piece.role as usize]).sum::<i32>().min(FULL_PHASE)
    }

    /// The evaluation of a position, group by group.
    pub fn explain(&self, position: &Position) -> Explanation {
        let mut sides = BySide([vec![0; COUNT], vec![0; COUNT]]);
        let value = self.evaluate_traced(position, &mut sides);
        let phase = Evaluator::phase(position);
        let mut groups = Vec::new();
        for window in GROUPS.windows(2) {
            let (name, range) = (window[0].0, window[0].1..window[1].1);
            let of = |color: Color| {
                let sum = |part: usize| -> i32 {
                    let indices = range.clone();
                    indices.map(|i| sides.0[color as usize][i] * i32::from(self.weights[i][part])).sum()
                };
                taper(sum(0), sum(1), phase)
            };
            let group = Group { name, red: of(Color::Red), blue: of(Color::Blue) };
            if (group.red, group.blue) != (0, 0) {
                groups.push(group);
            }
        }
        let red_view = if position.turn() == Color::Red { value } else { -value };
        Explanation { groups, phase_percent: phase * 100 / FULL_PHASE, red_view }
    }
}

impl fmt::Display for Explanation {
    /// A table with one line per group.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<24} {:>7} {:>7} {:>7}", "", "red", "blue", "red-blue")?;
        for group in &self.groups {
            let Group { name, red, blue } = group;
            writeln!(f, "{name:<24} {red:>7} {blue:>7} {:>7}", red - blue)?;
        }
        write!(f, "{:<24} {:>23} (middlegame {} %)", "for red", self.red_view, self.phase_percent)
    }
}

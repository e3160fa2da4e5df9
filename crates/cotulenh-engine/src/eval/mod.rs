//! The static evaluation of a position.
//!
//! It is a sum of features times [`weights`], once with the weights of the middlegame and once with
//! those of the endgame, interpolated by the material that is left. A [`Trace`] records every
//! feature with its count, for tuning and for explanations; the search uses one that records
//! nothing and costs nothing.

mod explain;
mod terms;
pub mod weights;
mod weights_text;

use cotulenh::{Color, Position, Role, Square};

pub use explain::{Coefficients, Explanation, Group};
pub use weights_text::{WeightsError, weight_name, weights_from_text, weights_to_text};

use crate::geometry::INDEX_SPACE;
use crate::score::MAX_EVAL;
use weights::Weights;

/// Records the features of a position.
pub trait Trace {
    /// Does it record anything? If not, work that only the trace needs is left out.
    const ACTIVE: bool;

    /// Records that a feature of one side occurs `count` times.
    fn add(&mut self, color: Color, index: usize, count: i32);
}

/// Records nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTrace;

impl Trace for NoTrace {
    const ACTIVE: bool = false;

    #[inline(always)]
    fn add(&mut self, _: Color, _: usize, _: i32) {}
}

/// A middlegame and an endgame value in one word, so that both are added and multiplied at once.
pub(crate) type Pair = i64;

pub(crate) const fn pair([mg, eg]: [i16; 2]) -> Pair {
    ((mg as i64) << 32) + eg as i64
}

/// The two values of a pair.
pub(crate) const fn unpair(pair: Pair) -> [i32; 2] {
    let eg = pair as i32;
    [((pair - eg as i64) >> 32) as i32, eg]
}

/// More than the largest distance of two points; a power of two.
const MAX_DISTANCE: usize = 16;

/// What a piece adds to the phase, by role.
const PHASE: [i32; Role::COUNT] = [0, 1, 2, 1, 1, 3, 1, 2, 3, 4, 0];

/// The phase of the start position: the full middlegame.
pub const FULL_PHASE: i32 = 66;

/// The evaluation with a set of weights, prepared for the search.
pub struct Evaluator {
    weights: Weights,
    pairs: [Pair; weights::COUNT],
    /// Material and placement of a piece, by role and by point as its owner sees it. The table is
    /// small enough to stay in the cache.
    placement: Box<[[Pair; INDEX_SPACE]; Role::COUNT]>,
    /// A piece near the enemy Commander, by role and distance; 0 for distances that do not count.
    near_enemy: [[Pair; MAX_DISTANCE]; Role::COUNT],
}

impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator::new(&weights::DEFAULT)
    }
}

impl core::fmt::Debug for Evaluator {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Evaluator")
    }
}

impl Evaluator {
    /// An evaluation with these weights.
    pub fn new(weights: &Weights) -> Evaluator {
        let mut placement = Box::new([[0; INDEX_SPACE]; Role::COUNT]);
        let mut near_enemy = [[0; MAX_DISTANCE]; Role::COUNT];
        for role in Role::ALL {
            for square in Square::all() {
                let mut value = 0;
                terms::for_each_placement(Color::Red, role, square, |feature| {
                    value += pair(weights[feature]);
                });
                placement[role as usize][terms::own_index(Color::Red, square)] = value;
            }
            let first = weights::PRESSURE + role as usize * weights::DISTANCES;
            let by_distance = near_enemy[role as usize][1..].iter_mut();
            for (value, weight) in by_distance.zip(&weights[first..first + weights::DISTANCES]) {
                *value = pair(*weight);
            }
        }
        let mut pairs = [0; weights::COUNT];
        for (index, weight) in weights.iter().enumerate() {
            pairs[index] = pair(*weight);
        }
        Evaluator { weights: *weights, pairs, placement, near_enemy }
    }

    /// The weights.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The value of a position in centipawns, for the side to move.
    #[inline]
    pub fn evaluate(&self, position: &Position) -> i32 {
        self.evaluate_traced(position, &mut NoTrace)
    }

    /// Like [`evaluate`](Evaluator::evaluate), but records every feature in `trace`.
    #[inline]
    pub fn evaluate_traced<T: Trace>(&self, position: &Position, trace: &mut T) -> i32 {
        let mut sum = terms::Sum::new(self, trace);
        let phase = sum.add_all(position);
        let [mg, eg] = unpair(sum.total());
        let value = taper(mg, eg, phase);
        let value = if position.turn() == Color::Red { value } else { -value };
        value.clamp(-MAX_EVAL, MAX_EVAL)
    }
}

/// Interpolates between middlegame and endgame. Rounds towards zero, so that both sides are treated
/// alike.
pub(crate) fn taper(mg: i32, eg: i32, phase: i32) -> i32 {
    (mg * phase + eg * (FULL_PHASE - phase)) / FULL_PHASE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_position_has_the_full_phase() {
        let units = Position::start().board().iter().map(|(_, unit)| unit).collect::<Vec<_>>();
        let pieces = units.iter().flat_map(|unit| unit.pieces());
        assert_eq!(pieces.map(|piece| PHASE[piece.role as usize]).sum::<i32>(), FULL_PHASE);
    }
}

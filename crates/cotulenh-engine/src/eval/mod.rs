//! Evaluation: how good a position is for the side to move, without looking ahead.
//!
//! It is a sum of features times weights ([`weights`]), once with the weights of the middlegame and once with those of the endgame, mixed by how much
//! material is left. A [`Trace`] sees every feature with its count, so that a tuner can fit the weights and people can be told why;
//! the search passes a trace that does nothing and costs nothing.

mod explain;
mod terms;
mod text;
pub mod weights;

use cotulenh::{Color, Position, Role, Square};

pub use explain::{Coefficients, Explanation, Group};
pub use text::{WeightsError, weight_name, weights_from_text, weights_to_text};

use crate::geometry::INDEX_SPACE;
use crate::score::MAX_EVAL;
use weights::Weights;

/// Sees the features of a position.
pub trait Trace {
    /// Does it look at all? If not, what only it would need is left out.
    const ACTIVE: bool;

    /// A feature of one side occurs `count` times.
    fn add(&mut self, color: Color, index: usize, count: i32);
}

/// Sees nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTrace;

impl Trace for NoTrace {
    const ACTIVE: bool = false;

    #[inline(always)]
    fn add(&mut self, _: Color, _: usize, _: i32) {}
}

/// A middlegame and an endgame value in one word: both are added and multiplied at once.
pub(crate) type Pair = i64;

pub(crate) const fn pair([mg, eg]: [i16; 2]) -> Pair {
    ((mg as i64) << 32) + eg as i64
}

/// The two values of a pair.
pub(crate) const fn unpair(pair: Pair) -> [i32; 2] {
    let eg = pair as i32;
    [((pair - eg as i64) >> 32) as i32, eg]
}

/// No two points are so far apart, and a power of two.
const MAX_DISTANCE: usize = 16;

/// How much of the middlegame a piece stands for, by role.
const PHASE: [i32; Role::COUNT] = [0, 1, 2, 1, 1, 3, 1, 2, 3, 4, 0];

/// The phase of the start position.
pub const FULL_PHASE: i32 = 66;

/// Weights in the form in which the search uses them.
pub struct Evaluator {
    weights: Weights,
    pairs: [Pair; weights::COUNT],
    /// Material and placement of a piece, by role and point as its owner sees it: small enough to stay in the cache.
    placement: Box<[[Pair; INDEX_SPACE]; Role::COUNT]>,
    /// A piece near the enemy Commander, by role and distance; nothing from a distance on that does not count.
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

    /// The value in centipawns for the side to move.
    #[inline]
    pub fn evaluate(&self, position: &Position) -> i32 {
        self.evaluate_traced(position, &mut NoTrace)
    }

    /// The same, with somebody looking on.
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

/// Mixes the values of the phases; rounds towards zero, so that both sides are treated alike.
pub(crate) fn taper(mg: i32, eg: i32, phase: i32) -> i32 {
    (mg * phase + eg * (FULL_PHASE - phase)) / FULL_PHASE
}

//! The evaluation as a linear model that predicts results.

use cotulenh_engine::eval::weights::{COUNT, Weights};
use cotulenh_engine::eval::{Coefficients, Evaluator, FULL_PHASE};

use super::positions_file::{Sample, SampledGame};

/// Weights during a fit: middlegame and endgame, as real numbers.
pub type ModelParameters = [[f64; 2]; COUNT];

/// Weights as parameters.
pub fn parameters(weights: &Weights) -> ModelParameters {
    weights.map(|weight| weight.map(f64::from))
}

/// The whole numbers nearest to the parameters.
pub fn rounded(parameters: &ModelParameters) -> Weights {
    // `as` saturates at the bounds of the type.
    parameters.map(|parameter| parameter.map(|value| value.round() as i16))
}

/// A position of the model.
struct Row {
    /// The end of its features in [`Dataset::features`]; they begin at the end of the previous
    /// row's.
    end: usize,
    /// 0–[`FULL_PHASE`].
    phase: f64,
    /// The target: points for Red.
    target: f64,
}

/// Positions with their targets.
#[derive(Default)]
pub struct Dataset {
    rows: Vec<Row>,
    /// Index and count (Red's minus Blue's) of the features with a count other than 0.
    features: Vec<(u16, i16)>,
    games: usize,
}

impl Dataset {
    /// Adds the positions of a game. `target` returns the points for Red of each.
    pub fn add(&mut self, evaluator: &Evaluator, game: &SampledGame, target: impl Fn(&Sample) -> f64) {
        self.games += 1;
        for sample in &game.samples {
            let counts = Coefficients::of(evaluator, &sample.position).counts;
            self.push(&counts, Evaluator::phase(&sample.position), target(sample));
        }
    }

    fn push(&mut self, counts: &[i32], phase: i32, target: f64) {
        let present = (0..).zip(counts).filter(|(_, count)| **count != 0);
        // A count is at most the number of points on the board.
        self.features.extend(present.map(|(index, &count)| (index, count as i16)));
        self.rows.push(Row { end: self.features.len(), phase: phase.into(), target });
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.games
    }

    fn rows(&self) -> impl Iterator<Item = (&Row, &[(u16, i16)])> {
        let mut start = 0;
        self.rows.iter().map(move |row| {
            let features = &self.features[start..row.end];
            start = row.end;
            (row, features)
        })
    }

    /// The number of positions in which each weight occurs. A position between the phases counts
    /// for both in part.
    pub fn occurrences(&self) -> ModelParameters {
        let mut occurrences = [[0.0; 2]; COUNT];
        for (row, features) in self.rows() {
            for &(index, _) in features {
                let [mg, eg] = &mut occurrences[usize::from(index)];
                *mg += row.middlegame();
                *eg += 1.0 - row.middlegame();
            }
        }
        occurrences
    }

    /// The mean logistic loss. `scale` converts centipawns to log-odds.
    pub fn loss(&self, parameters: &ModelParameters, scale: f64) -> f64 {
        let sum: f64 =
            self.rows().map(|(row, features)| row.loss(scale * row.value(features, parameters))).sum();
        sum / self.rows.len().max(1) as f64
    }

    /// The mean logistic loss and its derivative by every parameter.
    pub fn gradient(&self, parameters: &ModelParameters, scale: f64) -> (f64, ModelParameters) {
        let mut gradient = [[0.0; 2]; COUNT];
        let mut sum = 0.0;
        let per_row = 1.0 / self.rows.len().max(1) as f64;
        for (row, features) in self.rows() {
            let log_odds = scale * row.value(features, parameters);
            sum += row.loss(log_odds);
            let error = (sigmoid(log_odds) - row.target) * scale * per_row;
            let (by_mg, by_eg) = (error * row.middlegame(), error * (1.0 - row.middlegame()));
            for &(index, count) in features {
                let [mg, eg] = &mut gradient[usize::from(index)];
                *mg += by_mg * f64::from(count);
                *eg += by_eg * f64::from(count);
            }
        }
        (sum * per_row, gradient)
    }

    /// The scale with the least loss for these weights.
    pub fn best_scale(&self, parameters: &ModelParameters) -> f64 {
        let values: Vec<f64> = self.rows().map(|(row, features)| row.value(features, parameters)).collect();
        let loss = |scale: f64| -> f64 {
            self.rows.iter().zip(&values).map(|(row, value)| row.loss(scale * value)).sum()
        };
        // The loss is convex in the scale: ternary search.
        let (mut low, mut high) = (0.0, MAX_SCALE);
        for _ in 0..60 {
            let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if loss(a) < loss(b) { high = b } else { low = a }
        }
        (low + high) / 2.0
    }
}

/// The upper bound of the scale: with it, 100 centipawns are odds of 150 to 1.
const MAX_SCALE: f64 = 0.05;

impl Row {
    /// The weight of the middlegame, 0–1.
    fn middlegame(&self) -> f64 {
        self.phase / f64::from(FULL_PHASE)
    }

    /// The evaluation for Red, in centipawns.
    fn value(&self, features: &[(u16, i16)], parameters: &ModelParameters) -> f64 {
        let (mut mg, mut eg) = (0.0, 0.0);
        for &(index, count) in features {
            let [of_mg, of_eg] = parameters[usize::from(index)];
            mg += of_mg * f64::from(count);
            eg += of_eg * f64::from(count);
        }
        let full = f64::from(FULL_PHASE);
        (mg * self.phase + eg * (full - self.phase)) / full
    }

    /// −t·ln p − (1−t)·ln(1−p), from the log-odds of p, without overflow.
    fn loss(&self, log_odds: f64) -> f64 {
        log_odds.max(0.0) - self.target * log_odds + (-log_odds.abs()).exp().ln_1p()
    }
}

/// The probability for given log-odds.
pub fn sigmoid(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// The expected points for a score of the search.
pub fn expected_points(score: i32, scale: f64) -> f64 {
    sigmoid(scale * f64::from(score))
}

#[cfg(test)]
pub(super) mod tests {
    use cotulenh::{Color, Position};
    use cotulenh_engine::bench::POSITIONS;
    use cotulenh_engine::eval::weights::{DEFAULT, MATERIAL, MOBILITY, TEMPO};
    use fastrand::Rng;

    use super::*;

    /// Positions after random actions from the bench positions.
    pub fn positions(count: usize, seed: u64) -> Vec<Position> {
        let mut random = Rng::with_seed(seed);
        let walk = |_| {
            let mut at = Position::from_fen(POSITIONS[random.usize(..POSITIONS.len())]).unwrap();
            for _ in 0..random.usize(..60) {
                match random.choice(&at.actions()) {
                    Some(&action) => at = at.after_unchecked(action),
                    None => break,
                }
            }
            at
        };
        (0..count).map(walk).collect()
    }

    /// The positions with targets.
    pub fn dataset(positions: &[Position], mut target: impl FnMut(&Position) -> f64) -> Dataset {
        let evaluator = Evaluator::default();
        let mut data = Dataset { games: positions.len(), ..Dataset::default() };
        for position in positions {
            let counts = Coefficients::of(&evaluator, position).counts;
            data.push(&counts, Evaluator::phase(position), target(position));
        }
        data
    }

    #[test]
    fn the_model_is_the_evaluation() {
        let positions = positions(1000, 1);
        let data = dataset(&positions, |_| 0.5);
        let parameters = parameters(&DEFAULT);
        for ((row, features), position) in data.rows().zip(&positions) {
            // The engine rounds towards zero.
            let value = row.value(features, &parameters).trunc() as i32;
            let for_mover = if position.turn() == Color::Red { value } else { -value };
            assert_eq!(for_mover.clamp(-30_000, 30_000), cotulenh_engine::evaluate(position), "{position}");
        }
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let mut random = Rng::with_seed(2);
        let data = dataset(&positions(200, 3), |_| f64::from(random.u8(0..=2)) / 2.0);
        let at = parameters(&DEFAULT);
        let scale = 0.003;
        let (loss, gradient) = data.gradient(&at, scale);
        assert!((loss - data.loss(&at, scale)).abs() < 1e-12);
        let occurrences = data.occurrences();
        let mut compared = 0;
        for index in 0..COUNT {
            for part in 0..2 {
                let slope = {
                    let moved = |by: f64| {
                        let mut moved = at;
                        moved[index][part] += by;
                        data.loss(&moved, scale)
                    };
                    (moved(0.01) - moved(-0.01)) / 0.02
                };
                assert!((gradient[index][part] - slope).abs() < 1e-8, "{index} {part}");
                compared += usize::from(occurrences[index][part] > 0.0 && slope != 0.0);
            }
        }
        assert!(compared > COUNT, "{compared}");
    }

    #[test]
    fn the_scale_is_found_again() {
        let parameters = parameters(&DEFAULT);
        let value = |position: &Position| {
            let sign = if position.turn() == Color::Red { 1 } else { -1 };
            sign * cotulenh_engine::evaluate(position)
        };
        let data = dataset(&positions(500, 4), |position| expected_points(value(position), 0.004));
        assert!((data.best_scale(&parameters) - 0.004).abs() < 1e-5);
    }

    #[test]
    fn occurrences_are_counted_by_phase() {
        let data = dataset(&[Position::start()], |_| 0.5);
        let occurrences = data.occurrences();
        // The position is symmetric, except for the side to move.
        assert_eq!(occurrences[TEMPO], [1.0, 0.0]);
        assert_eq!((occurrences[MATERIAL + 2], occurrences[MOBILITY]), ([0.0; 2], [0.0; 2]));
    }
}

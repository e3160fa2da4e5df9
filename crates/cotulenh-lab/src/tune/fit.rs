//! Gradient descent on the weights.

use cotulenh::{Position, Role};
use cotulenh_engine::eval::weights::{COUNT, MATERIAL, Weights};

use super::model::{Dataset, ModelParameters, parameters, rounded};

/// How to fit.
#[derive(Clone, Copy, Debug)]
pub struct FitOptions {
    /// Weights that occur in fewer positions than this are frozen.
    pub min_count: f64,
    /// The strength of the prior at the initial weights: 0 for none, 1 as if every game were one
    /// observation.
    pub prior: f64,
    /// The maximum number of steps.
    pub steps: usize,
}

/// The result of a fit.
pub struct Fit {
    /// Whole centipawns.
    pub weights: Weights,
    /// The number of positions in which each weight occurs.
    pub occurrences: ModelParameters,
    /// The weights that stayed because they occur too rarely, by phase.
    pub frozen: [[bool; 2]; COUNT],
    /// The step with the least loss on the hold-out set.
    pub best_step: usize,
    /// The final factor of the weights, which keeps the material of the start position.
    pub rescaled: f64,
}

/// The descent ends after this many steps without improvement on the hold-out set.
const PATIENCE: usize = 100;
/// The learning rate, in centipawns per step.
const RATE: f64 = 0.5;
/// Adam's decay rates of the mean gradient and of the mean squared gradient.
const MEMORY: [f64; 2] = [0.9, 0.999];

/// Fits weights to `training` as long as the loss on `holdout` improves. Calls `on_step` with the
/// number of each step.
pub fn fit(
    start: &Weights,
    [training, holdout]: [&Dataset; 2],
    scale: f64,
    options: &FitOptions,
    mut on_step: impl FnMut(usize),
) -> Fit {
    let origin = parameters(start);
    let occurrences = training.occurrences();
    let frozen = occurrences.map(|counts| counts.map(|count| count < options.min_count));
    let mut adam = Adam::new(origin);
    let (mut best, mut best_loss, mut best_step) = (origin, holdout.loss(&origin, scale), 0);
    // Positions of one game share their result: games, not positions, are the observations.
    let strength = options.prior / training.games().max(1) as f64;
    for step in 1..=options.steps {
        let (_, mut gradient) = training.gradient(&adam.at, scale);
        for_each(|i, part| {
            gradient[i][part] += strength * penalty_slope(origin[i][part], adam.at[i][part]);
            if frozen[i][part] {
                gradient[i][part] = 0.0;
            }
        });
        adam.step(&gradient);
        on_step(step);
        let loss = holdout.loss(&adam.at, scale);
        if loss < best_loss {
            (best, best_loss, best_step) = (adam.at, loss, step);
        } else if step >= best_step + PATIENCE {
            break;
        }
    }
    let [before, after] = [origin, best].map(|parameters| army(&parameters, &frozen));
    let rescaled = if after > 0.0 { before / after } else { 1.0 };
    for_each(|i, part| {
        if !frozen[i][part] {
            best[i][part] *= rescaled;
        }
    });
    Fit { weights: rounded(&best), occurrences, frozen, best_step, rescaled }
}

fn for_each(mut f: impl FnMut(usize, usize)) {
    for index in 0..COUNT {
        f(index, 0);
        f(index, 1);
    }
}

/// The standard deviation of the prior: larger for larger weights.
fn spread(origin: f64) -> f64 {
    10.0 + origin.abs() / 5.0
}

/// The derivative of half the squared distance from the initial value, in units of its spread.
fn penalty_slope(origin: f64, at: f64) -> f64 {
    (at - origin) / spread(origin).powi(2)
}

/// The material of the start position, summed over both phases, without frozen weights. The margins
/// of the search are tuned for this scale.
fn army(parameters: &ModelParameters, frozen: &[[bool; 2]; COUNT]) -> f64 {
    let start = Position::start();
    let roles = start.board().iter().flat_map(|(_, unit)| unit.pieces()).map(|piece| piece.role);
    let indices = roles.filter(|role| *role != Role::Commander).map(|role| MATERIAL + role as usize);
    let value =
        |i: usize| -> f64 { (0..2).filter(|&part| !frozen[i][part]).map(|part| parameters[i][part]).sum() };
    indices.map(value).sum()
}

/// The Adam optimiser (Kingma and Ba, 2014).
struct Adam {
    at: ModelParameters,
    mean: ModelParameters,
    square: ModelParameters,
    steps: i32,
}

impl Adam {
    fn new(at: ModelParameters) -> Adam {
        Adam { at, mean: [[0.0; 2]; COUNT], square: [[0.0; 2]; COUNT], steps: 0 }
    }

    fn step(&mut self, gradient: &ModelParameters) {
        self.steps += 1;
        let [of_mean, of_square] = MEMORY;
        // Correct the bias of averages that start at zero.
        let unbias = MEMORY.map(|memory| 1.0 / (1.0 - memory.powi(self.steps)));
        for_each(|i, part| {
            let slope = gradient[i][part];
            let (mean, square) = (&mut self.mean[i][part], &mut self.square[i][part]);
            *mean = of_mean * *mean + (1.0 - of_mean) * slope;
            *square = of_square * *square + (1.0 - of_square) * slope * slope;
            if *square > 0.0 {
                self.at[i][part] -= RATE * *mean * unbias[0] / (*square * unbias[1]).sqrt();
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use cotulenh_engine::eval::weights::{DEFAULT, ESCAPE, MOBILITY, STACK_OF_TWO, ZONE_ATTACKED};
    use cotulenh_engine::eval::{Coefficients, Evaluator};

    use super::super::model::expected_points;
    use super::super::model::tests::{dataset, positions};
    use super::*;

    const SCALE: f64 = 0.003;

    /// Positions whose targets follow from these weights.
    fn judged_by(weights: &Weights, count: usize, seed: u64) -> Dataset {
        let evaluator = Evaluator::default();
        dataset(&positions(count, seed), |position| {
            let value = Coefficients::of(&evaluator, position).value(weights, Evaluator::phase(position));
            expected_points(value, SCALE)
        })
    }

    #[test]
    fn known_weights_are_found() {
        let mut planted = DEFAULT;
        // Not placement and material: every piece has both, so only their sum can be found.
        let changed =
            [(MOBILITY, [2, 12]), (ESCAPE, [30, -10]), (STACK_OF_TWO, [0, 40]), (ZONE_ATTACKED, [-30, 10])];
        changed.iter().for_each(|&(index, weight)| planted[index] = weight);
        let (training, holdout) = (judged_by(&planted, 3000, 5), judged_by(&planted, 300, 6));
        let options = FitOptions { min_count: 100.0, prior: 0.01, steps: 600 };
        let fit = fit(&DEFAULT, [&training, &holdout], SCALE, &options, |_| {});
        let loss = |weights: &Weights| holdout.loss(&parameters(weights), SCALE);
        let (before, after, least) = (loss(&DEFAULT), loss(&fit.weights), loss(&planted));
        assert!(after - least < (before - least) / 20.0, "{before} {after} {least}");
        for (index, weight) in changed {
            let found = fit.weights[index];
            assert!(
                (0..2).all(|part| (found[part] - weight[part]).abs() <= 4),
                "{index}: {found:?}, not {weight:?}"
            );
        }
    }

    #[test]
    fn rare_weights_stay() {
        let mut planted = DEFAULT;
        planted[MOBILITY] = [9, 9];
        let (training, holdout) = (judged_by(&planted, 200, 7), judged_by(&planted, 100, 8));
        let options = FitOptions { min_count: 60.0, prior: 0.0, steps: 50 };
        let fit = fit(&DEFAULT, [&training, &holdout], SCALE, &options, |_| {});
        assert_ne!(fit.weights, DEFAULT);
        for_each(|i, part| {
            assert_eq!(fit.frozen[i][part], fit.occurrences[i][part] < 60.0);
            if fit.frozen[i][part] {
                assert_eq!(fit.weights[i][part], DEFAULT[i][part]);
            }
        });
    }

    #[test]
    fn the_army_keeps_its_sum() {
        // Halving all weights changes the scale, not the ratios.
        let half = DEFAULT.map(|weight| weight.map(|value| value / 2));
        let (training, holdout) = (judged_by(&half, 500, 9), judged_by(&half, 100, 10));
        let options = FitOptions { min_count: 20.0, prior: 0.0, steps: 300 };
        let fit = fit(&DEFAULT, [&training, &holdout], SCALE, &options, |_| {});
        assert!(fit.rescaled > 1.1, "{}", fit.rescaled);
        let (before, after) =
            (army(&parameters(&DEFAULT), &fit.frozen), army(&parameters(&fit.weights), &fit.frozen));
        assert!((before - after).abs() < 20.0, "{before} {after}");
    }
}

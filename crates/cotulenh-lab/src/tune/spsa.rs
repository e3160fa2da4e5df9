//! Simultaneous perturbation stochastic approximation (SPSA; Spall, 1992).
//!
//! A fit to results finds what correlates with winning; SPSA finds what wins. Each iteration
//! changes all chosen weights at once, each up or down at random. The changed table plays a pair of
//! games against the table with the opposite changes, and the weights move a little towards the
//! winner. The noise of the other weights averages out.

use cotulenh_engine::eval::weights::Weights;
use fastrand::Rng;

/// One number of the table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameter {
    /// The weight.
    pub index: usize,
    /// 0: middlegame, 1: endgame.
    pub phase: usize,
    /// The size of the perturbation, in centipawns.
    pub reach: f64,
}

impl Parameter {
    /// Clamps a value so that a trial fits on both sides.
    fn bounded(&self, value: f64) -> f64 {
        let bound = f64::from(i16::MAX) - self.reach - 1.0;
        value.clamp(-bound, bound)
    }
}

/// A trial: the direction of each perturbation, and the tables that play each other.
pub struct Trial {
    up: Vec<bool>,
    pub tables: [Weights; 2],
}

/// The state of the optimisation.
pub struct Spsa {
    start: Weights,
    parameters: Vec<Parameter>,
    at: Vec<f64>,
    /// Sums over the second half of the iterations; their mean is the result.
    sums: Vec<f64>,
    /// The initial step per point of difference, as a fraction of the reach.
    gain: f64,
    pairs: u64,
    learned: u64,
}

impl Spsa {
    /// An optimisation over a number of pairs of games.
    pub fn new(start: &Weights, parameters: Vec<Parameter>, gain: f64, pairs: u64) -> Spsa {
        let at: Vec<f64> = parameters
            .iter()
            .map(|parameter| parameter.bounded(start[parameter.index][parameter.phase].into()))
            .collect();
        Spsa { start: *start, sums: vec![0.0; at.len()], parameters, at, gain, pairs, learned: 0 }
    }

    /// Perturbs every parameter at random, in opposite directions for the two tables.
    pub fn trial(&self, random: &mut Rng) -> Trial {
        let up: Vec<bool> = self.at.iter().map(|_| random.bool()).collect();
        // Weights are whole numbers: round at random, in the same way for both, so that the mean is
        // right.
        let shares: Vec<f64> = self.at.iter().map(|_| random.f64()).collect();
        let table = |sign: f64| {
            let mut table = self.start;
            for (i, parameter) in self.parameters.iter().enumerate() {
                let way = if up[i] { sign } else { -sign };
                let value = (self.at[i] + way * parameter.reach + shares[i]).floor();
                table[parameter.index][parameter.phase] = value as i16;
            }
            table
        };
        Trial { tables: [table(1.0), table(-1.0)], up }
    }

    /// Moves towards the winner of a trial. `difference` is the first table's points minus the
    /// second's, from -2 to 2.
    pub fn learn(&mut self, trial: &Trial, difference: f64) {
        let gain = self.gain / (1.0 + 10.0 * self.learned as f64 / self.pairs as f64).powf(0.602);
        for (i, parameter) in self.parameters.iter().enumerate() {
            let way = if trial.up[i] { 1.0 } else { -1.0 };
            self.at[i] = parameter.bounded(self.at[i] + gain * parameter.reach * way * difference);
        }
        self.learned += 1;
        if 2 * self.learned > self.pairs {
            self.sums.iter_mut().zip(&self.at).for_each(|(sum, at)| *sum += at);
        }
    }

    /// The table after all pairs: the mean over the second half, because single steps are noisy.
    pub fn result(&self) -> Weights {
        let counted = self.pairs - self.pairs / 2;
        let mut table = self.start;
        for (parameter, sum) in self.parameters.iter().zip(&self.sums) {
            table[parameter.index][parameter.phase] = (sum / counted as f64).round() as i16;
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use cotulenh_engine::eval::weights::{DEFAULT, MOBILITY, TEMPO};

    use super::*;

    fn parameters() -> Vec<Parameter> {
        let both = |index, reach| [0, 1].map(|phase| Parameter { index, phase, reach });
        [both(MOBILITY, 2.0), both(TEMPO, 10.0)].concat()
    }

    /// Simulates matches: the nearer a table is to the best one, the likelier it wins.
    fn optimise_towards(best: &Weights, seed: u64) -> Weights {
        let mut random = Rng::with_seed(seed);
        let mut spsa = Spsa::new(&DEFAULT, parameters(), 0.05, 4000);
        for _ in 0..4000 {
            let trial = spsa.trial(&mut random);
            let distance = |table: &Weights| -> f64 {
                parameters()
                    .iter()
                    .map(|p| f64::from(table[p.index][p.phase] - best[p.index][p.phase]) / p.reach)
                    .map(|difference| difference * difference)
                    .sum()
            };
            let [first, second] = trial.tables.each_ref().map(distance);
            let probability = 1.0 / (1.0 + ((first - second) / 20.0).exp());
            spsa.learn(&trial, if random.f64() < probability { 1.0 } else { -1.0 });
        }
        spsa.result()
    }

    #[test]
    fn the_best_weights_are_found_in_spite_of_noise() {
        let mut best = DEFAULT;
        best[MOBILITY] = [12, -8];
        best[TEMPO] = [60, -40];
        let found = optimise_towards(&best, 1);
        for Parameter { index, phase, reach } in parameters() {
            let off = f64::from(found[index][phase] - best[index][phase]).abs();
            assert!(off <= reach, "{index} {phase}: {found:?}", found = found[index]);
        }
        let others = |table: &Weights| [&table[..MOBILITY], &table[MOBILITY + 1..TEMPO]].concat();
        assert_eq!(others(&found), others(&DEFAULT));
    }

    #[test]
    fn tables_differ_by_twice_the_reach() {
        let spsa = Spsa::new(&DEFAULT, parameters(), 0.05, 10);
        let mut random = Rng::with_seed(2);
        for _ in 0..100 {
            let Trial { tables: [a, b], up } = spsa.trial(&mut random);
            for (Parameter { index, phase, reach }, up) in parameters().into_iter().zip(up) {
                let difference = f64::from(a[index][phase] - b[index][phase]);
                assert_eq!(difference, if up { 2.0 * reach } else { -2.0 * reach });
            }
        }
    }

    #[test]
    fn weights_stay_within_their_type() {
        let parameters = vec![Parameter { index: TEMPO, phase: 0, reach: 3000.0 }];
        let mut start = DEFAULT;
        start[TEMPO] = [i16::MAX; 2];
        let mut spsa = Spsa::new(&start, parameters, 1.0, 100);
        let mut random = Rng::with_seed(3);
        for _ in 0..100 {
            let trial = spsa.trial(&mut random);
            let [a, b] = trial.tables.each_ref().map(|table| i32::from(table[TEMPO][0]));
            assert_eq!((a - b).abs(), 6000);
            spsa.learn(&trial, 2.0);
        }
        assert!(spsa.at[0].abs() + 3000.0 < f64::from(i16::MAX));
    }
}

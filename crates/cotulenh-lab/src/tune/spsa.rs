//! Climbing by matches: simultaneous perturbation stochastic approximation (Spall, 1992).
//!
//! A fit to results tells what goes with winning; this tells what to strive for. All chosen weights are moved at once, each up or down by
//! chance; the table so changed plays a pair of games against the one changed the other way, and the weights go a little towards the winner. What
//! a weight is not to blame for averages out.

use cotulenh_engine::eval::weights::Weights;
use fastrand::Rng;

/// One number of the table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameter {
    /// The weight.
    pub index: usize,
    /// 0: middlegame, 1: endgame.
    pub phase: usize,
    /// How far it is moved to try it out, in centipawns.
    pub reach: f64,
}

impl Parameter {
    /// Leaves room for a trial on both sides.
    fn bounded(&self, value: f64) -> f64 {
        let bound = f64::from(i16::MAX) - self.reach - 1.0;
        value.clamp(-bound, bound)
    }
}

/// A try: which way each parameter was moved, and the tables that play each other.
pub struct Trial {
    up: Vec<bool>,
    pub tables: [Weights; 2],
}

/// Where the climb has got to.
pub struct Climb {
    start: Weights,
    parameters: Vec<Parameter>,
    at: Vec<f64>,
    /// Sums over the second half of the climb, whose mean is the result.
    sums: Vec<f64>,
    /// How far a point of difference moves a parameter at first, as a part of its reach.
    gain: f64,
    pairs: u64,
    learned: u64,
}

impl Climb {
    /// A climb of so many pairs of games.
    pub fn new(start: &Weights, parameters: Vec<Parameter>, gain: f64, pairs: u64) -> Climb {
        let at: Vec<f64> = parameters
            .iter()
            .map(|parameter| parameter.bounded(start[parameter.index][parameter.phase].into()))
            .collect();
        Climb { start: *start, sums: vec![0.0; at.len()], parameters, at, gain, pairs, learned: 0 }
    }

    /// Moves every parameter by chance, for one table this way and for the other one that way.
    pub fn trial(&self, random: &mut Rng) -> Trial {
        let up: Vec<bool> = self.at.iter().map(|_| random.bool()).collect();
        // Weights are whole numbers: chance rounds, the same way for both, so that the mean is right.
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

    /// Goes towards the winner of a trial: `difference` is what the first table has got more than the second, of at most 2 points.
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

    /// The table after all pairs: the mean of the second half, for the last step is as much chance as any other.
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

    /// Chance decides who wins, the likelier the nearer a table is to the best one.
    fn climb_to(best: &Weights, seed: u64) -> Weights {
        let mut random = Rng::with_seed(seed);
        let mut climb = Climb::new(&DEFAULT, parameters(), 0.05, 4000);
        for _ in 0..4000 {
            let trial = climb.trial(&mut random);
            let distance = |table: &Weights| -> f64 {
                parameters()
                    .iter()
                    .map(|p| f64::from(table[p.index][p.phase] - best[p.index][p.phase]) / p.reach)
                    .map(|difference| difference * difference)
                    .sum()
            };
            let [first, second] = trial.tables.each_ref().map(distance);
            let chance = 1.0 / (1.0 + ((first - second) / 20.0).exp());
            climb.learn(&trial, if random.f64() < chance { 1.0 } else { -1.0 });
        }
        climb.result()
    }

    #[test]
    fn it_gets_to_the_top_in_spite_of_chance() {
        let mut best = DEFAULT;
        best[MOBILITY] = [12, -8];
        best[TEMPO] = [60, -40];
        let found = climb_to(&best, 1);
        for Parameter { index, phase, reach } in parameters() {
            let off = f64::from(found[index][phase] - best[index][phase]).abs();
            assert!(off <= reach, "{index} {phase}: {found:?}", found = found[index]);
        }
        let others = |table: &Weights| [&table[..MOBILITY], &table[MOBILITY + 1..TEMPO]].concat();
        assert_eq!(others(&found), others(&DEFAULT));
    }

    #[test]
    fn tables_differ_by_twice_the_reach() {
        let climb = Climb::new(&DEFAULT, parameters(), 0.05, 10);
        let mut random = Rng::with_seed(2);
        for _ in 0..100 {
            let Trial { tables: [a, b], up } = climb.trial(&mut random);
            for (Parameter { index, phase, reach }, up) in parameters().into_iter().zip(up) {
                let difference = f64::from(a[index][phase] - b[index][phase]);
                assert_eq!(difference, if up { 2.0 * reach } else { -2.0 * reach });
            }
        }
    }

    #[test]
    fn nothing_leaves_the_table() {
        let parameters = vec![Parameter { index: TEMPO, phase: 0, reach: 3000.0 }];
        let mut start = DEFAULT;
        start[TEMPO] = [i16::MAX; 2];
        let mut climb = Climb::new(&start, parameters, 1.0, 100);
        let mut random = Rng::with_seed(3);
        for _ in 0..100 {
            let trial = climb.trial(&mut random);
            let [a, b] = trial.tables.each_ref().map(|table| i32::from(table[TEMPO][0]));
            assert_eq!((a - b).abs(), 6000);
            climb.learn(&trial, 2.0);
        }
        assert!(climb.at[0].abs() + 3000.0 < f64::from(i16::MAX));
    }
}

//! Statistics of a match: Elo difference and sequential tests.
//!
//! The two games of an opening depend on each other, so the sample is the pair with its 0, ½, 1, 1½
//! or 2 points (the pentanomial model).

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use super::key_values::{KeyValueError, key_values};

/// The number of pairs that gave the first player 0, ½, 1, 1½ and 2 points.
pub type Pairs = [u32; 5];

/// 95 % of a normal distribution lie within this many standard deviations.
const DEVIATIONS: f64 = 1.959_963_984_540_054;

/// The strength of the first player compared with the second.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EloEstimate {
    /// The Elo difference; infinite if one side won every game.
    pub elo: f64,
    /// Half the width of the 95 % interval; infinite if the interval is unbounded.
    pub error: f64,
    /// The probability that the first player is stronger (LOS).
    pub superiority: f64,
}

/// The Elo difference for a score from 0 to 1.
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The expected score for an Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The score of an outcome, from 0 to 1.
fn points(outcome: usize) -> f64 {
    outcome as f64 / 4.0
}

/// The estimate from these pairs; `None` without pairs.
pub fn estimate(pairs: &Pairs) -> Option<EloEstimate> {
    let count = f64::from(pairs.iter().sum::<u32>());
    if count == 0.0 {
        return None;
    }
    let mean_of = |f: &dyn Fn(f64) -> f64| {
        pairs.iter().enumerate().map(|(i, &n)| f64::from(n) * f(points(i))).sum::<f64>() / count
    };
    let mean = mean_of(&|x| x);
    let variance = mean_of(&|x| (x - mean).powi(2));
    if variance == 0.0 {
        // All pairs are equal, or there is only one: the variance cannot be estimated. With a
        // uniform prior, the other side is stronger with this probability after `count` pairs that
        // all favour one side.
        let doubt = 0.5f64.powf(count + 1.0);
        let superiority = match mean.total_cmp(&0.5) {
            Ordering::Less => doubt,
            Ordering::Equal => 0.5,
            Ordering::Greater => 1.0 - doubt,
        };
        return Some(EloEstimate { elo: elo_of_score(mean), error: f64::INFINITY, superiority });
    }
    // The unbiased estimate of the variance divides by one less.
    let deviation = (variance / (count - 1.0)).sqrt();
    let [low, high] = [-DEVIATIONS, DEVIATIONS].map(|n| elo_of_score(mean + n * deviation));
    let error = if low.is_finite() && high.is_finite() { (high - low) / 2.0 } else { f64::INFINITY };
    let superiority = 0.5 * (1.0 + libm::erf((mean - 0.5) / deviation / std::f64::consts::SQRT_2));
    Some(EloEstimate { elo: elo_of_score(mean), error, superiority })
}

/// A sequential probability ratio test of the hypotheses `elo0` and `elo1`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
    /// The probability of accepting `elo1` if `elo0` is true.
    pub alpha: f64,
    /// The probability of accepting `elo0` if `elo1` is true.
    pub beta: f64,
}

/// The decision of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtVerdict {
    /// The difference is at most `elo0`.
    AcceptElo0,
    /// The difference is at least `elo1`.
    AcceptElo1,
}

impl Sprt {
    /// The log-likelihood ratios at which the test ends.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of `elo1` to `elo0`. The probabilities of the five outcomes are
    /// unknown; each hypothesis uses its maximum likelihood estimate.
    pub fn log_likelihood_ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.iter().all(|&n| n == 0) {
            return 0.0;
        }
        // Outcomes that have not occurred are still possible.
        let counts = pairs.map(|n| f64::from(n).max(1e-3));
        let total: f64 = counts.iter().sum();
        let frequencies = counts.map(|n| n / total);
        let [p0, p1] = [self.elo0, self.elo1].map(|elo| likeliest(&frequencies, score_of_elo(elo)));
        (0..5).map(|i| counts[i] * (p1[i] / p0[i]).ln()).sum()
    }

    pub fn verdict(&self, pairs: &Pairs) -> Option<SprtVerdict> {
        let ratio = self.log_likelihood_ratio(pairs);
        let (lower, upper) = self.bounds();
        if ratio >= upper {
            Some(SprtVerdict::AcceptElo1)
        } else if ratio <= lower {
            Some(SprtVerdict::AcceptElo0)
        } else {
            None
        }
    }
}

/// The maximum likelihood probabilities for these frequencies, given the mean: each frequency
/// divided by 1 + x (points − mean), with the only x that gives that mean.
fn likeliest(frequencies: &[f64; 5], mean: f64) -> [f64; 5] {
    let distance = |i: usize| points(i) - mean;
    let excess = |x: f64| {
        frequencies.iter().enumerate().map(|(i, p)| p * distance(i) / (1.0 + x * distance(i))).sum::<f64>()
    };
    // Between these all probabilities are positive, and the excess falls from +∞ to −∞.
    let (mut low, mut high) = (-1.0 / distance(4), -1.0 / distance(0));
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = f64::midpoint(low, high);
    std::array::from_fn(|i| frequencies[i] / (1.0 + x * distance(i)))
}

impl FromStr for Sprt {
    type Err = KeyValueError;

    fn from_str(text: &str) -> Result<Sprt, KeyValueError> {
        let [elo0, elo1, alpha, beta] = key_values(text, ["elo0", "elo1", "alpha", "beta"])?;
        let elo0 = elo0.ok_or(KeyValueError::Missing("elo0"))?;
        let elo1 = elo1.ok_or(KeyValueError::Missing("elo1"))?;
        if elo0 >= elo1 || elo0.abs().max(elo1.abs()) > 1000.0 {
            return Err(KeyValueError::Value {
                name: "elo1", expected: "more than elo0, both within ±1000"
            });
        }
        let risk = |name, value: Option<f64>| match value.unwrap_or(0.05) {
            risk if risk > 0.0 && risk < 0.5 => Ok(risk),
            _ => Err(KeyValueError::Value { name, expected: "a probability between 0 and 0.5" }),
        };
        Ok(Sprt { elo0, elo1, alpha: risk("alpha", alpha)?, beta: risk("beta", beta)? })
    }
}

impl fmt::Display for Sprt {
    /// The text it is read from.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, alpha, beta } = self;
        write!(f, "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, known: f64) {
        assert!((found - known).abs() < 1e-6, "{found} instead of {known}");
    }

    #[test]
    fn elo_and_score_are_each_other_s_inverse() {
        near(elo_of_score(0.75), 190.848_501_9);
        near(elo_of_score(0.5), 0.0);
        near(score_of_elo(400.0), 10.0 / 11.0);
        for elo in [-700.0, -3.5, 0.0, 12.0, 500.0] {
            near(elo_of_score(score_of_elo(elo)), elo);
        }
        assert_eq!([0.0, 1.0].map(elo_of_score), [f64::NEG_INFINITY, f64::INFINITY]);
    }

    #[test]
    fn estimates() {
        let known = [
            ([10, 40, 60, 50, 20], 29.020_266_859, 27.406_355_421, 0.981_666_946),
            ([3, 12, 30, 14, 1], -5.791_129_347, 37.209_039_929, 0.379_700_553),
            ([5, 20, 30, 20, 5], 0.0, 38.463_431_232, 0.5),
            ([0, 0, 1, 1, 0], 88.739_499_847, 207.631_681_553, 0.841_344_746),
        ];
        for (pairs, elo, error, superiority) in known {
            let found = estimate(&pairs).unwrap();
            near(found.elo, elo);
            near(found.error, error);
            near(found.superiority, superiority);
        }
    }

    #[test]
    fn estimates_without_bounds() {
        let all = |pairs| estimate(&pairs).map(|e| (e.elo, e.error, e.superiority));
        assert_eq!(all([0; 5]), None);
        // Equal pairs, one or nine, give no bounds but a probability below 1.
        assert_eq!(all([0, 0, 0, 0, 9]), Some((f64::INFINITY, f64::INFINITY, 1023.0 / 1024.0)));
        assert_eq!(all([9, 0, 0, 0, 0]), Some((f64::NEG_INFINITY, f64::INFINITY, 1.0 / 1024.0)));
        assert_eq!(all([0, 0, 0, 0, 1]), Some((f64::INFINITY, f64::INFINITY, 0.75)));
        for (pairs, score, known) in
            [([0, 0, 9, 0, 0], 0.5, 0.5), ([0, 0, 0, 2, 0], 0.75, 0.875), ([0, 1, 0, 0, 0], 0.25, 0.25)]
        {
            assert_eq!(all(pairs), Some((elo_of_score(score), f64::INFINITY, known)));
        }
        // The upper end of the interval lies beyond a score of 1.
        let (elo, error, _) = all([0, 0, 1, 0, 9]).unwrap();
        assert!(elo.is_finite() && error.is_infinite());
    }

    #[test]
    fn likelihood_ratios() {
        let ratio =
            |pairs, elo0, elo1| Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }.log_likelihood_ratio(&pairs);
        near(ratio([10, 40, 60, 50, 20], 0.0, 10.0), 1.236_820_694);
        near(ratio([3, 12, 30, 14, 1], 0.0, 10.0), -0.311_775_260);
        near(ratio([100, 400, 900, 450, 120], -5.0, 5.0), 5.890_532_380);
        near(ratio([5, 20, 30, 20, 5], -5.0, 5.0), 0.0);
        near(ratio([0, 0, 0, 0, 10], 0.0, 10.0), 0.283_737_483);
        near(ratio([0; 5], 0.0, 10.0), 0.0);
    }

    #[test]
    fn tests_end_at_their_bounds() {
        let sprt: Sprt = "elo0=-5,elo1=5".parse().unwrap();
        let (lower, upper) = sprt.bounds();
        near(lower, -19f64.ln());
        near(upper, 19f64.ln());
        assert_eq!(sprt.verdict(&[100, 400, 900, 450, 120]), Some(SprtVerdict::AcceptElo1));
        assert_eq!(sprt.verdict(&[120, 450, 900, 400, 100]), Some(SprtVerdict::AcceptElo0));
        assert_eq!(sprt.verdict(&[10, 40, 60, 50, 20]), None);
    }

    #[test]
    fn texts() {
        let read = |text: &str| text.parse::<Sprt>();
        assert_eq!(read("elo1=10,elo0=0").unwrap().to_string(), "elo0=0,elo1=10,alpha=0.05,beta=0.05");
        for bad in [
            "",
            "elo0=0",
            "elo0=5,elo1=5",
            "elo0=0,elo1=nan",
            "elo0=0,elo1=9,alpha=0",
            "elo0=0,elo1=9,beta=1",
            "x",
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}

use std::fmt;

use super::{Interval, Z95, beta};

/// A number of successes among a number of trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rate {
    /// How many succeeded.
    pub successes: u64,
    /// How many were tried.
    pub trials: u64,
}

impl Rate {
    /// `successes` of `trials`.
    ///
    /// # Panics
    /// When more succeeded than were tried.
    pub fn new(successes: u64, trials: u64) -> Rate {
        assert!(successes <= trials, "{successes} successes in {trials} trials");
        Rate { successes, trials }
    }

    /// The observed share; NaN without trials.
    pub fn value(&self) -> f64 {
        self.successes as f64 / self.trials as f64
    }

    /// The Wilson score interval at 95 %.
    pub fn interval(&self) -> Interval {
        wilson(self.successes, self.trials, Z95)
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Interval { low, high } = self.interval();
        write!(f, "{:.4} [{low:.4}, {high:.4}] ({} of {})", self.value(), self.successes, self.trials)
    }
}

/// The Wilson score interval of a proportion for the normal quantile `z`.
///
/// Without trials it is all of [0, 1]. Source: Wilson 1927.
pub fn wilson(successes: u64, trials: u64, z: f64) -> Interval {
    if trials == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let n = trials as f64;
    let p = successes as f64 / n;
    let z2 = z * z;
    let centre = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = z / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    // At the ends the formula is exact in theory; rounding must not exclude 0 or 1.
    Interval {
        low: if successes == 0 { 0.0 } else { (centre - half).max(0.0) },
        high: if successes == trials { 1.0 } else { (centre + half).min(1.0) },
    }
}

/// The Clopper–Pearson interval: never covers less than `confidence` (such as 0.95), often more.
///
/// ```
/// use quandary_core::stats::clopper_pearson;
/// // Nothing lost in 2,000 games does not show that nothing can be lost.
/// let interval = clopper_pearson(2000, 2000, 0.95);
/// assert!((interval.low - 0.99816).abs() < 1e-5 && interval.high == 1.0);
/// ```
pub fn clopper_pearson(successes: u64, trials: u64, confidence: f64) -> Interval {
    if trials == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let tail = (1.0 - confidence) / 2.0;
    let (k, n) = (successes as f64, trials as f64);
    Interval {
        low: if successes == 0 { 0.0 } else { beta::quantile(tail, k, n - k + 1.0) },
        high: if successes == trials { 1.0 } else { beta::quantile(1.0 - tail, k + 1.0, n - k) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_gives_the_textbook_intervals() {
        let one_of_ten = wilson(1, 10, Z95);
        assert!((one_of_ten.low - 0.0179).abs() < 5e-5 && (one_of_ten.high - 0.4042).abs() < 5e-5);
        let none = wilson(0, 2000, Z95);
        assert!(none.low == 0.0 && (none.high - 0.0019).abs() < 5e-5);
    }

    #[test]
    fn clopper_pearson_gives_the_textbook_interval() {
        let interval = clopper_pearson(1, 10, 0.95);
        assert!((interval.low - 0.002529).abs() < 1e-6, "{interval:?}");
        assert!((interval.high - 0.445016).abs() < 1e-6, "{interval:?}");
    }

    #[test]
    fn clopper_pearson_holds_for_millions_of_trials() {
        for (successes, trials) in [(916_973, 1_000_000), (1, 5_000_000), (499_999, 1_000_000)] {
            let (exact, near) = (clopper_pearson(successes, trials, 0.95), wilson(successes, trials, Z95));
            let width = near.high - near.low;
            assert!(
                exact.low < successes as f64 / trials as f64
                    && successes as f64 / trials as f64 <= exact.high
            );
            assert!(
                (exact.low - near.low).abs() < width && (exact.high - near.high).abs() < width,
                "{exact:?} {near:?}"
            );
        }
    }
}

use super::{Interval, Z95};
use crate::{Seed, Stream};

/// A value with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Estimate {
    /// The point estimate.
    pub value: f64,
    /// Its 95 % interval; both ends equal the value when it is exact.
    pub interval: Interval,
}

impl Estimate {
    /// A value without uncertainty.
    pub fn exact(value: f64) -> Estimate {
        Estimate { value, interval: Interval { low: value, high: value } }
    }
}

/// A running mean and variance (Welford), mergeable so that chunks can be summed in order.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Summary {
    /// Adds one observation.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let delta = value - self.mean;
        self.mean += delta / self.count as f64;
        self.squares += delta * (value - self.mean);
    }

    /// Number of observations.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; 0 without observations.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// Their standard deviation (n - 1 in the denominator).
    pub fn deviation(&self) -> f64 {
        if self.count < 2 { 0.0 } else { (self.squares / (self.count - 1) as f64).sqrt() }
    }

    /// The mean with its normal 95 % interval.
    pub fn estimate(&self) -> Estimate {
        let half = if self.count == 0 { 0.0 } else { Z95 * self.deviation() / (self.count as f64).sqrt() };
        Estimate { value: self.mean, interval: Interval { low: self.mean - half, high: self.mean + half } }
    }
}

impl FromIterator<f64> for Summary {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Summary {
        let mut summary = Summary::default();
        values.into_iter().for_each(|value| summary.add(value));
        summary
    }
}

/// The mean of a sample with its normal 95 % interval.
pub fn mean(values: impl IntoIterator<Item = f64>) -> Estimate {
    values.into_iter().collect::<Summary>().estimate()
}

/// The percentile bootstrap: `statistic` of the sample, with the 95 % interval of its values over
/// `resamples` samples drawn with replacement. The same seed gives the same interval.
///
/// # Panics
/// When the sample is empty.
pub fn bootstrap<T: Clone>(
    sample: &[T],
    resamples: usize,
    seed: Seed,
    statistic: impl Fn(&[T]) -> f64,
) -> Estimate {
    assert!(!sample.is_empty(), "the bootstrap needs a sample");
    let mut stream: Stream = seed.stream(0);
    let mut again = sample.to_vec();
    let values = (0..resamples)
        .map(|_| {
            for slot in &mut again {
                *slot = sample[stream.index(sample.len())].clone();
            }
            statistic(&again)
        })
        .collect();
    percentiles(statistic(sample), values)
}

/// A statistic with the 95 % interval of its values over samples drawn with replacement.
///
/// # Panics
/// When there are no values.
pub fn percentiles(value: f64, mut drawn: Vec<f64>) -> Estimate {
    drawn.sort_by(f64::total_cmp);
    let at = |share: f64| drawn[((drawn.len() - 1) as f64 * share).round() as usize];
    Estimate { value, interval: Interval { low: at(0.025), high: at(0.975) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bootstrap_of_a_mean_agrees_with_the_normal_interval() {
        let mut stream = Seed(9).stream(0);
        let sample: Vec<f64> = (0..400).map(|_| stream.unit()).collect();
        let normal = mean(sample.iter().copied());
        let boot = bootstrap(&sample, 2000, Seed(1), |s| s.iter().sum::<f64>() / s.len() as f64);
        assert_eq!(boot.value, sample.iter().sum::<f64>() / 400.0);
        assert!((boot.interval.low - normal.interval.low).abs() < 0.005, "{boot:?} {normal:?}");
        assert!((boot.interval.high - normal.interval.high).abs() < 0.005);
        assert_eq!(boot, bootstrap(&sample, 2000, Seed(1), |s| s.iter().sum::<f64>() / s.len() as f64));
    }
}

//! The largest or smallest of many runs: the distribution of the same extreme in another sample.

use quandary_core::stats::{Estimate, Interval};

use super::evidence::Print;
use super::quantile::{AGREE, LEVEL};

/// The printed extreme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The smallest of the runs.
    Smallest,
    /// The largest of the runs.
    Largest,
}

/// The tail of our runs. Beyond its threshold it is assumed to be a generalised Pareto distribution, fitted by
/// probability-weighted moments (Hosking and Wallis 1987); for numbers that span orders of magnitude, their logarithms
/// are used.
#[derive(Clone, Debug, PartialEq)]
pub struct Tail {
    end: End,
    /// Whether logarithms are used.
    logarithmic: bool,
    /// Whether all values are whole.
    whole: bool,
    /// The threshold, on the scale of the tail.
    threshold: f64,
    /// Mean excess above the threshold.
    excess: f64,
    /// The shape of the tail: with 0 it decreases exponentially, below 0 it has an end.
    shape: f64,
    /// Runs above the threshold.
    above: f64,
    runs: u64,
}

impl Tail {
    /// Of our runs. `logarithmic` is for numbers that span orders of magnitude.
    pub fn new(values: impl IntoIterator<Item = f64>, end: End, logarithmic: bool) -> Tail {
        let values: Vec<f64> = values.into_iter().collect();
        let whole = values.iter().all(|value| value.fract() == 0.0);
        let logarithmic = logarithmic && end == End::Largest;
        let scaled = |value: f64| match end {
            End::Smallest => -value,
            End::Largest if logarithmic => value.max(0.0).ln_1p(),
            End::Largest => value,
        };
        let mut sorted: Vec<f64> = values.into_iter().map(scaled).collect();
        sorted.sort_by(|a, b| b.total_cmp(a));
        // One run in a hundred, but at least ten: enough to know the mean excess, few enough to be a tail.
        let above = (sorted.len() / 100).max(10).min(sorted.len().saturating_sub(1));
        let threshold = sorted.get(above).copied().unwrap_or(f64::NAN);
        let count = above.max(1) as f64;
        let excesses = || sorted[..above].iter().map(|value| value - threshold);
        let excess = excesses().sum::<f64>() / count;
        // The largest come first: each is weighted by the share of excesses above it.
        let weigh = |(place, excess): (usize, f64)| (place as f64 + 0.35) / count * excess;
        let weighted = excesses().enumerate().map(weigh).sum::<f64>() / count;
        let both = excess - 2.0 * weighted;
        // A hundred excesses cannot determine a shape beyond these.
        let shape = if both > 1e-12 * excess { (2.0 - excess / both).clamp(-0.9, 0.3) } else { 0.0 };
        Tail {
            end,
            logarithmic,
            whole,
            threshold,
            excess,
            shape,
            above: above as f64,
            runs: sorted.len() as u64,
        }
    }

    /// The number of runs.
    pub(super) fn runs(&self) -> u64 {
        self.runs
    }

    /// The value that `times` of the document's runs are expected to exceed, on the scale of the tail.
    fn exceeded(&self, times: f64, print: &Print) -> f64 {
        let runs = print.runs.map_or(self.runs as f64, |runs| runs as f64);
        let times = runs * self.above / (self.runs as f64 * times);
        let beyond =
            if self.shape.abs() < 1e-6 { times.ln() } else { (times.powf(self.shape) - 1.0) / self.shape };
        self.threshold + self.excess * (1.0 - self.shape) * beyond
    }

    /// Back on the printed scale; whole numbers are rounded away from the middle.
    fn shown(&self, scaled: f64, outwards: f64) -> f64 {
        let value = match self.end {
            End::Smallest => -scaled,
            End::Largest if self.logarithmic => scaled.exp_m1(),
            End::Largest => scaled,
        };
        match (self.whole, outwards) {
            (false, _) | (_, 0.0) => value,
            (true, down) if down < 0.0 => value.floor(),
            _ => value.ceil(),
        }
    }

    /// The median of such extremes, and their ranges at [`LEVEL`] and at [`AGREE`]; none from too few runs.
    pub(super) fn likely(&self, print: &Print) -> Option<(f64, [Interval; 2])> {
        if self.above < 10.0 || !self.excess.is_finite() {
            return None;
        }
        let middle = self.exceeded(std::f64::consts::LN_2, print);
        let within = |outside: f64, z: f64| {
            let runs = print.runs.map_or(self.runs as f64, |runs| runs as f64);
            // The mean excess itself has a relative error of one over the root of its runs.
            let slope =
                z * self.excess / self.above.sqrt() * (runs * self.above / self.runs as f64).ln().max(0.0);
            let low = middle - (middle - self.exceeded(-(outside / 2.0).ln(), print)).hypot(slope);
            let high = middle + (self.exceeded(-(-outside / 2.0).ln_1p(), print) - middle).hypot(slope);
            match self.end {
                End::Largest => Interval { low: self.shown(low, -1.0), high: self.shown(high, 1.0) },
                End::Smallest => Interval { low: self.shown(high, -1.0), high: self.shown(low, 1.0) },
            }
        };
        Some((self.shown(middle, 0.0), [within(0.001, LEVEL), within(0.05, AGREE)]))
    }

    /// The median of such extremes, with the interval of 95 % of them.
    pub(super) fn estimate(&self, print: &Print) -> Estimate {
        match self.likely(print) {
            Some((value, [_, interval])) => Estimate { value, interval },
            None => Estimate { value: f64::NAN, interval: Interval { low: f64::NAN, high: f64::NAN } },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::Evidence;
    use crate::reproduction::Verdict;
    use quandary_core::Seed;

    /// Runs with an exponential tail.
    fn runs(seed: u64, count: u64) -> Vec<f64> {
        let mut stream = Seed(seed).stream(0);
        (0..count).map(|_| -10.0 * (1.0 - stream.unit()).ln()).collect()
    }

    fn print(matters: f64) -> Print {
        Print { runs: Some(5000), rounding: 0.005, matters }
    }

    #[test]
    fn the_largest_of_another_sample_lies_in_the_expected_range() {
        let tail = Tail::new(runs(1, 5000), End::Largest, false);
        let (_, [wide, likely]) = tail.likely(&print(1.0)).unwrap();
        let largest = |seed: u64| runs(seed, 5000).into_iter().fold(0.0, f64::max);
        let tries = 200;
        let inside = |range: Interval| (2..2 + tries).filter(|seed| range.contains(largest(*seed))).count();
        assert!(inside(wide) == tries as usize, "{wide:?}");
        assert!(inside(likely) >= 185, "{likely:?}: {}", inside(likely));
    }

    #[test]
    fn an_impossible_largest_value_is_rejected_and_a_near_one_agrees() {
        let evidence = Evidence::Extreme(Tail::new(runs(1, 5000), End::Largest, false));
        let held = evidence.against(&print(90.0));
        assert_eq!(held.verdict(85.0), Verdict::Agrees, "{held:?}");
        assert_eq!((held.verdict(300.0), held.verdict(20.0)), (Verdict::Disagrees, Verdict::DiffersSlightly));
        assert_eq!(evidence.against(&print(10.0)).verdict(85.0), Verdict::Undecided);
    }

    #[test]
    fn the_smallest_is_the_largest_of_the_negatives() {
        let values = runs(3, 2000);
        let largest = Tail::new(values.iter().copied(), End::Largest, false).likely(&print(1.0)).unwrap();
        let smallest =
            Tail::new(values.iter().map(|v| -v), End::Smallest, false).likely(&print(1.0)).unwrap();
        assert!((largest.0 + smallest.0).abs() < 1e-9);
        assert!((largest.1[0].high + smallest.1[0].low).abs() < 1e-9);
    }

    #[test]
    fn too_few_runs_decide_nothing() {
        assert_eq!(Tail::new(runs(1, 5), End::Largest, false).likely(&print(1.0)), None);
        assert_eq!(Tail::new([], End::Largest, true).likely(&print(1.0)), None);
    }
}

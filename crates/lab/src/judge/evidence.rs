//! Our result, to compare with a printed number.

use quandary_core::stats::{Estimate, Interval, Rate, Summary, Z95};

use super::extreme::Tail;
use super::quantile::{AGREE, LEVEL, POWER, student};
use super::share::{accepted, fewest, seen, shown};
use super::test::{LEAST, NumericTest, Settled, agreeing};

/// What else is known about a printed number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Print {
    /// The number of runs behind it; none if it is not a sample.
    pub runs: Option<u64>,
    /// The largest error from its rounding.
    pub rounding: f64,
    /// The difference that matters.
    pub matters: f64,
}

/// Our result.
#[derive(Clone, Debug, PartialEq)]
pub enum Evidence {
    /// A value that was not sampled on either side.
    Exact(f64),
    /// A share that is exact in our result and a sample in the document.
    ExactShare(f64),
    /// A mean that is exact in our result and a sample in the document: with the deviation of one run.
    ExactMean {
        /// The mean.
        mean: f64,
        /// The standard deviation of one run.
        deviation: f64,
        /// Other possible values of the mean, by a choice that the document does not state.
        anywhere_in: Option<Interval>,
    },
    /// A share of our runs.
    Share(Rate),
    /// A mean of our runs; the document's runs are assumed to have the same deviation.
    Mean(Summary),
    /// The median of our runs, which are sorted.
    Median(Vec<f64>),
    /// The maximum of a curve: places in order, with the measurements there.
    Peak(Vec<(f64, Summary)>),
    /// The largest or smallest of the document's runs, judged by the distribution of such extremes among the same
    /// number of runs like ours.
    Extreme(Tail),
}

impl Evidence {
    /// A median of values in any order.
    pub fn median(mut values: Vec<f64>) -> Evidence {
        values.sort_by(f64::total_cmp);
        Evidence::Median(values)
    }

    /// Our value with its 95 % interval; if ours is exact and the printed value a sample, the interval of 95 % of such
    /// samples.
    pub fn estimate(&self, print: &Print) -> Estimate {
        match self {
            Evidence::Exact(value) => Estimate::exact(*value),
            Evidence::ExactShare(p) => {
                let half = print.runs.map_or(0.0, |n| Z95 * (p * (1.0 - p) / n as f64).sqrt());
                around(*p, half)
            }
            Evidence::ExactMean { mean, deviation, .. } => {
                around(*mean, print.runs.map_or(0.0, |n| Z95 * deviation / (n as f64).sqrt()))
            }
            Evidence::Share(rate) => {
                Estimate { value: rate.value(), interval: shown(rate.successes, rate.trials) }
            }
            Evidence::Mean(summary) => summary.estimate(),
            Evidence::Median(values) => {
                let half = Z95 * 0.5 / (values.len() as f64).sqrt();
                let interval =
                    Interval { low: quantile(values, 0.5 - half), high: quantile(values, 0.5 + half) };
                Estimate { value: quantile(values, 0.5), interval }
            }
            Evidence::Peak(curve) => {
                let within = |z: f64| tops(curve, None, z);
                Estimate { value: top(curve).0, interval: within(Z95) }
            }
            Evidence::Extreme(tail) => tail.estimate(print),
        }
    }

    /// The test that a printed number must pass.
    pub fn against(&self, print: &Print) -> NumericTest {
        let theirs = print.runs.map(|n| n as f64);
        match self {
            Evidence::Exact(value) => {
                // A value that differs by more than both roundings together cannot be the print of ours.
                let at = Interval { low: *value, high: *value };
                let sees = 2.0 * print.rounding;
                held(*value, [at; 2], sees, (true, Settled::Never), print)
            }
            Evidence::ExactShare(p) => {
                let sees = seen(*p, None, theirs) + print.rounding;
                let at = [LEVEL, AGREE].map(|z| accepted((*p, None), theirs, z));
                held(*p, at, sees, (true, Settled::Never), print)
            }
            Evidence::ExactMean { mean, deviation, anywhere_in } => {
                let error = theirs.map_or(0.0, |n| deviation / n.sqrt());
                let z_of = |z: f64| theirs.map_or(z, |n| student(z, (n - 1.0).max(1.0)));
                let range = anywhere_in.unwrap_or(Interval { low: *mean, high: *mean });
                let at = [LEVEL, AGREE].map(|z| Interval {
                    low: range.low.min(*mean) - z_of(z) * error,
                    high: range.high.max(*mean) + z_of(z) * error,
                });
                let sees = (at[1].high - mean).max(mean - at[1].low) + POWER * error + print.rounding;
                held(*mean, at, sees, (true, Settled::Never), print)
            }
            Evidence::Share(rate) if rate.trials == 0 => NumericTest::nothing(print.matters),
            Evidence::Share(rate) => {
                let ours = rate.trials as f64;
                let p = rate.value();
                let sees = seen(p, Some(ours), theirs) + print.rounding;
                let settled =
                    by(fewest(|runs| seen(p, Some(runs), theirs) + print.rounding <= print.matters));
                let at = [LEVEL, AGREE].map(|z| accepted((p, Some(ours)), theirs, z));
                held(p, at, sees, (rate.trials >= LEAST, settled), print)
            }
            Evidence::Mean(summary) if summary.count() < 2 => NumericTest::nothing(print.matters),
            Evidence::Mean(summary) => welch(summary, theirs, print),
            Evidence::Median(values) if values.is_empty() => NumericTest::nothing(print.matters),
            Evidence::Median(values) => median(values, theirs, print),
            Evidence::Peak(curve) => peak(curve, print),
            Evidence::Extreme(tail) => match tail.likely(print) {
                Some((ours, at)) => {
                    let sees = (at[1].high - ours).max(ours - at[1].low) + print.rounding;
                    held(ours, at, sees, (tail.runs() >= LEAST, Settled::Never), print)
                }
                None => NumericTest::nothing(print.matters),
            },
        }
    }
}

fn around(value: f64, half: f64) -> Estimate {
    Estimate { value, interval: Interval { low: value - half, high: value + half } }
}

fn by(runs: Option<u64>) -> Settled {
    runs.map_or(Settled::Never, Settled::By)
}

/// The test from the ranges in which samples equal to ours would be printed, at [`LEVEL`] and at [`AGREE`]; adds the
/// rounding.
fn held(
    ours: f64,
    [accepts, likely]: [Interval; 2],
    sees: f64,
    (enough, settled): (bool, Settled),
    print: &Print,
) -> NumericTest {
    let slack = print.rounding + 1e-12;
    NumericTest {
        ours: Some(ours),
        accepts: Interval { low: accepts.low - slack, high: accepts.high + slack },
        agrees: agreeing(ours, likely, print.matters, print.rounding),
        sees: Some(sees),
        matters: print.matters,
        enough,
        settled,
    }
}

/// Welch's test of two means, the second of which is printed without its deviation.
fn welch(summary: &Summary, theirs: Option<f64>, print: &Print) -> NumericTest {
    let deviation = summary.deviation();
    // The quantile, and the error of the difference, with a number of runs of ours.
    let of = |ours: f64, z: f64| {
        let (a, b) = (1.0 / ours, theirs.map_or(0.0, |n| 1.0 / n));
        let other = theirs.map_or(0.0, |n| b * b / (n - 1.0).max(1.0));
        let degrees = (a + b).powi(2) / (a * a / (ours - 1.0).max(1.0) + other);
        (student(z, degrees.max(2.0)), deviation * (a + b).sqrt())
    };
    let sees = |ours: f64| {
        let (z, error) = of(ours, AGREE);
        (z + POWER) * error + print.rounding
    };
    let (mean, count) = (summary.mean(), summary.count());
    let at = [LEVEL, AGREE].map(|level| {
        let (z, error) = of(count as f64, level);
        Interval { low: mean - z * error, high: mean + z * error }
    });
    let settled = by(fewest(|runs| sees(runs.max(2.0)) <= print.matters));
    held(mean, at, sees(count as f64), (count >= LEAST, settled), print)
}

/// The value at a share of sorted values; NaN if there are none, as in a run that was cut short.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return f64::NAN };
    sorted[((share.clamp(0.0, 1.0) * sorted.len() as f64) as usize).min(last)]
}

/// A printed median is compatible if the shares of our runs below and above it are within the sampling error of both
/// samples.
fn median(sorted: &[f64], theirs: Option<f64>, print: &Print) -> NumericTest {
    let error_of = |ours: f64| 0.5 * (1.0 / ours + theirs.map_or(0.0, |n| 1.0 / n)).sqrt();
    let reach = |share: f64| {
        let interval = Interval { low: quantile(sorted, 0.5 - share), high: quantile(sorted, 0.5 + share) };
        let middle = quantile(sorted, 0.5);
        (interval, (interval.high - middle).max(middle - interval.low))
    };
    let error = error_of(sorted.len() as f64);
    let at = [LEVEL, AGREE].map(|z| reach(z * error).0);
    // The next value that is not accepted, at least one unit of the printed precision away.
    let sees = |error: f64| {
        let (wide, reach) = reach((AGREE + POWER) * error);
        let next = sorted.iter().copied().find(|value| *value > wide.high).map_or(0.0, |v| v - wide.high);
        (reach + next.min(1.0)).max(2.0 * print.rounding)
    };
    let settled = by(fewest(|runs| sees(error_of(runs)) <= print.matters));
    held(quantile(sorted, 0.5), at, sees(error), (sorted.len() as u64 >= LEAST, settled), print)
}

/// The highest place of a curve.
fn top(curve: &[(f64, Summary)]) -> (f64, Summary) {
    let best = curve.iter().max_by(|a, b| a.1.mean().total_cmp(&b.1.mean()));
    best.copied().unwrap_or((f64::NAN, Summary::default()))
}

/// The places that could be the highest of such a curve, when the printed curve has `theirs` runs at each place.
fn tops(curve: &[(f64, Summary)], theirs: Option<f64>, z: f64) -> Interval {
    let (place, best) = top(curve);
    let error = |summary: &Summary| {
        let n = summary.count().max(1) as f64;
        summary.deviation() * (1.0 / n + theirs.map_or(0.0, |n| 1.0 / n)).sqrt()
    };
    let alike = |summary: &Summary| {
        best.mean() - summary.mean() <= z * error(summary).hypot(error(&best)) && summary.count() > 0
    };
    let all = curve.iter().filter(|(_, summary)| alike(summary)).map(|(place, _)| *place);
    let start = Interval { low: place, high: place };
    all.fold(start, |range, place| Interval { low: range.low.min(place), high: range.high.max(place) })
}

fn peak(curve: &[(f64, Summary)], print: &Print) -> NumericTest {
    let theirs = print.runs.map(|n| n as f64);
    let (place, _) = top(curve);
    let enough = !curve.is_empty() && curve.iter().all(|(_, summary)| summary.count() >= LEAST);
    let at = [LEVEL, AGREE].map(|z| tops(curve, theirs, z));
    let wide = tops(curve, theirs, AGREE + POWER);
    let step = curve.windows(2).map(|pair| pair[1].0 - pair[0].0).fold(f64::INFINITY, f64::min);
    let sees = (wide.high - place).max(place - wide.low) + step;
    held(place, at, sees, (enough, Settled::Unknown), print)
}

/// A ratio of two means on the same instances, with its interval at any level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The first mean over the second.
    pub value: f64,
    /// The standard error of its logarithm.
    pub log_error: f64,
    /// Instances, or sets of them.
    pub count: u64,
    /// Degrees of freedom of the error.
    pub degrees: f64,
}

impl Ratio {
    /// Of pairs, by the delta method; none with fewer than two pairs, or if a mean is 0.
    pub fn of_means(pairs: &[(f64, f64)]) -> Option<Ratio> {
        let n = pairs.len() as f64;
        let (first, second) = pairs.iter().fold((0.0, 0.0), |(a, b), pair| (a + pair.0 / n, b + pair.1 / n));
        let ratio = first / second;
        if pairs.len() < 2 || !(ratio.is_finite() && ratio > 0.0) {
            return None;
        }
        let residues: Summary = pairs.iter().map(|pair| pair.0 - ratio * pair.1).collect();
        let log_error = residues.deviation() / (n.sqrt() * second * ratio);
        Some(Ratio { value: ratio, log_error, count: pairs.len() as u64, degrees: n - 1.0 })
    }

    /// The geometric mean of one ratio per set; none with fewer than two sets.
    pub fn over_sets(ratios: &[f64]) -> Option<Ratio> {
        let logs: Summary = ratios.iter().copied().filter(|ratio| *ratio > 0.0).map(f64::ln).collect();
        let n = logs.count() as f64;
        (logs.count() >= 2).then(|| Ratio {
            value: logs.mean().exp(),
            log_error: logs.deviation() / n.sqrt(),
            count: logs.count(),
            degrees: n - 1.0,
        })
    }

    /// The interval for a normal quantile, by Student's distribution.
    pub fn interval(&self, z: f64) -> Interval {
        let half = (student(z, self.degrees) * self.log_error).exp();
        Interval { low: self.value / half, high: self.value * half }
    }

    /// With its 95 % interval.
    pub fn estimate(&self) -> Estimate {
        Estimate { value: self.value, interval: self.interval(Z95) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduction::Verdict;

    const PRINT: Print = Print { runs: Some(10_000), rounding: 0.005, matters: 0.2 };

    fn sample(count: u64, shift: f64) -> Vec<f64> {
        (0..count).map(|i| shift + (i * 37 % 100) as f64 / 25.0).collect()
    }

    #[test]
    fn a_quantile_of_no_runs_is_not_a_number() {
        assert!(quantile(&[], 0.5).is_nan());
        assert_eq!([0.0, 0.5, 1.0].map(|share| quantile(&[1.0, 2.0, 3.0], share)), [1.0, 2.0, 3.0]);
    }

    #[test]
    fn a_mean_agrees_disagrees_or_stays_open_depending_on_the_number_of_runs() {
        let of = |count, shift| {
            Evidence::Mean(sample(count, shift).into_iter().collect()).against(&PRINT).verdict(1.98)
        };
        assert_eq!(of(10_000, 0.0), Verdict::Agrees);
        assert_eq!(of(10_000, 0.3), Verdict::Disagrees);
        assert_eq!(of(120, 0.0), Verdict::Undecided);
        assert_eq!(of(99, 3.0), Verdict::Undecided);
    }

    #[test]
    fn a_median_is_judged_by_the_shares_below_and_above_it() {
        let values = sample(10_000, 0.0);
        let held = Evidence::median(values).against(&PRINT);
        assert_eq!(held.verdict(2.0), Verdict::Agrees, "{held:?}");
        assert_eq!(held.verdict(2.5), Verdict::Disagrees);
        // Nine tenths are 0: a printed 0 must agree, and a printed 1 is impossible.
        let mostly: Vec<f64> = (0..1000).map(|i| if i % 10 == 0 { 5.0 } else { 0.0 }).collect();
        let held = Evidence::median(mostly).against(&Print { matters: 1.0, ..PRINT });
        assert_eq!((held.verdict(0.0), held.verdict(1.0)), (Verdict::Agrees, Verdict::Disagrees), "{held:?}");
    }

    #[test]
    fn the_top_of_a_flat_curve_is_left_open_and_that_of_a_steep_one_is_not() {
        let curve = |slope: f64| {
            let place = |x: u32| {
                let values = sample(2000, -slope * (f64::from(x) - 17.0).abs());
                (f64::from(x), values.into_iter().collect())
            };
            Evidence::Peak((1..=40).map(place).collect())
        };
        let print = Print { runs: Some(2000), rounding: 0.0, matters: 3.0 };
        assert_eq!(curve(1.0).against(&print).verdict(17.0), Verdict::Agrees);
        assert_eq!(curve(1.0).against(&print).verdict(21.0), Verdict::Disagrees);
        assert_eq!(curve(0.01).against(&print).verdict(17.0), Verdict::Undecided);
    }

    #[test]
    fn an_exact_value_leaves_nothing_but_rounding() {
        let held = Evidence::Exact(0.2113).against(&Print { runs: None, rounding: 0.005, matters: 0.01 });
        use Verdict::{Agrees, DiffersSlightly, Disagrees};
        assert_eq!(
            [0.21, 0.22, 0.23].map(|printed| held.verdict(printed)),
            [Agrees, DiffersSlightly, Disagrees]
        );
    }

    #[test]
    fn a_ratio_s_interval_holds_the_truth_and_widens_with_the_level() {
        let pairs: Vec<(f64, f64)> = (0..400).map(|i| (f64::from(i % 7), f64::from(2 * (i % 7)))).collect();
        let same = Ratio::of_means(&pairs).unwrap();
        assert!((same.value - 0.5).abs() < 1e-12 && same.log_error < 1e-12);
        let noisy: Vec<(f64, f64)> =
            (0..400).map(|i| (f64::from(i % 7) + 1.0, f64::from(i % 11) + 1.0)).collect();
        let ratio = Ratio::of_means(&noisy).unwrap();
        let (narrow, wide) = (ratio.interval(Z95), ratio.interval(LEVEL));
        assert!(narrow.contains(4.0 / 6.0) && wide.low < narrow.low && narrow.high < wide.high);
        assert!(Ratio::of_means(&[]).is_none() && Ratio::over_sets(&[0.5]).is_none());
    }
}

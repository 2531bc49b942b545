//! Two shares: Newcombe's interval of their difference, and its power.

use quandary_core::stats::{Interval, wilson};

use super::quantile::{AGREE, POWER};

/// A share with its Wilson interval for a normal quantile; without trials it is exact.
#[derive(Clone, Copy, Debug)]
struct WilsonShare {
    value: f64,
    interval: Interval,
}

impl WilsonShare {
    fn new(value: f64, trials: Option<f64>, z: f64) -> WilsonShare {
        let interval = match trials {
            None => Interval { low: value, high: value },
            Some(n) => {
                // Wilson's interval for a share that need not be a whole number of trials, since printed shares are
                // rounded.
                let z2 = z * z;
                let centre = (value + z2 / (2.0 * n)) / (1.0 + z2 / n);
                let half = z / (1.0 + z2 / n) * (value * (1.0 - value) / n + z2 / (4.0 * n * n)).sqrt();
                Interval { low: (centre - half).clamp(0.0, value), high: (centre + half).clamp(value, 1.0) }
            }
        };
        WilsonShare { value, interval }
    }
}

/// Newcombe's interval of the difference of two shares, each from a number of trials, or exact: method 10 of Newcombe 1998,
/// from the two Wilson intervals.
///
/// ```
/// use quandary_lab::judge::newcombe;
/// // Newcombe's own example: 56/70 against 48/80.
/// let found = newcombe((0.8, Some(70.0)), (0.6, Some(80.0)), 1.959964);
/// assert!((found.low - 0.0524).abs() < 5e-5 && (found.high - 0.3339).abs() < 5e-5);
/// ```
pub fn newcombe(first: (f64, Option<f64>), second: (f64, Option<f64>), z: f64) -> Interval {
    let (a, b) = (WilsonShare::new(first.0, first.1, z), WilsonShare::new(second.0, second.1, z));
    let difference = a.value - b.value;
    let below = (a.value - a.interval.low).hypot(b.interval.high - b.value);
    let above = (a.interval.high - a.value).hypot(b.value - b.interval.low);
    Interval { low: difference - below, high: difference + above }
}

/// The shares of a second sample that are compatible with the first one at the quantile `z`.
pub(super) fn accepted(first: (f64, Option<f64>), second_trials: Option<f64>, z: f64) -> Interval {
    let alike = |share: f64| newcombe(first, (share, second_trials), z).contains(0.0);
    let edge = |end: f64| {
        if alike(end) {
            return end;
        }
        let (mut inside, mut outside) = (first.0, end);
        for _ in 0..60 {
            let middle = f64::midpoint(inside, outside);
            if alike(middle) {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        inside
    };
    Interval { low: edge(0.0), high: edge(1.0) }
}

/// The smallest difference that nine of ten equal shares would rule out at 95 %, when both are about `p`.
pub(super) fn seen(p: f64, first_trials: Option<f64>, second_trials: Option<f64>) -> f64 {
    // A share of 0 or 1 is not certain: use the centre of Wilson's interval.
    let p = match first_trials.or(second_trials) {
        Some(n) => (p * n + AGREE * AGREE / 2.0) / (n + AGREE * AGREE),
        None => return 0.0,
    };
    let part = |share: f64, trials: Option<f64>| trials.map_or(0.0, |n| share * (1.0 - share) / n);
    let null = (part(p, first_trials) + part(p, second_trials)).sqrt();
    let towards = |sign: f64| {
        let mut difference: f64 = 0.0;
        for _ in 0..20 {
            let other = (p + sign * difference).clamp(0.0, 1.0);
            let error = (part(p, first_trials) + part(other, second_trials)).sqrt();
            difference = AGREE * error + POWER * null;
        }
        // There is no difference beyond 0 or 1.
        ((0.0..=1.0).contains(&(p + sign * difference))).then_some(difference)
    };
    match (towards(-1.0), towards(1.0)) {
        (Some(down), Some(up)) => down.max(up),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => 1.0,
    }
}

/// How many runs of ours would show a difference of `matters` from a share printed from `printed_runs` runs; none if
/// even an exact value would not, because the printed sample is too small.
///
/// ```
/// use quandary_lab::judge::runs_to_see;
/// // By hand, with the same variance on both sides: p(1 - p)(1/n + 1/10,000) = (0.03/3.605)², so n = 1,952.
/// assert!(runs_to_see(0.03, 0.87, Some(10_000)).is_some_and(|n| (1_900..2_200).contains(&n)));
/// assert_eq!(runs_to_see(0.03, 0.5, Some(200)), None);
/// ```
pub fn runs_to_see(matters: f64, share: f64, printed_runs: Option<u64>) -> Option<u64> {
    let theirs = printed_runs.map(|n| n as f64);
    fewest(|runs| seen(share, Some(runs), theirs) <= matters)
}

/// The smallest number of runs for which a monotone condition is true.
pub(super) fn fewest(enough: impl Fn(f64) -> bool) -> Option<u64> {
    const MOST: u64 = 1_000_000_000;
    if !enough(MOST as f64) {
        return None;
    }
    let (mut few, mut many) = (1, MOST);
    while few < many {
        let middle = few.midpoint(many);
        if enough(middle as f64) { many = middle } else { few = middle + 1 }
    }
    Some(few)
}

/// The Wilson interval at 95 % of a share of whole trials.
pub(super) fn shown(successes: u64, trials: u64) -> Interval {
    wilson(successes, trials, quandary_core::stats::Z95)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::LEVEL;
    use quandary_core::Seed;

    #[test]
    fn nine_of_ten_equal_shares_rule_out_the_difference_reported_as_visible() {
        let (n, p) = (2_000_u64, 0.7);
        let trials = Some(n as f64);
        let difference = seen(p, trials, trials);
        let mut stream = Seed(11).stream(0);
        let mut draw = |share: f64| (0..n).filter(|_| stream.unit() < share).count() as f64 / n as f64;
        let tries = 400;
        let ruled_out = (0..tries)
            .filter(|_| {
                let (ours, theirs) = (draw(p), draw(p));
                let gap = newcombe((ours, trials), (theirs, trials), AGREE);
                gap.low >= -difference && gap.high <= difference
            })
            .count();
        assert!((342..=380).contains(&ruled_out), "{ruled_out} of {tries}");
    }

    #[test]
    fn equal_shares_are_called_different_about_once_in_a_thousand_samples() {
        let (n, p) = (500_u64, 0.2);
        let mut stream = Seed(12).stream(0);
        let mut draw = || (0..n).filter(|_| stream.unit() < p).count() as f64 / n as f64;
        let wrong = (0..3000)
            .filter(|_| {
                let (ours, theirs) = (draw(), draw());
                !newcombe((ours, Some(n as f64)), (theirs, Some(n as f64)), LEVEL).contains(0.0)
            })
            .count();
        assert!(wrong <= 10, "{wrong} of 3000");
    }
}

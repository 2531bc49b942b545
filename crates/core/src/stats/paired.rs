use super::{Interval, Z95, beta};

/// Two strategies on the same boards.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Paired {
    /// Boards that only the first one won.
    pub only_first: u64,
    /// Boards that only the second one won.
    pub only_second: u64,
    /// All boards.
    pub trials: u64,
    /// The first one's rate minus the second one's.
    pub difference: f64,
    /// 95 % interval of the difference.
    pub interval: Interval,
    /// The chance of a split at least this uneven if the two were equally strong (exact, two-sided).
    pub p_value: f64,
}

/// McNemar's test: only boards on which the two differ count.
///
/// The p-value is the exact binomial one; the interval is Wald's for paired proportions.
///
/// ```
/// use quandary_core::stats::mcnemar;
/// let paired = mcnemar(10, 2, 1000);
/// assert!((paired.difference - 0.008).abs() < 1e-12);
/// assert!((paired.p_value - 0.038574).abs() < 1e-6);
/// ```
pub fn mcnemar(only_first: u64, only_second: u64, trials: u64) -> Paired {
    let n = trials as f64;
    let (b, c) = (only_first as f64, only_second as f64);
    let difference = (b - c) / n;
    let half = Z95 * (b + c - (b - c) * (b - c) / n).max(0.0).sqrt() / n;
    let discordant = only_first + only_second;
    let p_value = if discordant == 0 {
        1.0
    } else {
        // P(X <= min) for a fair coin is an incomplete beta function.
        let few = only_first.min(only_second) as f64;
        (2.0 * beta::below(discordant as f64 - few, few + 1.0, 0.5)).min(1.0)
    };
    Paired {
        only_first,
        only_second,
        trials,
        difference,
        interval: Interval { low: difference - half, high: difference + half },
        p_value,
    }
}

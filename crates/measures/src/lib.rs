#![doc = include_str!("../README.md")]

pub mod motion;
pub mod progress;
pub mod refinement;
pub mod solvability;
mod summary;
mod traces;

pub use summary::{Measures, Symbol};
pub use traces::{Gathered, TraceMeasures, of_traces};

use quandary_core::stats::{Estimate, Interval};

/// The range of `measure` if its argument is only known to lie in an interval.
///
/// The measures here are smooth with few turning points, so a fine grid finds their extremes; the ends
/// are always included.
///
/// ```
/// use quandary_core::stats::Interval;
/// use quandary_measures::{motion::Motion, range};
/// // p1 = m·v peaks at v = 1/2, inside the interval: the ends alone would miss it.
/// let p1 = range(Interval { low: 0.3, high: 0.8 }, |v| Motion::new(v).p1);
/// assert!((p1.low - 0.16).abs() < 1e-12 && (p1.high - 0.25).abs() < 1e-6);
/// ```
pub fn range(argument: Interval, measure: impl Fn(f64) -> f64) -> Interval {
    const GRID: u32 = 1000;
    let values = (0..=GRID)
        .map(|step| argument.low + (argument.high - argument.low) * f64::from(step) / f64::from(GRID))
        .map(measure);
    values.fold(Interval { low: f64::INFINITY, high: f64::NEG_INFINITY }, |range, value| Interval {
        low: range.low.min(value),
        high: range.high.max(value),
    })
}

/// A measure of an estimated argument: its value, and its range over the argument's interval.
pub fn derived(argument: Estimate, measure: impl Fn(f64) -> f64) -> Estimate {
    Estimate { value: measure(argument.value), interval: range(argument.interval, measure) }
}

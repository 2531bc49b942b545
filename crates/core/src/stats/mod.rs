//! Statistics: every rate and every comparison comes with its uncertainty.
//!
//! Intervals are at 95 % unless a name says otherwise.

mod beta;
mod chi_square;
mod paired;
mod proportion;
mod sample;
mod sprt;

pub use chi_square::{ChiSquare, chi_square, chi_square_pooled};
pub use paired::{Paired, mcnemar};
pub use proportion::{Rate, clopper_pearson, wilson};
pub use sample::{Estimate, Summary, bootstrap, mean, percentiles};
pub use sprt::{Sprt, SprtState};

/// An interval of plausible values.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// Whether `value` lies inside, the ends included.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Whether the two have a value in common.
    pub fn overlaps(&self, other: &Interval) -> bool {
        self.low <= other.high && other.low <= self.high
    }
}

impl From<Interval> for [f64; 2] {
    fn from(interval: Interval) -> [f64; 2] {
        [interval.low, interval.high]
    }
}

/// The two-sided 95 % quantile of the normal distribution.
pub const Z95: f64 = 1.959963984540054;

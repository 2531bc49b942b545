/// The state of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum SprtState {
    /// Not enough games yet.
    Continue,
    /// The lower rate is accepted.
    Lower,
    /// The higher rate is accepted.
    Higher,
}

/// Wald's sequential probability ratio test between two success rates: it may stop as soon as the
/// evidence suffices, with both error rates at most `error`.
///
/// ```
/// use quandary_core::stats::{Sprt, SprtState};
/// let mut test = Sprt::new(0.5, 0.6, 0.05);
/// for game in 0..400 {
///     test.add(game % 10 < 6); // six of every ten are won
/// }
/// assert_eq!(test.state(), SprtState::Higher);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    on_success: f64,
    on_failure: f64,
    bound: f64,
    ratio: f64,
}

impl Sprt {
    /// A test of `lower` against `higher`, both strictly inside (0, 1).
    pub fn new(lower: f64, higher: f64, error: f64) -> Sprt {
        assert!(0.0 < lower && lower < higher && higher < 1.0, "rates must rise strictly inside (0, 1)");
        Sprt {
            on_success: (higher / lower).ln(),
            on_failure: ((1.0 - higher) / (1.0 - lower)).ln(),
            bound: ((1.0 - error) / error).ln(),
            ratio: 0.0,
        }
    }

    /// Adds one game.
    pub fn add(&mut self, success: bool) {
        self.ratio += if success { self.on_success } else { self.on_failure };
    }

    /// What may be concluded now.
    pub fn state(&self) -> SprtState {
        if self.ratio >= self.bound {
            SprtState::Higher
        } else if self.ratio <= -self.bound {
            SprtState::Lower
        } else {
            SprtState::Continue
        }
    }
}

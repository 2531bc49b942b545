//! Puzzle or game? The class of a puzzle by its success rate (thesis 5.5), with its uncertainty.
//!
//! The thesis calls a puzzle deterministic when p = 1, stochastic when 0 < p < 1 and a game when p = 0.
//! No number of trials shows that p is exactly 1 or 0, so a class here comes with an epsilon and a
//! confidence, and may be left open.

use std::fmt;

use quandary_core::stats::{Interval, Rate, clopper_pearson};

/// The class of a puzzle by its success rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Class {
    /// p ≥ 1 − ε: it can always be solved.
    Deterministic,
    /// ε < p < 1 − ε: skill and luck.
    Stochastic,
    /// p ≤ ε: it cannot be solved, only played.
    Game,
    /// The trials do not decide it.
    Undecided,
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Class::Deterministic => "deterministic",
            Class::Stochastic => "stochastic",
            Class::Game => "game",
            Class::Undecided => "undecided",
        })
    }
}

/// A class with everything that is needed to judge it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Classification {
    /// The class.
    pub class: Class,
    /// The threshold used.
    pub epsilon: f64,
    /// The confidence of the interval.
    pub confidence: f64,
    /// The Clopper–Pearson interval of p.
    pub interval: Interval,
}

/// Classifies by the Clopper–Pearson interval of the success rate: a class is given only when the whole
/// interval lies in its range.
///
/// ```
/// use quandary_core::stats::Rate;
/// use quandary_measures::solvability::{Class, classify};
/// let always = Rate::new(2000, 2000);
/// assert_eq!(classify(always, 0.002, 0.95).class, Class::Deterministic);
/// // 2,000 wins do not show more than that.
/// assert_eq!(classify(always, 0.001, 0.95).class, Class::Undecided);
/// ```
pub fn classify(rate: Rate, epsilon: f64, confidence: f64) -> Classification {
    let interval = clopper_pearson(rate.successes, rate.trials, confidence);
    let class = if interval.low >= 1.0 - epsilon {
        Class::Deterministic
    } else if interval.high <= epsilon {
        Class::Game
    } else if interval.low > epsilon && interval.high < 1.0 - epsilon {
        Class::Stochastic
    } else {
        Class::Undecided
    };
    Classification { class, epsilon, confidence, interval }
}

//! What can keep a proof tree from being written down.

use quandary_core::{Exhausted, InputError};

/// Why a strategy could not be written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoStrategy {
    /// The side cannot reach the goal.
    Impossible,
    /// It would name more moves than allowed.
    TooLong,
    /// The budget ran out.
    Exhausted(Exhausted),
}

impl From<Exhausted> for NoStrategy {
    fn from(why: Exhausted) -> NoStrategy {
        NoStrategy::Exhausted(why)
    }
}

impl NoStrategy {
    /// What the user reads.
    pub(crate) fn refusal(self) -> InputError {
        match self {
            NoStrategy::TooLong => InputError::new("the proof tree is larger than --limit")
                .expected("a larger --limit, or a position nearer its end"),
            NoStrategy::Exhausted(why) => InputError::new(format!("the proof tree was not finished: {why}")),
            NoStrategy::Impossible => {
                InputError::new("the solver contradicts itself; please report this position")
            }
        }
    }
}

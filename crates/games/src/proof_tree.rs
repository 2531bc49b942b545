//! What can keep a proof tree from being written down.

use quandary_core::{Exhausted, InputError, Stop};

/// Why a proof tree could not be written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unwritten {
    /// The side cannot reach the goal.
    Impossible,
    /// It would name more moves than allowed.
    TooLong,
    /// The budget ran out.
    Exhausted(Exhausted),
}

impl From<Exhausted> for Unwritten {
    fn from(why: Exhausted) -> Unwritten {
        Unwritten::Exhausted(why)
    }
}

impl From<Unwritten> for Stop {
    fn from(why: Unwritten) -> Stop {
        match why {
            Unwritten::TooLong => InputError::new("the proof tree is larger than this")
                .expected("a larger limit, or a position nearer its end")
                .of_option("limit")
                .into(),
            Unwritten::Exhausted(why) => why.into(),
            Unwritten::Impossible => {
                InputError::new("the solver contradicts itself; please report this position").into()
            }
        }
    }
}

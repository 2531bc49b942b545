//! What can keep a proof tree from being written down.

use quandary_core::Exhausted;

/// Why a proof tree could not be written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unwritten {
    /// The side cannot reach the goal.
    #[error("the solver contradicts itself; please report this position")]
    Impossible,
    /// It would name more moves than allowed.
    #[error("the proof tree would name more moves than --limit allows")]
    TooLong,
    /// The budget ran out.
    #[error("while the proof tree was written, {0}")]
    Exhausted(#[from] Exhausted),
}

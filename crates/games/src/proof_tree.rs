//! What can keep a proof tree from being written down.

use quandary_core::{Budget, Exhausted};

/// Why a proof tree could not be written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unwritten {
    /// The side cannot reach the goal.
    #[error("the solver contradicts itself; please report this position")]
    Impossible,
    /// It would name more moves than allowed.
    #[error("the proof tree would name more moves than --limit allows")]
    TooLong,
    /// Nothing that writes proof trees takes a board of this size.
    #[error("the board is too large for what writes proof trees")]
    TooLarge,
    /// The budget ran out.
    #[error("while the proof tree was written, {0}")]
    Exhausted(#[from] Exhausted),
}

/// How many positions of this kind may be remembered while a tree is written: a tenth of the memory given, which the
/// solver's table has already.
pub(crate) fn most_remembered<P>(budget: &Budget) -> usize {
    // A hash table is at least half full.
    budget.memory_or(usize::MAX) / 10 / (2 * (size_of::<P>() + 1))
}

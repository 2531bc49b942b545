use std::fmt::Debug;

/// One player against dice: 2048.
///
/// A move leads to an *afterstate*, from which chance chooses the next state.
pub trait Chance {
    /// A position; the player is to move, or (as an afterstate) chance is.
    type State: Clone + Eq + Debug;
    /// A move.
    type Move: Copy + Eq + Debug;

    /// Appends the legal moves, always in the same order. None: the game is over.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// The afterstate of a legal move, and what the move earns.
    fn apply(&self, state: &Self::State, chosen: Self::Move) -> (Self::State, f64);

    /// Appends what chance may make of an afterstate, with probabilities that sum to 1.
    fn outcomes(&self, after: &Self::State, out: &mut Vec<(Self::State, f64)>);
}

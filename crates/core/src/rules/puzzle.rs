use std::fmt::Debug;
use std::hash::Hash;

/// One player, everything visible, no chance: sliding tiles, nonograms, Sokoban.
///
/// Moves cost 1. Implementations hold the parameters (board size, goal); states hold only what changes.
pub trait Puzzle {
    /// A position.
    type State: Clone + Eq + Hash + Debug;
    /// A move.
    type Move: Copy + Eq + Debug;

    /// Appends the legal moves, always in the same order for the same state.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// The position after a legal move.
    fn apply(&self, state: &Self::State, chosen: Self::Move) -> Self::State;

    /// Whether the puzzle is solved.
    fn is_solved(&self, state: &Self::State) -> bool;

    /// The number of legal moves: B.
    fn options(&self, state: &Self::State) -> usize {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves.len()
    }
}

//! Engines: players that think under a budget, and report each better answer as soon as they have it.
//!
//! [`minimax`](crate::minimax) is an instrument: its value at depth d is the minimax value of the tree, whatever the table holds.
//! An engine is a player: it may prune, extend and take deeper values where it has them. Nothing that is published is measured
//! by an engine.
//!
//! For a given budget of nodes an engine is deterministic: the same position, the same engine and the same history of calls
//! give the same thought.

//!
//! [`AlphaBeta`] is the engine for games by judgement: a game gives it a [`Board`] on which moves are played and taken back.
//! [`ByMinimax`] needs no more than a judgement.

#[cfg(test)]
mod against_brute_force;
mod alpha_beta;
mod board;
mod by_minimax;
mod memory;
mod order;

use quandary_core::Budget;
use quandary_core::rules::Rules;

pub use alpha_beta::{AlphaBeta, Hear, Line, Pruning};
pub use board::{Board, OnBoard};
pub use by_minimax::ByMinimax;

/// What an engine holds of a position at some moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought<M> {
    /// The move it would play now.
    pub best: M,
    /// The value of that move for the side to move: in the game's own units, or a win or loss as
    /// [`minimax::win_in`](crate::minimax::win_in) reads it.
    pub value: i32,
    /// Whether no play of the opponent can make the value wrong: a win or loss by force, or an exact score. Everything else
    /// is an estimate.
    pub proved: bool,
    /// Moves of both sides that were searched to the end; what is extended beyond them is not counted.
    pub depth: u32,
    /// Positions looked at so far.
    pub nodes: u64,
    /// How the game goes on when both sides play what the engine considers best, `best` first.
    pub line: Vec<M>,
    /// Moves with their values, best first; not necessarily all of them, and where the search was cut short some may have the
    /// value of the depth before.
    pub ranked: Vec<(M, i32)>,
}

/// A player that thinks. It keeps what it learnt from one position to the next.
pub trait Engine<R: Rules>: Send {
    /// Thinks about a position until the budget ends or nothing is left to find out. Each better thought is handed to `hear`;
    /// the last one is returned. `None` when the game is over, or when the budget was too small for any answer.
    fn think(
        &mut self,
        rules: &R,
        state: &R::State,
        budget: &mut Budget,
        hear: &mut dyn FnMut(&Thought<R::Move>),
    ) -> Option<Thought<R::Move>>;

    /// Forgets everything, so that the next thought does not depend on what came before.
    fn forget(&mut self);
}

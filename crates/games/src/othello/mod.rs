//! Othello.
pub mod bits;
pub mod rules;
pub mod solve;
pub use rules::{Action, Board, Othello, Position};
pub use solve::{Endgame, Solution};

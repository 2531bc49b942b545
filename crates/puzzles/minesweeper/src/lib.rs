//! Minesweeper (draft front page).
pub mod board;
pub mod endgame;
pub mod inference;
pub mod knowledge;
pub mod notation;
pub mod rules;
pub mod strategy;

pub use board::{Board, Cell, FirstClick, Grid};
pub use notation::Position;
pub use rules::{Action, Minefield, Minesweeper, Observation, Seen, World};

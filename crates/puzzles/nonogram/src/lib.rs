//! Nonograms.
pub mod line;
pub mod rules;
pub mod solve;
pub mod notation;

pub use rules::{Board, Cell, Clue, LONGEST_LINE, Line, Nonogram, Paint, Picture};

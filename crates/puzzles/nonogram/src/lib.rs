//! Nonograms.
pub mod enumerate;
pub mod face;
pub mod generate;
pub mod human;
pub mod line;
pub mod make_unique;
pub mod mersenne;
pub mod methods;
pub mod notation;
pub mod rules;
pub mod solve;

pub use rules::{Board, Cell, Clue, LONGEST_LINE, Line, Nonogram, Paint, Picture};

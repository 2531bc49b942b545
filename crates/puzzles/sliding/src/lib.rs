//! Sliding puzzles: the 8-puzzle, the 15-puzzle and any other board with one empty cell.
//!
//! Make one, ask about it, solve it:
//!
//! ```
//! use quandary_sliding::{Sliding, notation, solvability, solve::distances::Distances};
//!
//! let board = notation::parse_board("1 2 3 / 4 5 6 / 0 7 8", None).unwrap();
//! let puzzle = Sliding::ordered(board.size());
//! assert!(solvability::of(&puzzle, &board).is_solvable());
//!
//! let distances = Distances::new(&puzzle).unwrap();
//! assert_eq!(distances.of(&board), Some(2));
//! assert_eq!(notation::format_moves(&distances.solution(&board).unwrap()), "LL");
//! ```
//!
//! A move is a letter, the way a *tile* slides: `L` above slides 7, then 8, to the left.
//! The goal is any arrangement; the usual one has the empty cell last.

pub mod explain;
pub mod face;
pub mod generate;
pub mod instances;
pub mod notation;
pub mod packed;
pub mod player;
pub mod progress;
pub mod rules;
pub mod solvability;
pub mod solve;

pub use rules::{Board, Size, Slide, Sliding};

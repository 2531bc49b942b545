#![doc = include_str!("../README.md")]
//!
//! # Rooms
//! * [`rules`]: clues, what fits them, how one is played; [`picture`]: pictures and boards half painted;
//!   [`ink`]: black, or one of several colours; [`palette`]: how those look.
//! * [`notation`]: the field's formats, text and images, in and out.
//! * [`line`]: one line and its clue, exactly, by bit-parallel automata; lines of up to [`LONGEST_LINE`] cells.
//! * [`solve`]: the ladder from line solving to clause learning, verdicts and proofs.
//! * [`human`]: techniques, and grading by them.
//! * [`judge`](mod@judge): what is wrong with a board half painted.
//! * [`explain`]: what to do next and why, as a value.
//! * [`methods`]: the twelve methods of a published ladder, with [`generate`] and [`mersenne`] for its boards.
//! * [`shape`]: kinds of random pictures, for [`generate`].
//! * [`shelf`]: pictures of our own, to be solved by people.
//! * [`enumerate`](mod@enumerate): every picture of a small size.
//! * [`make_unique`](mod@make_unique): few cells to change so that a picture is unique, and how few are needed.
//! * [`play`]: what people need to play one.
//! * [`verbs`]: the verbs of the command line and the web page.
//!
//! # What it costs
//! Lines of up to 62 cells use `u64`, up to 126 `u128`, longer ones several words; solving a line takes O(length)
//! word operations and explaining it twice as many. The 1000 puzzles of 25×25 of a tournament set take some 50 CPU
//! seconds to the first solution, the slowest a few (`solve nonogram taai2011.txt --any --json-lines`).

// Without the verbs some helpers have no caller.
#![cfg_attr(not(feature = "verbs"), allow(dead_code, unused_imports))]

pub mod enumerate;
pub mod explain;
pub mod generate;
pub mod human;
pub mod ink;
pub mod judge;
pub mod line;
pub mod make_unique;
pub mod mersenne;
pub mod methods;
pub mod notation;
pub mod palette;
pub mod picture;
#[cfg(feature = "verbs")]
pub mod play;
#[cfg(feature = "verbs")]
mod print;
pub mod rules;
pub mod shape;
pub mod shelf;
pub mod solve;
#[cfg(feature = "verbs")]
pub mod verbs;
mod why;
mod words;

pub use ink::{Block, Colour, ColourRun, Colours, Ink};
pub use palette::Palette;
pub use picture::{Board, Cell, Picture};
pub use rules::{Clue, LONGEST_LINE, Line, Nonogram, Paint, Size};

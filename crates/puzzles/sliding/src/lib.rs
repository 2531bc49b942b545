#![doc = include_str!("../README.md")]
//!
//! Any size has an answer: exact where that is within reach, otherwise a good solution and how far from the
//! shortest it may be.
//!
//! ```
//! use quandary_core::{Context, Seed};
//! use quandary_sliding::{Size, Sliding, generate::uniform, solve::answer};
//!
//! let puzzle = Sliding::ordered(Size::new(10, 10).unwrap());
//! let board = uniform(&puzzle, &mut Seed(1).stream(0));
//! let solved = answer::solve(&puzzle, &board, 100_000, &Context::bare());
//! assert!(solved.path.unwrap().len() as u32 >= solved.lower_bound);
//! ```
//!
//! | module | idea |
//! |---|---|
//! | [`solve::distances`] | every distance at once, up to 10 cells |
//! | [`solve::idastar`] with a [`solve::bound`] | shortest solutions in the memory of one path |
//! | [`solve::pattern`] | additive pattern databases: the 15-puzzle in milliseconds, 24-puzzles proved |
//! | [`solve::detours`] | short ways that another way makes superfluous: fewer nodes for the same proof |
//! | [`solve::turns`] | many boards, the one with the cheapest next pass first |
//! | [`solve::constructive`], [`solve::beam`], [`solve::improve`] | any board up to 16 x 16 at once, then shorter |
//! | [`solve::astar`] | A* as the thesis watches it, with declared ties |
//! | [`solve::inhibitor`] | limited directions as a second side, for the searches that prove |
//!
//! A move is a letter, the way a *tile* slides: `L` above slides 7, then 8, to the left.
//! The goal is any arrangement; the usual one has the empty cell last.

#[cfg(feature = "verbs")]
pub mod building;
#[cfg(feature = "verbs")]
pub mod explain;
pub mod generate;
pub mod instances;
pub mod notation;
pub mod packed;
#[cfg(feature = "verbs")]
pub mod play;
pub mod player;
#[cfg(feature = "verbs")]
mod print;
pub mod progress;
pub mod rules;
pub mod solvability;
pub mod solve;
#[cfg(feature = "verbs")]
pub mod verbs;

pub use rules::{Board, Size, Slide, Sliding};

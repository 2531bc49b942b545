//! Othello: 8x8 and 6x6 on bitboards, with an exact endgame solver, proofs and the verbs.
//!
//! ```
//! use quandary_core::Budget;
//! use quandary_games::othello::{Action, Endgame, notation, rules::Board};
//!
//! // Make one: black fills h8 and turns the row over.
//! let text = format!("{}XOOOOOO- X", "X".repeat(56));
//! let placed = notation::parse_position(&text).unwrap();
//! // Ask one.
//! let solution = Endgame::new(Board::Eight, 10).solve(placed.position, &mut Budget::unlimited()).unwrap();
//! assert_eq!((solution.score, solution.best), (64, Some(Action::Place(63))));
//! ```

#[cfg(feature = "verbs")]
mod advice;
pub mod bits;
pub mod engine;
mod evaluate;
#[cfg(feature = "verbs")]
pub mod explain;
#[cfg(feature = "verbs")]
mod facts;
#[cfg(feature = "verbs")]
mod levels;
pub mod notation;
pub mod pattern;
#[cfg(feature = "verbs")]
pub mod play;
pub mod proof;
pub mod question;
#[cfg(feature = "verbs")]
mod reason;
pub mod rules;
pub mod solve;
#[cfg(feature = "verbs")]
pub mod verbs;

pub use engine::Thinker;
pub use question::Question;
pub use rules::{Action, Board, Othello, Position};
pub use solve::{Endgame, Solution};

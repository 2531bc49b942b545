//! English checkers (draughts on 8x8): rules, PDN and FEN, a heuristic search, endings solved exactly, and the verbs.
//!
//! ```
//! use quandary_core::Budget;
//! use quandary_core::rules::{Rules, Turn, perft};
//! use quandary_games::checkers::{Checkers, Draws, Move, State};
//!
//! let rules = Checkers { draws: Draws::Wcdf };
//! // Make one, play one.
//! let start = State::default();
//! let state = rules.apply(&start, Move::along(&[11, 15]).unwrap());
//! assert!(matches!(rules.turn(&state), Turn::To(_)));
//! // The field's test: the number of games of five moves.
//! assert_eq!(perft(&rules, &start, 5, &mut Budget::unlimited()), Ok(7361));
//! ```

pub mod board;
pub mod endings;
pub mod engine;
pub mod evaluate;
#[cfg(feature = "verbs")]
pub mod explain;
#[cfg(feature = "verbs")]
mod levels;
pub mod notation;
#[cfg(feature = "verbs")]
pub mod play;
pub mod proof;
pub mod record;
pub mod rules;
#[cfg(feature = "verbs")]
pub mod story;
#[cfg(feature = "verbs")]
pub mod verbs;

pub use board::{Move, Position};
pub use rules::{Checkers, Draws, State};

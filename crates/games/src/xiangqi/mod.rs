//! Xiangqi, Chinese chess: rules with named conventions for repetition, notations, and the verbs.
//!
//! ```
//! use quandary_core::Budget;
//! use quandary_core::rules::{Rules, Turn, perft};
//! use quandary_games::xiangqi::{Xiangqi, notation};
//!
//! // Make one, play one.
//! let rules = Xiangqi::default();
//! let game = notation::parse_game("1. C2.5 H8+7 2. H2+3 R9.8", rules).unwrap();
//! // Ask one.
//! assert!(matches!(rules.turn(&game.end), Turn::To(_)));
//! assert_eq!(perft(&rules, &game.start, 2, &mut Budget::unlimited()), Ok(1920));
//! ```
//!
//! # Conventions
//! A side without a legal move has lost, in check or not. The third occurrence of a position ends the game: under `check-loses`
//! a side that gave check with every move since the first one loses, and it is a draw where both did or neither; under `draw`
//! it always is one ([`Repetition`]). Perpetual chases, which the federations forbid with many cases, are not judged.
//! After 120 moves of both sides without a capture a game is drawn.
//!
//! # How strong the search is
//! It is there to measure, not to win: `depth:N` plays what the judgement in [`evaluate`] considers best N moves ahead, with
//! captures played out, any of equally good moves. Wilson intervals of 95 %, seed 1, as
//! `quandary simulate xiangqi --first depth:2 --second depth:1 --games 100` prints them:
//!
//! | first | second | games | first wins | draws | second wins |
//! |---|---|---|---|---|---|
//! | depth:1 | random | 200 | 99.5 % [97.2, 99.9] | 0.0 % [0.0, 1.9] | 0.5 % [0.1, 2.8] |
//! | random | depth:1 | 200 | 0.5 % [0.1, 2.8] | 1.5 % [0.5, 4.3] | 98.0 % [95.0, 99.2] |
//! | depth:2 | random | 200 | 100.0 % [98.1, 100.0] | 0.0 % [0.0, 1.9] | 0.0 % [0.0, 1.9] |
//! | random | depth:2 | 200 | 0.0 % [0.0, 1.9] | 0.0 % [0.0, 1.9] | 100.0 % [98.1, 100.0] |
//! | depth:2 | depth:1 | 100 | 91.0 % [83.8, 95.2] | 8.0 % [4.1, 15.0] | 1.0 % [0.2, 5.4] |
//! | depth:1 | depth:2 | 100 | 0.0 % [0.0, 3.7] | 6.0 % [2.8, 12.5] | 94.0 % [87.5, 97.2] |
//! | depth:3 | depth:1 | 40 | 92.5 % [80.1, 97.4] | 7.5 % [2.6, 19.9] | 0.0 % [0.0, 8.8] |
//! | depth:1 | depth:3 | 40 | 0.0 % [0.0, 8.8] | 2.5 % [0.4, 12.9] | 97.5 % [87.1, 99.6] |
//! | depth:3 | depth:2 | 40 | 90.0 % [76.9, 96.0] | 0.0 % [0.0, 8.8] | 10.0 % [4.0, 23.1] |
//! | depth:2 | depth:3 | 40 | 0.0 % [0.0, 8.8] | 27.5 % [16.1, 42.8] | 72.5 % [57.2, 83.9] |

pub mod board;
pub mod engine;
pub mod evaluate;
#[cfg(feature = "verbs")]
pub mod explain;
pub mod geometry;
#[cfg(feature = "verbs")]
mod levels;
pub mod mate;
pub mod notation;
#[cfg(feature = "verbs")]
pub mod play;
pub mod question;
pub mod rules;
#[cfg(feature = "verbs")]
pub mod story;
#[cfg(feature = "verbs")]
pub mod verbs;

pub use board::{Board, Kind, Move, Piece};
pub use mate::{Attack, Mates};
pub use question::Question;
pub use rules::{Diagram, Position, Repetition, Xiangqi};

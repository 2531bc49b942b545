//! Xiangqi, Chinese chess: rules with named conventions for repetition, notations, and the face.
//!
//! ```
//! use quandary_core::rules::{Rules, Turn, perft};
//! use quandary_games::xiangqi::{Xiangqi, notation};
//!
//! // Make one, play one.
//! let rules = Xiangqi::default();
//! let game = notation::parse_game("1. C2.5 H8+7 2. H2+3 R9.8", rules).unwrap();
//! // Ask one.
//! assert!(matches!(rules.turn(&game.end), Turn::To(_)));
//! assert_eq!(perft(&rules, &game.start, 2), 1920);
//! ```

pub mod board;
pub mod evaluate;
pub mod explain;
pub mod face;
pub mod geometry;
pub mod mate;
pub mod notation;
pub mod play;
pub mod question;
pub mod rules;

pub use board::{Board, Kind, Move, Piece};
pub use mate::{Attack, Mates};
pub use question::Question;
pub use rules::{Diagram, Position, Repetition, Xiangqi};

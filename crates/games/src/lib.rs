//! Two-player games: rules, notation, exact solvers and faces.
//!
//! - [`connect_four`]: any board up to 64 bits, bitboards, exact scores.
//! - [`gomoku`]: stones in a row on boards up to 19x19, renju among them; forced wins proved.
//! - [`othello`]: 8x8 and 6x6, bitboards, exact endgames.
//! - [`checkers`]: English checkers, PDN and FEN, endings of four pieces by retrograde analysis.
//! - [`xiangqi`]: Chinese chess, FEN, ICCS and WXF, two conventions for repetition, forced wins proved.
//! - [`pgame`]: random trees whose value brute force knows, on which searches are compared.
//!
//! [`progress`] follows a game by single conspiracy numbers. [`player`] has players of several strengths for any of them; [`seat`] says who sits where when a person plays.
//!
//! ```
//! use quandary_core::{Budget, Seed};
//! use quandary_games::connect_four::{Position, STANDARD};
//! use quandary_games::player::{Player, play_out};
//!
//! // A game between somebody who looks one stone ahead and somebody who does not look at all.
//! let players = (Player::Careful, Player::Random);
//! let mut stream = Seed(1).stream(0);
//! let trace = play_out(&STANDARD, &Position::START, players, &mut stream, &Budget::unlimited()).unwrap();
//! assert!(trace.length() >= 7);
//! println!("{:?} after {} stones", trace.outcome, trace.length());
//! ```

pub mod checkers;
pub mod connect_four;
pub mod gomoku;
pub mod othello;
pub mod pgame;
pub mod player;
pub mod progress;
pub mod proof_tree;
pub mod seat;
pub mod value;
mod verbs;
pub mod watch;
mod words;
pub mod xiangqi;

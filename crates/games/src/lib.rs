//! Two-player games: rules, notation, exact solvers and faces.
//!
//! - [`connect_four`]: any board up to 64 bits, bitboards, exact scores.
//! - [`othello`]: 8x8 and 6x6, bitboards, exact endgames.
//! - [`pgame`]: random trees whose value brute force knows, on which searches are compared.
//!
//! [`play`] lets players of several strengths play any of them.
//!
//! ```
//! use quandary_core::Seed;
//! use quandary_games::connect_four::{Position, STANDARD};
//! use quandary_games::play::{Player, play};
//!
//! // A game between somebody who looks one stone ahead and somebody who does not look at all.
//! let (trace, verdict) = play(&STANDARD, &Position::START, Player::Careful, Player::Random, &mut Seed(1).stream(0));
//! assert!(trace.length() >= 7);
//! println!("{verdict:?} after {} stones", trace.length());
//! ```

pub mod connect_four;
mod face;
mod matches;
pub mod othello;
pub mod pgame;
pub mod play;
pub mod strategy;
pub mod value;
pub mod watch;

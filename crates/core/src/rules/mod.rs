//! What a puzzle or a game is, to the searches and strategies that play it.
//!
//! Four shapes cover what we meet: [`Puzzle`] (one player, nothing hidden, no chance), [`Hidden`] (one
//! player who sees an observation), [`Chance`] (one player against dice) and [`Game`] (two players).
//! The searches are generic over these traits and never name a puzzle.

mod chance;
mod game;
mod hidden;
mod puzzle;

pub use chance::Chance;
pub use game::{Game, Side, Verdict, perft};
pub use hidden::{Hidden, Player, play_out};
pub use puzzle::Puzzle;

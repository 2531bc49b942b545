//! How to play: one idea a file.
//!
//! | strategy | what it does |
//! |---|---|
//! | [`random`](Random) | any legal move: the floor |
//! | [`linear`] | expectimax over a weighted sum of tiles, as the access article plays |
//! | [`best`] | expectimax over a network of tile patterns ([`network`]) that taught itself ([`training`]) |

pub mod best;
pub mod cached;
pub mod linear;
pub mod network;
pub mod training;
pub mod view;

use quandary_core::Stream;

use crate::rules::{Board, Direction, Rules};

/// Chooses moves on a board of any shape.
pub trait Player {
    /// The move, or `None` when there is none.
    fn choose(&mut self, board: Board) -> Option<Direction>;
}

/// Any legal move, each equally likely.
pub struct Random {
    /// The rules.
    pub rules: Rules,
    /// Where its choices come from.
    pub stream: Stream,
}

impl Player for Random {
    fn choose(&mut self, board: Board) -> Option<Direction> {
        let legal: Vec<Direction> =
            Direction::ALL.into_iter().filter(|&d| self.rules.slide(board, d).2).collect();
        self.stream.choose(&legal).copied()
    }
}

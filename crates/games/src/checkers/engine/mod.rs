//! The player: alpha-beta over a board on which moves are played and taken back, with endings of few pieces from their tables.
//!
//! [`evaluate`](super::evaluate) judges for searches that measure; what is here may change with every version.

mod field;
mod judge;

use quandary_search::engine::OnBoard;

pub use field::Field;

use super::rules::{Checkers, State};

impl OnBoard for Checkers {
    type Board = Field;

    fn board(&self, state: &State) -> Field {
        Field::new(*self, state)
    }
}

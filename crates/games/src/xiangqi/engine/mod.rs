//! The player: alpha-beta over a board that is kept up as moves are played and taken back.
//!
//! [`evaluate`](super::evaluate) judges for searches that measure; what is here may change with every version.

mod field;
mod learnt;
mod lines;
#[cfg(test)]
mod tests;
pub mod tune;
pub mod weights;

use quandary_search::engine::OnBoard;

pub(super) use field::FORBIDDEN;
pub use field::Field;

use super::rules::{Position, Xiangqi};

impl OnBoard for Xiangqi {
    type Board = Field;

    fn board(&self, position: &Position) -> Field {
        Field::new(*self, position)
    }
}

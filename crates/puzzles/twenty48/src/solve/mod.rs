//! Exact solving of boards that are small enough to look at completely.
//!
//! Every move keeps the sum of the tiles and every spawn adds 2 or 4, so positions fall into layers by
//! their sum and no position can come back. [`enumerate`](layers::enumerate) lists the layers forwards, one
//! representative for each class of rotations and reflections; [`exact`](exact::solve) then values them
//! backwards, keeping only the two layers that a layer depends on.

pub mod exact;
pub mod inhibitor;
pub mod layers;
pub mod packed;
pub mod size;
pub mod worth;

pub use exact::{Question, Solution, solve};
pub use worth::{Forced, Worth};

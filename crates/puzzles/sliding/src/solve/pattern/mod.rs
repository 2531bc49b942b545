//! Additive pattern databases, as a lower bound for the searches.
//!
//! [`Pattern`] names some tiles; [`PatternTable`] holds the moves they need among themselves, whatever the
//! others do; [`Patterns`] adds up the tables of a partition of the tiles and takes the largest sum over
//! several partitions. Tables are built once and kept in the user's cache folder.

mod bound;
mod partition;
mod ranking;
mod symmetry;
mod table;

pub use bound::Patterns;
pub use partition::Strength;
pub use table::{Pattern, PatternTable};

//! 2048.
pub mod explain;
pub mod face;
pub mod generate;
pub mod line;
pub mod measure;
pub mod notation;
pub mod play;
pub mod quad;
pub mod rules;
pub mod solve;
pub mod strategy;

pub use face::ENTRY;

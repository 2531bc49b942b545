//! 2048.
pub mod line;
pub mod notation;
pub mod quad;
pub mod rules;
pub mod solve;

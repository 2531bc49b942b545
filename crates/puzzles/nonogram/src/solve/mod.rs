//! Solving.
pub mod learn;

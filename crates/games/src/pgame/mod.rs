//! P-games.
pub mod rules;
pub use rules::{Node, PGame};

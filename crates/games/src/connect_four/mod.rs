//! Connect Four.
pub mod geometry;
pub mod rules;
pub mod solve;
pub use geometry::{Geometry, Sized, Standard};
pub use rules::{ConnectFour, Position, STANDARD};
pub use solve::{Solution, Solver, Value};

//! Connect Four: rules on any board up to 64 bits, an exact solver, proofs and the verbs.
//!
//! ```
//! use quandary_core::Budget;
//! use quandary_games::connect_four::{STANDARD, Solver, Value, notation};
//!
//! // Make one: a game by its columns.
//! let record = notation::parse_record("4455", notation::parse_size("6x7").unwrap()).unwrap();
//! // Play one: a third stone beside two makes two threats.
//! let position = record.position.with(STANDARD.drop(record.position, 2).unwrap());
//! // Ask one: how does the other side stand now?
//! let mut solver = Solver::new(STANDARD, 20);
//! let solution = solver.solve(position, &mut Budget::unlimited()).unwrap();
//! assert_eq!(Value::of(solution.score), Value::Loss);
//! ```

pub mod any;
#[cfg(feature = "verbs")]
mod argue;
pub mod book;
mod diagram;
mod evaluate;
#[cfg(feature = "verbs")]
pub mod explain;
pub mod generate;
pub mod geometry;
#[cfg(feature = "verbs")]
mod levels;
pub mod notation;
#[cfg(feature = "verbs")]
mod opinion;
#[cfg(feature = "verbs")]
pub mod play;
pub mod proof;
pub mod question;
#[cfg(feature = "verbs")]
mod reason;
pub mod rules;
pub mod solve;
mod threats;
#[cfg(feature = "verbs")]
pub mod verbs;

pub use any::AnySolver;
pub use geometry::{AnySize, Geometry, Standard};
pub use question::Question;
pub use rules::{ConnectFour, Position, STANDARD};
pub use solve::{Bounds, Column, Solution, Solver, Value};

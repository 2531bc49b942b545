//! Lights Out: a press toggles a cell and its neighbours; put out all lights. The template for the next puzzle.
//!
//! The rooms are those of every puzzle: `rules` (state, moves, end), `solve`, `play` (what people need), `face` (verbs)
//! and `verify` (a checker that shares nothing with the solver).
//!
//! ```
//! use quandary_lights_out::{Lights, fewest_presses};
//! let rules = Lights { rows: 1, columns: 3 };
//! assert_eq!(fewest_presses(&rules, 0b111), Some(0b010));
//! ```

pub mod face;
mod play;
mod rules;
mod solve;
pub mod verify;

pub use rules::Lights;
pub use solve::fewest_presses;

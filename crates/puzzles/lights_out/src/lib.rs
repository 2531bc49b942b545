//! Lights Out: a press toggles a cell and its neighbours; put out all lights. The template for the next puzzle: `rules` (state,
//! moves, end, and the solver), `play` (what people need), `verbs` (verbs), `verify` (which shares nothing with the solver).

mod play;
mod rules;
pub mod verbs;
pub mod verify;

pub use rules::{Lights, fewest_presses};

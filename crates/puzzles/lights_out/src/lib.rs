//! Lights Out: a press toggles a cell and its neighbours; put out all lights.
//!
//! Read a position, solve it, and play the solution:
//!
//! ```
//! use quandary_core::rules::Rules;
//! use quandary_lights_out::{notation, solve};
//!
//! let (rules, lit) = notation::parse_board("##. / #.. / ...", None).unwrap();
//! let presses = solve::fewest_presses(&rules, lit).unwrap();
//! let dark = presses.iter().fold(lit, |lit, &cell| rules.apply(&lit, cell));
//! assert!(rules.is_solved(&dark));
//! assert_eq!(presses.len(), 1);
//! ```
//!
//! The modules in the order of writing. (This crate is the template: `cargo xtask new-puzzle` copies it.)
//!
//! | module | what it holds |
//! |---|---|
//! | [`rules`] | state, moves, end: enough for every search in `quandary-search` |
//! | [`notation`] | text for sizes, positions and cells |
//! | [`generate`] | random positions that have a solution |
//! | [`solve`] | a solver of its own |
//! | [`player`] | strategies that play many games |
//! | `play` | what people need on top: a view, a hint with its reason, squares to touch |
//! | `print` | a position on paper, with its solution |
//! | `reason` | why a cell is pressed, in words |
//! | `verbs` | what can be asked on the command line, on the page and from Python, one file per verb |
//! | [`verify`] | the verifier of the certificates, which shares nothing with the solver |

pub mod generate;
pub mod notation;
#[cfg(feature = "verbs")]
pub mod play;
pub mod player;
#[cfg(feature = "verbs")]
mod print;
#[cfg(feature = "verbs")]
pub mod reason;
pub mod rules;
pub mod solve;
#[cfg(feature = "verbs")]
pub mod verbs;
pub mod verify;

pub use rules::LightsOut;

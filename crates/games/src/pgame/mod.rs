//! P-games: random trees on which searches are compared, with brute force for the truth.
//!
//! ```
//! use quandary_core::{Budget, Seed};
//! use quandary_games::pgame::PGame;
//! use quandary_search::proof::{Method, Settings};
//! use quandary_search::truth;
//!
//! let tree = PGame::new(2, 12, Seed(1), 0);
//! let report = Settings::default().solve(&tree, Method::Ppns, &mut Budget::unlimited());
//! assert_eq!(report.conclusion.answer(), Some(truth::wins(&tree, &mut Budget::unlimited()).unwrap()));
//! ```

pub mod contest;
mod evaluate;
#[cfg(feature = "verbs")]
pub mod explain;
#[cfg(feature = "verbs")]
mod levels;
pub mod notation;
#[cfg(feature = "verbs")]
pub mod play;
pub mod proof;
pub mod question;
pub mod rules;
#[cfg(feature = "verbs")]
pub mod verbs;

pub use rules::{Node, PGame};

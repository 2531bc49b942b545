//! Gomoku (GoBang), renju and the m,n,k-games: stones in a row on boards from 1x1 to 19x19.
//!
//! ```
//! use quandary_core::Budget;
//! use quandary_core::rules::Side;
//! use quandary_games::gomoku::{Threats, notation};
//!
//! // Make one: a game on the usual board, 15x15 with rows of five or more.
//! let record = notation::parse_record("f8 a1 g8 c1 h6 o1 h7 m1", "15x15".parse().unwrap()).unwrap();
//! // Ask one: X wins by a double three …
//! let mut budget = Budget::unlimited();
//! let mut threats = Threats::new(record.rules, Side::First, &budget);
//! let win = threats.find(&record.position, 1, &mut budget).unwrap().unwrap();
//! assert_eq!(win.threats, 1);
//! // … by these moves.
//! assert!(notation::format_points(&record.rules, threats.line(&record.position)).len() > 10);
//! ```
//!
//! # Conventions
//! A board is written `ROWSxCOLUMNS/ROW/RULE`; rows of five and the rule `free` need not be said.
//!
//! | rule | a row is | forbidden |
//! |---|---|---|
//! | `free` | long enough, or longer | nothing |
//! | `standard` | exactly long enough | nothing |
//! | `renju` | of the first side exactly five, of the second five or more | to the first side: double three, double four, overline |
//!
//! A full board is a draw, and so is a board on which renju leaves the first side no point. There is no opening rule: the
//! first stone may stand anywhere, also in renju.

//!
//! # How strong
//! A measuring instrument, not a champion. On 15x15, `free`, wins of the side named first with 95 % intervals (Wilson), by
//! `quandary simulate gomoku --first A --second B --games N --seed 1`:
//!
//! | A | B | N | A wins |
//! |---|---|---|---|
//! | depth:1 | random | 1,000 | 1,000: 1.000 [0.996, 1.000] |
//! | random | depth:1 | 1,000 | 0: 0.000 [0.000, 0.004] |
//! | depth:1 | careful | 200 | 200: 1.000 [0.981, 1.000] |
//! | depth:2 | depth:1 | 200 | 141: 0.705 [0.638, 0.764] |
//! | depth:1 | depth:2 | 200 | 81: 0.405 [0.339, 0.474] |
//! | depth:3 | depth:1 | 100 | 100: 1.000 [0.963, 1.000] |
//! | depth:1 | depth:3 | 100 | 10: 0.100 [0.055, 0.174] |
//!
//! Beginning is an advantage: free gomoku on 15x15 is a win for the first side (Allis 1994).

pub mod engine;
pub mod evaluate;
#[cfg(feature = "verbs")]
pub mod explain;
#[cfg(feature = "verbs")]
mod levels;
pub mod notation;
#[cfg(feature = "verbs")]
pub mod play;
mod proof;
pub mod question;
#[cfg(feature = "verbs")]
pub mod reason;
pub mod renju;
pub mod rows;
pub mod rules;
pub mod sight;
pub mod solve;
pub mod stones;
#[cfg(feature = "verbs")]
pub mod tactics;
pub mod threats;
#[cfg(feature = "verbs")]
pub mod verbs;

pub use notation::Record;
pub use question::Question;
pub use rules::{Gomoku, Point, Position, Rule};
pub use solve::Solver;
pub use threats::Threats;

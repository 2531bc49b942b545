//! The vocabulary every part of Quandary speaks.
//!
//! A puzzle comes in as [`rules`]; people [`play`] it, one session at a time; a strategy answers with a [`Decision`] and
//! its reason; what happened is a [`Trace`]; many games are a [`study`]; a verdict carries a [`Certificate`]; chance comes
//! from a [`Seed`]; every search obeys a [`Budget`], lent with the rest of its surroundings as a [`Context`]; every rate is
//! an estimate with an interval from [`stats`]; and [`verbs`] is how a puzzle shows itself to the command line, the web page
//! and Python, with a [`figure`] where one says more.
//!
//! There is no I/O here, no clock and no thread: the same input gives the same output everywhere.
//!
//! ```
//! use quandary_core::{Seed, stats};
//!
//! // Game 7 of a study draws from a stream of its own, whatever the other games did.
//! let mut stream = Seed(2026).stream(7);
//! let roll = stream.below(6) + 1;
//! assert!((1..=6).contains(&roll));
//!
//! // A rate is never printed without its interval.
//! let wins = stats::Rate::new(9, 10);
//! assert_eq!(format!("{wins}"), "0.9000 [0.5958, 0.9821] (9 of 10)");
//! ```

pub mod budget;
pub mod build;
pub mod certificate;
pub mod context;
pub mod decision;
pub mod error;
pub mod figure;
pub mod play;
pub mod rules;
pub mod seed;
pub mod signature;
pub mod stats;
pub mod study;
pub mod trace;
pub mod verbs;
pub mod words;

pub use budget::{Budget, Exhausted, StopFlag};
pub use certificate::Certificate;
pub use context::Context;
pub use decision::{Alternative, Decision, Hint, Probability, Reason, Recommendation};
pub use error::{InputError, Place, Stop};
pub use seed::{Seed, Stream};
pub use signature::Signature;
pub use trace::{Outcome, Step, Trace};

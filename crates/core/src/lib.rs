#![doc = include_str!("../README.md")]

pub mod budget;
pub mod build;
#[cfg(feature = "json")]
pub mod certificate;
pub mod context;
pub mod decision;
mod direction;
pub mod error;
pub mod programs;
pub mod rules;
pub mod seed;
pub mod signature;
pub mod stats;
pub mod study;
pub mod trace;
pub mod words;

pub use budget::{Budget, Exhausted, StopFlag};
#[cfg(feature = "json")]
pub use certificate::Certificate;
pub use context::Context;
pub use decision::{Decision, Probability, Reason};
pub use direction::Direction;
pub use error::{InputError, Place, Stop};
pub use seed::{Seed, Stream};
pub use signature::Signature;
pub use trace::{Outcome, Step, Trace};

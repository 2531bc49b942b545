#![doc = include_str!("../README.md")]
#![deny(clippy::print_stderr, clippy::print_stdout)] // notes go through `say`, which does not fail if the output is closed

#[cfg(feature = "system")]
mod bar;
#[cfg(feature = "system")]
mod cache;
#[cfg(feature = "system")]
mod programs;
#[cfg(feature = "system")]
mod rows;
mod runtime;
mod say;
#[cfg(feature = "system")]
mod signals;
#[cfg(feature = "system")]
mod threads;

#[cfg(feature = "system")]
pub use cache::DiskCache;
#[cfg(feature = "system")]
pub use programs::{Lines, Started};
#[cfg(feature = "system")]
pub use rows::RowFile;
pub use runtime::{Limits, Runtime};
pub use say::{say, tell};
#[cfg(feature = "system")]
pub use signals::bear_file_limits;
#[cfg(feature = "system")]
pub use threads::Threads;

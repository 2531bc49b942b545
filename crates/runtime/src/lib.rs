//! What stands behind a [`Context`](quandary_core::Context): threads, clock, Ctrl-C, progress, the cache of tables and
//! the files of rows.
//!
//! The command line opens a [`Runtime`] for each command; a browser, Python and a cluster open theirs. With the feature
//! `system` off (a browser) there is one thread, no file and no signal, and the caller brings the clock.
//!
//! ```
//! use quandary_runtime::{Runtime, Limits};
//! let runtime = Runtime::open(&Limits { nodes: Some(10), ..Limits::default() });
//! let left = runtime.context().budget.remaining();
//! assert_eq!(left, 10);
//! ```

#![deny(clippy::print_stderr, clippy::print_stdout)] // notes are for `say`, which does not fail where nobody can read

#[cfg(feature = "system")]
mod bar;
#[cfg(feature = "system")]
mod cache;
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
pub use rows::RowFile;
pub use runtime::{Limits, Runtime};
pub use say::{say, tell};
#[cfg(feature = "system")]
pub use signals::bear_file_limits;
#[cfg(feature = "system")]
pub use threads::Threads;

//! What stands behind a [`Context`](quandary_core::Context): threads, clock, Ctrl-C, progress, the cache of tables and
//! the files of rows.
//!
//! The command line opens a [`Desk`] for each command; a browser, Python and a cluster open theirs. With the feature
//! `system` off (a browser) there is one thread, no file and no signal, and the caller brings the clock.
//!
//! ```
//! use quandary_runtime::{Desk, Limits};
//! let desk = Desk::open(&Limits { nodes: Some(10), ..Limits::default() });
//! let left = desk.context().budget.remaining();
//! assert_eq!(left, 10);
//! ```

#![deny(clippy::print_stderr, clippy::print_stdout)] // notes are for `say`, which does not fail where nobody can read

#[cfg(feature = "system")]
mod bar;
#[cfg(feature = "system")]
mod cache;
mod desk;
#[cfg(feature = "system")]
mod rows;
mod say;
#[cfg(feature = "system")]
mod signals;
#[cfg(feature = "system")]
mod threads;

#[cfg(feature = "system")]
pub use cache::DiskCache;
pub use desk::{Desk, Limits};
#[cfg(feature = "system")]
pub use rows::RowFile;
pub use say::{say, tell};
#[cfg(feature = "system")]
pub use signals::bear_file_limits;
#[cfg(feature = "system")]
pub use threads::Threads;

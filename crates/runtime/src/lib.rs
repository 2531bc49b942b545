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

#[cfg(feature = "system")]
mod bar;
#[cfg(feature = "system")]
mod cache;
mod desk;
#[cfg(feature = "system")]
mod rows;
#[cfg(feature = "system")]
mod threads;

#[cfg(feature = "system")]
pub use cache::DiskCache;
pub use desk::{Desk, Limits};
#[cfg(feature = "system")]
pub use rows::RowFile;
#[cfg(feature = "system")]
pub use threads::Threads;

//! The laboratory: every published value again, beside the printed one, with a verdict.
//!
//! [`papers`] has the printed values and regenerates each entry; [`judge`] compares a printed value with ours;
//! [`reading`] finds which way to fill in what a document leaves open explains a table; [`reproduction`] has the
//! results; [`report`] shows them in a terminal, as JSON, as Markdown and as HTML pages, and stores them in a folder.
//!
//! ```
//! use quandary_core::Context;
//! use quandary_lab::{RunRequest, reproduce, reproduction::Verdict};
//!
//! let wanted = RunRequest { ids: vec!["thesis.F2.2".into()], ..RunRequest::default() };
//! let (made, stopped) = reproduce(&wanted, &Context::bare()).unwrap();
//! assert!(stopped.is_none());
//! let crossing = made.entries[0].cell("cross E_p=p1 at m", "value").unwrap();
//! assert_eq!(crossing.verdict, Verdict::Agrees);
//! assert!(crossing.note.contains("fails outside [0.45, 0.55]"));
//! ```

pub mod judge;
pub mod papers;
pub mod reading;
pub mod report;
pub mod reproduction;
mod scale;

pub use papers::{reproduce, reproduce_each};
pub use scale::{RunCount, RunRequest, Scale};

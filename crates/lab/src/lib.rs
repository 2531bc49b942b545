//! The laboratory: every published value again, beside the printed one, with a verdict.
//!
//! [`papers`] holds what the documents print and how to regenerate each entry; [`judge`] holds one printed value against
//! what we found; [`reading`] is what a document leaves open, and which way to fill it in explains a table; [`reproduction`]
//! is what comes out; [`report`] shows it in a terminal, as JSON, as Markdown and as one
//! HTML page, and keeps it in a folder.
//!
//! ```
//! use quandary_core::Context;
//! use quandary_lab::{Wanted, reproduce, reproduction::Verdict};
//!
//! let wanted = Wanted { ids: vec!["thesis.F2.2".into()], ..Wanted::default() };
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
pub use scale::{RunCount, Scale, Wanted};

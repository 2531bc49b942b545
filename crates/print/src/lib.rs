//! Puzzles on paper: several to a page, the solutions at the back.
//!
//! [`lay_out`] puts [`Printed`](quandary_verbs::sheet::Printed) puzzles on pages, which are drawings in points;
//! [`svg`] and [`pdf`] write them.

mod layout;
mod letters;
mod pdf;
mod svg;

pub use layout::{Paper, lay_out};
pub use pdf::pdf;
pub use svg::svg;

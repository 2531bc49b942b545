//! A nonogram as variables and lines: what [`quandary_search::learn`] works on.
//!
//! The search knows nothing of blocks and colours; a [`Canvas`] says what its literals mean. In black and white
//! ([`Monochrome`]) a cell is one variable: it is black, or it is not. In colours ([`Coloured`]) it has one variable per
//! colour, of which exactly one holds. The constraints are the lines, numbered: the rows from the top, then the columns
//! from the left.

mod coloured;
mod monochrome;

use std::fmt::Write;

use quandary_search::learn::Constraints;

use crate::{Ink, Picture};

pub(crate) use coloured::bits_for;
pub use coloured::{Coloured, Domains};
pub use monochrome::{KnownCells, Monochrome};

/// What lines can do beside taking part in a search.
pub trait Canvas: Constraints<Solution = Picture<Self::Ink>> {
    /// What cells are painted with.
    type Ink: Ink;

    /// Makes everything known that a line implies, and names each line that crosses it in a changed cell; false when the
    /// line cannot be completed.
    fn narrow(&mut self, state: &mut Self::State, line: usize, crossing: impl FnMut(usize)) -> bool;
    /// Whether every cell is known.
    fn is_settled(&self, state: &Self::State) -> bool;
}

/// Writes a line as proofs name it: `r3` or `c12`.
fn write_line(line: usize, height: usize, text: &mut String) {
    // Into a string: cannot fail.
    let _ = match line.checked_sub(height) {
        None => write!(text, "r{}", line + 1),
        Some(column) => write!(text, "c{}", column + 1),
    };
}

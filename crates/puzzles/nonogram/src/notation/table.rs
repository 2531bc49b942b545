//! A table of clues for spreadsheets: a line for each row and column, with its blocks in the cells after its kind.
//!
//! ```text
//! row,2a,1b
//! row,1b
//! column,1a
//! …
//! ```

use std::fmt::Write;

use quandary_core::InputError;

use super::lettered::{Letters, clue, sort_out};
use super::plain::join;
use super::{Document, Sheet};
use crate::Block;

/// Whether a text begins like this format.
pub(super) fn is_table(first: &str) -> bool {
    let kind = first.split([',', ';', '\t']).next().unwrap_or_default().trim().trim_matches('"');
    first.contains([',', ';', '\t']) && ["row", "column"].contains(&kind.to_lowercase().as_str())
}

/// Reads one puzzle: rows from the top and columns from the left, in any mixture.
pub(super) fn read_csv(text: &str) -> Result<Sheet, InputError> {
    let (mut rows, mut columns) = (Vec::new(), Vec::new());
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let plain = line.replace('"', " ").replace([';', '\t'], ",");
        let (kind, blocks) = plain.split_once(',').unwrap_or((&plain, ""));
        let clues = match kind.trim().to_lowercase().as_str() {
            "row" => &mut rows,
            "column" => &mut columns,
            other => {
                return Err(InputError::new(format!("`{other}` begins a line"))
                    .at(index + 1, 1)
                    .expected("`row` or `column`, then the blocks"));
            }
        };
        clues.push(clue(blocks, index + 1)?);
    }
    Ok(sort_out(rows, columns, Letters::Ours, 1)?.sheet)
}

/// A document as a table of clues.
///
/// ```
/// use quandary_nonogram::{Nonogram, notation::{Document, write_csv}};
/// let puzzle = Nonogram::new(vec![vec![1, 1]], vec![vec![1], vec![], vec![1]]).unwrap();
/// assert_eq!(write_csv(&Document::plain(puzzle)), "row,1,1\ncolumn,1\ncolumn,0\ncolumn,1\n");
/// ```
pub fn write_csv<B: Block>(document: &Document<B>) -> String {
    let mut text = String::new();
    for (kind, clues) in [("row", document.puzzle.rows()), ("column", document.puzzle.columns())] {
        for clue in clues {
            let _ = writeln!(text, "{kind},{}", join(clue, ","));
        }
    }
    text
}

//! The formats that are a size and clues: `.nin`, `.mk`, `.cwd`.

use quandary_core::InputError;

use super::lettered::{Letters, clues, sort_out};
use super::lines::{Lines, build, extent, words};
use super::{Document, Sheet};
use crate::{Block, Nonogram};

/// Two sizes on one line.
fn sizes(lines: &mut Lines<'_>, expected: &str) -> Result<(usize, usize), InputError> {
    let Some(header) = lines.filled() else {
        return Err(InputError::new("the text is empty").at(1, 0).expected(expected));
    };
    let number = lines.number();
    let found: Vec<(usize, &str)> = words(header).collect();
    let [(at, first), (then, second)] = found[..] else {
        return Err(InputError::new(format!("`{}` is not a valid size", header.trim()))
            .at(number, 0)
            .expected(expected));
    };
    Ok((extent(first, number, at)?, extent(second, number, then)?))
}

/// `.nin`: `WIDTH HEIGHT`, rows, columns; one puzzle after the other. Blocks may have our letters of colours.
pub(super) fn read_nin(text: &str) -> Result<Vec<Sheet>, InputError> {
    let mut lines = Lines::new(text);
    let mut documents = Vec::new();
    while documents.is_empty() || !lines.is_at_end() {
        let (width, height) = sizes(&mut lines, "`WIDTH HEIGHT`")?;
        let header = lines.number();
        let rows = clues(&mut lines, height, "row")?;
        let columns = clues(&mut lines, width, "column")?;
        documents.push(sort_out(rows, columns, Letters::Ours, header)?.sheet);
    }
    Ok(documents)
}

/// `.mk`: `HEIGHT WIDTH`, rows, `#`, columns.
pub(super) fn read_mk(text: &str) -> Result<Document, InputError> {
    let mut lines = Lines::new(text);
    let (height, width) = sizes(&mut lines, "`HEIGHT WIDTH`")?;
    let header = lines.number();
    let rows = lines.clues(height, "row")?;
    let bar = lines.need("`#` between rows and columns")?;
    if bar.trim() != "#" {
        return Err(InputError::new(format!("`{}` between rows and columns", bar.trim()))
            .at(lines.number(), 0)
            .expected("`#`"));
    }
    let columns = lines.clues(width, "column")?;
    lines.end()?;
    Ok(Document::plain(build(rows, columns, header)?))
}

/// `.cwd`: height, width, rows, an empty line, columns.
pub(super) fn read_cwd(text: &str) -> Result<Document, InputError> {
    let mut lines = Lines::new(text);
    let mut size = |what: &str| -> Result<usize, InputError> {
        let line = lines.need(what)?;
        extent(line.trim(), lines.number(), 1)
    };
    let (height, width) = (size("the height")?, size("the width")?);
    let header = 1;
    let rows = lines.clues(height, "row")?;
    let bar = lines.need("an empty line between rows and columns")?;
    if !bar.trim().is_empty() {
        return Err(InputError::new(format!("`{}` after the last row", bar.trim()))
            .at(lines.number(), 0)
            .expected("an empty line, then the columns"));
    }
    let columns = lines.clues(width, "column")?;
    lines.end()?;
    Ok(Document::plain(build(rows, columns, header)?))
}

/// A clue with `separator` between its blocks, `0` when it is empty.
pub(super) fn join<B: Block>(clue: &[B], separator: &str) -> String {
    if clue.is_empty() {
        return "0".into();
    }
    clue.iter().map(ToString::to_string).collect::<Vec<_>>().join(separator)
}

/// A puzzle as `.nin` text: the form in which certificates carry it.
///
/// ```
/// use quandary_nonogram::{Nonogram, notation::write_nin};
/// let puzzle = Nonogram::new(vec![vec![1, 1], vec![]], vec![vec![1], vec![], vec![1]]).unwrap();
/// assert_eq!(write_nin(&puzzle), "3 2\n1 1\n0\n1\n0\n1\n");
/// ```
pub fn write_nin<B: Block>(puzzle: &Nonogram<B>) -> String {
    let mut text = format!("{} {}\n", puzzle.width(), puzzle.height());
    for clue in puzzle.rows().iter().chain(puzzle.columns()) {
        text += &join(clue, " ");
        text.push('\n');
    }
    text
}

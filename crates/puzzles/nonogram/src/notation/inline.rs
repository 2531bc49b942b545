//! A puzzle in one line, for command lines and links: `1-1 3 1/2 2 2/b?w…`.
//!
//! The clues of the rows, `/`, the clues of the columns, and after another `/` the cells of a board half painted.
//! Blocks of a clue are joined by `-`, `.` or `,`; an empty clue is `0`. In colours every block has a letter: `1a-2b`. Cells are `b` or `#`, `w` or `.`, and `-` or
//! `?`, row by row, with optional blanks. The size of a `.nin` file may stand in front: `3 3/1 1 1/1 1 1`.

use quandary_core::InputError;

use super::lettered::{LetteredBlock, Letters, sort_out, without_zero};
use super::lines::{PlacedClue, on_line};
use super::plain::join;
use super::{Sheet, begun};
use crate::{Block, Board, Cell, Clue, Nonogram};

/// Whether a text looks like this format.
pub(super) fn is_inline(text: &str) -> bool {
    text.trim_start().starts_with(|letter: char| letter.is_ascii_digit()) && text.contains('/')
}

/// A part between two `/`, and how many characters stand before it.
type Part<'t> = (usize, &'t str);

/// Reads one puzzle a line.
pub(super) fn read(text: &str) -> Result<Vec<Sheet>, InputError> {
    let filled = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let all: Vec<Sheet> = filled
        .map(|(index, line)| read_line(line).map_err(|error| on_line(error, index + 1)))
        .collect::<Result<_, _>>()?;
    if all.is_empty() {
        return Err(InputError::new("the text is empty").at(1, 0).expected("clues such as `1-1 3 1/2 2 2`"));
    }
    Ok(all)
}

fn read_line(text: &str) -> Result<Sheet, InputError> {
    let mut offset = 0;
    let mut parts: Vec<Part<'_>> = Vec::new();
    for part in text.split('/') {
        parts.push((offset, part));
        offset += part.chars().count() + 1;
    }
    let fault = |what: String, at: usize| InputError::new(what).at(1, at + 1);
    let in_clues =
        |c: char| c.is_ascii_digit() || c.is_ascii_lowercase() || c.is_whitespace() || "-.,".contains(c);
    let clues = |part: &str| part.chars().all(in_clues);
    let size = match parts[..] {
        // A third part is the cells, unless it is clues: then the first was the size.
        [_, _, (_, third), ..] if clues(third) && third.contains(|c: char| c.is_ascii_digit()) => {
            Some(parts.remove(0))
        }
        _ => None,
    };
    let (rows, columns, cells) = match parts[..] {
        [rows, columns] => (rows, columns, None),
        [rows, columns, cells] => (rows, columns, Some(cells)),
        _ => {
            return Err(fault(format!("{} parts between `/`", parts.len()), 0)
                .expected("the rows, the columns and perhaps the cells: `1-1 3 1/2 2 2`"));
        }
    };
    let (rows, columns) = (read_clues(rows)?, read_clues(columns)?);
    if let Some((at, size)) = size {
        let given: Vec<&str> = size.split_whitespace().collect();
        if given != [columns.len().to_string(), rows.len().to_string()] {
            return Err(fault(format!("the size says `{}`", size.trim()), at).expected(format!(
                "`{} {}`, the numbers of columns and rows that follow, or no size",
                columns.len(),
                rows.len()
            )));
        }
    }
    let mut sheet = sort_out(rows, columns, Letters::Ours, 1)?.sheet;
    match (&mut sheet, cells) {
        (Sheet::Plain(document), Some(part)) => document.saved = Some(read_cells(part, &document.puzzle)?),
        (Sheet::Coloured(document), Some((offset, part))) => {
            document.saved = Some(begun(part, &document.puzzle).map_err(|error| error.at(1, offset + 1))?);
        }
        (_, None) => {}
    }
    Ok(sheet)
}

fn read_clues((offset, part): Part<'_>) -> Result<Vec<PlacedClue<LetteredBlock>>, InputError> {
    let mut clues = Vec::new();
    let mut column = offset + 1;
    for word in part.split(char::is_whitespace) {
        if !word.is_empty() {
            let clue: Option<Clue<LetteredBlock>> =
                word.split(['-', '.', ',']).map(LetteredBlock::parse).collect();
            let clue = clue.ok_or_else(|| {
                InputError::new(format!("`{word}` is not a clue"))
                    .at(1, column)
                    .expected("block lengths joined by `-`, such as 3-1 or 3a-1b, or 0")
            })?;
            clues.push((without_zero(clue), 1));
        }
        column += word.chars().count() + 1;
    }
    Ok(clues)
}

fn read_cells((offset, part): Part<'_>, puzzle: &Nonogram) -> Result<Board, InputError> {
    let mut cells = Vec::new();
    for (index, letter) in part.chars().enumerate().filter(|(_, letter)| !letter.is_whitespace()) {
        cells.push(match letter {
            'b' | 'B' | '#' => Cell::Black,
            'w' | 'W' | '.' => Cell::White,
            '-' | '?' => Cell::Unknown,
            other => {
                return Err(InputError::new(format!("`{other}` is not a cell"))
                    .at(1, offset + index + 1)
                    .expected("`b` or `#`, `w` or `.`, `-` or `?`"));
            }
        });
    }
    if cells.len() != puzzle.cells() {
        return Err(InputError::new(format!("{} cells", cells.len()))
            .at(1, offset + 1)
            .expected(format!("{}", puzzle.cells())));
    }
    Ok(Board::from_cells(puzzle.width(), cells))
}

/// A puzzle in one line, with the cells of a board where any is decided.
///
/// ```
/// use quandary_nonogram::{Board, Cell, Nonogram, notation::{read_one, write_inline}};
/// let puzzle = Nonogram::new(vec![vec![1, 1], vec![]], vec![vec![1], vec![], vec![1]]).unwrap();
/// let mut board = Board::unknown(3, 2);
/// assert_eq!(write_inline(&puzzle, Some(&board)), "1-1 0/1 0 1");
/// board.set(0, 0, Cell::Black);
/// assert_eq!(write_inline(&puzzle, Some(&board)), "1-1 0/1 0 1/b-----");
/// assert_eq!(read_one(b"1-1 0/1 0 1/b-----", None).unwrap().saved, Some(board));
/// ```
pub fn write_inline<B: Block>(puzzle: &Nonogram<B>, board: Option<&Board>) -> String {
    let clues = |clues: &[Clue<B>]| clues.iter().map(|clue| join(clue, "-")).collect::<Vec<_>>().join(" ");
    let mut text = format!("{}/{}", clues(puzzle.rows()), clues(puzzle.columns()));
    if let Some(board) = board.filter(|board| board.open() < puzzle.cells()) {
        text.push('/');
        text.extend(board.cells().iter().map(|cell| match cell {
            Cell::Unknown => '-',
            Cell::Black => 'b',
            Cell::White => 'w',
        }));
    }
    text
}

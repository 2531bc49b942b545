//! Boards and positions as text.
//!
//! A **position** is a line `RxC/M` and then R lines of C characters: `0`–`8` opened, `?` hidden, `F` flag.
//! A **full board** has the same first line and `*` for a mine, `.` for a safe cell. A **game** in progress,
//! with its secret, mixes the two: digits are open, `.` and `*` closed, `F` a flag on a mine, `f` a flag on
//! a safe cell, `X` the mine that ended it. Spaces around lines and empty lines are ignored, and everything
//! may stand on one line with spaces instead: `2x3/1 1?? 1??`.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use quandary_core::InputError;

use crate::board::{Board, Cell, Grid};
use crate::rules::{Minefield, Observation, Seen};

/// A position: what a player sees.
///
/// ```
/// use quandary_minesweeper::Position;
/// let position: Position = "2x3/1\n1??\n1F?".parse().unwrap();
/// assert_eq!(position.to_string(), "2x3/1\n1??\n1F?");
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    /// What is seen.
    pub observation: Observation,
}

/// The lines of a text that hold a header and rows; the first is the header.
pub(crate) struct Sheet<'t> {
    pub(crate) board: Board,
    pub(crate) rows: Vec<Row<'t>>,
}

/// One row of cells and where it stands.
#[derive(Clone, Copy)]
pub(crate) struct Row<'t> {
    pub(crate) line: usize,
    /// The column of its first character, counted from 1.
    pub(crate) column: usize,
    pub(crate) text: &'t str,
}

/// The words of a text, each with its place.
fn words(text: &str) -> impl Iterator<Item = Row<'_>> {
    text.lines().enumerate().flat_map(|(index, line)| {
        line.split_whitespace().map(move |word| {
            // Both are parts of the same line, so the distance is the word's byte offset in it.
            let offset = word.as_ptr() as usize - line.as_ptr() as usize;
            Row { line: index + 1, column: line[..offset].chars().count() + 1, text: word }
        })
    })
}

/// Reads the header and checks that the rows fit it.
pub(crate) fn sheet(text: &str) -> Result<Sheet<'_>, InputError> {
    let mut words = words(text);
    let Some(header) = words.next() else {
        return Err(InputError::new("the text is empty").at(1, 0).expected("a line RxC/M, then the rows"));
    };
    let board: Board =
        header.text.parse().map_err(|error: InputError| error.at(header.line, header.column))?;
    let rows: Vec<Row<'_>> = words.collect();
    let shape = format!("{} rows of {} characters", board.rows(), board.cols());
    for (index, row) in rows.iter().enumerate() {
        if index == board.rows() {
            return Err(InputError::new(format!("the header says {} rows, here is one more", board.rows()))
                .at(row.line, row.column)
                .expected(shape));
        }
        let width = row.text.chars().count();
        if width != board.cols() {
            return Err(InputError::new(format!(
                "this row has {width} cells, the header says {}",
                board.cols()
            ))
            .at(row.line, row.column + width.min(board.cols()))
            .expected(format!("{} characters", board.cols())));
        }
    }
    if rows.len() < board.rows() {
        let last = rows.last().map_or(header.line, |row| row.line);
        return Err(InputError::new(format!(
            "the header says {} rows, the text has {}",
            board.rows(),
            rows.len()
        ))
        .at(last, 0)
        .expected(shape));
    }
    Ok(Sheet { board, rows })
}

impl FromStr for Position {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Position, InputError> {
        let Sheet { board, rows } = sheet(text)?;
        let mut seen = Vec::with_capacity(board.cells());
        for Row { line, column, text } in rows {
            for (offset, symbol) in text.chars().enumerate() {
                seen.push(match symbol {
                    '0'..='8' => Seen::Number(symbol as u8 - b'0'),
                    '?' => Seen::Hidden,
                    'F' => Seen::Flag,
                    _ => {
                        return Err(InputError::new(format!("`{symbol}` is no cell of a position"))
                            .at(line, column + offset)
                            .expected("0 to 8 for an open cell, `?` for a hidden one, `F` for a flag"));
                    }
                });
            }
        }
        let observation = Observation::from_seen(&Grid::new(board), seen);
        if observation.closed() < board.mines() {
            return Err(InputError::new(format!(
                "{} mines do not fit into {} closed cells",
                board.mines(),
                observation.closed()
            ))
            .at(1, 1)
            .expected(format!("at most {} mines", observation.closed())));
        }
        Ok(Position { observation })
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&show(&self.observation))
    }
}

/// A position as text.
pub fn show(seen: &Observation) -> String {
    let board = seen.board();
    let mut text = board.to_string();
    for row in seen.seen().chunks(board.cols()) {
        text.push('\n');
        text.extend(row.iter().map(|seen| match seen {
            Seen::Number(number) => char::from(b'0' + number),
            Seen::Hidden => '?',
            Seen::Flag => 'F',
        }));
    }
    text
}

impl FromStr for Minefield {
    type Err = InputError;

    /// Reads a full board.
    fn from_str(text: &str) -> Result<Minefield, InputError> {
        let Sheet { board, rows } = sheet(text)?;
        let mut mined = Vec::with_capacity(board.cells());
        for Row { line, column, text } in rows {
            for (offset, symbol) in text.chars().enumerate() {
                mined.push(match symbol {
                    '*' => true,
                    '.' => false,
                    _ => {
                        return Err(InputError::new(format!("`{symbol}` is no cell of a full board"))
                            .at(line, column + offset)
                            .expected("`*` for a mine or `.` for a safe cell"));
                    }
                });
            }
        }
        let field = Minefield::new(board.rows(), board.cols(), mined)?;
        if field.board() != board {
            return Err(InputError::new(format!(
                "the header says {} mines, the rows have {}",
                board.mines(),
                field.board().mines()
            ))
            .at(1, 1)
            .expected("the same number"));
        }
        Ok(field)
    }
}

impl fmt::Display for Minefield {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.board())?;
        for cell in 0..self.board().cells() {
            if cell % self.board().cols() == 0 {
                f.write_char('\n')?;
            }
            f.write_char(if self.is_mine(Cell::of(cell)) { '*' } else { '.' })?;
        }
        Ok(())
    }
}

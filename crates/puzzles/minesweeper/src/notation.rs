//! Boards and positions as text.
//!
//! A **position** is a line `RxC/M` and then R lines of C characters: `0`–`8` opened, `?` hidden, `F` flag.
//! A **full board** has the same first line and `*` for a mine, `.` for a safe cell. A **game** in progress,
//! with its secret, mixes the two: digits are open, `.` and `*` closed, `F` a flag on a mine, `f` a flag on
//! a safe cell, `X` the mine that ended it. Spaces around lines and empty lines at the end are ignored.

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
    pub(crate) rows: Vec<(usize, &'t str)>,
}

/// Reads the header and checks that the rows fit it.
pub(crate) fn sheet(text: &str) -> Result<Sheet<'_>, InputError> {
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty());
    let Some((number, header)) = lines.next() else {
        return Err(InputError::new("the text is empty").at(1, 0).expected("a line RxC/M, then the rows"));
    };
    let board: Board = header.parse().map_err(|error: InputError| error.at(number, 1))?;
    let rows: Vec<(usize, &str)> = lines.collect();
    for (index, &(line, row)) in rows.iter().enumerate() {
        if index == board.rows() {
            return Err(InputError::new(format!("the header says {} rows, here is one more", board.rows()))
                .at(line, 0)
                .expected(format!("{} rows of {} characters", board.rows(), board.cols())));
        }
        let width = row.chars().count();
        if width != board.cols() {
            return Err(InputError::new(format!("this row has {width} cells, the header says {}", board.cols()))
                .at(line, width.min(board.cols()) + 1)
                .expected(format!("{} characters", board.cols())));
        }
    }
    if rows.len() < board.rows() {
        let last = rows.last().map_or(number, |&(line, _)| line);
        return Err(InputError::new(format!(
            "the header says {} rows, the text has {}",
            board.rows(),
            rows.len()
        ))
        .at(last, 0)
        .expected(format!("{} rows of {} characters", board.rows(), board.cols())));
    }
    Ok(Sheet { board, rows })
}

impl FromStr for Position {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Position, InputError> {
        let Sheet { board, rows } = sheet(text)?;
        let mut seen = Vec::with_capacity(board.cells());
        for (line, row) in rows {
            for (column, symbol) in row.chars().enumerate() {
                seen.push(match symbol {
                    '0'..='8' => Seen::Number(symbol as u8 - b'0'),
                    '?' => Seen::Hidden,
                    'F' => Seen::Flag,
                    _ => {
                        return Err(InputError::new(format!("`{symbol}` is no cell of a position"))
                            .at(line, column + 1)
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
        for (line, row) in rows {
            for (column, symbol) in row.chars().enumerate() {
                mined.push(match symbol {
                    '*' => true,
                    '.' => false,
                    _ => {
                        return Err(InputError::new(format!("`{symbol}` is no cell of a full board"))
                            .at(line, column + 1)
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

//! Boards, positions and full boards as they are written.

use std::fmt;

use crate::evidence::Evidence;
use crate::number::whole;
use crate::{Rejection, malformed};

/// `RxC/M`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) mines: usize,
}

impl Size {
    pub(super) fn read(text: &str) -> Result<Size, Rejection> {
        let parts = text.split_once('/').and_then(|(size, mines)| {
            let (rows, cols) = size.split_once('x')?;
            Some(Size { rows: whole(rows)?, cols: whole(cols)?, mines: whole(mines)? })
        });
        match parts {
            Some(size) if (1..=1_000_000).contains(&size.rows.saturating_mul(size.cols)) => Ok(size),
            _ => malformed(format!("`{text}` is not a valid board")),
        }
    }

    pub(super) fn cells(self) -> usize {
        self.rows * self.cols
    }

    pub(super) fn around(self, cell: usize) -> impl Iterator<Item = usize> {
        let (row, col) = (cell / self.cols, cell % self.cols);
        let rows = row.saturating_sub(1)..(row + 2).min(self.rows);
        rows.flat_map(move |r| (col.saturating_sub(1)..(col + 2).min(self.cols)).map(move |c| (r, c)))
            .filter(move |&place| place != (row, col))
            .map(move |(r, c)| r * self.cols + c)
    }

    pub(super) fn cell(self, text: &str) -> Result<usize, Rejection> {
        let place = text.split_once(',').and_then(|(row, col)| {
            let (row, col): (usize, usize) = (whole(row)?, whole(col)?);
            (row >= 1 && col >= 1 && row <= self.rows && col <= self.cols)
                .then(|| (row - 1) * self.cols + col - 1)
        });
        place.map_or_else(|| malformed(format!("`{text}` is not a valid cell of the board")), Ok)
    }

    pub(super) fn name(self, cell: usize) -> String {
        format!("{},{}", cell / self.cols + 1, cell % self.cols + 1)
    }

    pub(super) fn list(self, evidence: Evidence<'_>, name: &str) -> Result<Vec<usize>, Rejection> {
        evidence.list(name)?.iter().map(|item| self.cell(item.as_str().unwrap_or_default())).collect()
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}/{}", self.rows, self.cols, self.mines)
    }
}

/// A header and its rows of characters.
pub(super) struct Sheet {
    pub(super) size: Size,
    /// What the header says beyond the size: a first-click rule, a first cell.
    pub(super) more: Vec<String>,
    symbols: Vec<char>,
}

impl Sheet {
    pub(super) fn read(text: &str) -> Result<Sheet, Rejection> {
        let mut lines = text.lines();
        let mut header = lines.next().unwrap_or_default().split_whitespace();
        let size = Size::read(header.next().unwrap_or_default())?;
        let more: Vec<String> = header.map(str::to_owned).collect();
        let rows: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
        if rows.len() != size.rows || rows.iter().any(|row| row.chars().count() != size.cols) {
            return malformed("the rows do not fit the header");
        }
        Ok(Sheet { size, more, symbols: rows.iter().flat_map(|row| row.chars()).collect() })
    }

    /// The numbers of a position; `None` where a cell is closed.
    pub(super) fn numbers(&self) -> Result<Vec<Option<u8>>, Rejection> {
        if let Some(word) = self.more.first() {
            return malformed(format!("`{word}` is not part of a position"));
        }
        let number = |&symbol: &char| match symbol {
            '?' | 'F' => Ok(None),
            '0'..='8' => Ok(u8::try_from(symbol).ok().map(|digit| digit - b'0')),
            _ => malformed(format!("`{symbol}` is not a valid cell of a position")),
        };
        self.symbols.iter().map(number).collect()
    }

    /// The mines of a full board.
    pub(super) fn mines(&self) -> Result<Vec<bool>, Rejection> {
        let mine = |&symbol: &char| match symbol {
            '*' => Ok(true),
            '.' => Ok(false),
            _ => malformed(format!("`{symbol}` is not a valid cell of a full board")),
        };
        let mines: Vec<bool> = self.symbols.iter().map(mine).collect::<Result<_, _>>()?;
        if mines.iter().filter(|&&mine| mine).count() != self.size.mines {
            return malformed("the header disagrees with the number of mines");
        }
        Ok(mines)
    }
}

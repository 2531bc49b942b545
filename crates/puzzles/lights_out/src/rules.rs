//! The rules: what a position is, what a press does, and when it is over.

use quandary_core::rules::{Rules, Side, Turn};
use quandary_core::{InputError, Outcome};

/// Lights Out on a board of 1 to 8 rows and columns, so that a position fits into 64 bits.
///
/// Cells are numbered along the rows, from 0. Bit n of a state is set while cell n is lit; a move is the cell that is
/// pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LightsOut {
    rows: usize,
    columns: usize,
}

impl LightsOut {
    /// The rules on a board of this size.
    pub fn new(rows: usize, columns: usize) -> Result<LightsOut, InputError> {
        if [rows, columns].iter().all(|side| (1..=8).contains(side)) {
            return Ok(LightsOut { rows, columns });
        }
        Err(InputError::new(format!("a board of {rows}x{columns}")).expected("1 to 8 rows and columns"))
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// Row and column of a cell, from 0.
    pub fn place(&self, cell: usize) -> (usize, usize) {
        (cell / self.columns, cell % self.columns)
    }

    /// The cell at a row and a column, from 0.
    pub fn cell(&self, row: usize, column: usize) -> Option<usize> {
        (row < self.rows && column < self.columns).then_some(row * self.columns + column)
    }

    /// The cells that a press toggles: the cell and its neighbours along row and column.
    pub fn toggled(&self, pressed: usize) -> u64 {
        let (row, column) = self.place(pressed);
        let is_near = |cell: &usize| {
            let (r, c) = self.place(*cell);
            r.abs_diff(row) + c.abs_diff(column) <= 1
        };
        (0..self.cells()).filter(is_near).fold(0, |cells, cell| cells | 1 << cell)
    }
}

impl Rules for LightsOut {
    type State = u64;
    type Move = usize;

    fn turn(&self, lit: &u64) -> Turn {
        if *lit == 0 { Turn::Over(Outcome::Won) } else { Turn::To(Side::First) }
    }

    fn moves(&self, lit: &u64, out: &mut Vec<usize>) {
        // None exactly when it is over.
        if *lit != 0 {
            out.extend(0..self.cells());
        }
    }

    fn apply(&self, lit: &u64, pressed: usize) -> u64 {
        lit ^ self.toggled(pressed)
    }
}

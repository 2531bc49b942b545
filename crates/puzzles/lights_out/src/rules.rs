use std::fmt;
use std::str::FromStr;

use quandary_core::rules::{Rules, Side, Turn};
use quandary_core::{InputError, Outcome};

/// A board of 1 to 8 rows and columns. Bit `row * columns + column` of a state is set while that cell is lit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lights {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub columns: usize,
}

impl Lights {
    /// The cells that a press toggles.
    pub fn cross(&self, cell: usize) -> u64 {
        let (row, column) = (cell / self.columns, cell % self.columns);
        let near =
            |other: &usize| row.abs_diff(other / self.columns) + column.abs_diff(other % self.columns) <= 1;
        (0..self.rows * self.columns).filter(near).map(|other| 1 << other).sum()
    }
}

impl Rules for Lights {
    type State = u64;
    type Move = usize;

    fn turn(&self, lit: &u64) -> Turn {
        if *lit == 0 { Turn::Over(Outcome::Won) } else { Turn::To(Side::First) }
    }

    fn moves(&self, lit: &u64, out: &mut Vec<usize>) {
        out.extend((0..self.rows * self.columns).filter(|_| *lit != 0));
    }

    fn apply(&self, lit: &u64, cell: usize) -> u64 {
        lit ^ self.cross(cell)
    }
}

impl FromStr for Lights {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Lights, InputError> {
        let side = |text: &str| text.parse().ok().filter(|side| (1..=8).contains(side));
        let sides = text.split_once('x').and_then(|(rows, columns)| Some((side(rows)?, side(columns)?)));
        let wrong =
            || InputError::new(format!("`{text}` is not a board")).expected("ROWSxCOLUMNS, 1 to 8 each");
        sides.map(|(rows, columns)| Lights { rows, columns }).ok_or_else(wrong)
    }
}

impl fmt::Display for Lights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

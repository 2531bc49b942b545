use std::fmt;
use std::str::FromStr;

use crate::InputError;

/// Rows and columns, 1 to `MOST` each, of a board whose cells are numbered along the rows and named ROW,COLUMN from 1.
///
/// ```
/// use quandary_core::play::Size;
/// let size: Size<8> = "6x7".parse().unwrap();
/// assert_eq!((size.cells(), size.name(8), size.cell("2,2").unwrap()), (42, "2,2".to_owned(), 8));
/// assert!("9x7".parse::<Size<8>>().is_err() && "six".parse::<Size<8>>().is_err() && size.cell("7,1").is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size<const MOST: usize> {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub columns: usize,
}

impl<const MOST: usize> Size<MOST> {
    /// Number of cells.
    pub fn cells(self) -> usize {
        self.rows * self.columns
    }

    /// Row and column of a cell, from 0.
    pub fn place(self, cell: usize) -> (usize, usize) {
        (cell / self.columns, cell % self.columns)
    }

    /// The name of a cell.
    pub fn name(self, cell: usize) -> String {
        let (row, column) = self.place(cell);
        format!("{},{}", row + 1, column + 1)
    }

    /// The cell with this name.
    pub fn cell(self, name: &str) -> Result<usize, InputError> {
        let number = |text: &str| text.trim().parse::<usize>().ok()?.checked_sub(1);
        let place =
            name.split_once([',', ' ']).and_then(|(row, column)| Some((number(row)?, number(column)?)));
        place.filter(|(row, column)| *row < self.rows && *column < self.columns).map_or_else(
            || {
                Err(InputError::new(format!("`{name}` is not a cell of {self}"))
                    .expected("ROW,COLUMN, such as 2,3"))
            },
            |(row, column)| Ok(row * self.columns + column),
        )
    }
}

impl<const MOST: usize> FromStr for Size<MOST> {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Size<MOST>, InputError> {
        let side = |text: &str| text.trim().parse().ok().filter(|side| (1..=MOST).contains(side));
        let sides = text.split_once(['x', 'X', '×']);
        sides
            .and_then(|(rows, columns)| Some(Size { rows: side(rows)?, columns: side(columns)? }))
            .ok_or_else(|| {
                InputError::new(format!("`{text}` is not a board size"))
                    .expected(format!("ROWSxCOLUMNS, 1 to {MOST} each"))
            })
    }
}

impl<const MOST: usize> fmt::Display for Size<MOST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

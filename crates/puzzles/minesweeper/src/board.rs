//! The board before anything happens on it: its size, its cells, who is next to whom, and the rule of the
//! first click.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use quandary_core::InputError;
use serde::Serialize;

use crate::words::many;

/// A cell, numbered row by row from the top left corner.
///
/// ```text
/// columns   1  2  3
/// row 1     0  1  2
/// row 2     3  4  5
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u32);

impl Cell {
    /// The cell as an index into arrays of all cells.
    #[inline]
    pub fn at(self) -> usize {
        self.0 as usize
    }

    /// The cell with this index.
    #[inline]
    pub(crate) fn of(index: usize) -> Cell {
        Cell(index as u32)
    }
}

/// A cell as people write it: row and column, counted from 1. Its text is `row,column`.
///
/// ```
/// use quandary_minesweeper::{Board, Cell};
/// let board: Board = "9x9/10".parse().unwrap();
/// assert_eq!(board.spot(Cell(20)).to_string(), "3,3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "verbs", schemars(with = "String"))]
pub struct Coord {
    /// The row, from 1.
    pub row: u32,
    /// The column, from 1.
    pub col: u32,
}

impl fmt::Display for Coord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row, self.col)
    }
}

impl Serialize for Coord {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The largest board we read: enough for 1,000 x 1,000.
pub const MAX_CELLS: usize = 1_000_000;

/// Rows, columns and mines: `16x30/99`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "verbs", schemars(with = "String"))]
pub struct Board {
    rows: u32,
    cols: u32,
    mines: u32,
}

impl Board {
    /// A board of `rows` x `cols` with `mines` mines; an error when there is no such board.
    pub fn new(rows: usize, cols: usize, mines: usize) -> Result<Board, InputError> {
        if rows == 0 || cols == 0 {
            return Err(InputError::new(format!("a {rows}x{cols} board has no cells"))
                .expected("at least one row and one column"));
        }
        let cells = rows.checked_mul(cols).filter(|&cells| cells <= MAX_CELLS).ok_or_else(|| {
            InputError::new(format!("a {rows}x{cols} board is too large"))
                .expected(format!("at most {MAX_CELLS} cells"))
        })?;
        if mines > cells {
            let verb = if mines == 1 { "does" } else { "do" };
            return Err(InputError::new(format!(
                "{} {verb} not fit on {rows}x{cols} = {}",
                many(mines, "mine"),
                many(cells, "cell")
            ))
            .expected(format!("at most {}", many(cells, "mine"))));
        }
        Ok(Board { rows: rows as u32, cols: cols as u32, mines: mines as u32 })
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows as usize
    }

    /// Number of columns.
    pub fn cols(&self) -> usize {
        self.cols as usize
    }

    /// Number of mines.
    pub fn mines(&self) -> usize {
        self.mines as usize
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.rows() * self.cols()
    }

    /// The cell in this row and column, both counted from 1, if it is on the board.
    pub fn cell(&self, row: usize, col: usize) -> Option<Cell> {
        ((1..=self.rows()).contains(&row) && (1..=self.cols()).contains(&col))
            .then(|| Cell::of((row - 1) * self.cols() + col - 1))
    }

    /// Row and column of a cell, counted from 1.
    pub fn place(&self, cell: Cell) -> (usize, usize) {
        (cell.at() / self.cols() + 1, cell.at() % self.cols() + 1)
    }

    /// A cell as people write it.
    pub fn spot(&self, cell: Cell) -> Coord {
        let (row, col) = self.place(cell);
        Coord { row: row as u32, col: col as u32 }
    }

    /// A cell as people write it: `row,column`, counted from 1.
    pub fn name(&self, cell: Cell) -> String {
        self.spot(cell).to_string()
    }

    /// Reads `row,column`, counted from 1.
    pub fn parse_cell(&self, text: &str) -> Result<Cell, InputError> {
        let parts = text.split_once(',').and_then(|(row, col)| {
            Some((row.trim().parse::<usize>().ok()?, col.trim().parse::<usize>().ok()?))
        });
        parts.and_then(|(row, col)| self.cell(row, col)).ok_or_else(|| {
            InputError::new(format!("`{text}` is not a valid cell of this board")).expected(format!(
                "row,column with a row from 1 to {} and a column from 1 to {}",
                self.rows, self.cols
            ))
        })
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}/{}", self.rows, self.cols, self.mines)
    }
}

impl FromStr for Board {
    type Err = InputError;

    /// Reads `RxC/M`, or one of the names `beginner`, `intermediate`, `expert`.
    fn from_str(text: &str) -> Result<Board, InputError> {
        match text {
            "beginner" => return Board::new(9, 9, 10),
            "intermediate" => return Board::new(16, 16, 40),
            "expert" => return Board::new(16, 30, 99),
            _ => {}
        }
        let parts = text.split_once('/').and_then(|(size, mines)| {
            let (rows, cols) = size.split_once('x')?;
            Some((rows.parse().ok()?, cols.parse().ok()?, mines.parse().ok()?))
        });
        let Some((rows, cols, mines)) = parts else {
            return Err(InputError::new(format!("`{text}` is not a valid board"))
                .expected("rows x columns / mines, such as 16x30/99"));
        };
        Board::new(rows, cols, mines)
    }
}

impl Serialize for Board {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What the first opened cell is promised. Boards are uniform among those that keep the promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum FirstClick {
    /// Nothing: it may be a mine.
    Any,
    /// It is safe.
    Safe,
    /// It and its neighbours are safe, so it opens an area.
    Open,
}

impl fmt::Display for FirstClick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FirstClick::Any => "any",
            FirstClick::Safe => "safe",
            FirstClick::Open => "open",
        })
    }
}

impl FromStr for FirstClick {
    type Err = InputError;

    fn from_str(text: &str) -> Result<FirstClick, InputError> {
        match text {
            "any" => Ok(FirstClick::Any),
            "safe" => Ok(FirstClick::Safe),
            "open" => Ok(FirstClick::Open),
            _ => Err(InputError::new(format!("`{text}` is not a valid first-click rule"))
                .expected("any (may be a mine), safe (the cell is safe) or open (its neighbours too)")),
        }
    }
}

/// A board with its neighbourhoods written out: cheap to share, quick to walk.
#[derive(Clone, Debug)]
pub struct Grid {
    board: Board,
    neighbours: Arc<[Neighbours]>,
}

#[derive(Clone, Copy, Debug)]
struct Neighbours {
    count: u8,
    cells: [Cell; 8],
}

impl Grid {
    /// Works the neighbourhoods of a board out.
    pub fn new(board: Board) -> Grid {
        let (rows, cols) = (board.rows(), board.cols());
        let around = |cell: usize| {
            let (row, col) = (cell / cols, cell % cols);
            let mut found = Neighbours { count: 0, cells: [Cell(0); 8] };
            for r in row.saturating_sub(1)..=(row + 1).min(rows - 1) {
                for c in col.saturating_sub(1)..=(col + 1).min(cols - 1) {
                    if (r, c) != (row, col) {
                        found.cells[found.count as usize] = Cell::of(r * cols + c);
                        found.count += 1;
                    }
                }
            }
            found
        };
        Grid { board, neighbours: (0..board.cells()).map(around).collect() }
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The 3, 5 or 8 cells around a cell (fewer on boards narrower than three), in ascending order.
    #[inline]
    pub fn around(&self, cell: Cell) -> &[Cell] {
        let found = &self.neighbours[cell.at()];
        &found.cells[..found.count as usize]
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.board.cells()).map(Cell::of)
    }

    /// The cells that must be free of mines when `first` is opened first.
    pub fn kept_clear(&self, rule: FirstClick, first: Cell) -> Vec<Cell> {
        match rule {
            FirstClick::Any => Vec::new(),
            FirstClick::Safe => vec![first],
            FirstClick::Open => [&[first], self.around(first)].concat(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_read_as_it_is_written() {
        let board: Board = "16x30/99".parse().unwrap();
        assert_eq!((board.rows(), board.cols(), board.mines()), (16, 30, 99));
        assert_eq!(board.to_string(), "16x30/99");
        assert_eq!("expert".parse::<Board>().unwrap(), board);
    }

    #[test]
    fn impossible_boards_are_refused_with_the_reason() {
        let sentence = |text: &str| text.parse::<Board>().unwrap_err().to_string();
        assert_eq!(sentence("0x0/0"), "a 0x0 board has no cells; expected at least one row and one column");
        assert_eq!(sentence("3x3/10"), "10 mines do not fit on 3x3 = 9 cells; expected at most 9 mines");
        assert!(sentence("3*3/1").contains("is not a valid board"));
        assert!(sentence("99999999999x99999999999/1").contains("too large"));
    }

    #[test]
    fn corners_edges_and_inner_cells_have_3_5_and_8_neighbours() {
        let grid = Grid::new(Board::new(3, 4, 0).unwrap());
        let counts: Vec<usize> = grid.cells().map(|cell| grid.around(cell).len()).collect();
        assert_eq!(counts, [3, 5, 5, 3, 5, 8, 8, 5, 3, 5, 5, 3]);
        assert_eq!(grid.around(Cell(0)), [Cell(1), Cell(4), Cell(5)]);
    }
}

//! The board, the goal and the moves, for any number of rows and columns.

use std::fmt;
use std::str::FromStr;

use quandary_core::rules::{Rules, Side, Turn};
use quandary_core::{InputError, Outcome};

use crate::notation;

/// Which way a tile slides into the empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slide {
    /// The tile below the empty cell moves up.
    Up,
    /// The tile to the right of it moves left.
    Left,
    /// The tile to the left of it moves right.
    Right,
    /// The tile above it moves down.
    Down,
}

impl Slide {
    /// All four, in the order in which they are tried and listed.
    pub const ALL: [Slide; 4] = [Slide::Up, Slide::Left, Slide::Right, Slide::Down];

    /// The slide that takes this one back.
    #[must_use]
    pub fn undo(self) -> Slide {
        match self {
            Slide::Up => Slide::Down,
            Slide::Left => Slide::Right,
            Slide::Right => Slide::Left,
            Slide::Down => Slide::Up,
        }
    }

    /// Its letter: U, L, R or D.
    pub fn letter(self) -> char {
        match self {
            Slide::Up => 'U',
            Slide::Left => 'L',
            Slide::Right => 'R',
            Slide::Down => 'D',
        }
    }

    /// The slide with this letter.
    pub fn from_letter(letter: char) -> Option<Slide> {
        Slide::ALL.into_iter().find(|slide| slide.letter() == letter)
    }

    /// In words: "up", "left", "right", "down".
    pub fn word(self) -> &'static str {
        match self {
            Slide::Up => "up",
            Slide::Left => "left",
            Slide::Right => "right",
            Slide::Down => "down",
        }
    }
}

/// Rows and columns: at least 1 × 2 or 2 × 1, at most 16 × 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    rows: u8,
    columns: u8,
}

impl Size {
    /// The longest side.
    pub const MAX: usize = 16;

    /// Checks the range.
    pub fn new(rows: usize, columns: usize) -> Result<Size, InputError> {
        let sides = 1..=Size::MAX;
        if !sides.contains(&rows) || !sides.contains(&columns) || rows * columns < 2 {
            return Err(InputError::new(format!("a board of {rows}x{columns} cannot be played"))
                .expected("1 to 16 rows and columns, and at least two cells, such as 3x3"));
        }
        Ok(Size { rows: rows as u8, columns: columns as u8 })
    }

    /// Number of rows.
    pub fn rows(self) -> usize {
        self.rows.into()
    }

    /// Number of columns.
    pub fn columns(self) -> usize {
        self.columns.into()
    }

    /// Number of cells; the tiles are 1 to `cells - 1`.
    pub fn cells(self) -> usize {
        self.rows() * self.columns()
    }

    /// Row and column of a cell, from 0.
    pub fn place(self, cell: usize) -> (usize, usize) {
        (cell / self.columns(), cell % self.columns())
    }

    /// The cell whose tile slides this way into an empty `cell`, if there is one.
    pub fn source(self, cell: usize, slide: Slide) -> Option<usize> {
        let (row, column) = self.place(cell);
        match slide {
            Slide::Up => (row + 1 < self.rows()).then(|| cell + self.columns()),
            Slide::Left => (column + 1 < self.columns()).then(|| cell + 1),
            Slide::Right => (column > 0).then(|| cell - 1),
            Slide::Down => (row > 0).then(|| cell - self.columns()),
        }
    }

    /// How many slides are possible with the empty cell here: B.
    pub fn degree(self, cell: usize) -> usize {
        Slide::ALL.into_iter().filter(|&slide| self.source(cell, slide).is_some()).count()
    }

    /// Steps between two cells, walking along rows and columns.
    pub fn manhattan(self, from: usize, to: usize) -> usize {
        let ((r1, c1), (r2, c2)) = (self.place(from), self.place(to));
        r1.abs_diff(r2) + c1.abs_diff(c2)
    }
}

impl FromStr for Size {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Size, InputError> {
        notation::parse_size(text)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

/// An arrangement of the tiles; 0 is the empty cell.
///
/// Cells are numbered along the rows:
///
/// ```text
/// 0 1 2
/// 3 4 5
/// 6 7 8
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    size: Size,
    tiles: Box<[u8]>,
    blank: u8,
}

impl Board {
    /// Checks that each of 0 to `cells - 1` stands there once.
    pub fn new(size: Size, tiles: &[u8]) -> Result<Board, InputError> {
        let cells = size.cells();
        let expected = || format!("each of 0 to {} once, 0 for the empty cell", cells - 1);
        if tiles.len() != cells {
            return Err(InputError::new(format!("{} numbers on a board of {size}", tiles.len()))
                .expected(format!("{cells} numbers: {}", expected())));
        }
        let mut seen = [false; 256];
        for &tile in tiles {
            if usize::from(tile) >= cells {
                return Err(InputError::new(format!("tile {tile} does not exist on a board of {size}"))
                    .expected(expected()));
            }
            if std::mem::replace(&mut seen[usize::from(tile)], true) {
                return Err(InputError::new(format!("tile {tile} appears twice")).expected(expected()));
            }
        }
        let blank = tiles.iter().position(|&tile| tile == 0).unwrap_or(0) as u8;
        Ok(Board { size, tiles: tiles.into(), blank })
    }

    /// The usual goal: 1, 2, 3, … along the rows, the empty cell last.
    pub fn ordered(size: Size) -> Board {
        Board::with_blank_at(size, size.cells() - 1)
    }

    /// 1, 2, 3, … along the rows, with the empty cell at `blank`.
    pub fn with_blank_at(size: Size, blank: usize) -> Board {
        let mut tiles: Vec<u8> = (1..size.cells()).map(|tile| tile as u8).collect();
        tiles.insert(blank, 0);
        Board { size, tiles: tiles.into(), blank: blank as u8 }
    }

    /// Rows and columns.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The tiles along the rows.
    pub fn tiles(&self) -> &[u8] {
        &self.tiles
    }

    /// Where the empty cell is.
    pub fn blank(&self) -> usize {
        self.blank.into()
    }

    /// The slides that are possible.
    pub fn slides(&self) -> impl Iterator<Item = Slide> + '_ {
        Slide::ALL.into_iter().filter(|&slide| self.size.source(self.blank(), slide).is_some())
    }

    /// The tile that would slide, if any can slide this way.
    pub fn tile_for(&self, slide: Slide) -> Option<u8> {
        self.size.source(self.blank(), slide).map(|cell| self.tiles[cell])
    }

    /// The board after a slide, or `None` when no tile can slide this way.
    #[must_use]
    pub fn after(&self, slide: Slide) -> Option<Board> {
        let source = self.size.source(self.blank(), slide)?;
        let mut next = self.clone();
        next.tiles.swap(self.blank(), source);
        next.blank = source as u8;
        Some(next)
    }
}

/// A sliding puzzle: its goal, and with it its size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sliding {
    goal: Board,
}

impl Sliding {
    /// The puzzle with this goal.
    pub fn new(goal: Board) -> Sliding {
        Sliding { goal }
    }

    /// The puzzle with the usual goal.
    pub fn ordered(size: Size) -> Sliding {
        Sliding::new(Board::ordered(size))
    }

    /// The goal.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// Rows and columns.
    pub fn size(&self) -> Size {
        self.goal.size
    }
}

impl Rules for Sliding {
    type State = Board;
    type Move = Slide;

    fn turn(&self, state: &Board) -> Turn {
        if state == &self.goal { Turn::Over(Outcome::Won) } else { Turn::To(Side::First) }
    }

    fn moves(&self, state: &Board, out: &mut Vec<Slide>) {
        if state != &self.goal {
            out.extend(state.slides());
        }
    }

    fn apply(&self, state: &Board, chosen: Slide) -> Board {
        state.after(chosen).unwrap_or_else(|| state.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slide_and_its_undo_give_the_same_board() {
        for (rows, columns) in [(3, 3), (2, 5), (1, 4), (16, 16)] {
            let board = Board::ordered(Size::new(rows, columns).unwrap());
            for slide in board.slides() {
                let next = board.after(slide).unwrap();
                assert_ne!(next, board);
                assert_eq!(next.after(slide.undo()).unwrap(), board);
            }
            assert_eq!(board.slides().count(), board.size().degree(board.blank()));
        }
    }

    #[test]
    fn sizes_that_cannot_be_played_are_refused() {
        for (rows, columns) in [(0, 3), (3, 0), (1, 1), (17, 2)] {
            assert!(Size::new(rows, columns).is_err(), "{rows}x{columns}");
        }
    }

    #[test]
    fn a_board_needs_each_tile_once() {
        let size = Size::new(2, 2).unwrap();
        assert!(Board::new(size, &[1, 2, 3, 0]).is_ok());
        for tiles in [&[1, 1, 3, 0][..], &[1, 2, 4, 0], &[1, 2, 3], &[]] {
            assert!(Board::new(size, tiles).is_err(), "{tiles:?}");
        }
    }
}

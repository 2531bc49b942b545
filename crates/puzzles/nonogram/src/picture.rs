//! Cells painted: a finished picture, and a board half painted.

use quandary_core::InputError;

use crate::{Ink, Line, Paint};

/// A finished picture, in black and white or, as `Picture<Colour>`, in colours.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Picture<I = bool> {
    width: usize,
    cells: Vec<I>,
}

impl<I: Ink> Picture<I> {
    /// A picture from its cells, row by row.
    ///
    /// # Panics
    /// When the cells do not make whole rows.
    pub fn from_cells(width: usize, cells: Vec<I>) -> Picture<I> {
        assert!(width > 0 && cells.len().is_multiple_of(width), "cells must make whole rows");
        Picture { width, cells }
    }

    /// Number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of rows.
    pub fn height(&self) -> usize {
        self.cells.len() / self.width
    }

    /// The cells, row by row.
    pub fn cells(&self) -> &[I] {
        &self.cells
    }

    /// The ink of the cell in column `x` of row `y`.
    pub fn get(&self, x: usize, y: usize) -> I {
        self.cells[y * self.width + x]
    }

    /// Paints one cell.
    pub fn paint(&mut self, x: usize, y: usize, ink: I) {
        self.cells[y * self.width + x] = ink;
    }

    /// Rows as strings, a symbol a cell: `#` and `.` in black and white.
    pub fn rows(&self) -> Vec<String> {
        self.cells.chunks(self.width).map(|row| row.iter().map(|ink| ink.symbol()).collect()).collect()
    }

    /// The cells (x, y) where two pictures of one size differ, row by row.
    pub fn differences(&self, other: &Picture<I>) -> Vec<(usize, usize)> {
        (0..self.cells.len())
            .filter(|&cell| self.cells[cell] != other.cells[cell])
            .map(|cell| (cell % self.width, cell / self.width))
            .collect()
    }
}

impl Picture {
    /// A white picture.
    pub fn white(width: usize, height: usize) -> Picture {
        Picture { width, cells: vec![false; width * height] }
    }

    /// Reads rows of `#` and `.`.
    pub fn parse(text: &str) -> Result<Picture, InputError> {
        let mut cells = Vec::new();
        let mut width = None;
        for (number, line) in text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty()) {
            for (column, cell) in line.chars().enumerate() {
                match cell {
                    '#' => cells.push(true),
                    '.' => cells.push(false),
                    other => {
                        return Err(InputError::new(format!("`{other}` is not a cell"))
                            .at(number + 1, column + 1)
                            .expected("`#` or `.`"));
                    }
                }
            }
            let count = line.chars().count();
            if *width.get_or_insert(count) != count {
                return Err(InputError::new(format!("a row of {count} cells"))
                    .at(number + 1, 0)
                    .expected("rows of equal length"));
            }
        }
        let width =
            width.ok_or_else(|| InputError::new("the picture is empty").expected("rows of # and ."))?;
        Ok(Picture { width, cells })
    }

    /// Whether the cell in column `x` of row `y` is black.
    pub fn is_black(&self, x: usize, y: usize) -> bool {
        self.get(x, y)
    }
}

impl<I: Ink> std::fmt::Display for Picture<I> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.rows().join("\n"))
    }
}

/// What is known of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Not decided.
    Unknown,
    /// Black.
    Black,
    /// White.
    White,
}

impl Cell {
    /// `#`, `.` or `?`.
    pub fn symbol(self) -> char {
        match self {
            Cell::Unknown => '?',
            Cell::Black => '#',
            Cell::White => '.',
        }
    }

    /// What else it could be: black before white before unknown.
    pub fn others(self) -> impl Iterator<Item = Cell> {
        [Cell::Black, Cell::White, Cell::Unknown].into_iter().filter(move |&cell| cell != self)
    }

    /// The colour as a cell.
    pub fn of(black: bool) -> Cell {
        if black { Cell::Black } else { Cell::White }
    }
}

/// A picture half painted: the state of a person, or of a search, at work.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    width: usize,
    cells: Vec<Cell>,
}

impl Board {
    /// Nothing is known.
    pub fn unknown(width: usize, height: usize) -> Board {
        Board { width, cells: vec![Cell::Unknown; width * height] }
    }

    /// A board from its cells, row by row.
    ///
    /// # Panics
    /// When the cells do not make whole rows.
    pub fn from_cells(width: usize, cells: Vec<Cell>) -> Board {
        assert!(width > 0 && cells.len().is_multiple_of(width), "cells must make whole rows");
        Board { width, cells }
    }

    /// Number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of rows.
    pub fn height(&self) -> usize {
        self.cells.len() / self.width
    }

    /// The cells, row by row.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The cell in column `x` of row `y`.
    pub fn get(&self, x: usize, y: usize) -> Cell {
        self.cells[y * self.width + x]
    }

    /// Paints a cell.
    pub fn set(&mut self, x: usize, y: usize, cell: Cell) {
        self.cells[y * self.width + x] = cell;
    }

    /// The decided cells, row by row.
    pub fn painted(&self) -> Vec<Paint> {
        let place = |index: usize| (index % self.width, index / self.width);
        let cells = self.cells.iter().enumerate().filter(|(_, cell)| **cell != Cell::Unknown);
        cells.map(|(index, &cell)| Paint { x: place(index).0, y: place(index).1, cell }).collect()
    }

    /// Paints cells.
    pub fn apply(&mut self, paints: &[Paint]) {
        for paint in paints {
            self.set(paint.x, paint.y, paint.cell);
        }
    }

    /// Number of cells not decided.
    pub fn open(&self) -> usize {
        self.cells.iter().filter(|&&cell| cell == Cell::Unknown).count()
    }

    /// The picture, once every cell is decided.
    pub fn picture(&self) -> Option<Picture> {
        let black = |cell: &Cell| match cell {
            Cell::Unknown => None,
            Cell::Black => Some(true),
            Cell::White => Some(false),
        };
        let cells = self.cells.iter().map(black).collect::<Option<Vec<bool>>>()?;
        Some(Picture { width: self.width, cells })
    }

    /// Whether the picture has every cell that is decided here.
    pub fn agrees(&self, picture: &Picture) -> bool {
        let same = |(&cell, &black): (&Cell, &bool)| cell == Cell::Unknown || cell == Cell::of(black);
        self.width == picture.width && self.cells.iter().zip(&picture.cells).all(same)
    }

    /// Rows as strings of `#`, `.` and `?`.
    pub fn rows(&self) -> Vec<String> {
        self.cells.chunks(self.width).map(|row| row.iter().map(|cell| cell.symbol()).collect()).collect()
    }

    /// The cells of a line, from the left or from the top.
    pub fn line(&self, line: Line) -> Vec<Cell> {
        match line {
            Line::Row(y) => self.cells[y * self.width..(y + 1) * self.width].to_vec(),
            Line::Column(x) => self.cells.iter().skip(x).step_by(self.width).copied().collect(),
        }
    }
}

impl std::fmt::Display for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.rows().join("\n"))
    }
}

//! What a nonogram is: clues for every row and column, a picture that fits them, a board half painted.

use quandary_core::rules::Puzzle;
use quandary_core::{InputError, Outcome};

/// The lengths of the black blocks of a line, in order. An empty line has no blocks.
pub type Clue = Vec<usize>;

/// The longest line: 16 words of 64 bits, less the two states a clue's automaton adds.
pub const LONGEST_LINE: usize = 1022;

/// A row or a column, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Line {
    /// A row, from the top.
    Row(usize),
    /// A column, from the left.
    Column(usize),
}

impl std::fmt::Display for Line {
    /// `row 3` or `column 12`, counted from 1 as people do.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Line::Row(index) => write!(f, "row {}", index + 1),
            Line::Column(index) => write!(f, "column {}", index + 1),
        }
    }
}

/// A black-and-white nonogram: its clues.
///
/// ```
/// use quandary_nonogram::{Nonogram, Picture};
/// let picture = Picture::parse("#.#\n###\n.#.").unwrap();
/// let puzzle = Nonogram::of(&picture);
/// assert_eq!(puzzle.rows(), [vec![1, 1], vec![3], vec![1]]);
/// assert_eq!(puzzle.columns(), [vec![2], vec![2], vec![2]]);
/// assert!(puzzle.fits(&picture));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Nonogram {
    rows: Vec<Clue>,
    columns: Vec<Clue>,
}

impl Nonogram {
    /// A puzzle from its clues, each read from the left or from the top.
    ///
    /// Rejects what no picture could ever have: no rows or no columns, a line longer than
    /// [`LONGEST_LINE`], a block of 0, a clue longer than its line, rows and columns with different totals.
    pub fn new(rows: Vec<Clue>, columns: Vec<Clue>) -> Result<Nonogram, InputError> {
        if rows.is_empty() || columns.is_empty() {
            return Err(InputError::new(format!(
                "a puzzle of {}x{} has no cells",
                columns.len(),
                rows.len()
            ))
            .expected("at least one row and one column"));
        }
        if rows.len().max(columns.len()) > LONGEST_LINE {
            return Err(InputError::new(format!(
                "a puzzle of {}x{} is too large",
                columns.len(),
                rows.len()
            ))
            .expected(format!("lines of at most {LONGEST_LINE} cells")));
        }
        let puzzle = Nonogram { rows, columns };
        for line in puzzle.lines() {
            Nonogram::check_clue(line, puzzle.clue(line), puzzle.length(line))?;
        }
        puzzle.check_totals()?;
        Ok(puzzle)
    }

    /// The puzzle whose clues describe this picture.
    pub fn of(picture: &Picture) -> Nonogram {
        let row = |y| blocks((0..picture.width()).map(|x| picture.is_black(x, y)));
        let column = |x| blocks((0..picture.height()).map(|y| picture.is_black(x, y)));
        Nonogram {
            rows: (0..picture.height()).map(row).collect(),
            columns: (0..picture.width()).map(column).collect(),
        }
    }

    /// What is wrong with the clue of one line of `length` cells, if anything is.
    pub(crate) fn check_clue(line: Line, clue: &[usize], length: usize) -> Result<(), InputError> {
        if clue.contains(&0) {
            return Err(InputError::new(format!("{line}: a block of 0 cells among others"))
                .expected("0 alone for an empty line"));
        }
        // Clues come from files: the sum may be larger than any number type, and must not wrap around.
        let needed = clue.iter().fold(clue.len().saturating_sub(1), |sum, &cells| sum.saturating_add(cells));
        if needed > length {
            return Err(InputError::new(format!("{line}: its clue needs {needed} cells"))
                .expected(format!("at most {length}")));
        }
        Ok(())
    }

    /// Rows and columns describe the same black cells, so their totals agree.
    fn check_totals(&self) -> Result<(), InputError> {
        let total = |clues: &[Clue]| clues.iter().flatten().sum::<usize>();
        let (rows, columns) = (total(&self.rows), total(&self.columns));
        if rows == columns {
            return Ok(());
        }
        let (more, less) = if rows > columns { ("rows", "columns") } else { ("columns", "rows") };
        Err(InputError::new(format!(
            "the rows have {rows} black cells and the columns {columns}: the {more} have {} more than the {less}",
            rows.abs_diff(columns)
        ))
        .expected("the same total"))
    }

    /// The clues of the rows, from the top.
    pub fn rows(&self) -> &[Clue] {
        &self.rows
    }

    /// The clues of the columns, from the left.
    pub fn columns(&self) -> &[Clue] {
        &self.columns
    }

    /// Number of columns.
    pub fn width(&self) -> usize {
        self.columns.len()
    }

    /// Number of rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.width() * self.height()
    }

    /// All rows, then all columns.
    pub fn lines(&self) -> impl Iterator<Item = Line> + use<> {
        (0..self.height()).map(Line::Row).chain((0..self.width()).map(Line::Column))
    }

    /// The clue of a line.
    pub fn clue(&self, line: Line) -> &[usize] {
        match line {
            Line::Row(y) => &self.rows[y],
            Line::Column(x) => &self.columns[x],
        }
    }

    /// Number of cells of a line.
    pub fn length(&self, line: Line) -> usize {
        match line {
            Line::Row(_) => self.width(),
            Line::Column(_) => self.height(),
        }
    }

    /// Whether the picture has this size and these clues.
    pub fn fits(&self, picture: &Picture) -> bool {
        picture.width() == self.width() && picture.height() == self.height() && Nonogram::of(picture) == *self
    }

    /// Rows and columns exchanged.
    #[must_use]
    pub fn transposed(&self) -> Nonogram {
        Nonogram { rows: self.columns.clone(), columns: self.rows.clone() }
    }
}

/// The lengths of the runs of `true`.
pub fn blocks(cells: impl IntoIterator<Item = bool>) -> Clue {
    let (mut clue, mut run) = (Clue::new(), 0);
    for black in cells {
        if black {
            run += 1;
        } else if run > 0 {
            clue.push(std::mem::take(&mut run));
        }
    }
    if run > 0 {
        clue.push(run);
    }
    clue
}

/// A finished picture.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Picture {
    width: usize,
    black: Vec<bool>,
}

impl Picture {
    /// A white picture.
    pub fn white(width: usize, height: usize) -> Picture {
        Picture { width, black: vec![false; width * height] }
    }

    /// A picture from its cells, row by row.
    ///
    /// # Panics
    /// When the cells do not make whole rows.
    pub fn from_cells(width: usize, black: Vec<bool>) -> Picture {
        assert!(width > 0 && black.len().is_multiple_of(width), "cells must make whole rows");
        Picture { width, black }
    }

    /// Reads rows of `#` and `.`.
    pub fn parse(text: &str) -> Result<Picture, InputError> {
        let mut black = Vec::new();
        let mut width = None;
        for (number, line) in text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty()) {
            for (column, cell) in line.chars().enumerate() {
                match cell {
                    '#' => black.push(true),
                    '.' => black.push(false),
                    other => {
                        return Err(InputError::new(format!("`{other}` is not a cell"))
                            .at(number + 1, column + 1)
                            .expected("`#` or `.`"));
                    }
                }
            }
            let cells = line.chars().count();
            if *width.get_or_insert(cells) != cells {
                return Err(InputError::new(format!("a row of {cells} cells"))
                    .at(number + 1, 0)
                    .expected("rows of equal length"));
            }
        }
        let width =
            width.ok_or_else(|| InputError::new("the picture is empty").expected("rows of # and ."))?;
        Ok(Picture { width, black })
    }

    /// Number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of rows.
    pub fn height(&self) -> usize {
        self.black.len() / self.width
    }

    /// The cells, row by row.
    pub fn cells(&self) -> &[bool] {
        &self.black
    }

    /// Whether the cell in column `x` of row `y` is black.
    pub fn is_black(&self, x: usize, y: usize) -> bool {
        self.black[y * self.width + x]
    }

    /// Paints one cell.
    pub fn paint(&mut self, x: usize, y: usize, black: bool) {
        self.black[y * self.width + x] = black;
    }

    /// Rows as strings of `#` and `.`.
    pub fn rows(&self) -> Vec<String> {
        let symbol = |&black: &bool| if black { '#' } else { '.' };
        self.black.chunks(self.width).map(|row| row.iter().map(symbol).collect()).collect()
    }

    /// The cells (x, y) where two pictures of one size differ, row by row.
    pub fn differences(&self, other: &Picture) -> Vec<(usize, usize)> {
        (0..self.black.len())
            .filter(|&cell| self.black[cell] != other.black[cell])
            .map(|cell| (cell % self.width, cell / self.width))
            .collect()
    }
}

impl std::fmt::Display for Picture {
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
        let black = self.cells.iter().map(black).collect::<Option<Vec<bool>>>()?;
        Some(Picture { width: self.width, black })
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

/// Painting one cell: `r3c12=#`, rows and columns counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Paint {
    /// Column, from 0.
    pub x: usize,
    /// Row, from 0.
    pub y: usize,
    /// The colour.
    pub black: bool,
}

impl std::fmt::Display for Paint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "r{}c{}={}", self.y + 1, self.x + 1, if self.black { '#' } else { '.' })
    }
}

impl std::str::FromStr for Paint {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Paint, InputError> {
        let read = || {
            let (y, rest) = text.strip_prefix('r')?.split_once('c')?;
            let (x, colour) = rest.split_once('=')?;
            let black = match colour {
                "#" => true,
                "." => false,
                _ => return None,
            };
            let index = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
            Some(Paint { x: index(x)?, y: index(y)?, black })
        };
        read().ok_or_else(|| {
            InputError::new(format!("`{text}` is not a move"))
                .expected("row, column and colour, such as `r3c12=#`")
        })
    }
}

impl Nonogram {
    /// How a board stands: won when the picture fits, lost as soon as a line cannot be completed any more.
    pub fn outcome(&self, board: &Board) -> Option<Outcome> {
        if let Some(picture) = board.picture() {
            return Some(if self.fits(&picture) { Outcome::Won } else { Outcome::Lost });
        }
        let dead = self.lines().any(|line| !completable(self.clue(line), &board.line(line)));
        dead.then_some(Outcome::Lost)
    }
}

/// Whether a line can be completed: by the position reached after each number of blocks, cell by cell.
fn completable(clue: &[usize], cells: &[Cell]) -> bool {
    // reached[j]: the cells so far can be read as the first j blocks, the last of them closed.
    let n = cells.len();
    let mut reached = vec![vec![false; clue.len() + 1]; n + 2];
    reached[0][0] = true;
    for start in 0..=n {
        for done in 0..=clue.len() {
            if !reached[start][done] {
                continue;
            }
            if start < n && cells[start] != Cell::Black {
                reached[start + 1][done] = true;
            }
            if let Some(&cells_in_block) = clue.get(done) {
                let end = start + cells_in_block;
                let fits = end <= n && cells[start..end].iter().all(|&cell| cell != Cell::White);
                if fits && (end == n || cells[end] != Cell::Black) {
                    reached[end + 1][done + 1] = true;
                }
            }
        }
    }
    reached[n][clue.len()] || reached[n + 1][clue.len()]
}

impl Puzzle for Nonogram {
    type State = Board;
    type Move = Paint;

    /// Both colours of every open cell, row by row, black first; nothing once it has ended.
    fn moves(&self, board: &Board, out: &mut Vec<Paint>) {
        if self.outcome(board).is_some() {
            return;
        }
        for (index, _) in board.cells.iter().enumerate().filter(|(_, cell)| **cell == Cell::Unknown) {
            let (x, y) = (index % board.width, index / board.width);
            out.extend([true, false].map(|black| Paint { x, y, black }));
        }
    }

    fn apply(&self, board: &Board, chosen: Paint) -> Board {
        let mut next = board.clone();
        next.set(chosen.x, chosen.y, Cell::of(chosen.black));
        next
    }

    fn is_solved(&self, board: &Board) -> bool {
        self.outcome(board) == Some(Outcome::Won)
    }
}

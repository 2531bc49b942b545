//! What a nonogram is: clues for every row and column, what fits them, and how one is played.

use quandary_core::InputError;
use serde::{Serialize, Serializer};

use crate::{Block, Board, Cell, Ink, Picture};

/// The blocks of a line, in order. An empty line has none. In black and white a block is its length.
pub type Clue<B = usize> = Vec<B>;

/// The longest line: 16 words of 64 bits, less the two states a clue's automaton adds.
pub const LONGEST_LINE: usize = 1022;

/// How large a puzzle is: rows by columns, as it is printed.
///
/// ```
/// use quandary_nonogram::Size;
/// let size: Size = "20x30".parse().unwrap();
/// assert_eq!((size.rows, size.columns), (20, 30));
/// assert_eq!(size.to_string(), "20x30");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "verbs", schemars(with = "String"))]
pub struct Size {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
}

impl Size {
    /// Number of cells.
    pub fn cells(self) -> usize {
        self.rows * self.columns
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl std::str::FromStr for Size {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Size, InputError> {
        let side =
            |text: &str| text.trim().parse::<usize>().ok().filter(|side| (1..=LONGEST_LINE).contains(side));
        let sides = text
            .split_once(['x', 'X', '\u{d7}'])
            .and_then(|(rows, columns)| Some(Size { rows: side(rows)?, columns: side(columns)? }));
        sides.ok_or_else(|| {
            InputError::new(format!("`{text}` is not a size"))
                .expected(format!("ROWSxCOLUMNS, 1 to {LONGEST_LINE} each"))
        })
    }
}

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A row or a column, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "verbs", schemars(with = "String"))]
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

impl Serialize for Line {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Line {
    /// The column and row (x, y) of its cell `index`, counted from its beginning.
    pub fn cell(self, index: usize) -> (usize, usize) {
        match self {
            Line::Row(y) => (index, y),
            Line::Column(x) => (x, index),
        }
    }
}

/// A nonogram: its clues, in black and white or, as `Nonogram<Patch>`, in colours.
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
pub struct Nonogram<B = usize> {
    rows: Vec<Clue<B>>,
    columns: Vec<Clue<B>>,
}

impl<B: Block> Nonogram<B> {
    /// A puzzle from its clues, each read from the left or from the top.
    ///
    /// Rejects what no picture could ever have: no rows or no columns, a line longer than
    /// [`LONGEST_LINE`], a block of 0, a clue longer than its line, rows and columns with different totals.
    pub fn new(rows: Vec<Clue<B>>, columns: Vec<Clue<B>>) -> Result<Nonogram<B>, InputError> {
        check_size(rows.len(), columns.len())?;
        let puzzle = Nonogram { rows, columns };
        for line in puzzle.lines() {
            Nonogram::check_clue(line, puzzle.clue(line), puzzle.length(line))?;
        }
        puzzle.check_totals()?;
        Ok(puzzle)
    }

    /// The puzzle whose clues describe this picture.
    pub fn of<I: Ink<Block = B>>(picture: &Picture<I>) -> Nonogram<B> {
        let row = |y| blocks((0..picture.width()).map(|x| picture.get(x, y)));
        let column = |x| blocks((0..picture.height()).map(|y| picture.get(x, y)));
        Nonogram {
            rows: (0..picture.height()).map(row).collect(),
            columns: (0..picture.width()).map(column).collect(),
        }
    }

    /// What is wrong with the clue of one line of `length` cells, if anything is.
    pub(crate) fn check_clue(line: Line, clue: &[B], length: usize) -> Result<(), InputError> {
        if clue.iter().any(|block| block.cells() == 0) {
            return Err(InputError::new(format!("{line}: a block of 0 cells among others"))
                .expected("0 alone for an empty line"));
        }
        let needed = cells_needed(clue);
        if needed > length {
            return Err(InputError::new(format!("{line}: its clue needs {needed} cells"))
                .expected(format!("at most {length}")));
        }
        // Only where blocks touch can there be more states than cells.
        if states(clue) > LONGEST_LINE + 2 {
            return Err(InputError::new(format!("{line}: its clue has {} blocks", clue.len()))
                .expected(format!("at most {} blocks and painted cells together", LONGEST_LINE + 1)));
        }
        Ok(())
    }

    /// Rows and columns describe the same painted cells, so their totals agree, ink by ink.
    fn check_totals(&self) -> Result<(), InputError> {
        let all = self.rows.iter().chain(&self.columns).flatten();
        let mut inks: Vec<B::Ink> = all.map(|block| block.ink()).collect();
        inks.sort_unstable();
        inks.dedup();
        for ink in inks {
            let total = |clues: &[Clue<B>]| -> usize {
                clues.iter().flatten().filter(|block| block.ink() == ink).map(|block| block.cells()).sum()
            };
            let (rows, columns) = (total(&self.rows), total(&self.columns));
            if rows == columns {
                continue;
            }
            let (more, less) = if rows > columns { ("rows", "columns") } else { ("columns", "rows") };
            return Err(InputError::new(format!(
                "the rows have {rows} {} cells and the columns {columns}: the {more} have {} more than the {less}",
                ink.name(),
                rows.abs_diff(columns)
            ))
            .expected("the same total"));
        }
        Ok(())
    }

    /// The clues of the rows, from the top.
    pub fn rows(&self) -> &[Clue<B>] {
        &self.rows
    }

    /// The clues of the columns, from the left.
    pub fn columns(&self) -> &[Clue<B>] {
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

    /// Rows by columns.
    pub fn size(&self) -> Size {
        Size { rows: self.height(), columns: self.width() }
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.width() * self.height()
    }

    /// All rows, then all columns.
    pub fn lines(&self) -> impl Iterator<Item = Line> + use<B> {
        (0..self.height()).map(Line::Row).chain((0..self.width()).map(Line::Column))
    }

    /// The clue of a line.
    pub fn clue(&self, line: Line) -> &[B] {
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
    pub fn fits(&self, picture: &Picture<B::Ink>) -> bool {
        picture.width() == self.width() && picture.height() == self.height() && Nonogram::of(picture) == *self
    }

    /// Rows and columns exchanged.
    #[must_use]
    pub fn transposed(&self) -> Nonogram<B> {
        Nonogram { rows: self.columns.clone(), columns: self.rows.clone() }
    }
}

/// Whether a puzzle may have this many rows and columns.
pub(crate) fn check_size(rows: usize, columns: usize) -> Result<(), InputError> {
    if rows == 0 || columns == 0 {
        return Err(InputError::new(format!("a puzzle of {rows}x{columns} has no cells"))
            .expected("at least one row and one column"));
    }
    if rows.max(columns) > LONGEST_LINE {
        return Err(InputError::new(format!("a puzzle of {rows}x{columns} is too large"))
            .expected(format!("lines of at most {LONGEST_LINE} cells")));
    }
    Ok(())
}

/// How many cells a clue needs at least: its blocks, and a blank one wherever two of one ink follow each other.
///
/// Clues come from files: the sum may be larger than any number type, and must not wrap around.
pub(crate) fn cells_needed<B: Block>(clue: &[B]) -> usize {
    let gaps = clue.windows(2).filter(|pair| pair[0].ink() == pair[1].ink()).count();
    clue.iter().fold(gaps, |sum, block| sum.saturating_add(block.cells()))
}

/// States of a clue's automaton: one for each cell of a block, one for each gap around them.
pub(crate) fn states<B: Block>(clue: &[B]) -> usize {
    clue.iter().map(|block| block.cells()).sum::<usize>() + clue.len() + 1
}

/// The clue of a line: its runs of one ink, without the blank ones.
///
/// ```
/// use quandary_nonogram::rules::blocks;
/// assert_eq!(blocks([true, true, false, true]), [2, 1]);
/// ```
pub fn blocks<I: Ink>(cells: impl IntoIterator<Item = I>) -> Clue<I::Block> {
    runs(cells).collect()
}

/// The blocks of a line one by one, for a comparison without a list.
pub(crate) fn runs<I: Ink>(cells: impl IntoIterator<Item = I>) -> impl Iterator<Item = I::Block> {
    let mut cells = cells.into_iter().peekable();
    std::iter::from_fn(move || {
        let ink = cells.find(|&ink| ink != I::BLANK)?;
        let mut length = 1;
        while cells.next_if_eq(&ink).is_some() {
            length += 1;
        }
        Some(I::Block::new(length, ink))
    })
}

/// Painting one cell: `r3c12=#` makes it black, `r3c12=.` white, and `r3c12=?` clears it. Rows and columns count
/// from 1 in text.
///
/// Any cell can be changed at any time, so a mistake can be corrected without undoing what came after it.
///
/// ```
/// use quandary_nonogram::{Cell, Paint};
/// let paint: Paint = "r3c12=?".parse().unwrap();
/// assert_eq!(paint, Paint { x: 11, y: 2, cell: Cell::Unknown });
/// assert_eq!(paint.to_string(), "r3c12=?");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "verbs", schemars(with = "String"))]
pub struct Paint {
    /// Column, from 0.
    pub x: usize,
    /// Row, from 0.
    pub y: usize,
    /// What the cell becomes.
    pub cell: Cell,
}

impl Paint {
    /// Painting a cell black or white.
    pub fn new(x: usize, y: usize, black: bool) -> Paint {
        Paint { x, y, cell: Cell::of(black) }
    }

    /// The same cell the other way round: black for white, white for black.
    #[must_use]
    pub fn opposite(self) -> Paint {
        let cell = match self.cell {
            Cell::Unknown => Cell::Unknown,
            Cell::Black => Cell::White,
            Cell::White => Cell::Black,
        };
        Paint { cell, ..self }
    }

    /// Clearing the same cell.
    #[must_use]
    pub fn cleared(self) -> Paint {
        Paint { cell: Cell::Unknown, ..self }
    }

    /// The cell alone: `r3c12`.
    pub fn place(self) -> String {
        format!("r{}c{}", self.y + 1, self.x + 1)
    }
}

impl std::fmt::Display for Paint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "r{}c{}={}", self.y + 1, self.x + 1, self.cell.symbol())
    }
}

impl Serialize for Paint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl std::str::FromStr for Paint {
    type Err = InputError;

    /// Reads `r3c12=#`, and what else people write for it: `3,12 #`, `3 12 black`, `R3C12 = x`.
    fn from_str(text: &str) -> Result<Paint, InputError> {
        read_paint(text).ok_or_else(|| {
            InputError::new(format!("`{text}` is not a move")).expected(
                "row, column and what to paint there: `r3c12=#` or `3,12#` for black, `r3c12=.` for white, `r3c12=?` \
                 to clear it",
            )
        })
    }
}

fn read_paint(text: &str) -> Option<Paint> {
    let lower = text.trim().to_lowercase();
    let number = |text: &mut &str| -> Option<usize> {
        *text = text.trim_start_matches(|c: char| c.is_whitespace() || "rc,;:".contains(c));
        let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (digits, rest) = text.split_at(digits);
        *text = rest;
        digits.parse::<usize>().ok()?.checked_sub(1)
    };
    let mut rest = lower.as_str();
    let (y, x) = (number(&mut rest)?, number(&mut rest)?);
    let cell = match rest.trim_start_matches(|c: char| c.is_whitespace() || "=,:".contains(c)) {
        "#" | "b" | "black" | "fill" => Cell::Black,
        "." | "w" | "x" | "white" | "cross" => Cell::White,
        "?" | "-" | "clear" | "erase" | "unknown" => Cell::Unknown,
        _ => return None,
    };
    Some(Paint { x, y, cell })
}

/// Playing: cells are painted until the black ones are right.
impl Nonogram {
    /// Whether the black cells alone satisfy every clue; cells not decided count as white.
    pub fn is_won(&self, board: &Board) -> bool {
        let black = |cell: &Cell| *cell == Cell::Black;
        let line = |line: Line| blocks(board.line(line).iter().map(black)) == self.clue(line);
        self.lines().all(line)
    }

    /// Every change of one cell, row by row: first to black, then white, then cleared. Nothing once it is won.
    pub fn paints(&self, board: &Board, out: &mut Vec<Paint>) {
        if self.is_won(board) {
            return;
        }
        for (index, &now) in board.cells().iter().enumerate() {
            let (x, y) = (index % board.width(), index / board.width());
            out.extend(now.others().map(|cell| Paint { x, y, cell }));
        }
    }
}

/// Whether a line can be completed: by the position reached after each number of blocks, cell by cell.
pub fn completable(clue: &[usize], cells: &[Cell]) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle() -> Nonogram {
        Nonogram::of(&Picture::parse("#.#\n###").unwrap())
    }

    fn board(rows: &str) -> Board {
        let cells = rows.chars().filter_map(|symbol| match symbol {
            '#' => Some(Cell::Black),
            '.' => Some(Cell::White),
            '?' => Some(Cell::Unknown),
            _ => None,
        });
        Board::from_cells(3, cells.collect())
    }

    #[test]
    fn a_game_is_won_when_the_black_cells_fit_whatever_stays_open() {
        assert!(puzzle().is_won(&board("#?# ###")));
        assert!(puzzle().is_won(&board("#.# ###")));
        assert!(!puzzle().is_won(&board("### ###")), "a black cell too many");
        assert!(!puzzle().is_won(&board("#.? ###")), "a black cell is missing");
        let empty = Nonogram::new(vec![vec![]], vec![vec![], vec![], vec![]]).unwrap();
        assert!(empty.is_won(&Board::unknown(3, 1)), "nothing is to be painted");
    }

    #[test]
    fn a_painted_cell_can_be_repainted_and_cleared() {
        let mut paints = Vec::new();
        puzzle().paints(&board("### ???"), &mut paints);
        assert_eq!(paints.len(), 12, "each of six cells can become two other things");
        let written: Vec<String> = paints[..4].iter().map(ToString::to_string).collect();
        assert_eq!(written, ["r1c1=.", "r1c1=?", "r1c2=.", "r1c2=?"]);
        assert!(paints.iter().all(|paint| paint.to_string().parse() == Ok(*paint)));
        paints.clear();
        puzzle().paints(&board("#?# ###"), &mut paints);
        assert!(paints.is_empty(), "it is won");
    }

    #[test]
    fn a_move_is_read_as_people_write_it() {
        let expected = Paint { x: 11, y: 2, cell: Cell::Black };
        for text in ["r3c12=#", "R3C12 = #", "3,12#", "3,12 #", "3 12 black", " 3;12=b "] {
            assert_eq!(text.parse(), Ok(expected), "{text}");
        }
        assert_eq!("3,12.".parse(), Ok(expected.opposite()));
        assert_eq!("3,12 x".parse(), Ok(expected.opposite()));
        assert_eq!("3,12 clear".parse(), Ok(expected.cleared()));
        for text in ["", "3", "3,12", "0,1#", "3,12,4#", "#3,12", "3,12 blackish", "99999999999999999999,1#"]
        {
            let error = text.parse::<Paint>().unwrap_err().to_string();
            assert!(error.contains("is not a move; expected row, column and what to paint there"), "{error}");
        }
    }

    #[test]
    fn a_size_is_rows_by_columns_and_nothing_else() {
        assert_eq!("4x7".parse(), Ok(Size { rows: 4, columns: 7 }));
        assert_eq!("4x7".parse::<Size>().unwrap().cells(), 28);
        for text in ["", "4", "0x4", "4x", "x4", "4x5x6", "4x2000", "-1x3"] {
            let error = text.parse::<Size>().unwrap_err().to_string();
            assert!(error.ends_with("expected ROWSxCOLUMNS, 1 to 1022 each"), "{error}");
        }
    }
}

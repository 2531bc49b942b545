//! Every line for itself, again and again, until no line has anything to add.

use crate::line::{Automaton, Scratch, Word};
use crate::{Board, Cell, Nonogram};

/// What is known of every line: the same cells twice, once in their rows and once in their columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid<W> {
    pub(crate) filled: Vec<W>,
    pub(crate) empty: Vec<W>,
}

impl<W: Word> Grid<W> {
    /// The grid as a board.
    pub fn board(&self, width: usize, height: usize) -> Board {
        let colour = |index: usize| self.colour(index / width, index % width);
        Board::from_cells(width, (0..width * height).map(colour).collect())
    }

    /// What is known of the cell in a row and a column.
    pub fn colour(&self, row: usize, column: usize) -> Cell {
        if self.filled[row].has(column) {
            Cell::Black
        } else if self.empty[row].has(column) {
            Cell::White
        } else {
            Cell::Unknown
        }
    }

    /// Number of known cells in the first `rows` lines.
    pub(crate) fn known(&self, rows: usize) -> usize {
        (0..rows).map(|row| self.filled[row].count() + self.empty[row].count()).sum()
    }
}

/// A set of lines: rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineSet<W> {
    pub(crate) rows: W,
    pub(crate) columns: W,
}

impl<W: Word> LineSet<W> {
    /// No line.
    pub const EMPTY: LineSet<W> = LineSet { rows: W::ZERO, columns: W::ZERO };

    /// The row and the column of a cell.
    pub fn of_cell(row: usize, column: usize) -> LineSet<W> {
        LineSet { rows: W::bit(row), columns: W::bit(column) }
    }

    /// Whether two sets share a line.
    pub fn meets(self, other: LineSet<W>) -> bool {
        !(self.rows & other.rows).is_zero() || !(self.columns & other.columns).is_zero()
    }

    /// All lines of both sets.
    #[must_use]
    pub fn with(self, other: LineSet<W>) -> LineSet<W> {
        LineSet { rows: self.rows | other.rows, columns: self.columns | other.columns }
    }
}

/// A line was found that cannot be completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dead;

/// What a propagation did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spread<W> {
    /// Lines that were solved.
    pub solved: LineSet<W>,
    /// Lines in which a cell became known.
    pub changed: LineSet<W>,
}

/// The clues made ready, and a memory of lines solved before.
pub struct Lines<W> {
    automata: Vec<Automaton<W>>,
    width: usize,
    height: usize,
    scratch: Scratch<W>,
    cache: Vec<Entry<W>>,
    /// Lines solved, and how many of them were found in the cache.
    pub solved: u64,
    /// Lines found in the cache.
    pub remembered: u64,
}

/// A line solved before: which, in what state, with what result.
#[derive(Clone, Copy)]
struct Entry<W> {
    line: u32,
    possible: bool,
    filled: W,
    empty: W,
    black: W,
    white: W,
}

/// Entries of the cache, as a power of two: 2^14, as larger ones fall out of the processor's own caches.
const CACHE: u32 = 14;

impl<W: Word> Lines<W> {
    /// The lines of a puzzle.
    pub fn new(puzzle: &Nonogram) -> Lines<W> {
        Lines::with_memory(puzzle, CACHE)
    }

    /// The same with a memory of only 2^`bits` lines: to clear a large one takes longer than to spread once.
    ///
    /// # Panics
    /// Without any bit.
    pub fn with_memory(puzzle: &Nonogram, bits: u32) -> Lines<W> {
        assert!((1..32).contains(&bits), "a memory has at least two entries");
        let none = Entry {
            line: u32::MAX,
            possible: false,
            filled: W::ZERO,
            empty: W::ZERO,
            black: W::ZERO,
            white: W::ZERO,
        };
        Lines {
            automata: puzzle
                .lines()
                .map(|line| Automaton::new(puzzle.clue(line), puzzle.length(line)))
                .collect(),
            width: puzzle.width(),
            height: puzzle.height(),
            scratch: Scratch::new(puzzle.width().max(puzzle.height())),
            cache: vec![none; 1 << bits],
            solved: 0,
            remembered: 0,
        }
    }

    /// Number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// A grid of which nothing is known.
    pub fn unknown(&self) -> Grid<W> {
        let nothing = vec![W::ZERO; self.automata.len()];
        Grid { filled: nothing.clone(), empty: nothing }
    }

    /// All that the lines alone tell; `None` when one of them cannot be completed.
    pub fn root(&mut self) -> Option<Grid<W>> {
        let mut grid = self.unknown();
        let all = LineSet { rows: W::low(self.height), columns: W::low(self.width) };
        self.spread(&mut grid, all).ok().map(|_| grid)
    }

    /// The grid of a board.
    pub fn grid_of(&self, board: &Board) -> Grid<W> {
        let mut grid = self.unknown();
        for (index, &cell) in board.cells().iter().enumerate() {
            if cell != Cell::Unknown {
                self.set(&mut grid, index / self.width, index % self.width, cell == Cell::Black);
            }
        }
        grid
    }

    /// Makes a cell known.
    pub fn set(&self, grid: &mut Grid<W>, row: usize, column: usize, black: bool) {
        let masks = if black { &mut grid.filled } else { &mut grid.empty };
        masks[row] |= W::bit(column);
        masks[self.height + column] |= W::bit(row);
    }

    /// Solves one line (rows first), or remembers it.
    pub fn solve_line(&mut self, line: usize, filled: W, empty: W) -> Option<(W, W)> {
        self.solved += 1;
        let hash = (filled.mix().rotate_left(21) ^ empty.mix()).wrapping_add(line as u64 * 0x9E37_79B9);
        let slot =
            (hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - self.cache.len().trailing_zeros())) as usize;
        let entry = &self.cache[slot];
        if entry.line == line as u32 && entry.filled == filled && entry.empty == empty {
            self.remembered += 1;
            return entry.possible.then_some((entry.black, entry.white));
        }
        let result = self.automata[line].solve(filled, empty, &mut self.scratch);
        let (black, white) = result.unwrap_or((W::ZERO, W::ZERO));
        self.cache[slot] =
            Entry { line: line as u32, possible: result.is_some(), filled, empty, black, white };
        result
    }

    /// Solves the dirty lines, and every line that changes by that, until nothing changes.
    ///
    /// The grid is left half done when it is dead.
    pub fn spread(&mut self, grid: &mut Grid<W>, mut dirty: LineSet<W>) -> Result<Spread<W>, Dead> {
        let mut spread = Spread { solved: LineSet::EMPTY, changed: LineSet::EMPTY };
        loop {
            spread.solved = spread.solved.with(dirty);
            let rows = std::mem::replace(&mut dirty.rows, W::ZERO);
            for row in rows.ones() {
                let fresh = self.settle(grid, row)?;
                if !fresh.is_zero() {
                    dirty.columns |= fresh;
                    spread.changed = spread.changed.with(LineSet { rows: W::bit(row), columns: fresh });
                }
            }
            spread.solved = spread.solved.with(dirty);
            let columns = std::mem::replace(&mut dirty.columns, W::ZERO);
            for column in columns.ones() {
                let fresh = self.settle(grid, self.height + column)?;
                if !fresh.is_zero() {
                    dirty.rows |= fresh;
                    spread.changed = spread.changed.with(LineSet { rows: fresh, columns: W::bit(column) });
                }
            }
            if dirty == LineSet::EMPTY {
                return Ok(spread);
            }
        }
    }

    /// Solves one line of the grid and writes the new cells into the lines that cross it.
    fn settle(&mut self, grid: &mut Grid<W>, line: usize) -> Result<W, Dead> {
        let (filled, empty) = (grid.filled[line], grid.empty[line]);
        let (black, white) = self.solve_line(line, filled, empty).ok_or(Dead)?;
        let (is_row, offset) = (line < self.height, if line < self.height { self.height } else { 0 });
        let bit = W::bit(if is_row { line } else { line - self.height });
        for crossing in (black & !filled).ones() {
            grid.filled[offset + crossing] |= bit;
        }
        for crossing in (white & !empty).ones() {
            grid.empty[offset + crossing] |= bit;
        }
        (grid.filled[line], grid.empty[line]) = (black, white);
        Ok((black & !filled) | (white & !empty))
    }
}

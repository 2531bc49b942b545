//! Probing: suppose a colour for a cell and look what the lines make of it.
//!
//! If one colour fails, the cell has the other; if both fail, the grid is dead; what both colours make of a
//! third cell is so. When p = c makes q = v, then q = ¬v makes p = ¬c (the contrapositive, FP2 of Wu et al.
//! 2013): it is remembered for the probe of q = ¬v, which the lines alone may not tell.
//!
//! A probe is repeated only when a line that it solved last time has changed since (the skip rule): any
//! other repetition would do the very same.

use quandary_core::{Budget, Exhausted};

use super::propagate::{Dead, Grid, LineSet, Lines};
use crate::Cell;
use crate::line::Word;

/// How probing ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probed {
    /// Every cell is known.
    Solved,
    /// Cells are left open, and no probe tells more.
    Open,
    /// The grid has no completion.
    Dead,
}

/// What one probe left behind.
#[derive(Clone)]
struct Memory<W> {
    /// The grid it came to.
    grid: Grid<W>,
    /// Lines it solved.
    solved: LineSet<W>,
    /// Cells it made known.
    gained: usize,
    /// When it ran: the number of changes to the grid before it.
    time: usize,
}

/// A grid under probing.
#[derive(Clone)]
pub struct Prober<W> {
    grid: Grid<W>,
    width: usize,
    height: usize,
    /// The last probe of each literal (2 × cell + white).
    memory: Vec<Option<Memory<W>>>,
    /// Literals that a literal is known to imply beyond what the lines tell.
    implied: Vec<Vec<u32>>,
    /// The lines that changed, change by change.
    changes: Vec<LineSet<W>>,
    contrapositives: bool,
}

/// Above this many cells the probes' grids would need too much memory, and contrapositives are left out.
const MANY_CELLS: usize = 64 * 64;

impl<W: Word> Prober<W> {
    /// Starts from a grid that the lines have nothing to add to.
    pub fn new(lines: &Lines<W>, grid: Grid<W>) -> Prober<W> {
        let (width, height) = (lines.width(), lines.height());
        let literals = 2 * width * height;
        Prober {
            grid,
            width,
            height,
            memory: vec![None; literals],
            implied: vec![Vec::new(); literals],
            changes: Vec::new(),
            contrapositives: width * height <= MANY_CELLS,
        }
    }

    /// The grid as far as it is known.
    pub fn grid(&self) -> &Grid<W> {
        &self.grid
    }

    fn is_open(&self, cell: usize) -> bool {
        self.grid.colour(cell / self.width, cell % self.width) == Cell::Unknown
    }

    /// Open cells, row by row.
    pub fn open_cells(&self) -> Vec<usize> {
        (0..self.width * self.height).filter(|&cell| self.is_open(cell)).collect()
    }

    /// Probes every open cell until no probe tells more. One probe is one node.
    pub fn run(&mut self, lines: &mut Lines<W>, budget: &mut Budget) -> Result<Probed, Exhausted> {
        loop {
            let mut found_more = false;
            for cell in 0..self.width * self.height {
                if self.is_open(cell) {
                    match self.probe_cell(lines, cell, budget)? {
                        Ok(more) => found_more |= more,
                        Err(Dead) => return Ok(Probed::Dead),
                    }
                }
            }
            if self.open_cells().is_empty() {
                return Ok(Probed::Solved);
            }
            if !found_more {
                return Ok(Probed::Open);
            }
        }
    }

    /// Whether the last probe of a literal would go the same way again.
    fn is_fresh(&self, literal: usize) -> bool {
        self.memory[literal].as_ref().is_some_and(|memory| {
            !self.changes[memory.time..].iter().any(|&changed| changed.meets(memory.solved))
        })
    }

    /// Probes both colours of a cell. Tells whether the grid, or what is remembered, has grown.
    fn probe_cell(
        &mut self,
        lines: &mut Lines<W>,
        cell: usize,
        budget: &mut Budget,
    ) -> Result<Result<bool, Dead>, Exhausted> {
        let mut found_more = false;
        for black in [true, false] {
            if !self.is_open(cell) {
                return Ok(Ok(true));
            }
            let literal = 2 * cell + usize::from(!black);
            if self.is_fresh(literal) {
                continue;
            }
            budget.spend(1)?;
            match self.probe(lines, literal) {
                Ok(new_contrapositive) => found_more |= new_contrapositive,
                Err(Dead) => {
                    if self.fix(lines, &[(cell, !black)]).is_err() {
                        return Ok(Err(Dead));
                    }
                    return Ok(Ok(true));
                }
            }
        }
        let common = self.common(cell);
        if !common.is_empty() {
            found_more = true;
            if self.fix(lines, &common).is_err() {
                return Ok(Err(Dead));
            }
        }
        Ok(Ok(found_more))
    }

    /// Probes one literal and remembers where it led. Tells whether a contrapositive was new.
    fn probe(&mut self, lines: &mut Lines<W>, literal: usize) -> Result<bool, Dead> {
        let mut grid = self.grid.clone();
        let mut dirty = LineSet::EMPTY;
        for supposed in
            std::iter::once(literal).chain(self.implied[literal].iter().map(|&other| other as usize))
        {
            let (cell, black) = (supposed / 2, supposed % 2 == 0);
            let (row, column) = (cell / self.width, cell % self.width);
            match (grid.colour(row, column), black) {
                (Cell::Unknown, _) => {
                    lines.set(&mut grid, row, column, black);
                    dirty = dirty.with(LineSet::of_cell(row, column));
                }
                (Cell::Black, true) | (Cell::White, false) => {}
                _ => return Err(Dead),
            }
        }
        let spread = lines.spread(&mut grid, dirty)?;
        let gained = grid.known(self.height) - self.grid.known(self.height);
        let new = self.contrapositives && self.add_contrapositives(literal, &grid);
        let solved = spread.solved.with(dirty);
        self.memory[literal] = Some(Memory { grid, solved, gained, time: self.changes.len() });
        Ok(new)
    }

    /// For every cell that became known: its opposite colour implies the opposite of the literal.
    fn add_contrapositives(&mut self, literal: usize, grid: &Grid<W>) -> bool {
        let (row, column) = (literal / 2 / self.width, literal / 2 % self.width);
        let opposite = literal ^ 1;
        let mut new = false;
        for other in 0..self.height {
            let fresh_black = grid.filled[other] & !self.grid.filled[other];
            let fresh_white = grid.empty[other] & !self.grid.empty[other];
            for (set, against) in [(fresh_black, 1), (fresh_white, 0)] {
                for crossing in set.ones() {
                    let from = 2 * (other * self.width + crossing) + against;
                    if from / 2 == literal / 2 || self.implied[from].contains(&(opposite as u32)) {
                        continue;
                    }
                    let expected = if opposite.is_multiple_of(2) { Cell::Black } else { Cell::White };
                    let known =
                        self.memory[from].as_ref().is_some_and(|m| m.grid.colour(row, column) == expected);
                    if !known {
                        self.implied[from].push(opposite as u32);
                        self.memory[from] = None;
                        new = true;
                    }
                }
            }
        }
        new
    }

    /// Open cells that both colours of `cell` make the same.
    fn common(&self, cell: usize) -> Vec<(usize, bool)> {
        let (Some(black), Some(white)) = (&self.memory[2 * cell], &self.memory[2 * cell + 1]) else {
            return Vec::new();
        };
        let mut common = Vec::new();
        for row in 0..self.height {
            let open = !(self.grid.filled[row] | self.grid.empty[row]);
            let both_black = black.grid.filled[row] & white.grid.filled[row] & open;
            let both_white = black.grid.empty[row] & white.grid.empty[row] & open;
            common.extend(both_black.ones().map(|column| (row * self.width + column, true)));
            common.extend(both_white.ones().map(|column| (row * self.width + column, false)));
        }
        common
    }

    /// Makes cells known for good, with all that follows.
    fn fix(&mut self, lines: &mut Lines<W>, cells: &[(usize, bool)]) -> Result<(), Dead> {
        let mut dirty = LineSet::EMPTY;
        for &(cell, black) in cells {
            let (row, column) = (cell / self.width, cell % self.width);
            lines.set(&mut self.grid, row, column, black);
            dirty = dirty.with(LineSet::of_cell(row, column));
        }
        let spread = lines.spread(&mut self.grid, dirty)?;
        self.changes.push(spread.changed.with(dirty));
        Ok(())
    }

    /// The open cell whose probes tell most, with the colour that tells more, and the grid it leads to
    /// (Min-logd of Wu et al. 2013: min(m₀, m₁) + |log(1 + m₀) − log(1 + m₁)|, m the cells gained).
    pub(super) fn branch(&self) -> Option<(usize, bool)> {
        let score = |cell: usize| {
            let gained = |white: usize| self.memory[2 * cell + white].as_ref().map_or(0, |m| m.gained) as f64;
            let (black, white) = (gained(0), gained(1));
            (black.min(white) + (black.ln_1p() - white.ln_1p()).abs(), black >= white)
        };
        let best = self.open_cells().into_iter().map(|cell| (cell, score(cell)));
        best.max_by(|a, b| a.1.0.total_cmp(&b.1.0).then(b.0.cmp(&a.0)))
            .map(|(cell, (_, black))| (cell, black))
    }

    /// The same prober one decision further; dead when the decision fails.
    pub(super) fn decided(&self, lines: &mut Lines<W>, cell: usize, black: bool) -> Result<Prober<W>, Dead> {
        let mut next = self.clone();
        next.fix(lines, &[(cell, black)]).map(|()| next)
    }
}

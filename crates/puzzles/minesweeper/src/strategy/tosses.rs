//! Coin tosses that no information can decide, recognised before they are complete.
//!
//! Two neighbouring closed cells of which one is a mine are a toss for ever when every cell that touches only
//! one of them is a mine or off the board: no number can tell them apart. So are two diagonals of a block of
//! four, when the cells at its corners are mines. A toss costs half the wins whenever it is made. A cell that
//! may end up in one is therefore worth more than its safety says, since opening it settles the matter; and so
//! is a cell that would have to be a mine for the toss to exist, since opening it shows that there is none.
//!
//! ```text
//! * a b *      stars are mines, a and b closed: whatever is opened above or below sees both
//! ```
//!
//! How likely a toss is, is counted exactly: the share of minefields in which it exists. Only where no number sees
//! any of its cells they are taken as independent.

use crate::board::{Cell, Grid};
use crate::inference::{Inference, NO_PART};
use crate::knowledge::{Knowledge, Mark};

/// Steps down and to the right from a cell.
type Steps = &'static [(i32, i32)];

/// A toss between `one` and `other`, distinguished only by the cells in `apart`.
struct Shape {
    one: Steps,
    other: Steps,
    apart: Steps,
}

const SHAPES: [Shape; 3] = [
    Shape { one: &[(0, 0)], other: &[(0, 1)], apart: &[(-1, -1), (0, -1), (1, -1), (-1, 2), (0, 2), (1, 2)] },
    Shape { one: &[(0, 0)], other: &[(1, 0)], apart: &[(-1, -1), (-1, 0), (-1, 1), (2, -1), (2, 0), (2, 1)] },
    Shape { one: &[(0, 0), (1, 1)], other: &[(0, 1), (1, 0)], apart: &[(-1, -1), (-1, 2), (2, -1), (2, 2)] },
];

/// In play, tosses that look less likely than this are passed over.
pub(super) const LEAST: f64 = 0.001;

/// What each cell has to do with the tosses that may come.
#[derive(Clone, Debug)]
pub(crate) struct Tosses {
    within: Vec<f64>,
    around: Vec<f64>,
    touched: Vec<Cell>,
    /// The shape that is being weighed: cells that are mines, cells that are safe.
    mines: Vec<Cell>,
    safe: Vec<Cell>,
    known: Knowledge,
    count: Inference,
}

impl Tosses {
    pub(crate) fn new(grid: &Grid) -> Tosses {
        let cells = grid.board().cells();
        Tosses {
            within: vec![0.0; cells],
            around: vec![0.0; cells],
            touched: Vec::new(),
            mines: Vec::new(),
            safe: Vec::new(),
            known: Knowledge::new(grid),
            count: Inference::new(grid),
        }
    }

    /// The probability that a cell is a mine of a toss.
    pub(crate) fn within(&self, cell: Cell) -> f64 {
        self.within[cell.at()]
    }

    /// The probability that a cell is a mine without which there would be no toss beside it.
    pub(crate) fn around(&self, cell: Cell) -> f64 {
        self.around[cell.at()]
    }

    /// Forgets all tosses.
    pub(crate) fn clear(&mut self) {
        for cell in self.touched.drain(..) {
            self.within[cell.at()] = 0.0;
            self.around[cell.at()] = 0.0;
        }
    }

    /// Finds the tosses that may come and look at least as likely as `least`. `base` must have been run on `known`.
    pub(crate) fn find(&mut self, known: &Knowledge, base: &Inference, least: f64) {
        self.clear();
        let board = known.grid().board();
        let (rows, cols) = (board.rows() as i32, board.cols() as i32);
        for start in known.grid().cells().filter(|&cell| known.mark(cell) == Mark::Unknown) {
            let (row, col) = (start.0 as i32 / cols, start.0 as i32 % cols);
            let at = |&(down, right): &(i32, i32)| {
                let (row, col) = (row + down, col + right);
                let inside = (0..rows).contains(&row) && (0..cols).contains(&col);
                inside.then_some(Cell((row * cols + col) as u32))
            };
            for shape in &SHAPES {
                self.weigh(known, base, shape, at, least);
            }
        }
    }

    fn weigh(
        &mut self,
        known: &Knowledge,
        base: &Inference,
        shape: &Shape,
        at: impl Fn(&(i32, i32)) -> Option<Cell>,
        least: f64,
    ) {
        self.mines.clear();
        self.safe.clear();
        let unknown = |cell: &Cell| known.mark(*cell) == Mark::Unknown;
        // A quick estimate as if cells were independent, to pass over what is not worth counting.
        let mut estimate = 1.0;
        for steps in shape.one {
            let Some(cell) = at(steps).filter(unknown) else { return };
            estimate *= base.mine(cell);
            self.mines.push(cell);
        }
        for steps in shape.other {
            let Some(cell) = at(steps).filter(unknown) else { return };
            if shape.one.len() > 1 || !share_last_mine(known, self.mines[0], cell) {
                estimate *= 1.0 - base.mine(cell);
            }
            self.safe.push(cell);
        }
        for cell in shape.apart.iter().filter_map(&at) {
            match known.mark(cell) {
                Mark::Mine => {}
                Mark::Unknown => {
                    estimate *= base.mine(cell);
                    self.mines.push(cell);
                }
                Mark::Open | Mark::Safe => return,
            }
            if estimate < least {
                return;
            }
        }
        let seen = self.mines.iter().chain(&self.safe).any(|&cell| base.part_of(cell) != NO_PART);
        let chance = if seen { self.count(known, base) } else { estimate };
        let (one, apart) = self.mines.split_at(shape.one.len());
        for &cell in one.iter().chain(&self.safe) {
            self.within[cell.at()] += chance;
        }
        for &cell in apart {
            self.around[cell.at()] += chance;
        }
        self.touched.extend(self.mines.iter().chain(&self.safe));
    }

    /// The share of minefields with these mines and safe cells.
    fn count(&mut self, known: &Knowledge, base: &Inference) -> f64 {
        self.known.clone_from(known);
        for &cell in &self.mines {
            self.known.prove_mine(cell);
        }
        for &cell in &self.safe {
            self.known.prove_safe(cell, cell);
        }
        self.known.propagate();
        match self.count.count(&self.known) {
            Ok(()) => self.count.total / base.total * (self.count.ln_total - base.ln_total).exp(),
            Err(_) => 0.0,
        }
    }
}

/// Whether some number needs exactly one mine and sees only these two unknown cells.
fn share_last_mine(known: &Knowledge, a: Cell, b: Cell) -> bool {
    let grid = known.grid();
    grid.around(a).iter().any(|&near| {
        known.mark(near) == Mark::Open && known.unknown_around(near) == 2 && grid.around(near).contains(&b)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::inference::{Consultation, Minefields};
    use crate::rules::{Minefield, Observation};
    use quandary_core::Seed;

    /// The unknown cells between which there is a toss of this shape at `start` in a field.
    fn toss(known: &Knowledge, field: &Minefield, shape: &Shape, start: Cell, swapped: bool) -> Vec<Cell> {
        let board = field.board();
        let at = |&(down, right): &(i32, i32)| {
            let row = (start.0 as usize / board.cols()) as i32 + down;
            let col = (start.0 as usize % board.cols()) as i32 + right;
            let inside = row >= 0 && col >= 0 && row < board.rows() as i32 && col < board.cols() as i32;
            inside.then(|| Cell((row * board.cols() as i32 + col) as u32))
        };
        let (mines, safe) = if swapped { (shape.other, shape.one) } else { (shape.one, shape.other) };
        let fits = mines.iter().all(|s| at(s).is_some_and(|c| field.is_mine(c)))
            && safe.iter().all(|s| at(s).is_some_and(|c| !field.is_mine(c)))
            && shape.apart.iter().filter_map(at).all(|c| field.is_mine(c));
        let cells: Vec<Cell> = mines.iter().chain(safe).filter_map(at).collect();
        let closed = cells.iter().all(|&cell| known.mark(cell) == Mark::Unknown);
        if fits && closed { cells } else { Vec::new() }
    }

    #[test]
    fn tosses_are_as_likely_as_counting_all_minefields_says() {
        let mut stream = Seed(31).stream(0);
        let mut compared = 0;
        for _ in 0..4_000 {
            let board = Board::new(2 + stream.index(3), 3 + stream.index(3), 5).unwrap();
            let seen = Observation::scattered(board, 0.5, &mut stream);
            let grid = seen.grid().clone();
            let mut asked = Consultation::new(&grid);
            let mut fields = Minefields::default();
            if !matches!(asked.certain(&seen), Ok(None)) || !asked.base.enumerate(20_000, &mut fields) {
                continue;
            }
            let (known, base) = (&asked.known, &asked.base);
            if !base.unseen.is_empty() {
                continue;
            }
            let mut tosses = Tosses::new(&grid);
            tosses.find(known, base, 0.0);
            let mut within = vec![[0.0; 2]; board.cells()];
            for bits in &fields.fields {
                let mined = grid.cells().map(|cell| match fields.cells.iter().position(|&c| c == cell) {
                    Some(bit) => bits >> bit & 1 == 1,
                    None => known.mark(cell) == Mark::Mine,
                });
                let field = Minefield::new(board.rows(), board.cols(), mined.collect()).unwrap();
                for (shape, start) in SHAPES.iter().flat_map(|shape| grid.cells().map(move |c| (shape, c))) {
                    for swapped in [false, true] {
                        for cell in toss(known, &field, shape, start, swapped) {
                            within[cell.at()][usize::from(swapped)] += 1.0 / fields.fields.len() as f64;
                        }
                    }
                }
            }
            for &cell in &fields.cells {
                let [one, other] = within[cell.at()];
                assert!((tosses.within(cell) - one).abs() < 1e-9, "{seen:?}");
                // No number tells the halves apart, so each is as likely as the other.
                assert!((one - other).abs() < 1e-9, "{seen:?}");
                compared += usize::from(one > 0.0);
            }
        }
        assert!(compared > 1_000, "{compared}");
    }
}

//! One guess further: what the next guess would be worth where the first one leaves nothing certain.

use super::best::Tuning;
use super::lone_neighbours;
use crate::board::{Cell, Grid};
use crate::inference::{Detail, Hypotheses, Inference, Outlook};
use crate::knowledge::{Knowledge, Mark};

/// Memory for the positions behind a guess.
#[derive(Clone, Debug)]
pub(crate) struct Deeper {
    known: Knowledge,
    base: Inference,
    ahead: Hypotheses,
    outlooks: Vec<Outlook>,
    cells: Vec<(Cell, f64)>,
}

impl Deeper {
    pub(crate) fn new(grid: &Grid) -> Deeper {
        Deeper {
            known: Knowledge::new(grid),
            base: Inference::new(grid),
            ahead: Hypotheses::new(grid),
            outlooks: Vec::new(),
            cells: Vec::new(),
        }
    }

    /// The value of the position in which `cell` was opened and shows `value`: that of its best guess.
    /// `None` when it cannot be counted.
    pub(crate) fn value(&mut self, known: &Knowledge, cell: Cell, value: u8, tuning: &Tuning) -> Option<f64> {
        self.known.clone_from(known);
        self.known.open(cell, value);
        self.known.propagate();
        self.base.run(&self.known).ok()?;
        for &mine in &self.base.mines {
            self.known.prove_mine(mine);
        }
        if !self.base.mines.is_empty() {
            self.known.propagate();
            self.base.run(&self.known).ok()?;
        }
        self.find_cells(tuning.deeper_width);
        let mut best = 0.0;
        for &(next, safe) in &self.cells {
            if safe <= best {
                break;
            }
            self.ahead.explore(&self.known, &self.base, next, Detail::Full, &mut self.outlooks).ok()?;
            let score: f64 = self.outlooks.iter().map(|o| o.probability * tuning.value(o)).sum();
            best = f64::max(best, score);
        }
        Some(best)
    }

    /// The safest cells, one of each kind where they are alike.
    fn find_cells(&mut self, most: usize) {
        self.cells.clear();
        let mut kinds = [false; 9];
        for cell in self.known.grid().cells() {
            if self.known.mark(cell) != Mark::Unknown {
                continue;
            }
            let alike = lone_neighbours(&self.known, &self.base, cell);
            if alike.is_none_or(|kind| !std::mem::replace(&mut kinds[kind], true)) {
                self.cells.push((cell, 1.0 - self.base.mine(cell)));
            }
        }
        // Among equally safe cells those with fewer unknown neighbours open more often.
        let unknown = |cell: Cell| {
            let around = self.known.grid().around(cell).iter();
            around.filter(|&&near| self.known.mark(near) == Mark::Unknown).count()
        };
        self.cells.sort_by(|a, b| {
            let close = (a.1 - b.1).abs() < 1e-9;
            if close { unknown(a.0).cmp(&unknown(b.0)) } else { b.1.total_cmp(&a.1) }
        });
        self.cells.truncate(most);
    }
}

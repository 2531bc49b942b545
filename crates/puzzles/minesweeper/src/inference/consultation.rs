//! One position, looked at once: what single numbers prove, and the exact count where they are silent.
//!
//! Players keep a consultation from move to move. An explanation makes one, and lends it to everything that asks
//! about the position: the mine probabilities, the grade ([`crate::grade`]) and the player. The count remembers what it
//! was made of, so that it runs again only when more is known.

use quandary_core::Budget;

use super::{Inference, NoAnswer, Probabilities};
use crate::board::{Cell, Grid};
use crate::knowledge::{Knowledge, Mark};
use crate::rules::Observation;

/// What is known about a position, and how more is found out.
#[derive(Clone, Debug)]
pub(crate) struct Consultation {
    pub(crate) known: Knowledge,
    pub(crate) base: Inference,
    /// The version of `known` that `base` has counted.
    counted: Option<u64>,
}

impl Consultation {
    /// Nothing is known yet.
    pub(crate) fn new(grid: &Grid) -> Consultation {
        Consultation { known: Knowledge::new(grid), base: Inference::new(grid), counted: None }
    }

    /// A position, counted within the time and the memory of a budget.
    pub(crate) fn of(seen: &Observation, budget: &Budget) -> Result<Consultation, NoAnswer> {
        let mut asked = Consultation::new(seen.grid());
        asked.base.within(budget);
        asked.look(seen);
        asked.count()?;
        Ok(asked)
    }

    /// Takes in what was opened since the last time, and what single numbers prove now.
    fn look(&mut self, seen: &Observation) {
        self.known.sync(seen);
        self.known.propagate();
    }

    /// Leaves the probabilities of all unknown cells in `base`.
    pub(crate) fn count(&mut self) -> Result<(), NoAnswer> {
        if self.counted != Some(self.known.version()) {
            self.base.run(&self.known)?;
            self.counted = Some(self.known.version());
        }
        Ok(())
    }

    /// Leaves in `base` what the numbers settle without the number of mines on the board.
    pub(crate) fn count_numbers(&mut self) -> Result<(), NoAnswer> {
        self.counted = None;
        self.base.run_without_count(&self.known)
    }

    /// Takes what the last count settled for known; whether there was anything.
    pub(crate) fn settle(&mut self) -> bool {
        for &mine in &self.base.mines {
            self.known.prove_mine(mine);
        }
        for &safe in &self.base.safe {
            self.known.prove_safe(safe, safe);
        }
        !self.base.mines.is_empty() || !self.base.safe.is_empty()
    }

    /// A cell that is certainly safe, if there is one, with the number that proves it (itself: the whole position).
    /// It is found as cheaply as possible: the count is made only where single numbers are silent. Afterwards, if
    /// there is none, the probabilities of all unknown cells are in `base`.
    pub(crate) fn certain(&mut self, seen: &Observation) -> Result<Option<(Cell, Cell)>, NoAnswer> {
        self.look(seen);
        if let Some(found) = self.known.next_safe() {
            return Ok(Some(found));
        }
        self.count()?;
        if self.settle() {
            if let Some(found) = self.known.next_safe() {
                return Ok(Some(found));
            }
            // Proved mines change the frontier: count what is left, so that what follows sees it as it is.
            self.known.propagate();
            self.count()?;
        }
        Ok(None)
    }

    /// Whether some closed cell is certainly safe. The position must have been counted.
    pub(crate) fn has_safe_cell(&self) -> bool {
        self.known.safe_cells() > 0 || !self.base.safe.is_empty()
    }

    /// The mine probability of every closed cell. The position must have been counted.
    pub(crate) fn probabilities(&self) -> Probabilities {
        let mine = |cell: Cell| match self.known.mark(cell) {
            Mark::Open => None,
            Mark::Safe => Some(0.0),
            Mark::Mine => Some(1.0),
            Mark::Unknown => Some(self.base.mine(cell)),
        };
        Probabilities {
            mine: self.known.grid().cells().map(mine).collect(),
            ln_boards: self.base.total.ln() + self.base.ln_total,
        }
    }
}

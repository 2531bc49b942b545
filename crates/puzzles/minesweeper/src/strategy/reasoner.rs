//! What is certain, found as cheaply as possible: single numbers first, the exact count only when they
//! are silent. Every strong strategy starts here.

use super::Reason;
use crate::board::{Cell, Grid};
use crate::inference::{Inference, NoAnswer};
use crate::knowledge::Knowledge;
use crate::rules::Observation;

/// Knowledge and exact probabilities, kept from move to move.
#[derive(Clone, Debug)]
pub(crate) struct Reasoner {
    pub(crate) known: Knowledge,
    pub(crate) base: Inference,
}

impl Reasoner {
    pub(crate) fn new(grid: &Grid) -> Reasoner {
        Reasoner { known: Knowledge::new(grid), base: Inference::new(grid) }
    }

    /// A cell that is certainly safe, if there is one. Afterwards, if there is none, the probabilities of
    /// all unknown cells stand in `base`.
    pub(crate) fn certain(&mut self, seen: &Observation) -> Result<Option<(Cell, Reason)>, NoAnswer> {
        self.known.sync(seen);
        self.known.propagate();
        if let Some((cell, witness)) = self.known.next_safe() {
            let reason = if cell == witness { Reason::Exact } else { Reason::Single { witness } };
            return Ok(Some((cell, reason)));
        }
        self.base.run(&self.known)?;
        for &mine in &self.base.mines {
            self.known.prove_mine(mine);
        }
        for &safe in &self.base.safe {
            self.known.prove_safe(safe, safe);
        }
        if let Some((cell, _)) = self.known.next_safe() {
            return Ok(Some((cell, Reason::Exact)));
        }
        if !self.base.mines.is_empty() {
            // Proved mines change the frontier: count once more, so that what follows sees it as it is.
            self.known.propagate();
            self.base.run(&self.known)?;
        }
        Ok(None)
    }
}

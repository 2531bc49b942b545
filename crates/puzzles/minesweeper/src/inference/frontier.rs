//! Questions about the frontier alone: what the documents' players ask.

use quandary_core::{Budget, Exhausted};

use super::chain::Chain;
use super::hold::Hold;
use super::system::{Stamps, System};
use super::{Inference, NO_PART, NoAnswer};
use crate::board::{Cell, Grid};
use crate::knowledge::{Knowledge, Mark};
use crate::rules::Observation;

impl Inference<f64> {
    /// Like [`Inference::run`], but each solution of a part counts once whatever the mines elsewhere: the
    /// weighting that the kbs prints. The unseen cells share the mines that the frontiers leave on average.
    pub(crate) fn run_equal(&mut self, known: &Knowledge) -> Result<(), NoAnswer> {
        self.safe.clear();
        self.mines.clear();
        if let Some(contradiction) = known.contradiction() {
            return Err(NoAnswer::Impossible { witnesses: vec![contradiction.witness], count: false });
        }
        self.find_parts(known);
        let mines = known.mines_left().max(0) as usize;
        self.mines_left = mines;
        let mut hold = self.hold();
        for part in &mut self.parts[..self.live] {
            part.chain.plan(&part.system)?;
            if !part.chain.forward(&mut hold)? {
                return Err(NoAnswer::Impossible { witnesses: part.witnesses.clone(), count: false });
            }
            let (low, ways) = part.chain.total();
            // A node with more mines than are left is illegal (kbs definition 12).
            let rest: Vec<f64> =
                (0..ways.len()).map(|above| if low + above <= mines { 1.0 } else { 0.0 }).collect();
            part.chain.backward(&rest, part.system.groups.len(), &mut hold)?;
        }
        let mut left = mines as f64;
        for part in &self.parts[..self.live] {
            for (&cell, &group) in part.system.cells.iter().zip(&part.system.group_of) {
                let tally = &part.chain.tallies[group as usize];
                self.mine[cell.at()] = tally.mines / (tally.mines + tally.safe);
                left -= self.mine[cell.at()];
            }
        }
        self.unseen_mine = (left / self.unseen.len().max(1) as f64).clamp(0.0, 1.0);
        for &cell in &self.unseen {
            self.mine[cell.at()] = self.unseen_mine;
        }
        Ok(())
    }

    /// Finds the cells that the numbers alone settle, whatever the number of mines on the board: `safe` and `mines`.
    pub(crate) fn run_without_count(&mut self, known: &Knowledge) -> Result<(), NoAnswer> {
        #[cfg(test)]
        super::counts::note(known);
        self.find_parts(known);
        let mut hold = self.hold();
        for part in &mut self.parts[..self.live] {
            part.chain.plan(&part.system)?;
            if !part.chain.forward(&mut hold)? {
                self.safe.clear();
                self.mines.clear();
                return Err(NoAnswer::Impossible { witnesses: part.witnesses.clone(), count: false });
            }
        }
        Ok(self.forget_the_count()?)
    }

    /// The same after [`Inference::run`], whose forward passes do not depend on the number of mines.
    pub(crate) fn forget_the_count(&mut self) -> Result<(), Exhausted> {
        self.safe.clear();
        self.mines.clear();
        let mut hold = self.hold();
        for part in &mut self.parts[..self.live] {
            let rest = vec![1.0; part.chain.total().1.len()];
            part.chain.backward(&rest, part.system.groups.len(), &mut hold)?;
            for (&cell, &group) in part.system.cells.iter().zip(&part.system.group_of) {
                let tally = &part.chain.tallies[group as usize];
                if tally.mines == 0.0 {
                    self.safe.push(cell);
                } else if tally.safe == 0.0 {
                    self.mines.push(cell);
                }
            }
        }
        Ok(())
    }

    /// How many assignments of the frontier cells agree with the numbers and leave a possible number of
    /// mines for the rest.
    pub(crate) fn frontier_solutions(&self) -> f64 {
        let parts = &self.parts[..self.live];
        let low: usize = parts.iter().map(|part| part.chain.total().0).sum();
        let ln_scale: f64 = parts.iter().map(|part| part.chain.ln_scale).sum();
        let ways = self.prefixes[self.live].iter().enumerate();
        let possible = ways.filter(|&(above, _)| {
            let left = self.mines_left as isize - (low + above) as isize;
            0 <= left && left <= self.unseen.len() as isize
        });
        possible.map(|(_, ways)| ways).sum::<f64>() * ln_scale.exp()
    }

    /// Whether an unknown cell is next to an open number.
    pub(crate) fn is_on_frontier(&self, cell: Cell) -> bool {
        self.part_of(cell) != NO_PART
    }
}

/// Whether some minefield agrees with these open numbers (and, if `count`, with the number of mines), where the
/// closed cell `assumed` is a mine or not; `None` when the frontier is too wide to tell within
/// the budget.
pub(crate) fn is_satisfiable(
    seen: &Observation,
    numbers: &[Cell],
    count: bool,
    assumed: Option<(Cell, bool)>,
    budget: &Budget,
) -> Option<bool> {
    let mut system = System::default();
    let mut stamps = Stamps::new(seen.board().cells());
    stamps.clear();
    let (fixed, fixed_mines) = assumed.map_or((None, 0), |(cell, mine)| (Some(cell), u8::from(mine)));
    for &witness in numbers {
        let around = seen.grid().around(witness);
        let touches = fixed.is_some_and(|cell| around.contains(&cell));
        let Some(need) = seen.number(witness)?.checked_sub(if touches { fixed_mines } else { 0 }) else {
            return Some(false);
        };
        let cells = around.iter().copied().filter(|&near| seen.at(near).is_closed() && Some(near) != fixed);
        if usize::from(need) > cells.clone().count() {
            return Some(false);
        }
        if cells.clone().next().is_some() {
            system.add(&mut stamps, need, cells);
        }
    }
    system.merge();
    let mut chain = Chain::<f64>::new();
    chain.plan(&system).ok()?;
    if !chain.forward(&mut Hold::under(budget)).ok()? {
        return Some(false);
    }
    let (low, ways) = chain.total();
    let unseen = seen.closed() - usize::from(fixed.is_some()) - system.cells.len();
    let Some(mines) = seen.board().mines().checked_sub(usize::from(fixed_mines)) else {
        return Some(!count);
    };
    let fits = |above: usize| (low + above..=low + above + unseen).contains(&mines);
    Some(!count || ways.iter().enumerate().any(|(above, &ways)| ways > 0.0 && fits(above)))
}

/// Inf(x) of the kbs: how many cells become certain once a cell is assumed safe.
#[derive(Clone, Debug)]
pub(crate) struct Invariables {
    stamps: Stamps,
    system: System,
    chain: Chain<f64>,
}

impl Invariables {
    pub(crate) fn new(grid: &Grid) -> Invariables {
        Invariables {
            stamps: Stamps::new(grid.board().cells()),
            system: System::default(),
            chain: Chain::new(),
        }
    }

    /// The number of cells of `cell`'s part with a fixed value when `cell` is safe.
    pub(crate) fn count(&mut self, known: &Knowledge, base: &Inference, cell: Cell) -> u32 {
        let part = base.part_of(cell);
        if part == NO_PART {
            return 0;
        }
        self.system.clear();
        self.stamps.clear();
        for &witness in &base.parts[part as usize].witnesses {
            let cells = known.grid().around(witness).iter().copied();
            let cells = cells.filter(|&near| known.mark(near) == Mark::Unknown && near != cell);
            if cells.clone().next().is_some() {
                self.system.add(&mut self.stamps, known.need(witness) as u8, cells);
            }
        }
        self.system.merge();
        let mut hold = base.hold();
        if self.chain.plan(&self.system).is_err() || self.chain.forward(&mut hold) != Ok(true) {
            return 0;
        }
        let rest = vec![1.0; self.chain.total().1.len()];
        if self.chain.backward(&rest, self.system.groups.len(), &mut hold).is_err() {
            return 0;
        }
        let tallies = &self.chain.tallies;
        let fixed = |group: &u16| {
            let tally = &tallies[*group as usize];
            tally.mines == 0.0 || tally.safe == 0.0
        };
        self.system.group_of.iter().filter(|group| fixed(group)).count() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The assignments of some cells that meet every number of a part, by trying them all, in which `safe` is not a mine.
    fn solutions(known: &Knowledge, part: &super::super::Part<f64>, safe: Option<Cell>) -> Vec<u32> {
        let cells = &part.system.cells;
        let meets = |bits: u32, witness: Cell| {
            let around = known.grid().around(witness);
            let mines =
                cells.iter().enumerate().filter(|(i, cell)| bits >> i & 1 == 1 && around.contains(cell));
            mines.count() == known.need(witness) as usize
        };
        (0..1 << cells.len())
            .filter(|&bits| {
                cells.iter().enumerate().all(|(i, &cell)| Some(cell) != safe || bits >> i & 1 == 0)
            })
            .filter(|&bits| part.witnesses.iter().all(|&witness| meets(bits, witness)))
            .collect()
    }

    #[test]
    fn inf_counts_the_cells_with_one_value_in_all_solutions() {
        let mut stream = quandary_core::Seed(21).stream(0);
        let mut counted = 0;
        for _ in 0..150 {
            let seen = Observation::scattered("6x6/7".parse().unwrap(), 0.35, &mut stream);
            let known = Knowledge::of(&seen);
            let mut base = Inference::<f64>::new(seen.grid());
            let mut invariables = Invariables::new(seen.grid());
            base.run_equal(&known).unwrap();
            for part in base.parts[..base.live].iter().filter(|part| part.system.cells.len() <= 11) {
                let mut all = solutions(&known, part, None);
                all.retain(|bits| bits.count_ones() as usize <= base.mines_left);
                for (i, &cell) in part.system.cells.iter().enumerate() {
                    let mined = all.iter().filter(|&&bits| bits >> i & 1 == 1).count();
                    assert!((base.mine(cell) - mined as f64 / all.len() as f64).abs() < 1e-9);
                    let rest = solutions(&known, part, Some(cell));
                    let fixed = (0..part.system.cells.len()).filter(|&j| {
                        let mines = rest.iter().filter(|&&bits| bits >> j & 1 == 1).count();
                        j != i && !rest.is_empty() && (mines == 0 || mines == rest.len())
                    });
                    assert_eq!(invariables.count(&known, &base, cell) as usize, fixed.count());
                    counted += 1;
                }
            }
        }
        assert!(counted > 100, "{counted}");
    }
}

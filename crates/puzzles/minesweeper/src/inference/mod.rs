//! The probability of a mine in every closed cell, exactly, with the mine count.
//!
//! Every minefield that agrees with what is seen is equally likely, so a probability is a quotient of two
//! counts. The count goes in four steps:
//!
//! 1. Single numbers first ([`Knowledge`]): what they prove is taken out of the problem.
//! 2. Unknown cells next to the same numbers are merged into boxes ([`system`]); numbers that share a box,
//!    directly or through others, form a *part* of the frontier.
//! 3. For each part, dynamic programming counts the assignments by mines used ([`chain`]).
//! 4. Parts are independent but for the mines they share: their polynomials are multiplied, and m mines on
//!    the whole frontier leave C(unseen, mines − m) ways for the cells that no number sees.
//!
//! The cost is linear in the length of the frontier and exponential only in how many constraints are open
//! at once. Sources: inria 2.2.2 gives the weights; merging equal cells and counting by dynamic
//! programming are the field's practice.
//!
//! ```
//! use quandary_minesweeper::{Position, inference};
//! // The 1 in the corner sees two closed cells and there is one mine: even chances.
//! let position: Position = "2x3/1\n1??\n1??".parse().unwrap();
//! let found = inference::probabilities(&position.observation).unwrap();
//! assert_eq!(found.mine, [None, Some(0.5), Some(0.0), None, Some(0.5), Some(0.0)]);
//! ```

mod chain;
mod consultation;
mod enumerate;
mod exact;
mod frontier;
mod hold;
mod hypothesis;
mod laplace;
mod sample;
mod system;
mod weight;

pub(crate) use consultation::Consultation;
pub(crate) use enumerate::{Minefields, next_subset, subsets};
pub(crate) use exact::exact_counts_so_far;
pub use exact::{ExactCounts, exact_counts};
pub(crate) use frontier::{Invariables, is_satisfiable};
pub use hypothesis::{Detail, Hypotheses, Outlook};
pub use laplace::laplace;

use quandary_core::{Budget, Exhausted, StopFlag};

use crate::board::{Board, Cell, Grid};
use crate::knowledge::{Knowledge, Mark};
use crate::rules::Observation;
use chain::Chain;
pub(crate) use hold::Hold;
use system::{Stamps, System};
use weight::Weight;

/// Why there are no probabilities.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// No minefield agrees with these open numbers (and, if `count`, with the number of mines).
    #[error("no minefield agrees with the numbers")]
    Impossible {
        /// The open cells whose numbers contradict each other.
        witnesses: Vec<Cell>,
        /// Whether the mine count is part of the contradiction.
        count: bool,
    },
    /// The frontier is too tangled to count in memory, or wider than there was time for.
    #[error("the frontier is too wide: {0}")]
    TooWide(#[from] Exhausted),
}

/// One connected part of the frontier.
#[derive(Clone, Debug)]
pub(crate) struct Part<W> {
    pub(crate) witnesses: Vec<Cell>,
    pub(crate) system: System,
    pub(crate) chain: Chain<W>,
}

impl<W: Weight> Part<W> {
    fn new() -> Part<W> {
        Part { witnesses: Vec::new(), system: System::default(), chain: Chain::new() }
    }
}

/// The engine: ask it about one position after the other on the same board.
///
/// `W` is the number type: `f64` (the default) or big integers.
#[derive(Clone, Debug)]
pub(crate) struct Inference<W = f64> {
    stamps: Stamps,
    witness_stamps: Stamps,
    queue: Vec<Cell>,
    pub(crate) parts: Vec<Part<W>>,
    pub(crate) live: usize,
    /// Cells that are unknown and that no number sees.
    pub(crate) unseen: Vec<Cell>,
    pub(crate) mines_left: usize,
    /// Mine probability of every unknown cell; elsewhere stale.
    mine: Vec<f64>,
    part_of: Vec<u16>,
    pub(crate) unseen_mine: f64,
    /// Mines among the unseen cells, summed over all boards.
    unseen_mines: W,
    pub(crate) safe: Vec<Cell>,
    pub(crate) mines: Vec<Cell>,
    pub(crate) total: W,
    pub(crate) ln_total: f64,
    prefixes: Vec<Vec<W>>,
    /// Bounds the memory of a count and ends it early.
    budget: Budget,
}

/// A cell that is in no part.
pub(crate) const NO_PART: u16 = u16::MAX;

impl<W: Weight> Inference<W> {
    pub(crate) fn new(grid: &Grid) -> Inference<W> {
        let cells = grid.board().cells();
        Inference {
            stamps: Stamps::new(cells),
            witness_stamps: Stamps::new(cells),
            queue: Vec::new(),
            parts: Vec::new(),
            live: 0,
            unseen: Vec::new(),
            mines_left: 0,
            mine: vec![0.0; cells],
            part_of: vec![NO_PART; cells],
            unseen_mine: 0.0,
            unseen_mines: W::zero(),
            safe: Vec::new(),
            mines: Vec::new(),
            total: W::zero(),
            ln_total: 0.0,
            prefixes: Vec::new(),
            budget: Budget::unlimited(),
        }
    }

    /// From now on a count ends early when `stop` is raised: a large board takes seconds.
    pub(crate) fn obey(&mut self, stop: &StopFlag) {
        self.budget = self.budget.clone().with_stop(stop.clone());
    }

    /// From now on a count holds no more memory than `budget` allows, and ends early with it.
    pub(crate) fn within(&mut self, budget: &Budget) {
        self.budget.clone_from(budget);
    }

    /// What a new count may hold.
    pub(crate) fn hold(&self) -> Hold {
        Hold::under(&self.budget)
    }

    /// Works out the probabilities of what `known` leaves open.
    pub(crate) fn run(&mut self, known: &Knowledge) -> Result<(), NoAnswer> {
        #[cfg(test)]
        counts::note(known);
        let mut hold = self.hold();
        let choose = self.count_from_the_left(known, &mut hold)?;
        self.look_back(choose, &mut hold)?;
        self.collect(&mut hold)?;
        Ok(())
    }

    /// Only counts the minefields that `known` leaves: [`Inference::total`] and its scale.
    pub(crate) fn count(&mut self, known: &Knowledge) -> Result<(), NoAnswer> {
        self.count_from_the_left(known, &mut self.hold()).map(drop)
    }

    /// The forward passes; returns the ways to lay the mines that the frontier leaves.
    fn count_from_the_left(&mut self, known: &Knowledge, hold: &mut Hold) -> Result<Vec<W>, NoAnswer> {
        self.safe.clear();
        self.mines.clear();
        if let Some(contradiction) = known.contradiction() {
            return Err(NoAnswer::Impossible { witnesses: vec![contradiction.witness], count: false });
        }
        self.find_parts(known);
        let all = |known: &Knowledge| known.opened().to_vec();
        let Ok(mines_left) = usize::try_from(known.mines_left()) else {
            return Err(NoAnswer::Impossible { witnesses: all(known), count: true });
        };
        self.mines_left = mines_left;
        for part in &mut self.parts[..self.live] {
            hold.poll()?;
            part.chain.plan(&part.system)?;
            if !part.chain.forward(hold)? {
                return Err(NoAnswer::Impossible { witnesses: part.witnesses.clone(), count: false });
            }
        }
        self.combine(hold)?.ok_or_else(|| NoAnswer::Impossible { witnesses: all(known), count: true })
    }

    /// Splits the frontier into connected parts.
    pub(crate) fn find_parts(&mut self, known: &Knowledge) {
        let grid = known.grid();
        self.live = 0;
        self.stamps.clear();
        self.witness_stamps.clear();
        for &start in known.opened() {
            if known.unknown_around(start) == 0 || self.witness_stamps.get(start).is_some() {
                continue;
            }
            if self.live == self.parts.len() {
                self.parts.push(Part::new());
            }
            let part = &mut self.parts[self.live];
            part.witnesses.clear();
            part.system.clear();
            self.queue.clear();
            self.queue.push(start);
            self.witness_stamps.set(start, 0);
            while let Some(witness) = self.queue.pop() {
                part.witnesses.push(witness);
                let unknown =
                    grid.around(witness).iter().copied().filter(|&c| known.mark(c) == Mark::Unknown);
                for cell in unknown.clone() {
                    if self.stamps.get(cell).is_some() {
                        continue;
                    }
                    self.part_of[cell.at()] = self.live as u16;
                    for &other in grid.around(cell) {
                        if known.mark(other) == Mark::Open && self.witness_stamps.get(other).is_none() {
                            self.witness_stamps.set(other, 0);
                            self.queue.push(other);
                        }
                    }
                }
                part.system.add(&mut self.stamps, known.need(witness) as u8, unknown);
            }
            part.system.merge();
            self.live += 1;
        }
        self.unseen.clear();
        if known.unknown_cells() > self.parts[..self.live].iter().map(|p| p.system.cells.len()).sum() {
            for cell in grid.cells() {
                if known.mark(cell) == Mark::Unknown && self.stamps.get(cell).is_none() {
                    self.part_of[cell.at()] = NO_PART;
                    self.unseen.push(cell);
                }
            }
        }
    }

    /// Multiplies the parts together. `None` when no board remains.
    fn combine(&mut self, hold: &mut Hold) -> Result<Option<Vec<W>>, Exhausted> {
        let live = self.live;
        let lows: usize = self.parts[..live].iter().map(|part| part.chain.total().0).sum();
        while self.prefixes.len() <= live {
            self.prefixes.push(Vec::new());
        }
        self.prefixes[0].clear();
        self.prefixes[0].push(W::one());
        let mut ln_prefix = 0.0;
        for index in 0..live {
            let (before, after) = self.prefixes.split_at_mut(index + 1);
            convolve(&before[index], self.parts[index].chain.total().1, &mut after[0], hold)?;
            ln_prefix += W::rescale(&mut after[0]) + self.parts[index].chain.ln_scale;
        }
        let spread = self.prefixes[live].len() as isize - 1;
        let most = self.mines_left as isize - lows as isize;
        let (mut choose, ln_choose) = W::choose(self.unseen.len(), most - spread, most, hold)?;
        choose.reverse();
        let mut mines = W::zero();
        self.total = W::zero();
        for (j, (ways, rest)) in self.prefixes[live].iter().zip(&choose).enumerate() {
            hold.poll()?;
            self.total.add_product(ways, rest);
            if !rest.is_zero() {
                let mut product = W::zero();
                product.add_product(ways, rest);
                mines.add_product(&product, &W::one().times((most - j as isize) as u32));
            }
        }
        self.ln_total = ln_prefix + ln_choose;
        if self.total.is_zero() {
            return Ok(None);
        }
        self.unseen_mine = mines.ratio(&self.total) / self.unseen.len().max(1) as f64;
        self.unseen_mines = mines;
        Ok(Some(choose))
    }

    /// The backward passes of all parts.
    fn look_back(&mut self, choose: Vec<W>, hold: &mut Hold) -> Result<(), Exhausted> {
        let mut suffix = choose;
        for index in (0..self.live).rev() {
            let prefix = &self.prefixes[index];
            let part = &mut self.parts[index];
            let ways = part.chain.total().1;
            let mut rest = vec![W::zero(); ways.len()];
            for (m, sum) in rest.iter_mut().enumerate() {
                for (j, before) in prefix.iter().enumerate() {
                    sum.add_product(before, &suffix[j + m]);
                }
                hold.take(sum.bytes())?;
            }
            let mut next = vec![W::zero(); prefix.len()];
            for (j, sum) in next.iter_mut().enumerate() {
                for (m, ways) in ways.iter().enumerate() {
                    sum.add_product(ways, &suffix[j + m]);
                }
                hold.take(sum.bytes())?;
            }
            W::rescale(&mut next);
            part.chain.backward(&rest, part.system.groups.len(), hold)?;
            suffix = next;
        }
        Ok(())
    }

    /// Turns tallies into probabilities and verdicts, cell by cell.
    fn collect(&mut self, hold: &mut Hold) -> Result<(), Exhausted> {
        for part in &self.parts[..self.live] {
            for (&cell, &group) in part.system.cells.iter().zip(&part.system.group_of) {
                hold.poll()?;
                let tally = &part.chain.tallies[group as usize];
                self.mine[cell.at()] = if tally.mines.is_zero() {
                    self.safe.push(cell);
                    0.0
                } else if tally.safe.is_zero() {
                    self.mines.push(cell);
                    1.0
                } else {
                    let mut all = tally.mines.clone();
                    all.add_product(&tally.safe, &W::one());
                    tally.mines.ratio(&all)
                };
            }
        }
        for &cell in &self.unseen {
            self.mine[cell.at()] = self.unseen_mine;
        }
        if self.unseen_mine == 0.0 {
            self.safe.extend_from_slice(&self.unseen);
        } else if self.all_unseen_are_mines() {
            self.mines.extend_from_slice(&self.unseen);
            for &cell in &self.unseen {
                self.mine[cell.at()] = 1.0;
            }
        }
        Ok(())
    }

    fn all_unseen_are_mines(&self) -> bool {
        // Only when the frontier leaves exactly that many mines in every way that is possible.
        let most: usize = {
            let lows: usize = self.parts[..self.live].iter().map(|part| part.chain.total().0).sum();
            self.mines_left.saturating_sub(lows)
        };
        let ways = &self.prefixes[self.live];
        let mut possible = ways.iter().enumerate().filter(|&(j, ways)| !ways.is_zero() && j <= most);
        !self.unseen.is_empty() && possible.all(|(j, _)| most - j >= self.unseen.len())
    }

    /// The mine probability of an unknown cell.
    #[inline]
    pub(crate) fn mine(&self, cell: Cell) -> f64 {
        self.mine[cell.at()]
    }

    /// The part of the frontier an unknown cell is in, or [`NO_PART`].
    #[inline]
    pub(crate) fn part_of(&self, cell: Cell) -> u16 {
        self.part_of[cell.at()]
    }
}

impl Inference<f64> {
    /// How uncertain a part's cells are: the sum of safe · mined.
    pub(crate) fn doubt_of(&self, part: &Part<f64>) -> f64 {
        part.system.cells.iter().map(|&cell| self.mine(cell) * (1.0 - self.mine(cell))).sum()
    }
}

/// The product of two polynomials.
fn convolve<W: Weight>(a: &[W], b: &[W], out: &mut Vec<W>, hold: &mut Hold) -> Result<(), Exhausted> {
    out.clear();
    out.resize(a.len() + b.len() - 1, W::zero());
    for (i, x) in a.iter().enumerate() {
        for (sum, y) in out[i..].iter_mut().zip(b) {
            sum.add_product(x, y);
        }
        // Nothing is added to this one any more.
        hold.take(out[i].bytes())?;
    }
    hold.take(out[a.len()..].iter().map(W::bytes).sum())
}

/// The mine probability of every closed cell of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Probabilities {
    /// For each cell its probability; `None` where it is open. Exactly 0 and 1 are proved.
    pub mine: Vec<Option<f64>>,
    /// The natural logarithm of the number of minefields that agree with what is seen.
    pub ln_boards: f64,
}

impl Probabilities {
    /// The mine probabilities, row by row.
    pub fn rows(&self, board: Board) -> Vec<Vec<Option<f64>>> {
        self.mine.chunks(board.cols()).map(<[Option<f64>]>::to_vec).collect()
    }
}

/// The mine probability of every closed cell, from the numbers and the mine count. Flags are ignored.
///
/// Returns an error when no minefield agrees with the numbers, or when the frontier is too wide.
pub fn probabilities(seen: &Observation) -> Result<Probabilities, NoAnswer> {
    probabilities_within(seen, &Budget::unlimited())
}

/// The same within the time and the memory of a budget.
pub fn probabilities_within(seen: &Observation, budget: &Budget) -> Result<Probabilities, NoAnswer> {
    Ok(Consultation::of(seen, budget)?.probabilities())
}

/// How often whole positions are counted, for tests.
#[cfg(test)]
pub(crate) mod counts {
    use std::cell::RefCell;

    use crate::knowledge::Knowledge;

    thread_local! {
        static COUNTED: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
    }

    pub(super) fn note(known: &Knowledge) {
        COUNTED.with_borrow_mut(|counted| counted.push(known.opened().len()));
    }

    /// The number of open cells in each position that this thread has counted since the last time.
    pub(crate) fn take() -> Vec<usize> {
        COUNTED.take()
    }
}

//! The same counts as whole numbers.

use std::sync::Arc;

use num_bigint::BigUint;
use quandary_core::{Budget, Exhausted};

use super::hold::Hold;
use super::weight::Weight;
use super::{Inference, NoAnswer};
use crate::board::Cell;
use crate::knowledge::{Knowledge, Mark};
use crate::rules::Observation;

/// How many minefields agree with what is seen, and in how many of them each cell is a mine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactCounts {
    /// All minefields that agree.
    pub boards: Arc<BigUint>,
    /// For each cell the minefields with a mine there; `None` where it is open. Cells with the same count share it.
    pub mined: Vec<Option<Arc<BigUint>>>,
}

/// For each cell the minefields with a mine there; `None` where it is open.
type Mined = Vec<Option<Arc<BigUint>>>;

/// Counts minefields exactly: the same algorithm as [`super::probabilities`], in big integers, within the time and the
/// memory of a budget.
///
/// ```
/// use quandary_core::Budget;
/// use quandary_minesweeper::{Position, inference};
/// let position: Position = "2x2/1\n1?\n??".parse().unwrap();
/// let counts = inference::exact_counts(&position.observation, &Budget::unlimited()).unwrap();
/// assert_eq!(counts.boards.to_string(), "3");
/// assert_eq!(counts.mined[1].as_ref().unwrap().to_string(), "1");
/// ```
pub fn exact_counts(seen: &Observation, budget: &Budget) -> Result<ExactCounts, NoAnswer> {
    let (boards, mined) = exact_counts_so_far(seen, budget)?;
    Ok(ExactCounts { boards, mined: mined? })
}

/// The same in two steps: the counts of the cells, which take longer, may not be finished when that of all minefields is.
pub(crate) fn exact_counts_so_far(
    seen: &Observation,
    budget: &Budget,
) -> Result<(Arc<BigUint>, Result<Mined, Exhausted>), NoAnswer> {
    let known = Knowledge::of(seen);
    let mut engine = Inference::<BigUint>::new(seen.grid());
    engine.within(budget);
    let mut hold = engine.hold();
    let choose = engine.count_from_the_left(&known, &mut hold)?;
    let boards = Arc::new(engine.total.clone());
    let mined = engine.look_back(choose, &mut hold).and_then(|()| engine.mined(&known, &boards, &mut hold));
    Ok((boards, mined))
}

impl Inference<BigUint> {
    /// The minefields with a mine in each cell, after both passes.
    fn mined(&self, known: &Knowledge, boards: &Arc<BigUint>, hold: &mut Hold) -> Result<Mined, Exhausted> {
        let (unseen, none) = (Arc::new(self.unseen_boards()), Arc::new(BigUint::ZERO));
        let share = |cell: Cell| match known.mark(cell) {
            Mark::Open => None,
            Mark::Safe => Some(none.clone()),
            Mark::Mine => Some(boards.clone()),
            Mark::Unknown => Some(unseen.clone()),
        };
        let mut mined: Mined = known.grid().cells().map(share).collect();
        for part in &self.parts[..self.live] {
            let sizes = part.system.groups.iter().map(|group| u32::from(group.size));
            let each = part.chain.tallies.iter().zip(sizes).map(|(tally, size)| {
                let count = &tally.mines / size;
                hold.take(count.bytes())?;
                Ok(Arc::new(count))
            });
            let each: Vec<Arc<BigUint>> = each.collect::<Result<_, Exhausted>>()?;
            for (cell, &group) in part.system.cells.iter().zip(&part.system.group_of) {
                mined[cell.at()] = Some(each[group as usize].clone());
            }
        }
        Ok(mined)
    }

    /// Minefields in which one given unseen cell is a mine.
    fn unseen_boards(&self) -> BigUint {
        if self.unseen.is_empty() {
            return BigUint::ZERO;
        }
        &self.unseen_mines / self.unseen.len()
    }
}

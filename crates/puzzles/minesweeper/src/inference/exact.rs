//! The same counts as whole numbers.

use num_bigint::BigUint;

use super::{Inference, NoAnswer};
use crate::knowledge::{Knowledge, Mark};
use crate::rules::Observation;

/// How many minefields agree with what is seen, and in how many of them each cell is a mine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactCounts {
    /// All minefields that agree.
    pub boards: BigUint,
    /// For each cell the minefields with a mine there; `None` where it is open.
    pub mined: Vec<Option<BigUint>>,
}

/// Counts minefields exactly: the same algorithm as [`super::probabilities`], in big integers.
///
/// ```
/// use quandary_minesweeper::{Position, inference};
/// let position: Position = "2x2/1\n1?\n??".parse().unwrap();
/// let counts = inference::exact_counts(&position.observation).unwrap();
/// assert_eq!(counts.boards.to_string(), "3");
/// assert_eq!(counts.mined[1].as_ref().unwrap().to_string(), "1");
/// ```
pub fn exact_counts(seen: &Observation) -> Result<ExactCounts, NoAnswer> {
    let known = Knowledge::of(seen);
    let mut engine = Inference::<BigUint>::new(seen.grid());
    engine.run(&known)?;
    let boards = engine.total.clone();
    let mut mined: Vec<Option<BigUint>> = seen
        .grid()
        .cells()
        .map(|cell| match known.mark(cell) {
            Mark::Open => None,
            Mark::Safe => Some(BigUint::ZERO),
            Mark::Mine => Some(boards.clone()),
            Mark::Unknown => Some(engine.unseen_boards()),
        })
        .collect();
    for part in &engine.parts[..engine.live] {
        for (cell, &group) in part.system.cells.iter().zip(&part.system.group_of) {
            let tally = &part.chain.tallies[group as usize].mines;
            mined[cell.at()] = Some(tally / u32::from(part.system.groups[group as usize].size));
        }
    }
    Ok(ExactCounts { boards, mined })
}

impl Inference<BigUint> {
    /// Minefields in which one given unseen cell is a mine.
    fn unseen_boards(&self) -> BigUint {
        if self.unseen.is_empty() {
            return BigUint::ZERO;
        }
        &self.unseen_mines / self.unseen.len()
    }
}

//! Players.

mod best;
mod first;
mod pseq;
mod reasoner;

pub use best::Best;
pub use first::FirstMove;
pub use pseq::Pseq;

use quandary_core::rules::Player;
use quandary_core::{Decision, Probability, Stream};

use crate::board::Cell;
use crate::inference::{Inference, NO_PART};
use crate::knowledge::{Knowledge, Mark};
use crate::rules::{Action, Minesweeper, Observation};

/// Why a cell is opened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reason {
    /// The first move of a game.
    First,
    /// The number at `witness` alone shows that the cell is safe.
    Single {
        /// The open cell with the number.
        witness: Cell,
    },
    /// No minefield that agrees with all numbers and the mine count has a mine there.
    Exact,
    /// No cell is certainly safe; this one is the most probably safe.
    Safest {
        /// Its probability of being safe.
        safe: f64,
        /// How many cells were equally good in every respect.
        tied: u32,
    },
    /// Exact search over all minefields that are left.
    Endgame {
        /// Minefields in which best play wins.
        wins: u32,
        /// All minefields that are left.
        boards: u32,
    },
    /// Any closed cell: nothing better is known.
    Random,
}

/// Any player.
pub type AnyPlayer = Box<dyn Player<Minesweeper, Reason = Reason> + Send>;

/// What to do when the position cannot be counted: any closed cell.
pub(crate) struct Fallback;

impl Fallback {
    pub(crate) fn decide(seen: &Observation, stream: &mut Stream) -> Decision<Action, Reason> {
        let closed: Vec<Cell> = seen.grid().cells().filter(|&cell| seen.at(cell).is_closed()).collect();
        let &cell = stream.choose(&closed).expect("a game goes on while cells are closed");
        let safe = 1.0 - seen.board().mines() as f64 / closed.len() as f64;
        Decision { chosen: Action::Open(cell), reason: Reason::Random, probability: Probability::clamped(safe) }
    }
}

/// How many unknown neighbours a cell has, if no number sees the cell or any of them.
pub(crate) fn lone_neighbours(known: &Knowledge, base: &Inference, cell: Cell) -> Option<usize> {
    let mut count = 0;
    for &near in known.grid().around(cell) {
        match known.mark(near) {
            Mark::Unknown if base.part_of(near) == NO_PART => count += 1,
            Mark::Mine => {}
            _ => return None,
        }
    }
    (base.part_of(cell) == NO_PART).then_some(count)
}


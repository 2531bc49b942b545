//! Players.

mod best;
mod blocks;
mod blueprint;
mod distance;
mod first;
mod gauss;
mod judgement;
mod name;
mod pseq;
mod reading;
mod rounds;
mod tosses;
pub mod tree;
mod unsolved;

pub use best::{Best, Parts, Tuning, WeighedCell};
pub use blocks::Blocks;
pub use blueprint::{
    Blueprint, Constrained, Enumeration, Guess, Inf, Method, Picks, Reach, Rounds, TieBreak, Ties, Weights,
    WhenCut, Where,
};
pub use distance::{Measure, Start};
pub use first::FirstMove;
pub use gauss::{Conclusions, Fixed, Matrix, Sign};
pub use judgement::{Judgement, TRAIT_NAMES, TRAITS, Traits};
pub use name::{GRAMMAR, Kind, Strategy};
pub use pseq::Pseq;
pub use reading::{READINGS, Reading, kbs_grid};
pub use unsolved::{frontiers, unsolved_blocks};

use quandary_core::{Decision, Probability, StopFlag, Stream};

use crate::board::Cell;
use crate::inference::{Inference, NO_PART};
use crate::knowledge::{Knowledge, Mark};
use crate::rules::{Action, Observation};

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
    /// No cell is certainly safe; this one leads to the best positions.
    Ahead {
        /// Its probability of being safe.
        safe: f64,
        /// The probability that it is safe and makes another cell certain.
        progress: f64,
    },
    /// It is half of a coin toss that no number can decide.
    Toss {
        /// Its probability of being safe.
        safe: f64,
    },
    /// Exact search over all minefields that are left, on the board or in a sealed part of it.
    Endgame {
        /// Minefields in which best play wins.
        wins: u32,
        /// All minefields that are left.
        boards: u32,
    },
    /// Gauss–Jordan elimination of the numbers' equations fixes it.
    Gauss,
    /// Every solution of the frontier leaves it safe.
    Enumerated,
    /// No cell is certainly safe; the strategy's tie-breakers chose this one.
    Narrowed {
        /// Its probability of being safe, as the strategy estimates it.
        safe: f64,
        /// How many cells were equally good in every respect.
        tied: u32,
    },
    /// Any closed cell: nothing better is known.
    Random,
}

impl Reason {
    /// Why a cell is certainly safe: because of the number at `witness`, or of the whole position when that is the cell itself.
    pub(crate) fn certain(cell: Cell, witness: Cell) -> Reason {
        if cell == witness { Reason::Exact } else { Reason::Single { witness } }
    }

    /// The building block that made the move, as the documents count them.
    pub fn block(&self) -> Block {
        match self {
            Reason::First => Block::First,
            Reason::Single { .. } => Block::Single,
            Reason::Gauss => Block::Gauss,
            Reason::Exact | Reason::Enumerated => Block::Count,
            Reason::Endgame { .. } => Block::Endgame,
            Reason::Safest { .. } | Reason::Narrowed { .. } | Reason::Ahead { .. } | Reason::Toss { .. } => {
                Block::Guess
            }
            Reason::Random => Block::Random,
        }
    }
}

/// Where a move came from: the categories of inria's figures 3 and 4, and ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Block {
    /// The first move.
    First,
    /// Single numbers (Sim, P).
    Single,
    /// Elimination (A).
    Gauss,
    /// Counting or enumerating everything (Enu).
    Count,
    /// Exact search at the end.
    Endgame,
    /// A chosen guess (tie-breakers, G, look-ahead).
    Guess,
    /// A random guess (R, Ran).
    Random,
}

impl Block {
    /// All of them, in the order in which they are listed.
    pub const ALL: [Block; 7] = [
        Block::First,
        Block::Single,
        Block::Gauss,
        Block::Count,
        Block::Endgame,
        Block::Guess,
        Block::Random,
    ];

    /// Its name in tables and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Block::First => "first",
            Block::Single => "single",
            Block::Gauss => "gauss",
            Block::Count => "count",
            Block::Endgame => "endgame",
            Block::Guess => "guess",
            Block::Random => "random",
        }
    }
}

/// The constraint problems a player solved in its current game (inria's statistics).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CspTally {
    /// How many.
    pub problems: u32,
    /// How many had too many solutions to list.
    pub timeouts: u32,
    /// Cells in the fringe, summed.
    pub cells: u64,
    /// The most cells in one fringe.
    pub most_cells: u32,
    /// Solutions that were listed, summed: of a problem with too many, as many as can be.
    pub solutions: f64,
    /// The most that were listed of one problem.
    pub most_solutions: f64,
}

impl CspTally {
    fn add(&mut self, cells: usize, solutions: f64, timeout: bool) {
        self.problems += 1;
        self.timeouts += u32::from(timeout);
        self.cells += cells as u64;
        self.most_cells = self.most_cells.max(cells as u32);
        self.solutions += solutions;
        self.most_solutions = self.most_solutions.max(solutions);
    }
}

/// A strategy. It is handed the observation alone; where the mines are, is not in it.
///
/// ```
/// use quandary_core::{Decision, Probability, Stream};
/// use quandary_minesweeper::strategy::{Player, Reason};
/// use quandary_minesweeper::{Action, Observation};
///
/// /// Opens the first closed cell, come what may.
/// struct Reckless;
///
/// impl Player for Reckless {
///     fn decide(&mut self, seen: &Observation, _: &mut Stream) -> Decision<Action, Reason> {
///         let closed = seen.grid().cells().find(|&cell| seen.at(cell).is_closed());
///         let chosen = Action::Open(closed.expect("a game goes on while cells are closed"));
///         Decision { chosen, reason: Reason::Random, probability: Probability::clamped(0.5) }
///     }
/// }
/// ```
pub trait Player {
    /// Chooses a move from what is seen. Ties are broken with `stream` and nothing else.
    fn decide(&mut self, seen: &Observation, stream: &mut Stream) -> Decision<Action, Reason>;

    /// From now on a decision that takes long may be made in haste once `stop` is raised.
    fn obey(&mut self, _stop: &StopFlag) {}

    /// How many closed cells it knew to be safe when it last decided.
    fn safe_cells(&self) -> usize {
        0
    }

    /// The constraint problems of the current game; nothing for players that do not count them.
    fn csps(&self) -> CspTally {
        CspTally::default()
    }
}

/// Any player.
pub type AnyPlayer = Box<dyn Player + Send>;

/// What to do when the position cannot be counted: any closed cell.
pub(crate) struct Fallback;

impl Fallback {
    pub(crate) fn decide(seen: &Observation, stream: &mut Stream) -> Decision<Action, Reason> {
        let closed: Vec<Cell> = seen.grid().cells().filter(|&cell| seen.at(cell).is_closed()).collect();
        let &cell = stream.choose(&closed).expect("a game goes on while cells are closed");
        let safe = 1.0 - seen.board().mines() as f64 / closed.len() as f64;
        Decision {
            chosen: Action::Open(cell),
            reason: Reason::Random,
            probability: Probability::clamped(safe),
        }
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

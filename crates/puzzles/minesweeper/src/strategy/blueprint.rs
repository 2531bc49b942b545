//! What the documents' players are made of, and what the documents leave open about them.

use super::distance::{Measure, Start};
use super::gauss::Sign;

/// A player's blocks, and how the document that describes them is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blueprint {
    /// Single numbers: P, or Sim.
    pub single: bool,
    /// Gauss–Jordan and the conjectures: A.
    pub gauss: Option<Sign>,
    /// Full enumeration of the frontier: Enu.
    pub enumerate: Option<Enumeration>,
    /// The guess.
    pub guess: Guess,
    /// Which of several cells that are equally good.
    pub ties: Ties,
    /// Whether the game opens the area around a zero by itself; if not, the player opens it cell by cell.
    pub flood: bool,
    /// How the blocks follow each other, where that is not until one finds a move.
    pub rounds: Option<Rounds>,
}

/// The overall algorithm and the primary reasoning of the kbs (its algorithms 1 and 2), slip by slip as printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rounds {
    /// Safe cells are opened, and mines flagged, only where there are both: "if S1 and S2 are not empty".
    pub both: bool,
    /// The guess at the end of a round is made whatever the round found.
    pub always_guess: bool,
    /// A number that settles cells replaces what the numbers before it settled: "S ← h*".
    pub overwrite: bool,
}

/// How Enu goes about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enumeration {
    /// What happens to the safe cells it finds.
    pub picks: Picks,
    /// What a fringe with too many solutions leaves.
    pub when_cut: WhenCut,
}

/// How many cells one enumeration opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picks {
    /// Every cell it shows to be safe.
    All,
    /// One of them; the others must be found again.
    One,
}

/// What is known after an enumeration that had to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenCut {
    /// Nothing.
    Nothing,
    /// An estimate from the solutions that were met: (mined + 1) / (met + 2).
    Laplace,
}

/// Which of several cells that are equally good is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// Any, each equally likely.
    Random,
    /// The first one, row by row.
    Scan,
}

/// How to guess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guess {
    /// R: any unknown cell of some.
    Random(Where),
    /// G of the kbs: the safest cell, the most informative among equals.
    Safest(Constrained),
    /// Inria's tie-breakers, one after the other.
    Narrow {
        /// The tie-breakers.
        steps: Vec<TieBreak>,
        /// Where distances start.
        from: Start,
    },
}

/// Where R guesses. Where no cell is left there, it is any unknown cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// Anywhere.
    Anywhere,
    /// Among the cells beside an open number.
    Beside,
    /// Among the cells that no open number touches.
    Beyond,
}

/// How G is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constrained {
    /// What a solution counts.
    pub weights: Weights,
    /// Which cells it looks at.
    pub reach: Reach,
    /// What decides between equally safe cells.
    pub inf: Option<Inf>,
    /// How the solutions are found.
    pub method: Method,
}

/// How frontiers' solutions are weighted when G looks for the safest cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// Each solution of a frontier counts once, and frontiers ignore each other: as printed.
    Equal,
    /// A solution with k mines counts C(unseen, mines − k) times: right.
    Counted,
}

/// Which cells G looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Those next to an open number.
    Frontier,
    /// All of them. Under equal weights, a cell beyond the frontier holds its share of the mines that the frontier's
    /// solutions leave on average.
    Everywhere,
}

/// What Inf(x), the number of invariables once x is assumed safe, counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inf {
    /// Every cell of the frontier that has the same value in all solutions (definition 11).
    Solutions,
    /// The cells that elimination and the conjectures fix: what the method itself would find.
    Elimination,
}

/// How G finds the solutions of a frontier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Counting by dynamic programming, however many there are.
    Counting,
    /// The kbs's binary tree over the free variables ([`super::tree`]); a frontier with too many of them is passed over.
    Tree,
}

/// One step of a tie-break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreak {
    /// Any of them.
    Ran,
    /// The lowest mine probability.
    Lo,
    /// The best by distance.
    Distance(Measure),
}

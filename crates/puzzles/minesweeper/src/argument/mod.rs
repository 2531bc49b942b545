//! Why a cell is certainly safe or certainly a mine, as a person would say it.
//!
//! The exact count ([`crate::inference`]) knows *that* a cell is safe; this module finds the simplest argument
//! that suffices, in this order:
//!
//! | kind | premises |
//! |---|---|
//! | `one-number` | one number: all its mines are found, or it has only as many closed neighbours as mines left |
//! | `two-numbers` | two numbers that share closed neighbours: the patterns 1-1 and 1-2 and their relatives |
//! | `three-numbers` | a number and two others that together need just what it needs: the pattern 1-2-1 and others |
//! | `chain` | several such steps; what one of them settles, later ones use |
//! | `counting` | as before, and the number of mines on the board |
//! | `no-minefield` | a smallest set of numbers that cannot all be true otherwise |
//!
//! Nothing is taken for known that the argument does not derive, but for flags that stand on certain mines:
//! the player sees those. For two numbers A and B with a and b mines to find among their closed neighbours,
//! one rule is complete: where a − b is the number of A's closed neighbours that B does not have, all of those
//! are mines, and B's closed neighbours that A does not have are safe. With three there are two such rules, one for
//! sides that cover the middle and one for sides that lie within it ([`Step::Between`], [`Step::Within`]).
//!
//! ```
//! use quandary_minesweeper::{Position, argument, inference};
//! let seen = "3x3/2 ??? 121 000".parse::<Position>().unwrap().observation;
//! let found = inference::probabilities(&seen).unwrap();
//! let argument = argument::simplest(&seen, &found).unwrap();
//! assert_eq!(
//!     argument.text(),
//!     "1,2 is safe: the 2 at 2,2 needs 2 mines, each of them also around the 1 at 2,1 or the 1 at 2,3, and those two \
//!      need only 2 between them, so no mine counts for both: 1,2 is safe (the 1-2-1 pattern)"
//! );
//! ```

mod clash;
mod counting;
mod deduce;
mod words;

use serde::Serialize;

use crate::board::{Board, Cell, Coord};
use crate::inference::Probabilities;
use crate::rules::{CellView, Observation};
use deduce::{Facts, Order, derive, tidy};

/// What is claimed about a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// There is no mine.
    Safe,
    /// There is one.
    Mine,
}

/// An open number, as an argument uses it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
pub struct Number {
    /// Where it is.
    pub cell: Coord,
    /// What it shows.
    pub number: u8,
    /// Mines around it that are flagged or derived before.
    pub found: Vec<Coord>,
    /// The other closed cells around it, without those derived to be safe before.
    pub among: Vec<Coord>,
}

impl Number {
    /// Mines that are still to be found among [`Number::among`].
    pub fn missing(&self) -> usize {
        usize::from(self.number).saturating_sub(self.found.len())
    }
}

/// One step of an argument: premises, then what follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
#[serde(tag = "rule", rename_all = "kebab-case")]
pub enum Step {
    /// All mines of a number are found: its other closed neighbours are safe.
    AllFound {
        /// The number.
        number: Number,
        /// What is safe.
        safe: Vec<Coord>,
    },
    /// A number has only as many closed neighbours as mines left: they are mines.
    AllClosed {
        /// The number.
        number: Number,
        /// What is a mine.
        mines: Vec<Coord>,
    },
    /// All closed neighbours of `inner` are also around `outer`, and both miss as many mines: the rest of
    /// `outer` is safe. With one mine missing it is the pattern 1-1.
    Inside {
        /// The number whose closed neighbours the other has too.
        inner: Number,
        /// The other.
        outer: Number,
        /// What is safe.
        safe: Vec<Coord>,
    },
    /// `more` misses as many mines more than `less` as it has closed neighbours of its own: those are mines, and
    /// the closed neighbours that only `less` has are safe. With 2 and 1 missing it is the pattern 1-2.
    Beyond {
        /// The number that misses more.
        more: Number,
        /// The other.
        less: Number,
        /// What is a mine.
        mines: Vec<Coord>,
        /// What is safe.
        safe: Vec<Coord>,
    },
    /// `middle` misses as many mines more than `sides` together as it has closed neighbours that neither of them has
    /// (often none): those are mines, and what both sides have, and what `middle` does not have, is safe. With 1, 2
    /// and 1 missing and no such neighbour it is the pattern 1-2-1.
    Between {
        /// The number in the middle.
        middle: Number,
        /// Those on either side.
        sides: [Number; 2],
        /// What is a mine.
        mines: Vec<Coord>,
        /// What is safe.
        safe: Vec<Coord>,
    },
    /// `sides` have no closed neighbour in common and miss as many mines more than `middle` as they have closed
    /// neighbours that it does not have (often none): those are mines, and what only `middle` has is safe.
    Within {
        /// The number that has most of their closed neighbours too.
        middle: Number,
        /// The two.
        sides: [Number; 2],
        /// What is a mine.
        mines: Vec<Coord>,
        /// What is safe.
        safe: Vec<Coord>,
    },
    /// The mines on the board are counted: those found, those that numbers without a common closed neighbour
    /// account for, and the rest.
    Count {
        /// Mines on the board.
        total: u32,
        /// Mines that are flagged or derived before.
        found: Vec<Coord>,
        /// Numbers no two of which share a closed neighbour.
        numbers: Vec<Number>,
        /// What is a mine: all other closed cells, or none of them.
        mines: Vec<Coord>,
        /// What is safe: all other closed cells, or none of them.
        safe: Vec<Coord>,
    },
}

impl Step {
    /// What it shows to be safe.
    pub fn safe(&self) -> &[Coord] {
        match self {
            Step::AllFound { safe, .. }
            | Step::Inside { safe, .. }
            | Step::Beyond { safe, .. }
            | Step::Between { safe, .. }
            | Step::Within { safe, .. }
            | Step::Count { safe, .. } => safe,
            Step::AllClosed { .. } => &[],
        }
    }

    /// What it shows to be a mine.
    pub fn mines(&self) -> &[Coord] {
        match self {
            Step::AllClosed { mines, .. }
            | Step::Beyond { mines, .. }
            | Step::Between { mines, .. }
            | Step::Within { mines, .. }
            | Step::Count { mines, .. } => mines,
            Step::AllFound { .. } | Step::Inside { .. } => &[],
        }
    }

    /// The numbers it rests on.
    pub fn numbers(&self) -> Vec<&Number> {
        match self {
            Step::AllFound { number, .. } | Step::AllClosed { number, .. } => vec![number],
            Step::Inside { inner, outer, .. } => vec![inner, outer],
            Step::Beyond { more, less, .. } => vec![more, less],
            Step::Between { middle, sides: [left, right], .. }
            | Step::Within { middle, sides: [left, right], .. } => vec![middle, left, right],
            Step::Count { numbers, .. } => numbers.iter().collect(),
        }
    }
}

/// Why a cell is certain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Argument {
    /// One number suffices.
    OneNumber {
        /// The cell it is about.
        cell: Coord,
        /// What is shown.
        verdict: Verdict,
        /// The only step.
        steps: [Step; 1],
    },
    /// Two numbers together suffice.
    TwoNumbers {
        /// The cell it is about.
        cell: Coord,
        /// What is shown.
        verdict: Verdict,
        /// The only step.
        steps: [Step; 1],
    },
    /// A number between two others.
    ThreeNumbers {
        /// The cell it is about.
        cell: Coord,
        /// What is shown.
        verdict: Verdict,
        /// The only step.
        steps: [Step; 1],
    },
    /// Several steps, each from a few numbers and what was derived before.
    Chain {
        /// The cell it is about.
        cell: Coord,
        /// What is shown.
        verdict: Verdict,
        /// The steps, in order; each is needed.
        steps: Vec<Step>,
    },
    /// The mines on the board are counted in at least one of the steps.
    Counting {
        /// The cell it is about.
        cell: Coord,
        /// What is shown.
        verdict: Verdict,
        /// The steps, in order; each is needed.
        steps: Vec<Step>,
    },
    /// No minefield that agrees with these numbers has it otherwise, and each of them is needed for that.
    NoMinefield {
        /// The cell it is about.
        cell: Coord,
        /// What is shown.
        verdict: Verdict,
        /// The numbers, with all their closed neighbours.
        numbers: Vec<Number>,
        /// The number of mines on the board, if it is needed too.
        total: Option<u32>,
    },
}

impl Argument {
    fn new(cell: Coord, verdict: Verdict, steps: Vec<Step>) -> Argument {
        if steps.iter().any(|step| matches!(step, Step::Count { .. })) {
            return Argument::Counting { cell, verdict, steps };
        }
        match <[Step; 1]>::try_from(steps) {
            Ok(steps) => match steps[0].numbers().len() {
                1 => Argument::OneNumber { cell, verdict, steps },
                2 => Argument::TwoNumbers { cell, verdict, steps },
                _ => Argument::ThreeNumbers { cell, verdict, steps },
            },
            Err(steps) => Argument::Chain { cell, verdict, steps },
        }
    }

    /// The cell it is about.
    pub fn cell(&self) -> Coord {
        match self {
            Argument::OneNumber { cell, .. }
            | Argument::TwoNumbers { cell, .. }
            | Argument::ThreeNumbers { cell, .. }
            | Argument::Chain { cell, .. }
            | Argument::Counting { cell, .. }
            | Argument::NoMinefield { cell, .. } => *cell,
        }
    }

    /// What it shows about the cell.
    pub fn verdict(&self) -> Verdict {
        match self {
            Argument::OneNumber { verdict, .. }
            | Argument::TwoNumbers { verdict, .. }
            | Argument::ThreeNumbers { verdict, .. }
            | Argument::Chain { verdict, .. }
            | Argument::Counting { verdict, .. }
            | Argument::NoMinefield { verdict, .. } => *verdict,
        }
    }

    /// Its steps; none where it is only known that no minefield agrees.
    pub fn steps(&self) -> &[Step] {
        match self {
            Argument::OneNumber { steps, .. }
            | Argument::TwoNumbers { steps, .. }
            | Argument::ThreeNumbers { steps, .. } => steps,
            Argument::Chain { steps, .. } | Argument::Counting { steps, .. } => steps,
            Argument::NoMinefield { .. } => &[],
        }
    }

    /// What makes one argument simpler than another: its kind, its steps, the numbers it names.
    fn weight(&self) -> (u8, usize, usize, Coord) {
        let kind = match self {
            Argument::OneNumber { .. } => 0,
            Argument::TwoNumbers { .. } => 1,
            Argument::ThreeNumbers { .. } => 2,
            Argument::Chain { .. } => 3,
            Argument::Counting { .. } => 4,
            Argument::NoMinefield { .. } => 5,
        };
        let numbers = match self {
            Argument::NoMinefield { numbers, .. } => numbers.len(),
            _ => self.steps().iter().map(|step| step.numbers().len()).sum(),
        };
        (kind, self.steps().len(), numbers, self.cell())
    }
}

/// The simplest argument for one cell; `None` when the cell is open or not certain.
///
/// `found` must be the probabilities of `seen`.
pub fn argue(seen: &Observation, found: &Probabilities, cell: Cell) -> Option<Argument> {
    let verdict = certainty(found, cell)?;
    let facts = Facts::new(seen, found, Some(cell));
    let by_steps = Order::ALL.iter().filter_map(|&order| {
        let steps = derive(&facts, order, &|fact| fact.at(cell).is_settled());
        tidy(&facts, &steps, cell).map(|steps| Argument::new(spot(seen, cell), verdict, steps))
    });
    by_steps.min_by_key(Argument::weight).or_else(|| clash::argue(seen, cell, verdict))
}

/// The certainly safe cell with the simplest argument, one without a flag if there is one; `None` when no closed cell
/// is certainly safe.
///
/// `found` must be the probabilities of `seen`.
pub fn simplest(seen: &Observation, found: &Probabilities) -> Option<Argument> {
    let facts = Facts::new(seen, found, None);
    let is_safe = |cell: &Cell| certainty(found, *cell) == Some(Verdict::Safe);
    let mut safe: Vec<Cell> = seen.grid().cells().filter(is_safe).collect();
    if safe.iter().any(|&cell| seen.at(cell) == CellView::Hidden) {
        safe.retain(|&cell| seen.at(cell) == CellView::Hidden);
    }
    let mut best: Option<Argument> = None;
    for order in Order::ALL {
        let steps = derive(&facts, order, &|facts| safe.iter().any(|&cell| facts.at(cell).is_settled()));
        let Some(last) = steps.last() else { continue };
        for &cell in last.iter().flat_map(|step| &step.safe).filter(|cell| safe.contains(cell)) {
            let steps = tidy(&facts, &steps, cell);
            let argument = steps.map(|steps| Argument::new(spot(seen, cell), Verdict::Safe, steps));
            best = best.into_iter().chain(argument).min_by_key(Argument::weight);
        }
    }
    best.or_else(|| safe.first().and_then(|&cell| clash::argue(seen, cell, Verdict::Safe)))
}

fn certainty(found: &Probabilities, cell: Cell) -> Option<Verdict> {
    match found.mine[cell.at()] {
        Some(0.0) => Some(Verdict::Safe),
        Some(1.0) => Some(Verdict::Mine),
        _ => None,
    }
}

fn spot(seen: &Observation, cell: Cell) -> Coord {
    seen.board().spot(cell)
}

fn spots(board: Board, cells: &[Cell]) -> Vec<Coord> {
    cells.iter().map(|&cell| board.spot(cell)).collect()
}

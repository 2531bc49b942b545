//! Solving as people do: the easiest technique that tells something, one step at a time, with its reason.
//!
//! | technique | what a person does |
//! |---|---|
//! | overlap | pushes all blocks of a line to the left, then to the right, and paints where a block overlaps itself |
//! | line logic | everything that one line alone can tell |
//! | probe | supposes a colour for one cell and finds a line that breaks |
//! | deeper | supposes a colour and probes under that supposition, or finds what both colours have in common |
//!
//! The grade of a puzzle is the hardest technique it needs. What none of them tells is left to search.

mod line;
mod steps;

use quandary_core::{Outcome, Step as TraceStep, Trace};
use serde::Serialize;

pub use line::{Ways, ways};
pub use steps::next_step;

use crate::{Board, Nonogram};

/// A way to find the next cells, in order of difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Technique {
    /// A block overlaps itself in its leftmost and rightmost place.
    Overlap,
    /// All that one line tells.
    LineLogic,
    /// One colour of a cell breaks a line.
    Probe,
    /// Two suppositions at once.
    Deeper,
}

impl Technique {
    /// All, easiest first.
    pub const ALL: [Technique; 4] =
        [Technique::Overlap, Technique::LineLogic, Technique::Probe, Technique::Deeper];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Technique::Overlap => "overlap",
            Technique::LineLogic => "line logic",
            Technique::Probe => "probe",
            Technique::Deeper => "deeper",
        }
    }
}

/// Why the cells of a step are what they are.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Reason {
    /// One line tells.
    Line {
        /// Which, in words.
        line: String,
        /// Its clue.
        clue: Vec<usize>,
        /// In how many ways its blocks still fit.
        ways: Ways,
    },
    /// The opposite colour breaks a line.
    Contradiction {
        /// What was supposed.
        supposed: String,
        /// The line that breaks.
        broken: String,
        /// How many cells the supposition settles before that.
        settled: usize,
    },
    /// Both colours of a cell lead to it.
    EitherWay {
        /// The cell.
        cell: String,
    },
    /// The opposite colour leads nowhere, as probing under it shows.
    Nested {
        /// What was supposed.
        supposed: String,
    },
}

/// One step of a solution.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// Why.
    pub reason: Reason,
    /// The cells it paints, as moves (`r3c12=#`).
    pub cells: Vec<String>,
    /// B: places where this technique could be tried: open lines, or both colours of the open cells.
    pub options: u32,
    /// b: places among them where it tells something.
    pub plausible: u32,
    #[serde(skip)]
    pub(crate) paints: Vec<crate::Paint>,
}

impl Step {
    /// The step in a sentence.
    pub fn sentence(&self) -> String {
        let cells = summary(&self.cells);
        let clue = |clue: &[usize]| match clue {
            [] => "0".to_owned(),
            blocks => blocks.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        };
        match &self.reason {
            Reason::Line { line, clue: blocks, ways } if self.technique == Technique::Overlap => format!(
                "Look at {line} ({}): wherever its blocks lie ({ways}), these cells are the same: {cells}",
                clue(blocks)
            ),
            Reason::Line { line, clue: blocks, ways } => format!(
                "Look at {line} ({}): {ways} to place its blocks are left, and all agree on {cells}",
                clue(blocks)
            ),
            Reason::Contradiction { supposed, broken, settled } => format!(
                "Suppose {supposed}: after {settled} more cells {broken} cannot be completed. So {cells}"
            ),
            Reason::EitherWay { cell } => {
                format!("Whether {cell} is black or white, the lines lead to the same: {cells}")
            }
            Reason::Nested { supposed } => {
                format!("Suppose {supposed}: then some cell can be neither black nor white. So {cells}")
            }
        }
    }

    /// Where to look, and no more.
    pub fn nudge(&self) -> String {
        match &self.reason {
            Reason::Line { line, .. } => format!("Look at {line}: {} helps.", self.technique.name()),
            Reason::Contradiction { supposed, .. } | Reason::Nested { supposed } => {
                format!("What would follow from {supposed}?")
            }
            Reason::EitherWay { cell } => format!("Try both colours of {cell}."),
        }
    }
}

/// The first few cells, and how many more.
fn summary(cells: &[String]) -> String {
    const SHOWN: usize = 8;
    let mut text = cells.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(" ");
    if cells.len() > SHOWN {
        text += &format!(" and {} more", cells.len() - SHOWN);
    }
    text
}

/// How a puzzle is solved by technique.
#[derive(Clone, Debug, PartialEq)]
pub struct Grading {
    /// Every step.
    pub steps: Vec<Step>,
    /// The board at the end: complete, unless the techniques do not suffice.
    pub board: Board,
    /// False when a line broke: there is no solution.
    pub possible: bool,
}

impl Grading {
    /// The hardest technique needed; `None` when search is needed beyond them.
    pub fn grade(&self) -> Option<Technique> {
        let hardest = self.steps.iter().map(|step| step.technique).max().unwrap_or(Technique::Overlap);
        (self.board.open() == 0 && self.possible).then_some(hardest)
    }

    /// How often each technique was used.
    pub fn counts(&self) -> [(Technique, usize); 4] {
        Technique::ALL.map(|technique| {
            (technique, self.steps.iter().filter(|step| step.technique == technique).count())
        })
    }

    /// The steps as the measures see them: every step is certain, b of B places tell something.
    pub fn trace(&self) -> Trace {
        let step = |step: &Step| TraceStep {
            options: step.options,
            plausible: step.plausible,
            certain: true,
            probability: 1.0,
        };
        let outcome = match (self.possible, self.board.open()) {
            (false, _) => Outcome::Lost,
            (true, 0) => Outcome::Won,
            _ => Outcome::Unfinished,
        };
        Trace { steps: self.steps.iter().map(step).collect(), outcome }
    }
}

/// Solves by technique from a board on, at most `limit` steps.
///
/// ```
/// use quandary_nonogram::{Board, Nonogram, Picture, human::{Technique, grade}};
/// let puzzle = Nonogram::of(&Picture::parse("###\n#.#\n###").unwrap());
/// let grading = grade(&puzzle, &Board::unknown(3, 3), usize::MAX);
/// assert_eq!(grading.grade(), Some(Technique::Overlap));
/// ```
pub fn grade(puzzle: &Nonogram, board: &Board, limit: usize) -> Grading {
    let mut grading = Grading { steps: Vec::new(), board: board.clone(), possible: true };
    while grading.board.open() > 0 && grading.steps.len() < limit {
        match next_step(puzzle, &grading.board) {
            Ok(Some(step)) => {
                for paint in &step.paints {
                    grading.board.set(paint.x, paint.y, crate::Cell::of(paint.black));
                }
                grading.steps.push(step);
            }
            Ok(None) => break,
            Err(_) => {
                grading.possible = false;
                break;
            }
        }
    }
    grading
}

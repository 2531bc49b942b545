//! Solving as people do: the easiest technique that tells something, one step at a time, with its reason.
//!
//! | technique | what a person does |
//! |---|---|
//! | overlap | pushes all blocks of a line to the left, then to the right, and paints where a block overlaps itself |
//! | line logic | everything that one line alone can tell |
//! | probe | supposes a colour for one cell and finds a line that breaks |
//! | deeper | supposes a colour and probes under that supposition, or finds what both colours have in common |
//!
//! The grade of a puzzle is the hardest technique it needs. What none of them tells is left to search; a puzzle
//! with several solutions has no grade but `multiple`.

mod colour;
pub(crate) mod insight;
mod lesson;
mod level;
mod line;
mod note;
pub(crate) mod sight;
mod steps;

use quandary_core::{Budget, Exhausted, Outcome, Step as TraceStep, Trace};
use serde::Serialize;

pub use colour::{
    ColourGraded, ColourStep, ColourWalk, ColourWhy, graded_colours, walk_colour_lessons, walk_colours,
};
pub use insight::Rule;
pub use lesson::{easiest_lesson, walk_lessons};
pub use level::Level;
pub use line::{Ways, ways};
pub use note::Note;
pub(crate) use note::notes_in_words;
pub use steps::easiest_step;
pub(crate) use steps::most_telling;

use crate::explain::Step;
use crate::rules::completable;
use crate::solve::{Goal, Method, Solved, Verdict, solve};
use crate::{Board, Line, Nonogram};

/// A way to find the next cells, in order of difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
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

/// Why there is no next step to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// This line cannot be completed any more.
    Broken(Line),
    /// The budget ran out.
    Exhausted(Exhausted),
}

impl From<Exhausted> for Halt {
    fn from(why: Exhausted) -> Halt {
        Halt::Exhausted(why)
    }
}

/// How a walk by technique ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Every cell is known.
    Solved,
    /// No technique tells more.
    Open,
    /// A line broke.
    Broken(Line),
    /// The budget ran out.
    Exhausted(Exhausted),
}

impl End {
    /// Steps, each with its options and how many of them tell something, as the measures see them: every one is certain.
    fn trace(&self, steps: impl Iterator<Item = (u32, u32)>) -> Trace {
        let outcome = match self {
            End::Solved => Outcome::Won,
            End::Broken(_) => Outcome::Lost,
            End::Open | End::Exhausted(_) => Outcome::Unfinished,
        };
        let step = |(options, plausible)| TraceStep { options, plausible, certain: true, probability: 1.0 };
        Trace { steps: steps.map(step).collect(), outcome }
    }

    /// The grade of a puzzle that the solver judged so and whose walk, with this hardest technique, ended so; and why it
    /// is not known for certain, if it is not.
    fn grade<P>(self, verdict: &Verdict<P>, hardest: Technique) -> (Grade, Option<Exhausted>) {
        let grade = match (verdict, self) {
            (Verdict::Multiple(..), _) => Grade::Multiple,
            (Verdict::None, _) | (_, End::Broken(_)) => Grade::Impossible,
            (_, End::Solved) => hardest.into(),
            (_, End::Exhausted(_)) | (Verdict::Budget { .. }, End::Open) => Grade::Unknown,
            (_, End::Open) => Grade::Search,
        };
        match self {
            End::Exhausted(why) => (grade, Some(why)),
            _ => (grade, verdict.stopped()),
        }
    }
}

/// A puzzle worked on by technique, from a board as far as the techniques lead.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    /// Every step.
    pub steps: Vec<Step>,
    /// The board at the end.
    pub board: Board,
    /// Why it ended.
    pub end: End,
}

impl Walk {
    /// The hardest technique used; overlap, the easiest, when there was nothing to do.
    pub fn hardest(&self) -> Technique {
        self.steps.iter().filter_map(|step| step.why.technique()).max().unwrap_or(Technique::Overlap)
    }

    /// How often each technique was used.
    pub fn counts(&self) -> [(Technique, usize); 4] {
        Technique::ALL.map(|technique| {
            (technique, self.steps.iter().filter(|step| step.why.technique() == Some(technique)).count())
        })
    }

    /// The steps as the measures see them: every step is certain, b of B places tell something.
    pub fn trace(&self) -> Trace {
        self.end.trace(self.steps.iter().map(|step| (step.options, step.plausible)))
    }
}

/// Works by technique from a board on until the techniques, or the budget, are at their end.
///
/// One node is one line looked at.
pub fn walk(puzzle: &Nonogram, board: &Board, budget: &mut Budget) -> Walk {
    walk_by(puzzle, board, budget, easiest_step)
}

/// Works on by whatever finds the next step.
fn walk_by(
    puzzle: &Nonogram,
    board: &Board,
    budget: &mut Budget,
    find: impl Fn(&Nonogram, &Board, &mut Budget) -> Result<Option<Step>, Halt>,
) -> Walk {
    let mut walk = Walk { steps: Vec::new(), board: board.clone(), end: End::Solved };
    while walk.board.open() > 0 {
        match find(puzzle, &walk.board, budget) {
            Ok(Some(step)) => {
                walk.board.apply(step.why.cells());
                walk.steps.push(step);
            }
            Ok(None) => {
                walk.end = End::Open;
                return walk;
            }
            Err(Halt::Broken(line)) => {
                walk.end = End::Broken(line);
                return walk;
            }
            Err(Halt::Exhausted(why)) => {
                walk.end = End::Exhausted(why);
                return walk;
            }
        }
    }
    // A full board has no next step; whether it is right is still a question.
    if let Some(line) = puzzle.lines().find(|&line| !completable(puzzle.clue(line), &walk.board.line(line))) {
        walk.end = End::Broken(line);
    }
    walk
}

/// How hard a puzzle is for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// The overlap rule suffices.
    Overlap,
    /// Single lines suffice.
    LineLogic,
    /// It takes suppositions.
    Probe,
    /// It takes suppositions under suppositions.
    Deeper,
    /// It has one solution, and the techniques do not suffice to find it.
    Search,
    /// It has more than one solution: no amount of thought tells which is meant.
    Multiple,
    /// It has no solution.
    Impossible,
    /// The budget ran out before that was known.
    Unknown,
}

impl Grade {
    /// Its name: `overlap`, `line logic`, `probe`, `deeper`, `search`, `multiple`, `impossible` or `unknown`.
    pub fn name(self) -> &'static str {
        match self {
            Grade::Overlap => Technique::Overlap.name(),
            Grade::LineLogic => Technique::LineLogic.name(),
            Grade::Probe => Technique::Probe.name(),
            Grade::Deeper => Technique::Deeper.name(),
            Grade::Search => "search",
            Grade::Multiple => "multiple",
            Grade::Impossible => "impossible",
            Grade::Unknown => "unknown",
        }
    }

    /// What it means for a person.
    pub fn meaning(self) -> &'static str {
        match self {
            Grade::Overlap => "the overlap rule suffices",
            Grade::LineLogic => "every step follows from one line",
            Grade::Probe => "some steps take a supposition",
            Grade::Deeper => "some steps take a supposition under a supposition",
            Grade::Search => "the techniques do not suffice, though it has one solution",
            Grade::Multiple => "it has more than one solution",
            Grade::Impossible => "it has no solution",
            Grade::Unknown => "not determined",
        }
    }
}

impl From<Technique> for Grade {
    fn from(technique: Technique) -> Grade {
        match technique {
            Technique::Overlap => Grade::Overlap,
            Technique::LineLogic => Grade::LineLogic,
            Technique::Probe => Grade::Probe,
            Technique::Deeper => Grade::Deeper,
        }
    }
}

/// A puzzle graded: the solver's verdict, the walk by technique, and the grade that follows from both.
#[derive(Clone, Debug, PartialEq)]
pub struct Grading {
    /// What the solver says.
    pub solved: Solved,
    /// The walk from an empty board.
    pub walk: Walk,
    /// The grade.
    pub grade: Grade,
    /// Why the grade is unknown or steps are missing, if that is so.
    pub stopped: Option<Exhausted>,
}

/// Grades a puzzle: the hardest technique it needs, or why no technique suffices.
///
/// The solver says first how many solutions there are; one node is one of its decisions, then one line looked
/// at. When the budget runs out, the verdict and the steps so far are kept.
///
/// ```
/// use quandary_core::Budget;
/// use quandary_nonogram::{Nonogram, Picture, human::{Grade, graded}};
/// let ring = Nonogram::of(&Picture::parse("###\n#.#\n###").unwrap());
/// assert_eq!(graded(&ring, &mut Budget::unlimited()).grade, Grade::Overlap);
/// // One black cell in every row and every column: six pictures.
/// let any = Nonogram::new(vec![vec![1]; 3], vec![vec![1]; 3]).unwrap();
/// assert_eq!(graded(&any, &mut Budget::unlimited()).grade, Grade::Multiple);
/// ```
pub fn graded(puzzle: &Nonogram, budget: &mut Budget) -> Grading {
    let mut solved = solve(puzzle, Goal::Unique, Method::Best, budget);
    let walk = walk(puzzle, &Board::unknown(puzzle.width(), puzzle.height()), budget);
    if let (End::Solved, Verdict::Budget { .. }, Some(picture)) =
        (walk.end, &solved.verdict, walk.board.picture())
    {
        // Every step is certain, so what they lead to is the only solution.
        solved.verdict = Verdict::Unique(picture);
    }
    let (grade, stopped) = walk.end.grade(&solved.verdict, walk.hardest());
    Grading { solved, walk, grade, stopped }
}

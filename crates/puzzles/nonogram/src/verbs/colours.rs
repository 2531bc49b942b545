//! What `explain` and `measure` say about a puzzle in colours.

use std::fmt;

use quandary_core::words::{count, sentence_case};
use quandary_core::{Budget, InputError, Seed};
use quandary_measures::{Measures, of_traces};
use quandary_verbs::{Reply, Status};
use schemars::JsonSchema;
use serde::Serialize;

use super::measure::summary;
use super::{SolutionCount, StepVerdict, write_warnings};
use crate::human::{
    ColourGraded, ColourStep, ColourWalk, End, Grade, Level, Note, Technique, graded_colours,
    walk_colour_lessons,
};
use crate::ink::PartialPicture;
use crate::notation::{Document, write_inline};
use crate::play::wrong_in_words;
use crate::solve::{Goal, Verdict, completion_colours, solve_colours};
use crate::{Colour, ColourRun, Ink, Nonogram, Size};

/// One step of many.
#[derive(Serialize, JsonSchema)]
pub(super) struct ColourStepAnswer {
    /// The technique.
    technique: Technique,
    /// Why, in a sentence.
    text: String,
    /// What it tells: `r3c12=b` that a cell has a colour, `r3c12≠b` that it has another.
    cells: Vec<Note>,
    /// B: places where the technique could be tried: open lines, or all colours of the open cells.
    options: u32,
    /// b: places among them where it tells something.
    plausible: u32,
}

impl ColourStepAnswer {
    fn new(puzzle: &Nonogram<ColourRun>, step: &ColourStep) -> ColourStepAnswer {
        ColourStepAnswer {
            technique: step.technique(),
            text: step.text(puzzle),
            cells: step.notes.clone(),
            options: step.options,
            plausible: step.plausible,
        }
    }
}

fn rows(puzzle: &Nonogram<ColourRun>, board: &PartialPicture) -> Vec<String> {
    let symbol = |cell: &Option<Colour>| cell.map_or('?', Colour::symbol);
    board.0.chunks(puzzle.width()).map(|row| row.iter().map(symbol).collect()).collect()
}

/// The next step of a puzzle in colours and why, or what is wrong; with `--all` every step to the end.
#[derive(Serialize, JsonSchema)]
pub(super) struct ColourExplained {
    /// `right` (a step follows), `wrong` (something painted is), `solved`, `unsolvable`, or `unknown` (no technique
    /// tells more).
    verdict: StepVerdict,
    /// Rows and columns.
    board: Size,
    /// The clues in one line.
    position: String,
    /// What to say: the step, or what is wrong.
    text: String,
    /// Where to look, without giving the step away.
    nudge: Option<String>,
    /// The technique of the step, if it is one.
    technique: Option<Technique>,
    /// What follows, or the cells that are wrong as they should be.
    cells: Vec<Note>,
    /// The cells after the step, or after all of them: `?` for an open one.
    after: Vec<String>,
    /// With `--all`: the steps, in order.
    items: Option<Vec<ColourStepAnswer>>,
    /// What is odd about INPUT.
    warnings: Vec<InputError>,
    #[serde(skip)]
    nudge_only: bool,
}

/// Explains a board half painted in colours.
pub(super) fn explain(
    document: Document<ColourRun>,
    nudge_only: bool,
    all: bool,
    budget: &mut Budget,
) -> Reply<ColourExplained> {
    let puzzle = &document.puzzle;
    let board = document.saved.unwrap_or_else(|| PartialPicture(vec![None; puzzle.cells()]));
    let mut answer = ColourExplained {
        verdict: StepVerdict::Right,
        board: puzzle.size(),
        position: write_inline(puzzle, None),
        text: String::new(),
        nudge: None,
        technique: None,
        cells: Vec::new(),
        after: rows(puzzle, &board),
        items: None,
        warnings: document.warnings,
        nudge_only,
    };
    let solved = solve_colours(puzzle, Goal::Unique, budget).verdict;
    if let Some(status) = answer.judge(puzzle, &board, &solved, budget) {
        return Reply { status, ..Reply::from(answer) };
    }
    let walk = walk_colour_lessons(puzzle, &board, if all { usize::MAX } else { 1 }, budget);
    answer.after = rows(puzzle, &walk.board);
    let cut = if let End::Exhausted(why) = walk.end { Some(why) } else { None };
    match walk.steps.first() {
        Some(step) => {
            answer.technique = Some(step.technique());
            answer.text = sentence_case(&step.text(puzzle));
            answer.nudge = Some(step.nudge());
            answer.cells.clone_from(&step.notes);
        }
        None => answer.by_search(puzzle, &board, &solved),
    }
    if all {
        answer.items = Some(walk.steps.iter().map(|step| ColourStepAnswer::new(puzzle, step)).collect());
    }
    Reply::from(answer).cut(cut)
}

impl ColourExplained {
    /// Looks for what is wrong, or done; the status if there is nothing more to say.
    fn judge(
        &mut self,
        puzzle: &Nonogram<ColourRun>,
        board: &PartialPicture,
        solved: &Verdict<crate::Picture<Colour>>,
        budget: &mut Budget,
    ) -> Option<Status> {
        let painted = |cell: &Option<Colour>| cell.unwrap_or(Colour::BLANK);
        if *solved == Verdict::None {
            (self.verdict, self.text) = (StepVerdict::Unsolvable, "No picture has these clues.".to_owned());
            return Some(Status::Negative);
        }
        let picture = crate::Picture::from_cells(puzzle.width(), board.0.iter().map(painted).collect());
        if puzzle.fits(&picture) {
            (self.verdict, self.text) = (StepVerdict::Solved, "It is solved.".to_owned());
            return Some(Status::Answered);
        }
        let wrong: Vec<Note> = match solved {
            Verdict::Unique(solution) => {
                let cells = board.0.iter().zip(solution.cells()).enumerate();
                let differs = |(cell, (painted, right)): (usize, (&Option<Colour>, &Colour))| {
                    let (x, y) = (cell % puzzle.width(), cell / puzzle.width());
                    painted.filter(|colour| colour != right).map(|_| Note { x, y, colour: *right, is: true })
                };
                cells.filter_map(differs).collect()
            }
            _ => Vec::new(),
        };
        if !wrong.is_empty() {
            self.verdict = StepVerdict::Wrong;
            self.text = sentence_case(&wrong_in_words(&wrong));
            self.nudge = Some(format!("Something in row {} is wrong.", wrong[0].y + 1));
            self.cells = wrong;
            return Some(Status::Answered);
        }
        if board.0.iter().any(Option::is_some)
            && matches!(solved, Verdict::Multiple(..))
            && completion_colours(puzzle, board, budget) == Ok(None)
        {
            (self.verdict, self.text) =
                (StepVerdict::Wrong, "No solution has everything that is painted.".to_owned());
            return Some(Status::Answered);
        }
        None
    }

    /// Where no technique tells more: a cell of the solution.
    fn by_search(
        &mut self,
        puzzle: &Nonogram<ColourRun>,
        board: &PartialPicture,
        solved: &Verdict<crate::Picture<Colour>>,
    ) {
        let open = board.0.iter().position(Option::is_none);
        let (Some(cell), Some(solution)) = (open, solved.picture()) else {
            (self.verdict, self.text) =
                (StepVerdict::Unknown, "No single step leads on from here.".to_owned());
            return;
        };
        let (x, y) = (cell % puzzle.width(), cell / puzzle.width());
        let note = Note { x, y, colour: solution.cells()[cell], is: true };
        self.cells = vec![note];
        self.nudge = Some(format!(
            "No single step leads on from here. Try something in row {} and see where it leads.",
            y + 1
        ));
        self.text = match solved {
            Verdict::Unique(_) => {
                format!("No single step leads on from here; in the only solution {}.", note.in_words())
            }
            _ => format!(
                "No single step leads on from here, and more than one picture may fit; in one of them {}.",
                note.in_words()
            ),
        };
    }
}

impl fmt::Display for ColourExplained {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_warnings(f, &self.warnings)?;
        if let (true, Some(nudge)) = (self.nudge_only, &self.nudge) {
            return f.write_str(nudge);
        }
        match &self.items {
            Some(items) => {
                for (index, step) in items.iter().enumerate() {
                    writeln!(f, "{:>3}. {}", index + 1, sentence_case(&step.text))?;
                }
            }
            None => writeln!(f, "{}", self.text)?,
        }
        write!(f, "\n{}", self.after.join("\n"))
    }
}

/// How hard a puzzle in colours is for a person.
#[derive(Serialize, JsonSchema)]
pub(super) struct ColourPuzzle {
    /// Rows and columns.
    board: Size,
    /// The clues in one line.
    position: String,
    /// Colours beside the background.
    colours: usize,
    /// `unique`, `multiple`, `none` or `budget`.
    verdict: SolutionCount,
    /// The hardest technique that is needed; overlap is not distinguished from line logic.
    grade: Grade,
    /// What the grade means.
    grade_meaning: &'static str,
    /// The grade as a level, 1 to 5; null without exactly one solution.
    level: Option<Level>,
    /// Whether it is unique, how hard it is and how long it takes, in a sentence.
    summary: String,
    /// Cells that the techniques leave open.
    open: usize,
    /// The measures of the steps; null where there are none.
    #[serde(flatten)]
    measured: Option<Measures>,
    /// The steps, in order.
    items: Vec<ColourStepAnswer>,
    /// What is odd about INPUT.
    warnings: Vec<InputError>,
    #[serde(skip)]
    counts: [(Technique, usize); 4],
}

/// Grades a puzzle in colours.
pub(super) fn measure(document: Document<ColourRun>, seed: Seed, budget: &mut Budget) -> Reply<ColourPuzzle> {
    let puzzle = &document.puzzle;
    let graded = graded_colours(puzzle, budget);
    let level = graded.level();
    let ColourGraded { solved, walk, grade, stopped } = graded;
    let measures = of_traces(&[walk.trace()], seed);
    let ColourWalk { steps, board, .. } = &walk;
    Reply::from(ColourPuzzle {
        board: puzzle.size(),
        position: write_inline(puzzle, None),
        colours: document.palette.colours(),
        verdict: SolutionCount::from(&solved.verdict),
        grade,
        grade_meaning: grade.meaning(),
        level,
        summary: summary(SolutionCount::from(&solved.verdict), level, &walk.counts()),
        open: board.0.iter().filter(|cell| cell.is_none()).count(),
        measured: measures.as_ref().map(Measures::from),
        items: steps.iter().map(|step| ColourStepAnswer::new(puzzle, step)).collect(),
        warnings: document.warnings,
        counts: walk.counts(),
    })
    .cut(stopped)
}

impl fmt::Display for ColourPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_warnings(f, &self.warnings)?;
        let solutions = self.verdict.in_words();
        let colours = count(self.colours as u64, "colour");
        writeln!(
            f,
            "{}, {colours}, {solutions}\ngrade: {} ({})",
            self.board,
            self.grade.name(),
            self.grade_meaning
        )?;
        if let Some(level) = self.level {
            writeln!(f, "level: {level} of 5")?;
        }
        for (technique, steps) in self.counts.iter().skip(1) {
            writeln!(f, "  {:<11} {}", technique.name(), count(*steps as u64, "step"))?;
        }
        if self.open > 0 {
            writeln!(f, "  left open   {}", count(self.open as u64, "cell"))?;
        }
        self.measured.iter().try_for_each(|measured| measured.fmt(f))?;
        f.write_str(&self.summary)
    }
}

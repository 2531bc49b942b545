//! A puzzle in colours as it is played.

use std::fmt;
use std::sync::Arc;

use quandary_core::Reason;
use quandary_core::decision::Probability;
use quandary_core::{Budget, Decision, Exhausted};
use quandary_verbs::play::{Square, Tone, Touch};
use quandary_verbs::{Alternative, Hint};
use schemars::JsonSchema;
use serde::Serialize;

use super::stroke::Dab;
use super::{Shown, Stroke};
use crate::explain::Remark;
use crate::human::{ColourStep, End, Note, Technique, notes_in_words, walk_colour_lessons};
use crate::ink::PartialPicture;
use crate::notation::{Document, draw_colours, write_inline};
use crate::shelf::with_coloured_clues;
use crate::solve::{Goal, Verdict, completion_colours, solve_colours};
use crate::words::{is_what, place};
use crate::{Block, Cell, Clue, Colour, ColourRun, Ink, Nonogram, Picture, Size};

/// A puzzle in colours and what the player has painted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColourPosition {
    /// The clues.
    pub puzzle: Arc<Nonogram<ColourRun>>,
    /// The cells.
    pub board: PartialPicture,
}

impl From<Document<ColourRun>> for ColourPosition {
    fn from(Document { puzzle, saved, .. }: Document<ColourRun>) -> ColourPosition {
        let board = saved.unwrap_or_else(|| PartialPicture(vec![None; puzzle.cells()]));
        ColourPosition { puzzle: Arc::new(puzzle), board }
    }
}

impl ColourPosition {
    /// The last colour that a clue names.
    fn last_colour(&self) -> usize {
        let all = self.puzzle.rows().iter().flatten();
        all.map(|block| block.ink().index()).max().unwrap_or(1)
    }

    /// The colours of the clues, without the background.
    fn colours(&self) -> impl Iterator<Item = Colour> + use<> {
        (1..=self.last_colour()).filter_map(Colour::new)
    }

    /// What is painted as a picture: cells not decided are blank.
    fn picture(&self) -> Picture<Colour> {
        let painted = self.board.0.iter().map(|cell| cell.unwrap_or(Colour::BLANK)).collect();
        Picture::from_cells(self.puzzle.width(), painted)
    }

    /// Whether what is painted satisfies every clue.
    pub fn is_won(&self) -> bool {
        self.puzzle.fits(&self.picture())
    }

    /// Every change of one cell, row by row: to each colour, then blank, then cleared. Nothing once it is won.
    pub(super) fn strokes(&self, out: &mut Vec<Stroke>) {
        if self.is_won() {
            return;
        }
        let dabs = || self.colours().map(Some).chain([Some(Colour::BLANK), None]);
        for (index, &now) in self.board.0.iter().enumerate() {
            let (x, y) = (index % self.puzzle.width(), index / self.puzzle.width());
            out.extend(dabs().filter(|&colour| colour != now).map(|colour| Stroke {
                x,
                y,
                dab: Dab::of(colour),
            }));
        }
    }

    /// With one cell painted.
    pub(super) fn painted(mut self, stroke: Stroke) -> ColourPosition {
        if let Some(cell) = self.board.0.get_mut(stroke.y * self.puzzle.width() + stroke.x) {
            *cell = stroke.dab.colour();
        }
        self
    }

    /// The clues and the cells in one line.
    pub(super) fn in_a_line(&self) -> String {
        let clues = write_inline(&self.puzzle, None);
        if self.board.0.iter().all(Option::is_none) {
            return clues;
        }
        format!("{clues}/{}", Colour::write_board(&self.board).replace('?', "-"))
    }

    /// Its cells as squares: a letter and a tone for each colour.
    pub(super) fn squares(&self) -> Vec<Vec<Square>> {
        let square = |cell: &Option<Colour>| match cell {
            None => Square::new("", Tone::Closed),
            Some(Colour::BLANK) => Square::new("×", Tone::Dim),
            Some(colour) => Square::new(colour.symbol(), Tone::Scale(colour.index() as u8)),
        };
        self.board.0.chunks(self.puzzle.width()).map(|row| row.iter().map(square).collect()).collect()
    }

    /// A press takes the next colour, and after the last clears; a mark crosses out or clears.
    pub(super) fn touched(&self, touch: Touch) -> Option<Stroke> {
        let (y, x, is_mark) = match touch {
            Touch::Press(row, column) => (row, column, false),
            Touch::Mark(row, column) => (row, column, true),
            Touch::Arrow(_) | Touch::Carry(..) => return None,
        };
        if x >= self.puzzle.width() || y >= self.puzzle.height() {
            return None;
        }
        let now = self.board.0[y * self.puzzle.width() + x];
        let next = match now {
            Some(Colour::BLANK) if is_mark => None,
            _ if is_mark => Some(Colour::BLANK),
            Some(colour) if colour.index() == self.last_colour() => None,
            now => Colour::new(now.map_or(0, Colour::index) + 1),
        };
        Some(Stroke { x, y, dab: Dab::of(next) })
    }

    /// What to do next, and why.
    ///
    /// One node is one decision of the solver, or one line looked at.
    pub(super) fn hint(&self, budget: &mut Budget) -> Result<Option<Hint<ColourReason>>, Exhausted> {
        if self.is_won() {
            return Ok(Some(Hint::none(VALUE_IS)));
        }
        let mut judging = budget.with_nodes(JUDGING.min(budget.remaining()));
        let solved = solve_colours(&self.puzzle, Goal::Unique, &mut judging).verdict;
        budget.poll()?;
        if solved == Verdict::None {
            return Ok(None);
        }
        let cell = |index: usize, colour: Colour| {
            let (x, y) = (index % self.puzzle.width(), index / self.puzzle.width());
            Note { x, y, colour, is: true }
        };
        if let Verdict::Unique(solution) = &solved {
            let cells = self.board.0.iter().zip(solution.cells()).enumerate();
            let wrong: Vec<Note> = cells
                .filter(|(_, (painted, right))| painted.is_some_and(|painted| painted != **right))
                .map(|(index, (_, &right))| cell(index, right))
                .collect();
            if !wrong.is_empty() {
                return Ok(Some(hint_of(ColourReason::Wrong { cells: wrong }, true)));
            }
        } else if completion_colours(&self.puzzle, &self.board, budget)?.is_none() {
            // Which of them is wrong nobody can say: one is as good to take back as another.
            let painted = self.board.0.iter().enumerate();
            let cells = painted.filter_map(|(index, colour)| Some(cell(index, (*colour)?))).collect();
            return Ok(Some(hint_of(ColourReason::Conflict { cells }, false)));
        }
        // The first step that paints something; those before it only say what cells cannot be.
        let mut most = 1;
        loop {
            let walk = walk_colour_lessons(&self.puzzle, &self.board, most, budget);
            if let End::Exhausted(why) = walk.end {
                return Err(why);
            }
            if let Some(step) = walk.steps.iter().find(|step| step.notes.iter().any(|note| note.is)) {
                return Ok(Some(hint_of(ColourReason::step(&self.puzzle, step), true)));
            }
            if walk.steps.len() < most {
                break;
            }
            most *= 4;
        }
        let solution = match solved.picture() {
            Some(picture) if matches!(solved, Verdict::Unique(_)) => Some(picture.clone()),
            _ => completion_colours(&self.puzzle, &self.board, budget)?,
        };
        let open = self.board.0.iter().position(Option::is_none);
        let (Some(open), Some(solution)) = (open, solution) else { return Ok(Some(Hint::none(VALUE_IS))) };
        let reason = ColourReason::Search {
            cells: vec![cell(open, solution.cells()[open])],
            only: matches!(solved, Verdict::Unique(_)),
        };
        let certain = matches!(solved, Verdict::Unique(_));
        Ok(Some(hint_of(reason, certain)))
    }
}

/// Decisions the solver may make before a hint.
const JUDGING: u64 = 20_000;

/// What the value of an alternative counts.
const VALUE_IS: &str = "probability that it does what the reason says";

/// A hint that gives the cells of a reason, the first of them first.
fn hint_of(reason: ColourReason, certain: bool) -> Hint<ColourReason> {
    let paints: Vec<Stroke> = reason.strokes();
    let Some(&chosen) = paints.first() else { return Hint::none(VALUE_IS) };
    let share = if certain { 1.0 } else { 1.0 / paints.len() as f64 };
    let alternative = |stroke: &Stroke| Alternative {
        chosen: stroke.to_string(),
        value: Some(share),
        text: match stroke.dab {
            Dab::Colour(colour) => format!("colour {}", colour.symbol()),
            Dab::Cell(Cell::Unknown) => "to be cleared".to_owned(),
            Dab::Cell(_) => "empty".to_owned(),
        },
    };
    let alternatives = paints.iter().map(alternative).collect();
    let decision = Decision { chosen, reason, probability: Probability::clamped(share) };
    Hint::new(decision, chosen.to_string(), VALUE_IS).among(alternatives)
}

/// Why a cell is to be painted in a colour, or painted otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ColourReason {
    /// A technique tells it.
    ColourStep {
        /// Which.
        technique: Technique,
        /// What it tells, of cells that it settles and of others.
        cells: Vec<Note>,
        /// What is noticed in the line, where it is about one.
        remarks: Vec<Remark>,
        /// The step in words.
        #[serde(skip)]
        words: String,
        /// Where to look.
        #[serde(skip)]
        look: String,
    },
    /// The only solution has other colours there.
    Wrong {
        /// The cells as they should be.
        cells: Vec<Note>,
    },
    /// No solution has all that is painted.
    Conflict {
        /// What is painted.
        cells: Vec<Note>,
    },
    /// No technique tells more.
    Search {
        /// A cell of a solution.
        cells: Vec<Note>,
        /// Whether there is no other solution.
        only: bool,
    },
}

impl ColourReason {
    fn step(puzzle: &Nonogram<ColourRun>, step: &ColourStep) -> ColourReason {
        ColourReason::ColourStep {
            technique: step.technique(),
            cells: step.notes.clone(),
            remarks: step.remarks.clone(),
            words: step.text(puzzle),
            look: step.nudge(),
        }
    }

    /// What it wants painted.
    fn strokes(&self) -> Vec<Stroke> {
        let stroke = |note: &Note| Stroke { x: note.x, y: note.y, dab: Dab::of(Some(note.colour)) };
        match self {
            ColourReason::Conflict { cells } => {
                cells.iter().map(|note| Stroke { dab: Dab::of(None), ..stroke(note) }).collect()
            }
            ColourReason::ColourStep { cells, .. }
            | ColourReason::Wrong { cells }
            | ColourReason::Search { cells, .. } => cells.iter().filter(|note| note.is).map(stroke).collect(),
        }
    }
}

/// `row 1, column 2 is wrong: in the only solution it is b.`
pub(crate) fn wrong_in_words(cells: &[Note]) -> String {
    match cells {
        [cell] => format!(
            "{} is wrong: in the only solution it is {}.",
            place(cell.x, cell.y),
            is_what(cell.colour, false)
        ),
        _ => format!("{} squares are wrong: in the only solution {}.", cells.len(), notes_in_words(cells)),
    }
}

impl Reason for ColourReason {
    fn text(&self) -> String {
        match self {
            ColourReason::ColourStep { words, .. } => words.clone(),
            ColourReason::Wrong { cells } => wrong_in_words(cells),
            ColourReason::Conflict { .. } => "no solution has everything that is painted.".to_owned(),
            ColourReason::Search { cells, only: true } => {
                format!("no single step leads on from here; in the only solution {}.", notes_in_words(cells))
            }
            ColourReason::Search { cells, only: false } => format!(
                "no single step leads on from here, and more than one picture may fit; in one of them {}.",
                notes_in_words(cells)
            ),
        }
    }

    fn nudge(&self) -> String {
        let row = |cells: &[Note]| cells.first().map_or(0, |note| note.y + 1);
        match self {
            ColourReason::ColourStep { look, .. } => look.clone(),
            ColourReason::Wrong { cells } => format!("Something in row {} is wrong.", row(cells)),
            ColourReason::Conflict { .. } => "Something painted is wrong.".to_owned(),
            ColourReason::Search { cells, .. } => {
                format!(
                    "No single step leads on from here. Try something in row {} and see where it leads.",
                    row(cells)
                )
            }
        }
    }
}

/// What the player sees, which is everything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(into = "ColourShown")]
#[schemars(with = "ColourShown")]
pub struct ColourView(pub ColourPosition);

/// A view as programs read it.
#[derive(Serialize, JsonSchema)]
struct ColourShown {
    /// Rows and columns.
    board: Size,
    /// The clues and the cells in one line.
    position: String,
    /// Colours beside the background.
    colours: usize,
    /// The clues of the rows, from the top: lengths with the letters of their colours.
    rows: Vec<Vec<String>>,
    /// The clues of the columns, from the left.
    columns: Vec<Vec<String>>,
    /// The cells, a string a row: letters, `.` blank, `?` open.
    cells: Vec<String>,
    /// Cells that are open.
    open: usize,
    /// What is known of it if it is a picture of the shelf.
    picture: Option<Shown>,
}

impl From<ColourView> for ColourShown {
    fn from(ColourView(at): ColourView) -> ColourShown {
        let words = |clue: &Clue<ColourRun>| clue.iter().map(ToString::to_string).collect();
        let cells: Vec<char> = Colour::write_board(&at.board).chars().collect();
        ColourShown {
            board: at.puzzle.size(),
            position: at.in_a_line(),
            colours: at.last_colour(),
            rows: at.puzzle.rows().iter().map(words).collect(),
            columns: at.puzzle.columns().iter().map(words).collect(),
            cells: cells.chunks(at.puzzle.width()).map(|row| row.iter().collect()).collect(),
            open: at.board.0.iter().filter(|cell| cell.is_none()).count(),
            picture: with_coloured_clues(&at.puzzle).map(|picture| Shown::new(picture, at.is_won())),
        }
    }
}

impl fmt::Display for ColourView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&draw_colours(&self.0.puzzle, &self.0.board))
    }
}

//! The next step as a value: what to paint and why, or what is wrong with what is painted.
//!
//! Three questions, in this order. Is something painted wrong ([`crate::judge`])? What is the easiest
//! technique that tells more ([`crate::human`])? And where none does: what does the solver know?

use quandary_core::Reason;
use quandary_core::{Budget, Decision, Exhausted, Probability};
#[cfg(feature = "verbs")]
use quandary_verbs::{Alternative, Hint};
use serde::Serialize;

use crate::human::{Halt, Rule, Technique, Ways, easiest_lesson, most_telling};
use crate::judge::{Judgement, judge};
pub use crate::words::Remark;
use crate::words::{self, along, cell_is, list, paints, place, without_capital};
use crate::{Board, Cell, Clue, Line, Nonogram, Paint};

/// Why cells are to be painted, or painted otherwise.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Why {
    /// A block of a line overlaps itself, or a cell is out of reach of all of its blocks.
    Overlap {
        /// The line.
        line: Line,
        /// Its clue.
        clue: Clue,
        /// In how many ways its blocks still fit.
        ways: Ways,
        /// The cells that it settles.
        cells: Vec<Paint>,
        /// What is noticed in the line, the easiest first: together they settle the cells.
        remarks: Vec<Remark>,
    },
    /// All ways to complete a line agree.
    LineLogic {
        /// The line.
        line: Line,
        /// Its clue.
        clue: Clue,
        /// In how many ways its blocks still fit.
        ways: Ways,
        /// The cells that it settles.
        cells: Vec<Paint>,
        /// What is noticed in the line, the easiest first: together they settle the cells.
        remarks: Vec<Remark>,
    },
    /// The opposite colour breaks a line.
    Contradiction {
        /// What was supposed.
        supposed: Paint,
        /// The line that breaks.
        broken: Line,
        /// Its clue.
        clue: Clue,
        /// How many cells the supposition settles before that.
        settled: usize,
        /// What follows, line by line, as far as it takes to break the line; empty where nobody asked for it.
        steps: Vec<Consequence>,
        /// The cells that it settles.
        cells: Vec<Paint>,
    },
    /// Both colours of a cell lead to it.
    EitherWay {
        /// The cell, such as `r3c12`.
        cell: String,
        /// The cells that it settles.
        cells: Vec<Paint>,
    },
    /// The opposite colour leads nowhere, as probing under it shows.
    Nested {
        /// What was supposed.
        supposed: Paint,
        /// The cell that can then be neither black nor white, such as `r3c12`.
        cell: String,
        /// The cells that it settles.
        cells: Vec<Paint>,
    },
    /// No technique tells more; the solver knows.
    Search {
        /// Whether it is so in the only solution, or in one of several.
        unique: bool,
        /// The cell that settles most others by line logic.
        cells: Vec<Paint>,
    },
    /// The puzzle has one solution, and painted cells differ from it.
    Wrong {
        /// The wrong cells, each as it should be.
        cells: Vec<Paint>,
    },
    /// A line cannot be completed any more.
    Broken {
        /// The line.
        line: Line,
        /// Its clue.
        clue: Clue,
        /// Painted cells of the line that alone rule out every completion; none of them can be spared.
        cells: Vec<Paint>,
    },
    /// Every line can still be completed, but not all of them together.
    Conflict {
        /// Painted cells that cannot stand together in any solution.
        cells: Vec<Paint>,
        /// Whether each of them is needed for that; when the budget ran out there may be more than needed.
        irreducible: bool,
    },
}

/// A step on the way to a contradiction.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
pub struct Consequence {
    /// The line.
    pub line: Line,
    /// What it settles.
    pub cells: Vec<Paint>,
}

impl Consequence {
    /// `in column 10, rows 3–4 are filled and row 6 is empty`.
    fn text(&self) -> String {
        format!("in {}, {}", self.line, self.known())
    }

    /// The same without the line.
    fn known(&self) -> String {
        let of = |cell: Cell| {
            let these = self.cells.iter().filter(|paint| paint.cell == cell);
            let index = |paint: &Paint| match self.line {
                Line::Row(_) => paint.x,
                Line::Column(_) => paint.y,
            };
            let these: Vec<usize> = these.map(index).collect();
            let be = if these.len() == 1 { "is" } else { "are" };
            (!these.is_empty()).then(|| format!("{} {be} {}", along(self.line, &these), cell_is(cell)))
        };
        list(&[Cell::Black, Cell::White].into_iter().filter_map(of).collect::<Vec<_>>())
    }
}

impl Why {
    /// The technique that this is an instance of, if it is one.
    pub fn technique(&self) -> Option<Technique> {
        match self {
            Why::Overlap { .. } => Some(Technique::Overlap),
            Why::LineLogic { .. } => Some(Technique::LineLogic),
            Why::Contradiction { .. } => Some(Technique::Probe),
            Why::EitherWay { .. } | Why::Nested { .. } => Some(Technique::Deeper),
            Why::Search { .. } | Why::Wrong { .. } | Why::Broken { .. } | Why::Conflict { .. } => None,
        }
    }

    /// Whether something painted is wrong.
    pub fn is_fault(&self) -> bool {
        matches!(self, Why::Wrong { .. } | Why::Broken { .. } | Why::Conflict { .. })
    }

    /// The cells it is about.
    pub fn cells(&self) -> &[Paint] {
        match self {
            Why::Overlap { cells, .. }
            | Why::LineLogic { cells, .. }
            | Why::Contradiction { cells, .. }
            | Why::EitherWay { cells, .. }
            | Why::Nested { cells, .. }
            | Why::Search { cells, .. }
            | Why::Wrong { cells }
            | Why::Broken { cells, .. }
            | Why::Conflict { cells, .. } => cells,
        }
    }

    /// What to do about it: every cell that is told; where it is only known that one of several cells is wrong,
    /// clearing any of them.
    pub fn paints(&self) -> Vec<Paint> {
        match self {
            Why::Broken { cells, .. } | Why::Conflict { cells, .. } => match cells[..] {
                [only] => vec![only.opposite()],
                _ => cells.iter().map(|cell| cell.cleared()).collect(),
            },
            _ => self.cells().to_vec(),
        }
    }

    /// Whether every cell is told, and not only that one of several is wrong.
    fn is_certain(&self) -> bool {
        self.cells().len() == 1 || !matches!(self, Why::Broken { .. } | Why::Conflict { .. })
    }
}

impl Reason for Why {
    /// Sentences, the first without a capital, that name every cell they are about.
    fn text(&self) -> String {
        match self {
            Why::Overlap { remarks, .. } | Why::LineLogic { remarks, .. } => {
                let all: Vec<&str> = remarks.iter().map(|remark| remark.text.as_str()).collect();
                without_capital(&all.join(" "))
            }
            Why::Contradiction { supposed, broken, clue, settled, steps, cells } => {
                contradiction_in_words(*supposed, (*broken, clue), *settled, steps, cells)
            }
            Why::EitherWay { cell, cells } => {
                format!("whether {} is filled or empty, {}.", spoken(cell), paints(cells, ["is", "are"]))
            }
            Why::Nested { supposed, cell, cells } => format!(
                "suppose {}: then {} can be neither filled nor empty. So {}.",
                is(*supposed),
                spoken(cell),
                paints(cells, ["is", "are"])
            ),
            Why::Search { unique: true, cells } => {
                format!(
                    "no single step leads on from here; in the only solution {}.",
                    paints(cells, ["is", "are"])
                )
            }
            Why::Search { unique: false, cells } => format!(
                "no single step leads on from here, and more than one picture fits; in one of them {}.",
                paints(cells, ["is", "are"])
            ),
            Why::Wrong { cells } => match cells[..] {
                [cell] => format!(
                    "{} is wrong: in the only solution it is {}.",
                    place(cell.x, cell.y),
                    cell_is(cell.cell)
                ),
                _ => format!(
                    "{} squares are wrong: {}.",
                    cells.len(),
                    paints(cells, ["should be", "should be"])
                ),
            },
            Why::Broken { line, clue, cells: painted } => {
                let wrong = match painted.len() {
                    1 => "that square is wrong",
                    2 => "one of the two is wrong",
                    _ => "one of these squares is wrong",
                };
                let known = Consequence { line: *line, cells: painted.clone() }.known();
                format!("{line} ({}) cannot be completed while {known}: {wrong}.", clue_in_words(clue))
            }
            Why::Conflict { cells: painted, .. } => {
                let wrong =
                    if painted.len() == 1 { "that square is wrong" } else { "one of these squares is wrong" };
                format!("in no solution {} at once: {wrong}.", paints(painted, ["is", "are"]))
            }
        }
    }

    fn nudge(&self) -> String {
        match self {
            Why::Overlap { line, remarks, .. } | Why::LineLogic { line, remarks, .. } => {
                let hardest = remarks.last().map_or(Rule::AllWays, |remark| remark.rule);
                words::nudge(*line, hardest)
            }
            Why::Contradiction { supposed, .. } | Why::Nested { supposed, .. } => {
                format!("What would follow if {}?", were(*supposed))
            }
            Why::EitherWay { cell, .. } => {
                format!("Try {} both ways, filled and empty: what is the same in both?", spoken(cell))
            }
            Why::Search { cells, .. } => {
                let row = cells.first().map_or(0, |cell| cell.y + 1);
                format!(
                    "No single step leads on from here. Try something in row {row} and see where it leads."
                )
            }
            Why::Wrong { cells } | Why::Conflict { cells, .. } => {
                let mut rows: Vec<usize> = cells.iter().map(|cell| cell.y + 1).collect();
                rows.sort_unstable();
                rows.dedup();
                let names: Vec<String> = rows.iter().map(ToString::to_string).collect();
                let rows = if rows.len() == 1 { "row" } else { "rows" };
                match self {
                    Why::Wrong { .. } => format!("Something in {rows} {} is wrong.", list(&names)),
                    _ => format!("Not everything in {rows} {} can be right.", list(&names)),
                }
            }
            Why::Broken { line, .. } => format!("Look at {line}: it cannot be completed any more."),
        }
    }
}

/// `row 2, column 10 is filled`.
fn is(paint: Paint) -> String {
    format!("{} is {}", place(paint.x, paint.y), cell_is(paint.cell))
}

/// `row 2, column 10 were filled`.
fn were(paint: Paint) -> String {
    format!("{} were {}", place(paint.x, paint.y), cell_is(paint.cell))
}

/// `row 3, column 12` from `r3c12`.
fn spoken(cell: &str) -> String {
    format!("{cell}=#").parse().map_or_else(|_| cell.to_owned(), |Paint { x, y, .. }| place(x, y))
}

/// A supposition, what follows from it, and the line that breaks. Up to two steps are part of the sentence, more stand
/// on lines of their own.
fn contradiction_in_words(
    supposed: Paint,
    (broken, clue): (Line, &Clue),
    settled: usize,
    steps: &[Consequence],
    cells: &[Paint],
) -> String {
    let end = format!("{broken} ({}) can no longer be completed", clue_in_words(clue));
    let so = paints(cells, ["is", "are"]);
    let supposed = is(supposed);
    match (steps, settled) {
        ([], 0) => format!("suppose {supposed}: then {end}. So {so}."),
        ([], more) => {
            let more = quandary_core::words::count(more as u64, "more square");
            format!("suppose {supposed}: after {more} {end}. So {so}.")
        }
        ([_] | [_, _], _) => {
            let parts: Vec<String> = steps.iter().map(Consequence::text).collect();
            format!("suppose {supposed}: then {}, and {end}. So {so}.", parts.join("; "))
        }
        _ => {
            let mut text = format!("suppose {supposed}, then:");
            for (index, step) in steps.iter().enumerate() {
                text += &format!("\n{}. {};", index + 1, step.text());
            }
            text + &format!("\n{}. {end}.\nSo {so}.", steps.len() + 1)
        }
    }
}

/// A clue as it is printed: `3 1`, or `0` for an empty line.
fn clue_in_words(clue: &[usize]) -> String {
    match clue {
        [] => "0".to_owned(),
        blocks => blocks.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
    }
}

/// One step: what to paint and why, and how many places there were to find one.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Why, with the cells.
    pub why: Why,
    /// B: places where this technique could be tried: open lines, or both colours of the open cells. 0 for what is
    /// no technique.
    pub options: u32,
    /// b: places among them where it tells something.
    pub plausible: u32,
}

/// What to do next on a board.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// This.
    Do(Step),
    /// Nothing: the black cells satisfy every clue.
    Solved,
    /// Nothing: no picture fits the clues.
    Unsolvable,
    /// No technique tells more, and the puzzle is too hard for a quick search.
    Stuck,
}

/// What the moves of a hint are worth.
#[cfg(feature = "verbs")]
const VALUE_IS: &str = "probability that it does what the reason says";

#[cfg(feature = "verbs")]
impl Next {
    /// The hint: the first cell of the step, and all of its cells as alternatives.
    pub fn hint(self) -> Hint<Why> {
        let Next::Do(Step { why, .. }) = self else { return Hint::none(VALUE_IS) };
        let paints = why.paints();
        let Some(&chosen) = paints.first() else { return Hint::none(VALUE_IS) };
        // One of several cells is wrong, and nothing is known about which.
        let share = if why.is_certain() { 1.0 } else { 1.0 / paints.len() as f64 };
        let alternative = |paint: &Paint| Alternative {
            chosen: paint.to_string(),
            value: Some(share),
            text: match paint.cell {
                Cell::Black => "filled",
                Cell::White => "empty",
                Cell::Unknown => "to be cleared",
            }
            .to_owned(),
        };
        let alternatives = paints.iter().map(alternative).collect();
        let decision = Decision { chosen, reason: why, probability: Probability::clamped(share) };
        Hint::new(decision, chosen.to_string(), VALUE_IS).among(alternatives)
    }
}

/// Decisions the solver may make to judge a board before a hint: about half a second at 25x25, where hard puzzles
/// take some thousands. Puzzles a person can solve take a few hundred.
const JUDGING: u64 = 20_000;

/// What to do next on a board, and why.
///
/// * `budget`: one node is one line looked at, or one decision of the solver, which makes at most 20 000.
///
/// ```
/// use quandary_core::Budget;
/// use quandary_core::Reason;
/// use quandary_nonogram::explain::{Next, next};
/// use quandary_nonogram::{Board, Cell, Nonogram, Picture};
/// let puzzle = Nonogram::of(&Picture::parse("##.\n.##\n#.#").unwrap());
/// let mut board = Board::unknown(3, 3);
/// board.set(2, 0, Cell::Black);
/// let Next::Do(step) = next(&puzzle, &board, &mut Budget::unlimited()).unwrap() else { panic!() };
/// assert_eq!(step.why.text(), "row 1, column 3 is wrong: in the only solution it is empty.");
/// assert_eq!(step.why.nudge(), "Something in row 1 is wrong.");
/// ```
pub fn next(puzzle: &Nonogram, board: &Board, budget: &mut Budget) -> Result<Next, Exhausted> {
    if puzzle.is_won(board) {
        return Ok(Next::Solved);
    }
    let plain = |why: Why| Next::Do(Step { why, options: 0, plausible: 0 });
    let (solution, unique) = match judge_within(puzzle, board, budget)? {
        Judgement::Unsolvable => return Ok(Next::Unsolvable),
        Judgement::Fault(why) => return Ok(plain(why)),
        Judgement::Right(solution) => (Some(solution), true),
        Judgement::Possible(solution) => (Some(solution), false),
        Judgement::Unknown(_) => (None, false),
    };
    match easiest_lesson(puzzle, board, budget) {
        Ok(Some(step)) => return Ok(Next::Do(step)),
        // A broken line is never met here: judging has named it.
        Ok(None) | Err(Halt::Broken(_)) => {}
        Err(Halt::Exhausted(why)) => return Err(why),
    }
    match solution {
        Some(solution) => {
            let cells = vec![most_telling(puzzle, board, &solution, budget)?];
            Ok(plain(Why::Search { unique, cells }))
        }
        None => Ok(Next::Stuck),
    }
}

/// Judges with at most [`JUDGING`] decisions of the budget. To need more is no error: then it stays unknown.
fn judge_within(puzzle: &Nonogram, board: &Board, budget: &mut Budget) -> Result<Judgement, Exhausted> {
    let share = budget.remaining().min(JUDGING);
    let mut part = Budget::nodes(share).with_stop(budget.stop().clone());
    let judged = judge(puzzle, board, &mut part);
    let spent = budget.spend(part.spent().min(share));
    match judged {
        Judgement::Unknown(why) if why != Exhausted::Nodes || share < JUDGING => Err(why),
        judged => spent.map(|()| judged),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::random_puzzle;
    use crate::human::{walk, walk_lessons};
    use crate::solve::{Goal, Method, Verdict, solve};
    use quandary_core::{Seed, StopFlag};

    fn advised(puzzle: &Nonogram, board: &Board) -> Next {
        next(puzzle, board, &mut Budget::unlimited()).unwrap()
    }

    fn why(puzzle: &Nonogram, board: &Board) -> Why {
        match advised(puzzle, board) {
            Next::Do(step) => step.why,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_wrong_cell_is_named_and_never_built_upon() {
        let mut mended = 0;
        for index in 0..20 {
            let (puzzle, picture) = random_puzzle(Seed(51), index, 9, 7, 0.6);
            let verdict = solve(&puzzle, Goal::Unique, Method::Best, &mut Budget::unlimited()).verdict;
            if !matches!(verdict, Verdict::Unique(_)) {
                continue;
            }
            let cell = Seed(52).stream(index).index(63);
            let (x, y) = (cell % 9, cell / 9);
            let mut board = Board::unknown(9, 7);
            board.set(x, y, Cell::of(!picture.is_black(x, y)));
            let right = Paint::new(x, y, picture.is_black(x, y));
            let why = why(&puzzle, &board);
            assert_eq!(why, Why::Wrong { cells: vec![right] });
            assert_eq!(why.paints(), [right]);
            assert!(why.text().starts_with(&format!("row {}, column {} is wrong", y + 1, x + 1)));
            assert_eq!(why.nudge(), format!("Something in row {} is wrong.", y + 1));
            mended += 1;
        }
        assert!(mended > 10, "{mended}");
    }

    #[test]
    fn following_the_advice_solves_every_puzzle_that_has_a_solution() {
        for index in 0..25 {
            let (puzzle, _) = random_puzzle(Seed(53), index, 8, 8, 0.5);
            let mut board = Board::unknown(8, 8);
            let mut steps = 0;
            while let Next::Do(step) = advised(&puzzle, &board) {
                board.apply(&step.why.paints());
                steps += 1;
                assert!(steps <= 64, "every step paints a cell");
            }
            assert_eq!(advised(&puzzle, &board), Next::Solved);
            assert!(puzzle.is_won(&board), "{index}");
        }
    }

    #[test]
    fn a_line_that_cannot_be_completed_is_named_where_no_cell_is_wrong_by_itself() {
        let puzzle = Nonogram::new(vec![vec![1]; 3], vec![vec![1]; 3]).unwrap();
        let mut board = Board::unknown(3, 3);
        board.set(0, 0, Cell::Black);
        board.set(0, 1, Cell::Black);
        let why = why(&puzzle, &board);
        assert_eq!(
            why.text(),
            "column 1 (1) cannot be completed while rows 1–2 are filled: one of the two is wrong."
        );
        assert_eq!(why.nudge(), "Look at column 1: it cannot be completed any more.");
        let cleared: Vec<String> = why.paints().iter().map(ToString::to_string).collect();
        assert_eq!(cleared, ["r1c1=?", "r2c1=?"]);
    }

    #[test]
    fn a_puzzle_without_a_solution_is_said_to_have_none() {
        let puzzle =
            Nonogram::new(vec![vec![1, 1], vec![], vec![1, 1]], vec![vec![2], vec![], vec![2]]).unwrap();
        assert_eq!(advised(&puzzle, &Board::unknown(3, 3)), Next::Unsolvable);
    }

    #[test]
    fn every_cell_of_a_step_is_in_one_of_its_remarks() {
        let puzzle = Nonogram::new(vec![vec![12]], vec![vec![1]; 12]).unwrap();
        let walk = walk(&puzzle, &Board::unknown(12, 1), &mut Budget::unlimited());
        assert_eq!(walk.steps[0].why.cells().len(), 12);
        assert_eq!(walk.steps[0].why.text(), "the 12 fills row 1.");
        for index in 0..40 {
            let (puzzle, _) = random_puzzle(Seed(54), index, 12, 9, 0.6);
            for step in walk_lessons(&puzzle, &Board::unknown(12, 9), &mut Budget::unlimited()).steps {
                let (Why::Overlap { cells, remarks, .. } | Why::LineLogic { cells, remarks, .. }) = &step.why
                else {
                    continue;
                };
                let mut told: Vec<String> = cells.iter().map(ToString::to_string).collect();
                let mut remarked: Vec<String> =
                    remarks.iter().flat_map(|remark| remark.cells.clone()).collect();
                told.sort_unstable();
                remarked.sort_unstable();
                assert_eq!(told, remarked, "{}", step.why.text());
            }
        }
    }

    #[test]
    fn no_sentence_shows_a_move_where_a_person_wants_words() {
        for index in 0..30 {
            let (puzzle, picture) = random_puzzle(Seed(55), index, 8, 8, 0.5);
            let mut board = Board::unknown(8, 8);
            // One cell is wrong now and then, so that faults are spoken of, too.
            if index % 3 == 0 {
                board.set(1, 1, Cell::of(!picture.is_black(1, 1)));
            }
            while let Next::Do(step) = advised(&puzzle, &board) {
                let said = format!("{} {}", step.why.text(), step.why.nudge());
                let is_code = |word: &str| {
                    word.strip_prefix('r').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
                };
                assert!(!said.split_whitespace().any(is_code) && !said.contains('='), "{said}");
                board.apply(&step.why.paints());
            }
        }
    }

    #[test]
    fn a_hint_obeys_its_budget_and_its_flag() {
        let (puzzle, _) = random_puzzle(Seed(9), 0, 25, 25, 0.38);
        let blank = Board::unknown(25, 25);
        assert_eq!(next(&puzzle, &blank, &mut Budget::nodes(10)), Err(Exhausted::Nodes));
        let stop = StopFlag::new();
        stop.raise(Exhausted::Time);
        let mut budget = Budget::unlimited().with_stop(stop);
        assert_eq!(next(&puzzle, &blank, &mut budget), Err(Exhausted::Time));
    }
}

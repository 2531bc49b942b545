//! The next step as a value: what to paint and why, or what is wrong with what is painted.
//!
//! Three questions, in this order. Is something painted wrong ([`crate::judge`])? What is the easiest
//! technique that tells more ([`crate::human`])? And where none does: what does the solver know?

use quandary_core::{Budget, Exhausted};
use serde::Serialize;

use crate::human::{Halt, Technique, Ways, easiest_step, most_telling};
use crate::judge::{Judgement, judge};
use crate::{Board, Cell, Clue, Line, Nonogram, Paint};

/// Why the cells of a step are what they are.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Reason {
    /// A block of a line overlaps itself, or a cell is out of reach of all of its blocks.
    Overlap {
        /// The line.
        line: Line,
        /// Its clue.
        clue: Clue,
        /// In how many ways its blocks still fit.
        ways: Ways,
    },
    /// All ways to complete a line agree.
    LineLogic {
        /// The line.
        line: Line,
        /// Its clue.
        clue: Clue,
        /// In how many ways its blocks still fit.
        ways: Ways,
    },
    /// The opposite colour breaks a line.
    Contradiction {
        /// What was supposed.
        supposed: Paint,
        /// The line that breaks.
        broken: Line,
        /// How many cells the supposition settles before that.
        settled: usize,
    },
    /// Both colours of a cell lead to it.
    EitherWay {
        /// The cell, such as `r3c12`.
        cell: String,
    },
    /// The opposite colour leads nowhere, as probing under it shows.
    Nested {
        /// What was supposed.
        supposed: Paint,
    },
}

impl Reason {
    /// The technique that this is an instance of.
    pub fn technique(&self) -> Technique {
        match self {
            Reason::Overlap { .. } => Technique::Overlap,
            Reason::LineLogic { .. } => Technique::LineLogic,
            Reason::Contradiction { .. } => Technique::Probe,
            Reason::EitherWay { .. } | Reason::Nested { .. } => Technique::Deeper,
        }
    }
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
    pub(crate) paints: Vec<Paint>,
}

impl Step {
    pub(crate) fn new(reason: Reason, paints: Vec<Paint>, options: u32, plausible: u32) -> Step {
        let cells = paints.iter().map(ToString::to_string).collect();
        Step { technique: reason.technique(), reason, cells, options, plausible, paints }
    }

    /// The cells it paints.
    pub fn paints(&self) -> &[Paint] {
        &self.paints
    }

    /// The step in a sentence, with every cell it paints.
    pub fn sentence(&self) -> String {
        let cells = in_words(&self.paints);
        match &self.reason {
            Reason::Overlap { line, clue, ways } => format!(
                "Look at {line} ({}): wherever its blocks lie ({ways}), these cells are the same: {cells}",
                clue_in_words(clue)
            ),
            Reason::LineLogic { line, clue, ways } => format!(
                "Look at {line} ({}): {ways} to place its blocks {} left, and all agree on {cells}",
                clue_in_words(clue),
                if ways.count() == 1 { "is" } else { "are" },
            ),
            Reason::Contradiction { supposed, broken, settled } => format!(
                "Suppose {supposed}: after {settled} more {} {broken} cannot be completed. So {cells}",
                if *settled == 1 { "cell" } else { "cells" },
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
            Reason::Overlap { line, .. } | Reason::LineLogic { line, .. } => {
                format!("Look at {line}: {} helps.", self.technique.name())
            }
            Reason::Contradiction { supposed, .. } | Reason::Nested { supposed } => {
                format!("What would follow from {supposed}?")
            }
            Reason::EitherWay { cell } => format!("Try both colours of {cell}."),
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

/// Every cell, with runs of one colour along a row or a column written as one: `r2c1–7=# r2c9=.`, `r1–4c3=#`.
///
/// ```
/// use quandary_nonogram::{Paint, explain::in_words};
/// let row: Vec<Paint> = (0..4).map(|x| Paint { x, y: 1, black: x < 3 }).collect();
/// assert_eq!(in_words(&row), "r2c1–3=# r2c4=.");
/// ```
pub fn in_words(paints: &[Paint]) -> String {
    let mut runs: Vec<(Paint, Paint)> = Vec::new();
    for &paint in paints {
        if let Some((first, last)) = runs.last_mut() {
            let beside = first.y == paint.y && last.y == paint.y && last.x + 1 == paint.x;
            let below = first.x == paint.x && last.x == paint.x && last.y + 1 == paint.y;
            if (beside || below) && last.black == paint.black {
                *last = paint;
                continue;
            }
        }
        runs.push((paint, paint));
    }
    let span = |from: usize, to: usize| {
        if from == to { format!("{}", from + 1) } else { format!("{}–{}", from + 1, to + 1) }
    };
    let run = |(first, last): &(Paint, Paint)| {
        format!("r{}c{}={}", span(first.y, last.y), span(first.x, last.x), Cell::of(first.black).symbol())
    };
    runs.iter().map(run).collect::<Vec<_>>().join(" ")
}

/// What to do next on a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Advice {
    /// Nothing: the black cells satisfy every clue.
    Solved,
    /// A technique tells these cells.
    Step(Step),
    /// Something painted is wrong: mend it first.
    Mend {
        /// What is wrong.
        fault: Judgement,
    },
    /// No technique tells more, but the solver knows this cell.
    Search {
        /// The cell that settles most others by line logic.
        cell: Paint,
        /// Whether it is so in every solution, or only in one of several.
        unique: bool,
    },
    /// No technique tells more, and the puzzle was too hard for the solver.
    Stuck {
        /// Cells not decided.
        open: usize,
    },
    /// No picture fits the clues.
    Unsolvable,
}

impl Advice {
    /// The advice in a sentence or two, naming every cell it is about.
    pub fn text(&self) -> String {
        match self {
            Advice::Solved => "It is solved.".to_owned(),
            Advice::Step(step) => step.sentence(),
            Advice::Mend { fault } => fault.text(),
            Advice::Search { cell, unique: true } => {
                format!("No technique tells more from here. The only solution has {cell}.")
            }
            Advice::Search { cell, unique: false } => {
                format!(
                    "No technique tells more from here, and more than one picture fits. One of them has {cell}."
                )
            }
            Advice::Stuck { open } => {
                format!(
                    "No technique tells more from here, and search takes too long; {open} cells are open."
                )
            }
            Advice::Unsolvable => "No picture fits these clues.".to_owned(),
        }
    }

    /// Where to look, and no more.
    pub fn nudge(&self) -> String {
        match self {
            Advice::Step(step) => step.nudge(),
            Advice::Mend { fault } => fault.nudge(),
            Advice::Search { cell, .. } => {
                format!("No technique helps here. Suppose something in row {}.", cell.y + 1)
            }
            Advice::Solved | Advice::Stuck { .. } | Advice::Unsolvable => self.text(),
        }
    }
}

/// What is wrong, for the player.
impl Judgement {
    /// The judgement in a sentence, naming every cell it is about.
    pub fn text(&self) -> String {
        match self {
            Judgement::Right { .. } => "Everything painted is right.".to_owned(),
            Judgement::Possible { .. } => "A solution agrees with everything painted.".to_owned(),
            Judgement::Wrong { cells } => match cells[..] {
                [cell] => format!(
                    "r{}c{} is wrong: in the only solution it is {} ({cell}).",
                    cell.y + 1,
                    cell.x + 1,
                    if cell.black { "black" } else { "white" }
                ),
                _ => format!("{} cells are wrong: the only solution has {}.", cells.len(), in_words(cells)),
            },
            Judgement::Broken { line, clue, cells } => format!(
                "{line} ({}) cannot be completed: its blocks do not fit with {}. {} wrong.",
                clue_in_words(clue),
                in_words(cells),
                if cells.len() == 1 { "That cell is" } else { "One of these cells is" },
            ),
            Judgement::Conflict { cells, .. } => {
                let what = if cells.len() == 1 { "That cell is" } else { "One of these cells is" };
                format!("No solution has {} at once. {what} wrong.", in_words(cells))
            }
            Judgement::Unsolvable => "No picture fits these clues.".to_owned(),
            Judgement::Unknown { why } => {
                format!("Whether everything painted is right was not found out: {why}.")
            }
        }
    }

    /// Where to look, and no more.
    pub fn nudge(&self) -> String {
        match self {
            Judgement::Wrong { cells } | Judgement::Conflict { cells, .. } => {
                let mut rows: Vec<usize> = cells.iter().map(|cell| cell.y + 1).collect();
                rows.dedup();
                let names: Vec<String> = rows.iter().map(ToString::to_string).collect();
                let rows = if rows.len() == 1 { "row" } else { "rows" };
                format!("Something painted in {rows} {} is wrong.", names.join(", "))
            }
            Judgement::Broken { line, .. } => format!("Look at {line}: it cannot be completed any more."),
            _ => self.text(),
        }
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
/// use quandary_nonogram::explain::{Advice, advise};
/// use quandary_nonogram::{Board, Cell, Nonogram, Picture};
/// let puzzle = Nonogram::of(&Picture::parse("##.\n.##\n#.#").unwrap());
/// let mut board = Board::unknown(3, 3);
/// let advice = advise(&puzzle, &board, &mut Budget::unlimited()).unwrap();
/// assert!(matches!(advice, Advice::Step(_)));
/// board.set(2, 0, Cell::Black);
/// let advice = advise(&puzzle, &board, &mut Budget::unlimited()).unwrap();
/// assert_eq!(advice.text(), "r1c3 is wrong: in the only solution it is white (r1c3=.).");
/// assert_eq!(advice.nudge(), "Something painted in row 1 is wrong.");
/// ```
pub fn advise(puzzle: &Nonogram, board: &Board, budget: &mut Budget) -> Result<Advice, Exhausted> {
    if puzzle.is_won(board) {
        return Ok(Advice::Solved);
    }
    let judged = judge_within(puzzle, board, budget)?;
    if judged == Judgement::Unsolvable {
        return Ok(Advice::Unsolvable);
    }
    if judged.is_fault() {
        return Ok(Advice::Mend { fault: judged });
    }
    match easiest_step(puzzle, board, budget) {
        Ok(Some(step)) => return Ok(Advice::Step(step)),
        // A broken line is never met here: judging has named it.
        Ok(None) | Err(Halt::Broken(_)) => {}
        Err(Halt::Exhausted(why)) => return Err(why),
    }
    match judged {
        Judgement::Right { solution } => {
            Ok(Advice::Search { cell: most_telling(puzzle, board, &solution, budget)?, unique: true })
        }
        Judgement::Possible { solution } => {
            Ok(Advice::Search { cell: most_telling(puzzle, board, &solution, budget)?, unique: false })
        }
        _ => Ok(Advice::Stuck { open: board.open() }),
    }
}

/// Judges with at most [`JUDGING`] decisions of the budget. To need more is no error: then it stays unknown.
fn judge_within(puzzle: &Nonogram, board: &Board, budget: &mut Budget) -> Result<Judgement, Exhausted> {
    let share = budget.remaining().min(JUDGING);
    let mut part = Budget::nodes(share).with_stop(budget.stop().clone());
    let judged = judge(puzzle, board, &mut part);
    let spent = budget.spend(part.spent().min(share));
    match judged {
        Judgement::Unknown { why } if why != Exhausted::Nodes || share < JUDGING => Err(why),
        judged => spent.map(|()| judged),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::random_puzzle;
    use crate::human::walk;
    use crate::solve::{Goal, Method, Verdict, solve};
    use quandary_core::{Seed, StopFlag};

    /// Applies an advice; `None` when there is nothing to apply.
    fn follow(board: &mut Board, advice: &Advice) -> Option<()> {
        let paints = match advice {
            Advice::Step(step) => step.paints.clone(),
            Advice::Mend { fault: Judgement::Wrong { cells } } => cells.clone(),
            Advice::Search { cell, .. } => vec![*cell],
            _ => return None,
        };
        for paint in paints {
            board.set(paint.x, paint.y, Cell::of(paint.black));
        }
        Some(())
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
            let advice = advise(&puzzle, &board, &mut Budget::unlimited()).unwrap();
            let right = Paint { x, y, black: picture.is_black(x, y) };
            assert_eq!(advice, Advice::Mend { fault: Judgement::Wrong { cells: vec![right] } });
            assert!(advice.text().contains(&right.to_string()));
            assert_eq!(advice.nudge(), format!("Something painted in row {} is wrong.", y + 1));
            mended += 1;
        }
        assert!(mended > 10, "{mended}");
    }

    #[test]
    fn following_the_advice_solves_every_puzzle_that_has_a_solution() {
        for index in 0..25 {
            let (puzzle, _) = random_puzzle(Seed(53), index, 8, 8, 0.5);
            let mut board = Board::unknown(8, 8);
            let won = (0..200).any(|_| {
                let advice = advise(&puzzle, &board, &mut Budget::unlimited()).unwrap();
                follow(&mut board, &advice).is_none() && advice == Advice::Solved
            });
            assert!(won && puzzle.is_won(&board), "{index}");
        }
    }

    #[test]
    fn a_line_that_cannot_be_completed_is_named_where_no_cell_is_wrong_by_itself() {
        let puzzle = Nonogram::new(vec![vec![1]; 3], vec![vec![1]; 3]).unwrap();
        let mut board = Board::unknown(3, 3);
        board.set(0, 0, Cell::Black);
        board.set(0, 1, Cell::Black);
        let advice = advise(&puzzle, &board, &mut Budget::unlimited()).unwrap();
        assert_eq!(
            advice.text(),
            "column 1 (1) cannot be completed: its blocks do not fit with r1–2c1=#. One of these cells is wrong."
        );
        assert_eq!(advice.nudge(), "Look at column 1: it cannot be completed any more.");
    }

    #[test]
    fn a_puzzle_without_a_solution_is_said_to_have_none() {
        let puzzle =
            Nonogram::new(vec![vec![1, 1], vec![], vec![1, 1]], vec![vec![2], vec![], vec![2]]).unwrap();
        let advice = advise(&puzzle, &Board::unknown(3, 3), &mut Budget::unlimited()).unwrap();
        assert_eq!(advice, Advice::Unsolvable);
    }

    #[test]
    fn every_cell_of_a_step_is_in_its_sentence() {
        let puzzle = Nonogram::new(vec![vec![12]], vec![vec![1]; 12]).unwrap();
        let walk = walk(&puzzle, &Board::unknown(12, 1), &mut Budget::unlimited());
        assert_eq!(walk.steps[0].paints.len(), 12);
        assert!(walk.steps[0].sentence().ends_with("r1c1–12=#"), "{}", walk.steps[0].sentence());
        let mixed: Vec<Paint> = (0..12).map(|x| Paint { x, y: 0, black: x % 2 == 0 }).collect();
        assert_eq!(in_words(&mixed).split(' ').count(), 12);
        let upright: Vec<Paint> = (0..4).map(|y| Paint { x: 2, y, black: y > 0 }).collect();
        assert_eq!(in_words(&upright), "r1c3=. r2–4c3=#");
        assert_eq!(in_words(&[]), "");
    }

    #[test]
    fn advice_obeys_its_budget_and_its_flag() {
        let (puzzle, _) = random_puzzle(Seed(9), 0, 25, 25, 0.38);
        let blank = Board::unknown(25, 25);
        assert_eq!(advise(&puzzle, &blank, &mut Budget::nodes(10)), Err(Exhausted::Nodes));
        let stop = StopFlag::new();
        stop.raise(Exhausted::Time);
        let mut budget = Budget::unlimited().with_stop(stop);
        assert_eq!(advise(&puzzle, &blank, &mut budget), Err(Exhausted::Time));
    }
}

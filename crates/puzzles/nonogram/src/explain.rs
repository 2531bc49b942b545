//! The next step as a value: what to paint and why, or what is wrong with what is painted.
//!
//! Three questions, in this order. Is something painted wrong ([`crate::judge`])? What is the easiest
//! technique that tells more ([`crate::human`])? And where none does: what does the solver know?

use quandary_core::{Budget, Decision, Exhausted, Probability};
#[cfg(feature = "verbs")]
use quandary_verbs::{Alternative, Hint};

use crate::human::{Halt, easiest_lesson, most_telling};
use crate::judge::{Judgement, judge};
pub use crate::why::{Consequence, Why};
pub use crate::words::Remark;
use crate::{Board, Cell, Nonogram, Paint};

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

/// Judges with at most [`JUDGING`] decisions of the budget. To need more is not an error: then it stays unknown.
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
    use quandary_core::{Reason, Seed, StopFlag};

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
        let mut corrected = 0;
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
            corrected += 1;
        }
        assert!(corrected > 10, "{corrected}");
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
                let mut settled: Vec<String> = cells.iter().map(ToString::to_string).collect();
                let mut remarked: Vec<String> =
                    remarks.iter().flat_map(|remark| remark.cells.clone()).collect();
                settled.sort_unstable();
                remarked.sort_unstable();
                assert_eq!(settled, remarked, "{}", step.why.text());
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

//! Judging a board half painted: is anything on it wrong, and what?
//!
//! Where the puzzle has one solution, every painted cell is right or wrong by itself. Where it has several, or
//! where finding out takes too long, single cells are neither: then a line may still be found that cannot be
//! completed, or cells that cannot stand together.

use quandary_core::{Budget, Exhausted};

use crate::explain::Why;
use crate::line::Word;
use crate::rules::completable;
use crate::solve::propagate::{LineSet, Lines};
use crate::solve::{Goal, Method, Verdict, completion, solve, with_word};
use crate::{Board, Cell, Nonogram, Paint, Picture};

/// What is to be said of the painted cells of a board.
#[derive(Clone, Debug, PartialEq)]
pub enum Judgement {
    /// The puzzle has one solution, this, and every painted cell agrees with it.
    Right(Picture),
    /// This solution agrees with every painted cell; there may be others.
    Possible(Picture),
    /// Something painted is wrong: [`Why::Wrong`], [`Why::Broken`] or [`Why::Conflict`].
    Fault(Why),
    /// No picture fits the clues, whatever is painted.
    Unsolvable,
    /// It was not determined.
    Unknown(Exhausted),
}

/// Judges the painted cells of a board.
///
/// * `budget`: one node is one decision of the solver.
///
/// Says the most precise thing it can: single wrong cells if the puzzle has one solution, else a line that
/// cannot be completed, else cells that cannot stand together.
///
/// ```
/// use quandary_core::Budget;
/// use quandary_nonogram::explain::Why;
/// use quandary_nonogram::judge::{Judgement, judge};
/// use quandary_nonogram::{Board, Cell, Nonogram, Picture};
/// let puzzle = Nonogram::of(&Picture::parse("##.\n.##\n#.#").unwrap());
/// let mut board = Board::unknown(3, 3);
/// board.set(2, 0, Cell::Black);
/// let judged = judge(&puzzle, &board, &mut Budget::unlimited());
/// let Judgement::Fault(Why::Wrong { cells }) = judged else { panic!() };
/// assert_eq!(cells[0].to_string(), "r1c3=."); // as it should be
/// ```
pub fn judge(puzzle: &Nonogram, board: &Board, budget: &mut Budget) -> Judgement {
    match solve(puzzle, Goal::Unique, Method::Best, budget).verdict {
        Verdict::Unique(solution) => match differences(board, &solution) {
            cells if cells.is_empty() => Judgement::Right(solution),
            cells => Judgement::Fault(Why::Wrong { cells }),
        },
        Verdict::None => Judgement::Unsolvable,
        Verdict::Multiple(first, second) => {
            match [first, second].into_iter().find(|picture| board.agrees(picture)) {
                Some(solution) => Judgement::Possible(solution),
                None => by_completing(puzzle, board, budget),
            }
        }
        Verdict::Budget { found: Some(solution), .. } if board.agrees(&solution) => {
            Judgement::Possible(solution)
        }
        Verdict::Budget { why, .. } => broken(puzzle, board)
            .or_else(|| refuted_by_lines(puzzle, board).then(|| conflict(puzzle, board, budget)))
            .map_or(Judgement::Unknown(why), Judgement::Fault),
        Verdict::Solved(_) | Verdict::Open(_) => unreachable!("a complete method was asked for uniqueness"),
    }
}

/// Judges by what the board itself allows: for puzzles with several solutions.
fn by_completing(puzzle: &Nonogram, board: &Board, budget: &mut Budget) -> Judgement {
    if let Some(why) = broken(puzzle, board) {
        return Judgement::Fault(why);
    }
    match completion(puzzle, board, budget) {
        Ok(Some(solution)) => Judgement::Possible(solution),
        Ok(None) => Judgement::Fault(conflict(puzzle, board, budget)),
        Err(why) => Judgement::Unknown(why),
    }
}

/// The painted cells that differ from a solution, as they should be.
fn differences(board: &Board, solution: &Picture) -> Vec<Paint> {
    let painted = board.painted().into_iter();
    let right =
        painted.map(|paint| (paint, Paint::new(paint.x, paint.y, solution.is_black(paint.x, paint.y))));
    right.filter(|(paint, right)| paint != right).map(|(_, right)| right).collect()
}

/// The broken line that the fewest cells show to be so, the first of them in reading order.
fn broken(puzzle: &Nonogram, board: &Board) -> Option<Why> {
    let breaks = puzzle.lines().filter_map(|line| {
        let (clue, cells) = (puzzle.clue(line), board.line(line));
        (!completable(clue, &cells)).then(|| (line, needed(clue, cells)))
    });
    let (line, cells) =
        breaks.min_by_key(|(_, cells)| cells.iter().filter(|&&c| c != Cell::Unknown).count())?;
    let paint = |(index, &cell): (usize, &Cell)| {
        let (x, y) = line.cell(index);
        (cell != Cell::Unknown).then_some(Paint { x, y, cell })
    };
    let cells = cells.iter().enumerate().filter_map(paint).collect();
    Some(Why::Broken { line, clue: puzzle.clue(line).to_vec(), cells })
}

/// The cells of a broken line without those that can be spared.
fn needed(clue: &[usize], mut cells: Vec<Cell>) -> Vec<Cell> {
    for index in 0..cells.len() {
        let cell = std::mem::replace(&mut cells[index], Cell::Unknown);
        if cell != Cell::Unknown && completable(clue, &cells) {
            cells[index] = cell;
        }
    }
    cells
}

/// Whether line logic alone shows that a board has no completion.
fn refuted_by_lines(puzzle: &Nonogram, board: &Board) -> bool {
    with_word!(puzzle, refuted_with(puzzle, board))
}

fn refuted_with<W: Word>(puzzle: &Nonogram, board: &Board) -> bool {
    let mut lines = Lines::<W>::new(puzzle);
    let mut grid = lines.grid_of(board);
    lines
        .spread(&mut grid, LineSet { rows: W::low(puzzle.height()), columns: W::low(puzzle.width()) })
        .is_err()
}

/// The painted cells of a board without completion, less those that can be spared.
///
/// Drops halves, quarters and so on down to single cells, as long as the rest still has no completion: some
/// c log n questions for c cells that are needed among n. What the budget leaves open is kept.
fn conflict(puzzle: &Nonogram, board: &Board, budget: &mut Budget) -> Why {
    let mut kept = board.painted();
    let mut irreducible = true;
    let mut chunk = kept.len().div_ceil(2);
    loop {
        let mut start = 0;
        while start < kept.len() {
            let end = (start + chunk).min(kept.len());
            let rest: Vec<Paint> = kept[..start].iter().chain(&kept[end..]).copied().collect();
            let mut without = Board::unknown(board.width(), board.height());
            without.apply(&rest);
            let refuted = refuted_by_lines(puzzle, &without)
                || completion(puzzle, &without, budget).map_or_else(
                    |_| {
                        irreducible = false;
                        false
                    },
                    |found| found.is_none(),
                );
            if refuted {
                kept = rest;
            } else {
                start = end;
            }
        }
        if chunk <= 1 {
            return Why::Conflict { cells: kept, irreducible };
        }
        chunk = chunk.div_ceil(2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Line;
    use crate::generate::random_puzzle;
    use quandary_core::Seed;

    fn board(rows: &[&str]) -> Board {
        let cell = |symbol| match symbol {
            '#' => Cell::Black,
            '.' => Cell::White,
            _ => Cell::Unknown,
        };
        Board::from_cells(rows[0].len(), rows.iter().flat_map(|row| row.chars().map(cell)).collect())
    }

    fn judged(puzzle: &Nonogram, rows: &[&str]) -> Judgement {
        judge(puzzle, &board(rows), &mut Budget::unlimited())
    }

    fn names(cells: &[Paint]) -> Vec<String> {
        cells.iter().map(ToString::to_string).collect()
    }

    /// Six solutions: one black cell in every row and every column.
    fn permutations() -> Nonogram {
        Nonogram::new(vec![vec![1]; 3], vec![vec![1]; 3]).unwrap()
    }

    #[test]
    fn wrong_cells_of_a_unique_puzzle_are_named_as_they_should_be() {
        let mut unique = 0;
        for index in 0..30 {
            let (puzzle, picture) = random_puzzle(Seed(41), index, 8, 8, 0.6);
            let mut stream = Seed(42).stream(index);
            let mut board = Board::unknown(8, 8);
            let mut expected = Vec::new();
            for y in 0..8 {
                for x in (0..8).filter(|_| stream.chance(0.3)).collect::<Vec<_>>() {
                    let black = picture.is_black(x, y);
                    let wrong = stream.chance(0.1);
                    board.set(x, y, Cell::of(black != wrong));
                    expected.extend(wrong.then_some(Paint::new(x, y, black)));
                }
            }
            match judge(&puzzle, &board, &mut Budget::unlimited()) {
                Judgement::Right(solution) => assert!(expected.is_empty() && solution == picture),
                Judgement::Fault(Why::Wrong { cells }) => {
                    assert_eq!(cells, expected);
                    unique += 1;
                }
                // Several solutions: then no cell is wrong by itself.
                Judgement::Possible(solution) => {
                    assert!(puzzle.fits(&solution) && board.agrees(&solution));
                }
                Judgement::Fault(_) => assert!(!expected.is_empty()),
                other => panic!("{other:?}"),
            }
        }
        assert!(unique > 10, "{unique}");
    }

    #[test]
    fn a_broken_line_is_named_with_the_cells_that_break_it() {
        let Judgement::Fault(Why::Broken { line, clue, cells }) =
            judged(&permutations(), &["#??", "#.?", "..?"])
        else {
            panic!("column 1 holds two black cells")
        };
        assert_eq!((line, clue), (Line::Column(0), vec![1]));
        assert_eq!(names(&cells), ["r1c1=#", "r2c1=#"]);
    }

    #[test]
    fn cells_that_cannot_stand_together_are_named_without_the_others() {
        // One black cell in every row and column; two rows leave only column 4. Every line alone can be completed.
        let puzzle = Nonogram::new(vec![vec![1]; 4], vec![vec![1]; 4]).unwrap();
        let rows = ["???.", "...?", "...?", "????"];
        let Judgement::Fault(Why::Conflict { cells, irreducible }) = judged(&puzzle, &rows) else {
            panic!("rows 2 and 3 need the same column")
        };
        assert!(irreducible);
        assert_eq!(names(&cells), ["r2c1=.", "r2c2=.", "r2c3=.", "r3c1=.", "r3c2=.", "r3c3=."]);
    }

    #[test]
    fn a_board_that_a_solution_agrees_with_is_not_wrong() {
        assert!(matches!(judged(&permutations(), &["?#?", "???", "???"]), Judgement::Possible(_)));
        assert!(matches!(judged(&permutations(), &["???", "???", "???"]), Judgement::Possible(_)));
    }

    #[test]
    fn clues_without_a_solution_are_not_blamed_on_the_player() {
        let puzzle =
            Nonogram::new(vec![vec![1, 1], vec![], vec![1, 1]], vec![vec![2], vec![], vec![2]]).unwrap();
        assert_eq!(judged(&puzzle, &["???", "?.?", "???"]), Judgement::Unsolvable);
    }

    #[test]
    fn without_a_budget_a_broken_line_is_still_seen_and_nothing_else_is_claimed() {
        let (puzzle, picture) = random_puzzle(Seed(9), 0, 25, 25, 0.38);
        let mut budget = Budget::nodes(0);
        let mut board = Board::unknown(25, 25);
        assert_eq!(judge(&puzzle, &board, &mut budget), Judgement::Unknown(Exhausted::Nodes));
        for x in 0..25 {
            board.set(x, 0, Cell::of(!picture.is_black(x, 0)));
        }
        let judged = judge(&puzzle, &board, &mut budget);
        assert!(matches!(judged, Judgement::Fault(Why::Broken { line: Line::Row(0), .. })), "{judged:?}");
    }
}

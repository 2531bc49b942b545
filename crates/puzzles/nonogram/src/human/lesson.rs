//! The next step as a person would give it to another: a whole line at once, the easiest line first, and beside what is
//! painted already. Grades follow [`super::easiest_step`], which looks for what tells most; this looks for what is seen
//! most easily.

use std::cmp::Reverse;
use std::collections::VecDeque;

use quandary_core::{Budget, Exhausted};

use super::insight::{Insight, Rule, insights};
use super::line::{overlap, ways};
use super::sight::Sight;
use super::{Halt, Walk, walk_by};
use crate::explain::{Consequence, Step, Why};
use crate::rules::{Line, completable};
use crate::words::remarks;
use crate::{Board, Cell, Colour, Ink, Nonogram, Paint};

/// Rules that one hint uses at most: more sentences than that nobody follows.
const MOST_RULES: usize = 3;

/// What a line has to say: the easiest insights, and how hard the hardest of them is.
pub(super) fn lesson(sight: &Sight) -> Option<(Rule, Vec<Insight>)> {
    let decided = sight.settled();
    if decided.is_empty() {
        return None;
    }
    let mut found = insights(sight, &decided);
    // Going through all ways is left for later where anything easier helps.
    if found.first().is_some_and(|first| first.rule < Rule::OnePlace) {
        found.retain(|insight| insight.rule < Rule::OnePlace);
    }
    let mut rules: Vec<Rule> = found.iter().map(|insight| insight.rule).collect();
    rules.dedup();
    rules.truncate(MOST_RULES);
    let hardest = *rules.last()?;
    found.retain(|insight| insight.rule <= hardest);
    Some((hardest, found))
}

/// The easiest next step as a person would give it; `None` when every technique is at its end.
///
/// Of all lines that tell something the one that is easiest to see is taken; among those the one with most painted
/// cells, so that a line is finished before another is begun; then the one whose neighbours have most painted cells.
/// Where no line settles anything, something is supposed, and the steps to the contradiction are listed.
///
/// One node is one line looked at.
///
/// ```
/// use quandary_core::{Budget, Reason};
/// use quandary_nonogram::{Board, Nonogram, human::easiest_lesson};
/// let puzzle = Nonogram::new(vec![vec![3], vec![1, 1]], vec![vec![2], vec![1], vec![2]]).unwrap();
/// let step = easiest_lesson(&puzzle, &Board::unknown(3, 2), &mut Budget::unlimited()).unwrap().unwrap();
/// assert_eq!(step.why.text(), "the 3 fills row 1.");
/// ```
pub fn easiest_lesson(puzzle: &Nonogram, board: &Board, budget: &mut Budget) -> Result<Option<Step>, Halt> {
    if let Some(step) = by_line(puzzle, board, budget)? {
        return Ok(Some(step));
    }
    let step = super::steps::by_supposing_any(puzzle, board, budget)?;
    Ok(match step {
        Some(Step {
            why: Why::Contradiction { supposed, broken, settled, cells, .. },
            options,
            plausible,
        }) => {
            let (steps, broken) = consequences(puzzle, board, supposed, budget)?
                .map_or_else(|| (Vec::new(), broken), |(steps, line)| (steps, line));
            let clue = puzzle.clue(broken).to_vec();
            let why = Why::Contradiction { supposed, broken, clue, settled, steps, cells };
            Some(Step { why, options, plausible })
        }
        other => other,
    })
}

/// Works on as [`easiest_lesson`] tells, until the techniques, or the budget, are at their end.
pub fn walk_lessons(puzzle: &Nonogram, board: &Board, budget: &mut Budget) -> Walk {
    walk_by(puzzle, board, budget, easiest_lesson)
}

fn by_line(puzzle: &Nonogram, board: &Board, budget: &mut Budget) -> Result<Option<Step>, Halt> {
    let (mut options, mut by_overlap, mut by_logic) = (0, 0, 0);
    let mut best: Option<(_, Line, Vec<Insight>)> = None;
    for line in puzzle.lines() {
        budget.spend(1)?;
        let cells = board.line(line);
        let Some(sight) = Sight::plain(puzzle.clue(line), &cells) else { return Err(Halt::Broken(line)) };
        if !cells.contains(&Cell::Unknown) {
            continue;
        }
        options += 1;
        let Some((rule, found)) = lesson(&sight) else { continue };
        by_logic += 1;
        by_overlap += u32::from(overlap(puzzle.clue(line), &cells).is_some_and(|cells| !cells.is_empty()));
        let key = (rule, Reverse(painted(&cells)), Reverse(painted_beside(puzzle, board, line)), line);
        if best.as_ref().is_none_or(|(least, ..)| key < *least) {
            best = Some((key, line, found));
        }
    }
    let Some((_, line, found)) = best else { return Ok(None) };
    let (clue, cells) = (puzzle.clue(line).to_vec(), board.line(line));
    let Some(sight) = Sight::plain(&clue, &cells) else { return Err(Halt::Broken(line)) };
    let mut decided: Vec<(usize, Colour)> = found.iter().flat_map(|insight| insight.cells.clone()).collect();
    decided.sort_unstable_by_key(|&(index, _)| index);
    let simple = overlap(&clue, &cells).unwrap_or_default();
    let by_pushing =
        decided.iter().all(|&(index, colour)| simple.contains(&(index, colour != Colour::BLANK)));
    let paint = |&(index, colour): &(usize, Colour)| {
        let (x, y) = line.cell(index);
        Paint::new(x, y, colour != Colour::BLANK)
    };
    let paints = decided.iter().map(paint).collect();
    let (ways, remarks) = (ways(&clue, &cells), remarks(line, &sight, &found, true));
    let (why, plausible) = if by_pushing {
        (Why::Overlap { line, clue, ways, cells: paints, remarks }, by_overlap)
    } else {
        (Why::LineLogic { line, clue, ways, cells: paints, remarks }, by_logic)
    };
    Ok(Some(Step { why, options, plausible }))
}

fn painted(cells: &[Cell]) -> usize {
    cells.iter().filter(|&&cell| cell != Cell::Unknown).count()
}

/// Painted cells of the lines to both sides.
fn painted_beside(puzzle: &Nonogram, board: &Board, line: Line) -> usize {
    let beside = |index: usize, count: usize| {
        [index.checked_sub(1), Some(index + 1).filter(|&next| next < count)].into_iter().flatten()
    };
    match line {
        Line::Row(y) => beside(y, puzzle.height()).map(|y| painted(&board.line(Line::Row(y)))).sum(),
        Line::Column(x) => beside(x, puzzle.width()).map(|x| painted(&board.line(Line::Column(x)))).sum(),
    }
}

/// A line that settled cells under a supposition, and what it knew before that.
struct SettledLine {
    line: Line,
    before: Vec<Cell>,
    cells: Vec<(usize, bool)>,
}

/// What follows from a supposition, line by line, until one cannot be completed: only the steps that this takes.
/// `None` when no line breaks.
fn consequences(
    puzzle: &Nonogram,
    board: &Board,
    supposed: Paint,
    budget: &mut Budget,
) -> Result<Option<(Vec<Consequence>, Line)>, Exhausted> {
    let mut now = board.clone();
    now.apply(&[supposed]);
    let mut dirty: VecDeque<Line> = [Line::Row(supposed.y), Line::Column(supposed.x)].into();
    let mut all: Vec<SettledLine> = Vec::new();
    while let Some(line) = dirty.pop_front() {
        budget.spend(1)?;
        let before = now.line(line);
        let Some(sight) = Sight::plain(puzzle.clue(line), &before) else {
            return Ok(Some((needed_steps(puzzle, board, &all, line, before), line)));
        };
        let cells: Vec<(usize, bool)> =
            sight.settled().into_iter().map(|(index, colour)| (index, colour != Colour::BLANK)).collect();
        for &(index, black) in &cells {
            let (x, y) = line.cell(index);
            now.set(x, y, Cell::of(black));
            let crossing = match line {
                Line::Row(_) => Line::Column(x),
                Line::Column(_) => Line::Row(y),
            };
            if !dirty.contains(&crossing) {
                dirty.push_back(crossing);
            }
        }
        if !cells.is_empty() {
            all.push(SettledLine { line, before, cells });
        }
    }
    Ok(None)
}

/// The steps without those, and without the cells, that the broken line can spare; in their order.
fn needed_steps(
    puzzle: &Nonogram,
    board: &Board,
    all: &[SettledLine],
    broken: Line,
    cells: Vec<Cell>,
) -> Vec<Consequence> {
    let width = board.width();
    let mut wanted = vec![false; board.cells().len()];
    // Forgets what was found out on the way, as long as the line still says the same.
    let mut want = |line: Line, mut cells: Vec<Cell>, holds: &dyn Fn(&[Cell]) -> bool| {
        for index in 0..cells.len() {
            let (x, y) = line.cell(index);
            if cells[index] == Cell::Unknown || board.get(x, y) != Cell::Unknown {
                continue;
            }
            let cell = std::mem::replace(&mut cells[index], Cell::Unknown);
            if !holds(&cells) {
                cells[index] = cell;
                wanted[y * width + x] = true;
            }
        }
        wanted.clone()
    };
    let mut now = want(broken, cells, &|cells| !completable(puzzle.clue(broken), cells));
    let mut steps = Vec::new();
    for SettledLine { line, before, cells } in all.iter().rev() {
        let is_wanted = |&&(index, _): &&(usize, bool)| {
            let (x, y) = line.cell(index);
            now[y * width + x]
        };
        let used: Vec<(usize, bool)> = cells.iter().filter(is_wanted).copied().collect();
        if used.is_empty() {
            continue;
        }
        let clue = puzzle.clue(*line);
        let tells = |cells: &[Cell]| {
            used.iter().all(|&(index, black)| {
                let mut otherwise = cells.to_vec();
                otherwise[index] = Cell::of(!black);
                !completable(clue, &otherwise)
            })
        };
        now = want(*line, before.clone(), &tells);
        let paint = |&(index, black): &(usize, bool)| {
            let (x, y) = line.cell(index);
            Paint::new(x, y, black)
        };
        steps.push(Consequence { line: *line, cells: used.iter().map(paint).collect() });
    }
    steps.reverse();
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::random_puzzle;
    use crate::human::{End, walk};
    use quandary_core::{Reason, Seed};

    #[test]
    fn lessons_solve_whatever_the_techniques_solve() {
        let mut solved = 0;
        for index in 0..60 {
            let (puzzle, picture) = random_puzzle(Seed(71), index, 9, 8, 0.55);
            let blank = Board::unknown(9, 8);
            let by_technique = walk(&puzzle, &blank, &mut Budget::unlimited());
            let by_lesson = walk_lessons(&puzzle, &blank, &mut Budget::unlimited());
            assert_eq!(by_technique.end, by_lesson.end, "{index}");
            if by_lesson.end == End::Solved {
                assert!(by_lesson.board.agrees(&picture), "{index}");
                assert!(by_lesson.steps.iter().all(|step| !step.why.cells().is_empty()));
                solved += 1;
            }
        }
        assert!(solved > 30, "{solved}");
    }

    #[test]
    fn the_steps_to_a_contradiction_hold_one_after_the_other_and_end_in_a_broken_line() {
        let mut seen = 0;
        for index in 0..120 {
            let (puzzle, _) = random_puzzle(Seed(72), index, 8, 8, 0.5);
            let mut board = Board::unknown(8, 8);
            while let Ok(Some(step)) = easiest_lesson(&puzzle, &board, &mut Budget::unlimited()) {
                if let Why::Contradiction { supposed, broken, steps, .. } = &step.why {
                    let mut then = board.clone();
                    then.apply(&[*supposed]);
                    for Consequence { line, cells } in steps {
                        let known = then.line(*line);
                        for paint in cells {
                            let index = match line {
                                Line::Row(_) => paint.x,
                                Line::Column(_) => paint.y,
                            };
                            let mut otherwise = known.clone();
                            otherwise[index] = paint.opposite().cell;
                            assert!(!completable(puzzle.clue(*line), &otherwise), "{line}: {paint}");
                        }
                        then.apply(cells);
                    }
                    assert!(!completable(puzzle.clue(*broken), &then.line(*broken)), "{}", step.why.text());
                    seen += 1;
                }
                board.apply(step.why.cells());
            }
        }
        assert!(seen > 10, "{seen}");
    }

    #[test]
    fn a_line_begun_is_finished_before_another_is_begun() {
        let puzzle = Nonogram::new(vec![vec![4]; 4], vec![vec![4]; 4]).unwrap();
        let mut board = Board::unknown(4, 4);
        board.set(2, 1, Cell::Black);
        let step = easiest_lesson(&puzzle, &board, &mut Budget::unlimited()).unwrap().unwrap();
        assert_eq!(step.why.text(), "the 4 fills row 2.");
        assert_eq!(step.why.cells().len(), 3);
    }
}

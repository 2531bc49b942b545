//! Finding the next step.

use quandary_core::{Budget, Exhausted};

use super::insight::insights;
use super::line::{overlap, ways};
use super::sight::{Sight, black};
use super::{Halt, Technique};
use crate::explain::{Remark, Step, Why};
use crate::line::Word;
use crate::rules::Line;
use crate::solve::propagate::{Dead, Grid, LineSet, Lines};
use crate::solve::with_word;
use crate::words::remarks;
use crate::{Board, Cell, Colour, Ink, Nonogram, Paint, Picture};

/// The easiest next step from a board: `None` when every technique is at its end.
///
/// Among the places where the easiest technique tells something, the one that tells most is taken, the
/// first of those in reading order. One node is one line looked at.
pub fn easiest_step(puzzle: &Nonogram, board: &Board, budget: &mut Budget) -> Result<Option<Step>, Halt> {
    if let Some(step) = by_line(puzzle, board, Technique::Overlap, budget)? {
        return Ok(Some(step));
    }
    if let Some(step) = by_line(puzzle, board, Technique::LineLogic, budget)? {
        return Ok(Some(step));
    }
    Ok(by_supposing_any(puzzle, board, budget)?)
}

/// The easiest next step by suppositions.
pub(super) fn by_supposing_any(
    puzzle: &Nonogram,
    board: &Board,
    budget: &mut Budget,
) -> Result<Option<Step>, Exhausted> {
    with_word!(puzzle, by_supposing(puzzle, board, budget))
}

/// The open cell that, painted as in a solution, settles most others by line logic; the first of those.
///
/// The board must have an open cell.
pub(crate) fn most_telling(
    puzzle: &Nonogram,
    board: &Board,
    solution: &Picture,
    budget: &mut Budget,
) -> Result<Paint, Exhausted> {
    with_word!(puzzle, most_telling_with(puzzle, board, solution, budget))
}

fn most_telling_with<W: Word>(
    puzzle: &Nonogram,
    board: &Board,
    solution: &Picture,
    budget: &mut Budget,
) -> Result<Paint, Exhausted> {
    let mut lines = Lines::<W>::new(puzzle);
    let grid = lines.grid_of(board);
    let mut best: Option<(usize, Paint)> = None;
    for cell in open_cells(board) {
        let paint = paint(puzzle, cell, solution.cells()[cell]);
        let supposed = suppose(&mut lines, &grid, puzzle, cell, solution.cells()[cell], budget)?;
        let settled = supposed.outcome.map_or(0, |grid| grid.known(puzzle.height()));
        if best.is_none_or(|(most, _)| settled > most) {
            best = Some((settled, paint));
        }
    }
    Ok(best.map_or_else(|| unreachable!("a board that is not solved has an open cell"), |(_, paint)| paint))
}

fn open_cells(board: &Board) -> impl Iterator<Item = usize> + '_ {
    (0..board.cells().len()).filter(|&cell| board.cells()[cell] == Cell::Unknown)
}

/// The cells of one line that a technique settles.
fn settled_by(
    puzzle: &Nonogram,
    board: &Board,
    line: Line,
    technique: Technique,
) -> Result<Vec<Paint>, Halt> {
    let cells = board.line(line);
    let broken = Halt::Broken(line);
    if cells.iter().all(|&cell| cell != Cell::Unknown) {
        return if ways(puzzle.clue(line), &cells).count() > 0 { Ok(Vec::new()) } else { Err(broken) };
    }
    let found = match technique {
        Technique::Overlap => overlap(puzzle.clue(line), &cells).ok_or(broken)?,
        _ => exact(puzzle.clue(line), &cells).ok_or(broken)?,
    };
    let paint = |(index, black): (usize, bool)| {
        let (x, y) = line.cell(index);
        Paint::new(x, y, black)
    };
    Ok(found.into_iter().map(paint).collect())
}

/// Line logic by asking, for every open cell and colour, whether a way is left.
fn exact(clue: &[usize], cells: &[Cell]) -> Option<Vec<(usize, bool)>> {
    let possible = |cells: &[Cell]| ways(clue, cells).count() > 0;
    if !possible(cells) {
        return None;
    }
    let mut supposed = cells.to_vec();
    let mut found = Vec::new();
    for index in (0..cells.len()).filter(|&index| cells[index] == Cell::Unknown) {
        for black in [true, false] {
            supposed[index] = Cell::of(!black);
            if !possible(&supposed) {
                found.push((index, black));
            }
        }
        supposed[index] = Cell::Unknown;
    }
    Some(found)
}

fn by_line(
    puzzle: &Nonogram,
    board: &Board,
    technique: Technique,
    budget: &mut Budget,
) -> Result<Option<Step>, Halt> {
    let (mut options, mut plausible) = (0, 0);
    let mut best: Option<(Line, Vec<Paint>)> = None;
    for line in puzzle.lines() {
        budget.spend(1)?;
        options += u32::from(board.line(line).contains(&Cell::Unknown));
        let paints = settled_by(puzzle, board, line, technique)?;
        plausible += u32::from(!paints.is_empty());
        if paints.len() > best.as_ref().map_or(0, |(_, most)| most.len()) {
            best = Some((line, paints));
        }
    }
    Ok(best.map(|(line, cells)| {
        let clue = puzzle.clue(line).to_vec();
        let ways = ways(&clue, &board.line(line));
        let remarks = in_words(line, &clue, &board.line(line), &cells);
        let why = match technique {
            Technique::Overlap => Why::Overlap { line, clue, ways, cells, remarks },
            _ => Why::LineLogic { line, clue, ways, cells, remarks },
        };
        Step { why, options, plausible }
    }))
}

/// Says why cells of a line follow.
fn in_words(line: Line, clue: &[usize], known: &[Cell], cells: &[Paint]) -> Vec<Remark> {
    let Some(sight) = Sight::plain(clue, known) else { return Vec::new() };
    let decided = cells.iter().map(|paint| {
        let index = match line {
            Line::Row(_) => paint.x,
            Line::Column(_) => paint.y,
        };
        (index, if paint.cell == Cell::Black { black() } else { Colour::BLANK })
    });
    let decided: Vec<(usize, Colour)> = decided.collect();
    remarks(line, &sight, &insights(&sight, &decided), true)
}

/// A supposition: the cell, its colour, and what the lines make of it.
struct Supposed<W> {
    cell: usize,
    black: bool,
    outcome: Result<Grid<W>, (Line, usize)>,
}

fn by_supposing<W: Word>(
    puzzle: &Nonogram,
    board: &Board,
    budget: &mut Budget,
) -> Result<Option<Step>, Exhausted> {
    let mut lines = Lines::<W>::new(puzzle);
    let grid = lines.grid_of(board);
    let mut all = Vec::new();
    for cell in open_cells(board) {
        for black in [true, false] {
            all.push(suppose(&mut lines, &grid, puzzle, cell, black, budget)?);
        }
    }
    match contradiction(puzzle, &all).or_else(|| either_way(puzzle, board, &all)) {
        Some(step) => Ok(Some(step)),
        None => nested(puzzle, &mut lines, &all, budget),
    }
}

/// Follows a supposition until the lines have nothing to add or one of them breaks.
fn suppose<W: Word>(
    lines: &mut Lines<W>,
    grid: &Grid<W>,
    puzzle: &Nonogram,
    cell: usize,
    black: bool,
    budget: &mut Budget,
) -> Result<Supposed<W>, Exhausted> {
    let before = lines.solved;
    let (row, column) = (cell / puzzle.width(), cell % puzzle.width());
    let mut next = grid.clone();
    lines.set(&mut next, row, column, black);
    let outcome = match lines.spread(&mut next, LineSet::of_cell(row, column)) {
        Ok(_) => Ok(next),
        Err(Dead) => {
            let settled = next.known(puzzle.height()) - grid.known(puzzle.height()) - 1;
            let broken = (0..puzzle.height() + puzzle.width())
                .find(|&line| lines.solve_line(line, next.filled[line], next.empty[line]).is_none());
            let name = |line: usize| match line.checked_sub(puzzle.height()) {
                None => Line::Row(line),
                Some(column) => Line::Column(column),
            };
            Err((name(broken.unwrap_or(row)), settled))
        }
    };
    budget.spend(lines.solved - before)?;
    Ok(Supposed { cell, black, outcome })
}

fn paint(puzzle: &Nonogram, cell: usize, black: bool) -> Paint {
    Paint::new(cell % puzzle.width(), cell / puzzle.width(), black)
}

/// The supposition that breaks soonest.
fn contradiction<W>(puzzle: &Nonogram, all: &[Supposed<W>]) -> Option<Step> {
    let broken =
        all.iter().filter_map(|s| s.outcome.as_ref().err().map(|(line, settled)| (s, line, *settled)));
    let plausible = broken.clone().count() as u32;
    let (supposed, line, settled) = broken.min_by_key(|&(_, _, settled)| settled)?;
    let (supposed, broken) = (paint(puzzle, supposed.cell, supposed.black), *line);
    let clue = puzzle.clue(broken).to_vec();
    let cells = vec![supposed.opposite()];
    let why = Why::Contradiction { supposed, broken, clue, settled, steps: Vec::new(), cells };
    Some(Step { why, options: all.len() as u32, plausible })
}

/// The cell whose two colours have most in common.
fn either_way<W: Word>(puzzle: &Nonogram, board: &Board, all: &[Supposed<W>]) -> Option<Step> {
    let mut best: Option<(usize, Vec<Paint>)> = None;
    let mut plausible = 0;
    for pair in all.chunks(2) {
        let [Supposed { cell, outcome: Ok(black), .. }, Supposed { outcome: Ok(white), .. }] = pair else {
            continue;
        };
        let same = |other: usize| {
            let (row, column) = (other / puzzle.width(), other % puzzle.width());
            let colour = black.colour(row, column);
            let is_new = board.cells()[other] == Cell::Unknown && colour != Cell::Unknown;
            (is_new && colour == white.colour(row, column))
                .then(|| paint(puzzle, other, colour == Cell::Black))
        };
        let paints: Vec<Paint> = (0..puzzle.cells()).filter_map(same).collect();
        plausible += u32::from(!paints.is_empty());
        if paints.len() > best.as_ref().map_or(0, |(_, most)| most.len()) {
            best = Some((*cell, paints));
        }
    }
    let (cell, cells) = best?;
    let why = Why::EitherWay { cell: paint(puzzle, cell, true).place(), cells };
    Some(Step { why, options: all.len() as u32, plausible })
}

/// The first supposition under which some cell can be neither black nor white.
fn nested<W: Word>(
    puzzle: &Nonogram,
    lines: &mut Lines<W>,
    all: &[Supposed<W>],
    budget: &mut Budget,
) -> Result<Option<Step>, Exhausted> {
    for supposed in all {
        let Ok(grid) = &supposed.outcome else { continue };
        for cell in 0..puzzle.cells() {
            if grid.colour(cell / puzzle.width(), cell % puzzle.width()) != Cell::Unknown {
                continue;
            }
            if suppose(lines, grid, puzzle, cell, true, budget)?.outcome.is_err()
                && suppose(lines, grid, puzzle, cell, false, budget)?.outcome.is_err()
            {
                let supposed = paint(puzzle, supposed.cell, supposed.black);
                let cell = paint(puzzle, cell, true).place();
                let why = Why::Nested { supposed, cell, cells: vec![supposed.opposite()] };
                return Ok(Some(Step { why, options: all.len() as u32, plausible: 1 }));
            }
        }
    }
    Ok(None)
}

//! Finding the next step.

use super::line::{overlap, ways};
use super::{Reason, Step, Technique};
use crate::line::Word;
use crate::rules::Line;
use crate::solve::propagate::{Dead, Grid, LineSet, Lines};
use crate::solve::with_word;
use crate::{Board, Cell, Nonogram, Paint};

/// The easiest next step from a board: `None` when every technique is at its end, `Err` when the board
/// breaks a clue already.
///
/// Among the places where the easiest technique tells something, the one that tells most is taken, the
/// first of those in reading order.
pub fn next_step(puzzle: &Nonogram, board: &Board) -> Result<Option<Step>, Dead> {
    if let Some(step) = by_line(puzzle, board, Technique::Overlap)? {
        return Ok(Some(step));
    }
    if let Some(step) = by_line(puzzle, board, Technique::LineLogic)? {
        return Ok(Some(step));
    }
    Ok(with_word!(puzzle, by_supposing(puzzle, board)))
}

/// The cells of one line that a technique tells.
fn told(puzzle: &Nonogram, board: &Board, line: Line, technique: Technique) -> Result<Vec<Paint>, Dead> {
    let cells = board.line(line);
    if cells.iter().all(|&cell| cell != Cell::Unknown) {
        return if ways(puzzle.clue(line), &cells).count() > 0 { Ok(Vec::new()) } else { Err(Dead) };
    }
    let found = match technique {
        Technique::Overlap => overlap(puzzle.clue(line), &cells).ok_or(Dead)?,
        _ => exact(puzzle.clue(line), &cells).ok_or(Dead)?,
    };
    let paint = |(index, black): (usize, bool)| match line {
        Line::Row(y) => Paint { x: index, y, black },
        Line::Column(x) => Paint { x, y: index, black },
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

fn by_line(puzzle: &Nonogram, board: &Board, technique: Technique) -> Result<Option<Step>, Dead> {
    let (mut options, mut plausible) = (0, 0);
    let mut best: Option<(Line, Vec<Paint>)> = None;
    for line in puzzle.lines() {
        options += u32::from(board.line(line).contains(&Cell::Unknown));
        let paints = told(puzzle, board, line, technique)?;
        plausible += u32::from(!paints.is_empty());
        if paints.len() > best.as_ref().map_or(0, |(_, most)| most.len()) {
            best = Some((line, paints));
        }
    }
    Ok(best.map(|(line, paints)| {
        let clue = puzzle.clue(line).to_vec();
        let ways = ways(&clue, &board.line(line));
        step(technique, Reason::Line { line: line.to_string(), clue, ways }, paints, options, plausible)
    }))
}

fn step(technique: Technique, reason: Reason, paints: Vec<Paint>, options: u32, plausible: u32) -> Step {
    Step {
        technique,
        reason,
        cells: paints.iter().map(ToString::to_string).collect(),
        options,
        plausible,
        paints,
    }
}

/// A supposition: the cell, its colour, and what the lines make of it.
struct Supposed<W> {
    cell: usize,
    black: bool,
    outcome: Result<Grid<W>, (Line, usize)>,
}

fn by_supposing<W: Word>(puzzle: &Nonogram, board: &Board) -> Option<Step> {
    let mut lines = Lines::<W>::new(puzzle);
    let grid = lines.grid_of(board);
    let open: Vec<usize> = (0..puzzle.cells()).filter(|&cell| board.cells()[cell] == Cell::Unknown).collect();
    let mut all = Vec::new();
    for &cell in &open {
        for black in [true, false] {
            all.push(suppose(&mut lines, &grid, puzzle, cell, black));
        }
    }
    contradiction(puzzle, &all)
        .or_else(|| either_way(puzzle, board, &all))
        .or_else(|| nested(puzzle, &mut lines, &all))
}

/// Follows a supposition until the lines have nothing to add or one of them breaks.
fn suppose<W: Word>(
    lines: &mut Lines<W>,
    grid: &Grid<W>,
    puzzle: &Nonogram,
    cell: usize,
    black: bool,
) -> Supposed<W> {
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
    Supposed { cell, black, outcome }
}

fn paint(puzzle: &Nonogram, cell: usize, black: bool) -> Paint {
    Paint { x: cell % puzzle.width(), y: cell / puzzle.width(), black }
}

/// The supposition that breaks soonest.
fn contradiction<W>(puzzle: &Nonogram, all: &[Supposed<W>]) -> Option<Step> {
    let broken =
        all.iter().filter_map(|s| s.outcome.as_ref().err().map(|(line, settled)| (s, line, *settled)));
    let plausible = broken.clone().count() as u32;
    let (supposed, line, settled) = broken.min_by_key(|&(_, _, settled)| settled)?;
    let reason = Reason::Contradiction {
        supposed: paint(puzzle, supposed.cell, supposed.black).to_string(),
        broken: line.to_string(),
        settled,
    };
    let paints = vec![paint(puzzle, supposed.cell, !supposed.black)];
    Some(step(Technique::Probe, reason, paints, all.len() as u32, plausible))
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
            let told = board.cells()[other] == Cell::Unknown && colour != Cell::Unknown;
            (told && colour == white.colour(row, column)).then(|| paint(puzzle, other, colour == Cell::Black))
        };
        let paints: Vec<Paint> = (0..puzzle.cells()).filter_map(same).collect();
        plausible += u32::from(!paints.is_empty());
        if paints.len() > best.as_ref().map_or(0, |(_, most)| most.len()) {
            best = Some((*cell, paints));
        }
    }
    let (cell, paints) = best?;
    let reason =
        Reason::EitherWay { cell: format!("r{}c{}", cell / puzzle.width() + 1, cell % puzzle.width() + 1) };
    Some(step(Technique::Deeper, reason, paints, all.len() as u32, plausible))
}

/// The first supposition under which some cell can be neither black nor white.
fn nested<W: Word>(puzzle: &Nonogram, lines: &mut Lines<W>, all: &[Supposed<W>]) -> Option<Step> {
    let dead = all.iter().find(|supposed| {
        let Ok(grid) = &supposed.outcome else { return false };
        let open = (0..puzzle.cells())
            .filter(|&cell| grid.colour(cell / puzzle.width(), cell % puzzle.width()) == Cell::Unknown);
        open.into_iter().any(|cell| {
            [true, false].iter().all(|&black| suppose(lines, grid, puzzle, cell, black).outcome.is_err())
        })
    })?;
    let reason = Reason::Nested { supposed: paint(puzzle, dead.cell, dead.black).to_string() };
    let paints = vec![paint(puzzle, dead.cell, !dead.black)];
    Some(step(Technique::Deeper, reason, paints, all.len() as u32, 1))
}

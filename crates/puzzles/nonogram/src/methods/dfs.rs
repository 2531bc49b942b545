//! Methods 5 to 10: every row one of its fillings.

use quandary_core::{Budget, Exhausted};

use super::bruteforce::prefix_fits;
use super::fillings::{Painted, fillings, wiki};
use crate::{Nonogram, Picture};

/// The fillings of each of several lines.
type Fillings = Vec<Vec<u64>>;

/// The fillings of all rows and all columns; with `start`, only those that keep to the Wiki techniques.
fn candidates(puzzle: &Nonogram, start: bool) -> Result<(Fillings, Fillings), Exhausted> {
    let (width, height) = (puzzle.width(), puzzle.height());
    let mut rows = puzzle.rows().iter().map(|clue| fillings(clue, width)).collect::<Result<Vec<_>, _>>()?;
    let columns =
        puzzle.columns().iter().map(|clue| fillings(clue, height)).collect::<Result<Vec<_>, _>>()?;
    if start {
        let painted: Painted = wiki(&rows, &columns);
        for (y, fillings) in rows.iter_mut().enumerate() {
            fillings.retain(|&filling| painted.allows(y, filling));
        }
    }
    Ok((rows, columns))
}

fn picture(puzzle: &Nonogram, rows: &[u64]) -> Picture {
    let cells = rows.iter().flat_map(|row| (0..puzzle.width()).map(move |x| row >> x & 1 == 1)).collect();
    Picture::from_cells(puzzle.width(), cells)
}

/// Methods 5 to 8. `cut`: look at the columns after every row; otherwise only at the end.
pub(super) fn solve(
    puzzle: &Nonogram,
    cut: bool,
    start: bool,
    budget: &mut Budget,
) -> Result<Option<Picture>, Exhausted> {
    let (rows, _) = candidates(puzzle, start)?;
    let mut placed = Vec::new();
    let found = place(puzzle, &rows, cut, &mut placed, budget)?;
    Ok(found.then(|| picture(puzzle, &placed)))
}

fn place(
    puzzle: &Nonogram,
    rows: &[Vec<u64>],
    cut: bool,
    placed: &mut Vec<u64>,
    budget: &mut Budget,
) -> Result<bool, Exhausted> {
    if placed.len() == rows.len() {
        return Ok(columns_fit(puzzle, placed));
    }
    for &filling in &rows[placed.len()] {
        budget.spend(1)?;
        placed.push(filling);
        if (!cut || columns_fit(puzzle, placed)) && place(puzzle, rows, cut, placed, budget)? {
            return Ok(true);
        }
        placed.pop();
    }
    Ok(false)
}

/// Whether every column, as far as it is placed, can still have its clue.
fn columns_fit(puzzle: &Nonogram, placed: &[u64]) -> bool {
    puzzle.columns().iter().enumerate().all(|(x, clue)| {
        prefix_fits(placed.iter().map(|row| row >> x & 1 == 1), placed.len(), clue, puzzle.height())
    })
}

/// Methods 9 and 10: the fillings of the columns are thinned out as rows are placed.
pub(super) fn solve_thinning(
    puzzle: &Nonogram,
    start: bool,
    budget: &mut Budget,
) -> Result<Option<Picture>, Exhausted> {
    let (rows, columns) = candidates(puzzle, start)?;
    let mut placed = Vec::new();
    let found = place_thinning(&rows, &columns, &mut placed, budget)?;
    Ok(found.then(|| picture(puzzle, &placed)))
}

fn place_thinning(
    rows: &[Vec<u64>],
    columns: &[Vec<u64>],
    placed: &mut Vec<u64>,
    budget: &mut Budget,
) -> Result<bool, Exhausted> {
    let y = placed.len();
    if y == rows.len() {
        return Ok(true);
    }
    for &filling in &rows[y] {
        budget.spend(1)?;
        let agree = |x: usize, column: &u64| column >> y & 1 == filling >> x & 1;
        let thinned: Vec<Vec<u64>> = columns
            .iter()
            .enumerate()
            .map(|(x, fillings)| fillings.iter().copied().filter(|column| agree(x, column)).collect())
            .collect();
        if thinned.iter().any(Vec::is_empty) {
            continue;
        }
        placed.push(filling);
        if place_thinning(rows, &thinned, placed, budget)? {
            return Ok(true);
        }
        placed.pop();
    }
    Ok(false)
}

//! A first change that suffices, found step by step.

use quandary_core::{Budget, Exhausted};

use super::switch::find;
use crate::line::Word;
use crate::solve::propagate::Lines;
use crate::solve::with_word;
use crate::{Nonogram, Picture};

fn flipped(picture: &Picture, cell: usize) -> Picture {
    let mut next = picture.clone();
    let (x, y) = (cell % picture.width(), cell / picture.width());
    next.paint(x, y, !picture.is_black(x, y));
    next
}

/// Whether a picture is the only one with its clues.
pub(super) fn is_unique(picture: &Picture, budget: &mut Budget) -> Result<bool, Exhausted> {
    let anywhere = vec![false; picture.height() + picture.width()];
    Ok(find(picture, &anywhere, budget)?.is_none())
}

/// Changes one cell of `made` after the other until it is unique (`true`) or no cell is left that could help.
///
/// Each time a cell that hits a switch, by how many cells it settles for line logic and what it costs; a cell changed
/// stays so.
pub(super) fn step_by_step(
    made: &mut Picture,
    costs: &[Option<u32>],
    budget: &mut Budget,
) -> Result<bool, Exhausted> {
    let begin = made.clone();
    let anywhere = vec![false; made.height() + made.width()];
    while let Some(switches) = find(made, &anywhere, budget)? {
        let before = open_cells(made);
        let mut best: Option<((u64, std::cmp::Reverse<usize>), Picture)> = None;
        for (cell, cost) in costs.iter().enumerate().filter_map(|(cell, cost)| Some((cell, (*cost)?))) {
            let is_changed = made.cells()[cell] != begin.cells()[cell];
            if is_changed || !switches.iter().any(|switch| switch.is_hit_by(cell)) {
                continue;
            }
            // Such a try may take long on a large picture, so the flag is looked at every time.
            budget.spend(1)?;
            budget.poll()?;
            let next = flipped(made, cell);
            let open = open_cells(&next);
            let settled = before.saturating_sub(open) as u64;
            let score = ((1 + settled) * 1000 / u64::from(cost), std::cmp::Reverse(open));
            if best.as_ref().is_none_or(|(most, _)| score > *most) {
                best = Some((score, next));
            }
        }
        let Some((_, next)) = best else { return Ok(false) };
        *made = next;
    }
    Ok(true)
}

/// Takes back every change that turns out not to be needed, the dearest first.
pub(super) fn take_back(
    made: &mut Picture,
    picture: &Picture,
    costs: &[Option<u32>],
    budget: &mut Budget,
) -> Result<(), Exhausted> {
    let cells = 0..picture.cells().len();
    let mut changed: Vec<usize> = cells.filter(|&cell| made.cells()[cell] != picture.cells()[cell]).collect();
    changed.sort_by_key(|&cell| std::cmp::Reverse(costs[cell]));
    for cell in changed {
        let without = flipped(made, cell);
        if is_unique(&without, budget)? {
            *made = without;
        }
    }
    Ok(())
}

/// How many cells line logic leaves open.
fn open_cells(picture: &Picture) -> usize {
    let puzzle = Nonogram::of(picture);
    with_word!(puzzle, open_cells_with(&puzzle))
}

fn open_cells_with<W: Word>(puzzle: &Nonogram) -> usize {
    let mut lines = Lines::<W>::with_memory(puzzle, 1);
    let known = lines.root().map_or(0, |grid| grid.known(puzzle.height()));
    puzzle.cells() - known
}

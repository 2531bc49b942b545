//! Methods 1 to 4: every cell black, then white.

use quandary_core::{Budget, Exhausted};

use super::fillings::{Painted, fillings, wiki};
use crate::rules::blocks;
use crate::{Nonogram, Picture};

/// Paints cell after cell. `cut`: look at the clues after every cell. `start`: the Wiki techniques first.
pub(super) fn solve(
    puzzle: &Nonogram,
    cut: bool,
    start: bool,
    budget: &mut Budget,
) -> Result<Option<Picture>, Exhausted> {
    let (width, height) = (puzzle.width(), puzzle.height());
    let fixed = if start {
        let rows = puzzle.rows().iter().map(|clue| fillings(clue, width)).collect::<Result<Vec<_>, _>>()?;
        let columns =
            puzzle.columns().iter().map(|clue| fillings(clue, height)).collect::<Result<Vec<_>, _>>()?;
        wiki(&rows, &columns)
    } else {
        Painted::nothing(height)
    };
    let mut walk = Walk { puzzle, cut, fixed, picture: Picture::white(width, height) };
    let found = walk.paint(0, budget)?;
    Ok(found.then_some(walk.picture))
}

struct Walk<'p> {
    puzzle: &'p Nonogram,
    cut: bool,
    fixed: Painted,
    picture: Picture,
}

impl Walk<'_> {
    /// Paints cells from number `index` on, column by column.
    fn paint(&mut self, index: usize, budget: &mut Budget) -> Result<bool, Exhausted> {
        let height = self.puzzle.height();
        if index == self.puzzle.cells() {
            return Ok(self.fits());
        }
        let (x, y) = (index / height, index % height);
        for black in [true, false] {
            let against = if black { &self.fixed.white } else { &self.fixed.black };
            if against[y] >> x & 1 == 1 {
                continue;
            }
            budget.spend(1)?;
            self.picture.paint(x, y, black);
            if (!self.cut || self.follows_rules(x, y)) && self.paint(index + 1, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the finished picture has every clue; compared run by run, as half a billion are looked at.
    fn fits(&self) -> bool {
        let (width, height) = (self.puzzle.width(), self.puzzle.height());
        let column =
            |x: usize| has_clue((0..height).map(|y| self.picture.is_black(x, y)), &self.puzzle.columns()[x]);
        let row =
            |y: usize| has_clue((0..width).map(|x| self.picture.is_black(x, y)), &self.puzzle.rows()[y]);
        (0..width).all(column) && (0..height).all(row)
    }

    /// Whether the row and the column of the cell just painted follow their clues so far.
    fn follows_rules(&self, x: usize, y: usize) -> bool {
        let row = (0..=x).map(|i| self.picture.is_black(i, y));
        let column = (0..=y).map(|i| self.picture.is_black(x, i));
        prefix_fits(row, x + 1, &self.puzzle.rows()[y], self.puzzle.width())
            && prefix_fits(column, y + 1, &self.puzzle.columns()[x], self.puzzle.height())
    }
}

/// Whether the runs of a whole line are its clue.
fn has_clue(cells: impl Iterator<Item = bool>, clue: &[usize]) -> bool {
    let (mut block, mut run) = (0, 0);
    for black in cells {
        if black {
            run += 1;
        } else if run > 0 {
            if clue.get(block) != Some(&run) {
                return false;
            }
            (block, run) = (block + 1, 0);
        }
    }
    if run > 0 { block + 1 == clue.len() && clue[block] == run } else { block == clue.len() }
}

/// Whether the first `painted` cells of a line do not break its clue yet: the blocks so far are the first
/// blocks of the clue, the last of them perhaps not complete; a whole line has the whole clue. There is no
/// looking ahead: a line with too little room left is noticed only at its end, as in the document.
pub(super) fn prefix_fits(
    cells: impl Iterator<Item = bool> + Clone,
    painted: usize,
    clue: &[usize],
    length: usize,
) -> bool {
    let so_far = blocks(cells.clone());
    if painted == length {
        return so_far == clue;
    }
    let ends_black = cells.last().unwrap_or(false);
    let closed = so_far.len() - usize::from(ends_black);
    so_far.len() <= clue.len()
        && so_far[..closed] == clue[..closed]
        && (!ends_black || so_far[closed] <= clue[closed])
}

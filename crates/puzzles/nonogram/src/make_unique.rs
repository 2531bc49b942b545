//! The fewest cells to change so that a picture becomes the only one with its clues.
//!
//! If another picture has the same clues, then some changed cell must lie in a row or a column where the two
//! differ: changes anywhere else can be made to both, and both still share their clues. So one change can
//! only be found there, and all of those are tried. Where one is not enough, changes are made one after the
//! other, each time the one that leaves the fewest cells open to line logic, and at the end every change that
//! turns out not to be needed is taken back.

use quandary_core::{Budget, Exhausted};

use crate::line::Word;
use crate::solve::propagate::Lines;
use crate::solve::{Goal, Method, Verdict, solve, with_word};
use crate::{Nonogram, Picture};

/// A picture made unique.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeUnique {
    /// The picture.
    pub picture: Picture,
    /// The cells (x, y) that differ from the picture given.
    pub changed: Vec<(usize, usize)>,
    /// Fewer changes than this cannot be enough.
    pub at_least: usize,
}

impl MadeUnique {
    /// Whether no smaller change would do.
    pub fn is_fewest(&self) -> bool {
        self.changed.len() == self.at_least
    }
}

/// Another picture with the same clues, if there is one.
fn rival(picture: &Picture, budget: &mut Budget) -> Result<Option<Picture>, Exhausted> {
    let puzzle = Nonogram::of(picture);
    match solve(&puzzle, Goal::Unique, Method::Best, budget).verdict {
        Verdict::Multiple(first, second) => Ok(Some(if first == *picture { second } else { first })),
        Verdict::Budget { why, .. } => Err(why),
        _ => Ok(None),
    }
}

/// Changes a picture as little as it can until it is the only one with its clues.
///
/// One change is found if one is enough; otherwise the number of changes is an upper bound, and `at_least`
/// says how much of a bound is proved below it.
///
/// ```
/// use quandary_core::Budget;
/// use quandary_nonogram::{Picture, make_unique::make_unique};
/// let made = make_unique(&Picture::parse("#.\n.#").unwrap(), &mut Budget::unlimited()).unwrap();
/// assert_eq!((made.changed.len(), made.is_fewest()), (1, true));
/// ```
pub fn make_unique(picture: &Picture, budget: &mut Budget) -> Result<MadeUnique, Exhausted> {
    let Some(other) = rival(picture, budget)? else {
        return Ok(MadeUnique { picture: picture.clone(), changed: Vec::new(), at_least: 0 });
    };
    if let Some(picture_now) = one_change(picture, &other, budget)? {
        let changed = picture.differences(&picture_now);
        return Ok(MadeUnique { picture: picture_now, changed, at_least: 1 });
    }
    let mut now = step_by_step(picture, other, budget)?;
    // The later changes may have made an earlier one needless.
    for (x, y) in picture.differences(&now) {
        let mut without = now.clone();
        without.paint(x, y, picture.is_black(x, y));
        if rival(&without, budget)?.is_none() {
            now = without;
        }
    }
    Ok(MadeUnique { changed: picture.differences(&now), picture: now, at_least: 2 })
}

/// The cells that share a row or a column with a cell where two pictures differ, and not both white-on-white
/// interiors first: those at the edge of something change the picture least.
fn candidates(picture: &Picture, other: &Picture) -> Vec<(usize, usize)> {
    let different = picture.differences(other);
    let (width, height) = (picture.width(), picture.height());
    let mut cells: Vec<(usize, usize)> = (0..width * height)
        .map(|cell| (cell % width, cell / width))
        .filter(|&(x, y)| different.iter().any(|&(dx, dy)| dx == x || dy == y))
        .collect();
    cells.sort_by_key(|&(x, y)| std::cmp::Reverse(contrast(picture, x, y)));
    cells
}

/// How many of the up to eight neighbours of a cell have the other colour.
fn contrast(picture: &Picture, x: usize, y: usize) -> usize {
    let around = |at: usize, end: usize| at.saturating_sub(1)..(at + 2).min(end);
    let cells = around(y, picture.height()).flat_map(|v| around(x, picture.width()).map(move |u| (u, v)));
    cells.filter(|&(u, v)| picture.is_black(u, v) != picture.is_black(x, y)).count()
}

fn flipped(picture: &Picture, x: usize, y: usize) -> Picture {
    let mut next = picture.clone();
    next.paint(x, y, !picture.is_black(x, y));
    next
}

/// The single change that suffices, if one does: those that line logic solves are noticed first.
fn one_change(picture: &Picture, other: &Picture, budget: &mut Budget) -> Result<Option<Picture>, Exhausted> {
    for (x, y) in candidates(picture, other) {
        let next = flipped(picture, x, y);
        if open_cells(&next) == 0 || rival(&next, budget)?.is_none() {
            return Ok(Some(next));
        }
    }
    Ok(None)
}

fn step_by_step(picture: &Picture, other: Picture, budget: &mut Budget) -> Result<Picture, Exhausted> {
    let (mut now, mut other) = (picture.clone(), other);
    loop {
        let mut best: Option<(usize, Picture)> = None;
        for (x, y) in candidates(&now, &other) {
            // A cell changed back would undo what an earlier step gained.
            if now.is_black(x, y) != picture.is_black(x, y) {
                continue;
            }
            budget.spend(1)?;
            let next = flipped(&now, x, y);
            let open = open_cells(&next);
            if best.as_ref().is_none_or(|(least, _)| open < *least) {
                best = Some((open, next));
            }
        }
        let Some((_, next)) = best else { return Ok(now) };
        now = next;
        match rival(&now, budget)? {
            Some(rival) => other = rival,
            None => return Ok(now),
        }
    }
}

/// How many cells line logic leaves open.
fn open_cells(picture: &Picture) -> usize {
    let puzzle = Nonogram::of(picture);
    with_word!(puzzle, open_cells_with(&puzzle))
}

fn open_cells_with<W: Word>(puzzle: &Nonogram) -> usize {
    let mut lines = Lines::<W>::new(puzzle);
    let known = lines.root().map_or(0, |grid| grid.known(puzzle.height()));
    puzzle.cells() - known
}

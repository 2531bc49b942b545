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

/// A picture made unique, or as far as the budget went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeUnique {
    /// The picture.
    pub picture: Picture,
    /// The cells (x, y) that differ from the picture given.
    pub changed: Vec<(usize, usize)>,
    /// Fewer changes than this cannot be enough.
    pub at_least: usize,
    /// Whether no other picture has its clues. False only when the budget ran out, or when the picture could not
    /// be made unique at all.
    pub unique: bool,
    /// Why it ended early, if it did: fewer changes may be enough, and it may not be unique yet.
    pub stopped: Option<Exhausted>,
}

impl MadeUnique {
    /// Whether no smaller change would do.
    pub fn is_fewest(&self) -> bool {
        self.unique && self.changed.len() == self.at_least
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
/// says how much of a bound is proved below it. When the budget runs out, the best so far is returned.
///
/// * `budget`: one node is one picture tried, or one decision of the solver.
///
/// ```
/// use quandary_core::Budget;
/// use quandary_nonogram::{Picture, make_unique::fewest_changes};
/// let made = fewest_changes(&Picture::parse("#.\n.#").unwrap(), &mut Budget::unlimited());
/// assert_eq!((made.changed.len(), made.is_fewest()), (1, true));
/// ```
pub fn fewest_changes(picture: &Picture, budget: &mut Budget) -> MadeUnique {
    let mut made = MadeUnique {
        picture: picture.clone(),
        changed: Vec::new(),
        at_least: 0,
        unique: false,
        stopped: None,
    };
    made.stopped = change(picture, &mut made, budget).err();
    made.changed = picture.differences(&made.picture);
    made
}

/// Works on `made`, which holds what is known at any time.
fn change(picture: &Picture, made: &mut MadeUnique, budget: &mut Budget) -> Result<(), Exhausted> {
    let Some(other) = rival(picture, budget)? else {
        made.unique = true;
        return Ok(());
    };
    made.at_least = 1;
    if let Some(changed) = one_change(picture, &other, budget)? {
        (made.picture, made.unique) = (changed, true);
        return Ok(());
    }
    made.at_least = 2;
    step_by_step(picture, other, made, budget)?;
    // The later changes may have made an earlier one needless.
    for (x, y) in picture.differences(&made.picture) {
        let mut without = made.picture.clone();
        without.paint(x, y, picture.is_black(x, y));
        if made.unique && rival(&without, budget)?.is_none() {
            made.picture = without;
        }
    }
    Ok(())
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

/// Spends the node of one picture tried. Such a try may take long on a large picture, so the flag is looked at
/// every time.
fn try_one(budget: &mut Budget) -> Result<(), Exhausted> {
    budget.spend(1)?;
    budget.stop().raised().map_or(Ok(()), Err)
}

/// The single change that suffices, if one does: those that line logic solves are noticed first.
fn one_change(picture: &Picture, other: &Picture, budget: &mut Budget) -> Result<Option<Picture>, Exhausted> {
    for (x, y) in candidates(picture, other) {
        try_one(budget)?;
        let next = flipped(picture, x, y);
        if open_cells(&next) == 0 || rival(&next, budget)?.is_none() {
            return Ok(Some(next));
        }
    }
    Ok(None)
}

/// Makes one change after the other until the picture is unique or nothing is left to change.
fn step_by_step(
    picture: &Picture,
    mut other: Picture,
    made: &mut MadeUnique,
    budget: &mut Budget,
) -> Result<(), Exhausted> {
    loop {
        let mut best: Option<(usize, Picture)> = None;
        for (x, y) in candidates(&made.picture, &other) {
            // A cell changed back would undo what an earlier step gained.
            if made.picture.is_black(x, y) != picture.is_black(x, y) {
                continue;
            }
            try_one(budget)?;
            let next = flipped(&made.picture, x, y);
            let open = open_cells(&next);
            if best.as_ref().is_none_or(|(least, _)| open < *least) {
                best = Some((open, next));
            }
        }
        let Some((_, next)) = best else { return Ok(()) };
        made.picture = next;
        match rival(&made.picture, budget)? {
            Some(rival) => other = rival,
            None => {
                made.unique = true;
                return Ok(());
            }
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

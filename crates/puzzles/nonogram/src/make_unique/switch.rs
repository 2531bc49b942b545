//! Switches: cells that can be exchanged, black for white, without changing a clue.
//!
//! Two pictures with the same clues differ in a switch. What makes switches useful is where they can be broken:
//!
//! **Lemma.** Let `D` be a switch of a picture, and `S` a set of cells none of which lies in a row or a column that
//! `D` has a cell in. Then `D` is a switch of the picture with `S` changed, too.
//!
//! *Proof.* A line with a cell of `D` has none of `S`, so before and after the exchange it reads as it did in the
//! picture given, where both readings have the same clue. A line without a cell of `D` is not touched by the
//! exchange. ∎
//!
//! So whatever makes a picture unique changes a cell in a row or a column of every switch it has: each switch must be
//! *hit*. And as a cell lies in one row and one column, it hits at most two of any switches that share no line.

use quandary_core::{Budget, Exhausted};
use quandary_search::learn::{Learner, Literal};

use crate::line::Word;
use crate::solve::canvas::Monochrome;
use crate::solve::propagate::{Grid, LineSet, Lines};
use crate::solve::with_word;
use crate::{Nonogram, Picture};

/// A set of cells, and the lines it lies in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    width: usize,
    /// Its cells, counted row by row from 0, in ascending order.
    cells: Vec<usize>,
    /// For each line, rows first, whether it has one of the cells.
    meets: Vec<bool>,
    /// Those lines.
    lines: Vec<usize>,
}

/// The next run from `at` on: where it ends, and how many cells it has.
fn run(at: usize, length: usize, is_black: &impl Fn(usize) -> bool) -> (usize, usize) {
    let begin = (at..length).find(|&index| is_black(index)).unwrap_or(length);
    let end = (begin..length).find(|&index| !is_black(index)).unwrap_or(length);
    (end, end - begin)
}

/// Whether a line has the same clue, read in two ways.
fn same_clue(length: usize, one: impl Fn(usize) -> bool, other: impl Fn(usize) -> bool) -> bool {
    let (mut a, mut b) = (0, 0);
    loop {
        let (first, second) = (run(a, length, &one), run(b, length, &other));
        if first.1 != second.1 {
            return false;
        }
        if first.1 == 0 {
            return true;
        }
        (a, b) = (first.0, second.0);
    }
}

impl Switch {
    /// These cells, counted row by row from 0, of pictures of a size.
    pub fn new(width: usize, height: usize, mut cells: Vec<usize>) -> Switch {
        cells.sort_unstable();
        let mut meets = vec![false; height + width];
        for &cell in &cells {
            meets[cell / width] = true;
            meets[height + cell % width] = true;
        }
        let lines = (0..meets.len()).filter(|&line| meets[line]).collect();
        Switch { width, cells, meets, lines }
    }

    /// The cells in which two pictures with the same clues differ, taken apart into switches that share no line.
    ///
    /// ```
    /// use quandary_nonogram::{Picture, make_unique::Switch};
    /// let [one, other] = ["#...\n.#..\n..#.\n...#", ".#..\n#...\n...#\n..#."].map(|text| Picture::parse(text).unwrap());
    /// let switches = Switch::between(&one, &other);
    /// assert_eq!(switches.len(), 2);
    /// assert!(switches.iter().all(|switch| switch.holds(&one)));
    /// ```
    pub fn between(one: &Picture, other: &Picture) -> Vec<Switch> {
        let (width, height) = (one.width(), one.height());
        let mut left: Vec<usize> = one.differences(other).into_iter().map(|(x, y)| y * width + x).collect();
        let mut switches = Vec::new();
        while let Some(first) = left.pop() {
            let mut cells = vec![first];
            let mut next = 0;
            while next < cells.len() {
                let at = cells[next];
                next += 1;
                let shares = |cell: &usize| cell / width == at / width || cell % width == at % width;
                cells.extend(left.extract_if(.., |cell| shares(cell)));
            }
            switches.push(Switch::new(width, height, cells));
        }
        switches
    }

    /// Its cells, counted row by row from 0.
    pub fn cells(&self) -> &[usize] {
        &self.cells
    }

    /// The lines it lies in, rows first.
    pub(super) fn lines(&self) -> &[usize] {
        &self.lines
    }

    /// The cells in its lines, row by row and column by column; where two lines cross, twice.
    pub(super) fn cells_that_hit(&self) -> impl Iterator<Item = usize> + '_ {
        let (width, height) = (self.width, self.meets.len() - self.width);
        self.lines.iter().flat_map(move |&line| {
            let (length, first, step) =
                if line < height { (width, line * width, 1) } else { (height, line - height, width) };
            (0..length).map(move |index| first + index * step)
        })
    }

    /// Whether a cell lies in one of its rows or columns.
    pub fn is_hit_by(&self, cell: usize) -> bool {
        self.meets[cell / self.width] || self.meets[self.meets.len() - self.width + cell % self.width]
    }

    /// Whether the two share no line.
    pub fn is_apart_from(&self, other: &Switch) -> bool {
        self.lines.iter().all(|&line| !other.meets[line])
    }

    /// Whether it can be exchanged in a picture without changing a clue.
    pub fn holds(&self, picture: &Picture) -> bool {
        let (width, height) = (picture.width(), picture.height());
        let black = picture.cells();
        self.lines.iter().all(|&line| {
            let (length, first, step) =
                if line < height { (width, line * width, 1) } else { (height, line - height, width) };
            let cell = |index: usize| first + index * step;
            let exchanged =
                |index: usize| black[cell(index)] != self.cells.binary_search(&cell(index)).is_ok();
            same_clue(length, |index| black[cell(index)], exchanged)
        })
    }
}

/// What it costs to ask for a switch, in pictures looked at: about as long as it takes.
const ASKING: u64 = 10;

/// Switches of a picture in lines that are not `frozen` (rows first); they share no line. `None` when it has none there.
///
/// Ten nodes for asking, and one for each decision of the solver.
pub(super) fn find(
    picture: &Picture,
    frozen: &[bool],
    budget: &mut Budget,
) -> Result<Option<Vec<Switch>>, Exhausted> {
    budget.spend(ASKING)?;
    // On a large picture each takes long.
    budget.poll()?;
    let puzzle = Nonogram::of(picture);
    with_word!(puzzle, find_with(&puzzle, picture, frozen, budget))
}

fn find_with<W: Word>(
    puzzle: &Nonogram,
    picture: &Picture,
    frozen: &[bool],
    budget: &mut Budget,
) -> Result<Option<Vec<Switch>>, Exhausted> {
    let (width, height) = (picture.width(), picture.height());
    let mut lines = Lines::<W>::with_memory(puzzle, 1);
    let mut grid = lines.unknown();
    let fixed: Vec<usize> =
        (0..puzzle.cells()).filter(|cell| frozen[cell / width] || frozen[height + cell % width]).collect();
    for &cell in &fixed {
        lines.set(&mut grid, cell / width, cell % width, picture.cells()[cell]);
    }
    let all = LineSet { rows: W::low(height), columns: W::low(width) };
    if lines.spread(&mut grid, all).is_err() {
        unreachable!("the picture has its own clues");
    }
    if grid.known(height) == puzzle.cells() {
        return Ok(None);
    }
    if let Some(found) = rectangle(picture, &grid) {
        return Ok(Some(vec![found]));
    }
    let mut learner = Learner::new(Monochrome::<W>::new(puzzle));
    let literals = fixed.iter().map(|&cell| Literal::new(cell, picture.cells()[cell]));
    learner.assume(&literals.collect::<Vec<_>>());
    learner.exclude(picture);
    Ok(learner.search(budget)?.map(|other| Switch::between(picture, &other)))
}

/// The four corners of a rectangle that can be exchanged, among the cells that lines leave open.
fn rectangle<W: Word>(picture: &Picture, grid: &Grid<W>) -> Option<Switch> {
    let (width, height) = (picture.width(), picture.height());
    let open: Vec<W> = (0..height).map(|y| !(grid.filled[y] | grid.empty[y]) & W::low(width)).collect();
    for top in 0..height {
        for left in open[top].ones() {
            let ink = picture.is_black(left, top);
            for bottom in (top + 1..height).filter(|&y| open[y].has(left) && picture.is_black(left, y) != ink)
            {
                for right in (open[top] & open[bottom]).ones().filter(|&x| x > left) {
                    if picture.is_black(right, top) == ink || picture.is_black(right, bottom) != ink {
                        continue;
                    }
                    let corners = [(left, top), (right, top), (left, bottom), (right, bottom)];
                    let cells = corners.map(|(x, y)| y * width + x).to_vec();
                    let switch = Switch::new(width, height, cells);
                    if switch.holds(picture) {
                        return Some(switch);
                    }
                }
            }
        }
    }
    None
}

/// The smallest switch that is found within the lines of one.
pub(super) fn slim(picture: &Picture, switch: Switch, budget: &mut Budget) -> Result<Switch, Exhausted> {
    let mut slim = switch;
    'again: while slim.cells.len() > 4 {
        for &line in slim.lines() {
            let frozen: Vec<bool> =
                slim.meets.iter().enumerate().map(|(other, meets)| !meets || other == line).collect();
            let found = find(picture, &frozen, budget)?.into_iter().flatten();
            if let Some(smaller) = found.min_by_key(|switch| switch.lines.len()) {
                slim = smaller;
                continue 'again;
            }
        }
        break;
    }
    Ok(slim)
}

#[cfg(test)]
mod tests {
    use quandary_core::Seed;

    use super::*;
    use crate::generate::random_picture;

    #[test]
    fn a_switch_that_is_not_hit_holds_whatever_else_changes() {
        let mut stream = Seed(4).stream(0);
        let mut seen = 0;
        for _ in 0..200 {
            let picture = random_picture(&mut stream, 9, 7, 0.4);
            let frozen = vec![false; 16];
            let Some(found) = find(&picture, &frozen, &mut Budget::unlimited()).unwrap() else { continue };
            for switch in found {
                let switch = slim(&picture, switch, &mut Budget::unlimited()).unwrap();
                assert!(switch.holds(&picture));
                let mut changed = picture.clone();
                for cell in (0..63).filter(|&cell| !switch.is_hit_by(cell)) {
                    changed.paint(cell % 9, cell / 9, stream.index(2) == 0);
                }
                assert!(switch.holds(&changed), "{picture}\n\n{changed}");
                seen += 1;
            }
        }
        assert!(seen > 100, "{seen}");
    }

    #[test]
    fn a_switch_holds_when_the_exchanged_picture_has_the_same_clues() {
        let mut stream = Seed(5).stream(0);
        let mut seen = [0; 2];
        for _ in 0..20_000 {
            let picture = random_picture(&mut stream, 5, 4, 0.4);
            let cells: Vec<usize> = (0..20).filter(|_| stream.index(5) == 0).collect();
            let mut other = picture.clone();
            for &cell in &cells {
                other.paint(cell % 5, cell / 5, !picture.cells()[cell]);
            }
            let same = Nonogram::of(&picture) == Nonogram::of(&other);
            assert_eq!(Switch::new(5, 4, cells).holds(&picture), same, "{picture}\n\n{other}");
            seen[usize::from(same)] += 1;
        }
        assert!(seen[0] > 100 && seen[1] > 100, "{seen:?}");
    }
}

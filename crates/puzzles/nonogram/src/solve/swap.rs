//! A second picture next to the first: two rows and two columns whose corners are `#.` over `.#`, or two
//! other inks crosswise, can often be exchanged without changing a clue.

use crate::rules::runs;
use crate::{Block, Nonogram, Picture};

/// A picture with the same clues that differs in the four corners of a rectangle, if there is one.
///
/// O(width² × height² × (width + height)) at worst; in practice far less, as few rectangles alternate.
pub(super) fn neighbour<B: Block>(
    puzzle: &Nonogram<B>,
    picture: &Picture<B::Ink>,
) -> Option<Picture<B::Ink>> {
    let (width, height) = (puzzle.width(), puzzle.height());
    let mut changed = picture.clone();
    for top in 0..height {
        for left in 0..width {
            let ink = picture.get(left, top);
            for bottom in top + 1..height {
                let other = picture.get(left, bottom);
                if ink == other {
                    continue;
                }
                for right in left + 1..width {
                    if picture.get(right, top) != other || picture.get(right, bottom) != ink {
                        continue;
                    }
                    let mut exchange = |ink: B::Ink, other: B::Ink| {
                        changed.paint(left, top, ink);
                        changed.paint(right, bottom, ink);
                        changed.paint(right, top, other);
                        changed.paint(left, bottom, other);
                        let row = |y: usize| {
                            runs((0..width).map(|x| changed.get(x, y))).eq(puzzle.rows()[y].iter().copied())
                        };
                        let column = |x: usize| {
                            let clue = puzzle.columns()[x].iter().copied();
                            runs((0..height).map(|y| changed.get(x, y))).eq(clue)
                        };
                        row(top) && row(bottom) && column(left) && column(right)
                    };
                    if exchange(other, ink) {
                        return Some(changed);
                    }
                    exchange(ink, other);
                }
            }
        }
    }
    None
}

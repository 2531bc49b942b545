//! A second picture next to the first: two rows and two columns whose corners are `#.` over `.#`, or the
//! other way round, can often be exchanged without changing a clue.

use crate::rules::blocks;
use crate::{Nonogram, Picture};

/// A picture with the same clues that differs in the four corners of a rectangle, if there is one.
///
/// O(width² × height² × (width + height)) at worst; in practice far less, as few rectangles alternate.
pub(super) fn neighbour(puzzle: &Nonogram, picture: &Picture) -> Option<Picture> {
    let (width, height) = (puzzle.width(), puzzle.height());
    let mut changed = picture.clone();
    for top in 0..height {
        for left in 0..width {
            for bottom in top + 1..height {
                if picture.is_black(left, top) == picture.is_black(left, bottom) {
                    continue;
                }
                for right in left + 1..width {
                    let corner = picture.is_black(left, top);
                    if picture.is_black(right, top) == corner || picture.is_black(right, bottom) != corner {
                        continue;
                    }
                    let mut exchange = |flip: bool| {
                        for (x, y, black) in [
                            (left, top, corner),
                            (right, bottom, corner),
                            (right, top, !corner),
                            (left, bottom, !corner),
                        ] {
                            changed.paint(x, y, black ^ flip);
                        }
                        let row =
                            |y: usize| blocks((0..width).map(|x| changed.is_black(x, y))) == puzzle.rows()[y];
                        let column = |x: usize| {
                            blocks((0..height).map(|y| changed.is_black(x, y))) == puzzle.columns()[x]
                        };
                        row(top) && row(bottom) && column(left) && column(right)
                    };
                    if exchange(true) {
                        return Some(changed);
                    }
                    exchange(false);
                }
            }
        }
    }
    None
}

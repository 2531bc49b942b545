//! The patterns of a network: six cells of the board each, looked at in all eight rotations and reflections.
//!
//! ```text
//!   0: x x x x     1: . . . .     2: x x x .     3: . . . .
//!      x x . .        x x x x        x x x .        x x x .
//!      . . . .        x x . .        . . . .        x x x .
//!      . . . .        . . . .        . . . .        . . . .
//!
//!   4: . . x x     5: x x x .     6: . . . x     7: x x . .
//!      x x x .        . x . .        x x x x        x . . .
//!      . x . .        . x x .        x . . .        x x x .
//!      . . . .        . . . .        . . . .        . . . .
//! ```
//!
//! The first four are those of Yeh et al. (2016); most of the others were found by Oka and Matsuzaki (2016), who tried
//! them all. A network has the first four or all eight.

use crate::quad::Quad;

/// Cells of a pattern.
pub const CELLS: usize = 6;

/// Entries of one table: six cells of sixteen exponents.
pub const ENTRIES: usize = 1 << (4 * CELLS);

/// The most patterns that a network has.
pub const MOST: usize = 8;

/// The entry of a pattern that a board (already rotated) looks at.
#[inline]
pub fn entry(pattern: usize, board: Quad) -> usize {
    let x = board.0;
    // The cells from..=to in reading order, moved up by `up` cells.
    let cells =
        |from: u32, to: u32, up: u32| (x >> (60 - 4 * to) & ((1 << (4 * (to - from + 1))) - 1)) << (4 * up);
    let bits = match pattern {
        0 => cells(0, 5, 0),
        1 => cells(4, 9, 0),
        2 => cells(0, 2, 3) | cells(4, 6, 0),
        3 => cells(4, 6, 3) | cells(8, 10, 0),
        4 => cells(2, 6, 1) | cells(9, 9, 0),
        5 => cells(0, 2, 3) | cells(5, 5, 2) | cells(9, 10, 0),
        6 => cells(3, 8, 0),
        _ => cells(0, 1, 4) | cells(4, 4, 3) | cells(8, 10, 0),
    };
    bits as usize & (ENTRIES - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cells of each pattern in reading order, as they are drawn above.
    const DRAWN: [[usize; CELLS]; MOST] = [
        [0, 1, 2, 3, 4, 5],
        [4, 5, 6, 7, 8, 9],
        [0, 1, 2, 4, 5, 6],
        [4, 5, 6, 8, 9, 10],
        [2, 3, 4, 5, 6, 9],
        [0, 1, 2, 5, 9, 10],
        [3, 4, 5, 6, 7, 8],
        [0, 1, 4, 8, 9, 10],
    ];

    #[test]
    fn an_entry_is_the_six_cells_one_after_the_other() {
        let board = Quad(0x0123_4567_89AB_CDEF);
        for (pattern, cells) in DRAWN.iter().enumerate() {
            let read = cells.iter().fold(0, |bits, &cell| bits << 4 | usize::from(board.get(cell)));
            assert_eq!(entry(pattern, board), read, "pattern {pattern}");
        }
    }
}

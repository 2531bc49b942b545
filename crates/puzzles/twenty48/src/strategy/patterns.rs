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

/// From this exponent on a tile is large: 4096.
const LARGE: usize = 12;

/// Whether a tile of a board is large.
#[inline]
pub fn has_large(board: Quad) -> bool {
    // From 12 on the two high bits are set.
    board.0 & board.0 << 1 & 0x8888_8888_8888_8888 != 0
}

/// The same pattern with its largest tiles one step smaller: those above the first tile that is missing, counted down
/// from the largest. So tiles that differ go on to differ, and what could merge still can. `None` where no tile is
/// [`LARGE`]: such patterns are soon seen.
///
/// ```text
///   32768 8192 4096 2 . .   becomes   16384 8192 4096 2 . .
///   16384 8192 4096 2 . .   becomes    8192 4096 2048 2 . .
/// ```
///
/// This is the tile-downgrading of Guei, Chen and Wu (2022), for one pattern instead of a whole board.
pub fn smaller(entry: usize) -> Option<usize> {
    let exponents = || (0..CELLS).map(|cell| entry >> (4 * cell) & 15);
    let present = exponents().fold(0_u32, |present, exponent| present | 1 << exponent);
    let largest = present.ilog2();
    if (largest as usize) < LARGE {
        return None;
    }
    // Six cells hold six exponents at most, so one is missing well above 0.
    let missing = (0..largest).rev().find(|exponent| present >> exponent & 1 == 0)? as usize;
    let lowered = |exponent: usize| if exponent > missing { exponent - 1 } else { exponent };
    Some(exponents().enumerate().fold(0, |entry, (cell, exponent)| entry | lowered(exponent) << (4 * cell)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smaller_tiles_keep_their_order_and_their_pairs() {
        assert_eq!(smaller(0xFDC100), Some(0xEDC100));
        assert_eq!(smaller(0xEDC100), Some(0xDCB100));
        assert_eq!(smaller(0x10CC0B), Some(0x10BB0A));
        assert_eq!(smaller(0xFEDCBA), Some(0xEDCBA9));
        assert_eq!(smaller(0xBBA987), None);
        assert_eq!(smaller(0), None);
        assert_eq!(
            [0xB, 0xC, 0xD0, 0xE00, 0xF000].map(|board| has_large(Quad(board))),
            [false, true, true, true, true]
        );
        assert!(!has_large(Quad(0x4444_8888_BBBB_7373)));
        // It comes to an end.
        let steps = std::iter::successors(Some(0xFFFFFF), |&entry| smaller(entry)).collect::<Vec<_>>();
        assert_eq!(steps, [0xFFFFFF, 0xEEEEEE, 0xDDDDDD, 0xCCCCCC, 0xBBBBBB]);
    }

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

//! Boards of any size that fits into 64 bits, and the standard one compiled in.
//!
//! A column takes `height + 1` bits, from its bottom cell up; the extra bit on top is always 0 in a mask of
//! stones, so that shifting never runs from one column into the next. On the standard board of 6 rows and 7 columns:
//!
//! ```text
//!  6 13 20 27 34 41 48    always empty
//!  5 12 19 26 33 40 47
//!  4 11 18 25 32 39 46
//!  3 10 17 24 31 38 45
//!  2  9 16 23 30 37 44
//!  1  8 15 22 29 36 43
//!  0  7 14 21 28 35 42    bottom
//! ```
//!
//! A line of four runs in one of four directions, and in each of them the next cell is a fixed number of
//! bits away: 1 up, `height + 1` to the right, `height + 2` right and up, `height` right and down.

use std::fmt::Debug;

/// The size of a board and the masks that follow from it.
///
/// The rules and the solver are generic over this, so that the standard board costs no look-up at all and
/// any other board still runs the same code.
pub trait Geometry: Copy + Eq + Debug {
    /// Columns.
    fn width(self) -> u32;
    /// Rows.
    fn height(self) -> u32;
    /// The bottom cell of every column.
    fn bottom(self) -> u64;

    /// Every cell of the board.
    #[inline]
    fn board(self) -> u64 {
        self.bottom() * ((1 << self.height()) - 1)
    }

    /// The cells of one column.
    #[inline]
    fn column(self, column: u32) -> u64 {
        ((1 << self.height()) - 1) << (column * (self.height() + 1))
    }

    /// Number of cells.
    #[inline]
    fn cells(self) -> u32 {
        self.width() * self.height()
    }

    /// The second, fourth, … cell of every column, counted from the bottom.
    #[inline]
    fn even_rows(self) -> u64 {
        self.bottom().wrapping_mul(0xAAAA_AAAA & ((1 << self.height()) - 1))
    }
}

/// The board everybody knows: 7 columns, 6 rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standard;

/// Bit 0 of each of the seven columns of seven bits.
const STANDARD_BOTTOM: u64 = 0x0000_0408_1020_4081;

const _: () = {
    let (mut column, mut bottom) = (0, 0);
    while column < 7 {
        bottom |= 1 << (7 * column);
        column += 1;
    }
    assert!(bottom == STANDARD_BOTTOM);
};

impl Geometry for Standard {
    #[inline]
    fn width(self) -> u32 {
        7
    }
    #[inline]
    fn height(self) -> u32 {
        6
    }
    #[inline]
    fn bottom(self) -> u64 {
        STANDARD_BOTTOM
    }
}

/// A board of any size with `width * (height + 1) <= 64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnySize {
    width: u32,
    height: u32,
    bottom: u64,
}

impl AnySize {
    /// A board of this size, or `None` when it has no cell, is wider than the digits 1 to 9 can name, is
    /// higher than 19 rows (the shifts of three diagonal steps must stay within a word), or does
    /// not fit into 64 bits.
    ///
    /// ```
    /// use quandary_games::connect_four::{Geometry, AnySize, Standard};
    /// let board = AnySize::new(7, 6).unwrap();
    /// assert_eq!((board.board(), board.even_rows()), (Standard.board(), Standard.even_rows()));
    /// assert!(AnySize::new(9, 7).is_none());
    /// ```
    pub fn new(width: u32, height: u32) -> Option<AnySize> {
        let fits = (1..=9).contains(&width) && (1..=19).contains(&height) && width * (height + 1) <= 64;
        fits.then(|| AnySize {
            width,
            height,
            bottom: (0..width).fold(0, |mask, column| mask | 1 << (column * (height + 1))),
        })
    }
}

impl Geometry for AnySize {
    #[inline]
    fn width(self) -> u32 {
        self.width
    }
    #[inline]
    fn height(self) -> u32 {
        self.height
    }
    #[inline]
    fn bottom(self) -> u64 {
        self.bottom
    }
}

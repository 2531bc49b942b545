//! Sets of points as bits.
//!
//! The points of a board stand row after row from the bottom, from left to right, with one bit after every row that
//! stays empty, so that no line runs from the end of a row into the next. On a board of 3 rows and 4 columns:
//!
//! ```text
//!      a  b  c  d
//!  3  10 11 12 13  .
//!  2   5  6  7  8  .
//!  1   0  1  2  3  .      `.` are the bits 4, 9 and 14: never set
//! ```
//!
//! The steps along the four directions are then 1 (along a row), 5 (up), 6 (up and right) and 4 (up and left): columns
//! + 1, and one more or less. b2 is bit 6; one step up and left is a3, bit 10.

use std::ops::{BitAnd, BitOr};

/// The longest side of a board.
pub const MOST: usize = 19;

/// 19 rows of 19 points and an empty bit are 380 bits.
const WORDS: usize = 6;
const BITS: usize = 64 * WORDS;
const _: () = assert!(MOST * (MOST + 1) <= BITS);

/// A set of points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stones([u64; WORDS]);

impl Stones {
    /// No point.
    pub const NONE: Stones = Stones([0; WORDS]);

    /// Whether a point is in it; a bit that there is not, is not.
    #[inline]
    pub fn has(self, bit: usize) -> bool {
        bit < BITS && self.0[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// The same set with one more point.
    #[inline]
    #[must_use]
    pub fn with(mut self, bit: usize) -> Stones {
        self.0[bit / 64] |= 1 << (bit % 64);
        self
    }

    /// The same set without a point.
    #[inline]
    #[must_use]
    pub fn without(mut self, bit: usize) -> Stones {
        self.0[bit / 64] &= !(1 << (bit % 64));
        self
    }

    /// The same set without the points of another.
    #[inline]
    #[must_use]
    pub fn minus(self, other: Stones) -> Stones {
        Stones(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// Every point moved up by 1 to 63 bits; what leaves the board for good is lost.
    #[inline]
    #[must_use]
    pub fn up(self, by: u32) -> Stones {
        Stones(std::array::from_fn(|word| {
            let carried = if word == 0 { 0 } else { self.0[word - 1] >> (64 - by) };
            self.0[word] << by | carried
        }))
    }

    /// Every point moved down by 1 to 63 bits.
    #[inline]
    #[must_use]
    pub fn down(self, by: u32) -> Stones {
        Stones(std::array::from_fn(|word| {
            let carried = if word + 1 == WORDS { 0 } else { self.0[word + 1] << (64 - by) };
            self.0[word] >> by | carried
        }))
    }

    /// How many points it has.
    #[inline]
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether it has none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == [0; WORDS]
    }

    /// Its points, the lowest first.
    #[inline]
    pub fn iter(self) -> Points {
        Points { left: self, word: 0 }
    }

    /// Its words, for a hash of one's own.
    pub fn words(self) -> [u64; WORDS] {
        self.0
    }
}

/// The points of a set, the lowest first.
#[derive(Clone, Debug)]
pub struct Points {
    left: Stones,
    word: usize,
}

impl Iterator for Points {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        loop {
            let rest = self.left.0.get_mut(self.word)?;
            if *rest != 0 {
                let bit = 64 * self.word + rest.trailing_zeros() as usize;
                *rest &= *rest - 1;
                return Some(bit);
            }
            self.word += 1;
        }
    }
}

impl FromIterator<usize> for Stones {
    fn from_iter<I: IntoIterator<Item = usize>>(bits: I) -> Stones {
        bits.into_iter().fold(Stones::NONE, Stones::with)
    }
}

impl BitAnd for Stones {
    type Output = Stones;

    #[inline]
    fn bitand(self, other: Stones) -> Stones {
        Stones(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl BitOr for Stones {
    type Output = Stones;

    #[inline]
    fn bitor(self, other: Stones) -> Stones {
        Stones(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_move_across_words_and_fall_off_the_ends() {
        let set: Stones = [0, 63, 64, 200, 383].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 63, 64, 200, 383]);
        assert_eq!(set.up(20).iter().collect::<Vec<_>>(), [20, 83, 84, 220]);
        assert_eq!(set.down(20).iter().collect::<Vec<_>>(), [43, 44, 180, 363]);
        assert_eq!(
            (set.count(), set.minus(set).is_empty(), set.has(200), set.has(500)),
            (5, true, true, false)
        );
    }
}

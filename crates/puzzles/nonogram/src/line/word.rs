//! Bit sets as wide as a line: `u64`, `u128`, or several `u64` side by side.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of small numbers in machine words. Cells of a line and states of a clue's automaton are kept in it.
///
/// ```
/// use quandary_nonogram::line::Word;
/// let set = u64::bit(3) | u64::bit(5);
/// assert!(set.has(3) && !set.has(4));
/// assert_eq!(set.ones().collect::<Vec<_>>(), [3, 5]);
/// ```
pub trait Word:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Not<Output = Self>
{
    /// How many numbers fit: 0 to `WIDTH - 1`.
    const WIDTH: usize;
    /// The empty set.
    const ZERO: Self;

    /// The set of one number.
    fn bit(index: usize) -> Self;
    /// The numbers 0 to `count - 1`.
    fn low(count: usize) -> Self;
    /// Every number one greater; the greatest falls out.
    #[must_use]
    fn up(self) -> Self;
    /// Every number one smaller; 0 falls out.
    #[must_use]
    fn down(self) -> Self;
    /// Whether it holds no number.
    fn is_zero(self) -> bool;
    /// Whether it holds this number.
    fn has(self, index: usize) -> bool;
    /// How many numbers it holds.
    fn count(self) -> usize;
    /// The smallest number it holds.
    fn first(self) -> Option<usize>;
    /// A value that spreads well, for hash tables.
    fn mix(self) -> u64;

    /// All of this word when `keep`, else the empty set; without a branch.
    #[must_use]
    fn when(self, keep: bool) -> Self;

    /// Its numbers in ascending order.
    fn ones(self) -> Ones<Self> {
        Ones(self)
    }
}

/// Iterator over the numbers of a [`Word`].
#[derive(Clone, Debug)]
pub struct Ones<W>(W);

impl<W: Word> Iterator for Ones<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let index = self.0.first()?;
        self.0 &= !W::bit(index);
        Some(index)
    }
}

macro_rules! machine_word {
    ($word:ty) => {
        impl Word for $word {
            const WIDTH: usize = <$word>::BITS as usize;
            const ZERO: $word = 0;

            #[inline]
            fn bit(index: usize) -> $word {
                1 << index
            }
            #[inline]
            fn low(count: usize) -> $word {
                if count == 0 { 0 } else { <$word>::MAX >> (Self::WIDTH - count) }
            }
            #[inline]
            fn up(self) -> $word {
                self << 1
            }
            #[inline]
            fn down(self) -> $word {
                self >> 1
            }
            #[inline]
            fn is_zero(self) -> bool {
                self == 0
            }
            #[inline]
            fn has(self, index: usize) -> bool {
                self >> index & 1 == 1
            }
            #[inline]
            fn count(self) -> usize {
                self.count_ones() as usize
            }
            #[inline]
            fn first(self) -> Option<usize> {
                (self != 0).then(|| self.trailing_zeros() as usize)
            }
            #[inline]
            fn mix(self) -> u64 {
                ((self ^ (self >> (Self::WIDTH / 2))) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
            }
            #[inline]
            fn when(self, keep: bool) -> $word {
                self & <$word>::from(keep).wrapping_neg()
            }
        }
    };
}

machine_word!(u64);
machine_word!(u128);

/// `N` words of 64 bits, the lowest first: for lines longer than a machine word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Word for Wide<N> {
    const WIDTH: usize = 64 * N;
    const ZERO: Self = Wide([0; N]);

    #[inline]
    fn bit(index: usize) -> Self {
        let mut words = [0; N];
        words[index / 64] = 1 << (index % 64);
        Wide(words)
    }

    #[inline]
    fn low(count: usize) -> Self {
        Wide(std::array::from_fn(|i| u64::low(count.saturating_sub(64 * i).min(64))))
    }

    #[inline]
    fn up(self) -> Self {
        Wide(std::array::from_fn(|i| self.0[i] << 1 | if i == 0 { 0 } else { self.0[i - 1] >> 63 }))
    }

    #[inline]
    fn down(self) -> Self {
        Wide(std::array::from_fn(|i| self.0[i] >> 1 | if i + 1 == N { 0 } else { self.0[i + 1] << 63 }))
    }

    #[inline]
    fn is_zero(self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline]
    fn has(self, index: usize) -> bool {
        self.0[index / 64].has(index % 64)
    }

    #[inline]
    fn count(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    fn first(self) -> Option<usize> {
        self.0.iter().enumerate().find_map(|(i, word)| word.first().map(|bit| 64 * i + bit))
    }

    #[inline]
    fn mix(self) -> u64 {
        self.0.iter().fold(0, |hash: u64, word| hash.rotate_left(5) ^ word.mix())
    }

    #[inline]
    fn when(self, keep: bool) -> Self {
        Wide(self.0.map(|word| word.when(keep)))
    }
}

impl<const N: usize> BitAnd for Wide<N> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Wide(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl<const N: usize> BitOr for Wide<N> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Wide(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl<const N: usize> BitAndAssign for Wide<N> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const N: usize> BitOrAssign for Wide<N> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const N: usize> Not for Wide<N> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Wide(self.0.map(|word| !word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation of a wide word agrees with the same operation of `u128`.
    #[test]
    fn two_words_side_by_side_behave_like_one_of_twice_the_width() {
        let mut stream = quandary_core::Seed(1).stream(0);
        for _ in 0..1000 {
            let (low, high) = (stream.next_u64(), stream.next_u64() & stream.next_u64());
            let (wide, whole) = (Wide([low, high]), u128::from(low) | u128::from(high) << 64);
            let join = |w: Wide<2>| u128::from(w.0[0]) | u128::from(w.0[1]) << 64;
            assert_eq!(join(wide.up()), whole.up());
            assert_eq!(join(wide.down()), whole.down());
            assert_eq!(join(!wide), !whole);
            assert_eq!(wide.count(), whole.count());
            assert_eq!(wide.first(), whole.first());
            let index = stream.index(128);
            assert_eq!(wide.has(index), whole.has(index));
            assert_eq!(join(Wide::<2>::low(index)), u128::low(index));
            assert_eq!(join(Wide::<2>::bit(index)), u128::bit(index));
            assert_eq!(wide.ones().collect::<Vec<_>>(), whole.ones().collect::<Vec<_>>());
        }
    }
}

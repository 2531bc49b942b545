//! Portable randomness: the same seed gives the same numbers on every machine, thread count and release.
//!
//! The generator is xoshiro256++ (Blackman and Vigna), its state filled by SplitMix64. Both are fixed here by golden
//! vectors, and so are [`Stream::below`] and [`Stream::shuffle`]: if a library's shuffle changed between releases,
//! every published number would change with it.

use std::fmt;
use std::str::FromStr;

use crate::{InputError, Signature};

/// The seed of a study. Game `i` of the study draws from [`Seed::stream`]`(i)`, so that games can be run
/// in any order, on any number of threads, in any chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seed(pub u64);

impl Seed {
    /// The stream of game `index`.
    ///
    /// ```
    /// use quandary_core::Seed;
    /// assert_eq!(Seed(1).stream(5).next_u64(), Seed(1).stream(5).next_u64());
    /// assert_ne!(Seed(1).stream(5).next_u64(), Seed(1).stream(6).next_u64());
    /// assert_ne!(Seed(1).stream(5).next_u64(), Seed(2).stream(5).next_u64());
    /// ```
    pub fn stream(self, index: u64) -> Stream {
        // Two rounds of mixing keep (seed, index) pairs apart even when both are small and consecutive.
        let mut mixer = SplitMix64(self.0);
        let study = mixer.next_u64();
        Stream::from_u64(SplitMix64(study ^ index.wrapping_mul(0xD1B5_4A32_D192_ED03)).next_u64())
    }

    /// A seed for a named part of a study (a table, a player), so that parts do not share streams.
    pub fn named(self, part: &str) -> Seed {
        let mut name = Signature::new();
        name.add(part.as_bytes());
        Seed(SplitMix64(self.0 ^ name.value()).next_u64())
    }
}

/// A stream of random numbers: xoshiro256++.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    state: [u64; 4],
}

impl Stream {
    /// A stream whose state is filled from one number by SplitMix64.
    pub fn from_u64(seed: u64) -> Stream {
        let mut mixer = SplitMix64(seed);
        Stream { state: std::array::from_fn(|_| mixer.next_u64()) }
    }

    /// A new stream that begins here, without drawing from this one.
    #[must_use]
    pub fn fork(&self) -> Stream {
        Stream::from_u64(self.clone().next_u64())
    }

    /// The next 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A number in `0..bound`, each equally likely (Lemire's multiplication with rejection).
    ///
    /// # Panics
    /// When `bound` is 0: there is nothing to draw from.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "cannot draw from an empty range");
        let mut product = u128::from(self.next_u64()) * u128::from(bound);
        if (product as u64) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u64) < threshold {
                product = u128::from(self.next_u64()) * u128::from(bound);
            }
        }
        (product >> 64) as u64
    }

    /// An index in `0..len`, each equally likely.
    #[inline]
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// A number in [0, 1) with 53 random bits.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
    }

    /// True with probability `p`.
    #[inline]
    pub fn chance(&mut self, p: f64) -> bool {
        self.unit() < p
    }

    /// Shuffles in place: Fisher–Yates from the last element down.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }

    /// One of the items, or `None` when there are none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { Some(&items[self.index(items.len())]) }
    }
}

/// The state of a stream, as 64 hexadecimal digits: a saved game continues with the same random numbers.
///
/// ```
/// use quandary_core::{Seed, Stream};
/// let mut stream = Seed(1).stream(0);
/// stream.next_u64();
/// let mut again: Stream = stream.to_string().parse().unwrap();
/// assert_eq!(again.next_u64(), stream.next_u64());
/// assert!("zz".parse::<Stream>().is_err());
/// ```
impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.state.iter().try_for_each(|word| write!(f, "{word:016x}"))
    }
}

impl FromStr for Stream {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Stream, InputError> {
        let word = |i: usize| u64::from_str_radix(text.get(16 * i..16 * (i + 1))?, 16).ok();
        let words = [word(0), word(1), word(2), word(3)];
        match words {
            // A state of all zeros would never change.
            [Some(a), Some(b), Some(c), Some(d)] if text.len() == 64 && a | b | c | d != 0 => {
                Ok(Stream { state: [a, b, c, d] })
            }
            _ => Err(InputError::new("the state of the random stream cannot be read")
                .expected("64 hexadecimal digits, not all 0")),
        }
    }
}

/// SplitMix64 (Steele, Lea and Flood): fills states and mixes seeds.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitmix64_gives_the_reference_vector() {
        let mut mixer = SplitMix64(1234567);
        let first: Vec<u64> = (0..3).map(|_| mixer.next_u64()).collect();
        assert_eq!(first, [6457827717110365317, 3203168211198807973, 9817491932198370423]);
    }

    #[test]
    fn xoshiro256plusplus_gives_the_reference_vector() {
        let mut stream = Stream { state: [1, 2, 3, 4] };
        let first: Vec<u64> = (0..5).map(|_| stream.next_u64()).collect();
        assert_eq!(first, [41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205]);
    }

    #[test]
    fn the_golden_vectors_of_streams_draws_and_shuffles_do_not_change() {
        // Computed by a second implementation in another language.
        let mut stream = Seed(2026).stream(0);
        assert_eq!(stream.next_u64(), 8906996270917769615);
        let draws: Vec<u64> = (0..8).map(|_| stream.below(100)).collect();
        let mut order: Vec<u8> = (0..8).collect();
        stream.shuffle(&mut order);
        assert_eq!((draws, order), (vec![85, 1, 25, 52, 84, 80, 38, 60], vec![0, 4, 7, 1, 3, 5, 2, 6]));
    }

    #[test]
    fn every_value_below_a_bound_is_about_equally_likely() {
        let mut counts = [0_u64; 7];
        let mut stream = Seed(3).stream(0);
        for _ in 0..70_000 {
            counts[stream.index(7)] += 1;
        }
        let expected = [10_000.0; 7];
        let chi = crate::stats::chi_square(&counts, &expected);
        assert!(chi.p_value > 0.001, "{chi:?}");
    }

    #[test]
    #[should_panic(expected = "empty range")]
    fn drawing_from_an_empty_range_panics() {
        Seed(0).stream(0).below(0);
    }
}

//! The generator behind Python's `random`: MT19937, and the shuffle that Python 3 builds on it.
//!
//! Published boards were drawn with it, so their seeds mean something only with exactly these numbers.
//! Source: Matsumoto and Nishimura, "Mersenne Twister", 1998, with its 2002 seeding.

const SIZE: usize = 624;
const MIDDLE: usize = 397;

/// MT19937, seeded as Python 3 seeds it from a whole number.
///
/// ```
/// use quandary_nonogram::mersenne::Mersenne;
/// let mut random = Mersenne::from_integer(12345);
/// let mut cards: Vec<u32> = (0..10).collect();
/// random.shuffle(&mut cards);
/// // python3 -c "import random; random.seed(12345); l=list(range(10)); random.shuffle(l); print(l)"
/// assert_eq!(cards, [8, 7, 3, 5, 1, 2, 9, 4, 0, 6]);
/// ```
#[derive(Clone, Debug)]
pub struct Mersenne {
    state: [u32; SIZE],
    next: usize,
}

impl Mersenne {
    /// `random.seed(seed)`: the 32-bit words of the number, lowest first, as the key.
    pub fn from_integer(seed: u64) -> Mersenne {
        let (low, high) = (seed as u32, (seed >> 32) as u32);
        if high == 0 { Mersenne::from_key(&[low]) } else { Mersenne::from_key(&[low, high]) }
    }

    /// Seeding by an array of words.
    ///
    /// # Panics
    /// When the key is empty.
    pub fn from_key(key: &[u32]) -> Mersenne {
        assert!(!key.is_empty(), "a key has at least one word");
        let mut state = [0_u32; SIZE];
        state[0] = 19_650_218;
        for i in 1..SIZE {
            state[i] = mixed(state[i - 1]).wrapping_mul(1_812_433_253).wrapping_add(i as u32);
        }
        let mut i = 1;
        for step in 0..SIZE.max(key.len()) {
            let j = step % key.len();
            state[i] = (state[i] ^ mixed(state[i - 1]).wrapping_mul(1_664_525))
                .wrapping_add(key[j])
                .wrapping_add(j as u32);
            i = advance(&mut state, i);
        }
        for _ in 1..SIZE {
            state[i] = (state[i] ^ mixed(state[i - 1]).wrapping_mul(1_566_083_941)).wrapping_sub(i as u32);
            i = advance(&mut state, i);
        }
        state[0] = 0x8000_0000;
        Mersenne { state, next: SIZE }
    }

    /// The next 32 bits.
    pub fn next_u32(&mut self) -> u32 {
        if self.next == SIZE {
            self.twist();
        }
        let mut word = self.state[self.next];
        self.next += 1;
        word ^= word >> 11;
        word ^= word << 7 & 0x9D2C_5680;
        word ^= word << 15 & 0xEFC6_0000;
        word ^ word >> 18
    }

    fn twist(&mut self) {
        for i in 0..SIZE {
            let joined = self.state[i] & 0x8000_0000 | self.state[(i + 1) % SIZE] & 0x7FFF_FFFF;
            let twisted = joined >> 1 ^ if joined & 1 == 1 { 0x9908_B0DF } else { 0 };
            self.state[i] = self.state[(i + MIDDLE) % SIZE] ^ twisted;
        }
        self.next = 0;
    }

    /// Python's `_randbelow`: as many high bits as the bound has, drawn again until they are below it.
    fn below(&mut self, bound: u32) -> u32 {
        let bits = 32 - bound.leading_zeros();
        loop {
            let drawn = self.next_u32() >> (32 - bits);
            if drawn < bound {
                return drawn;
            }
        }
    }

    /// Python 3's `random.shuffle`.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u32 + 1) as usize;
            items.swap(last, other);
        }
    }
}

fn mixed(word: u32) -> u32 {
    word ^ word >> 30
}

/// The next index of the seeding, which goes round from the last word to the first.
fn advance(state: &mut [u32; SIZE], i: usize) -> usize {
    if i + 1 == SIZE {
        state[0] = state[SIZE - 1];
        1
    } else {
        i + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs that the authors publish with their program (`mt19937ar.out`).
    #[test]
    fn the_authors_key_gives_the_authors_numbers() {
        let mut random = Mersenne::from_key(&[0x123, 0x234, 0x345, 0x456]);
        let first: Vec<u32> = (0..5).map(|_| random.next_u32()).collect();
        assert_eq!(first, [1_067_595_299, 955_945_823, 477_289_528, 4_107_218_783, 4_228_976_476]);
    }
}

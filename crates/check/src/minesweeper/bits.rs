//! Sets of small whole numbers, a bit each.

/// A set of mine counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    /// Only this number.
    pub(super) fn of(number: usize) -> Bits {
        Bits::range(number, number)
    }

    /// All numbers from one to another.
    pub(super) fn range(least: usize, most: usize) -> Bits {
        let mut bits = Bits(vec![0; most / 64 + 1]);
        for number in least..=most {
            bits.0[number / 64] |= 1 << (number % 64);
        }
        bits
    }

    pub(super) fn contains(&self, number: usize) -> bool {
        self.0.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        (0..self.0.len() * 64).filter(|&number| self.contains(number))
    }

    /// Adds all numbers of another set, each made larger by `by`.
    pub(super) fn add(&mut self, other: &Bits, by: usize) {
        let (words, rest) = (by / 64, by % 64);
        if self.0.len() < other.0.len() + words + 1 {
            self.0.resize(other.0.len() + words + 1, 0);
        }
        for (at, &word) in other.0.iter().enumerate() {
            self.0[at + words] |= word << rest;
            if rest > 0 {
                self.0[at + words + 1] |= word >> (64 - rest);
            }
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    /// Adds all numbers of another set that are at least `by`, each made smaller by it.
    pub(super) fn add_lowered(&mut self, other: &Bits, by: usize) {
        let (words, rest) = (by / 64, by % 64);
        let length = other.0.len().saturating_sub(words);
        if self.0.len() < length {
            self.0.resize(length, 0);
        }
        for at in 0..length {
            self.0[at] |= other.0[at + words] >> rest;
            if rest > 0 && at + words + 1 < other.0.len() {
                self.0[at] |= other.0[at + words + 1] << (64 - rest);
            }
        }
    }

    /// Whether some number of this set is in another.
    pub(super) fn meets(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// All sums of a number of this set and one of another.
    pub(super) fn sums(&self, other: &Bits) -> Bits {
        let mut sums = Bits::default();
        for number in other.iter() {
            sums.add(self, number);
        }
        sums
    }

    /// Words that it takes.
    pub(super) fn words(&self) -> usize {
        self.0.len()
    }
}

#[cfg(test)]
mod tests {
    use super::Bits;

    #[test]
    fn sets_are_moved_and_added_as_numbers_are() {
        let set = |numbers: &[usize]| {
            let mut bits = Bits::default();
            for &number in numbers {
                bits.add(&Bits::of(number), 0);
            }
            bits
        };
        let numbers = [0, 1, 5, 63, 64, 130];
        for by in [0, 1, 63, 64, 65, 200] {
            let mut up = Bits::default();
            up.add(&set(&numbers), by);
            assert_eq!(up.iter().collect::<Vec<_>>(), numbers.map(|number| number + by));
            let mut down = Bits::default();
            down.add_lowered(&up, by);
            assert_eq!(down.iter().collect::<Vec<_>>(), numbers);
        }
        // The last word is a carry.
        let mut carried = Bits::default();
        carried.add(&Bits::of(60), 10);
        assert_eq!(carried.iter().collect::<Vec<_>>(), [70]);
        assert_eq!(set(&[1, 70]).sums(&set(&[0, 3])).iter().collect::<Vec<_>>(), [1, 4, 70, 73]);
        assert!(set(&[1, 70]).meets(&set(&[70])) && !set(&[1, 70]).meets(&set(&[0, 69])));
    }
}

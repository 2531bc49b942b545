//! What a row is, and where one could be completed: on whole boards at once.

use super::stones::{MOST, Stones};

/// Which stones of one side make a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows {
    /// How many stones.
    pub length: usize,
    /// Whether a longer row is none.
    pub exact: bool,
    /// The steps of the four directions, in bits.
    pub steps: [u32; 4],
}

impl Rows {
    /// Whether a chain of this many stones without a gap is a row.
    #[inline]
    pub fn is_row(&self, chain: usize) -> bool {
        if self.exact { chain == self.length } else { chain >= self.length }
    }

    /// Whether some row goes through a stone.
    #[inline]
    pub fn through(&self, own: Stones, bit: usize) -> bool {
        self.steps.iter().any(|&step| self.is_row(chain(own, bit, step as usize)))
    }

    /// The points of `empty` at which one more stone makes a row.
    ///
    /// For every point at once: how many own stones stand before and behind it without a gap. `before[n]` are the points
    /// with at least `n` of them before, found from `before[n - 1]` by a step.
    pub fn completions(&self, own: Stones, empty: Stones) -> Stones {
        self.steps.into_iter().fold(Stones::NONE, |found, step| found | self.along(step, own, empty))
    }

    fn along(&self, step: u32, own: Stones, empty: Stones) -> Stones {
        let mut behind = [empty; MOST + 1];
        let mut chains = own;
        for n in 0..self.length {
            let reached = chains.down(step);
            behind[n + 1] = reached & empty;
            // Own stones with more than n behind them.
            chains = reached & own;
        }
        let mut found = Stones::NONE;
        let mut before = empty;
        let mut chains = own;
        for n in 0..self.length {
            let reached = chains.up(step);
            let next = reached & empty;
            chains = reached & own;
            let wanted = self.length - 1 - n;
            found = found
                | if self.exact {
                    before.minus(next) & behind[wanted].minus(behind[wanted + 1])
                } else {
                    before & behind[wanted]
                };
            before = next;
        }
        found
    }

    /// How many stretches of `length` points that hold nothing but own stones and empty points have 0, 1, 2, … stones of
    /// their own, in all directions; and the points of all of them.
    ///
    /// Counts all stretches at once: the bits of their counts stand in three to five sets, to which one stone after the
    /// other is added.
    pub fn open_stretches(&self, own: Stones, empty: Stones) -> [u32; MOST + 1] {
        let mut counts = [0; MOST + 1];
        self.each_direction(own, empty, |_, stones, stretches| counts[stones] += stretches.count());
        counts
    }

    /// Hands over, for every direction and every number of stones, the first points of the stretches that have this many.
    pub fn each_direction(&self, own: Stones, empty: Stones, mut visit: impl FnMut(u32, usize, Stones)) {
        let free = own | empty;
        let bits = self.length.ilog2() as usize + 1;
        for step in self.steps {
            let mut open = free;
            let mut sum = [Stones::NONE; 5];
            let (mut here, mut stones) = (free, own);
            for at in 0..self.length {
                if at > 0 {
                    here = here.down(step);
                    stones = stones.down(step);
                    open = open & here;
                }
                let mut carry = stones;
                for bit in &mut sum[..bits] {
                    let both = *bit & carry;
                    *bit = (*bit | carry).minus(both);
                    carry = both;
                }
            }
            if open.is_empty() {
                continue;
            }
            for count in 0..=self.length {
                let chosen = sum[..bits].iter().enumerate().fold(open, |left, (bit, set)| {
                    if count >> bit & 1 == 1 { left & *set } else { left.minus(*set) }
                });
                visit(step, count, chosen);
            }
        }
    }
}

/// How many stones without a gap there are through a stone, along a step.
#[inline]
pub fn chain(own: Stones, bit: usize, step: usize) -> usize {
    let mut length = 1;
    let mut at = bit + step;
    while own.has(at) {
        length += 1;
        at += step;
    }
    let mut at = bit;
    while at >= step && own.has(at - step) {
        length += 1;
        at -= step;
    }
    length
}

#[cfg(test)]
mod tests {
    use quandary_core::Seed;
    use quandary_core::rules::Side;

    use super::super::rules::{Gomoku, Position};
    use super::*;

    /// Boards of several shapes and rules, half full by chance.
    fn samples() -> impl Iterator<Item = (Gomoku, Stones, Stones)> {
        ["15x15", "19x19/standard", "3x3/3", "7x4/3/standard", "4x9/4", "1x6/2", "6x1/3"]
            .into_iter()
            .flat_map(|text| {
                let rules: Gomoku = text.parse().unwrap();
                (0..20).map(move |index| {
                    let mut stream = Seed(5).stream(index);
                    let (mut own, mut other) = (Stones::NONE, Stones::NONE);
                    for bit in rules.points().iter() {
                        match stream.below(4) {
                            0 | 1 => own = own.with(bit),
                            2 => other = other.with(bit),
                            _ => {}
                        }
                    }
                    (rules, own, rules.points().minus(own | other))
                })
            })
    }

    #[test]
    fn completions_are_the_points_that_one_stone_more_makes_a_row_through() {
        let mut met = 0;
        for (rules, own, empty) in samples() {
            let wanted = rules.wanted(Side::First);
            let plain: Stones = empty.iter().filter(|&bit| wanted.through(own.with(bit), bit)).collect();
            assert_eq!(wanted.completions(own, empty), plain, "{rules}");
            met += plain.count();
        }
        assert!(met > 100, "{met}");
    }

    #[test]
    fn stretches_are_counted_as_one_by_one() {
        for (rules, own, empty) in samples() {
            let wanted = rules.wanted(Side::Second);
            let mut plain = [0; MOST + 1];
            for step in rules.steps() {
                for start in rules.points().iter() {
                    let points: Vec<usize> = (0..rules.row()).map(|at| start + at * step as usize).collect();
                    if points.iter().all(|&bit| (own | empty).has(bit)) {
                        plain[points.iter().filter(|&&bit| own.has(bit)).count()] += 1;
                    }
                }
            }
            assert_eq!(wanted.open_stretches(own, empty), plain, "{rules}");
        }
        let rules: Gomoku = "15x15".parse().unwrap();
        let empty = rules.empty(&Position::START);
        assert_eq!(
            rules.wanted(Side::First).open_stretches(Stones::NONE, empty)[0],
            2 * 15 * 11 + 2 * 11 * 11
        );
    }
}

//! Probability-based proof-number search, and product propagation.

use quandary_core::{Exhausted, StopFlag, Stream};

use super::arena::Node;
use super::best_first::Rule;
use super::playouts::Playouts;
use crate::tree::{Chooser, Tree};

/// The probability that a node will be proved a win, and its complement.
///
/// Both are stored, because 1 minus a number near 1 has no digits left: products of either are exact to the last bit of
/// an `f32`, however near to 0 or 1 they come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    /// The probability of a win.
    pub win: f32,
    /// The probability of no win.
    pub fail: f32,
}

impl Chance {
    /// From the probability of a win.
    pub fn of(win: f64) -> Chance {
        Chance { win: win as f32, fail: (1.0 - win) as f32 }
    }

    const CERTAIN: Chance = Chance { win: 1.0, fail: 0.0 };
    const IMPOSSIBLE: Chance = Chance { win: 0.0, fail: 1.0 };

    /// At least one of two independent events: 1 − (1 − a)(1 − b), without a subtraction.
    #[inline]
    fn or(self, other: Chance) -> Chance {
        Chance { win: self.win + self.fail * other.win, fail: self.fail * other.fail }
    }

    /// Both of two independent events.
    #[inline]
    fn and(self, other: Chance) -> Chance {
        Chance { win: self.win * other.win, fail: self.fail + self.win * other.fail }
    }

    /// An open node is never certain: products that fall below the smallest number stay there.
    #[inline]
    fn open(self) -> Chance {
        Chance { win: self.win.max(f32::MIN_POSITIVE), fail: self.fail.max(f32::MIN_POSITIVE) }
    }

    /// The verdict of the stop rule: `true` nearer than `precision` to 1, `false` nearer than it to 0, and none between.
    /// With `precision` equal to theta a leaf whose playouts were all won is not near enough by itself.
    pub(super) fn estimate(self, precision: f64) -> Option<bool> {
        let precision = precision as f32;
        if self.fail < precision {
            Some(true)
        } else if self.win < precision {
            Some(false)
        } else {
            None
        }
    }

    /// Whether a win is more likely here than there, compared by the member that still has digits.
    #[inline]
    fn beats(self, other: Chance) -> bool {
        self.win > other.win || (self.win == other.win && self.fail < other.fail)
    }
}

/// The value of a leaf.
#[derive(Clone, Debug)]
enum LeafValue {
    /// The share of random games won.
    Played(Playouts),
    /// Always the same.
    Constant(f64),
}

/// Probability-based proof-number search (Song, Iida and van den Herik 2019; access.1 to 4), and product
/// propagation (Slagle and Bullock 1970), which differs only in its leaves.
///
/// A leaf has the share of `k` random games that are won, at least `theta` away from 0 and 1. Where one good child is
/// enough the node has 1 − Π(1 − c), elsewhere Π c, and where dice decide Σ p c; the search follows the likeliest child
/// in the first case and the least likely in the others. Nodes are solved by logic, never because their number came
/// near 0 or 1, except by [`estimating`](ProbabilitySearch::estimating), which ends with such a guess.
#[derive(Clone, Debug)]
pub struct ProbabilitySearch {
    leaves: LeafValue,
    precision: f64,
}

impl ProbabilitySearch {
    /// PPNS with `k` playouts per leaf.
    pub fn ppns(k: u32, theta: f64, stream: Stream) -> ProbabilitySearch {
        ProbabilitySearch { leaves: LeafValue::Played(Playouts::new(k, theta, stream)), precision: 0.0 }
    }

    /// Product propagation: no playouts, every leaf has the value one half.
    pub fn product_propagation() -> ProbabilitySearch {
        ProbabilitySearch { leaves: LeafValue::Constant(0.5), precision: 0.0 }
    }

    /// Stops as soon as the root's number is nearer than `precision` (the papers' *pr*) to 0 or 1, with an estimate.
    #[must_use]
    pub fn estimating(mut self, precision: f64) -> ProbabilitySearch {
        self.precision = precision;
        self
    }
}

impl<T: Tree> Rule<T> for ProbabilitySearch {
    type Numbers = Chance;

    fn over(&self, won: bool) -> Chance {
        if won { Chance::CERTAIN } else { Chance::IMPOSSIBLE }
    }

    fn leaf(&mut self, tree: &T, position: &T::Position, stop: &StopFlag) -> Result<Chance, Exhausted> {
        Ok(match &mut self.leaves {
            LeafValue::Played(playouts) => Chance::of(playouts.share(tree, position, stop)?).open(),
            LeafValue::Constant(value) => Chance::of(*value),
        })
    }

    fn combine(&self, turn: Chooser, children: &[Node<Chance>], weights: impl Fn(u32) -> f64) -> Chance {
        let chances = children.iter().map(|child| child.numbers);
        match turn {
            Chooser::Or => chances.fold(Chance::IMPOSSIBLE, Chance::or),
            Chooser::And => chances.fold(Chance::CERTAIN, Chance::and),
            Chooser::Chance => {
                chances.zip(0..).fold(Chance { win: 0.0, fail: 0.0 }, |sum, (chance, index)| {
                    let weight = weights(index) as f32;
                    Chance { win: sum.win + weight * chance.win, fail: sum.fail + weight * chance.fail }
                })
            }
        }
        .open()
    }

    fn select(&self, turn: Chooser, children: &[Node<Chance>]) -> usize {
        let mut best: Option<(usize, Chance)> = None;
        for (index, child) in children.iter().enumerate().filter(|(_, child)| child.solved().is_none()) {
            let better = match best {
                None => true,
                Some((_, chance)) if turn == Chooser::Or => child.numbers.beats(chance),
                Some((_, chance)) => chance.beats(child.numbers),
            };
            if better {
                best = Some((index, child.numbers));
            }
        }
        best.map_or(0, |(index, _)| index)
    }

    fn estimate(&self, root: Chance) -> Option<bool> {
        root.estimate(self.precision)
    }

    fn playouts(&self) -> u64 {
        match &self.leaves {
            LeafValue::Played(playouts) => playouts.played(),
            LeafValue::Constant(_) => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stop_rule_is_strict_and_never_stops_without_a_precision() {
        for theta in [0.1, 0.01, 0.001, 0.0001] {
            let (won, lost) = (Chance::of(1.0 - theta), Chance::of(theta));
            assert_eq!((won.estimate(theta), lost.estimate(theta)), (None, None), "{theta}");
            assert_eq!(won.or(won).estimate(theta), Some(true));
            assert_eq!(lost.and(lost).estimate(theta), Some(false));
            assert_eq!(Chance::of(0.0).open().estimate(0.0), None);
        }
    }
}

//! Proof-number search.

use quandary_core::{Exhausted, StopFlag};

use super::arena::Node;
use super::best_first::Rule;
use crate::tree::{Chooser, Look, Tree};

/// The least number of leaves that must become wins (losses) to prove (disprove) a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNumbers {
    /// Proof number.
    pub proof: u32,
    /// Disproof number.
    pub disproof: u32,
}

/// Impossible: more leaves than there are.
pub const INFINITE: u32 = u32::MAX;

/// Proof-number search (Allis, van der Meulen and van den Herik 1994).
///
/// A leaf has 1/1, a win 0/∞, no win ∞/0; where one good child is enough, the proof number is the least and the
/// disproof number the sum of the children's, elsewhere the other way round. The search expands a leaf that is
/// in a smallest set to prove and in a smallest set to disprove. Dice count as an opponent.
///
/// Each iteration costs the length of the path that changes; the tree takes 16 bytes per node.
///
/// ```
/// use quandary_core::Budget;
/// use quandary_search::proof::{BestFirst, Conclusion, ProofNumberSearch};
/// # use quandary_search::tree::{Look, Tree, Chooser};
/// /// Nim with one heap: the player who takes the last stick wins.
/// struct Nim;
/// impl Tree for Nim {
///     type Position = (u32, bool);
///     type Key = (u32, bool);
///     fn root(&self) -> (u32, bool) { (7, true) }
///     fn look(&self, &(sticks, ours): &(u32, bool)) -> Look {
///         if sticks == 0 { return Look::Over(!ours) }
///         Look::Open { turn: if ours { Chooser::Or } else { Chooser::And }, children: sticks.min(3) }
///     }
///     fn child(&self, &(sticks, ours): &(u32, bool), index: u32) -> (u32, bool) { (sticks - 1 - index, !ours) }
///     fn key(&self, position: &(u32, bool)) -> (u32, bool) { *position }
/// }
/// let report = BestFirst::new(&Nim, ProofNumberSearch, 1 << 20).run(&mut Budget::unlimited());
/// assert_eq!(report.conclusion, Conclusion::Proved);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ProofNumberSearch;

impl ProofNumberSearch {
    /// The numbers of an inner node.
    #[inline]
    pub(super) fn combined(turn: Chooser, children: &[Node<ProofNumbers>]) -> ProofNumbers {
        let mut least = INFINITE;
        let mut sum = 0_u32;
        if turn == Chooser::Or {
            for child in children {
                least = least.min(child.numbers.proof);
                sum = sum.saturating_add(child.numbers.disproof);
            }
            ProofNumbers { proof: least, disproof: sum }
        } else {
            for child in children {
                least = least.min(child.numbers.disproof);
                sum = sum.saturating_add(child.numbers.proof);
            }
            ProofNumbers { proof: sum, disproof: least }
        }
    }

    /// The first child with the least number that counts for `turn`.
    #[inline]
    pub(super) fn selected(turn: Chooser, children: &[Node<ProofNumbers>]) -> usize {
        let number = |child: &Node<ProofNumbers>| {
            if turn == Chooser::Or { child.numbers.proof } else { child.numbers.disproof }
        };
        let mut best = 0;
        for (index, child) in children.iter().enumerate().skip(1) {
            if number(child) < number(&children[best]) {
                best = index;
            }
        }
        best
    }

    /// 0/∞ or ∞/0.
    pub(crate) fn decided(won: bool) -> ProofNumbers {
        if won {
            ProofNumbers { proof: 0, disproof: INFINITE }
        } else {
            ProofNumbers { proof: INFINITE, disproof: 0 }
        }
    }
}

/// The numbers of a position if the search had expanded everything less than `depth` moves from it.
///
/// The search itself never does that. But these numbers depend on nothing but the game, as an indicator must. Visits
/// the whole tree. Positions that repeat are not recognised.
pub fn full_width<T: Tree>(tree: &T, position: &T::Position, depth: u32) -> ProofNumbers {
    let (turn, count) = match tree.look(position) {
        Look::Over(won) => return ProofNumberSearch::decided(won),
        Look::Open { turn, children } => (turn, children),
    };
    if depth == 0 {
        return ProofNumbers { proof: 1, disproof: 1 };
    }
    let children: Vec<Node<ProofNumbers>> = (0..count)
        .map(|index| Node::open(full_width(tree, &tree.child(position, index), depth - 1), turn, 0))
        .collect();
    ProofNumberSearch::combined(turn, &children)
}

impl<T: Tree> Rule<T> for ProofNumberSearch {
    type Numbers = ProofNumbers;

    #[inline]
    fn over(&self, won: bool) -> ProofNumbers {
        ProofNumberSearch::decided(won)
    }

    #[inline]
    fn leaf(&mut self, _: &T, _: &T::Position, _: &StopFlag) -> Result<ProofNumbers, Exhausted> {
        Ok(ProofNumbers { proof: 1, disproof: 1 })
    }

    #[inline]
    fn combine(
        &self,
        turn: Chooser,
        children: &[Node<ProofNumbers>],
        _: impl Fn(u32) -> f64,
    ) -> ProofNumbers {
        ProofNumberSearch::combined(turn, children)
    }

    #[inline]
    fn select(&self, turn: Chooser, children: &[Node<ProofNumbers>]) -> usize {
        ProofNumberSearch::selected(turn, children)
    }
}

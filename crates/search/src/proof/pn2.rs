//! PN²: proof-number search whose leaves are proof-number searches.

use quandary_core::{Budget, Exhausted, StopFlag};

use super::arena::Node;
use super::best_first::{BestFirst, Leaf, Rule};
use super::pns::{ProofNumberSearch, ProofNumbers};
use crate::tree::{Chooser, Tree};

/// Two levels of proof-number search (Allis 1994; Breuker 1998): a leaf is expanded by a second search below it,
/// of which only the children of the leaf are kept. It makes more nodes and keeps far fewer.
///
/// The second search may be as large as the first tree is now (Breuker's full size), but never larger than
/// `limit` bytes.
#[derive(Clone, Copy, Debug)]
pub struct SquaredProofNumberSearch {
    limit: usize,
}

impl SquaredProofNumberSearch {
    /// With at most `limit` bytes for the second level.
    pub fn new(limit: usize) -> SquaredProofNumberSearch {
        SquaredProofNumberSearch { limit }
    }
}

impl<T: Tree> Rule<T> for SquaredProofNumberSearch {
    type Numbers = ProofNumbers;

    fn over(&self, won: bool) -> ProofNumbers {
        ProofNumberSearch::decided(won)
    }

    fn leaf(&mut self, _: &T, _: &T::Position, _: &StopFlag) -> Result<ProofNumbers, Exhausted> {
        Ok(ProofNumbers { proof: 1, disproof: 1 })
    }

    fn combine(
        &self,
        turn: Chooser,
        children: &[Node<ProofNumbers>],
        _: impl Fn(u32) -> f64,
    ) -> ProofNumbers {
        ProofNumberSearch::combined(turn, children)
    }

    fn select(&self, turn: Chooser, children: &[Node<ProofNumbers>]) -> usize {
        ProofNumberSearch::selected(turn, children)
    }

    fn open(
        &mut self,
        leaf: &Leaf<'_, T>,
        budget: &mut Budget,
        out: &mut Vec<Node<ProofNumbers>>,
    ) -> Result<(), Exhausted> {
        let node_bytes = size_of::<Node<ProofNumbers>>();
        let room = leaf.nodes.max(2 * leaf.children as usize + 1) * node_bytes;
        let mut second = BestFirst::below(leaf, ProofNumberSearch, room.min(self.limit));
        // The second search usually ends because its memory is full; only the whole budget ends the first.
        let before = budget.spent();
        let mut inner = Budget::nodes(budget.remaining()).with_stop(budget.stop().clone());
        let report = second.run(&mut inner);
        budget.spend(inner.spent())?;
        debug_assert!(budget.spent() >= before);
        if second.arena().get(0).is_expanded() {
            let inherited = second.arena().children(0).iter().map(|child| match child.solved() {
                Some(won) => Node::over(child.numbers, won),
                None => Node::open(child.numbers, child.turn(), child.children()),
            });
            out.extend(inherited);
            Ok(())
        } else {
            // Not even the children fitted into memory.
            Err(match report.conclusion {
                super::Conclusion::Out(why) => why,
                _ => Exhausted::Memory,
            })
        }
    }
}

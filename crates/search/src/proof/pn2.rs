//! PN²: proof-number search whose leaves are proof-number searches.

use quandary_core::{Budget, Exhausted};

use super::arena::Node;
use super::best_first::{BestFirst, Rule};
use super::pns::{ProofNumberSearch, ProofNumbers};
use crate::tree::{Chooser, Look, Tree};

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

/// The tree below a position.
struct Below<'t, T: Tree> {
    tree: &'t T,
    root: T::Position,
}

impl<T: Tree> Tree for Below<'_, T> {
    type Position = T::Position;
    type Key = T::Key;

    fn root(&self) -> T::Position {
        self.root.clone()
    }
    fn look(&self, position: &T::Position) -> Look {
        self.tree.look(position)
    }
    fn child(&self, position: &T::Position, index: u32) -> T::Position {
        self.tree.child(position, index)
    }
    fn key(&self, position: &T::Position) -> T::Key {
        self.tree.key(position)
    }
    fn probability(&self, position: &T::Position, index: u32, children: u32) -> f64 {
        self.tree.probability(position, index, children)
    }
}

impl<T: Tree> Rule<T> for SquaredProofNumberSearch {
    type Numbers = ProofNumbers;

    fn over(&self, won: bool) -> ProofNumbers {
        ProofNumberSearch::decided(won)
    }

    fn leaf(&mut self, _: &T, _: &T::Position, _: Chooser, _: u32) -> ProofNumbers {
        ProofNumbers { proof: 1, disproof: 1 }
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
        tree: &T,
        position: &T::Position,
        children: u32,
        nodes: usize,
        budget: &mut Budget,
        out: &mut Vec<Node<ProofNumbers>>,
    ) -> Result<(), Exhausted> {
        let below = Below { tree, root: position.clone() };
        let node_bytes = size_of::<Node<ProofNumbers>>();
        let room = nodes.max(2 * children as usize + 1) * node_bytes;
        let mut second = BestFirst::new(&below, ProofNumberSearch, room.min(self.limit));
        // The second search ends for want of room as a rule; only the whole budget ends the first.
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
            // Not even the children fitted.
            Err(match report.conclusion {
                super::Conclusion::Out(why) => why,
                _ => Exhausted::Memory,
            })
        }
    }
}

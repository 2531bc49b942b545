//! "Does MAX win below this node?" as a tree for the proof-number searches.

use quandary_core::{Budget, Exhausted, Stream};
use quandary_search::proof::{Conclusion, depth_first};
use quandary_search::tree::{Look, Tree};

use super::rules::{Node, PGame};

/// The tree below a node.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The whole tree.
    pub tree: PGame,
    /// Where it begins here.
    pub root: Node,
}

/// df-pn's patience and the most bytes of its table: enough for what a budget of some millions of nodes reaches.
const EPSILON: f64 = 0.25;
const BYTES: usize = 1 << 24;

impl Question {
    /// Whether MAX wins, proved by depth-first proof-number search.
    pub fn max_wins(&self, budget: &mut Budget) -> Result<bool, Exhausted> {
        let bytes = budget.memory_or(BYTES);
        match depth_first(self, EPSILON, bytes, budget).conclusion {
            Conclusion::Out(why) => Err(why),
            conclusion => Ok(conclusion.answer() == Some(true)),
        }
    }
}

impl Tree for Question {
    type Position = Node;
    type Key = Node;

    fn root(&self) -> Node {
        self.root
    }

    fn look(&self, node: &Node) -> Look {
        self.tree.look(node)
    }

    fn child(&self, node: &Node, index: u32) -> Node {
        self.tree.child(node, index)
    }

    fn key(&self, node: &Node) -> Node {
        *node
    }

    fn playout(&self, node: &Node, stream: &mut Stream) -> bool {
        self.tree.playout(node, stream)
    }
}

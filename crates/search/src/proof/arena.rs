//! Nodes without positions, side by side in one vector.
//!
//! A node has its two numbers, where its children begin and how many there are, who decides, and whether it is solved:
//! 16 bytes. Children are neighbours, so that a scan over them reads consecutive memory. There is no parent (the search
//! has the path) and no position (the search replays the moves).
//!
//! ```text
//! word   31 30 29 28  27           0
//!       |state|turn |   children    |     state: 0 open, 1 won, 2 not won
//! ```

use quandary_core::Exhausted;

use crate::tree::Chooser;

const CHILDREN: u32 = (1 << 28) - 1;
/// `first` of a node that has not been expanded.
const UNEXPANDED: u32 = u32::MAX;

/// A node: the numbers of the search, and the skeleton of the tree.
#[derive(Clone, Copy, Debug)]
pub struct Node<N> {
    /// The search's own numbers.
    pub numbers: N,
    first: u32,
    word: u32,
}

impl<N> Node<N> {
    /// A node in which the game is over.
    pub fn over(numbers: N, won: bool) -> Node<N> {
        Node { numbers, first: UNEXPANDED, word: if won { 1 } else { 2 } << 30 }
    }

    /// A node that may be expanded.
    pub fn open(numbers: N, turn: Chooser, children: u32) -> Node<N> {
        debug_assert!(children <= CHILDREN);
        let turn = match turn {
            Chooser::Or => 0,
            Chooser::And => 1,
            Chooser::Chance => 2,
        };
        Node { numbers, first: UNEXPANDED, word: turn << 28 | children }
    }

    /// Whether a win is proved (`true`) or disproved (`false`) here.
    #[inline]
    pub fn solved(&self) -> Option<bool> {
        match self.word >> 30 {
            0 => None,
            state => Some(state == 1),
        }
    }

    /// Marks it as solved.
    #[inline]
    pub fn solve(&mut self, won: bool) {
        self.word = self.word & !(3 << 30) | if won { 1 } else { 2 } << 30;
    }

    /// Who decides.
    #[inline]
    pub fn turn(&self) -> Chooser {
        match self.word >> 28 & 3 {
            0 => Chooser::Or,
            1 => Chooser::And,
            _ => Chooser::Chance,
        }
    }

    /// Number of children, expanded or not.
    #[inline]
    pub fn children(&self) -> u32 {
        self.word & CHILDREN
    }

    /// Whether its children are in the arena.
    #[inline]
    pub fn is_expanded(&self) -> bool {
        self.first != UNEXPANDED
    }
}

/// All nodes of a tree. The root is number 0.
#[derive(Clone, Debug)]
pub struct Arena<N> {
    nodes: Vec<Node<N>>,
    capacity: usize,
}

impl<N> Arena<N> {
    /// An arena with only a root, which never takes more than `bytes`.
    pub fn new(root: Node<N>, bytes: usize) -> Arena<N> {
        let capacity = (bytes / size_of::<Node<N>>()).clamp(1, UNEXPANDED as usize - 1);
        Arena { nodes: vec![root], capacity }
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never empty: there is a root.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Bytes taken by the nodes.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<N>>()
    }

    /// A node.
    #[inline]
    pub fn get(&self, node: u32) -> &Node<N> {
        &self.nodes[node as usize]
    }

    /// A node, to be changed.
    #[inline]
    pub fn get_mut(&mut self, node: u32) -> &mut Node<N> {
        &mut self.nodes[node as usize]
    }

    /// The children of an expanded node.
    #[inline]
    pub fn children(&self, node: u32) -> &[Node<N>] {
        let parent = &self.nodes[node as usize];
        let first = parent.first as usize;
        &self.nodes[first..first + parent.children() as usize]
    }

    /// The number of the child with this index.
    #[inline]
    pub fn child(&self, node: u32, index: u32) -> u32 {
        self.nodes[node as usize].first + index
    }

    /// Lets `make` append all children of `node` at their final place, or reports that the memory is used up. If `make`
    /// fails, the tree is unchanged.
    #[inline]
    pub fn expand(
        &mut self,
        node: u32,
        make: impl FnOnce(&mut Vec<Node<N>>) -> Result<(), Exhausted>,
    ) -> Result<(), Exhausted> {
        let first = self.nodes.len();
        let needed = first + self.nodes[node as usize].children() as usize;
        if needed > self.capacity {
            return Err(Exhausted::Memory);
        }
        if needed > self.nodes.capacity() {
            // Doubling, but never past the limit.
            let double = (2 * self.nodes.capacity()).max(1024).max(needed).min(self.capacity);
            self.nodes.reserve_exact(double - first);
        }
        let made = make(&mut self.nodes);
        if made.is_err() {
            self.nodes.truncate(first);
            return made;
        }
        debug_assert_eq!(self.nodes.len(), needed);
        self.nodes[node as usize].first = first as u32;
        Ok(())
    }
}

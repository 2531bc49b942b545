//! The tree and its edges.

use quandary_core::rules::{Rules, Side, Turn};
use quandary_core::{Outcome, Seed, Stream};
use quandary_search::tree::{Chooser, Look, Tree};

/// A P-game tree: uniform, with random numbers on its edges (Kocsis and Szepesvári 2006, after Smith and Nau 1994).
///
/// MAX moves at even depth and adds the number on the edge; MIN moves at odd depth and subtracts it. At a leaf MAX
/// has won when the sum is above the threshold. Edges draw uniformly from `0..values`, each from a hash of the seed
/// and the path, so that a tree of any size takes no memory and is the same for every search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PGame {
    /// Children of every inner node, at least 1.
    pub branching: u32,
    /// Edges from the root to a leaf, at most 255.
    pub depth: u32,
    /// An edge holds one of `0..values`.
    pub values: u32,
    /// MAX wins when the sum is greater than this.
    pub threshold: i64,
    /// What the numbers are drawn from.
    pub root_hash: u64,
}

/// A node: its name, the sum so far and its depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    name: u64,
    sum: i32,
    depth: u32,
}

impl Node {
    /// Its name: a hash of the seed and the path.
    pub fn name(self) -> u64 {
        self.name
    }

    /// Edges from the root.
    pub fn depth(self) -> u32 {
        self.depth
    }

    /// The sum of the edges so far, MIN's subtracted.
    pub fn sum(self) -> i32 {
        self.sum
    }
}

impl PGame {
    /// Values an edge may take when nothing else is asked for.
    pub const VALUES: u32 = 128;

    /// Tree number `index` under `seed`, with edges of `0..128` and the threshold 0.
    pub fn new(branching: u32, depth: u32, seed: Seed, index: u64) -> PGame {
        let root_hash = seed.stream(index).next_u64();
        PGame { branching, depth, values: PGame::VALUES, threshold: 0, root_hash }
    }

    /// The node reached by child `index`.
    #[inline]
    fn step(&self, node: Node, index: u32) -> Node {
        let name = mix(node.name.wrapping_add((u64::from(index) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)));
        // The high half of a product spreads the high half of the hash evenly over the values.
        let edge = (((name >> 32) * u64::from(self.values)) >> 32) as i32;
        let sum = if node.depth.is_multiple_of(2) { node.sum + edge } else { node.sum - edge };
        Node { name, sum, depth: node.depth + 1 }
    }
}

/// The finaliser of SplitMix64 (Steele, Lea and Flood): every bit of the input reaches every bit of the output.
#[inline]
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl Tree for PGame {
    type Position = Node;
    type Key = Node;

    fn root(&self) -> Node {
        Node { name: self.root_hash, sum: 0, depth: 0 }
    }

    #[inline]
    fn look(&self, node: &Node) -> Look {
        if node.depth == self.depth {
            return Look::Over(i64::from(node.sum) > self.threshold);
        }
        let turn = if node.depth.is_multiple_of(2) { Chooser::Or } else { Chooser::And };
        Look::Open { turn, children: self.branching }
    }

    #[inline]
    fn child(&self, node: &Node, index: u32) -> Node {
        self.step(*node, index)
    }

    fn key(&self, node: &Node) -> Node {
        *node
    }

    fn playout(&self, node: &Node, stream: &mut Stream) -> bool {
        let mut node = *node;
        while node.depth < self.depth {
            node = self.step(node, stream.below(u64::from(self.branching)) as u32);
        }
        i64::from(node.sum) > self.threshold
    }
}

impl Rules for PGame {
    type State = Node;
    /// A child, counted from 0.
    type Move = u32;

    fn turn(&self, node: &Node) -> Turn {
        if node.depth == self.depth {
            let won = i64::from(node.sum) > self.threshold;
            return Turn::Over(if won { Outcome::Won } else { Outcome::Lost });
        }
        Turn::To(if node.depth.is_multiple_of(2) { Side::First } else { Side::Second })
    }

    fn moves(&self, node: &Node, out: &mut Vec<u32>) {
        if node.depth < self.depth {
            out.extend(0..self.branching);
        }
    }

    fn apply(&self, node: &Node, index: u32) -> Node {
        self.step(*node, index)
    }
}

#[cfg(test)]
mod tests {
    use quandary_core::Budget;
    use quandary_search::proof::{Conclusion, Method, Settings};
    use quandary_search::{alphabeta, truth};

    use super::*;

    #[test]
    fn every_method_proves_what_brute_force_finds() {
        for (branching, depth) in [(2, 10), (3, 6), (5, 4), (1, 3), (4, 1)] {
            for index in 0..12 {
                let tree = PGame::new(branching, depth, Seed(5), index);
                let wins = truth::wins(&tree, &mut Budget::unlimited()).unwrap();
                let value = alphabeta::value(&tree, &tree.root(), &mut Budget::unlimited()).unwrap();
                assert_eq!(value == 1, wins);
                let expected = if wins { Conclusion::Proved } else { Conclusion::Disproved };
                for method in Method::ALL {
                    let settings = Settings { index, bytes: 1 << 22, ..Settings::default() };
                    let report = settings.solve(&tree, method, &mut Budget::unlimited());
                    assert_eq!(report.conclusion, expected, "{method:?} on {tree:?}");
                    assert!(report.bytes <= 1 << 22, "{report:?}");
                }
            }
        }
    }

    #[test]
    fn one_run_shows_what_every_stop_rule_would_have_done() {
        let precisions = [0.3, 1e-2, 1e-3, 1e-5];
        for index in 0..20 {
            let tree = PGame::new(3, 7, Seed(8), index);
            let settings = Settings { index, bytes: 1 << 22, ..Settings::default() };
            for nodes in [60, u64::MAX] {
                let (proof, stopped) =
                    settings.solve_with_stops(&tree, &precisions, &mut Budget::nodes(nodes));
                assert_eq!(proof, settings.solve(&tree, Method::Ppns, &mut Budget::nodes(nodes)));
                for (precision, report) in precisions.into_iter().zip(stopped) {
                    let alone = Settings { precision, ..settings };
                    let expected = alone.solve(&tree, Method::Ppns, &mut Budget::nodes(nodes));
                    assert_eq!(report, expected, "pr {precision} on tree {index}");
                }
            }
        }
    }

    #[test]
    fn edges_are_about_uniform() {
        let tree = PGame { branching: 20_000, depth: 1, values: 16, threshold: 0, root_hash: 3 };
        let mut counts = [0_u64; 16];
        for index in 0..tree.branching {
            counts[tree.child(&tree.root(), index).sum() as usize] += 1;
        }
        let chi = quandary_core::stats::chi_square(&counts, &[1250.0; 16]);
        assert!(chi.p_value > 0.001, "{chi:?}");
    }

    #[test]
    fn a_memory_budget_is_respected_and_reported() {
        let tree = PGame::new(2, 40, Seed(1), 0);
        let settings = Settings { bytes: 1 << 16, ..Settings::default() };
        for method in
            [Method::Pns, Method::Pn2, Method::Mcpns, Method::Ppns, Method::Pp, Method::Uct, Method::Mc]
        {
            let report = settings.solve(&tree, method, &mut Budget::nodes(1 << 22));
            assert_eq!(report.conclusion, Conclusion::Out(quandary_core::Exhausted::Memory), "{method:?}");
            assert!(report.bytes <= 1 << 16 && report.node_bytes == 16, "{method:?} {report:?}");
        }
        let report = settings.solve(&tree, Method::DfPn, &mut Budget::nodes(10_000));
        assert_eq!(report.conclusion, Conclusion::Out(quandary_core::Exhausted::Nodes));
        assert!(report.bytes <= 1 << 16);
    }
}

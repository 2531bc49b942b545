//! P-games.
//!
//! The instance is a tree, `BxD/SEED/INDEX`, such as `2x20/1/0`: B children of every inner node, D edges from the root to
//! a leaf. Edges hold numbers from 0 to 127, drawn from a hash of the path; MAX moves at even depth and adds, MIN at odd
//! depth and subtracts, and MAX wins when the sum at a leaf is above 0. The score is 1 when MAX wins and -1 otherwise.
//! Claims and evidence are those of a [proof tree](crate::proof_tree); a move is named by a digit or, from 10 on, a
//! small letter, and replies are walked in that order.

use quandary_core::Seed;

use crate::evidence::Evidence;
use crate::number::whole;
use crate::walk::Position;
use crate::{Rejection, Verified, malformed};

/// A node of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Node {
    branching: u32,
    height: u32,
    depth: u32,
    /// The hash of the path, from which the numbers below are drawn.
    hash: u64,
    sum: i64,
}

impl Node {
    fn child(&self, number: u64) -> Node {
        // A step of SplitMix64 (Steele, Lea and Flood): one increment for each child up to this one, then its
        // finaliser.
        let z = self.hash.wrapping_add((number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let hash = z ^ (z >> 31);
        // The first seven bits.
        let edge = i64::from(hash.to_be_bytes()[0] >> 1);
        let sum = if self.first_to_move() { self.sum + edge } else { self.sum - edge };
        Node { hash, sum, depth: self.depth + 1, ..*self }
    }
}

impl Position for Node {
    const NAME: usize = 1;
    const SCORE: &'static str = "1 when MAX wins, which is when the sum is above 0, and -1 otherwise";

    fn read(text: &str, _: Evidence<'_>) -> Result<Node, Rejection> {
        let parts: Vec<&str> = text.split('/').collect();
        let read = || {
            let [shape, seed, index] = parts[..] else { return None };
            let (branching, height) = shape.split_once('x')?;
            let (branching, height): (u32, u32) = (whole(branching)?, whole(height)?);
            let (seed, index): (u64, u64) = (whole(seed)?, whole(index)?);
            let fits = (1..=36).contains(&branching) && (1..=200).contains(&height);
            let hash = Seed(seed).stream(index).next_u64();
            fits.then_some(Node { branching, height, depth: 0, hash, sum: 0 })
        };
        match read() {
            Some(node) => Ok(node),
            None => malformed(format!("`{text}` is not a tree")),
        }
    }

    /// What was proved is the value of the whole tree.
    fn binds(&self, claim: &str, verified: Verified) -> Verified {
        verified.proves("truth", claim)
    }

    fn size(&self) -> String {
        format!("{}x{}", self.branching, self.height)
    }

    fn first_to_move(&self) -> bool {
        self.depth.is_multiple_of(2)
    }

    fn end(&self) -> Option<i64> {
        (self.depth == self.height).then_some(if self.sum > 0 { 1 } else { -1 })
    }

    fn moves(&self, moves: &mut Vec<usize>) {
        moves.extend(0..self.branching as usize);
    }

    fn named(&self, name: &[u8]) -> Option<usize> {
        match name {
            [digit @ b'0'..=b'9'] => Some(usize::from(digit - b'0')),
            [letter @ b'a'..=b'z'] => Some(usize::from(letter - b'a') + 10),
            _ => None,
        }
    }

    fn after(&self, chosen: usize) -> Node {
        self.child(chosen as u64)
    }
}

#[cfg(test)]
mod tests {
    use quandary_core::{Budget, Certificate};
    use serde_json::json;

    use super::*;
    use crate::verify;

    /// Whether MAX wins, and a strategy of the winner, by looking at every leaf.
    fn solve(node: &Node, tree: &mut String) -> bool {
        if let Some(score) = node.end() {
            return score > 0;
        }
        let max = node.first_to_move();
        let mut replies = String::new();
        for (number, name) in (0..u64::from(node.branching)).zip("0123456789".chars()) {
            let mut below = String::new();
            if solve(&node.child(number), &mut below) == max {
                tree.push(name);
                tree.push_str(&below);
                return max;
            }
            replies.push_str(&below);
        }
        tree.push_str(&replies);
        !max
    }

    #[test]
    fn the_winner_of_a_tree_is_accepted_with_a_strategy_and_never_the_loser() {
        let (mut won, mut lost) = (0, 0);
        for index in 0..20 {
            let instance = format!("3x4/7/{index}");
            let mut tree = String::new();
            let nothing = json!({});
            let node = Node::read(&instance, Evidence::with(&nothing, &[]).unwrap()).unwrap();
            let max = solve(&node, &mut tree);
            let claim = |claim: &str, part: &str, goal: i64, tree: &str| {
                let evidence = json!({part: {"goal": goal, "tree": tree}});
                verify(&Certificate::new("pgame", claim, instance.clone(), evidence))
            };
            let (right, wrong) = (("win", "at_least", 1), ("loss", "at_most", -1));
            let (right, wrong) = if max { (right, wrong) } else { (wrong, right) };
            assert!(claim(right.0, right.1, right.2, &tree).is_ok(), "{instance}");
            for first in ["0", "1", "2"] {
                let mut other = tree.clone();
                other.replace_range(0..1, first);
                assert!(claim(wrong.0, wrong.1, wrong.2, &other).is_err());
            }
            assert!(claim(right.0, right.1, right.2, &tree[1..]).is_err());
            *(if max { &mut won } else { &mut lost }) += 1;
        }
        assert!(won > 0 && lost > 0);
        let deep =
            Certificate::new("pgame", "win", "2x200/1/0", json!({"at_least": {"goal": 1, "tree": ""}}));
        let mut work = crate::Work::within(Budget::nodes(1000));
        assert!(crate::verify_among(&deep, crate::VERIFIERS, &mut work).is_err());
    }

    #[test]
    fn the_numbers_of_a_tree_are_those_of_splitmix64() {
        // The first three that its authors' program prints for the seed 0.
        let root = Node { branching: 3, height: 2, depth: 0, hash: 0, sum: 0 };
        let published = [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F];
        for (number, hash) in (0..).zip(published) {
            let child = root.child(number);
            assert_eq!(child.hash, hash);
            // The first player's edge counts for it, the second's against it.
            assert_eq!(child.sum, i64::try_from(hash >> 57).unwrap());
            assert_eq!(child.child(0).sum, child.sum - i64::try_from(child.child(0).hash >> 57).unwrap());
        }
        assert_eq!(root.size(), "3x2");
    }

    #[test]
    fn max_wins_above_zero_and_at_the_last_edge_alone() {
        let leaf = |sum: i64| Node { branching: 2, height: 3, depth: 3, hash: 0, sum }.end();
        assert_eq!([leaf(1), leaf(0), leaf(-1)], [Some(1), Some(-1), Some(-1)]);
        assert_eq!(Node { branching: 2, height: 3, depth: 2, hash: 0, sum: 9 }.end(), None);
    }

    #[test]
    fn edges_are_named_by_digits_and_then_by_letters() {
        let node = Node { branching: 36, height: 3, depth: 0, hash: 0, sum: 0 };
        let named = [b"0", b"9", b"a", b"z", b"A"].map(|name| node.named(name));
        assert_eq!(named, [Some(0), Some(9), Some(10), Some(35), None]);
    }

    #[test]
    fn trees_of_up_to_36_edges_and_200_plies_are_read() {
        let nothing = json!({});
        let reads = |text: &str| Node::read(text, Evidence::with(&nothing, &[]).unwrap()).is_ok();
        assert!(reads("36x200/1/0") && reads("1x1/1/0"));
        for text in ["37x1/1/0", "2x201/1/0", "0x1/1/0", "1x0/1/0"] {
            assert!(!reads(text), "{text}");
        }
    }
}

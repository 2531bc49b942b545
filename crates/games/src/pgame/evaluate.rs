//! What a node looks like it is worth: the sum so far, above the threshold or below it.

use quandary_search::minimax::{Heuristic, WORTH_LIMIT};

use super::rules::{Node, PGame};

impl Heuristic for PGame {
    fn worth(&self, node: &Node) -> i32 {
        let most = i64::from(WORTH_LIMIT) - 1;
        (i64::from(node.sum()) - self.threshold).clamp(-most, most) as i32
    }

    fn key(&self, node: &Node) -> u64 {
        node.name()
    }
}

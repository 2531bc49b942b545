//! Proof trees: what a certificate of a P-game holds. The format is that of `check`'s page on proof trees.

use quandary_core::{Budget, Exhausted};
use quandary_search::tree::{Chooser, Look, Tree};

use super::notation::format_child;
use super::rules::{Node, PGame};

/// Whether MAX wins below a node, and the winner's strategy: its children, in the order in which a depth-first walk
/// meets the nodes where it has the choice.
///
/// Plain depth-first search that ends a node at the first child that decides it. Complexity: for trees of branching 2
/// about 1.6 to the power of the depth; no memory beyond the path and the strategy.
pub fn strategy(tree: &PGame, node: &Node, budget: &mut Budget) -> Result<(bool, String), Exhausted> {
    let mut names = String::new();
    let won = below(tree, node, &mut names, budget)?;
    Ok((won, names))
}

fn below(tree: &PGame, node: &Node, names: &mut String, budget: &mut Budget) -> Result<bool, Exhausted> {
    budget.spend(1)?;
    let (max, children) = match tree.look(node) {
        Look::Over(won) => return Ok(won),
        Look::Open { turn, children } => (turn == Chooser::Or, children),
    };
    let start = names.len();
    // Where the mover loses, the other side's strategy is what it answers to every child; where he wins, what was
    // written for the children before is of no use.
    for child in 0..children {
        let before = names.len();
        names.push(format_child(child));
        if below(tree, &tree.child(node, child), names, budget)? == max {
            names.drain(start..before);
            return Ok(max);
        }
        names.remove(before);
    }
    Ok(!max)
}

//! The exact value of a tree by looking at all of it: slow, short and hard to get wrong.

use std::collections::HashMap;

use quandary_core::{Budget, Exhausted};
use rustc_hash::FxBuildHasher;

use crate::tree::{Chooser, Look, Tree};

/// Whether a win can be forced, by depth-first AND/OR search without any table. Dice count as an opponent.
///
/// Complexity: up to all leaves of the tree; no memory beyond the path.
pub fn wins<T: Tree>(tree: &T, budget: &mut Budget) -> Result<bool, Exhausted> {
    wins_from(tree, &tree.root(), budget)
}

/// The same from any position of the tree.
pub fn wins_from<T: Tree>(tree: &T, position: &T::Position, budget: &mut Budget) -> Result<bool, Exhausted> {
    budget.spend(1)?;
    match tree.look(position) {
        Look::Over(won) => Ok(won),
        Look::Open { turn, children } => {
            let decisive = turn == Chooser::Or;
            for index in 0..children {
                if wins_from(tree, &tree.child(position, index), budget)? == decisive {
                    return Ok(decisive);
                }
            }
            Ok(!decisive)
        }
    }
}

/// The probability of winning when [`Chooser::Or`] maximises it, [`Chooser::And`] minimises it and dice fall as they do.
///
/// Remembers every position by its key. Complexity: one visit to each different position.
pub fn winning_probability<T: Tree>(tree: &T, budget: &mut Budget) -> Result<f64, Exhausted> {
    fn below<T: Tree>(
        tree: &T,
        position: &T::Position,
        known: &mut HashMap<T::Key, f64, FxBuildHasher>,
        budget: &mut Budget,
    ) -> Result<f64, Exhausted> {
        let (turn, children) = match tree.look(position) {
            Look::Over(won) => return Ok(f64::from(u8::from(won))),
            Look::Open { turn, children } => (turn, children),
        };
        let key = tree.key(position);
        if let Some(&value) = known.get(&key) {
            return Ok(value);
        }
        budget.spend(1)?;
        let mut value = match turn {
            Chooser::Or | Chooser::Chance => 0.0_f64,
            Chooser::And => 1.0,
        };
        for index in 0..children {
            let child = below(tree, &tree.child(position, index), known, budget)?;
            value = match turn {
                Chooser::Or => value.max(child),
                Chooser::And => value.min(child),
                Chooser::Chance => value + tree.probability(position, index, children) * child,
            };
        }
        known.insert(key, value);
        Ok(value)
    }
    below(tree, &tree.root(), &mut HashMap::default(), budget)
}

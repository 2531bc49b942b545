//! The exact value of a tree by visiting all of it: slow, short and hard to get wrong.

use std::collections::HashMap;
use std::convert::Infallible;

use quandary_core::{Budget, Exhausted};
use rustc_hash::FxBuildHasher;

use crate::tree::{Chooser, Look, Repetition, Tree};

/// Whether a win can be forced, by depth-first AND/OR search without any table. Dice count as an opponent.
///
/// Complexity: up to all leaves of the tree; no memory beyond the path. If positions repeat, every path without a
/// repetition is visited, and there may be very many.
pub fn wins<T: Tree>(tree: &T, budget: &mut Budget) -> Result<bool, Exhausted> {
    wins_from(tree, &tree.root(), budget)
}

/// The same from any position of the tree, as if the game began there.
pub fn wins_from<T: Tree>(tree: &T, position: &T::Position, budget: &mut Budget) -> Result<bool, Exhausted> {
    below(tree, position, &mut Vec::new(), budget)
}

/// `path` has the keys above the position; it stays empty if nothing repeats.
fn below<T: Tree>(
    tree: &T,
    position: &T::Position,
    path: &mut Vec<T::Key>,
    budget: &mut Budget,
) -> Result<bool, Exhausted> {
    budget.spend(1)?;
    if let Some(won) = tree.repetition().verdict(path, || tree.key(position)) {
        return Ok(won);
    }
    let (turn, children) = match tree.look(position) {
        Look::Over(won) => return Ok(won),
        Look::Open { turn, children } => (turn, children),
    };
    let repeats = tree.repetition() != Repetition::Never;
    if repeats {
        path.push(tree.key(position));
    }
    let decisive = turn == Chooser::Or;
    let mut won = !decisive;
    for index in 0..children {
        if below(tree, &tree.child(position, index), path, budget)? == decisive {
            won = decisive;
            break;
        }
    }
    if repeats {
        path.pop();
    }
    Ok(won)
}

/// The probability of winning when [`Chooser::Or`] maximises it, [`Chooser::And`] minimises it and dice fall as they do.
///
/// Remembers every position by its key, unless positions repeat: then a probability depends on the path. Complexity:
/// one visit to each different position, or to each path.
pub fn winning_probability<T: Tree>(tree: &T, budget: &mut Budget) -> Result<f64, Exhausted> {
    let mut search = Probabilities { tree, known: HashMap::default(), path: Vec::new() };
    search.of(&tree.root(), budget)
}

struct Probabilities<'t, T: Tree> {
    tree: &'t T,
    known: HashMap<T::Key, f64, FxBuildHasher>,
    /// The keys above, if positions repeat.
    path: Vec<T::Key>,
}

impl<T: Tree> Probabilities<'_, T> {
    fn of(&mut self, position: &T::Position, budget: &mut Budget) -> Result<f64, Exhausted> {
        let tree = self.tree;
        let key = tree.key(position);
        let decided = tree.repetition().verdict(&self.path, || key);
        let (turn, count) = match (decided, tree.look(position)) {
            (Some(won), _) | (None, Look::Over(won)) => return Ok(f64::from(u8::from(won))),
            (None, Look::Open { turn, children }) => (turn, children),
        };
        if let Some(&value) = self.known.get(&key) {
            return Ok(value);
        }
        budget.spend(1)?;
        let repeats = tree.repetition() != Repetition::Never;
        if repeats {
            self.path.push(key);
        }
        let mut children = Vec::with_capacity(count as usize);
        let Ok(()) = tree.each_child(position, count, |child| {
            children.push(child);
            Ok::<(), Infallible>(())
        });
        let mut value = match turn {
            Chooser::Or | Chooser::Chance => 0.0_f64,
            Chooser::And => 1.0,
        };
        for (child, index) in children.iter().zip(0..) {
            let child = self.of(child, budget)?;
            value = match turn {
                Chooser::Or => value.max(child),
                Chooser::And => value.min(child),
                Chooser::Chance => value + tree.probability(position, index, count) * child,
            };
        }
        if repeats {
            self.path.pop();
        } else {
            self.known.insert(key, value);
        }
        Ok(value)
    }
}

//! Who wins a tree, and how: the winner's choices, written so that another program can verify them.

use std::collections::{HashMap, HashSet};

use quandary_core::{Budget, Exhausted};
use rustc_hash::FxBuildHasher;

use crate::tree::{Chooser, Look, Tree};

/// Whether a win can be forced, and the strategy of the winning side: the name of each of its choices, in the order in
/// which a depth-first walk first reaches the positions where it chooses. Dice count as an opponent. The other side's
/// children are walked in order; a position that was reached before is not walked again.
///
/// Remembers every visited position by its key: for trees without repetition. Which positions are visited depends on
/// the order of the children. Complexity: each different position is visited at most twice; a bit for each is stored.
///
/// ```
/// use quandary_core::Budget;
/// use quandary_search::strategy::strategy;
/// use quandary_search::tree::{Chooser, Look, Tree};
/// /// Two players take one or two matches in turn; the player who takes the last one wins.
/// struct Matches(u32);
/// impl Tree for Matches {
///     type Position = (u32, bool);
///     type Key = (u32, bool);
///     fn root(&self) -> (u32, bool) { (self.0, true) }
///     fn look(&self, &(left, ours): &(u32, bool)) -> Look {
///         let turn = if ours { Chooser::Or } else { Chooser::And };
///         if left == 0 { Look::Over(!ours) } else { Look::Open { turn, children: left.min(2) } }
///     }
///     fn child(&self, &(left, ours): &(u32, bool), index: u32) -> (u32, bool) { (left - 1 - index, !ours) }
///     fn key(&self, position: &(u32, bool)) -> (u32, bool) { *position }
/// }
/// let name = |_: &(u32, bool), index: u32| if index == 0 { '1' } else { '2' };
/// let found = strategy(&Matches(4), &mut Budget::unlimited(), name);
/// // Take one; whatever the other takes, take the rest.
/// assert_eq!(found, Ok((true, "121".to_owned())));
/// ```
pub fn strategy<T: Tree>(
    tree: &T,
    budget: &mut Budget,
    mut name: impl FnMut(&T::Position, u32) -> char,
) -> Result<(bool, String), Exhausted> {
    // A key, its value, and the free part of a hash table; twice, for the walk.
    let most = budget.memory_or(usize::MAX) / (4 * (size_of::<T::Key>() + 8));
    let mut values = Values { tree, known: HashMap::default(), most };
    let won = values.of(&tree.root(), budget)?;
    let mut met: HashSet<T::Key, FxBuildHasher> = HashSet::default();
    let mut waiting = vec![tree.root()];
    let mut names = String::new();
    while let Some(position) = waiting.pop() {
        budget.spend(1)?;
        let Look::Open { turn, children } = tree.look(&position) else { continue };
        if !met.insert(tree.key(&position)) {
            continue;
        }
        if (turn == Chooser::Or) != won {
            // The last position in the list comes first.
            waiting.extend((0..children).rev().map(|index| tree.child(&position, index)));
            continue;
        }
        for index in 0..children {
            let child = tree.child(&position, index);
            if values.of(&child, budget)? == won {
                names.push(name(&position, index));
                waiting.push(child);
                break;
            }
        }
    }
    Ok((won, names))
}

/// The known values of visited positions.
struct Values<'t, T: Tree> {
    tree: &'t T,
    known: HashMap<T::Key, bool, FxBuildHasher>,
    /// The number of values that fit into memory.
    most: usize,
}

impl<T: Tree> Values<'_, T> {
    fn of(&mut self, position: &T::Position, budget: &mut Budget) -> Result<bool, Exhausted> {
        let (turn, children) = match self.tree.look(position) {
            Look::Over(won) => return Ok(won),
            Look::Open { turn, children } => (turn, children),
        };
        let key = self.tree.key(position);
        if let Some(&won) = self.known.get(&key) {
            return Ok(won);
        }
        budget.spend(1)?;
        let decisive = turn == Chooser::Or;
        let mut won = !decisive;
        for index in 0..children {
            if self.of(&self.tree.child(position, index), budget)? == decisive {
                won = decisive;
                break;
            }
        }
        if self.known.len() >= self.most {
            return Err(Exhausted::Memory);
        }
        self.known.insert(key, won);
        Ok(won)
    }
}

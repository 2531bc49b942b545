//! Branching: probe, decide the cell whose probes tell most, and come back if that was wrong.

use quandary_core::{Budget, Exhausted};

use super::probe::{Probed, Prober};
use super::propagate::Lines;
use crate::line::Word;
use crate::{Nonogram, Picture};

/// The first `wanted` pictures that fit, in the order of the search, and whether the search came to its end.
///
/// Depth first; at every node everything that probing tells is known. One node is one probe or decision.
pub fn search<W: Word>(
    puzzle: &Nonogram,
    wanted: usize,
    budget: &mut Budget,
) -> (Vec<Picture>, Result<(), Exhausted>) {
    let mut lines = Lines::<W>::new(puzzle);
    let mut found = Vec::new();
    let Some(grid) = lines.root() else { return (found, Ok(())) };
    let mut open = vec![Prober::new(&lines, grid)];
    while let Some(mut prober) = open.pop() {
        match prober.run(&mut lines, budget) {
            Err(why) => return (found, Err(why)),
            Ok(Probed::Dead) => continue,
            Ok(Probed::Solved) => {}
            Ok(Probed::Open) => {
                if let Err(why) = budget.spend(1) {
                    return (found, Err(why));
                }
                if let Some((cell, black)) = prober.branch() {
                    // The second colour waits below the first on the stack.
                    for colour in [!black, black] {
                        open.extend(prober.decided(&mut lines, cell, colour));
                    }
                    continue;
                }
            }
        }
        found.extend(prober.grid().board(puzzle.width(), puzzle.height()).picture());
        if found.len() >= wanted {
            break;
        }
    }
    (found, Ok(()))
}

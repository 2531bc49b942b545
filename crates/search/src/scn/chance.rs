//! Single conspiracy numbers against dice.

use super::Scn;
use crate::expectimax::{Depth, Evaluate, Unfold};

/// The single conspiracy number of a position against dice, over the tree an expectimax search of the same
/// depth looks at.
///
/// - `evaluation` gives the values that are compared with `threshold` where the search stops;
/// - `depth` counts as in [`crate::expectimax`]; a leaf may be an afterstate or a position, and only a
///   position can have ended.
///
/// Cost: as expectimax at most: a move is followed only while its sum stays below the least so far.
pub fn against_chance<C: Unfold, E: Evaluate<C>>(
    rules: &C,
    evaluation: &E,
    state: &C::State,
    depth: Depth,
    threshold: f64,
) -> Scn {
    ChanceTree { rules, evaluation, threshold }.state(state, depth.plies(), Scn::NEVER)
}

struct ChanceTree<'t, C, E> {
    rules: &'t C,
    evaluation: &'t E,
    threshold: f64,
}

/// Both functions return the number itself if it is below `bound`, and otherwise any number that is not.
impl<C: Unfold, E: Evaluate<C>> ChanceTree<'_, C, E> {
    fn state(&self, state: &C::State, plies: u32, bound: Scn) -> Scn {
        let mut least = None;
        self.rules.each_bare_after(state, |after| {
            // A leaf only has to be checked for an end; and no number is less than 0.
            if plies == 0 || least == Some(Scn::REACHED) {
                least = least.or(Some(Scn::NEVER));
                return;
            }
            let number = self.after(&after, plies - 1, least.map_or(bound, |least: Scn| least.min(bound)));
            least = Some(least.map_or(number, |l: Scn| l.min(number)));
        });
        match least {
            None => Scn::ended(self.evaluation.dead(state) >= self.threshold),
            Some(_) if plies == 0 => Scn::leaf(self.evaluation.state(state) >= self.threshold),
            Some(number) => number,
        }
    }

    fn after(&self, after: &C::State, plies: u32, bound: Scn) -> Scn {
        if plies == 0 {
            return Scn::leaf(self.evaluation.after(after) >= self.threshold);
        }
        let mut sum = Scn::REACHED;
        self.rules.each_outcome(after, |state, _| {
            if sum < bound {
                sum = sum + self.state(&state, plies - 1, Scn(bound.0 - sum.0));
            }
        });
        sum
    }
}

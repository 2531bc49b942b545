//! Alpha-beta with a transposition table, for any two-player game.

use std::collections::HashMap;
use std::hash::Hash;

use quandary_core::rules::{Rules, Side, Turn};
use quandary_core::{Budget, Exhausted, Outcome};
use rustc_hash::FxBuildHasher;

/// The exact value of a position for the player to move (for the first one, when the game is over): 1 for a win, 0 for a draw, -1 for a loss.
///
/// Negamax with alpha-beta cuts; both bounds of every position are remembered without limit, so this is for positions
/// with at most some tens of millions of successors. A game's own solver is faster; this one is the reference for it,
/// because it uses nothing but the rules.
///
/// - `rules`, `state`: the rules and the position.
/// - `budget`: charged one for every position searched.
///
/// Source: Knuth and Moore 1975.
pub fn value<R: Rules>(rules: &R, state: &R::State, budget: &mut Budget) -> Result<i32, Exhausted>
where
    R::State: Eq + Hash,
{
    let mut search = Search { rules, known: HashMap::default(), budget };
    match rules.turn(state) {
        Turn::Over(outcome) => Ok(worth(outcome, Side::First)),
        Turn::To(side) => search.negamax(state, side, -1, 1),
    }
}

/// The value of an outcome for a side.
fn worth(outcome: Outcome, side: Side) -> i32 {
    match outcome {
        Outcome::Drawn | Outcome::Unfinished => 0,
        _ if outcome == side.wins() => 1,
        _ => -1,
    }
}

struct Search<'a, R: Rules> {
    rules: &'a R,
    known: HashMap<R::State, (i32, i32), FxBuildHasher>,
    budget: &'a mut Budget,
}

impl<R: Rules> Search<'_, R>
where
    R::State: Eq + Hash,
{
    fn negamax(
        &mut self,
        state: &R::State,
        side: Side,
        mut alpha: i32,
        mut beta: i32,
    ) -> Result<i32, Exhausted> {
        self.budget.spend(1)?;
        let (low, high) = self.known.get(state).copied().unwrap_or((-1, 1));
        (alpha, beta) = (alpha.max(low), beta.min(high));
        if alpha >= beta {
            return Ok(if low >= beta { low } else { high });
        }
        let mut moves = Vec::new();
        self.rules.moves(state, &mut moves);
        let mut best = -1;
        let mut floor = alpha;
        for chosen in moves {
            let child = self.rules.apply(state, chosen);
            let value = match self.rules.turn(&child) {
                Turn::Over(outcome) => worth(outcome, side),
                // A game may let the same side move twice; then the child's value is already ours.
                Turn::To(next) if next == side => self.negamax(&child, side, floor, beta)?,
                Turn::To(next) => -self.negamax(&child, next, -beta, -floor)?,
            };
            best = best.max(value);
            floor = floor.max(value);
            if floor >= beta {
                break;
            }
        }
        let known = self.known.entry(state.clone()).or_insert((-1, 1));
        if best > alpha {
            known.0 = known.0.max(best);
        }
        if best < beta {
            known.1 = known.1.min(best);
        }
        Ok(best)
    }
}

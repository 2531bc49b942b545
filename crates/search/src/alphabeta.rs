//! Alpha-beta with a transposition table, for any two-player game.

use std::collections::HashMap;
use std::hash::Hash;

use quandary_core::rules::{Game, Verdict};
use quandary_core::{Budget, Exhausted};
use rustc_hash::FxBuildHasher;

/// The exact value of a position for the player to move: 1 for a win, 0 for a draw, -1 for a loss.
///
/// Negamax with alpha-beta cuts; both bounds of every position met are remembered without limit, so this is for
/// positions with at most some tens of millions of successors. A game with a solver of its own has a faster one;
/// this one is the truth beside them, because it knows nothing but the rules.
///
/// - `game`, `position`: the rules, and where the game stands.
/// - `budget`: charged one for every position searched.
///
/// Source: Knuth and Moore 1975.
pub fn value<G: Game>(game: &G, position: &G::Position, budget: &mut Budget) -> Result<i32, Exhausted>
where
    G::Position: Hash,
{
    let mut search = Search { game, known: HashMap::default(), budget };
    search.negamax(position, -1, 1)
}

struct Search<'a, G: Game> {
    game: &'a G,
    known: HashMap<G::Position, (i32, i32), FxBuildHasher>,
    budget: &'a mut Budget,
}

impl<G: Game> Search<'_, G>
where
    G::Position: Hash,
{
    fn negamax(&mut self, position: &G::Position, mut alpha: i32, mut beta: i32) -> Result<i32, Exhausted> {
        if let Some(verdict) = self.game.verdict(position) {
            return Ok(match verdict {
                Verdict::Draw => 0,
                Verdict::Win(side) if side == self.game.to_move(position) => 1,
                Verdict::Win(_) => -1,
            });
        }
        self.budget.spend(1)?;
        let (low, high) = self.known.get(position).copied().unwrap_or((-1, 1));
        (alpha, beta) = (alpha.max(low), beta.min(high));
        if alpha >= beta {
            return Ok(if low >= beta { low } else { high });
        }
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let mut best = -1;
        let mut floor = alpha;
        for chosen in moves {
            let child = self.game.play(position, chosen);
            // A game may let the same side move twice; then the child's value is already ours.
            let same = self.game.to_move(&child) == self.game.to_move(position);
            let value = if same {
                self.negamax(&child, floor, beta)?
            } else {
                -self.negamax(&child, -beta, -floor)?
            };
            best = best.max(value);
            floor = floor.max(value);
            if floor >= beta {
                break;
            }
        }
        let known = self.known.entry(position.clone()).or_insert((-1, 1));
        if best > alpha {
            known.0 = known.0.max(best);
        }
        if best < beta {
            known.1 = known.1.min(best);
        }
        Ok(best)
    }
}

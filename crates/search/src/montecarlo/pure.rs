//! Pure Monte-Carlo: best-first by the share of random games won.

use quandary_core::{Exhausted, StopFlag, Stream};

use crate::proof::playouts::Playouts;
use crate::proof::{Node, Rule};
use crate::tree::{Chooser, Tree};

/// Random games played below a node and how many were won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Games.
    pub games: u32,
    /// Games won.
    pub wins: u32,
}

/// A solver that always follows the child with the best share of wins for the side that decides, without any
/// exploration: the *pure MCTS solver* that the papers compare with. `k` games are played from each new leaf.
#[derive(Clone, Debug)]
pub struct MonteCarlo {
    playouts: Playouts,
}

impl MonteCarlo {
    /// With `k` playouts per leaf, drawn from `stream`.
    pub fn new(k: u32, stream: Stream) -> MonteCarlo {
        MonteCarlo { playouts: Playouts::new(k, 0.0, stream) }
    }
}

impl<T: Tree> Rule<T> for MonteCarlo {
    type Numbers = Tally;

    fn over(&self, won: bool) -> Tally {
        // A decided child has the same weight for its parent as one that was played out.
        let games = self.playouts.k();
        Tally { games, wins: if won { games } else { 0 } }
    }

    fn leaf(&mut self, tree: &T, position: &T::Position, stop: &StopFlag) -> Result<Tally, Exhausted> {
        Ok(Tally { games: self.playouts.k(), wins: self.playouts.wins(tree, position, stop)? })
    }

    fn combine(&self, _: Chooser, children: &[Node<Tally>], _: impl Fn(u32) -> f64) -> Tally {
        children.iter().fold(Tally { games: 0, wins: 0 }, |sum, child| Tally {
            games: sum.games.saturating_add(child.numbers.games),
            wins: sum.wins.saturating_add(child.numbers.wins),
        })
    }

    fn select(&self, turn: Chooser, children: &[Node<Tally>]) -> usize {
        // Shares are compared as fractions: wins_a / games_a > wins_b / games_b.
        let beats = |a: Tally, b: Tally| {
            u64::from(a.wins) * u64::from(b.games) > u64::from(b.wins) * u64::from(a.games)
        };
        let mut best: Option<(usize, Tally)> = None;
        for (index, child) in children.iter().enumerate().filter(|(_, child)| child.solved().is_none()) {
            let better = match best {
                None => true,
                Some((_, tally)) if turn == Chooser::Or => beats(child.numbers, tally),
                Some((_, tally)) => beats(tally, child.numbers),
            };
            if better {
                best = Some((index, child.numbers));
            }
        }
        best.map_or(0, |(index, _)| index)
    }

    fn playouts(&self) -> u64 {
        self.playouts.played()
    }
}

//! Random games from a leaf.

use quandary_core::{Exhausted, StopFlag, Stream};

use crate::tree::Tree;

/// The flag is read once in this many games.
const POLL_EVERY: u32 = 64;

/// Plays `k` random games from a position and gives the share that was won.
#[derive(Clone, Debug)]
pub(crate) struct Playouts {
    k: u32,
    theta: f64,
    stream: Stream,
    played: u64,
}

impl Playouts {
    /// `k` games each (at least 1); shares stay at least `theta` away from 0 and 1 (access.2).
    pub(crate) fn new(k: u32, theta: f64, stream: Stream) -> Playouts {
        Playouts { k: k.max(1), theta, stream, played: 0 }
    }

    /// The number of games won from here. A raised flag ends them early.
    pub(crate) fn wins<T: Tree>(
        &mut self,
        tree: &T,
        position: &T::Position,
        stop: &StopFlag,
    ) -> Result<u32, Exhausted> {
        let mut wins = 0;
        for game in 0..self.k {
            if game % POLL_EVERY == 0
                && let Some(why) = stop.raised()
            {
                return Err(why);
            }
            wins += u32::from(tree.playout(position, &mut self.stream));
            self.played += 1;
        }
        Ok(wins)
    }

    /// The share of games won from here, within (0, 1).
    pub(crate) fn share<T: Tree>(
        &mut self,
        tree: &T,
        position: &T::Position,
        stop: &StopFlag,
    ) -> Result<f64, Exhausted> {
        let wins = self.wins(tree, position, stop)?;
        Ok(match wins {
            0 => self.theta,
            wins if wins == self.k => 1.0 - self.theta,
            wins => f64::from(wins) / f64::from(self.k),
        })
    }

    /// Games played so far.
    pub(crate) fn played(&self) -> u64 {
        self.played
    }

    /// Games at each leaf.
    pub(crate) fn k(&self) -> u32 {
        self.k
    }
}

//! Random games from a leaf.

use quandary_core::Stream;

use crate::tree::Tree;

/// Plays `k` random games from a position and gives the share that was won.
#[derive(Clone, Debug)]
pub(crate) struct Playouts {
    k: u32,
    theta: f64,
    stream: Stream,
    played: u64,
}

impl Playouts {
    /// `k` games each (at least 1), with shares of 0 and 1 moved inwards by `theta` (access.2).
    pub(crate) fn new(k: u32, theta: f64, stream: Stream) -> Playouts {
        Playouts { k: k.max(1), theta, stream, played: 0 }
    }

    /// The number of games won from here.
    pub(crate) fn wins<T: Tree>(&mut self, tree: &T, position: &T::Position) -> u32 {
        self.played += u64::from(self.k);
        (0..self.k).map(|_| u32::from(tree.playout(position, &mut self.stream))).sum()
    }

    /// The share of games won from here, within (0, 1).
    pub(crate) fn share<T: Tree>(&mut self, tree: &T, position: &T::Position) -> f64 {
        let wins = self.wins(tree, position);
        match wins {
            0 => self.theta,
            wins if wins == self.k => 1.0 - self.theta,
            wins => f64::from(wins) / f64::from(self.k),
        }
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

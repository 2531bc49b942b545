//! Random games for tests: any shape of tree that the rules allow, from a seed.

use quandary_core::rules::{Rules, Side, Turn};
use quandary_core::{Outcome, Seed};

use crate::minimax::Heuristic;

/// A tree that is generated as it is visited: each node's turn, moves and value follow from a hash of the path to it.
///
/// A side may move twice, a game may end anywhere, some moves are captures, and sometimes all of them are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RandomTree {
    seed: u64,
    /// No path is longer than this.
    height: u32,
    captures: bool,
}

/// A place in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RandomNode {
    hash: u64,
    ply: u32,
}

impl RandomNode {
    /// Moves made so far.
    pub(crate) fn ply(&self) -> u32 {
        self.ply
    }
}

impl RandomTree {
    pub(crate) fn new(seed: Seed, height: u32) -> RandomTree {
        RandomTree { seed: seed.stream(0).next_u64(), height, captures: true }
    }

    /// The same tree without captures.
    pub(crate) fn quietened(self) -> RandomTree {
        RandomTree { captures: false, ..self }
    }

    pub(crate) fn root(&self) -> RandomNode {
        RandomNode { hash: mixed(self.seed), ply: 0 }
    }
}

/// Values of nodes lie in -WORTH..=WORTH: few, so that equal ones are common.
pub(crate) const WORTH: i32 = 6;

fn mixed(value: u64) -> u64 {
    let value = (value ^ value >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    let value = (value ^ value >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    value ^ value >> 32
}

impl Rules for RandomTree {
    type State = RandomNode;
    type Move = u8;

    fn turn(&self, spot: &RandomNode) -> Turn {
        let over = spot.ply >= self.height || spot.ply > 0 && spot.hash.is_multiple_of(11);
        if over {
            return Turn::Over(match spot.hash >> 8 & 3 {
                0 => Outcome::Won,
                1 => Outcome::Lost,
                _ => Outcome::Drawn,
            });
        }
        // Mostly in turn, sometimes twice.
        let first = spot.ply.is_multiple_of(2) != (spot.hash >> 16).is_multiple_of(8);
        Turn::To(if first { Side::First } else { Side::Second })
    }

    fn moves(&self, spot: &RandomNode, out: &mut Vec<u8>) {
        if self.turn(spot).side().is_some() {
            out.extend(0..=(spot.hash >> 24 & 3) as u8);
        }
    }

    fn apply(&self, spot: &RandomNode, chosen: u8) -> RandomNode {
        RandomNode { hash: mixed(spot.hash ^ u64::from(chosen) << 40), ply: spot.ply + 1 }
    }
}

impl Heuristic for RandomTree {
    fn worth(&self, spot: &RandomNode) -> i32 {
        ((spot.hash >> 32) % (2 * WORTH as u64 + 1)) as i32 - WORTH
    }

    fn key(&self, spot: &RandomNode) -> u64 {
        spot.hash
    }

    fn promise(&self, spot: &RandomNode, chosen: u8) -> i32 {
        (spot.hash >> (48 + u32::from(chosen))) as i32 & 3
    }

    fn noisy(&self, spot: &RandomNode, out: &mut Vec<u8>) {
        if self.captures {
            let before = out.len();
            self.moves(spot, out);
            let kept = spot.hash >> 56 & 15;
            let mut place = 0;
            out.retain(|_| {
                place += 1;
                place <= before || kept >> (place - before - 1) & 1 == 1
            });
        }
    }
}

//! Monte-Carlo proof-number search.

use quandary_core::{Exhausted, StopFlag, Stream};

use super::arena::Node;
use super::best_first::Rule;
use super::playouts::Playouts;
use crate::tree::{Chooser, Tree};

/// Real-valued proof and disproof numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Efforts {
    /// Proof number.
    pub proof: f32,
    /// Disproof number.
    pub disproof: f32,
}

/// Proof-number search whose leaves get their numbers from random games (Saito, Chaslot, Uiterwijk and van den
/// Herik 2006): with a share R of wins among `k` playouts, proof 1 − R and disproof R.
///
/// R stays at least `theta` away from 0 and 1, so that an open leaf never looks like a decided one. The numbers are
/// combined as in proof-number search.
#[derive(Clone, Debug)]
pub struct MonteCarloProofNumberSearch {
    playouts: Playouts,
}

impl MonteCarloProofNumberSearch {
    /// With `k` playouts per leaf, drawn from `stream`.
    pub fn new(k: u32, theta: f64, stream: Stream) -> MonteCarloProofNumberSearch {
        MonteCarloProofNumberSearch { playouts: Playouts::new(k, theta, stream) }
    }
}

impl<T: Tree> Rule<T> for MonteCarloProofNumberSearch {
    type Numbers = Efforts;

    fn over(&self, won: bool) -> Efforts {
        let (proof, disproof) = if won { (0.0, f32::INFINITY) } else { (f32::INFINITY, 0.0) };
        Efforts { proof, disproof }
    }

    fn leaf(&mut self, tree: &T, position: &T::Position, stop: &StopFlag) -> Result<Efforts, Exhausted> {
        let share = self.playouts.share(tree, position, stop)? as f32;
        Ok(Efforts { proof: 1.0 - share, disproof: share })
    }

    fn combine(&self, turn: Chooser, children: &[Node<Efforts>], _: impl Fn(u32) -> f64) -> Efforts {
        let proofs = children.iter().map(|child| child.numbers.proof);
        let disproofs = children.iter().map(|child| child.numbers.disproof);
        if turn == Chooser::Or {
            Efforts { proof: proofs.fold(f32::INFINITY, f32::min), disproof: disproofs.sum() }
        } else {
            Efforts { proof: proofs.sum(), disproof: disproofs.fold(f32::INFINITY, f32::min) }
        }
    }

    fn select(&self, turn: Chooser, children: &[Node<Efforts>]) -> usize {
        let number = |child: &Node<Efforts>| {
            if turn == Chooser::Or { child.numbers.proof } else { child.numbers.disproof }
        };
        let open = children.iter().enumerate().filter(|(_, child)| child.solved().is_none());
        open.min_by(|(_, a), (_, b)| number(a).total_cmp(&number(b))).map_or(0, |(index, _)| index)
    }

    fn playouts(&self) -> u64 {
        self.playouts.played()
    }
}

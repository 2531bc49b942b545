//! PN-MCTS: UCT guided by proof numbers.

use super::uct::{Guide, Visits};
use crate::proof::{INFINITE, Node, ProofNumberSearch, ProofNumbers};
use crate::tree::Chooser;

/// Adds a bonus to each child's bound for its rank by proof numbers (Doe, Winands, Soemers and Browne 2022; Kowalski et
/// al. 2023): `weight` for the child that is easiest to prove (where the opponent decides: to disprove), less for each
/// rank below, nothing for the last.
///
/// A node keeps its proof numbers beside its visits: 24 bytes.
#[derive(Clone, Copy, Debug)]
pub struct ProofNumberGuide {
    /// The paper's C_pn.
    pub weight: f64,
}

impl Guide for ProofNumberGuide {
    type Extra = ProofNumbers;

    fn leaf(&self) -> ProofNumbers {
        ProofNumbers { proof: 1, disproof: 1 }
    }

    fn decided(&self, won: bool) -> ProofNumbers {
        ProofNumberSearch::decided(won)
    }

    fn combine(&self, turn: Chooser, children: &[Node<Visits<ProofNumbers>>]) -> ProofNumbers {
        let numbers = || children.iter().map(|child| child.numbers.extra);
        let sum = |all: &mut dyn Iterator<Item = u32>| all.fold(0_u32, u32::saturating_add);
        if turn == Chooser::Or {
            ProofNumbers {
                proof: numbers().map(|n| n.proof).min().unwrap_or(INFINITE),
                disproof: sum(&mut numbers().map(|n| n.disproof)),
            }
        } else {
            ProofNumbers {
                proof: sum(&mut numbers().map(|n| n.proof)),
                disproof: numbers().map(|n| n.disproof).min().unwrap_or(INFINITE),
            }
        }
    }

    fn bonus(&self, turn: Chooser, children: &[Node<Visits<ProofNumbers>>], bonus: &mut Vec<f64>) {
        let number = |child: &Node<Visits<ProofNumbers>>| {
            if turn == Chooser::Or { child.numbers.extra.proof } else { child.numbers.extra.disproof }
        };
        bonus.clear();
        // The rank of a child is how many different smaller numbers there are; equal numbers share a rank.
        let mut distinct: Vec<u32> = children.iter().map(number).collect();
        distinct.sort_unstable();
        distinct.dedup();
        let last = (distinct.len() - 1).max(1) as f64;
        bonus.extend(children.iter().map(|child| {
            let rank = distinct.partition_point(|&other| other < number(child)) as f64;
            self.weight * (1.0 - rank / last)
        }));
    }
}

//! Strategies, for studies of many games.

use quandary_core::rules::Rules;
use quandary_core::{Outcome, Step, Trace};

use crate::rules::LightsOut;
use crate::solve::fewest_presses;

/// How a player chooses the next cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// One of the fewest presses that put out all lights.
    Fewest,
    /// "Chase the lights": press below the first lit cell that has a row below it. Gives up when only the last row is
    /// lit.
    Chase,
}

impl Strategy {
    /// The next cell to press; `None` to give up.
    pub fn choose(self, rules: &LightsOut, lit: u64) -> Option<usize> {
        match self {
            Strategy::Fewest => fewest_presses(rules, lit)?.first().copied(),
            Strategy::Chase => {
                let (row, column) = rules.place(lit.trailing_zeros() as usize);
                rules.cell(row + 1, column)
            }
        }
    }

    /// Plays a position until it is solved or given up. A press is right if it is one of the fewest.
    pub fn play(self, rules: &LightsOut, mut lit: u64) -> Trace {
        let mut steps = Vec::new();
        while !rules.is_solved(&lit) {
            let Some(cell) = self.choose(rules, lit) else {
                return Trace { steps, outcome: Outcome::Lost };
            };
            let right = fewest_presses(rules, lit).unwrap_or_default();
            steps.push(Step {
                options: rules.cells() as u32,
                plausible: right.len() as u32,
                certain: self == Strategy::Fewest,
                probability: if right.contains(&cell) { 1.0 } else { 0.0 },
            });
            lit = rules.apply(&lit, cell);
        }
        Trace { steps, outcome: Outcome::Won }
    }
}

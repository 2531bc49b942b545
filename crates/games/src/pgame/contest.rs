//! Many trees, one method, the truth beside it.

use quandary_core::stats::Summary;
use quandary_core::{Budget, Exhausted, Seed};
use quandary_search::proof::{Conclusion, Method, Settings};
use quandary_search::truth;

use super::notation::Shape;
use super::rules::PGame;

/// What one method made of one tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    /// What it concluded.
    pub conclusion: Conclusion,
    /// Whether MAX really wins.
    pub truth: bool,
    /// Leaves expanded.
    pub iterations: u64,
    /// Nodes made.
    pub nodes: u64,
    /// Random games.
    pub playouts: u64,
}

/// Solves tree number `index` with one method and with brute force. The method has the whole budget; a raised flag ends
/// both.
pub fn trial(
    shape: Shape,
    seed: Seed,
    index: u64,
    method: Method,
    settings: &Settings,
    budget: &Budget,
) -> Result<Trial, Exhausted> {
    let tree = PGame::new(shape.branching, shape.depth, seed, index);
    // The playouts must not be drawn from the numbers that make the tree.
    let settings = Settings { seed: seed.named("playouts"), index, ..*settings };
    let report = settings.solve(&tree, method, &mut budget.clone());
    let truth = truth::wins(&tree, &mut budget.with_nodes(u64::MAX))?;
    Ok(Trial {
        conclusion: report.conclusion,
        truth,
        iterations: report.iterations,
        nodes: report.nodes,
        playouts: report.playouts,
    })
}

/// What one method made of many trees.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Trees.
    pub trees: u64,
    /// Proved or disproved.
    pub proved: u64,
    /// Concluded by an estimate.
    pub estimated: u64,
    /// Without a conclusion.
    pub out: u64,
    /// Of these for want of memory.
    pub out_of_memory: u64,
    /// Concluded, and wrong.
    pub wrong: u64,
    /// Iterations.
    pub iterations: Summary,
    /// Nodes.
    pub nodes: Summary,
}

impl FromIterator<Trial> for Tally {
    fn from_iter<I: IntoIterator<Item = Trial>>(trials: I) -> Tally {
        let mut tally = Tally::default();
        for trial in trials {
            tally.trees += 1;
            match trial.conclusion {
                Conclusion::Proved | Conclusion::Disproved => tally.proved += 1,
                Conclusion::Estimated(_) => tally.estimated += 1,
                Conclusion::Out(why) => {
                    tally.out += 1;
                    tally.out_of_memory += u64::from(why == Exhausted::Memory);
                }
            }
            tally.wrong += u64::from(trial.conclusion.answer().is_some_and(|answer| answer != trial.truth));
            tally.iterations.add(trial.iterations as f64);
            tally.nodes.add(trial.nodes as f64);
        }
        tally
    }
}
